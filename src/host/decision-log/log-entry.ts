/**
 * Event and decision → the entry of the decision log. What is too large is made
 * smaller in steps: long texts are cut, then the event is left out, then rules.
 */
import type { Decision, Excuse, Finding, PendingRollout } from '../../engine/decision.ts';
import { isShared } from '../../engine/shared-finding.ts';
import { type Client, clientMembers } from '../../facts/event/client.ts';
import type { Event, JsonObject } from '../../facts/event/event.ts';
import { isJsonObject, own } from '../../protocol/json.ts';
import type {
  DecisionEntry,
  LoggedClient,
  LoggedExcuse,
  LoggedFinding,
  LogInputs,
  ObservedEntry,
} from '../../store/decision-log/record.ts';
import { type MaskedEvent, type MaskOptions, maskEvent, maskText } from './mask-event.ts';

export interface EntryContext {
  readonly inputs: LogInputs;
  digestOf(text: string): string;
  /** Digest of the policies in force. */
  readonly policies: string;
}

/** Characters of an entry’s JSON text. */
export const largestEntry = 256 * 1024;

/** How much may go into an entry: the first step that fits is taken. */
interface Room {
  readonly longestText: number;
  readonly withEvent: boolean;
  readonly findings: number;
}

const usual: readonly Room[] = [
  { longestText: 8192, withEvent: true, findings: 200 },
  { longestText: 1024, withEvent: true, findings: 100 },
  { longestText: 1024, withEvent: false, findings: 50 },
];
const wide: Room = { longestText: Number.POSITIVE_INFINITY, withEvent: true, findings: 200 };
const rooms: Readonly<Record<LogInputs, readonly Room[]>> = {
  full: [wide, ...usual],
  masked: usual,
  hashed: usual,
  none: usual,
};

export interface Made {
  /** Microseconds. */
  readonly latency: number;
  /** The request did not accept a deny. */
  readonly unenforceable: boolean;
  /** Who asked, where the decision does not say. */
  readonly client?: Client | undefined;
}

export function decisionEntry(
  event: Event,
  decision: Decision,
  made: Made,
  context: EntryContext,
): DecisionEntry {
  const quote = quoter(context);
  const client = decision.client ?? made.client;
  return inRoom(context, (room) => {
    const { parts, isSmall } = aboutEvent(event, client, context, room);
    const masked = [...parts.masked];
    const findings = (name: string, all: readonly Finding[]): readonly LoggedFinding[] => {
      if (all.length === 0) return noFindings;
      if (all.length > room.findings) masked.push(`/${name}`);
      return all.slice(0, room.findings).map((each) => logged(each, quote));
    };
    const { effect, code, reason, matched, unsure, watched, faults, excused } = decision;
    const hasFindings =
      matched.length + unsure.length + watched.length + faults.length + (excused?.length ?? 0) > 0;
    // Member by member, so that all entries have one shape; what is undefined is not written.
    const entry: DecisionEntry = {
      type: 'decision',
      source: parts.source,
      session: parts.session,
      call: parts.call,
      id: parts.id,
      harness: parts.harness,
      agent: parts.agent,
      client: parts.client,
      tool: parts.tool,
      trace: parts.trace,
      event: parts.event,
      masked,
      policies: context.policies,
      effect,
      code: code ?? null,
      reason: reason === undefined ? null : quote(reason, 4000),
      matched: findings('matched', matched),
      unsure: findings('unsure', unsure),
      watched: findings('watched', watched),
      excused: excused?.slice(0, room.findings).map((each) => excuseWritten(each, quote)),
      faults: faults.slice(0, room.findings).map(({ code, place, message }) => ({
        code,
        path: place?.path ?? null,
        message: quote(message, 500),
      })),
      latency: Math.max(0, Math.round(made.latency)),
      repeated: decision.repeated === true ? true : undefined,
      unenforceable: made.unenforceable ? true : undefined,
    };
    return { entry, isSmall: isSmall && !hasFindings };
  });
}

