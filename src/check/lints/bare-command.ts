/**
 * The text of a command that is compared with the name of a program: it is equal where nothing else is in the text, so that any
 * argument makes the rule not hold.
 *
 *     when input.command is "curl"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedCompare, CheckedRule, Pattern } from '../tree/checked.ts';
import type { KnownNames } from '../tree/known-names.ts';
import { plainPatterns } from '../tree/plain-patterns.ts';
import { gather } from '../tree/walk.ts';
import { placeOfPattern } from '../values/pattern-place.ts';

type Programs = Pick<KnownNames, 'hasProgram'>;

/** Names of programs that conditions of rules and labels take for whole commands; those of a list once. */
export function findBareCommands(rules: readonly CheckedRule[], known: Programs): readonly Diagnostic[] {
  const seen = new Set<Pattern>();
  return rules.flatMap(({ when }) =>
    when.flatMap((each) =>
      // What is below a `not` holds less than it is meant to, and never lets a call pass.
      gather(each, (node, excuses) =>
        node.kind !== 'compare'
          ? undefined
          : excuses || !isWholeCommand(node)
            ? []
            : bareIn(node, known, seen),
      ),
    ),
  );
}

const isWholeCommand = ({ field, operator, negated }: CheckedCompare): boolean =>
  operator === 'is' && !negated && ['input.command', 'input.cmd'].includes(field.text);

const bareIn = (
  { field, patterns, place }: CheckedCompare,
  { hasProgram }: Programs,
  seen: Set<Pattern>,
): readonly Diagnostic[] =>
  plainPatterns(patterns).flatMap((pattern) => {
    if (pattern.kind !== 'text' || seen.has(pattern) || !hasProgram(pattern.value)) return [];
    seen.add(pattern);
    const { path, span } = placeOfPattern(pattern) ?? place;
    const message = `\`${field.text}\` is the whole command, and \`${pattern.value}\` is one without any argument`;
    const help = `write \`runs "${pattern.value}"\`, which also holds with arguments, behind \`cd x &&\` and below \`sudo\``;
    return [warningAt('bare-command', path, span, message, { help })];
  });
