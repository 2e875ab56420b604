/**
 * Which uses of a tool an input can be about: the tables have up to sixty spellings
 * of a field, and an input has three keys. Calls of one tool mostly have the same
 * keys, so that what is found for these is kept.
 */
import { BoundedCache } from '../bounded-cache.ts';
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

const kept = new WeakMap<ToolEntry, BoundedCache<readonly ToolUse[]>>();

/** Longer lists of keys are looked at each time. */
const longestKeys = 200;

/**
 * The uses of an entry, in their order, without those that no input with these
 * keys (as `nameKey` makes them) could be about. Their conditions still have to hold.
 */
export function usesFor(entry: ToolEntry, keys: FieldKeys): readonly ToolUse[] {
  let all = '';
  for (const key of keys.keys()) {
    // A key may have any character in it, so its length goes first.
    all += `${key.length} ${key}`;
    if (all.length > longestKeys) return entry.uses;
  }
  let cache = kept.get(entry);
  if (cache === undefined) {
    cache = new BoundedCache(100);
    kept.set(entry, cache);
  }
  let uses = cache.get(all);
  if (uses === undefined) {
    uses = entry.uses.filter((use) => isAbout(use, keys));
    cache.set(all, uses);
  }
  return uses;
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
