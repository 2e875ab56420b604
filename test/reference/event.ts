/** Events as a decoder would give them, in both canonical shapes, with much withheld. */
import fc from 'fast-check';
import type { Client } from '../../src/facts/event/client.ts';
import type { Event, Json, JsonObject, Session, Tool } from '../../src/facts/event/event.ts';
import * as pools from './pools.ts';

/** Each by itself may be withheld. */
function withheld<Value>(value: fc.Arbitrary<Value>, freq = 2): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq });
}

const oneOf = <Item>(items: readonly Item[]): fc.Arbitrary<Item> => fc.constantFrom(...items);

const path = fc.oneof(
  { arbitrary: oneOf(pools.paths), weight: 60 },
  { arbitrary: fc.constant(pools.longPath), weight: 1 },
);
const anyText = fc.oneof(oneOf(pools.texts), oneOf(pools.tools), path);
const scalar: fc.Arbitrary<Json> = fc.oneof(
  { arbitrary: anyText, weight: 5 },
  { arbitrary: oneOf(pools.numbers), weight: 2 },
  { arbitrary: fc.constantFrom(null, true, false), weight: 1 },
);
const list = fc.array(scalar, { maxLength: 4 });
const value: fc.Arbitrary<Json> = fc.oneof(
  { arbitrary: scalar, weight: 4 },
  { arbitrary: list, weight: 1 },
  { arbitrary: fc.constant({}), weight: 1 },
);
/** Mostly of the type that the field is meant for. */
const mostly = (usual: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof({ arbitrary: usual, weight: 8 }, { arbitrary: value, weight: 1 });

const edit: fc.Arbitrary<Json> = fc.oneof(
  { arbitrary: fc.record({ path: mostly(path), text: anyText }, { requiredKeys: [] }), weight: 6 },
  { arbitrary: scalar, weight: 1 },
);

const input: fc.Arbitrary<JsonObject> = fc.record(
  {
    file_path: mostly(path),
    owner: mostly(oneOf(pools.texts)),
    timeout: mostly(oneOf(pools.numbers)),
    force: mostly(fc.boolean()),
    tags: mostly(fc.oneof(fc.array(oneOf(pools.texts), { maxLength: 4 }), list)),
    edits: mostly(fc.array(edit, { maxLength: 3 })),
    'a key': fc.record({ deep: value, 'x y': value }, { requiredKeys: [] }),
    alpha: fc.constant('beta'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const session: fc.Arbitrary<Session> = fc.record({
  id: oneOf(pools.texts),
  cwd: withheld(oneOf(pools.workingDirectories)),
  workspaceRoots: withheld(fc.array(oneOf(pools.workspaces), { maxLength: 2 })),
  model: withheld(oneOf(pools.models)),
  agent: withheld(fc.record({ id: oneOf(pools.models), type: withheld(oneOf(pools.models)) })),
});

const kind = withheld(
  fc.oneof(
    { arbitrary: oneOf(pools.kinds), weight: 3 },
    { arbitrary: oneOf(['Shell', ...pools.foreignKinds]), weight: 2 },
  ),
);
const nativeTool: fc.Arbitrary<Tool> = fc.record({
  name: oneOf(pools.tools),
  kind,
  input,
  origin: fc.constant('native' as const),
  mcp: fc.constant(undefined),
});
const mcpTool: fc.Arbitrary<Tool> = fc.record({
  name: oneOf(pools.tools),
  kind: withheld(oneOf(['mcp', 'other', 'Terminal'])),
  input,
  origin: fc.constant('mcp' as const),
  mcp: withheld(
    fc.record({ server: withheld(oneOf(pools.servers), 4), tool: withheld(oneOf(pools.tools), 4) }),
    5,
  ),
});

const extensions = withheld(
  fc.record(
    {
      'com.example.a': fc.oneof(oneOf(pools.texts), fc.record({ level: oneOf(pools.numbers) })),
      'com.example.list': list,
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
);

/** A call, and now and then an event without a tool. */
export const event: fc.Arbitrary<Event> = fc
  .record({
    id: fc.constantFrom('event-1', 'event-2'),
    source: fc.constantFrom('urn:alpha', 'urn:example:beta'),
    harness: withheld(fc.record({ name: oneOf(pools.models), version: fc.constantFrom('1.2', 'alpha') })),
    session: fc.option(session, { nil: undefined, freq: 12 }),
    tool: fc.oneof(
      { arbitrary: nativeTool, weight: 12 },
      { arbitrary: mcpTool, weight: 8 },
      { arbitrary: fc.constant(undefined), weight: 1 },
    ),
    extensions,
    path: withheld(fc.constantFrom('native', 'example'), 5),
  })
  .map(({ id, source, harness, session, tool, extensions, path }): Event => {
    const time = '2026-10-01T12:00:00Z';
    const type = tool === undefined ? 'session.start' : 'tool.before';
    const call = tool === undefined ? undefined : 'call-1';
    const raw = {
      id,
      source,
      type,
      time,
      harness,
      session,
      tool,
      extensions,
      path,
      call: call && { id: call },
    };
    // As sent: without the members that are undefined.
    return { id, source, type, time, harness, session, call, tool, raw: JSON.parse(JSON.stringify(raw)) };
  });

/** Who brings an event: drawn from what it holds, so that whoever has the one has the other. */
export function clientOf({ id, source, session, harness }: Event): Client {
  const way = source === 'urn:alpha' ? 'token' : 'socket';
  const proof = way === 'token' ? 'token' : session?.cwd === undefined ? 'certificate' : 'user';
  return {
    ...(id === 'event-1' ? { way } : {}),
    ...(session?.model === undefined ? {} : { [proof]: session.model }),
    ...(harness === undefined ? {} : { harness: harness.name, source: harness.version }),
  };
}
