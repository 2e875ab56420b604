/**
 * The public keys of an issuer of tokens: a set of JSON web keys from an address or a file, kept, and read
 * again from time to time, and when a token names an unknown key. How often is bounded, whatever tokens
 * say. Keys that could not be read again for too long are no longer used: one of them may be withdrawn.
 */
import { readFileSync, statSync } from 'node:fs';
import type { JsonObject } from '../../facts/event/event.ts';
import { FetchProblem, fetchOctets } from '../../host/machine/fetch-octets.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';

export type KeysPlace = { readonly address: URL } | { readonly file: string };

/** Milliseconds. */
interface Times {
  /** How long keys are not read again. */
  readonly fresh: number;
  /** The least time between two readings. */
  readonly pause: number;
}

const minute = 60_000;
const timesOf = (place: KeysPlace): Times =>
  'address' in place ? { fresh: 5 * minute, pause: minute / 2 } : { fresh: 1000, pause: 1000 };
/** How long keys are used that cannot be read again, in milliseconds. */
const longestStale = 60 * minute;
const patience = 5000;
const mostOctets = 256 * 1024;
const mostKeys = 100;

/** A set of keys, as plain data. */
export interface IssuerKeySet {
  readonly keys: readonly JsonObject[];
}

/** A set cannot be read; the message is a sentence without an end. */
class KeysProblem extends Error {}

export class IssuerKeys {
  readonly #place: KeysPlace;
  readonly #times: Times;
  readonly #now: () => number;
  #known: { readonly set: IssuerKeySet; readonly text: string; readonly at: number } | undefined;
  /** When they were last requested. */
  #asked = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #problem: string | undefined;

  /** `now`: milliseconds, of a clock that only goes forward. */
  constructor(place: KeysPlace, now: () => number = () => performance.now()) {
    this.#place = place;
    this.#times = timesOf(place);
    this.#now = now;
  }

  /** The keys in use; undefined if there are none. The same object as long as they are the same. */
  get set(): IssuerKeySet | undefined {
    const { set, at } = this.#known ?? {};
    return at === undefined || this.#now() - at > longestStale ? undefined : set;
  }

  /** Whether they are in a file of this machine, so that reading them makes no request. */
  get areInFile(): boolean {
    return 'file' in this.#place;
  }

  /** Why they could not be read last time, as a sentence; undefined if they could. */
  get problem(): string | undefined {
    if (this.#problem === undefined) return undefined;
    const goesOn = 'The earlier keys stay in use, for an hour at most.';
    const place = 'file' in this.#place ? this.#place.file : this.#place.address.href;
    return `The keys of the issuer of tokens cannot be read from \`${place}\`: ${this.#problem}. ${this.set === undefined ? 'None of its tokens is accepted.' : goesOn}`;
  }

  /** Reads them if it is time. Never rejects. */
  async keepFresh(): Promise<void> {
    const age = this.#now() - (this.#known?.at ?? Number.NEGATIVE_INFINITY);
    if (age >= this.#times.fresh || this.#problem !== undefined) await this.readAgain();
  }

  /** Reads them, unless that was done a moment ago. Never rejects. Concurrent callers share one request. */
  async readAgain(): Promise<void> {
    if (this.#reading !== undefined) return await this.#reading;
    if (this.#now() - this.#asked < this.#times.pause) return;
    this.#asked = this.#now();
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const text = await readPlace(this.#place);
      const isSame = text === this.#known?.text;
      this.#known = { set: isSame ? this.#known!.set : keySetIn(text), text, at: this.#now() };
      this.#problem = undefined;
    } catch (error) {
      const isNamed = error instanceof KeysProblem || error instanceof FetchProblem;
      this.#problem = isNamed
        ? error.message
        : `a defect: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}

async function readPlace(place: KeysPlace): Promise<string> {
  if ('address' in place) {
    const fetched = await fetchOctets(place.address, { patience, most: mostOctets });
    return fetched?.octets.toString('utf8') ?? '';
  }
  try {
    if (statSync(place.file).size > mostOctets) throw new Error(`it is larger than ${mostOctets / 1024} KiB`);
    return readFileSync(place.file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KeysProblem(why);
  }
}

/** Throws `KeysProblem`. The library that verifies checks the content of a key. */
function keySetIn(text: string): IssuerKeySet {
  const reading = readJson(text, { depth: 8 });
  const keys = reading.ok && isJsonObject(reading.value) ? own(reading.value, 'keys') : undefined;
  if (!Array.isArray(keys)) throw new KeysProblem('it is no set of JSON web keys');
  if (keys.length > mostKeys) throw new KeysProblem(`there are more than ${mostKeys} keys`);
  const objects = keys.filter(isJsonObject);
  // A private key in a public place is compromised.
  if (objects.some((key) => own(key, 'd') !== undefined || own(key, 'kty') === 'oct'))
    throw new KeysProblem('there is a secret key among them: name the public ones');
  if (objects.length === 0) throw new KeysProblem('there is no key');
  return { keys: objects };
}
