/** Lists and tables as they are after a call that changes them: `list.append(x)`, `table.update(x)`. */
import {
  choicesOf,
  concatLists,
  dictValue,
  elementOf,
  listValue,
  staticOf,
  union,
  unknownValue,
  type Value,
} from './value.ts';

/**
 * `d.update(e)`, `Object.assign(o, p)`: new items may replace items with the same key. What comes from something that is no
 * known table may have any keys.
 */
export function merged(before: Value & { kind: 'dict' }, given: readonly Value[]): Value {
  const entries = new Map(before.entries);
  const added = given.flatMap(choicesOf);
  for (const each of added)
    if (each.kind === 'dict')
      for (const [name, value] of each.entries) entries.set(name, union(entries.get(name), value));
  const isWhole = added.every(({ kind }) => kind === 'dict');
  return isWhole ? dictValue(entries) : union(dictValue(entries), unknownValue);
}

export const changingMethods = new Set([
  'update',
  'append',
  'push',
  'extend',
  'add',
  'insert',
  'unshift',
  '<<',
  'concat',
  'splice',
]);
export const changingFunctions = new Set([
  'push',
  'unshift',
  'array_push',
  'array_unshift',
  'push!',
  'append!',
  'pushfirst!',
]);

export function withAdded(before: Value & { kind: 'list' }, added: readonly Value[], name: string): Value {
  const isOne = name === 'append' || name === '<<' || name === 'add';
  const lists = added.map((each) => (!isOne && each.kind === 'list' ? each : listValue([each])));
  const all = concatLists(before, ...lists);
  if (name === 'insert' && staticOf(added[0]) === '0') return concatLists(...lists.slice(1), before);
  if (name === 'insert' || name === 'splice') return listValue([], elementOf(all));
  const isFirst = name === 'unshift' || name === 'array_unshift' || name === 'pushfirst!';
  return isFirst ? concatLists(...lists, before) : all;
}
