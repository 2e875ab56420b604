/** Expressions on values of which only the beginning is known. */
import { expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import { program } from '../engine/program.ts';
import { bash } from '../engine/setting.ts';

/** Whether a rule with an expression about what `export` is given is unsure of a command, or says no. */
function answer(expression: string, command: string): string {
  const rules = program(`deny a when runs "export" and any argument matches ${expression}`);
  const { effect, unsure } = new Engine({ program: rules }).decide(bash(command, '1'));
  return effect === 'deny' ? 'denied' : unsure.length > 0 ? 'unsure' : 'no';
}

test.each([
  ['/^HUSKY=0/', 'export HUSKY="$X"', 'unsure'],
  ['/^HUSKY=0/', 'export HUS"$X"', 'unsure'],
  ['/^HUSKY=0/', 'export PATH="a:$PATH"', 'no'],
  ['/HUSKY=0/', 'export PATH="a:$PATH"', 'unsure'],
  ['/(?m)^HUSKY=0/', 'export PATH="a:$PATH"', 'unsure'],
  ['/^A=[0-9]/', 'export A=x"$X"', 'unsure'],
  ['/^A=[0-9]/', 'export A=xy"$X"', 'no'],
  // What is not known may begin with a mark that changes the character before it.
  ['/^A=é/', 'export A=e"$X"', 'unsure'],
  ['/^A=\\x{1eb9}/', 'export A=e\u0301"$X"', 'unsure'],
  ['/^A=é/', 'export A=e\u0301x"$X"', 'unsure'],
  ['/^A=é/', 'export A=o\u0301x"$X"', 'no'],
])('%s, %s: %s', (expression, command, wanted) => {
  expect(answer(expression, command)).toBe(wanted);
});
