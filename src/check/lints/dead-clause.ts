/**
 * Clauses that can never do anything: parts of an `and` that contradict each
 * other; an `or` that always holds; an `unless` that excuses all that the rule is about, or something
 * that it is never about; an `if … missing` for a field that the rule does not
 * ask for or that is never missing.
 *
 *     when kind is shell and kind is fetch
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { fold } from '../../pattern/text/fold.ts';
import { effectTable } from '../../vocabulary/effects.ts';
import type {
  Absence,
  CheckedCompare,
  CheckedEffect,
  CheckedExpression,
  CheckedRule,
  ObjectTest,
  Pattern,
} from '../tree/checked.ts';
import { implies } from '../tree/implies.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { conjunctsOf, type ExpressionPart, gather, patternsOf, questionsOf } from '../tree/walk.ts';
import { needsWorkspace } from '../tree/workspace.ts';

/** Every pair of parts is compared: of a longer `and`, the first so many. */
const maximalAtoms = 100;

export function findDeadClauses(rule: CheckedRule): readonly Diagnostic[] {
  return [
    ...findContradictions({ kind: 'and', operands: rule.when, place: rule.place }),
    ...rule.unless.flatMap(findContradictions),
    ...[...rule.when, ...rule.unless].flatMap(findTautologies),
    ...findFutileExceptions(rule),
    ...findFutileAbsences(rule),
  ];
}

/**
 * Looks at every `and` on its own; the first contradiction in each is enough. A named condition is looked at for each
 * rule.
 */
const findContradictions = (expression: CheckedExpression): readonly Diagnostic[] =>
  gather(expression, (node) => {
    if (node.kind === 'effect') return findContraryOptions(node);
    if (node.kind !== 'and') return undefined;
    const found = findContradiction(node);
    if (found !== undefined) return [found];
    return node.operands.flatMap((operand) => (operand.kind === 'and' ? [] : findContradictions(operand)));
  });

function findContradiction(expression: CheckedExpression): Diagnostic | undefined {
  const compares = conjunctsOf(expression).flatMap((each) => (each.kind === 'compare' ? [each] : []));
  const atoms = compares.slice(0, maximalAtoms);
  for (const [index, later] of atoms.entries()) {
    const earlier = atoms.slice(0, index).find((each) => contradict(each, later));
    if (earlier !== undefined) return reportContradiction(earlier, later);
  }
  return undefined;
}

/** Finds each `or` that always holds, such as `tool is not "A" or tool is not "B"`. */
const findTautologies = (expression: CheckedExpression): readonly Diagnostic[] =>
  gather(expression, (node) => {
    if (node.kind !== 'or') return undefined;
    const either = eitherOf(node.operands);
    return either === undefined ? node.operands.flatMap(findTautologies) : [reportTautology(...either)];
  });

/** Two alternatives, in their order: one of them always holds. */
function eitherOf(
  alternatives: readonly CheckedExpression[],
): readonly [earlier: CheckedCompare, later: CheckedCompare] | undefined {
  const atoms = alternatives.flatMap(asCompare).slice(0, maximalAtoms);
  for (const [index, later] of atoms.entries()) {
    const earlier = atoms.slice(0, index).find((each) => isEither(each, later));
    if (earlier !== undefined) return [earlier, later];
  }
  return undefined;
}

/** Whether one of two alternatives always holds, whichever it is. */
export const hasEither = (alternatives: readonly CheckedExpression[]): boolean =>
  eitherOf(alternatives) !== undefined;

/** A comparison, also one behind a `not`. */
const asCompare = (expression: CheckedExpression): readonly CheckedCompare[] => {
  if (expression.kind === 'compare') return [expression];
  if (expression.kind !== 'not' || expression.operand.kind !== 'compare') return [];
  return [opposite(expression.operand)];
};

const opposite = (compare: CheckedCompare): CheckedCompare => ({ ...compare, negated: !compare.negated });

/** Whether one of two comparisons holds whatever the value is: where both do not hold, they contradict each other. */
const isEither = (a: CheckedCompare, b: CheckedCompare): boolean =>
  a.field.text === b.field.text &&
  a.quantifier === undefined &&
  b.quantifier === undefined &&
  a.measure === b.measure &&
  disjointChoices(opposite(a), opposite(b));

function reportTautology(earlier: CheckedCompare, later: CheckedCompare): Diagnostic {
  const { path, span } = later.place;
  return warningAt('dead-clause', path, span, 'this or an earlier part always holds, whatever the value is', {
    notes: [{ path: earlier.place.path, span: earlier.place.span, message: 'this is the earlier part' }],
    help: 'to leave out several values join the parts with `and`',
  });
}

