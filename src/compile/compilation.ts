/** All conditions of a rule share this while they are compiled: the side, and the answers of the rule to absences. */
import type { Absence, CheckedExpression, Pattern } from '../check/tree/checked.ts';
import { needsWorkspace } from '../check/tree/workspace.ts';
import type { Ended } from '../facts/effect/way.ts';
import type { Known } from '../facts/known.ts';
import { foldersAbove } from '../facts/own-places.ts';
import type { Matcher } from './matcher.ts';
import { isCause, MISSING_FIELD, MISSING_WORKSPACE, type Outcome, outcomeIf } from './outcome.ts';

/** Which way a comparison pushes its rule when it holds. */
export type Side = 'deny' | 'excuse';

export const otherSide = (side: Side): Side => (side === 'deny' ? 'excuse' : 'deny');

/** The matchers of named conditions, by their trees: `compile` makes one that is not there yet. */
export interface ConditionMatchers {
  matcherOf(expression: CheckedExpression, side: Side, compile: () => Matcher): Matcher;
}

export interface Compilation {
  readonly absences: readonly Absence[];
  /** Whether `if … note` counts as `skip`: this shows whether the rule depends on it. */
  readonly notesSkip: boolean;
  /**
   * Set for the calls that surely set a label: its `when` is compiled like an excuse, and only what happens in all of these
   * calls counts. Undefined for rules, and for the calls that may set a label.
   */
  readonly surely: Ended | undefined;
  /** The synonyms of subcommands; read only for patterns of commands. */
  readonly known: Known;
  /** The conditions that rules share; undefined where each is compiled for its use. */
  readonly conditions?: ConditionMatchers | undefined;
  /** Set inside a condition that rules share: its questions are asked once for each object of a call. */
  readonly asksOnce?: boolean | undefined;
}

/** The outcome after the rule's own clauses about causes. */
export type Settle = (outcome: Outcome, exact: boolean) => Outcome;

/**
 * Compiles the clauses `if FIELD missing|unknown …` of a rule: they replace a cause by an answer. `apply` gives the answer
 * that makes the rule hold: yes where any view may match, no where only the exact one does. `field` is the one that is
 * compared; undefined where an object is.
 */
export function compileAbsences(
  field: string | undefined,
  patterns: readonly Pattern[],
  { absences, notesSkip, surely }: Pick<Compilation, 'absences' | 'notesSkip' | 'surely'>,
): Settle {
  const onField = absences.filter((each) => each.field.text === field);
  const onWorkspace = patterns.some(needsWorkspace)
    ? absences.filter((each) => each.field.entry.id === 'session.workspaceRoots')
    : [];
  if (onField.length + onWorkspace.length === 0) return (outcome) => outcome;
  return (outcome, exact) => {
    if (!isCause(outcome)) return outcome;
    const relevant = outcome === MISSING_WORKSPACE ? onWorkspace : onField;
    const missing = outcome === MISSING_FIELD || outcome === MISSING_WORKSPACE;
    const clause =
      (missing ? relevant.find(({ state }) => state === 'missing') : undefined) ??
      relevant.find(({ state }) => state === 'unknown');
    if (clause === undefined || (clause.action === 'note' && !notesSkip)) return outcome;
    // A label is set by the exact view, and the clauses are about that.
    return outcomeIf((clause.action === 'apply') !== (exact !== (surely !== undefined)));
  };
}

/** The same patterns; a built-in list is replaced by the places of bylaw. */
export function placedPatterns(
  patterns: readonly Pattern[],
  compilation: Pick<Compilation, 'known'>,
): readonly Pattern[] {
  if (!patterns.some(asksOwn)) return patterns;
  const placed = (pattern: Pattern): readonly Pattern[] => {
    if (pattern.kind === 'own')
      return ownPatterns(pattern.what, compilation.known).map((value) => ({ kind: 'path', value }));
    if (pattern.kind !== 'list') return [pattern];
    return [{ ...pattern, items: pattern.items.flatMap(placed), except: pattern.except.flatMap(placed) }];
  };
  return patterns.flatMap(placed);
}

const asksOwn = (pattern: Pattern): boolean =>
  pattern.kind === 'own' ||
  (pattern.kind === 'list' && (pattern.items.some(asksOwn) || pattern.except.some(asksOwn)));

/** The patterns of a built-in list. */
export const ownPatterns = (what: 'places' | 'folders', { ownPlaces }: Known): readonly string[] =>
  what === 'places' ? ownPlaces : foldersAbove(ownPlaces);
