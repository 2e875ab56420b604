/**
 * Hosts: read from URLs, `host:port`, `user@host:path` and the like to one canonical form, and compared
 * with host patterns. If programs read a text differently, every host that one of them would use is kept.
 */
import ipaddr from 'ipaddr.js';
import { getPublicSuffix } from 'tldts';
import { wordsIn } from '../vocabulary/words-in.ts';
import { withoutControls } from './path/path-text.ts';
import { type Shape, showShape, staticText } from './text/shape.ts';
import { NO, type Truth, truth, UNKNOWN, YES } from './text/truth.ts';

export const hostClasses = ['loopback', 'private', 'link-local', 'metadata', 'public'] as const;
export type HostClass = (typeof hostClasses)[number];

/** A host that is known: a name, or an address in its canonical spelling. */
export interface HostValue {
  readonly name: string;
  readonly isAddress: boolean;
  readonly class: HostClass;
}

/** A host that may be partly known: `value`, or the certain ending of its name (`.example.com`), or nothing. */
export interface HostShape {
  readonly value: HostValue | undefined;
  readonly suffix: string | undefined;
  /** What is in front of the ending are labels of a name for certain: no `evil.example#` ends the host before it. */
  readonly isBelow?: true;
  readonly text: string;
  /** Other hosts as which some program would read the text. */
  readonly others: readonly HostValue[];
}

// ── reading ───────────────────────────────────────────────────────────────────────────────

/** Schemes that name no host. */
const local = /^(?:file|data|blob|about|javascript|mailto|unix|fd|mem|vfs):/i;

/** The host that a text connects to; undefined for a local path, and for a text that is no address. */
export function readHost(shape: Shape): HostShape | undefined {
  const text = staticText(shape);
  const shown = showShape(shape).slice(0, 300);
  if (text !== undefined) return readText(withoutControls(text), shown);
  return readPartly(shape, shown);
}

function readText(text: string, shown: string): HostShape | undefined {
  if (text === '' || local.test(text)) return undefined;
  const device = /^\/dev\/(?:tcp|udp)\/([^/]+)/.exec(text);
  if (device !== null) return known([device[1] ?? ''], shown);
  if (/^(?:\.{0,2}\/(?!\/)|~)/.test(text)) return undefined;
  const hosts = hostTexts(text);
  return hosts.length === 0 ? undefined : known(hosts, shown);
}

function known(texts: readonly string[], shown: string): HostShape | undefined {
  let value: HostValue | undefined;
  const others: HostValue[] = [];
  for (const text of texts) {
    const host = canonicalHost(text);
    if (host === undefined) continue;
    if (value === undefined) value = host;
    else if (host.name !== value.name) others.push(host);
  }
  return { value, suffix: undefined, text: shown, others };
}

