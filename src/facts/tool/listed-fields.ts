/** Which fields of a tool its table speaks of, and whether an input has others that could matter. */
import type { Kind } from '../../vocabulary/kinds.ts';
import type { JsonObject } from '../event.ts';
import type { ToolEntry, ToolUse } from './entry.ts';
import { sortOfField } from './field-look.ts';
import { nameKey } from './name-key.ts';

const known = new WeakMap<ToolEntry, ReadonlySet<string>>();

/** What an address is put together of, beside its host. */
const partsOfAddress = ['path', 'pathname', 'basepath'];

/** The fields of the input that an entry speaks of, as `nameKey` makes them. */
export function fieldsOf(entry: ToolEntry): ReadonlySet<string> {
  let fields = known.get(entry);
  if (fields === undefined) {
    fields = new Set([...entry.uses.flatMap(namesIn), ...(entry.kind === 'fetch' ? partsOfAddress : [])]);
    known.set(entry, fields);
  }
  return fields;
}

/** The first steps of the fields that a use speaks of. */
const namesIn = ({ fields, words, condition }: ToolUse): readonly string[] => [
  ...[...fields, ...(condition?.fields ?? [])].flatMap(([first]) => first ?? []),
  ...words.flatMap((word) => ('field' in word ? (word.field[0] ?? []) : [])),
];

/** Kinds of tools that do something with each of their fields. */
const kinds: ReadonlySet<Kind> = new Set(['shell', 'file_read', 'file_write', 'file_edit', 'fetch']);

/**
 * Whether an input has a field that an entry does not speak of, and that by its name
 * holds a command, a path or an address. An entry that says of a tool that it does
 * nothing speaks of all its fields, and so do those of servers, whose tools are many.
 */
export function hasOthers(entry: ToolEntry, input: JsonObject): boolean {
  if (!kinds.has(entry.kind) || entry.uses.every(({ name }) => name === 'nothing')) return false;
  for (const key of Object.keys(input)) {
    const sort = sortOfField(key);
    if (sort !== 'command' && sort !== 'path' && sort !== 'address') continue;
    if (!fieldsOf(entry).has(nameKey(key))) return true;
  }
  return false;
}
