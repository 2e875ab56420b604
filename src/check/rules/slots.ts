/**
 * The objects that a rule is about. Effect predicates joined by `or` share an object where one word can name it (a path
 * that is read or sent, a host). Predicates of one type joined by `and` have one each. In an exception they ask about the
 * object of the rule, and below a `not` about the whole call. Everything else that the rule asks (`path in …`, `every
 * refspec …`, `{path}`) is about one of these objects.
 */
import type { Note } from '../../language/diagnostic.ts';
import type { Span } from '../../language/source.ts';
import { effectTable, isObjectWord, type ObjectWord, objectWords } from '../../vocabulary/effects.ts';
import { type Context, reportError } from '../names/context.ts';
import type {
  CheckedEffect,
  CheckedExpression,
  CheckedObject,
  EffectVerb,
  ObjectType,
  Slot,
} from '../tree/checked.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { gather, mapChildren } from '../tree/walk.ts';

/** With more objects there would be too many combinations of them. */
const mostSlots = 3;

interface Assigned {
  readonly when: readonly CheckedExpression[];
  readonly unless: readonly CheckedExpression[];
  readonly slots: readonly Slot[];
}

interface GrowingSlot {
  readonly type: ObjectType;
  readonly verbs: Set<EffectVerb>;
}

/** Gives every predicate of a rule its object; undefined where one has none, which is reported. */
export function assignSlots(
  context: Context,
  when: readonly CheckedExpression[],
  unless: readonly CheckedExpression[],
  name: { readonly text: string; readonly span: Span },
): Assigned | undefined {
  const slots: GrowingSlot[] = [];
  const withEffects = when.map((each) => assignEffects(each, undefined, slots));
  if (slots.length > mostSlots) {
    return reportError(
      context,
      'too-many-objects',
      name.span,
      `the rule is about ${slots.length} things at once; at most ${mostSlots} are allowed`,
      { help: 'predicates joined by `or` are about one thing; make several rules of the others' },
    );
  }
  let sound = true;
  const inWhen = withEffects.map((each) =>
    assignObjects(each, slots, context, () => {
      sound = false;
    }),
  );
  const inUnless = unless.map((each) => bindExcuse(context, each, slots));
  if (!sound || !inUnless.every((each) => each !== undefined)) return undefined;
  return {
    when: inWhen,
    unless: inUnless,
    slots: slots.map(({ type, verbs }) => ({ type, verbs: [...verbs] })),
  };
}

/**
 * Binds an exception to the objects of a rule; undefined where it asks about an object that the rule does not have,
 * which is reported.
 */
export function bindExcuse(
  context: Context,
  expression: CheckedExpression,
  slots: SomeSlots,
): CheckedExpression | undefined {
  const excuses = new Excuses(context, slots);
  const bound = excuses.bind(expression);
  return excuses.failed ? undefined : bound;
}

/** Objects that the operands of an `or` share, by type. */
type Shared = Map<ObjectType, number>;

/** Types that one word can name: `path` is read or sent, `host` is connected to or sent to. */
const related: Readonly<Partial<Record<ObjectType, readonly ObjectType[]>>> = {
  path: ['send'],
  host: ['send'],
  send: ['path', 'host'],
};

const typesOf = (verbs: Iterable<EffectVerb>): readonly ObjectType[] =>
  [...verbs].map((verb) => effectTable[verb].object);

/**
 * The shared object of this type or of a related one, but not an object that would be a path for one predicate and a
 * host for another.
 */
function sharedSlot(
  shared: Shared | undefined,
  type: ObjectType,
  slots: readonly GrowingSlot[],
): number | undefined {
  const own = shared?.get(type);
  if (own !== undefined || shared === undefined) return own;
  const kin = related[type] ?? [];
  return [...shared.values()].find((slot) =>
    typesOf(slots[slot]?.verbs ?? []).every((each) => each === type || kin.includes(each)),
  );
}

