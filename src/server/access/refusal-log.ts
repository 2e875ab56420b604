/**
 * Messages about requests with bad credentials: the first of each kind at once, and those in the next
 * minute later, as a count. A message repeats nothing of a client except its address, and its name where that is proved.
 */
import type { InvalidCredentials } from './access.ts';

/** Why a request was refused: its credentials, or their missing permission. */
export type Unauthorized = InvalidCredentials | 'permission';

/** Milliseconds between two lines of one kind. */
const pause = 60_000;

const texts: Readonly<Record<Unauthorized, string>> = {
  missing: 'it had no token',
  malformed: 'it had no single bearer token',
  unknown: 'its token is not known',
  expired: 'its token, or its certificate, has expired',
  signature: 'its token is not signed by its issuer',
  claims: 'the claims of its token are not valid',
  algorithm: 'the algorithm or the type of its token is not accepted',
  'foreign-scope': 'its token names a client of the file of tokens',
  'no-keys': 'there are no keys of its issuer',
  permission: 'it may not do that',
};

export class RefusalLog {
  readonly #say: (line: string) => void;
  readonly #now: () => number;
  readonly #said = new Map<Unauthorized, { readonly at: number; more: number }>();

  /** `say`: takes a line with its line feed; `now`: milliseconds, of a clock that only goes forward. */
  constructor(say: (line: string) => void, now: () => number = () => performance.now()) {
    this.#say = say;
    this.#now = now;
  }

  /** `address`: of the client, undefined on a Unix socket; `detail`: more of the reason, and nothing of the token. */
  note(why: Unauthorized, address: string | undefined, detail?: string | undefined): void {
    const before = this.#said.get(why);
    const now = this.#now();
    if (before !== undefined && now - before.at < pause) {
      before.more += 1;
      return;
    }
    this.#said.set(why, { at: now, more: 0 });
    const from = address === undefined ? '' : ` from ${address}`;
    const more =
      before === undefined || before.more === 0 ? '' : ` (${before.more} more since the last such line)`;
    const reason = detail === undefined ? texts[why] : `${texts[why]}: ${detail}`;
    this.#say(`A request${from} was refused: ${reason}${more}.\n`);
  }
}
