/** Fields that hold addresses or data to send → connections and sends. */
import { filePaths } from '../../pattern/path/path-text.ts';
import { textShape } from '../../pattern/text/shape.ts';
import type { InputSpan } from '../effect/effect.ts';
import type { ToolUse } from './entry.ts';
import { spanOfCall, spanOfField, type ToolReading, valuesOfName } from './reading.ts';
import { isWebAddress, recordQuery, recordUrl, searchEngine, urlsIn } from './url.ts';

/** The address of a page, a resource or a host. Some addresses name a file on this machine. */
export function applyUrl(reading: ToolReading, use: ToolUse, text: string, span: InputSpan): void {
  const [first, ...others] = filePaths(text);
  const { base, recorder } = reading;
  const about = { use: 'read', base, span, command: undefined } as const;
  if (first !== undefined) {
    recorder.path({ ...about, path: textShape(first, text), certain: use.certain });
    for (const other of others) recorder.path({ ...about, path: textShape(other, text), certain: false });
  } else if (use.name === 'url' && isLocalPath(text)) {
    // Tools that take either a path or an address are not used with `file:`.
    recorder.path({ ...about, path: textShape(text), certain: false });
  } else if (use.name !== 'resource' || isWebAddress(text)) connectToHosts(reading, text, use.certain, span);
}

/** Whether a text is a path where an address should be. */
const isLocalPath = (text: string): boolean =>
  /^(?:\/(?![/\\])|~\/|\.{1,2}[/\\]|[A-Za-z]:[\\/](?![\\/]))/.test(text);

export function connectToHosts(
  reading: ToolReading,
  address: string,
  certain: boolean,
  span: InputSpan,
): void {
  const host = recordUrl(address, { certain, span, command: undefined }, reading.recorder);
  if (host !== undefined) reading.hosts.push(host);
}

/** Hosts that the tool connects to on every call. */
export function applyConnect(reading: ToolReading, use: ToolUse): void {
  for (const word of use.words) {
    if (word.kind === 'text') connectToHosts(reading, word.text, use.certain, spanOfCall(reading));
  }
}

/** Text that may hold addresses. A text without one is fetched all the same, and code in a page reaches whatever the page can. */
export function applyUrlsIn(reading: ToolReading, use: ToolUse, text: string, span: InputSpan): void {
  const isPage = use.name === 'page';
  const urls = urlsIn(text);
  const certain = use.certain && !isPage;
  for (const { url, start } of urls) {
    applyUrl(reading, { ...use, certain }, url, { ...span, start, end: start + url.length });
  }
  if (isPage || urls.length === 0) recordQuery(text, { certain, span, command: undefined }, reading.recorder);
}

/** Words for a search engine: they go to a host that the call does not name. */
export function applyQuery(reading: ToolReading, use: ToolUse, span: InputSpan): void {
  const about = { certain: use.certain, span, command: undefined };
  const host = recordUrl(`https://${searchEngine}/`, about, reading.recorder);
  if (host !== undefined) reading.recorder.send({ ...about, source: undefined, inline: true, host });
}

/** Addresses of people: what is sent goes to the hosts after the `@`. */
export function applyRecipients(reading: ToolReading, use: ToolUse, text: string, span: InputSpan): void {
  for (const address of text.split(/[,;]/)) {
    const domain = /@([^\s@<>"'()]+)/.exec(address)?.[1];
    if (domain !== undefined) connectToHosts(reading, `https://${domain}`, use.certain, span);
  }
}

/** Sends the data of the call to every host that it connects to. An upload without a named host goes to an unknown one. */
export function sendAll(reading: ToolReading): void {
  const { hosts, uploads, recorder } = reading;
  if (hosts.length === 0 && uploads.length === 0) return;
  const [data] = valuesOfName(reading, 'data');
  const [upload] = uploads;
  if (upload !== undefined && hosts.length === 0) {
    const host = recordQuery('', { certain: true, span: upload.span, command: undefined }, recorder);
    if (host !== undefined) hosts.push(host);
  }
  const certain = true;
  const command = undefined;
  for (const host of hosts) {
    // The recorder already has an unknown part for the rest.
    if (recorder.isFull) return;
    for (const source of uploads) recorder.send({ certain, command, span: source.span, source, host });
    if (data !== undefined) {
      const span = spanOfField(data);
      recorder.send({ certain, command, span, source: undefined, inline: true, host });
    }
  }
}
