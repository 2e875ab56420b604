/**
 * The JSON text of an event. The engine compares it with that of an earlier event, and the log writes it. It is made once
 * for each event, and forgotten with it.
 */
import type { Json, JsonObject } from '../facts/event/event.ts';
import { isList } from '../facts/event/json.ts';

const texts = new WeakMap<JsonObject, string>();

/** The text of `JSON.stringify` for an event. Throws like it for an event that cannot be JSON. */
export function eventText(event: JsonObject): string {
  let text = texts.get(event);
  if (text === undefined) {
    text = JSON.stringify(event);
    texts.set(event, text);
  }
  return text;
}

/** The event of a text from `JSON.stringify`; the text is kept for it. */
export function parseEventText(text: string): Json {
  const event: Json = JSON.parse(text);
  if (typeof event === 'object' && event !== null && !isList(event)) texts.set(event, text);
  return event;
}

/** The same without the event's `time`, because a retry may have another time. */
export function eventTextWithoutTime(event: JsonObject): string {
  const text = eventText(event);
  const { time } = event;
  if (time === undefined) return text;
  if (typeof time === 'string') {
    const member = `"time":${JSON.stringify(time)}`;
    // Quotes within texts are escaped, so that this is a member; where there is one only, it is the event's own.
    const at = text.indexOf(member);
    if (at > 0 && at === text.lastIndexOf(member)) {
      const end = at + member.length;
      if (text[at - 1] === ',') return `${text.slice(0, at - 1)}${text.slice(end)}`;
      if (text[end] === ',') return `${text.slice(0, at)}${text.slice(end + 1)}`;
    }
  }
  return JSON.stringify({ ...event, time: undefined });
}
