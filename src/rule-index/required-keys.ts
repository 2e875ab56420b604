/**
 * The keys that an event must have for a rule to hold or to be unsure: a kind or a name of a tool, a program, a part of
 * a path or of a text. A rule that requires nothing which can be looked up is asked about every event. Only the
 * conditions of `when` are read: an exception requires nothing.
 */
import type {
  CheckedCompare,
  CheckedExpression,
  CheckedRule,
  EffectVerb,
  ObjectTest,
  Pattern,
  Slot,
} from '../check/tree/checked.ts';
import { conjunctsOf } from '../check/tree/walk.ts';
import { namesOfCommand } from '../facts/knowledge/table/command-names.ts';
import type { Known } from '../facts/known.ts';
import { programsOfPattern, programTextsOfPattern } from '../pattern/command.ts';
import { neededHost } from '../pattern/host.ts';
import { neededNames } from '../pattern/path/path-names.ts';
import { neededPieces } from '../pattern/path/path-piece.ts';
import { literalsOfRegex } from '../pattern/regex/regex-literals.ts';
import { fold } from '../pattern/text/fold.ts';
import { rarest } from './choose-keys.ts';
import { type AskField, askField } from './field-question.ts';
import {
  askHosts,
  askKind,
  askPaths,
  askProgramParts,
  askPrograms,
  askVerbs,
  type FieldView,
  type IndexKey,
  type IndexQuestion,
  type KeySet,
} from './question.ts';
import { withServerNames } from './server-names.ts';

/** What a rule requires, part by part: the event must have something of each set. Empty where the rule may hold for any event. */
export function requiredKeys(rule: CheckedRule, known: Known, ask: AskField = askField): readonly KeySet[] {
  const parts = rule.when.flatMap(conjunctsOf);
  const needed = neededFields(parts, rule.absences);
  const scope: Scope = { slots: rule.slots, known, ask, onlyKinds: false, needed };
  const found: KeySet[] = [];
  for (const part of parts) {
    const keys = keysOfExpression(part, scope);
    if (keys !== undefined) found.push(keys);
  }
  return found;
}

/** The kinds of tools that a rule is about: it needs one of them; undefined where it may hold for a tool of any kind. */
export function requiredKinds({ when, slots }: CheckedRule, known: Known): KeySet | undefined {
  const scope: Scope = { slots, known, ask: askField, onlyKinds: true, needed: noFields };
  return rarest(when.map((each) => keysOfExpression(each, scope)));
}

/** What a part of `when` requires; undefined where it may hold for any event. */
export const keysOfPart = (
  part: CheckedExpression,
  slots: readonly Slot[],
  known: Known,
): KeySet | undefined =>
  keysOfExpression(part, { slots, known, ask: askField, onlyKinds: false, needed: noFields });

interface Scope {
  readonly slots: readonly Slot[];
  readonly known: Known;
  readonly ask: AskField;
  /** Whether keys of other questions are left out. */
  readonly onlyKinds: boolean;
  /** Fields, as policies write them, without which the rule can neither hold nor be unsure. */
  readonly needed: ReadonlySet<string>;
}

const noFields: ReadonlySet<string> = new Set();

/** Fields that a rule requires: it says `is present` beside its other conditions, or `if … missing skip`. */
function neededFields(
  parts: readonly CheckedExpression[],
  absences: CheckedRule['absences'],
): ReadonlySet<string> {
  const present = parts.flatMap((part) => {
    const isAsked = part.kind === 'compare' && part.quantifier === undefined && part.measure === undefined;
    if (!isAsked) return [];
    return (part.operator === 'present') !== part.negated && isPresence(part.operator) ? part.field.text : [];
  });
  const skipped = absences.filter(({ field, action }) => {
    // A clause about `missing` goes before one about `unknown`.
    const own = absences.filter((each) => each.field.text === field.text);
    const clause =
      own.find((each) => each.state === 'missing') ?? own.find((each) => each.state === 'unknown');
    return action === 'skip' && clause?.action === 'skip';
  });
  if (present.length + skipped.length === 0) return noFields;
  return new Set([...present, ...skipped.map(({ field }) => field.text)]);
}

const isPresence = (operator: CheckedCompare['operator']): boolean =>
  operator === 'present' || operator === 'missing';

