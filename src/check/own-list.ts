/** The list that no file declares: `@bylaw`, the places of bylaw itself. Which these are is known where calls are decided. */
import type { Pattern } from './checked.ts';

export const ownListName = 'bylaw';

export const ownList: {
  readonly pattern: Pattern & { readonly kind: 'list' };
  readonly items: number;
  readonly depth: number;
} = {
  pattern: { kind: 'list', name: ownListName, items: [{ kind: 'own' }], except: [] },
  items: 1,
  depth: 1,
};
