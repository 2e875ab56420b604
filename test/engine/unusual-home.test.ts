/** Work below a home at a place that is no usual one: what is inside of the workspace there, and what is not. */
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { writtenDisk } from '../../src/facts/disk/written-disk.ts';
import { derive } from '../../src/facts/facts.ts';
import { program } from './program.ts';
import { bash } from './setting.ts';

const home = '/srv/people/u';
const workspace = `${home}/p`;
const policies = program(`deny outside
  when deletes or writes any path outside workspace
deny itself
  when deletes "." or ".git/**"
deny words
  when runs "login" and any argument matches /^other/
`);

function answer(command: string): string {
  const event = bash(command, '1', { cwd: workspace, roots: [workspace] });
  const disk = writtenDisk(new Map([[`${workspace}/sub/a`, { text: 'x' }]]), home);
  const { effect, unsure, code } = evaluate(policies, derive(event, undefined, undefined, { disk }));
  if (effect === 'deny') return code?.replace(/^.*\./, '') ?? 'deny';
  return unsure.length > 0 ? 'unsure' : 'passes';
}

describe('a workspace below an unusual home', () => {
  test.each([
    'echo x > new',
    'rm -r sub',
    `rm -r ${workspace}/sub`,
    'rm -r ~/p/sub',
    'cd ~/p && rm -r sub',
    'cp -n sub/a b',
    'login ~/p/x',
  ])('passes: %s', (command) => {
    expect(answer(command)).toBe('passes');
  });

  test.each([
    ['rm -r ~/q', 'outside'],
    [`rm -r ${home}/q`, 'outside'],
    ['rm -r ../q', 'outside'],
    ['echo x > ~/x', 'outside'],
    ['rm -r .', 'itself'],
    ['rm -r ~/p', 'itself'],
    [`rm -r ${workspace}`, 'itself'],
    ['rm -r ~/p/.git', 'itself'],
    [`rm -r ${workspace}/.git/objects`, 'itself'],
  ])('is denied: %s', (command, code) => {
    expect(answer(command)).toBe(code);
  });
});