export function observedEntry(
  event: Event,
  of: ObservedEntry['of'],
  context: EntryContext,
  {
    client,
    unproven,
  }: { readonly client?: Client | undefined; readonly unproven?: ObservedEntry['unproven'] } = {},
): ObservedEntry {
  return inRoom(context, (room) => {
    const { parts, isSmall } = aboutEvent(event, client, context, room);
    return { entry: { type: 'observed', of, ...parts, outcome: outcomeOf(event), unproven }, isSmall };
  });
}

/** An entry, and whether its event is so small that the whole cannot be too large. */
interface Attempt<Entry> {
  readonly entry: Entry;
  readonly isSmall: boolean;
}

function inRoom<Entry>({ inputs }: EntryContext, make: (room: Room) => Attempt<Entry>): Entry {
  let entry: Entry | undefined;
  for (const room of rooms[inputs]) {
    const attempt = make(room);
    entry = attempt.entry;
    if (attempt.isSmall || JSON.stringify(entry).length <= largestEntry) return entry;
  }
  throw new Error(`an entry of the decision log has more than ${largestEntry} characters`, { cause: entry });
}

interface About {
  readonly parts: Omit<ObservedEntry, 'type' | 'of' | 'outcome' | 'unproven'>;
  /** Whether the event takes less than half of the room; what else is of bounded length takes less than the other. */
  readonly isSmall: boolean;
}

const noFindings: readonly LoggedFinding[] = [];

/** Longer ids and names than this are cut. */
const longestName = 1024;

function aboutEvent(event: Event, client: Client | undefined, context: EntryContext, room: Room): About {
  const { inputs, digestOf } = context;
  const options: MaskOptions = { inputs, digestOf, longestText: room.longestText };
  const text = (value: string): string => maskText(value.slice(0, longestName), options);
  const textOrNull = (value: string | undefined): string | null => (value === undefined ? null : text(value));
  const { source, session, call, id, harness, tool } = event;
  // Before the rest, which has some of the same texts.
  const masked: Omit<MaskedEvent, 'event'> & { readonly event: JsonObject | null } = room.withEvent
    ? maskEvent(event, options)
    : { event: null, masked: [''] };
  const trace =
    traceOf(event.raw, text) ?? (client?.trace === undefined ? undefined : { traceparent: client.trace });
  const parts = {
    source: text(source),
    session: textOrNull(session?.id),
    call: textOrNull(call),
    id: text(id),
    harness: textOrNull(harness?.name),
    agent: textOrNull(session?.agent?.type ?? session?.agent?.id),
    client: client && loggedClient(client, text),
    tool:
      tool === undefined
        ? null
        : {
            name: text(tool.name),
            kind: textOrNull(tool.kind),
            mcp:
              tool.mcp === undefined
                ? null
                : { server: textOrNull(tool.mcp.server), tool: textOrNull(tool.mcp.tool) },
          },
    trace,
    event: masked.event,
    masked: masked.masked.map((pointer) => `/event${pointer}`),
  };
  return { parts, isSmall: (masked.size ?? Number.POSITIVE_INFINITY) <= largestEntry / 2 };
}

/** The members that records have; `text` shortens a value. */
export function loggedClient(client: Client, text: (value: string) => string): LoggedClient {
  const members = clientMembers.flatMap((member) => {
    const value = client[member];
    return value === undefined ? [] : [[member, text(value)] as const];
  });
  return Object.fromEntries(members);
}

/** What quotes the event goes the way of the event: hashed with it, and left out with it. */
function quoter({ inputs, digestOf }: EntryContext): Quote {
  // Many rules are unsure of the same thing; most calls are none that a rule says anything of.
  let known: Map<string, string> | undefined;
  return (text, longest) => {
    if (inputs === 'none') return '[left out]';
    const part = inputs === 'hashed' ? text : text.slice(0, longest);
    known ??= new Map();
    let quoted = known.get(part);
    if (quoted === undefined) {
      quoted = inputs === 'hashed' ? digestOf(part) : maskText(part, { inputs });
      known.set(part, quoted);
    }
    return quoted;
  };
}

