/**
 * Which uses of a tool a given input can have. The tables have up to sixty spellings of a field, and an input has about
 * three keys. Calls of one tool mostly have the same keys, so the result for a set of keys is cached.
 */
import type { FieldSteps, ToolEntry, ToolUse, ToolUseName } from './entry.ts';
import type { FieldKeys } from './fields.ts';

/** Uses that matter even if none of their fields is present. */
const fieldless: ReadonlySet<ToolUseName> = new Set([
  'nothing',
  'spawn',
  'agent',
  'elevate',
  'connect',
  'words',
  'search',
  'calls',
]);

/** The result for some keys, and the nodes for each further key. */
interface Known {
  uses: readonly ToolUse[] | undefined;
  readonly next: Map<string, Known>;
}

interface Kept {
  readonly start: Known;
  /** How many nodes may still be added: the limit is needed because callers can send any keys. */
  left: number;
}

const kept = new WeakMap<ToolEntry, Kept>();

/** The limits of the cache: nodes for each tool, keys of an input, and characters of a key. */
const mostPlaces = 300;
const mostKeys = 12;
const longestKey = 40;
/** For an entry with few uses, a plain search is faster than the cache. */
const fewUses = 6;

/**
 * The uses of an entry, in their order, that an input with these keys (as `nameKey` makes them) could have. Their
 * conditions are not checked yet.
 */
export function usesFor(entry: ToolEntry, keys: FieldKeys): readonly ToolUse[] {
  if (entry.uses.length < fewUses || keys.size > mostKeys) return entry.uses;
  let own = kept.get(entry);
  if (own === undefined) {
    own = { start: { uses: undefined, next: new Map() }, left: mostPlaces };
    kept.set(entry, own);
  }
  let known: Known = own.start;
  for (const key of keys.keys()) {
    let next: Known | undefined = known.next.get(key);
    if (next === undefined) {
      if (key.length > longestKey || own.left <= 0) return entry.uses;
      own.left--;
      next = { uses: undefined, next: new Map() };
      known.next.set(key, next);
    }
    known = next;
  }
  known.uses ??= entry.uses.filter((use) => isAbout(use, keys));
  return known.uses;
}

/** The fields of conditions count too, because reading a field with too many values records an unknown part. */
function isAbout({ name, fields, words, condition }: ToolUse, keys: FieldKeys): boolean {
  const isThere = ([first = '[]']: FieldSteps): boolean => first === '[]' || keys.has(first);
  return (
    fieldless.has(name) ||
    words.length > 0 ||
    fields.some(isThere) ||
    (condition?.fields.some(isThere) ?? false)
  );
}
