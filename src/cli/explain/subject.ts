/**
 * What is to be explained: an event of a file or of standard input, a payload of a
 * harness's own hooks, a shell command, or a call as tests write it. If there are
 * several events, those before it are remembered.
 */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { HarnessId } from '../../adapters/harnesses.ts';
import { wireEvent } from '../../adapters/wire-event.ts';
import { check } from '../../check/check.ts';
import type { TestCall } from '../../check/tree/checked-tests.ts';
import type { Program } from '../../compile/program.ts';
import { DryRun } from '../../engine/dry-run.ts';
import { evaluate } from '../../engine/evaluate.ts';
import { type Admission, admit } from '../../engine/pins.ts';
import type { Circumstances } from '../../facts/circumstances.ts';
import type { Disk } from '../../facts/disk/disk.ts';
import type { Client } from '../../facts/event/client.ts';
import type { Event, JsonObject } from '../../facts/event/event.ts';
import { readRequest } from '../../hook/read-request.ts';
import { statOf } from '../../host/machine/regular-file.ts';
import { describeError } from '../../host/policy-files/policy-files.ts';
import { type Document, documents } from '../../host/recorded/documents.ts';
import { isLogRecord, readRecorded } from '../../host/recorded/recorded.ts';
import { parse } from '../../language/parse.ts';
import { decodeEvent } from '../../protocol/decode.ts';
import { isJsonObject, readJson } from '../../protocol/json.ts';
import { eventOf } from '../../scenario/call.ts';
import { nothingEnded } from '../../store/ended-calls.ts';
import { statsAt } from '../options/stats-at.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';

/** A call, and what there was before it. */
export interface ExplainedSubject {
  readonly event: Event;
  /** For people: the file and line, or what was written on the command line. */
  readonly place: string;
  /** What earlier events have left behind, as of just before the call; calls in it come from the same client. */
  readonly before: DryRun;
  /** Who makes it; undefined where that is not given. */
  readonly client: Client | undefined;
  /** What the event claims that is pinned to another client. */
  readonly foreign?: Admission['foreign'];
  /** Written on the command line, and made at no time of its own. */
  readonly isWritten: boolean;
}

/** What the command line says of it. */
export interface SubjectOptions {
  readonly positionals: readonly string[];
  readonly command: string | undefined;
  readonly call: string | undefined;
  readonly cwd: string | undefined;
  readonly harness: HarnessId | undefined;
  /** Which of several, from 1; undefined for the last call. */
  readonly nth: number | undefined;
  /** Looked at where there is one. */
  readonly disk: Disk | undefined;
  /** Who asks; undefined where that is not given. */
  readonly client: Client | undefined;
}

/** An event may carry a whole file. */
const largestEvent = 16 * 1024 * 1024;

/** Finds the call. Throws `UsageError`. */
export async function readSubject(
  options: SubjectOptions,
  program: Program,
  context: CommandContext,
): Promise<ExplainedSubject> {
  const { positionals, command, call, nth } = options;
  const given = [
    ...positionals,
    ...(command === undefined ? [] : [command]),
    ...(call === undefined ? [] : [call]),
  ];
  if (given.length > 1)
    throw new UsageError('explain one call at a time: a file, `-`, `--command TEXT` or `--call TEXT`');
  const written = writtenCall(options, context);
  if (written !== undefined) {
    if (nth !== undefined) throw new UsageError('`--event` is for files with several events');
    const event = inFolder(written.call, folderOf(options, context));
    const subject = asSubject(event, new DryRun(program), program, options);
    return { place: written.place, isWritten: true, ...subject };
  }
  if (options.cwd !== undefined)
    throw new UsageError(
      '`--cwd` is for calls that are written on the command line; events say where they are',
    );
  return readEvents(options, program, context);
}

/** The folder of a call: `.` is one of this machine, and `C:\\x` may be one of another. Undefined for the usual one. */
function folderOf({ cwd, disk }: SubjectOptions, context: CommandContext): string | undefined {
  if (cwd === undefined) return disk ? context.cwd : undefined;
  return /^(?:[/~\\]|[A-Za-z]:)/.test(cwd) ? cwd : resolve(context.cwd, cwd);
}

