/**
 * The families of task files, by their names in `knowledge/manners.traits`. This file says where the files of a family
 * are; `read-tasks.ts`, which few calls need, reads them.
 */
import type { TaskFamily } from './family.ts';

const withEnds = (names: readonly string[], ends: readonly string[]): readonly string[] =>
  names.flatMap((name) => ends.map((end) => name + end));

const compose: TaskFamily = {
  files: withEnds(['compose', 'docker-compose'], ['.yaml', '.yml']),
  also: withEnds(['compose', 'docker-compose'], ['.override.yaml', '.override.yml']),
  option: '-f',
  upwards: true,
};

const makefile: Omit<TaskFamily, 'files'> = {
  hasOwn: true,
  option: '-f',
  text: '-E',
  joins: true,
  here: true,
  executes: true,
  touches: '-t',
};

export const taskFamilies: ReadonlyMap<string, TaskFamily> = new Map<string, TaskFamily>([
  ['npm', { files: ['package.json'], upwards: true, unseen: '{}' }],
  ['deno', { files: ['deno.json', 'deno.jsonc', 'package.json'], upwards: true, words: 'task' }],
  ['make', { files: ['GNUmakefile', 'makefile', 'Makefile'], ...makefile }],
  ['bmake', { files: ['BSDmakefile', 'makefile', 'Makefile'], ...makefile }],
  [
    'just',
    {
      files: ['justfile', 'Justfile', '.justfile', 'JUSTFILE'],
      option: '-f',
      upwards: true,
      passesWords: true,
    },
  ],
  [
    'taskfile',
    {
      files: withEnds(['Taskfile', 'taskfile'], ['.yml', '.yaml', '.dist.yml', '.dist.yaml']),
      option: '-t',
      upwards: true,
    },
  ],
  ['composer', { files: ['composer.json'] }],
  ['tox', { files: ['tox.ini', 'setup.cfg', 'pyproject.toml', 'tox.toml'], option: '-c' }],
  ['invoke', { files: ['tasks.py'], upwards: true }],
  ['fabric', { files: ['fabfile.py'], upwards: true }],
  ['nox', { files: ['noxfile.py'], option: '-f' }],
  ['pyproject', { files: ['pyproject.toml'], upwards: true, passesWords: true }],
  ['poe', { files: ['poe_tasks.toml'], upwards: true, passesWords: true }],
  ['hatch', { files: ['hatch.toml'], upwards: true, passesWords: true }],
  ['pixi', { files: ['pixi.toml'], upwards: true, passesWords: true }],
  ['pipenv', { files: ['Pipfile'], upwards: true, passesWords: true }],
  ['pytest', { files: ['conftest.py'], along: true, here: true }],
  ['direnv', { files: ['.envrc'], upwards: true }],
  ['compose', { ...compose, words: 'compose' }],
  ['compose-alone', compose],
  ['playbook', { files: [], operands: true }],
  ['curl-config', { files: [], option: '-K', here: true, isHidden: true, saysAll: true }],
]);