/** The text at the position of a host, in the ways that programs read it. */
function hostTexts(text: string): readonly string[] {
  const plain = text.replace(/[\t\n\r]/g, '');
  // The usual case: all programs read the same host.
  const simple = /^(?:https?|wss?|ftp):\/\/([a-z0-9.-]+)(?:\/|$)/.exec(plain);
  if (simple !== null) return [simple[1] ?? ''];
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):(?=[/\\])[/\\]*/.exec(plain);
  const special = /^(?:https?|wss?|ftp):[/\\]*/i.exec(plain);
  const bare = /^[/\\]{2}/.test(plain)
    ? plain.slice(2)
    : special !== null
      ? plain.slice(special[0].length)
      : scheme === null
        ? undefined
        : plain.slice(scheme[0].length);
  if (bare === undefined) {
    // `fd00:ec2::254` is an address for most programs, and the host `fd00` for those that read `host:path`.
    const [, address] = /^(?:[^/@\s]*@)?((?:[\da-f]*:){2}[\da-f:.]*(?:%[\w.-]+)?)(?=\/|$)/i.exec(plain) ?? [];
    const remote = /^(?:[^/:@\s]+@)?(\[[^\]]+\]|[^/:\s@[]+):(?!\/\/)/.exec(plain);
    if (address !== undefined || remote !== null)
      return [address ?? '', remote?.[1] ?? ''].filter((each) => each !== '');
    const first = /^(?:[^/@\s]*@)?(\[[^\]]+\]|[^/:?#\s\\]+)/.exec(plain);
    return first === null ? [] : [first[1] ?? ''];
  }
  // `http:a` is the host `a` for a browser, and the host `http` for a program that reads `host:path`.
  const remote =
    special !== null && !/^[a-z]+:[/\\]/i.test(plain) && bare !== '' ? [special[0].slice(0, -1)] : [];
  const authority = /^[^/?#\\]*/.exec(bare)?.[0] ?? '';
  // A back-slash ends the host for a browser, and belongs to the user’s name for others.
  const loose = /^[^/?#]*/.exec(bare)?.[0] ?? '';
  const all = [hostOf(authority), hostOf(loose), ...strayHosts(bare), ...decodedHosts(authority), ...remote];
  return [...new Set(all)].filter((each) => each !== '');
}

const hostOf = (authority: string): string => {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return /^\[[^\]]*\]/.exec(host)?.[0] ?? host.replace(/:[^:]*$/, '');
};

/** `https://good.example#@evil.example/`: some programs use the text after the last `@`. */
function strayHosts(bare: string): readonly string[] {
  const start = bare.split('/')[0] ?? '';
  return /[#?\\]/.test(start) && start.includes('@')
    ? [hostOf(start), hostOf(start.split('@')[0] ?? '')]
    : [];
}

/** `http://good.example%2f@evil.example`: some programs decode before they search the end of the host. */
function decodedHosts(authority: string): readonly string[] {
  if (!/%(?:2f|3f|23|40|5c)/i.test(authority)) return [];
  const decoded = authority.replace(/%(2f|3f|23|40|5c)/gi, (code) => decodeURIComponent(code));
  return [hostOf(decoded), hostOf(/^[^/?#\\]*/.exec(decoded)?.[0] ?? ''), ...strayHosts(decoded)];
}

/** A host in its one spelling: IDNA, lower case, no trailing dot; every spelling of an address made one. */
function canonicalHost(text: string): HostValue | undefined {
  if (text.length > 2000) return undefined;
  if (isPlainName(text)) return { name: text, isAddress: false, class: classOfName(text) };
  const bare = text.replace(/^\[|\]$/g, '').replace(/%(?:25)?[\w.-]+$/, '');
  if (bare.includes(':')) return ipaddr.IPv6.isValid(bare) ? addressOf(ipaddr.IPv6.parse(bare)) : undefined;
  let name: string;
  try {
    name = new URL(`http://${decodeHost(bare)}/`).hostname.replace(/\.+$/, '');
  } catch {
    return undefined;
  }
  if (name === '') return undefined;
  // For a name the library first makes an error with a stack trace, which takes long.
  if (/^[\d.]+$/.test(name) && ipaddr.IPv4.isValidFourPartDecimal(name))
    return addressOf(ipaddr.IPv4.parse(name));
  return { name, isAddress: false, class: classOfName(name) };
}

/** A name that is already in its canonical spelling; its last label has letters, so it is no address. */
const isPlainName = (text: string): boolean =>
  text.length < 250 && /^(?:[a-z0-9-]+\.)*[a-z]+$/.test(text) && !text.includes('xn--');

function decodeHost(text: string): string {
  const clean = text.replace(/[/?#@\\\s]/g, '');
  try {
    return decodeURIComponent(clean).replace(/[/?#@\\\s]/g, '');
  } catch {
    return clean;
  }
}

const metadataNames: ReadonlySet<string> = new Set(
  wordsIn(
    'metadata.google.internal metadata.goog metadata instance-data instance-data.ec2.internal',
    'metadata.tencentyun.com metadata.azure.internal metadata.azure.com',
    'metadata.platformequinix.com metadata.packet.net',
  ),
);
const metadataAddresses: ReadonlySet<string> = new Set(
  wordsIn(
    '169.254.169.254 169.254.170.2 169.254.170.23 169.254.0.23 192.0.0.192 100.100.100.200',
    '168.63.129.16 fd00:ec2::254 fd00:ec2::23 fd20:ce::254',
  ),
);

function classOfName(name: string): HostClass {
  if (name === 'localhost' || name.endsWith('.localhost') || name === 'ip6-localhost') return 'loopback';
  if (metadataNames.has(name)) return 'metadata';
  const address = addressInName(name);
  if (address !== undefined) return address.class;
  if (!name.includes('.')) return 'private';
  return /\.(?:local|internal|lan|home|corp|intranet|home\.arpa|test|localdomain|svc|invalid)$/.test(name)
    ? 'private'
    : 'public';
}

/** The address in a name: `10.0.0.1.nip.io`, also with dashes and in hexadecimal digits. */
function addressInName(name: string): HostValue | undefined {
  const label = /^(?:[^.]+\.)*?((?:\d{1,3}[.-]){3}\d{1,3}|[0-9a-f]{8})\.(?:nip|sslip|xip)\.io$/.exec(
    name,
  )?.[1];
  if (label === undefined) return undefined;
  const text = /^[0-9a-f]{8}$/.test(label) ? `0x${label}` : label.replaceAll('-', '.');
  return ipaddr.IPv4.isValid(text) ? addressOf(ipaddr.IPv4.parse(text)) : undefined;
}

function addressOf(address: ipaddr.IPv4 | ipaddr.IPv6): HostValue {
  const plain =
    address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
  const name = plain.toString();
  return { name, isAddress: true, class: classOfAddress(plain, name) };
}

/** An address that leads to another one has the class of that one. */
function classOfAddress(address: ipaddr.IPv4 | ipaddr.IPv6, name: string): HostClass {
  if (metadataAddresses.has(name)) return 'metadata';
  const inner = address instanceof ipaddr.IPv6 ? embedded(address) : undefined;
  if (inner === undefined) return classOfRange(address.range());
  return classOfAddress(inner, inner.toString());
}

/** The IPv4 address inside one of NAT64 (`64:ff9b::/96`), 6to4 (`2002::/16`), or of the old compatible form. */
function embedded(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const parts = address.parts;
  const at = (index: number): ipaddr.IPv4 =>
    new ipaddr.IPv4([parts[index] ?? 0, parts[index + 1] ?? 0].flatMap((part) => [part >> 8, part & 255]));
  const begins = (...wanted: readonly number[]): boolean =>
    wanted.every((part, index) => parts[index] === part);
  if (begins(0x2002)) return at(1);
  if (begins(0x64, 0xff9b, 0, 0, 0, 0) || begins(0x64, 0xff9b, 1)) return at(6);
  const isCompatible = begins(0, 0, 0, 0, 0, 0) && (parts[6] ?? 0) > 0;
  // `::ffff:0:a.b.c.d` is how a translator writes an address of the older kind.
  return isCompatible || begins(0, 0, 0, 0, 0xffff, 0) ? at(6) : undefined;
}

function classOfRange(range: string): HostClass {
  switch (range) {
    case 'loopback':
    case 'unspecified':
      return 'loopback';
    case 'private':
    case 'uniqueLocal':
    case 'carrierGradeNat':
      return 'private';
    case 'linkLocal':
      return 'link-local';
    default:
      return 'public';
  }
}

/** A host whose text is partly known: the text before the first slash decides. */
function readPartly({ pieces }: Shape, shown: string): HostShape | undefined {
  const [first] = pieces;
  if (first?.kind === 'home') return undefined;
  if (first?.kind === 'text') {
    if (local.test(first.text) || /^(?:\.{0,2}\/(?!\/)|~)/.test(first.text)) return undefined;
    const start = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?#\\@]*[/?#]/.exec(first.text);
    const remote = /^(?:[^/:@\s]+@)?[^/:\s@]+:(?!\/\/)/.exec(first.text);
    if (start !== null || (remote !== null && !/^[a-z]+:$/i.test(remote[0])))
      return readText(first.text, shown);
  }
  const isBelow = pieces.some((piece) => piece.kind === 'name' && piece.isLabels === true);
  return { value: undefined, suffix: suffixOf(pieces), ...(isBelow && { isBelow }), text: shown, others: [] };
}

/** `https://$SUB.example.com/x`: the certain ending of the host, if no slash can come before it. */
function suffixOf(pieces: Shape['pieces']): string | undefined {
  const [first, second, third, ...more] = pieces;
  if (first?.kind !== 'text' || !/^[A-Za-z][A-Za-z0-9+.-]*:\/\/$/.test(first.text) || more.length > 0)
    return undefined;
  if (second?.kind !== 'name' || third?.kind !== 'text') return undefined;
  return /^(\.[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#]|$)/.exec(third.text)?.[1]?.toLowerCase();
}

// ── patterns ──────────────────────────────────────────────────────────────────────────────

export interface HostPattern {
  readonly text: string;
  /** With `exact`, every host that the text could be must match; else one is enough. */
  test(host: HostShape, exact?: boolean): Truth;
}

export interface CompiledHost {
  readonly pattern?: HostPattern;
  readonly problem?: string;
  /** What is unusual about a usable pattern. */
  readonly warning?: string;
}

/** Compiles a host pattern, or says in a sentence what is wrong with it. Never throws. */
export function compileHost(text: string): CompiledHost {
  if (text === '') return { problem: 'it is empty' };
  if (text.length > 300) return { problem: `it has ${text.length} characters; no host has more than 253` };
  if (text === '*') return usable(text, isAny, () => YES);
  if (text.includes('://'))
    return {
      problem: `it has a scheme; write the host alone: \`"${text.replace(/^.*?:\/\//, '').replace(/[/:].*$/s, '')}"\``,
    };
  const range = compileRange(text);
  if (range !== undefined) return range;
  if (text.includes('/')) return { problem: 'it has a path; write the host alone' };
  const plain = canonicalHost(text.replace(/^\*\./, ''));
  const isPlain = ({ name }: HostValue): boolean => name === plain?.name;
  if (/^\[?[0-9a-f:.]+\]?$/i.test(text) && plain?.isAddress === true) return usable(text, isPlain, never);
  if (text.includes(':')) return { problem: 'it has a port; a rule holds for every port' };
  if (/^\*\./.test(text)) return compileBelow(text, plain);
  if (text.includes('*'))
    return { problem: '`*` matches whole labels at the start only, as in `*.example.com`' };
  if (plain === undefined || /[^A-Za-z0-9.\u0080-\uffff_-]/.test(text))
    return { problem: 'it is no name of a host' };
  return usable(text, isPlain, (suffix) => could(plain.name.endsWith(suffix)));
}

const isAny = (): boolean => true;
const never = (): Truth => NO;

/** Whether one of the hosts with an ending may be meant. */
const could = (isPossible: boolean): Truth => (isPossible ? UNKNOWN : NO);

const usable = (...parts: Parameters<typeof patternOf>): CompiledHost => ({ pattern: patternOf(...parts) });

/**
 * The name that a known host must have for a pattern to match, directly or by one of its `hostEndings`; `*`
 * for a pattern that matches hosts of many names, undefined for none.
 */
export function neededHost(text: string): string | undefined {
  if ((hostClasses as readonly string[]).includes(text) || text === '*') return '*';
  if (text.includes('/')) return '*';
  const plain = canonicalHost(text.replace(/^\*\./, ''));
  if (plain === undefined) return undefined;
  return text.startsWith('*.') ? `.${plain.name}` : plain.name;
}

/** A host by what `neededHost` asks for: its name, and each `.ending` of it. */
export function hostEndings({ name, isAddress }: HostValue): readonly string[] {
  const found = [name, '*'];
  if (isAddress) return found;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) found.push(name.slice(dot));
  return found;
}

function compileBelow(text: string, plain: HostValue | undefined): CompiledHost {
  if (
    plain === undefined ||
    plain.isAddress ||
    text.slice(2).includes('*') ||
    /[^A-Za-z0-9.\u0080-\uffff_-]/.test(text.slice(2))
  ) {
    return { problem: '`*.` goes before a name, as in `*.example.com`' };
  }
  const ending = `.${plain.name}`;
  const pattern = patternOf(
    text,
    ({ name }) => name.endsWith(ending),
    (suffix, isBelow) =>
      suffix.endsWith(ending) ? (isBelow ? YES : UNKNOWN) : could(ending.endsWith(suffix)),
  );
  const isSuffix = getPublicSuffix(`x${ending}`, { allowPrivateDomains: false }) === plain.name;
  return isSuffix ? { pattern, warning: 'matches every host below a public suffix' } : { pattern };
}

function compileRange(text: string): CompiledHost | undefined {
  if (!/^[0-9a-f:.[\]]+\/\d{1,3}$/i.test(text)) return undefined;
  try {
    const [address, bits] = ipaddr.parseCIDR(text.replace(/[[\]]/g, ''));
    const inside = ({ isAddress, name }: HostValue): boolean => {
      if (!isAddress) return false;
      const given = ipaddr.parse(name);
      if (given instanceof ipaddr.IPv4 && address instanceof ipaddr.IPv4) return given.match(address, bits);
      return given instanceof ipaddr.IPv6 && address instanceof ipaddr.IPv6 && given.match(address, bits);
    };
    return usable(text, inside, never);
  } catch {
    return { problem: 'it is no range of addresses, such as `10.0.0.0/8`' };
  }
}

/** A class of hosts; `metadata` addresses are link-local too. Throws for any other word. */
export function compileHostClass(word: string): HostPattern {
  if (!(hostClasses as readonly string[]).includes(word)) throw new Error(`${word} is no class of hosts`);
  const isOf = (found: HostClass): boolean =>
    found === word || (word === 'link-local' && found === 'metadata');
  return patternOf(
    word,
    (host) => isOf(host.class),
    (suffix, isBelow) =>
      !isBelow || hasSeveralClasses(suffix) ? UNKNOWN : truth(isOf(classOfName(`x${suffix}`))),
  );
}

/** Names with this ending may have an address in them, or be one of those that only some services have. */
const hasSeveralClasses = (suffix: string): boolean =>
  /\.(?:nip|sslip|xip)\.io$/.test(suffix) || [...metadataNames].some((name) => name.endsWith(suffix));

/** `matches` is for a known host. `ofEnding` is for a host with a known ending and an unknown beginning. */
function patternOf(
  text: string,
  matches: (host: HostValue) => boolean,
  ofEnding: (suffix: string, isBelow: boolean) => Truth,
): HostPattern {
  return {
    text,
    test({ value, suffix, isBelow, others }, exact = false) {
      if (value === undefined) {
        if (text === '*') return YES;
        return suffix === undefined ? UNKNOWN : ofEnding(suffix, isBelow === true);
      }
      const all = [value, ...others];
      return truth(exact ? all.every(matches) : all.some(matches));
    },
  };
}
