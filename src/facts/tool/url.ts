/** Addresses in the fields of tools: which of them leave the machine, and to which host. */
import type { HostShape } from '../../pattern/host.ts';
import { withoutControls } from '../../pattern/path/path-text.ts';
import { anyShape, textShape } from '../../pattern/text/shape.ts';
import type { InputSpan } from '../effect/effect.ts';
import type { Recorder } from '../record/recorder.ts';

interface About {
  readonly certain: boolean;
  readonly span: InputSpan;
  readonly command: number | undefined;
}

/** Schemes of addresses that no other machine answers. */
const local = /^(?:about|blob|chrome|chrome-extension|edge|devtools|mailto|tel|urn):/i;
/** Schemes of addresses that are programs, which can reach anything. */
const program = /^(?:javascript|data|vbscript):/i;

export const isWebAddress = (text: string): boolean =>
  /^(?:https?|wss?|ftps?|sftp):[/\\]{2}/i.test(withoutControls(text));

/** Records a connection to an address; one that cannot be parsed is an unknown part. */
export function recordUrl(text: string, about: About, recorder: Recorder): HostShape | undefined {
  const address = withoutControls(text).replace(
    /^(?:(?:view-source|jar|url|filesystem|feed|blob):)+(?=[a-z]+:)/i,
    '',
  );
  if (address === '' || local.test(address)) return undefined;
  if (program.test(address)) {
    // A picture or a page without a script connects to nothing.
    if (!isInert(address)) {
      recorder.unknown({
        sort: 'code',
        text: address.slice(0, 200),
        why: 'the address is a program',
        span: about.span,
      });
    }
    return undefined;
  }
  const host = recorder.connect(textShape(address), about);
  if (host !== undefined) return host;
  recorder.unknown({
    sort: 'value',
    text: address.slice(0, 200),
    why: 'the host of the address cannot be read',
    span: about.span,
  });
  return undefined;
}

const isInert = (address: string): boolean =>
  /^data:(?:image\/(?!svg)[\w.+-]+|text\/plain|application\/json)(?:[;,]|$)/i.test(address) ||
  /^data:,/i.test(address);

/** Records a connection to some host, which the call does not name. */
export const recordQuery = (text: string, about: About, recorder: Recorder): HostShape | undefined =>
  recorder.connect(anyShape(text.slice(0, 200)), about);

/** An unknown host on the public internet, for the search engine of a harness. */
export const searchEngine = 'a-search-engine.example';

/** The web addresses in a text, without punctuation and brackets after them. */
export function urlsIn(text: string): readonly { readonly url: string; readonly start: number }[] {
  const urls: { url: string; start: number }[] = [];
  for (const match of text.matchAll(/\b(?:https?|wss?|ftp|file):\/\/[^\s<>"'`\\]+/gi)) {
    urls.push({ url: withoutClosing(match[0]), start: match.index });
  }
  return urls;
}

/** Without the marks at the end; a loop, because a regular expression would take quadratic time. */
function withoutClosing(url: string): string {
  let end = url.length;
  while (end > 0 && ')]}.,;:!?'.includes(url[end - 1] ?? '')) end--;
  return url.slice(0, end);
}
