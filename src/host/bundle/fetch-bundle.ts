/** A bundle from an address: at most so many octets, in so much time, from that origin and no other. */
import { BundleProblem, mostBundleOctets } from './bundle-content.ts';

export interface Fetched {
  readonly octets: Buffer;
  /** What tells this content from others, as the server says; undefined where it says nothing. */
  readonly etag: string | undefined;
}

/** Milliseconds for all of it. */
const fetchPatience = 10_000;
const mostRedirects = 3;

/** Whether a place is an address rather than a path. */
export const isAddress = (place: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(place);

/** The address, or why bundles are not taken from there, as a sentence without an end. */
export function readAddress(text: string): URL | string {
  const url = URL.parse?.(text) ?? parsed(text);
  if (url === null) return `\`${text}\` is no address`;
  if (url.username !== '' || url.password !== '')
    return 'an address of bundles has no user and no password in it';
  if (url.protocol === 'https:') return url;
  const isOwn = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'http:' && isOwn
    ? url
    : 'bundles are fetched with `https://`, and with `http://` from this machine only';
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Fetches what is there; undefined where it is still what `etag` names. Throws `BundleProblem`. */
export async function fetchBundle(
  address: URL,
  etag: string | undefined,
  patience = fetchPatience,
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
      throw new BundleProblem(`${address.host} answers with ${response.status}`);
    }
    return { octets: await bodyOf(response), etag: response.headers.get('etag') ?? undefined };
  } catch (error) {
    if (error instanceof BundleProblem) throw error;
    if (signal.aborted)
      throw new BundleProblem(`${address.host} has not answered within ${patience / 1000} s`);
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw new BundleProblem(
      `${address.host} cannot be asked: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
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
      throw new BundleProblem(`${address.host} leads to ${next.origin}, and other origins are not followed`);
    if (left === 0) throw new BundleProblem(`${address.host} leads on and on`);
    at = next;
  }
}

/** What is larger than any bundle is not read to its end. */
async function bodyOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let octets = 0;
  for await (const part of response.body ?? []) {
    octets += part.length;
    if (octets > mostBundleOctets)
      throw new BundleProblem(`it is larger than ${mostBundleOctets / 1024 ** 2} MiB`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
