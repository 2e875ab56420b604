/** Fetches the octets at an address of HTTP, with a limit of octets and of time, and from no other origin. */
import { whyNoConnection } from './why-no-connection.ts';

export interface Fetched {
  readonly octets: Buffer;
  /** The version of this content, as the server names it; undefined where it does not. */
  readonly etag: string | undefined;
}

/** Nothing can be had from an address; the message is a sentence without an end, which names the host. */
export class FetchProblem extends Error {}

export interface FetchOptions {
  /** The version of the content that was fetched last. */
  readonly etag?: string | undefined;
  /** Milliseconds for all of it. */
  readonly patience: number;
  /** Octets. */
  readonly most: number;
}

const mostRedirects = 3;

/** Whether a place is an address rather than a path. */
export const isAddress = (place: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(place);

/** Whether a name or address in a URL is this machine's own. */
export const isOwnHost = (name: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name);

/** The address, or why `what` (plural) is not taken from there, as a sentence without an end. */
export function readSecureAddress(text: string, what: string): URL | string {
  const url = addressIn(text);
  if (url === undefined) return `\`${text}\` is no address`;
  if (url.username !== '' || url.password !== '')
    return `an address of ${what} has no user and no password in it`;
  if (url.protocol === 'https:') return url;
  return url.protocol === 'http:' && isOwnHost(url.hostname)
    ? url
    : `${what} are fetched with \`https://\`, and with \`http://\` from this machine only`;
}

/** A text as an address; undefined for any other text. */
export function addressIn(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Fetches what is there; undefined where it is still what `etag` names. Throws `FetchProblem`. */
export async function fetchOctets(
  address: URL,
  { etag, patience, most }: FetchOptions,
): Promise<Fetched | undefined> {
  const signal = AbortSignal.timeout(patience);
  try {
    const response = await follow(address, etag === undefined ? {} : { 'if-none-match': etag }, signal);
    if (response.status === 304 && etag !== undefined) {
      await response.body?.cancel();
      return undefined;
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new FetchProblem(`${address.host} answers with ${response.status}`);
    }
    return { octets: await bodyOf(response, most), etag: response.headers.get('etag') ?? undefined };
  } catch (error) {
    if (error instanceof FetchProblem) throw error;
    if (signal.aborted)
      throw new FetchProblem(`${address.host} has not answered within ${patience / 1000} s`);
    const why = whyNoConnection(error, '`NODE_EXTRA_CA_CERTS=FILE` in the environment');
    throw new FetchProblem(`${address.host} cannot be asked: ${why}`);
  }
}

async function follow(address: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  let at = address;
  for (let left = mostRedirects; ; left--) {
    const response = await fetch(at, { headers, signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, at);
    if (next.origin !== address.origin)
      throw new FetchProblem(`${address.host} leads to ${next.origin}, and other origins are not followed`);
    if (left === 0) throw new FetchProblem(`${address.host} leads on and on`);
    at = next;
  }
}

/** What is larger is not read to its end. */
async function bodyOf(response: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let octets = 0;
  for await (const part of response.body ?? []) {
    octets += part.length;
    if (octets > most) throw new FetchProblem(`it is larger than ${shownSize(most)}`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const shownSize = (octets: number): string =>
  octets >= 1024 ** 2 ? `${octets / 1024 ** 2} MiB` : `${octets / 1024} KiB`;
