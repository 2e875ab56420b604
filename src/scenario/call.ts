/**
 * Calls as tests write them → events as a harness would send them. The names of
 * tools and fields are those of the most widely used harness, so that a rule
 * about `input.file_path` can be tested with `read "…"`.
 */
import { sceneTime } from '../check/tests/given-time.ts';
import type { Scene, TestCall } from '../check/tree/checked-tests.ts';
import type { PresetLabel } from '../engine/dry-run.ts';
import type { Circumstances } from '../facts/circumstances.ts';
import type { Disk } from '../facts/disk/disk.ts';
import { type WrittenEntry, writtenDisk } from '../facts/disk/written-disk.ts';
import { type Client, clientMembers } from '../facts/event/client.ts';
import type { Event, Json, JsonObject, Session, Tool } from '../facts/event/event.ts';
import { isList } from '../facts/event/json.ts';
import { type MemoryView, noMemory } from '../facts/memory-view.ts';
import { readPath } from '../pattern/path/path-value.ts';
import type { FieldId } from '../vocabulary/fields.ts';
import type { CallVerb } from '../vocabulary/kinds.ts';

/** The folder of a call whose test names none. */
const defaultWorkspace = '/home/user/project';

interface Action {
  readonly tool: string;
  readonly kind: string;
  input(target: string, content: string | undefined): JsonObject;
}

/** One row for every verb: the call that a test means by it. */
const actions: Readonly<Record<CallVerb, Action>> = {
  read: { tool: 'Read', kind: 'file_read', input: (file_path) => ({ file_path }) },
  write: { tool: 'Write', kind: 'file_write', input: (file_path, content = '') => ({ file_path, content }) },
  edit: {
    tool: 'Edit',
    kind: 'file_edit',
    input: (file_path, content = '') => ({ file_path, old_string: '', new_string: content }),
  },
  delete: { tool: 'Delete', kind: 'file_write', input: (file_path) => ({ file_path }) },
  search: { tool: 'Grep', kind: 'search', input: (path) => ({ path, pattern: '' }) },
  fetch: { tool: 'WebFetch', kind: 'fetch', input: (url) => ({ url }) },
};

/** The event of a call that is not recorded in a file. */
export function eventOf(call: Exclude<TestCall, { kind: 'recorded' }>, scene: Scene): Event {
  const tool = toolOf(call);
  const session = sessionOf(scene);
  const harness = {
    name: text(scene, 'harness.name') ?? 'test',
    version: text(scene, 'harness.version') ?? '1',
  };
  const known = scene.get('harness.name') !== 'missing';
  const source = text(scene, 'source') ?? 'urn:bylaw:test';
  const event = { id: 'test', source, type: 'tool.before', time: '2026-01-01T00:00:00Z' } as const;
  const raw = {
    ...event,
    ...(known ? { harness } : {}),
    session: plain(session),
    call: { id: 'call' },
    path: 'native',
    tool: rawTool(tool),
  };
  return {
    ...event,
    harness: known ? harness : undefined,
    session,
    call: 'call',
    tool,
    raw: withParts(raw, scene),
  };
}

/** The event with the parts that a test sets or withholds. */
function withParts(raw: JsonObject, scene: Scene): JsonObject {
  const parts = scene.get('raw');
  if (parts === undefined || parts === 'missing') return raw;
  let whole = raw;
  for (let at = 0; at < parts.length; at += 2) {
    const [steps = '[]', value = ''] = parts.slice(at, at + 2);
    whole = withPart(
      whole,
      JSON.parse(steps) as readonly string[],
      value === '' ? undefined : JSON.parse(value),
    );
  }
  return whole;
}

function withPart(
  value: Json | undefined,
  [step, ...rest]: readonly string[],
  part: Json | undefined,
): JsonObject {
  const own = value !== null && typeof value === 'object' && !isList(value) ? (value ?? {}) : {};
  if (step === undefined) return own;
  const inner = rest.length === 0 ? part : withPart(own[step], rest, part);
  const others = Object.entries(own).filter(([key]) => key !== step);
  return Object.fromEntries(inner === undefined ? others : [...others, [step, inner]]);
}

/** The labels that a scene has, in the order in which they were given; of one on files with its path. */
export function labelsOf(scene: Scene): readonly PresetLabel[] {
  const given = scene.get('labels');
  if (given === undefined || given === 'missing') return [];
  const cwd = readPath(sessionOf(scene).cwd ?? defaultWorkspace, undefined);
  const labels: PresetLabel[] = [];
  for (let at = 0; at < given.length; at += 2) {
    const [code = '', file = ''] = given.slice(at, at + 2);
    labels.push({ code, path: file === '' ? undefined : readPath(file, cwd) });
  }
  return labels;
}

