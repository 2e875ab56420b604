/** Addresses in the fields of tools: which of them leave the machine, and for where. */
import type { HostShape } from '../../pattern/host.ts';
import { anyShape, textShape } from '../../pattern/shape.ts';
import type { InputSpan } from '../effect.ts';
import type { Recorder } from '../recorder.ts';

interface About {
  readonly certain: boolean;
  readonly span: InputSpan;
  readonly command: number | undefined;
}

/** Schemes of addresses that no other machine answers. */
const local = /^(?:about|data|blob|javascript|chrome|chrome-extension|edge|devtools|mailto|tel|urn):/i;

export const isWebAddress = (text: string): boolean => /^\s*(?:https?|wss?|ftps?|sftp):\/\//i.test(text);

/** Records a connection to what an address names; one that cannot be read is an unknown part. */
export function recordUrl(text: string, about: About, recorder: Recorder): HostShape | undefined {
  const address = text.trim().replace(/^view-source:/i, '');
  if (address === '' || local.test(address)) return undefined;
  const host = recorder.connect(textShape(address), about);
  if (host !== undefined) return host;
  recorder.unknown({
    text: address.slice(0, 200),
    why: 'the host of the address cannot be read',
    span: about.span,
  });
  return undefined;
}

/** Records a connection to some host, which the call does not name. */
export const recordQuery = (text: string, about: About, recorder: Recorder): HostShape | undefined =>
  recorder.connect(anyShape(text.slice(0, 200)), about);

/** More addresses than this of one text are not told apart. */
const mostUrls = 100;

/** The web addresses in a text, without what closes a sentence or bracket behind them. */
export function urlsIn(text: string): readonly { readonly url: string; readonly start: number }[] {
  const urls: { url: string; start: number }[] = [];
  for (const match of text.matchAll(/\b(?:https?|wss?|ftp|file):\/\/[^\s<>"'`\\]+/gi)) {
    if (urls.length >= mostUrls) break;
    urls.push({ url: withoutClosing(match[0]), start: match.index });
  }
  return urls;
}

/** Without the marks at the end; counted by hand, since an expression would take the square of their number. */
function withoutClosing(url: string): string {
  let end = url.length;
  while (end > 0 && ')]}.,;:!?'.includes(url[end - 1] ?? '')) end--;
  return url.slice(0, end);
}