function keysOfExpression(expression: CheckedExpression, scope: Scope): KeySet | undefined {
  switch (expression.kind) {
    case 'and':
      return rarest(expression.operands.map((each) => keysOfExpression(each, scope)));
    case 'or':
      return anyOf(expression.operands.map((each) => keysOfExpression(each, scope)));
    case 'condition':
      return keysOfExpression(expression.expression, scope);
    // `might` makes a yes of unknown. A look-up finds the rule where the answer is unknown, too.
    case 'might':
      return keysOfExpression(expression.operand, scope);
    case 'compare':
      return scope.onlyKinds ? onlyOfKinds(expression, scope) : keysOfCompare(expression, scope);
    case 'effect': {
      if (scope.onlyKinds) return undefined;
      const { verbs, tests } = expression;
      const objects = rarest(tests.map((test) => keysOfObject(test, verbs, scope.known)));
      // The object is rarer than the verb.
      return objects ?? verbs.map((verb) => ({ question: askVerbs, word: verb }));
    }
    case 'object': {
      const slot = scope.onlyKinds ? undefined : scope.slots[expression.slot];
      return slot && keysOfObject(expression.test, slot.verbs, scope.known);
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

/** A rule can ask for the kind in other ways, such as by a part of its name: these are no keys of `askKind`. */
function onlyOfKinds(compare: CheckedCompare, scope: Scope): KeySet | undefined {
  const keys = compare.field.entry.id === 'kind' ? keysOfCompare(compare, scope) : undefined;
  return keys?.every(({ question }) => question === askKind) === true ? keys : undefined;
}

/** More keys than this make a rule no easier to find. */
export const mostKeys = 2000;

function anyOf(sets: readonly (KeySet | undefined)[]): KeySet | undefined {
  const all: IndexKey[] = [];
  for (const keys of sets) {
    if (keys === undefined) return undefined;
    all.push(...keys);
  }
  return all.length > mostKeys ? undefined : all;
}

/** One of the patterns must fit; for a list, one of its items. */
const ofPatterns = (
  patterns: readonly Pattern[],
  ofOne: (pattern: Pattern) => KeySet | undefined,
): KeySet | undefined =>
  anyOf(patterns.map((each) => (each.kind === 'list' ? ofPatterns(each.items, ofOne) : ofOne(each))));

// ── fields ────────────────────────────────────────────────────────────────────────────────

function keysOfCompare(compare: CheckedCompare, { ask: askOf, needed }: Scope): KeySet | undefined {
  const { field, quantifier, measure, operator, negated, patterns } = withServerNames(compare);
  if (negated || quantifier === 'every' || patterns.length === 0) return undefined;
  const { type } = field.entry;
  if (measure !== undefined && measure !== 'text') return undefined;
  const ask = (view: FieldView, flags = ''): IndexQuestion =>
    askOf({
      ...{ field, view },
      inside: measure === 'text',
      many: quantifier === 'any',
      flags,
      isNeeded: needed.has(field.text),
    });
  const ofPath = (pattern: Pattern): KeySet | undefined => {
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

/** Shorter literals are in many texts. All expressions in one pass find fewer rules then. */
const shortestRare = 3;

/** A word beyond printable ASCII is no key: folding drops characters, so less than the word may be enough. */
const ofParts = (question: IndexQuestion, word: string): KeySet | undefined =>
  /^[ -~]+$/.test(word) ? [{ question, word }] : undefined;

const longestOf = (parts: readonly string[]): string =>
  parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');

// ── what a call does ──────────────────────────────────────────────────────────────────────

function keysOfObject(
  { of, operator, negated, patterns }: ObjectTest,
  verbs: readonly EffectVerb[],
  known: Known,
): KeySet | undefined {
  if (negated) return undefined;
  const isPlace = operator === 'is' || operator === 'under';
  switch (of) {
    case 'command':
    case 'producer':
    case 'consumer':
      // For other verbs it may not be known which command does it. The rule is then unsure of calls that run another.
      if (of === 'command' && !verbs.includes('runs')) return undefined;
      return operator === 'is' ? ofPatterns(patterns, (pattern) => ofCommand(pattern, known)) : undefined;
    case 'path':
      return isPlace
        ? ofPatterns(patterns, (pattern) => {
            if (pattern.kind !== 'path' && pattern.kind !== 'text') return undefined;
            const question = askPaths(verbs);
            return neededNames(pattern.value)?.flatMap(({ pieces: [word = '', ...also], instead }) => [
              { question, word, also },
              ...instead.map((each) => ({ question, word: each })),
            ]);
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
function ofCommand(pattern: Pattern, known: Known): KeySet | undefined {
  if (pattern.kind !== 'command' && pattern.kind !== 'text') return undefined;
  const names = new Set([pattern.value, ...namesOfCommand(pattern.value, known.commands)]);
  return anyOf([...names].map((name) => ofNamedProgram(name, known) ?? ofProgramPart(name, known)));
}

function ofNamedProgram(name: string, known: Known): KeySet | undefined {
  const [, ...rest] = name.trim().split(/\s+/);
  const word = rest.find((each) => !each.startsWith('-') || each === '-' || each === '--');
  const isPlain = word !== undefined && /^[a-z0-9_.:-]+$/i.test(word);
  const question = askPrograms(known);
  return programsOfPattern(name)?.flatMap((program) => {
    const words = isPlain ? [`${program} ${fold(word)}`, `${program} *`] : [program];
    return words.map((each) => ({ question, word: each }));
  });
}

/** A pattern with a `*` in the name of the program is found by the longest text around it. */
function ofProgramPart(name: string, known: Known): KeySet | undefined {
  const question = askProgramParts(known);
  return anyOf(programTextsOfPattern(name).map((text) => ofParts(question, longestOf(text.split('*')))));
}
