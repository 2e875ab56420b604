/**
 * Exceptions that hold for one word of a command where it can have several: a harmless word excuses the others.
 *
 *     when runs "docker pull" unless any image is "registry.example.com/*"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedRule, ObjectTest } from '../tree/checked.ts';
import { gatherInRule } from '../tree/walk.ts';

export const findAnyInExceptions = (rule: CheckedRule): readonly Diagnostic[] =>
  gatherInRule(rule, (node, excuses) => {
    if (node.kind !== 'object' || !excuses || !asksAnyOfMany(node.test)) return undefined;
    const { test, place } = node;
    return [
      warningAt(
        'any-in-exception',
        place.path,
        place.span,
        `one ${test.role ?? `value of ${test.option}`} that is like this excuses all the others that the command is given`,
        { help: advice(test) },
      ),
    ];
  });

function advice({ role, option }: ObjectTest): string {
  if (option !== undefined)
    return `write \`value of ${option}\`, which is the one that counts, or \`every value of ${option}\``;
  return role === 'argument'
    ? 'write `every argument`, or name the word with the command, which then is one thing: `unless runs "…" with "…"`'
    : `write \`every ${role}\`, which holds only if all of them are like this`;
}

const asksAnyOfMany = ({ role, of, quantifier }: ObjectTest): boolean =>
  quantifier === 'any' && (of === 'value' || (role !== undefined && !single.has(role)));

/** Words that a command has only once, so that `any` and `every` are the same. */
const single: ReadonlySet<string> = new Set(['action', 'remote', 'mode', 'method', 'entrypoint', 'message']);
