/**
 * Whether one expression holds only where another one does, as far as their texts show it; false where they do not. Both
 * are of rules about the same objects, so that a slot has the same number in both.
 */
import type { CheckedCompare, CheckedEffect, CheckedExpression, ObjectTest, Pattern } from './checked.ts';
import { meaningOf, remembered } from './same-meaning.ts';

/** Whether `broad` holds wherever `narrow` does, and is unknown or holds wherever `narrow` is unknown. */
export function implies(narrow: CheckedExpression, broad: CheckedExpression): boolean {
  // A named condition is its expression; an exception also has a term.
  if (narrow.kind === 'condition' && narrow.exception === undefined) return implies(narrow.expression, broad);
  if (broad.kind === 'condition' && broad.exception === undefined) return implies(narrow, broad.expression);
  if (narrow.kind === 'or') return narrow.operands.every((each) => implies(each, broad));
  if (broad.kind === 'and') return broad.operands.every((each) => implies(narrow, each));
  if (narrow.kind === 'and' && narrow.operands.some((each) => implies(each, broad))) return true;
  if (broad.kind === 'or' && broad.operands.some((each) => implies(narrow, each))) return true;
  if (narrow.kind === 'not' && broad.kind === 'not') return implies(broad.operand, narrow.operand);
  if (narrow.kind === 'effect' && broad.kind === 'effect') return effectImplies(narrow, broad);
  if (narrow.kind === 'effect' && broad.kind === 'object')
    return narrow.slot === broad.slot && narrow.tests.some((test) => testImplies(test, broad.test));
  if (narrow.kind === 'object' && broad.kind === 'object')
    return narrow.slot === broad.slot && testImplies(narrow.test, broad.test);
  if (narrow.kind === 'compare' && broad.kind === 'compare') return compareImplies(narrow, broad);
  return narrow.kind === broad.kind && meaningOf(narrow) === meaningOf(broad);
}

function effectImplies(narrow: CheckedEffect, broad: CheckedEffect): boolean {
  return (
    narrow.slot === broad.slot &&
    narrow.type === broad.type &&
    narrow.verbs.every((verb) => broad.verbs.includes(verb)) &&
    (broad.onlyUnknown !== true || narrow.onlyUnknown === true) &&
    broad.tests.every((test) => narrow.tests.some((each) => testImplies(each, test)))
  );
}

const testImplies = (narrow: ObjectTest, broad: ObjectTest): boolean => {
  if (narrow.of !== broad.of) return false;
  if (narrow.operator !== broad.operator)
    return isPlace(narrow) && isPlace(broad) && testImplies(withBelow(narrow), withBelow(broad));
  return sameButPatterns(narrow, broad) && covers(broad, broad.patterns, narrow.patterns);
};

const isPlace = ({ operator }: ObjectTest): boolean => operator === 'is' || operator === 'under';

/** `under "a"` as `is "a" or "a/**"`. A list, and a pattern with a star, is left as it is. */
const withBelow = (test: ObjectTest): ObjectTest =>
  test.operator !== 'under'
    ? test
    : {
        ...test,
        operator: 'is',
        patterns: test.patterns.flatMap((each) =>
          each.kind === 'path' && !each.value.includes('*')
            ? [each, { ...each, value: `${each.value.replace(/\/$/, '')}/**` }]
            : [each],
        ),
      };

const compareImplies = (narrow: CheckedCompare, broad: CheckedCompare): boolean =>
  narrow.field.text === broad.field.text &&
  narrow.operator === broad.operator &&
  sameButPatterns(narrow, broad) &&
  covers(broad, broad.patterns, narrow.patterns);

const meaningButPatterns = remembered<CheckedCompare | ObjectTest>(({ patterns: _, ...rest }) =>
  meaningOf(rest),
);

/** Whether everything but the patterns is equal, also properties that are added later. */
const sameButPatterns = (narrow: CheckedCompare | ObjectTest, broad: CheckedCompare | ObjectTest): boolean =>
  meaningButPatterns(narrow) === meaningButPatterns(broad);

/** A negated comparison holds for more values if it has fewer patterns. */
const covers = (
  { negated, operator }: Pick<ObjectTest, 'negated'> & { readonly operator: string },
  broad: readonly Pattern[],
  narrow: readonly Pattern[],
): boolean => {
  const isWithin = (one: Pattern, other: Pattern): boolean =>
    (one.kind === other.kind && meaningOf(one) === meaningOf(other)) ||
    (operator === 'is' && patternCovers(other, one));
  return negated
    ? broad.every((each) => narrow.some((other) => isWithin(each, other)))
    : narrow.every((each) => broad.some((other) => isWithin(each, other)));
};

/** Whether `broad` matches everything that `narrow` matches, as far as their texts show it. */
function patternCovers(broad: Pattern, narrow: Pattern): boolean {
  if (broad.kind === 'list')
    return broad.except.length === 0 && broad.items.some((item) => meaningOf(item) === meaningOf(narrow));
  if (broad.kind === 'path' && narrow.kind === 'path') return pathCovers(broad.value, narrow.value);
  if (broad.kind === 'command' && narrow.kind === 'command') return commandCovers(broad.value, narrow.value);
  return false;
}

/** `/etc/**` covers `/etc/passwd`. */
function pathCovers(broad: string, narrow: string): boolean {
  const [, folder] = /^([\w./~@-]*[\w-])\/\*\*$/.exec(broad) ?? [];
  if (folder === undefined || !narrow.startsWith(`${folder}/`)) return false;
  const rest = narrow.slice(folder.length + 1);
  return (
    /^[\w./*@-]+$/.test(rest) && !rest.split('/').some((part) => part === '..' || part === '' || part === '.')
  );
}

/** `git` covers `git push`, and `git push` covers `git push --force`. */
function commandCovers(broad: string, narrow: string): boolean {
  const [broadWords, broadOptions] = partsOf(broad);
  const [narrowWords, narrowOptions] = partsOf(narrow);
  return (
    broadWords.every((word, at) => narrowWords[at] === word) &&
    broadOptions.every((option) => narrowOptions.includes(option))
  );
}

function partsOf(command: string): readonly [words: readonly string[], options: readonly string[]] {
  const words = command.trim().split(/\s+/);
  const isOption = (word: string): boolean => word.startsWith('-');
  return [words.filter((word) => !isOption(word)), words.filter(isOption)];
}
