/** Events for tests of what is read from them: as short as can be, or as odd as JSON can be. */
import fc from 'fast-check';
import type { Event, Json, JsonObject, Session, Tool } from '../../src/facts/event/event.ts';
import { anyCharacter } from '../any-character.ts';

interface Parts {
  readonly tool?: Partial<Tool> | undefined;
  readonly session?: Partial<Session> | undefined;
  readonly harness?: Event['harness'];
  readonly raw?: JsonObject;
}

/** A call of a tool named `Tool`, unless it says otherwise. A tool or session is left out by naming it `undefined`. */
export function eventWith(parts: Parts): Event {
  const tool: Tool = { name: 'Tool', kind: undefined, input: {}, origin: 'native', mcp: undefined };
  const session: Session = {
    id: 's',
    cwd: undefined,
    workspaceRoots: undefined,
    model: undefined,
    agent: undefined,
  };
  return {
    id: 'e',
    source: 'urn:test',
    type: 'tool.before',
    time: '2026-01-01T00:00:00Z',
    harness: parts.harness,
    session: 'session' in parts && parts.session === undefined ? undefined : { ...session, ...parts.session },
    call: 'c',
    tool: 'tool' in parts && parts.tool === undefined ? undefined : { ...tool, ...parts.tool },
    raw: parts.raw ?? {},
  };
}

/** Names that a careless reader finds on every object. */
export const inherited = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  'at',
  '0',
];

const key = fc.oneof(fc.constantFrom(...inherited, 'a', 'b', ''), fc.string({ maxLength: 4 }));
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom('/etc/passwd', '~', '', '..', 'C:\\x', '\ud800', '\u202e', '__proto__'),
);

/** Any JSON, with keys that are traps and own properties all the same. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(text, fc.double(), fc.constantFrom(null, true, false, 0, -0)),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 4 }).map((entries) => objectOf(entries)),
  ),
})).json;

/** An object as JSON.parse would give it: `__proto__` is a key like any other. */
export function objectOf(entries: readonly (readonly [string, Json])[]): JsonObject {
  const object: Record<string, Json> = {};
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

const anyObject = fc.array(fc.tuple(key, anyJson), { maxLength: 4 }).map(objectOf);
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });

/** Any event that the types allow, however odd its texts. */
export const anyEvent: fc.Arbitrary<Event> = fc.record({
  id: text,
  source: text,
  type: fc.constantFrom('tool.before', 'tool.after', 'tool.error', 'session.start', 'session.end'),
  time: text,
  harness: maybe(fc.record({ name: text, version: text })),
  session: maybe(
    fc.record({
      id: text,
      cwd: maybe(text),
      workspaceRoots: maybe(fc.array(text, { maxLength: 3 })),
      model: maybe(text),
      agent: maybe(fc.record({ id: text, type: maybe(text) })),
    }),
  ),
  call: maybe(text),
  tool: maybe(
    fc.record({
      name: text,
      kind: maybe(text),
      input: anyObject,
      origin: fc.constantFrom('native' as const, 'mcp' as const),
      mcp: maybe(fc.record({ server: maybe(text), tool: maybe(text) })),
    }),
  ),
  raw: anyObject,
});
