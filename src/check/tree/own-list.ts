/**
 * The lists that no file declares: `@bylaw`, the places of bylaw itself, and `@bylaw-folders`, the folders that hold one of
 * them. Which these are is known where calls are decided.
 */
import type { Pattern } from './checked.ts';

interface OwnList {
  readonly pattern: Pattern & { readonly kind: 'list' };
  readonly items: number;
  readonly depth: number;
}

const listOf = (name: string, what: 'places' | 'folders'): readonly [string, OwnList] => [
  name,
  { pattern: { kind: 'list', name, items: [{ kind: 'own', what }], except: [] }, items: 1, depth: 1 },
];

export const ownLists: ReadonlyMap<string, OwnList> = new Map([
  listOf('bylaw', 'places'),
  listOf('bylaw-folders', 'folders'),
]);
