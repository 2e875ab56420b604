/**
 * The JSON text of an event. Whoever decides compares it and whoever writes the log
 * writes it, one right after the other; so the last one that was made is kept, and only
 * that one.
 */
import type { JsonObject } from '../facts/event.ts';

let lastEvent: JsonObject | undefined;
let lastText = '';

/** What `JSON.stringify` gives for an event. Throws like it for one that no JSON can hold. */
export function eventText(event: JsonObject): string {
  if (event !== lastEvent) {
    lastText = JSON.stringify(event);
    lastEvent = event;
  }
  return lastText;
}

/** The same without the event's own `time`, which a retry may have of its own. */
export function eventTextWithoutTime(event: JsonObject): string {
  const text = eventText(event);
  const { time } = event;
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
