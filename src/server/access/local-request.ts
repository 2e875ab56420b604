/**
 * Whether a request to a server without tokens comes from a program of this machine, and not from a page in
 * a browser. A page can send requests to loopback, and the host name of a page can be made to lead there
 * (DNS rebinding). But the browser writes the name into `Host`, and says in `Origin` or `Sec-Fetch-Site`
 * that a page asks. It reads headers only: a program can write any headers, and this check does not stop
 * programs.
 */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { headerValues } from '../lines/header-values.ts';
import { doorOf } from './door.ts';
import { isLoopback } from './exposure.ts';

/** Why it is refused: the name in `Host`, or a page that asks. */
export type Foreign = 'host' | 'page';

type Request = Pick<IncomingMessage, 'url' | 'rawHeaders' | 'socket'>;

/**
 * Undefined for a request from a program of this machine. No browser can reach a Unix socket, so any `Host`
 * is allowed there.
 */
export function foreignness(request: Request): Foreign | undefined {
  const { rawHeaders, socket } = request;
  const isPort = doorOf(socket) === 'port';
  const port = isPort ? socket.localPort : undefined;
  if (isPort && (port === undefined || !isOwnHost(request, port))) return 'host';
  const isOwnPage = headerValues(rawHeaders, 'origin').every((origin) => isOwnOrigin(origin, port));
  const isOwnSite = headerValues(rawHeaders, 'sec-fetch-site').every((site) => ownSites.has(site));
  return isOwnPage && isOwnSite ? undefined : 'page';
}

/** What to do about it, for the author of the client. It repeats nothing from the request. */
export const foreignTexts: Readonly<Record<Foreign, string>> = {
  host: 'This server has no tokens, so it answers this machine only: send the header Host with localhost, 127.0.0.1 or [::1], and the port that it listens on. For another name, or a proxy in front, start it with --tokens.\n',
  page: 'This server has no tokens, so it answers no page of a browser: leave out the headers Origin and Sec-Fetch-Site. For clients in a browser start it with --tokens, behind a proxy.\n',
};

/** `none`: a person has typed the address. */
const ownSites: ReadonlySet<string> = new Set(['same-origin', 'none']);

function isOwnHost({ url = '', rawHeaders }: Request, port: number): boolean {
  // A target with a host name would count instead of the header (RFC 9112 section 3.2.2).
  if (!url.startsWith('/')) return false;
  const [host, ...others] = headerValues(rawHeaders, 'host');
  return host !== undefined && others.length === 0 && isOwnAuthority(host, port);
}

/** The server's own origin has a port, except the default port. */
function isOwnOrigin(origin: string, port: number | undefined): boolean {
  const [, authority] = /^http:\/\/(.*)$/i.exec(origin) ?? [];
  if (port === undefined || authority === undefined) return false;
  return isOwnAuthority(authority, port) && (port === 80 || /:[0-9]+$/.test(authority));
}

/**
 * A loopback name, with the port or without one. Names below `localhost` are refused: some resolvers ask
 * other machines for them.
 */
function isOwnAuthority(authority: string, port: number): boolean {
  const [, bracketed, plain, digits] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::([0-9]+))?$/.exec(authority.trim()) ?? [];
  if (bracketed !== undefined && !isIPv6(bracketed)) return false;
  const name = bracketed ?? plain?.replace(/\.$/, '') ?? '';
  return isLoopback(name) && (digits === undefined || Number(digits) === port);
}
