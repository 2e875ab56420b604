/**
 * One field of a payload in two spellings and with two values. It is not known which
 * of them the harness uses, so such a payload is not read. Only fields
 * that say what is called count: ids and times may differ as they like, and the input
 * of a tool is the model's, so its keys are data.
 */
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject } from '../protocol/json.ts';
import { foldedName } from './event-name.ts';
import { canonicalJson } from './identity.ts';
import { inputOf } from './payload.ts';

export interface AmbiguousField {
  /** The two keys, as written. */
  readonly keys: readonly [string, string];
  /** Whether it is the name of the event: then it is not even known what is asked. */
  readonly isEvent: boolean;
}

/** Different words of different harnesses for one thing. */
const sameField: Readonly<Record<string, string>> = {
  hookeventname: 'event',
  hookname: 'event',
  toolargs: 'toolinput',
};

/** Fields that say what is called, and where; of whichever harness. */
const decisive: ReadonlySet<string> = new Set([
  ...['event', 'hook', 'agentactionname'],
  ...['toolname', 'toolinput', 'toolcall', 'toolcalls', 'pretooluse', 'toolinfo'],
  ...['name', 'tool', 'input', 'args', 'arguments', 'parameters'],
  ...['command', 'commandline', 'filepath', 'edits', 'subagenttype', 'task', 'cwd', 'workingdir'],
  ...['mcpserver', 'mcpservername', 'mcptoolname', 'mcptoolarguments', 'mcpcontext', 'servername'],
]);

/** Parts of envelopes that say what the call is, and are read field by field. */
const parts: ReadonlySet<string> = new Set(['toolcall', 'toolcalls', 'pretooluse', 'toolinfo', 'mcpcontext']);

/** The first such field, of the payload or of a part of it; undefined where there is none. */
export function ambiguousField(payload: JsonObject): AmbiguousField | undefined {
  const seen = new Map<string, { readonly key: string; readonly value: string }>();
  for (const [key, value] of Object.entries(payload)) {
    const plain = foldedName(key);
    const field = Object.hasOwn(sameField, plain) ? (sameField[plain] ?? plain) : plain;
    if (!decisive.has(field) || saysNothing(field, value)) continue;
    const compared = comparable(field, value);
    const before = seen.get(field);
    if (before !== undefined && before.value !== compared)
      return { keys: [before.key, key], isEvent: field === 'event' };
    seen.set(field, { key, value: compared });
    for (const part of parts.has(field) ? objectsIn(value) : []) {
      const inner = ambiguousField(part);
      if (inner !== undefined) return { ...inner, isEvent: false };
    }
  }
  return undefined;
}

const saysNothing = (field: string, value: Json): boolean =>
  value === null || (field === 'event' && value === '');

/** Names of events by how they are compared, inputs by what they mean, everything else as it is. */
function comparable(field: string, value: Json): string {
  if (field === 'event' && typeof value === 'string') return foldedName(value);
  if (field === 'toolinput') return canonicalJson(inputOf(value) ?? value);
  return canonicalJson(value);
}

const objectsIn = (value: Json): readonly JsonObject[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => isJsonObject(each));
