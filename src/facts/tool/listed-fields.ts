/** Which fields of a tool its table lists, and whether an input has others that could matter. */
import type { Kind } from '../../vocabulary/kinds.ts';
import { BoundedCache } from '../event/bounded-cache.ts';
import type { JsonObject } from '../event/event.ts';
import type { ToolEntry, ToolUse } from './entry.ts';
import { sortOfField } from './field-look.ts';
import type { FieldKeys } from './fields.ts';
import { nameKey } from './name-key.ts';

const known = new WeakMap<ToolEntry, ReadonlySet<string>>();

/** The parts of an address besides its host. */
const partsOfAddress = ['path', 'pathname', 'basepath'];

/** The fields of the input that an entry lists, as keys of `nameKey`. */
export function fieldsOf(entry: ToolEntry): ReadonlySet<string> {
  let fields = known.get(entry);
  if (fields === undefined) {
    fields = new Set([...entry.uses.flatMap(namesIn), ...(entry.kind === 'fetch' ? partsOfAddress : [])]);
    known.set(entry, fields);
  }
  return fields;
}

/** The first steps of the fields of a use. */
const namesIn = ({ fields, words, condition }: ToolUse): readonly string[] => [
  ...[...fields, ...(condition?.fields ?? [])].flatMap(([first]) => first ?? []),
  ...words.flatMap((word) => ('field' in word ? (word.field[0] ?? []) : [])),
];

/** Kinds of tools that use each of their fields. */
const kinds: ReadonlySet<Kind> = new Set(['shell', 'file_read', 'file_write', 'file_edit', 'fetch']);

/** Whether an input has an unlisted field whose name is for a command, a path or an address. */
export function hasOthers(entry: ToolEntry, input: JsonObject): boolean {
  let keys = others.get(entry);
  if (keys === undefined) {
    keys = new BoundedCache(100);
    others.set(entry, keys);
  }
  for (const key in input) {
    let isOne = keys.get(key);
    if (isOne === undefined) {
      isOne = isOther(entry, key);
      if (key.length < longestKey) keys.set(key, isOne);
    }
    if (isOne) return true;
  }
  return false;
}

/** Fields that inform people or the harness, and change nothing. */
const comments = new Set(
  [
    ...[
      'description',
      'explanation',
      'instruction',
      'instructions',
      'reason',
      'reasoning',
      'summary',
      'comment',
    ],
    ...[
      'thought',
      'thoughts',
      'intent',
      'title',
      'toolSummary',
      'toolAction',
      'task_progress',
      'security_risk',
    ],
    ...[
      'Complexity',
      'IsArtifact',
      'ArtifactMetadata',
      'language',
      'line_count',
      'timeout',
      'requires_approval',
    ],
    ...[
      'security_risk',
      'waitForPreviousTools',
      'toolCallId',
      'justification',
      'prefix_rule',
      'sandbox_permissions',
      'session_id',
      'shell_id',
      'create_dirs',
      'create_directories',
      'overwrite',
      'replace_all',
      'allow_multiple',
      'expected_replacements',
    ],
  ].map(nameKey),
);

/** Whether an input, given by its keys, has an unlisted field that may change the effects. */
export function mayMeanMore(entry: ToolEntry, keys: FieldKeys): boolean {
  const listed = fieldsOf(entry);
  for (const key of keys.keys()) if (!listed.has(key) && !comments.has(key)) return true;
  return false;
}

/** The longest key that is cached: names of fields repeat with every call, but not the long ones. */
const longestKey = 40;
const others = new WeakMap<ToolEntry, BoundedCache<boolean>>();

/**
 * Whether a field is unlisted, and its name is for a command, a path or an address. For a tool of kind `shell`, the name
 * may also say nothing. Servers have too many tools and fields
 * for that: there the name has to say that it is the path of something, like `attachment_path`, or the place that the server
 * connects to, like `host`. If the entry says that the tool does nothing, its other fields count as listed.
 */
export function isOther(entry: ToolEntry, key: string): boolean {
  return isTelling(entry, key) && !fieldsOf(entry).has(nameKey(key));
}

function isTelling(entry: ToolEntry, key: string): boolean {
  const doesNothing = entry.uses.every(({ name }) => name === 'nothing' || name === 'sql');
  const isOfServer = !kinds.has(entry.kind);
  if (isOfServer && (placeOfServer.test(nameKey(key)) || (doesNothing && /^ur[il]$/i.test(key)))) return true;
  if (doesNothing) return false;
  const sort = sortOfField(key);
  // What looks like a command may be run before or after that of the tool.
  if (entry.kind === 'shell' && (sort === 'other' || sort === 'code')) return !comments.has(nameKey(key));
  return isOfServer
    ? (sort === 'path' && pathOfSomething.test(key)) || addressOfFile.test(key)
    : sort === 'command' || sort === 'path' || sort === 'address';
}

/** By keys of `nameKey`: `host`, `dbHost`, `dsn`, `connectionString`, `DATABASE_URL`. */
const placeOfServer =
  /^(?:db|database|server|pg|mysql|mongo|redis|remote|target|cluster)?host(?:name)?$|dsn$|^(?:api)?endpoint$|connection(?:string|ur[il])$|connstr(?:ing)?$|^(?:database|db|server|jdbc|postgres|mongo|redis)ur[il]$/;

/** The address of a file here: `attachment_uri`. */
const addressOfFile = /(?:attachment|file)s?[_.-]?ur[il]s?$/i;

const pathOfSomething = /[a-z\d](?:[_.-](?:path|file)|Path|File)s?$/;
