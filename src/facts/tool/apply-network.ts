/** Fields that hold addresses, and what goes to them → connections and what is sent. */
import { textShape } from '../../pattern/shape.ts';
import type { InputSpan } from '../effect.ts';
import type { ToolUse } from './entry.ts';
import { type Reading, spanOf, spanOfCall, valuesOfName } from './reading.ts';
import { isWebAddress, recordQuery, recordUrl, urlsIn } from './url.ts';

/** An address of a page, a resource or a host. Some name a file of this machine. */
export function applyUrl(reading: Reading, use: ToolUse, text: string, span: InputSpan): void {
  const file = /^\s*(?:view-source:)?(file:.*)$/is.exec(text)?.[1];
  if (file !== undefined) {
    const { base, recorder } = reading;
    const { certain } = use;
    recorder.path({ use: 'read', path: textShape(file.trim()), base, certain, span, command: undefined });
  } else if (use.name !== 'resource' || isWebAddress(text)) connect(reading, text, use.certain, span);
}

export function connect(reading: Reading, address: string, certain: boolean, span: InputSpan): void {
  const host = recordUrl(address, { certain, span, command: undefined }, reading.recorder);
  if (host !== undefined) reading.hosts.push(host);
}

/** Hosts that the tool talks to whatever it is given. */
export function applyConnect(reading: Reading, use: ToolUse): void {
  for (const word of use.words) {
    if (word.kind === 'text') connect(reading, word.text, use.certain, spanOfCall(reading));
  }
}

/** Text that may hold addresses. Without one it is fetched all the same, and code in a page reaches whatever the page can. */
export function applyUrlsIn(reading: Reading, use: ToolUse, text: string, span: InputSpan): void {
  const isPage = use.name === 'page';
  const urls = urlsIn(text);
  const certain = use.certain && !isPage;
  for (const { url, start } of urls) {
    applyUrl(reading, { ...use, certain }, url, { ...span, start, end: start + url.length });
  }
  if (isPage || urls.length === 0) recordQuery(text, { certain, span, command: undefined }, reading.recorder);
}

/** Words for a search engine: they leave for a host that the call does not name. */
export function applyQuery(reading: Reading, use: ToolUse, text: string, span: InputSpan): void {
  const about = { certain: use.certain, span, command: undefined };
  const host = recordQuery(text, about, reading.recorder);
  if (host !== undefined) reading.recorder.send({ ...about, source: undefined, host });
}

/** Addresses of people: what is sent ends at the hosts behind the `@`. */
export function applyRecipients(reading: Reading, use: ToolUse, text: string, span: InputSpan): void {
  for (const address of text.split(/[,;]/, 100)) {
    const domain = /@([^\s@<>"'()]+)/.exec(address)?.[1];
    if (domain !== undefined) connect(reading, `https://${domain}`, use.certain, span);
  }
}

/** What the call carries goes to every host that it talks to; an upload goes somewhere even if nothing says where. */
export function sendAll(reading: Reading): void {
  const { hosts, uploads, recorder } = reading;
  const [data] = valuesOfName(reading, 'data');
  const [upload] = uploads;
  if (upload !== undefined && hosts.length === 0) {
    const host = recordQuery('', { certain: true, span: upload.span, command: undefined }, recorder);
    if (host !== undefined) hosts.push(host);
  }
  for (const host of hosts.slice(0, 100)) {
    for (const source of uploads) {
      recorder.send({ certain: true, span: source.span, command: undefined, source, host });
    }
    if (data !== undefined) {
      recorder.send({ certain: true, span: spanOf(data), command: undefined, source: undefined, host });
    }
  }
}
