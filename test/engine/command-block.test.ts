/** What a command of a policy's own block deletes may be a folder: a rule about what is in it holds. */
import { expect, test } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, program } from './program.ts';

const rules = program(`
command "acme-wipe"
  deletes operands
deny wipe
  when deletes "/srv/data/**"
`);

test.each([
  ['acme-wipe /srv/data', 'deny'],
  ['acme-wipe /srv', 'deny'],
  ['acme-wipe /srv/data/x', 'deny'],
  ['acme-wipe /srv/other', 'none'],
])('%s: %s', (command, effect) => {
  const facts = derive(call({ command }), rules.knowledge);
  expect(evaluate(rules, facts).effect).toBe(effect);
});