// ── written on the command line ───────────────────────────────────────────────────────────

interface Written {
  readonly call: Exclude<TestCall, { kind: 'recorded' }>;
  readonly place: string;
}

function writtenCall(
  { positionals: [first], command, call }: SubjectOptions,
  { cwd }: CommandContext,
): Written | undefined {
  if (call !== undefined) return { call: readCall(call), place: '--call' };
  if (command !== undefined) return { call: { kind: 'command', command }, place: '--command' };
  if (first === undefined || first === '-' || isThere(resolve(cwd, first))) return undefined;
  // No file of that name: several words are a command rather than a mistake, and so is a word without a dot or a slash.
  if (/\s/.test(first.trim()) || /^[\w+-]+$/.test(first))
    return { call: { kind: 'command', command: first }, place: 'command' };
  throw new UsageError(
    `there is no file \`${first}\`; a shell command is given with \`--command '${first}'\``,
  );
}

const isThere = (path: string): boolean => statOf(path) !== undefined;

/** A call as it follows `denies` in a test. */
function readCall(text: string): Written['call'] {
  const lines = ['policy call', 'deny call', '  when kind is shell', '  test', `    passes ${text}`];
  const { policy, diagnostics } = parse({ path: '--call', text: `${lines.join('\n')}\n` });
  const { bundle, diagnostics: all } = check([policy], diagnostics);
  const tests = bundle?.rules.flatMap((rule) => rule.tests) ?? [];
  const [only] = tests;
  const problem = all.find(({ severity }) => severity === 'error')?.message;
  if (only === undefined || tests.length > 1 || problem !== undefined)
    throw new UsageError(
      `\`--call\` takes a call as tests write it, such as \`read ".env"\` or \`mcp "github" "create_issue" { title: "x" }\`${problem === undefined ? '' : `: ${problem}`}`,
    );
  if (only.call.kind === 'recorded')
    throw new UsageError('a recorded event is given as a file, without `--call`');
  return only.call;
}

const inFolder = (call: Written['call'], cwd: string | undefined): Event =>
  eventOf(
    call,
    cwd === undefined
      ? new Map()
      : new Map([
          ['session.cwd', [cwd]],
          ['session.workspaceRoots', [cwd]],
        ] as const),
  );

// ── events ────────────────────────────────────────────────────────────────────────────────

function open(file: string, context: CommandContext): Readable {
  if (file === '-') return context.stdin;
  const path = resolve(context.cwd, file);
  if (statsAt(path, file)?.isDirectory() === true)
    throw new UsageError(`\`${file}\` is a folder; name the file with the event`);
  return createReadStream(path);
}

async function readEvents(
  options: SubjectOptions,
  program: Program,
  context: CommandContext,
): Promise<ExplainedSubject> {
  const [file] = options.positionals;
  if (file === undefined && context.stdin.isTTY === true)
    throw new UsageError(
      "name a file with an event, `-` for standard input, or a command: `bylaw explain 'git push -f'`",
    );
  const name = file === undefined || file === '-' ? 'standard input' : file;
  const session = new DryRun(program);
  let found: ExplainedSubject | undefined;
  let count = 0;
  try {
    for await (const document of documents(open(file ?? '-', context), largestEvent)) {
      const place = `${name}:${document.line}`;
      if (document.problem !== undefined)
        throw new UsageError(`the event at ${place} cannot be read: ${document.problem}`);
      for (const { event, client } of eventsOf(document, options, place, context)) {
        count++;
        const asked = { disk: options.disk, client: options.client ?? client };
        if (event.type === 'tool.before')
          found = { place, isWritten: false, ...asSubject(event, session, program, asked) };
        if (count === options.nth) return requireCall(found, event, count);
        remember(event, session, program, asked);
      }
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`the events cannot be read: ${describeError(error)}`);
  }
  if (options.nth !== undefined)
    throw new UsageError(`there is no event ${options.nth} in ${name}; it holds ${count}`);
  if (found === undefined)
    throw new UsageError(
      count === 0 ? `there is no event in ${name}` : `${name} holds no call that a rule could be about`,
    );
  return found;
}

