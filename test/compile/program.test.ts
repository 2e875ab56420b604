import { expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { compile, type Program } from '../../src/compile/program.ts';
import { judgeRule } from '../../src/engine/rule-result.ts';
import { derive } from '../../src/facts/facts.ts';
import { parse } from '../../src/language/parse.ts';
import { truthName } from '../../src/pattern/text/truth.ts';
import { eventOf } from './outcomes.ts';

function programOf(files: Readonly<Record<string, string>>): Program {
  const parsed = Object.entries(files).map(([path, text]) => parse({ path, text }));
  const { bundle, diagnostics } = check(
    parsed.map(({ policy }) => policy),
    parsed.flatMap((each) => each.diagnostics),
  );
  if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return compile(bundle);
}

const answers = (program: Program, event: string): Record<string, string> =>
  Object.fromEntries(
    program.rules.map((rule) => [rule.code, truthName(judgeRule(rule, derive(eventOf(event))).truth)]),
  );

const library = `policy com.example.lib
list admins = names "admin_*" except "admin_ping"
condition admin = tool in @admins and not (input.dry is true)
`;
const rules = `policy com.example.rules
import "lib.policy"
deny as-reason
  when admin
deny as-excuse
  when tool is "*"
  unless admin
deny turned
  when not admin
deny both
  when admin
  unless admin
`;

test('an imported condition is compiled for each side that it stands on', () => {
  const program = programOf({ 'lib.policy': library, 'rules.policy': rules });
  const of = (event: string): string[] => Object.values(answers(program, event));
  expect(Object.keys(answers(program, '{}'))).toEqual([
    'com.example.rules.as-excuse',
    'com.example.rules.as-reason',
    'com.example.rules.both',
    'com.example.rules.turned',
  ]);
  expect(of('with {"name": "admin_x", "input": {"dry": false}}')).toEqual(['no', 'yes', 'no', 'no']);
  // What only resembles the name is denied as if it were one, and not excused for it.
  expect(of('with {"name": "ADMIN_x", "input": {"dry": false}}')).toEqual(['yes', 'yes', 'yes', 'yes']);
  // The exception of the list is on the other side of its items.
  expect(of('with {"name": "admin_ping", "input": {"dry": false}}')).toEqual(['yes', 'no', 'no', 'yes']);
  expect(of('with {"name": "admin_PING", "input": {"dry": false}}')).toEqual(['yes', 'yes', 'yes', 'yes']);
  // What cannot be told excuses nobody.
  expect(of('with {"name": "admin_x"}')).toEqual(['yes', 'unknown', 'unknown', 'unknown']);
  expect(of('with {"name": "admin_x", "input": {"dry": true}}')).toEqual(['yes', 'no', 'no', 'yes']);
});

test('the order of files means nothing', () => {
  const event = 'with {"name": "ADMIN_x", "input": {"dry": 1}}';
  expect(answers(programOf({ 'rules.policy': rules, 'lib.policy': library }), event)).toEqual(
    answers(programOf({ 'lib.policy': library, 'rules.policy': rules }), event),
  );
});

test('only a rule that notes something keeps a second form', () => {
  const program = programOf({
    'a.policy': `policy com.example
deny a when input.x is "a" if input.x missing note
deny b when input.x is "a" if input.x missing apply
`,
  });
  expect(program.rules.map(({ withoutNotes }) => withoutNotes !== undefined)).toEqual([true, false]);
});