/** `with -f without -f`: all the options that one group asks for are ruled out by another. */
function findContraryOptions({ tests, place }: CheckedEffect): Diagnostic[] {
  const options = tests.filter(({ of }) => of === 'option');
  const without = new Set(
    options.flatMap(({ negated, patterns }) => (negated ? patterns.map(patternKey) : [])),
  );
  const isContrary = options.some(
    ({ negated, patterns }) => !negated && patterns.every((each) => without.has(patternKey(each))),
  );
  if (!isContrary) return [];
  return [
    warningAt('dead-clause', place.path, place.span, 'no command is both with and without these options', {
      help: 'remove one of the two',
    }),
  ];
}

const patternKey = (pattern: Pattern): string => JSON.stringify(pattern);

function reportContradiction(earlier: CheckedCompare, later: CheckedCompare): Diagnostic {
  return warningAt(
    'dead-clause',
    later.place.path,
    later.place.span,
    'this can never hold together with an earlier part',
    {
      notes: [{ path: earlier.place.path, span: earlier.place.span, message: 'this is the earlier part' }],
      help: 'join the alternatives with `or`, or remove one of them',
    },
  );
}

function contradict(a: CheckedCompare, b: CheckedCompare): boolean {
  if (excludesMcp(a) && isAboutMcp(b)) return true;
  if (excludesMcp(b) && isAboutMcp(a)) return true;
  if (a.field.text !== b.field.text || a.quantifier !== undefined || b.quantifier !== undefined) return false;
  if (a.measure !== b.measure) return false;
  if (isAbsence(a) || isAbsence(b)) return absencesContradict(a, b);
  return disjointChoices(a, b) || emptyInterval(a, b);
}

const isAboutMcp = ({ field }: CheckedCompare): boolean =>
  field.entry.id === 'mcp.server' || field.entry.id === 'mcp.tool';

function excludesMcp({ field, operator, negated, patterns }: CheckedCompare): boolean {
  return (
    field.entry.id === 'origin' &&
    operator === 'is' &&
    !negated &&
    patterns.every((each) => each.kind === 'kind' && each.value === 'native')
  );
}

const isAbsence = ({ operator }: CheckedCompare): boolean => operator === 'missing' || operator === 'present';

/** `is missing` beside anything that needs a value. */
function absencesContradict(a: CheckedCompare, b: CheckedCompare): boolean {
  const saysMissing = (each: CheckedCompare): boolean =>
    isAbsence(each) && (each.operator === 'missing') !== each.negated;
  return saysMissing(a) !== saysMissing(b);
}

/** Two sets of plain choices without a common member. */
function disjointChoices(a: CheckedCompare, b: CheckedCompare): boolean {
  const first = choices(a);
  const second = choices(b);
  if (first === undefined || second === undefined) return false;
  if (a.negated && b.negated) return false;
  const [wanted, other] = a.negated ? [second, first] : [first, second];
  const exclude = a.negated || b.negated;
  return [...wanted].every((choice) => other.has(choice) === exclude);
}

function choices({ operator, patterns }: CheckedCompare): ReadonlySet<string> | undefined {
  if (operator !== 'is') return undefined;
  const keys = patterns.map(choiceKey);
  return keys.includes(undefined) ? undefined : new Set(keys.flatMap((key) => key ?? []));
}

function choiceKey(pattern: Pattern): string | undefined {
  if (pattern.kind === 'kind') return fold(pattern.value);
  if (pattern.kind === 'name') return pattern.value.includes('*') ? undefined : fold(pattern.value);
  if (pattern.kind === 'text') return `"${pattern.value.normalize('NFC')}"`;
  return pattern.kind === 'constant' ? String(pattern.value) : undefined;
}

function emptyInterval(a: CheckedCompare, b: CheckedCompare): boolean {
  const first = interval(a);
  const second = interval(b);
  if (first === undefined || second === undefined) return false;
  const low = Math.max(first.low, second.low);
  const high = Math.min(first.high, second.high);
  if (low > high) return true;
  const excluded = (bound: number): boolean => [first, second].some((each) => each.open.includes(bound));
  return low === high && excluded(low);
}

function interval({
  operator,
  negated,
  patterns,
}: CheckedCompare): { low: number; high: number; open: number[] } | undefined {
  const [only] = patterns;
  if (only?.kind !== 'constant' || typeof only.value !== 'number' || negated || patterns.length > 1)
    return undefined;
  const { value } = only;
  const infinite = Number.POSITIVE_INFINITY;
  switch (operator) {
    case '<':
      return { low: -infinite, high: value, open: [value] };
    case '<=':
      return { low: -infinite, high: value, open: [] };
    case '>':
      return { low: value, high: infinite, open: [value] };
    case '>=':
      return { low: value, high: infinite, open: [] };
    case 'is':
      return { low: value, high: value, open: [] };
    default:
      return undefined;
  }
}

