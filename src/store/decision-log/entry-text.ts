/** An entry → its JSON text, with the event's text as the decision point has already made it. */
import { eventText } from '../../engine/event-text.ts';
import type { LogEntry } from './record.ts';

const noEvent = ',"event":null,';

/** What `JSON.stringify` gives for an entry. Throws like it. */
export function entryText(entry: LogEntry): string {
  if (!('event' in entry) || entry.event === null) return JSON.stringify(entry);
  const text = JSON.stringify({ ...entry, event: null });
  // Quotes within texts are escaped, and nothing before the event has a member of that name.
  const at = text.indexOf(noEvent);
  if (at < 0) return JSON.stringify(entry);
  const start = at + noEvent.length - 'null,'.length;
  return `${text.slice(0, start)}${eventText(entry.event)}${text.slice(start + 'null'.length)}`;
}
