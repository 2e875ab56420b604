/** An address → what records are shipped to. */
import { ocsfEvents } from '../export/ocsf.ts';
import { addressIn, isOwnHost } from '../machine/fetch-octets.ts';
import { versionOfBylaw } from '../machine/version.ts';
import type { Destination } from './ship.ts';
import { syslog } from './syslog.ts';
import type { Item } from './unshipped.ts';
import { webhook } from './webhook.ts';

export const shipFormats = ['ndjson', 'ocsf'] as const;
export type ShipFormat = (typeof shipFormats)[number];

export interface DestinationOptions {
  readonly to: string;
  readonly format: ShipFormat;
  /** What batches of a webhook are signed with. */
  readonly secret: string | undefined;
  /** The authorities of a syslog server, in PEM; undefined for those that Node.js knows. */
  readonly ca: string | undefined;
}

/** Fewer characters can be guessed. */
const shortestSecret = 16;

/** The forms of an address, for people. */
const destinationsTaken =
  '`https://…`, `cluster`, `syslog+tls://HOST:PORT`, `syslog+tcp://HOST:PORT` or `syslog+udp://HOST:PORT`';

/** The destination, or what is wrong, as a sentence without an end. */
export function openDestination({ to, format, secret, ca }: DestinationOptions): Destination | string {
  const address = addressIn(to);
  if (address === undefined) return `\`${to}\` is no address: \`--to\` takes ${destinationsTaken}`;
  if (address.username !== '' || address.password !== '')
    return 'an address that records are shipped to has no user and no password in it';
  const linesOf = linesIn(format);
  if (address.protocol === 'https:' || (address.protocol === 'http:' && isOwnHost(address.hostname))) {
    if (secret === undefined || secret.length < shortestSecret)
      return `batches for \`${address.origin}\` are signed with a secret of at least ${shortestSecret} characters: put it into a file and name that with \`--secret-file FILE\`, or into BYLAW_SHIP_SECRET in the environment`;
    return webhook({ address, secret, linesOf, now: Date.now });
  }
  if (address.protocol === 'http:')
    return 'records are shipped with `https://`, and with `http://` to this machine only';
  const [, protocol] = /^syslog\+(tcp|tls|udp):$/.exec(address.protocol) ?? [];
  if (protocol !== 'tcp' && protocol !== 'tls' && protocol !== 'udp')
    return `\`${address.protocol}//\` is not known: \`--to\` takes ${destinationsTaken}`;
  const port = address.port === '' ? usualPorts[protocol] : Number(address.port);
  if (address.hostname === '' || !['', '/'].includes(address.pathname))
    return `a syslog server is a host and a port, such as \`syslog+${protocol}://logs.example.com:${port}\``;
  const host = address.hostname.replace(/^\[|\]$/g, '');
  return syslog({ protocol, host, port, ca, linesOf });
}

const usualPorts = { tcp: 601, tls: 6514, udp: 514 } as const;

/** A record → its lines in a format. */
export function linesIn(format: ShipFormat): (item: Item) => readonly string[] {
  if (format === 'ndjson') return ({ line }) => [line];
  const version = versionOfBylaw();
  return ({ record }) => ocsfEvents(record, version).map((event) => JSON.stringify(event));
}
