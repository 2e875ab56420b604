/**
 * What an event must have in it for a rule to hold, or even to be unsure: a tool of
 * that kind or name, a command of that program, a path or text with that in it. A
 * rule is found by what it demands; one that demands nothing that can be looked up
 * is asked about every event. Only what denies is read, the conditions of `when`:
 * an exception demands nothing.
 */
import type {
  CheckedCompare,
  CheckedExpression,
  CheckedRule,
  EffectVerb,
  ObjectTest,
  Pattern,
  Slot,
} from '../check/checked.ts';
import { conjunctsOf } from '../check/walk.ts';
import type { Known } from '../facts/known.ts';
import { programsOfPattern } from '../pattern/command.ts';
import { fold } from '../pattern/fold.ts';
import { neededHost } from '../pattern/host.ts';
import { neededPieces } from '../pattern/path-piece.ts';
import { literalsOfRegex } from '../pattern/regex-literals.ts';
import { namesOfCommand } from './canonical-command.ts';
import { neededNames } from './path-test.ts';
import {
  askField,
  askHosts,
  askKind,
  askPaths,
  askPrograms,
  askVerbs,
  type FieldView,
  type Question,
} from './question.ts';
import { withServerNames } from './server-names.ts';

/** One thing that an event may have: what is asked, and the answer that is needed. */
export interface Need {
  readonly question: Question;
  readonly word: string;
  /** What the event must have as well: the rule can be found by any of them instead. */
  readonly also?: readonly string[];
}

/** The event must have one of these; of an event of which that cannot be told, it may. */
export type Demand = readonly Need[];

/** What a rule demands, part by part: each has to be met. Empty where it may hold for any event. */
export function demandsOf(rule: CheckedRule, known: Known): readonly Demand[] {
  const scope = { slots: rule.slots, known, onlyKinds: false, needed: neededFields(rule) };
  return rule.when.flatMap(conjunctsOf).flatMap((part) => {
    const demand = demandOfExpression(part, scope);
    return demand === undefined ? [] : [demand];
  });
}

/**
 * Of the demands of each rule the one to find it by; undefined for a rule that has
 * none. What many of the rules demand is no good for that, however rare it seems:
 * policies about one tool are made where that tool is called.
 */
export function choose(demands: readonly (readonly Demand[])[]): readonly (Demand | undefined)[] {
  const counts = new Map<string, number>();
  const keyOf = (question: Question, word: string): string => `${question.id}\0${word}`;
  const count = (question: Question, word: string): void => {
    const key = keyOf(question, word);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const own of demands) {
    for (const { question, word, also = [] } of own.flat()) {
      if (own.length < 2 && also.length === 0) continue;
      count(question, word);
      for (const other of also) count(question, other);
    }
  }
  const weigh: Weigh = (question, word) => {
    const found = counts.get(keyOf(question, word)) ?? 0;
    return question.weigh(word) + (found < crowd ? 0 : (mostCrowding * found) / demands.length);
  };
  return demands.map((own) =>
    lightest(
      own.map((demand) => demand.map((need) => spell(need, weigh))),
      weigh,
    ),
  );
}

/** About how many events in a thousand have it, and how many rules that demand it. */
type Weigh = (question: Question, word: string) => number;

/** A need by the one of its words that weighs least. */
function spell(need: Need, weigh: Weigh): Need {
  const { question, word, also = [] } = need;
  if (also.length === 0) return need;
  let chosen = word;
  let least = weigh(question, word);
  for (const other of also) {
    const weight = weigh(question, other);
    if (weight >= least) continue;
    least = weight;
    chosen = other;
  }
  return { question, word: chosen, also: [word, ...also].filter((each) => each !== chosen) };
}

/** So many rules that demand the same are many. */
const crowd = 16;
/** What weighs as much as a thing that half of all events have. */
const mostCrowding = 500;

/** The kinds of tools of which a rule demands one; undefined where it may hold for a tool of any kind. */
export function kindsOf({ when, slots }: CheckedRule, known: Known): Demand | undefined {
  const scope = { slots, known, onlyKinds: true, needed: noFields };
  return best(when.map((each) => demandOfExpression(each, scope)));
}

/** What a part of `when` demands; undefined where it may hold for any event. */
export const demandOfPart = (
  part: CheckedExpression,
  slots: readonly Slot[],
  known: Known,
): Demand | undefined => demandOfExpression(part, { slots, known, onlyKinds: false, needed: noFields });

interface Scope {
  readonly slots: readonly Slot[];
  readonly known: Known;
  /** What else is demanded does not matter. */
  readonly onlyKinds: boolean;
  /** Fields, as they are written, without which the rule can neither hold nor be unsure. */
  readonly needed: ReadonlySet<string>;
}

const noFields: ReadonlySet<string> = new Set();