/** The memory that a test describes; undefined where it describes none. */
export function memoryOf(scene: Scene): MemoryView | undefined {
  const labels = labelsOf(scene);
  if (labels.length === 0) return undefined;
  const codes = new Set(labels.flatMap(({ code, path }) => (path === undefined ? code : [])));
  return {
    ...noMemory,
    label: (code) => (codes.has(code) ? { since: 0, tool: 'Bash', sure: true } : undefined),
    files: (code) =>
      labels.flatMap(({ code: own, path }) =>
        own === code && path !== undefined ? { path, open: false } : [],
      ),
  };
}

function toolOf(call: Exclude<TestCall, { kind: 'recorded' }>): Tool {
  const native = (name: string, kind: string | undefined, input: JsonObject): Tool => ({
    name,
    kind,
    input,
    origin: 'native',
    mcp: undefined,
  });
  switch (call.kind) {
    case 'command':
      return native('Bash', 'shell', { command: call.command });
    case 'action': {
      const action = actions[call.verb];
      return native(action.tool, action.kind, action.input(call.target, call.content));
    }
    case 'tool':
      return native(call.name, call.toolKind, call.input);
    case 'mcp':
      return {
        name: `mcp__${call.server}__${call.tool}`,
        kind: 'mcp',
        input: call.input,
        origin: 'mcp',
        mcp: { server: call.server, tool: call.tool },
      };
    default:
      return call satisfies never;
  }
}

/** A test says which server it is, and not how it is reached. */
const gap = (path: string): JsonObject => ({ path, reason: 'not said by the test' });

function rawTool({ name, kind, input, origin, mcp }: Tool): JsonObject {
  const descriptor = mcp && {
    server: { id: mcp.server ?? '' },
    toolName: mcp.tool ?? '',
    provenance: 'runtime',
    connection: { transport: '_unknown', gaps: [gap('addressForm'), gap('address')] },
  };
  return {
    name,
    ...(kind === undefined ? {} : { kind }),
    input,
    origin,
    ...(descriptor === undefined ? {} : { mcp: descriptor }),
  };
}

/** The home of the user who makes the call. */
const home = '/home/user';

/** What a test says about its call beyond the event: the disk, the client, and the time of the decision. */
export const circumstancesOf = (scene: Scene): Circumstances => ({
  disk: diskOf(scene),
  client: clientOf(scene),
  at: sceneTime(scene),
});

/** Who asks, as a test gives it; undefined where it gives nothing. */
function clientOf(scene: Scene): Client | undefined {
  const given = clientMembers.flatMap((member) => {
    const value = text(scene, `client.${member}`);
    return value === undefined ? [] : [[member, value] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** The disk that a test gives; undefined where it gives none, and the call is judged by its text alone. */
function diskOf(scene: Scene): Disk | undefined {
  const given = scene.get('disk');
  if (given === undefined || given === 'missing') return undefined;
  const cwd = readPath(sessionOf(scene).cwd ?? defaultWorkspace, undefined);
  const place = (path: string): string => {
    const { anchor, segments } = readPath(path, cwd);
    return `${anchor === 'home' ? home : ''}/${segments.join('/')}`;
  };
  const entries = new Map<string, WrittenEntry>();
  for (let at = 0; at < given.length; at += 3) {
    const [path = '', sort, value = ''] = given.slice(at, at + 3);
    // A link is kept as it is written, but for a home, which no system knows in one.
    const to = value.startsWith('~') ? place(value) : value;
    entries.set(place(path), sort === 'link' ? { to } : { text: value });
  }
  return writtenDisk(entries, home);
}

function sessionOf(scene: Scene): Session {
  const roots = scene.get('session.workspaceRoots') ?? [defaultWorkspace];
  const workspaceRoots = roots === 'missing' ? undefined : roots;
  const cwd = scene.has('session.cwd')
    ? text(scene, 'session.cwd')
    : (workspaceRoots?.[0] ?? defaultWorkspace);
  const type = text(scene, 'session.agent.type');
  const agent = text(scene, 'session.agent.id') ?? (type === undefined ? undefined : 'agent');
  return {
    id: text(scene, 'session.id') ?? 'session',
    cwd,
    workspaceRoots,
    model: text(scene, 'session.model'),
    agent: agent === undefined ? undefined : { id: agent, type },
  };
}

function text(scene: Scene, field: FieldId): string | undefined {
  const values = scene.get(field);
  return values === undefined || values === 'missing' ? undefined : values[0];
}

/** An object without its undefined members, which the protocol does not have. */
function plain(session: Session): JsonObject {
  return JSON.parse(JSON.stringify(session)) as JsonObject;
}
