/** Folders of this machine that a container sees, in the fields of an object → the values of an option. */
import type { Json, JsonObject } from '../event/event.ts';
import { isList } from '../event/json.ts';
import { isObject } from './fields.ts';
import { nameKey } from './name-key.ts';

const keysOf = (names: string): ReadonlySet<string> => new Set(names.split(' ').map(nameKey));

const sources = keysOf('source src host host_path path_on_host from name volume');
const targets = keysOf(
  'target dst destination container container_path mount_path path_in_container bind to',
);

/**
 * Mounts as texts: `[{ source, target }]`, `{ "/here": "/there" }` and `{ "/here": { bind: "/there" } }`. In the long
 * form each is `type=bind,source=…,target=…`, else `source:target`. Undefined for anything else.
 */
export function mountsOf(value: Json, isLong: boolean): readonly string[] | undefined {
  const items = isObject(value) ? itemsOfObject(value) : listOf(value);
  const texts = items?.map((item) => (typeof item === 'string' ? item : mountOf(item, isLong)));
  return texts?.every((text) => text !== undefined) === true ? texts : undefined;
}

const listOf = (value: Json): readonly Json[] | undefined =>
  value !== null && typeof value === 'object' && isList(value) && value.length < 1000 ? value : undefined;

function itemsOfObject(object: JsonObject): readonly Json[] {
  if (textAt(object, targets) !== undefined) return [object];
  return Object.entries(object).map(([source, target]) =>
    isObject(target) ? { ...target, source } : { source, target },
  );
}

function mountOf(item: Json, isLong: boolean): string | undefined {
  if (!isObject(item)) return undefined;
  const source = textAt(item, sources);
  const target = textAt(item, targets);
  if (source === undefined || target === undefined) return undefined;
  return isLong ? `type=bind,source=${source},target=${target}` : `${source}:${target}`;
}

const textAt = (object: JsonObject, keys: ReadonlySet<string>): string | undefined =>
  Object.entries(object).flatMap(([key, value]) =>
    typeof value === 'string' && keys.has(nameKey(key)) ? [value] : [],
  )[0];