/** Fields that a rule says must be there: `is present` beside all else, or `if … missing skip`. */
function neededFields({ when, absences }: CheckedRule): ReadonlySet<string> {
  const present = when.flatMap(conjunctsOf).flatMap((part) => {
    const isAsked = part.kind === 'compare' && part.quantifier === undefined && part.measure === undefined;
    if (!isAsked) return [];
    return (part.operator === 'present') !== part.negated && isPresence(part.operator) ? part.field.text : [];
  });
  const skipped = absences.filter(({ field, action }) => {
    // What is said of `missing` goes before what is said of `unknown`.
    const own = absences.filter((each) => each.field.text === field.text);
    const clause =
      own.find((each) => each.state === 'missing') ?? own.find((each) => each.state === 'unknown');
    return action === 'skip' && clause?.action === 'skip';
  });
  return new Set([...present, ...skipped.map(({ field }) => field.text)]);
}

const isPresence = (operator: CheckedCompare['operator']): boolean =>
  operator === 'present' || operator === 'missing';

/** The one that fewest events meet, as far as can be told beforehand. */
const best = (demands: readonly (Demand | undefined)[]): Demand | undefined =>
  lightest(demands, (question, word) => question.weigh(word));

function lightest(demands: readonly (Demand | undefined)[], weigh: Weigh): Demand | undefined {
  const [only] = demands;
  if (demands.length < 2) return only;
  let found: Demand | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const demand of demands) {
    const weight =
      demand?.reduce((sum, { question, word }) => sum + weigh(question, word), 0) ?? Number.POSITIVE_INFINITY;
    if (weight < least) {
      least = weight;
      found = demand;
    }
  }
  return found;
}

function demandOfExpression(expression: CheckedExpression, scope: Scope): Demand | undefined {
  switch (expression.kind) {
    case 'and':
      return best(expression.operands.map((each) => demandOfExpression(each, scope)));
    case 'or':
      return anyOf(expression.operands.map((each) => demandOfExpression(each, scope)));
    case 'condition':
      return demandOfExpression(expression.expression, scope);
    // Unknown becomes yes, and what is looked up is found where it is unknown.
    case 'might':
      return demandOfExpression(expression.operand, scope);
    case 'compare':
      return scope.onlyKinds ? onlyOfKinds(expression, scope) : demandOfCompare(expression, scope);
    case 'effect': {
      if (scope.onlyKinds) return undefined;
      const { verbs, tests } = expression;
      const objects = best(tests.map((test) => demandOfObject(test, verbs, scope.known)));
      // Of the calls that do it, those that do it to such an object.
      return objects ?? verbs.map((verb) => ({ question: askVerbs, word: verb }));
    }
    case 'object': {
      const slot = scope.onlyKinds ? undefined : scope.slots[expression.slot];
      return slot && demandOfObject(expression.test, slot.verbs, scope.known);
    }
    case 'not':
    case 'label':
    case 'limit':
    case 'denials':
    case 'window':
    case 'opaque':
      return undefined;
    default:
      return expression satisfies never;
  }
}

/** The kind can be asked for in other ways too, such as by a part of its name. */
function onlyOfKinds(compare: CheckedCompare, scope: Scope): Demand | undefined {
  const demand = compare.field.entry.id === 'kind' ? demandOfCompare(compare, scope) : undefined;
  return demand?.every(({ question }) => question === askKind) === true ? demand : undefined;
}

/** More needs than this make a rule no easier to find. */
export const mostNeeds = 2000;

function anyOf(demands: readonly (Demand | undefined)[]): Demand | undefined {
  const all: Need[] = [];
  for (const demand of demands) {
    if (demand === undefined) return undefined;
    all.push(...demand);
  }
  return all.length > mostNeeds ? undefined : all;
}

/** One of the patterns must fit, and of a list one of its items. */
const ofPatterns = (
  patterns: readonly Pattern[],
  ofOne: (pattern: Pattern) => Demand | undefined,
): Demand | undefined =>
  anyOf(patterns.map((each) => (each.kind === 'list' ? ofPatterns(each.items, ofOne) : ofOne(each))));

// ── fields ────────────────────────────────────────────────────────────────────────────────

