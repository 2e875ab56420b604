/**
 * The families of task files, by the names that `knowledge/manners.traits` has for them. Where their files are is told
 * here, and what is in them in `read-tasks.ts`, which few calls need.
 */
import type { TaskFamily } from './family.ts';

export const taskFamilies: ReadonlyMap<string, TaskFamily> = new Map<string, TaskFamily>([
  ['npm', { files: ['package.json'], upwards: true }],
  [
    'make',
    {
      files: ['GNUmakefile', 'makefile', 'Makefile'],
      option: '-f',
      text: '-E',
      joins: true,
      here: true,
      executes: true,
    },
  ],
  ['just', { files: ['justfile', 'Justfile', '.justfile', 'JUSTFILE'], option: '-f', upwards: true }],
  [
    'taskfile',
    {
      files: ['Taskfile', 'taskfile'].flatMap((name) =>
        ['.yml', '.yaml', '.dist.yml', '.dist.yaml'].map((end) => name + end),
      ),
      option: '-t',
      upwards: true,
    },
  ],
  ['composer', { files: ['composer.json'] }],
  ['tox', { files: ['tox.ini', 'setup.cfg', 'pyproject.toml', 'tox.toml'], option: '-c' }],
  ['nox', { files: ['noxfile.py'], option: '-c' }],
  ['pyproject', { files: ['pyproject.toml'], upwards: true }],
  ['pytest', { files: ['conftest.py'], along: true, here: true }],
  ['direnv', { files: ['.envrc'], upwards: true }],
  [
    'compose',
    {
      files: ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'],
      also: [
        'compose.override.yaml',
        'compose.override.yml',
        'docker-compose.override.yaml',
        'docker-compose.override.yml',
      ],
      option: '-f',
      upwards: true,
      words: 'compose',
    },
  ],
  ['playbook', { files: [], operands: true }],
  ['ssh-config', { files: [], option: '-F', here: true }],
  ['curl-config', { files: [], option: '-K', here: true }],
]);