function assignEffects(
  expression: CheckedExpression,
  shared: Shared | undefined,
  slots: GrowingSlot[],
): CheckedExpression {
  switch (expression.kind) {
    case 'effect':
      return assignEffect(expression, shared, slots);
    case 'or': {
      const own = shared ?? new Map<ObjectType, number>();
      return { ...expression, operands: expression.operands.map((each) => assignEffects(each, own, slots)) };
    }
    case 'and': {
      const used = new Set<number>();
      const operands = expression.operands.map((each) => {
        const free =
          shared === undefined ? undefined : new Map([...shared].filter(([, slot]) => !used.has(slot)));
        const assigned = assignEffects(each, free, slots);
        for (const slot of slotsIn(assigned)) used.add(slot);
        for (const [type, slot] of free ?? []) if (!shared?.has(type)) shared?.set(type, slot);
        return assigned;
      });
      return { ...expression, operands };
    }
    case 'not':
      return askWholeCall(expression);
    default:
      return mapChildren(expression, (child) => assignEffects(child, shared, slots));
  }
}

function assignEffect(
  effect: CheckedEffect,
  shared: Shared | undefined,
  slots: GrowingSlot[],
): CheckedEffect {
  const known = sharedSlot(shared, effect.type, slots);
  const slot = known ?? slots.push({ type: effect.type, verbs: new Set() }) - 1;
  for (const verb of effect.verbs) slots[slot]?.verbs.add(verb);
  shared?.set(effect.type, slot);
  return { ...effect, slot };
}

const slotsIn = (expression: CheckedExpression): readonly number[] =>
  gather(expression, (node) => (node.kind === 'effect' && node.slot !== undefined ? [node.slot] : undefined));

/** Below a `not`, a predicate is about everything that the call does. */
const askWholeCall = (expression: CheckedExpression): CheckedExpression =>
  expression.kind === 'effect' ? { ...expression, slot: undefined } : mapChildren(expression, askWholeCall);

/**
 * What an exception asks about: the object of the rule where it has one of that type, else the whole call, as below a `not`.
 * Rules about the same objects share the tree of a named condition, so that it is kept, compiled and asked once.
 */
class Excuses {
  readonly #context: Context;
  readonly #slots: SomeSlots;
  /** Conditions that other rules with the same objects have bound. */
  readonly #bound: Map<CheckedExpression, CheckedExpression>;
  failed = false;