function demandOfCompare(compare: CheckedCompare, { needed }: Scope): Demand | undefined {
  const { field, quantifier, measure, operator, negated, patterns } = withServerNames(compare);
  if (negated || quantifier === 'every' || patterns.length === 0) return undefined;
  const { type } = field.entry;
  if (measure !== undefined && measure !== 'text') return undefined;
  const ask = (view: FieldView, flags = ''): Question =>
    askField(field, view, {
      inside: measure === 'text',
      many: quantifier === 'any',
      flags,
      isNeeded: needed.has(field.text),
    });
  const ofPath = (pattern: Pattern): Demand | undefined => {
    const isPath = pattern.kind === 'path' || pattern.kind === 'text';
    const [piece, ...also] = isPath ? neededPieces(pattern.value) : [];
    return piece === undefined ? undefined : [{ question: ask('path'), word: piece, also }];
  };
  if ((type === 'path' || type === 'paths') && measure === undefined)
    return operator === 'is' || operator === 'under' ? ofPatterns(patterns, ofPath) : undefined;
  switch (operator) {
    case 'is':
      return ofPatterns(patterns, (pattern) => {
        if (pattern.kind === 'kind' && field.entry.id === 'kind')
          return [{ question: askKind, word: fold(pattern.value) }];
        if (pattern.kind === 'text')
          return [{ question: ask('composed'), word: pattern.value.normalize('NFC') }];
        if (pattern.kind === 'path') return ofPath(pattern);
        if (pattern.kind !== 'name') return undefined;
        if (!pattern.value.includes('*')) return [{ question: ask('folded'), word: fold(pattern.value) }];
        return ofParts(ask('names'), longestOf(pattern.value.split('*')));
      });
    case 'under':
      return ofPatterns(patterns, ofPath);
    case 'contains':
    case 'starts with':
    case 'ends with':
      return ofPatterns(patterns, (pattern) =>
        pattern.kind === 'text' || pattern.kind === 'name' ? ofParts(ask('parts'), pattern.value) : undefined,
      );
    case 'matches':
      return ofPatterns(patterns, (pattern) => {
        if (pattern.kind !== 'regex') return undefined;
        const { source, flags } = pattern;
        const literals = literalsOfRegex(source);
        const isRare = literals?.every((word) => word.length >= shortestRare) === true;
        return isRare
          ? literals?.map((word) => ({ question: ask('parts'), word }))
          : [{ question: ask('matches', flags), word: source }];
      });
    default:
      return undefined;
  }
}

/** Shorter literals stand in many texts: to try the expressions, all at once, finds fewer. */
const shortestRare = 3;

/** Of a word with signs that folding drops, less than the word may be enough. */
const ofParts = (question: Question, word: string): Demand | undefined =>
  /^[ -~]+$/.test(word) ? [{ question, word }] : undefined;

const longestOf = (parts: readonly string[]): string =>
  parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');

// ── what a call does ──────────────────────────────────────────────────────────────────────

function demandOfObject(
  { of, operator, negated, patterns }: ObjectTest,
  verbs: readonly EffectVerb[],
  known: Known,
): Demand | undefined {
  if (negated) return undefined;
  const isPlace = operator === 'is' || operator === 'under';
  switch (of) {
    case 'command':
      // Which command does a thing may not be known: the rule is then unsure of calls that run another.
      if (!verbs.includes('runs')) return undefined;
      return operator === 'is'
        ? ofPatterns(patterns, (pattern) => ofCommand(pattern, askPrograms(known), known))
        : undefined;
    case 'producer':
    case 'consumer':
      return operator === 'is'
        ? ofPatterns(patterns, (pattern) => ofCommand(pattern, askPrograms(known), known))
        : undefined;
    case 'path':
      return isPlace
        ? ofPatterns(patterns, (pattern) => {
            if (pattern.kind !== 'path' && pattern.kind !== 'text') return undefined;
            const question = askPaths(verbs);
            const { pieces: [word, ...also] = [], ofWhole = [] } = neededNames(pattern.value) ?? {};
            if (word === undefined) return undefined;
            return [{ question, word, also }, ...ofWhole.map((each) => ({ question, word: each }))];
          })
        : undefined;
    case 'host':
      return isPlace
        ? ofPatterns(patterns, (pattern) => {
            const name =
              pattern.kind === 'host' || pattern.kind === 'text' ? neededHost(pattern.value) : undefined;
            return name === undefined ? undefined : [{ question: askHosts(verbs), word: name }];
          })
        : undefined;
    default:
      return undefined;
  }
}

/** The program, and the first word behind it that is no option, under all names of the command. */
function ofCommand(pattern: Pattern, question: Question, { commands }: Known): Demand | undefined {
  if (pattern.kind !== 'command' && pattern.kind !== 'text') return undefined;
  const names = new Set([pattern.value, ...namesOfCommand(pattern.value, commands)]);
  return anyOf(
    [...names].map((name) => {
      const [, ...rest] = name.trim().split(/\s+/);
      const word = rest.find((each) => !each.startsWith('-') || each === '-' || each === '--');
      const isPlain = word !== undefined && /^[a-z0-9_.:-]+$/i.test(word);
      return programsOfPattern(name)?.flatMap((program) => {
        const words = isPlain ? [`${program} ${fold(word)}`, `${program} *`] : [program];
        return words.map((each) => ({ question, word: each }));
      });
    }),
  );
}