function requireCall(found: ExplainedSubject | undefined, event: Event, nth: number): ExplainedSubject {
  if (found?.event === event) return found;
  throw new UsageError(
    `event ${nth} is \`${event.type}\`: it only reports what has happened, and no rule decides about it`,
  );
}

/** A call as a client makes it, after what a session has seen. */
function asSubject(
  event: Event,
  session: DryRun,
  { clients }: Program,
  { disk, client: asking }: Circumstances,
): Omit<ExplainedSubject, 'place' | 'isWritten'> {
  const { client, foreign } = admit(clients, event, asking);
  return { event, client, foreign, before: session.fork({ disk, client }) };
}

function remember(event: Event, session: DryRun, program: Program, asked: Circumstances): void {
  const now = Date.parse(event.time);
  const { client, foreign } = admit(program.clients, event, asked.client);
  if (foreign !== undefined) return;
  if (event.type !== 'tool.before') {
    session.ended(event, now, undefined, client);
    return;
  }
  const facts = session.facts(event, now, { ...asked, client });
  session.decided({ event, facts, decision: evaluate(program, facts), digest: event.id }, now);
}

/** An event, and who brought it, where that is known. */
interface BroughtEvent {
  readonly event: Event;
  readonly client?: Client | undefined;
}

/** One event; or those of a payload of a harness, which may hold several. */
function eventsOf(
  { text, line }: Extract<Document, { readonly text: string }>,
  { harness }: SubjectOptions,
  place: string,
  { cwd }: CommandContext,
): readonly BroughtEvent[] {
  const json = readJson(text);
  if (harness !== undefined || (json.ok && isJsonObject(json.value) && !isEvent(json.value)))
    return payloadEvents(text, harness, place, cwd).map((event) => ({ event, client: undefined }));
  const recorded = readRecorded(text, place, { tolerateMissingHarness: true }, line);
  switch (recorded.kind) {
    case 'event':
      return [recorded];
    case 'unused':
      return [];
    case 'unreadable':
      throw new UsageError(`the event at ${place} cannot be read: ${recorded.message}`);
    default:
      return recorded satisfies never;
  }
}

const membersOfEvent: ReadonlySet<string> = new Set(['type', 'tool', 'session', 'id', 'time', 'source']);

/** A record of the log, a message of the protocol, or an event of it; payloads of harnesses have their tool’s name in other fields. */
const isEvent = (value: JsonObject): boolean =>
  isLogRecord(value) ||
  ['jsonrpc', 'method'].some((key) => Object.hasOwn(value, key)) ||
  // A tool that is no object is a mistake in an event, unless the rest is a payload.
  (Object.hasOwn(value, 'tool') &&
    (isJsonObject(value.tool) || Object.keys(value).every((key) => membersOfEvent.has(key)))) ||
  (Object.hasOwn(value, 'type') &&
    Object.hasOwn(value, 'session') &&
    !Object.hasOwn(value, 'hook_event_name'));

function payloadEvents(
  payload: string,
  harness: HarnessId | undefined,
  place: string,
  cwd: string,
): readonly Event[] {
  const reading = readRequest({ harness, payload, host: { env: {}, cwd } });
  if (reading.kind === 'neutral') return [];
  if (reading.kind === 'failure') {
    const { failure } = reading;
    const detail = 'detail' in failure ? failure.detail : failure.kind;
    const advice = harness === undefined ? '; name the harness that sent it with `--as HARNESS`' : '';
    throw new UsageError(`the payload at ${place} cannot be read: ${detail}${advice}`);
  }
  const { adapter } = reading;
  return reading.events.map((native) => {
    const context = { adapter, ended: nothingEnded, now: '1970-01-01T00:00:00Z' };
    const decoded = decodeEvent(wireEvent(native, context));
    if (decoded.ok) return decoded.event;
    throw new UsageError(`the payload at ${place} cannot be read: ${decoded.problem.message}`);
  });
}
