/**
 * A record of the decision log → a step of a replay. A record is text that anybody
 * could have changed, so nothing of it is taken for granted whatever its type says;
 * the pointers that the log keeps of masked values say what is withheld.
 */
import type { Event, JsonObject } from '../../facts/event/event.ts';
import { decodeEvent } from '../../protocol/decode.ts';
import { isJsonObject, own } from '../../protocol/json.ts';
import type { About, RecordedAnswer, ReplayObstacle, ReplayStep } from '../../replay/step.ts';
import type { DecisionEntry, ObservedEntry } from '../../store/decision-log/record.ts';
import { recordedClient } from './recorded-client.ts';

/** Undefined for what is not what such an entry has to be; never throws. */
export function replayStep(
  entry: DecisionEntry | ObservedEntry,
  at: number,
  place: string,
): ReplayStep | undefined {
  const about: About = {
    at,
    place,
    source: textOf(entry.source) ?? '',
    session: textOf(entry.session),
    tool: textOf(entry.tool?.name),
    server: textOf(entry.tool?.mcp?.server),
  };
  const recorded = entry.type === 'decision' ? answerOf(entry) : undefined;
  if (entry.type === 'decision' && recorded === undefined) return undefined;
  const of = entry.type === 'decision' ? 'call' : 'outcome';
  const pointers = pointersOf(entry.masked);
  const event = eventOf(entry, pointers, place);
  if (typeof event === 'string') return { kind: 'lost', about, of, why: event };
  const client = recordedClient(entry.client);
  if (entry.type === 'observed') return { kind: 'ended', about, event, client };
  const masked = pointers.some((pointer) => pointer === '/event' || pointer.startsWith('/event/'));
  return { kind: 'asked', about, event, client, recorded, repeated: entry.repeated === true, masked };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const pointersOf = (masked: unknown): readonly string[] =>
  Array.isArray(masked) ? masked.filter((each) => typeof each === 'string') : [];

function answerOf({
  effect,
  code,
  unsure,
  masked,
  repeated,
  policies,
}: DecisionEntry): RecordedAnswer | undefined {
  if ((effect !== 'deny' && effect !== 'none') || !Array.isArray(unsure)) return undefined;
  const codes = unsure.flatMap((finding) => textOf(finding?.code) ?? []);
  // The answer to a retry may be kept without the rules behind it, and a long list is cut.
  const isWhole = repeated !== true && !pointersOf(masked).includes('/unsure');
  return { effect, code: textOf(code), unsure: isWhole ? codes : undefined, policies: textOf(policies) };
}

/** The event as it was decided, as far as it is there; or why it is not. */
function eventOf(
  entry: DecisionEntry | ObservedEntry,
  pointers: readonly string[],
  place: string,
): Event | ReplayObstacle {
  const { event: kept, id } = entry;
  if (kept === null) return 'too-large';
  if (!isJsonObject(kept)) return 'unreadable';
  if (entry.type === 'decision') {
    const withheld = withheldIn(kept, pointers);
    if (withheld !== undefined) return withheld;
  }
  try {
    const decoded = decodeEvent(kept, textOf(id) ?? place);
    if (!decoded.ok || (decoded.event.type === 'tool.before') !== (entry.type === 'decision'))
      return 'unreadable';
    return withoutMaskedIds(decoded.event, pointers, place);
  } catch {
    // Nested so deep that no walk through it comes back.
    return 'unreadable';
  }
}

const inputPointer = '/event/tool/input';

/** Whether what the tool was given is not there: then nothing that is said of the call is true of it. */
function withheldIn(event: JsonObject, pointers: readonly string[]): ReplayObstacle | undefined {
  const tool = own(event, 'tool');
  const input = isJsonObject(tool) ? own(tool, 'input') : undefined;
  for (const pointer of pointers) {
    if (pointer === inputPointer) return 'left-out';
    if (!pointer.startsWith(`${inputPointer}/`)) continue;
    const path = pointer.slice(inputPointer.length + 1).split('/');
    if (isDigest(path.at(-1)) || isDigest(valueAt(input, path))) return 'hashed';
  }
  return undefined;
}

const isDigest = (value: unknown): boolean => typeof value === 'string' && /^hmac:[0-9a-f]{32}$/.test(value);

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const part of path) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** An id that is masked is that of many: each call with one is a call of its own. */
function withoutMaskedIds(event: Event, pointers: readonly string[], place: string): Event {
  const isMasked = (...names: readonly string[]): boolean =>
    names.some((name) => pointers.includes(`/event/${name}`));
  return {
    ...event,
    id: isMasked('id') ? `${place} ${event.id}` : event.id,
    call: isMasked('call/id', 'tool/callId') ? undefined : event.call,
  };
}
