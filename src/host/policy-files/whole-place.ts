/** A place in a policy with the whole path of its file, which can be found from any folder. */
import { resolve } from 'node:path';
import type { SourcePlace } from '../../check/tree/source-place.ts';
import { renderPlace, type SourceLookup } from '../../language/render.ts';

/** `/srv/policies/dev.policy:3:8`. `root`: the folder that paths are relative to. */
export const wholePlace = (
  { path, span }: SourcePlace,
  { root, lookup }: { readonly root: string; readonly lookup: SourceLookup },
): string => {
  const whole = Object.assign((each: string) => lookup(each), {
    shown: (each: string) => resolve(root, each),
  });
  return renderPlace(path, span, whole);
};