  constructor(context: Context, slots: SomeSlots) {
    this.#context = context;
    this.#slots = slots;
    const { boundConditions } = context.shared;
    const objects = slots.map(({ verbs }) => [...verbs].sort().join('/')).join(' ');
    this.#bound = boundConditions.get(objects) ?? new Map();
    boundConditions.set(objects, this.#bound);
  }

  bind(expression: CheckedExpression, use?: SourcePlace): CheckedExpression {
    switch (expression.kind) {
      case 'effect':
        return { ...expression, slot: this.#slotFor(expression) };
      case 'not':
        return assignObjects(askWholeCall(expression), this.#slots, this.#context, () => this.#fail(), use);
      case 'object':
        return assignObjects(expression, this.#slots, this.#context, () => this.#fail(), use);
      case 'condition':
        return {
          ...expression,
          expression: this.#bindCondition(expression.expression, use ?? expression.place),
        };
      default:
        return mapChildren(expression, (child) => this.bind(child, use));
    }
  }

  #bindCondition(expression: CheckedExpression, use: SourcePlace): CheckedExpression {
    const known = this.#bound.get(expression);
    if (known !== undefined) return known;
    const before = this.failed;
    this.failed = false;
    const bound = this.bind(expression, use);
    // What fails is reported for each use.
    if (!this.failed) this.#bound.set(expression, bound);
    this.failed ||= before;
    return bound;
  }

  #slotFor({ type }: CheckedEffect): number | undefined {
    const fitting = this.#slots.flatMap(({ verbs }, index) => (typesOf(verbs).includes(type) ? [index] : []));
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  #fail(): void {
    this.failed = true;
  }
}

/** `use` is where a condition is used that the expression is a part of. */
function assignObjects(
  expression: CheckedExpression,
  slots: SomeSlots,
  context: Context,
  fail: () => void,
  use?: SourcePlace,
): CheckedExpression {
  if (expression.kind !== 'object') {
    const outermost = expression.kind === 'condition' ? (use ?? expression.place) : use;
    return mapChildren(expression, (child) => assignObjects(child, slots, context, fail, outermost));
  }
  const slot = slotOf(expression, slots, context, use);
  if (slot === undefined) {
    fail();
    return expression;
  }
  // The `command` of a pipe is the one that reads what the other prints.
  const { test } = expression;
  const piped = test.of === 'command' && typesOf(slots[slot]?.verbs ?? []).includes('pipe');
  return { ...expression, slot, test: piped ? { ...test, of: 'consumer' } : test };
}

function slotOf(
  { text, test, place }: CheckedObject,
  slots: SomeSlots,
  context: Context,
  use: SourcePlace | undefined,
): number | undefined {
  const here = { ...context, path: place.path };
  const notes = use === undefined ? [] : [{ ...use, message: 'it is used by a rule here' }];
  if (test.of !== 'role' && test.of !== 'value' && test.of !== 'option')
    return findSlot(here, text, text, slots, place.span, notes);
  const commands = slots.flatMap(({ verbs }, index) => (typesOf(verbs).includes('command') ? [index] : []));
  const role = test.role ?? '';
  if (commands.length === 0 && isObjectWord(role) && fittingSlots(role, slots).length > 0) {
    return reportError(here, 'wrong-type', place.span, `a rule is about one \`${role}\` at a time`, {
      notes,
      help: `leave \`${test.quantifier}\` out: \`${role} is …\``,
    });
  }
  const fitting = commands.length > 0 ? commands : slotsWithDoer(slots);
  return chooseSlot(here, 'command', text, fitting, place.span, notes, false);
}

/** Objects that one command acts on. A pipe has two commands, so none of them is meant. */
const slotsWithDoer = (slots: SomeSlots): readonly number[] =>
  slots.flatMap(({ verbs }, index) => (typesOf(verbs).includes('pipe') ? [] : [index]));

type SomeSlots = readonly { readonly verbs: Iterable<EffectVerb> }[];

function fittingSlots(word: ObjectWord, slots: SomeSlots): readonly number[] {
  const { types, verb } = objectWords[word];
  return slots.flatMap(({ verbs }, index) =>
    typesOf(verbs).some((type) => types.includes(type)) && (verb === undefined || [...verbs].includes(verb))
      ? [index]
      : [],
  );
}

/** The words that name something in a rule with these objects. */
export const wordsFor = (slots: SomeSlots): readonly ObjectWord[] =>
  Object.keys(objectWords)
    .filter(isObjectWord)
    .filter(
      (word) =>
        fittingSlots(word, slots).length > 0 || (isOfCommand(word) && slotsWithDoer(slots).length > 0),
    );

const isOfCommand = (word: ObjectWord): boolean => word === 'command' || word === 'working directory';

/** The one object of the rule that a word names; reports where there is none, or more than one. */
export function findSlot(
  context: Context,
  word: string,
  text: string,
  slots: SomeSlots,
  span: Span,
  notes: readonly Note[] = [],
): number | undefined {
  if (!isObjectWord(word)) return undefined;
  const named = fittingSlots(word, slots);
  const fitting = named.length === 0 && isOfCommand(word) ? slotsWithDoer(slots) : named;
  // Beside pipes there is one that `runs` asks about.
  const isOneRun =
    text.startsWith('command') &&
    fitting.filter((index) => typesOf(slots[index]?.verbs ?? []).includes('command')).length === 1;
  return chooseSlot(context, word, text, fitting, span, notes, isOneRun);
}

function chooseSlot(
  context: Context,
  word: ObjectWord,
  text: string,
  fitting: readonly number[],
  span: Span,
  notes: readonly Note[],
  isOneRun: boolean,
): number | undefined {
  if (fitting.length === 1) return fitting[0];
  if (fitting.length === 0) {
    return reportError(context, 'no-object', span, `\`${text}\` is about nothing that the rule asks for`, {
      notes,
      help: `it needs a predicate that gives one, such as \`${objectWords[word].givenBy}\`${word === 'command' ? ' or `runs any command`' : ''}`,
    });
  }
  return reportError(
    context,
    'ambiguous-object',
    span,
    `\`${text}\` could be about ${fitting.length} things that the rule asks for`,
    {
      notes,
      help:
        word === 'path'
          ? 'say which: `read path`, `written path`, `deleted path`, `moved path`, `copied path` or `sent path`'
          : isOneRun
            ? 'ask with `runs`, as in `runs "git push" with "--dry-run"`, or make several rules of them'
            : 'join the predicates by `or`, so that they are about one thing, or make several rules of them',
    },
  );
}
