/**
 * Checked policies with everything they were made from, as the octets of one
 * entry of a cache: a line with two numbers, a header, the inventory of what was
 * read, the rules, their tests, which few readers want, and how the rules are found. The reader checks whether the
 * inventory is still true, and who may have written the entry.
 */
import { readSync } from 'node:fs';
import type { KeptBundle } from '../../compile/kept-bundle.ts';
import { checksum } from '../machine/checksum.ts';
import type { BrokenLayer } from '../policy-files/layer.ts';
import { type PackedPolicies, unpackPolicies } from './packed-policies.ts';

/** What is known of policies besides their rules. */
export interface KeptFacts {
  /** The digest of the policies: 64 hexadecimal digits. */
  readonly digest: string;
  /** The folder that the paths of places are relative to, absolute. */
  readonly root: string;
  /** The policy files, relative to the root. */
  readonly sources: readonly string[];
  /** Recorded events that tests name, relative to the root. */
  readonly recorded: readonly string[];
  /** Files of layers that are not in force, relative to the root. */
  readonly leftOut: readonly string[];
  /** Lower layers that are not in force. */
  readonly broken: readonly BrokenLayer[];
  /** Everything that they are read from: what was named, and what a file of layers names. Absolute. */
  readonly paths: readonly string[];
}

/** Policies as a cache holds them. */
export interface KeptPolicies extends KeptFacts {
  readonly bundle: KeptBundle;
}

export interface EntryParts extends PackedPolicies {
  readonly build: string;
  readonly facts: KeptFacts;
  readonly inventory: Buffer;
}

interface Header extends KeptFacts {
  readonly build: string;
  readonly lengths: Readonly<Record<'inventory' | keyof PackedPolicies, number>>;
  /** The sums of the parts behind the rules. A reader may leave out any of these parts. */
  readonly sums: Readonly<Record<'tests' | 'index', string>>;
}

/** The sum of header and rules, and the length of the header in ten digits. */
const firstLine = 20;

/** The octets of an entry, in parts. */
export function writeEntry({ build, facts, inventory, rules, tests, index }: EntryParts): readonly Buffer[] {
  const content: Header = {
    ...{ build, ...facts },
    lengths: {
      ...{ inventory: inventory.length, rules: rules.length, tests: tests.length, index: index.length },
    },
    sums: { tests: checksum(tests), index: checksum(index) },
  };
  const header = Buffer.from(JSON.stringify(content));
  const first = `${checksum(header, rules)} ${String(header.length).padStart(10, '0')}\n`;
  return [Buffer.from(first), header, inventory, rules, tests, index];
}

/** Gives so many octets from a place on; throws where there are not so many. */
export type ReadOctets = (from: number, length: number) => Buffer;

/** Reads from an open file, as long as the reader is used. */
export const readFrom =
  (descriptor: number): ReadOctets =>
  (from, length) => {
    const octets = Buffer.allocUnsafeSlow(length);
    let done = 0;
    while (done < length) {
      const read = readSync(descriptor, octets, done, length - done, from + done);
      if (read === 0) throw new Error('the entry is not whole');
      done += read;
    }
    return octets;
  };

/** Reads from an entry that is in memory as a whole. */
export const readOf =
  (octets: Buffer): ReadOctets =>
  (from, length) => {
    if (from + length > octets.length) throw new Error('the entry is not whole');
    return octets.subarray(from, from + length);
  };

/**
 * Reads an entry; undefined where it is another build's, or `isTrue` says no to its
 * inventory. `withTests`: with the tests of the rules. Throws for octets that are no entry, or a damaged one.
 */
export function readEntry(
  read: ReadOctets,
  build: string,
  isTrue: (facts: KeptFacts, inventory: Buffer) => boolean,
  withTests: boolean,
): KeptPolicies | undefined {
  const first = /^([0-9a-f]{8}) (\d{10})\n$/.exec(read(0, firstLine).toString('latin1'));
  if (first === null) throw new Error('this is no entry');
  const [, sum, length] = first;
  const headerOctets = read(firstLine, Number(length));
  const header: Header = JSON.parse(headerOctets.toString());
  if (header.build !== build) return undefined;
  const { digest, root, sources, recorded, leftOut, broken, paths, lengths } = header;
  const facts = { digest, root, sources, recorded, leftOut, broken, paths };
  const start = firstLine + headerOctets.length;
  if (!isTrue(facts, read(start, lengths.inventory))) return undefined;
  const rules = read(start + lengths.inventory, lengths.rules);
  if (checksum(headerOctets, rules) !== sum) throw new Error('the entry is damaged');
  const behind = start + lengths.inventory + lengths.rules;
  const checked = (name: 'tests' | 'index', from: number): Buffer => {
    const octets = read(from, lengths[name]);
    if (checksum(octets) !== header.sums[name]) throw new Error('the entry is damaged');
    return octets;
  };
  const tests = withTests ? checked('tests', behind) : undefined;
  const index = checked('index', behind + lengths.tests);
  return { ...facts, bundle: unpackPolicies(rules, { tests, index }) };
}
