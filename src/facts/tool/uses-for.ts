/**
 * Which uses of a tool an input can be about: the tables have up to sixty spellings
 * of a field, and an input has three keys. Calls of one tool mostly have the same
 * keys, so that what is found for these is kept.
 */
import type { FieldSteps, ToolEntry, ToolUse, ToolUseName } from './entry.ts';
import type { FieldKeys } from './fields.ts';

/** Uses that say something of a call where none of their fields is there. */
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

/** What is known for some keys, and behind each further key. */
interface Known {
  uses: readonly ToolUse[] | undefined;
  readonly next: Map<string, Known>;
}

interface Kept {
  readonly start: Known;
  /** So many places may still be added: callers can send any keys. */
  left: number;
}

const kept = new WeakMap<ToolEntry, Kept>();

/** Places that are kept for a tool, and how many keys an input may have, how long, to have one. */
const mostPlaces = 300;
const mostKeys = 12;
const longestKey = 40;
/** A few uses are looked through sooner than the keys. */
const fewUses = 6;

/**
 * The uses of an entry, in their order, without those that no input with these
 * keys (as `nameKey` makes them) could be about. Their conditions still have to hold.
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

/** What a condition looks at counts too: looking at a field with too many values leaves word of it. */
function isAbout({ name, fields, words, condition }: ToolUse, keys: FieldKeys): boolean {
  const isThere = ([first = '[]']: FieldSteps): boolean => first === '[]' || keys.has(first);
  return (
    fieldless.has(name) ||
    words.length > 0 ||
    fields.some(isThere) ||
    (condition?.fields.some(isThere) ?? false)
  );
}
