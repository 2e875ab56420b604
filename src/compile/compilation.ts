/** What the compiling of a rule's conditions has in common: its side, and what the rule says about absences. */
import type { Absence, Pattern } from '../check/checked.ts';
import { standsOnWorkspace } from '../check/workspace.ts';
import type { Known } from '../facts/known.ts';
import { foldersAbove } from '../facts/own-places.ts';
import type { Ended } from '../facts/way.ts';
import { isCause, MISSING_FIELD, MISSING_WORKSPACE, type Outcome, outcomeOf } from './outcome.ts';

/** Which way a comparison pushes its rule when it holds. */
export type Side = 'deny' | 'excuse';

export const other = (side: Side): Side => (side === 'deny' ? 'excuse' : 'deny');

export interface Compilation {
  readonly absences: readonly Absence[];
  /** Treat what `if … note` names as `skip`: shows whether a rule rests on it. */
  readonly notesSkip: boolean;
  /**
   * What a label is surely set by: its `when` stands where what holds excuses, and counts what has happened in all of these
   * calls. Undefined for rules, and for what sets a label at all.
   */
  readonly surely: Ended | undefined;
  /** Tells which words of a pattern are synonyms of subcommands; read only where a pattern is of a command. */
  readonly known: Known;
}

/** What becomes of an outcome where the rule has something to say about its cause. */
export type Settle = (outcome: Outcome, exact: boolean) => Outcome;

/**
 * Replaces a cause by what the rule's `if FIELD missing|unknown …` clauses say of
 * it. To apply the rule is to take what could not be told for what makes the
 * rule hold: a yes where any view may match, a no where only the exact one does.
 * `field` is the one compared; undefined where an object is.
 */
export function compileAbsences(
  field: string | undefined,
  patterns: readonly Pattern[],
  { absences, notesSkip, surely }: Pick<Compilation, 'absences' | 'notesSkip' | 'surely'>,
): Settle {
  const onField = absences.filter((each) => each.field.text === field);
  const onWorkspace = patterns.some(standsOnWorkspace)
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
    // The exact view is where a label is set, and what the clauses say is said of that.
    return outcomeOf((clause.action === 'apply') !== (exact !== (surely !== undefined)));
  };
}

/** The same patterns; a built-in list is replaced by the places of bylaw itself. */
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
