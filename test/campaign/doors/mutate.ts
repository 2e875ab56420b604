/** Octets that nearly mean something: good ones that are cut, doubled, joined and strewn with what parsers mind. */

export type Random = () => number;

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const below = (random: Random, most: number): number => Math.floor(random() * most);
export const oneOf = <Item>(random: Random, items: readonly Item[]): Item =>
  items[below(random, items.length)]!;

const strewn = [
  ...['\0', '\n', '\r\n', '\r\n\r\n', ' ', '"', '\\', '\\u0000', '\\ud800', '{', '}', '[', ']', ',', ':'],
  ...['null', 'true', '-1e999', '1e400', '{}', '[]', '""', '__proto__', 'constructor', '\u00e9', '\u{1f600}'],
  ...['"permissionDecision":"allow"', '"decision":"approve"', '"hook_event_name":"PostToolUse"'],
  ...[
    '"tool_input":{}',
    '"method":"tools/call"',
    '"id":1,',
    '[[[[[[[[',
    '{"a":{"a":{"a":',
    '\ufeff',
    '\u202e',
  ],
  ...['Content-Length: 0\r\n', 'Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  ...['Expect: 100-continue\r\n', 'Connection: close\r\n', 'Authorization: Bearer x\r\n', 'Host: \r\n'],
  ...['Content-Type: text/plain\r\n', 'Content-Encoding: gzip\r\n', 'POST /hooks HTTP/1.1\r\n', '?n=1&n=2'],
].map((text) => Buffer.from(text));

/** One to six changes, of octets that were good. */
export function mutated(good: Buffer, others: readonly Buffer[], random: Random): Buffer {
  let octets = good;
  for (let changes = 1 + below(random, 6); changes > 0; changes--)
    octets = oneOf(random, waysToChange)(octets, others, random);
  return octets.subarray(0, longest);
}

const longest = 65_536;

type Change = (octets: Buffer, others: readonly Buffer[], random: Random) => Buffer;

/** A piece in the place of another. */
const replace = (octets: Buffer, from: number, to: number, piece: Buffer): Buffer =>
  Buffer.concat([octets.subarray(0, from), piece, octets.subarray(to)]);

const nothing = Buffer.alloc(0);

const waysToChange: readonly Change[] = [
  (octets, _, random) => {
    const at = below(random, octets.length);
    return replace(octets, at, at + 1, Buffer.from([below(random, 256)]));
  },
  (octets, _, random) => {
    const at = below(random, octets.length + 1);
    return replace(octets, at, at, oneOf(random, strewn));
  },
  (octets, _, random) => {
    const at = below(random, octets.length + 1);
    return replace(octets, at, at + 1 + below(random, 12), oneOf(random, strewn));
  },
  (octets, _, random) => {
    const at = below(random, octets.length + 1);
    return replace(octets, at, at + below(random, 40), nothing);
  },
  (octets, _, random) => {
    const at = below(random, octets.length + 1);
    return replace(octets, at, at, octets.subarray(at, at + below(random, 200)));
  },
  (octets, others, random) => {
    const other = oneOf(random, others);
    const [cut, from] = [below(random, octets.length + 1), below(random, other.length + 1)];
    return Buffer.concat([octets.subarray(0, cut), other.subarray(from)]);
  },
  (octets, _, random) => octets.subarray(0, below(random, octets.length + 1)),
];