type Quote = (text: string, longest: number) => string;

const known = new WeakMap<Finding, LoggedFinding>();

/** A finding that many decisions share quotes nothing of a call: its entry is made once. */
function logged(finding: Finding, quote: Quote): LoggedFinding {
  if (!isShared(finding)) return writtenDown(finding, quote);
  const entry = known.get(finding) ?? writtenDown(finding, quote);
  known.set(finding, entry);
  return entry;
}

function writtenDown(finding: Finding, quote: Quote): LoggedFinding {
  const { code, effect, severity, tags, place, layer, objects, clauses, unknowns, rollout } = finding;
  return {
    code,
    effect,
    severity,
    ...(tags.length === 0 || unknowns.length > 0 ? {} : { tags }),
    path: place.path,
    ...(layer === undefined ? {} : { layer: layer.name }),
    ...(layer?.owner === undefined ? {} : { owner: quote(layer.owner, 200) }),
    span: { start: place.span.start, end: place.span.end },
    objects: objects.slice(0, 20).map((object) => quote(object, 500)),
    ...(clauses.length === 0
      ? {}
      : {
          clauses: clauses
            .slice(0, 20)
            .map(({ path, span: { start, end } }) => ({ path, span: { start, end } })),
        }),
    ...(unknowns.length === 0
      ? {}
      : {
          unknowns: unknowns.slice(0, 20).map(({ field, cause, detail }) => ({
            field,
            cause,
            ...(detail === undefined ? {} : { detail: quote(detail, 500) }),
          })),
        }),
    ...(rollout === undefined ? {} : { rollout: loggedRollout(rollout, quote) }),
  };
}

function loggedRollout(
  { by, reason, ...rollout }: PendingRollout,
  quote: Quote,
): NonNullable<LoggedFinding['rollout']> {
  if (by === undefined) return { ...rollout, reason: quote(reason, 4000) };
  const { because: _, ...shown } = by;
  return { ...rollout, by: shown, reason: quote(reason, 4000) };
}

/** The owner is in the policies, not in the call: it is always logged. */
const excuseWritten = (
  { code, exception, owner, ticket, expires, place, layer, objects }: Excuse,
  quote: Quote,
): LoggedExcuse => ({
  code,
  exception,
  owner: owner.slice(0, 200),
  ...(ticket === undefined ? {} : { ticket: ticket.slice(0, 200) }),
  expires,
  path: place.path,
  ...(layer === undefined ? {} : { layer }),
  span: { start: place.span.start, end: place.span.end },
  objects: objects.slice(0, 20).map((object) => quote(object, 500)),
});

function traceOf(raw: JsonObject, text: (value: string) => string): ObservedEntry['trace'] {
  const extensions = own(raw, 'extensions');
  const context = isJsonObject(extensions) ? own(extensions, 'org.w3c.trace_context') : undefined;
  if (!isJsonObject(context)) return undefined;
  const traceparent = own(context, 'traceparent');
  const tracestate = own(context, 'tracestate');
  if (typeof traceparent !== 'string') return undefined;
  return {
    traceparent: text(traceparent),
    ...(typeof tracestate === 'string' ? { tracestate: text(tracestate) } : {}),
  };
}

/** What came of a call, in the words of the draft revision; of a session, in those of both. */
function outcomeOf({ type, raw }: Event): string | null {
  const outcome = own(raw, 'outcome');
  if (typeof outcome === 'string') return outcome.slice(0, longestName);
  return type === 'tool.after' ? 'ok' : type === 'tool.error' ? 'error' : null;
}
