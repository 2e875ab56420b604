/**
 * Exceptions that hold for all that their rule is about, though they do not repeat it: any path at all, or a text that each of
 * its commands has.
 *
 *     when reads any path unless path under "/"
 *     when runs "git" unless command contains "git"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { compileRegex } from '../../pattern/regex/regex.ts';
import type { CheckedExpression, CheckedRule, ObjectTest, Pattern } from '../tree/checked.ts';
import { plainPatterns } from '../tree/plain-patterns.ts';
import { conjunctsOf, gather } from '../tree/walk.ts';
import { alwaysHolds } from './always-holds.ts';

export const findWholeExceptions = ({ when, unless }: CheckedRule): readonly Diagnostic[] =>
  unless.flatMap((exception) => findWhole(exception, when));

const findWhole = (exception: CheckedExpression, when: readonly CheckedExpression[]): readonly Diagnostic[] =>
  gather(exception, (node) => {
    if (node.kind === 'not' || node.kind === 'and') return [];
    // One that holds for every call is reported with its rules.
    if (node.kind === 'condition' && node.exception !== undefined && alwaysHolds(node)) return [];
    if (node.kind !== 'object' || node.test.negated) return undefined;
    const { test, slot, place } = node;
    const what = isAnyPath(test)
      ? 'every path matches'
      : isOfEach(test, commandsOf(when, slot))
        ? 'every command that the rule is about has this text'
        : undefined;
    if (what === undefined) return undefined;
    const message = `${what}, so that nothing is left of the rule`;
    return [
      warningAt('broad-exception', place.path, place.span, message, {
        help: 'ask for what has to pass, and for nothing else: `path in "docs/**"`, `command is "git status"`',
      }),
    ];
  });

/** Whether each path matches. */
const isAnyPath = (test: ObjectTest): boolean =>
  test.of === 'path' &&
  plainPatterns(test.patterns).some((each) =>
    each.kind === 'path'
      ? test.operator === 'under'
        ? each.value === '/'
        : /^(\/?\*\*(\/\*)?)$/.test(each.value)
      : paths.every((path) => holds(test, each, path)),
  );

const paths = ['/q', '/home/user/project/src/a b.txt', '/etc/shadow', '/Z/1'];

/** The commands that a rule names for one of its objects. */
const commandsOf = (when: readonly CheckedExpression[], slot: number): readonly string[] => {
  const own = when.flatMap(conjunctsOf).find((each) => each.kind === 'effect' && each.slot === slot);
  if (own?.kind !== 'effect') return [];
  const names = own.tests.find(
    ({ of, operator, negated }) => of === 'command' && operator === 'is' && !negated,
  );
  return plainPatterns(names?.patterns ?? []).flatMap((each) =>
    each.kind === 'command' ? [each.value] : [],
  );
};

/** Whether a test of the text of a command holds for each of these, whatever follows them. */
const isOfEach = (test: ObjectTest, commands: readonly string[]): boolean =>
  test.of === 'command' &&
  commands.length > 0 &&
  commands.every((command) =>
    ends.every((end) => plainPatterns(test.patterns).some((each) => holds(test, each, `${command}${end}`))),
  );

const ends = ['', ' x', ' --all -f 1 "q z"'];

function holds({ operator }: ObjectTest, pattern: Pattern, text: string): boolean {
  if (operator === 'matches')
    return (
      pattern.kind === 'regex' && compileRegex(pattern.source, pattern.flags).pattern?.test(text) === true
    );
  if (!('value' in pattern) || typeof pattern.value !== 'string') return false;
  if (operator === 'contains') return text.includes(pattern.value);
  return operator === 'starts with' && text.startsWith(pattern.value);
}
