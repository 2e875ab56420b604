/** Files whose path is in several places of an input: keys of objects in each other, or a folder and a name. */
import type { Json } from '../event/event.ts';
import {
  couldBePlace,
  isNameField,
  looksLikeFileName,
  looksLikePath,
  looksLikeUrl,
  sortOfField,
} from './field-look.ts';
import { textsOf } from './reading.ts';

type Entry = readonly [key: string, value: Json];

/** The limit of folders around a name. */
const mostFolders = 4;
/** The limit of names in one field. */
const mostNames = 16;

/** Paths of a key that may be the name of a file in folders: `{ "tree": { "src": { "a.txt": … } } }` has `src/a.txt`. */
export function pathsInTree(steps: readonly (string | number)[]): readonly string[] {
  const key = steps.at(-1);
  if (typeof key !== 'string' || !(looksLikeFileName(key) || /^\.?\w[^:]*$/.test(key))) return [];
  if (!looksLikeFileName(key) && !looksLikePath(key)) return [];
  const around = steps.slice(1, -1);
  const folders = around
    .slice(around.findLastIndex((step) => typeof step === 'number') + 1)
    .slice(-mostFolders);
  return folders.map((_, from) => [...folders.slice(from), key].join('/'));
}

/** Names that are possibly those of files in the folder that another field names, or beside the file that it names. */
export function pathsBeside(
  unlisted: readonly Entry[],
  all: readonly Entry[],
): readonly { readonly key: string; readonly paths: readonly string[] }[] {
  const names = unlisted.flatMap(([key, value]) =>
    (textsOf(value) ?? [])
      .slice(0, mostNames)
      .filter((text) => mayBeName(key, text))
      .map((name) => ({ key, name })),
  );
  if (names.length === 0) return [];
  const places = all.filter(isPlace);
  return names.slice(0, mostNames).map(({ key, name }) => ({
    key,
    paths: places
      .filter(([other]) => other !== key)
      .slice(0, mostFolders)
      .flatMap(([, place]) => joined(place, name)),
  }));
}

const mayBeName = (key: string, text: string): boolean =>
  !/[/\\\n]/.test(text) &&
  (looksLikeFileName(text) || (isNameField(key) && /^\S+$/.test(text) && !looksLikeUrl(text)));

const isPlace = (entry: Entry): entry is readonly [string, string] =>
  typeof entry[1] === 'string' &&
  !looksLikeUrl(entry[1]) &&
  (looksLikePath(entry[1]) || (sortOfField(entry[0]) === 'path' && couldBePlace(entry[1])));

/** In the folder, and beside the file or the folder. What has an ending is a file. */
function joined(place: string, name: string): readonly string[] {
  const [, around] = /^(.*[/\\])[^/\\]+[/\\]?$/s.exec(place) ?? [];
  const last = place.slice(around?.length ?? 0);
  return [
    ...(looksLikeFileName(last) ? [] : [`${place.replace(/[/\\]$/, '')}/${name}`]),
    ...(around === undefined ? [] : [around + name]),
  ];
}