/** An exception that repeats a condition of the rule leaves nothing to deny; one about something else excuses nothing. */
function findFutileExceptions(rule: CheckedRule): Diagnostic[] {
  if (rule.unless.length === 0) return [];
  const asked = new Map(rule.when.flatMap(questions).map(({ key, place }) => [key, place] as const));
  return rule.unless.map(withoutTerm).flatMap((exception) => {
    const { path, span } = exception.place;
    if (exception.kind === 'effect' && isNeverAbout(exception, rule)) {
      const verbs = [...new Set(rule.slots[exception.slot ?? 0]?.verbs)].map(
        (verb) => effectTable[verb].verb,
      );
      return [
        warningAt(
          'dead-clause',
          path,
          span,
          `the rule is about what the call ${verbs.join(' or ')}, and never about this`,
          { help: 'an exception is about the same thing as the rule: `unless path in …`' },
        ),
      ];
    }
    const first = askedBefore(exception, asked) ?? rule.when.find((each) => implies(each, exception))?.place;
    if (first === undefined) return [];
    return [
      warningAt('dead-clause', path, span, 'the exception excuses everything that the rule is about', {
        notes: [{ ...first, message: 'the rule asks for the same here' }],
        help: 'the rule can hardly ever fire; narrow the exception',
      }),
    ];
  });
}

/** What an exception with an owner asks. */
const withoutTerm = (exception: CheckedExpression): CheckedExpression =>
  exception.kind === 'condition' && exception.exception !== undefined ? exception.expression : exception;

/** Where a rule asks all that an exception asks. */
function askedBefore(
  exception: CheckedExpression,
  asked: ReadonlyMap<string, SourcePlace>,
): SourcePlace | undefined {
  const same = questions(exception).map(({ key }) => asked.get(key));
  return isWhole(exception) && !same.includes(undefined) ? same[0] : undefined;
}

/** Whether the questions of an expression are all that it asks. */
const isWhole = ({ kind }: CheckedExpression): boolean =>
  kind === 'compare' || kind === 'object' || kind === 'effect';

/** Whether none of the rule's objects of the exception's type is what the exception asks about. */
const isNeverAbout = ({ slot, verbs }: CheckedEffect, { slots }: CheckedRule): boolean =>
  slot !== undefined && slots[slot]?.verbs.some((verb) => verbs.includes(verb)) === false;

/** What must hold for an expression to hold, as far as that is plain; equal keys ask for the same. */
const questions = (expression: CheckedExpression): readonly Question[] =>
  conjunctsOf(expression).flatMap((part): readonly Question[] => {
    const { place } = part;
    if (part.kind === 'compare') return [{ key: keyOf(part), place }];
    if (part.kind === 'object') return [{ key: testKey(part.slot, part.test), place }];
    if (part.kind !== 'effect' || part.slot === undefined) return [];
    const { slot, verbs, onlyUnknown, tests } = part;
    const does = JSON.stringify(['does', slot, [...verbs].sort(), onlyUnknown === true]);
    return [does, ...tests.map((test) => testKey(slot, test))].map((key) => ({ key, place }));
  });

interface Question {
  readonly key: string;
  readonly place: SourcePlace;
}

const testKey = (slot: number | undefined, test: ObjectTest): string => JSON.stringify(['test', slot, test]);

const keyOf = ({ field, quantifier, measure, operator, negated, patterns }: CheckedCompare): string =>
  JSON.stringify([field.text, quantifier, measure, operator, negated, patterns]);

function findFutileAbsences({ when, unless, absences }: CheckedRule): readonly Diagnostic[] {
  if (absences.length === 0) return [];
  const asked = new Set([...when, ...unless].flatMap(questionsOf).flatMap(fieldsOf));
  return absences.flatMap((absence) => findFutileAbsence(absence, asked));
}

function findFutileAbsence({ field, state, place }: Absence, asked: ReadonlySet<string>): Diagnostic[] {
  const report = (message: string): Diagnostic[] => [
    warningAt('dead-clause', place.path, place.span, message, { help: 'remove the clause' }),
  ];
  if (!field.entry.optional && field.steps.length === 0) {
    return report(`\`${field.text}\` is never ${state}`);
  }
  return asked.has(field.text) ? [] : report(`the rule does not ask for \`${field.text}\``);
}

/** The fields that a question looks at; paths below the workspace look at the workspace. */
function fieldsOf(part: ExpressionPart): readonly string[] {
  const workspace = patternsOf(part).some(needsWorkspace) ? ['workspace'] : [];
  switch (part.kind) {
    case 'compare':
      return [part.field.text, ...workspace];
    case 'effect':
    case 'object':
    case 'opaque':
    case 'window':
    case 'denials':
    case 'label':
    case 'limit':
      return workspace;
    default:
      return part satisfies never;
  }
}
