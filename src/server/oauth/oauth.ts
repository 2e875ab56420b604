/** Tokens of an issuer: what is told of it, and whether a token of it is good. The library that verifies is loaded with the first. */
import type { Identified, TokenVerifier } from '../access.ts';
import { GoodTokens } from './good-tokens.ts';
import { IssuerKeys } from './issuer-keys.ts';
import type { OauthSettings } from './oauth-settings.ts';

/** Characters: none that is good comes near it. */
const longestToken = 8192;
/** Milliseconds between two looks whether it is time to read the keys. */
const lookInterval = 5000;

/** Clocks: milliseconds since 1970, and milliseconds of a clock that only goes forward. */
interface Clocks {
  readonly now: () => number;
  readonly elapsed: () => number;
}

export class Oauth implements TokenVerifier {
  readonly settings: OauthSettings;
  readonly keys: IssuerKeys;
  readonly #now: () => number;
  readonly #good = new GoodTokens();
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: OauthSettings, { now = Date.now, elapsed }: Partial<Clocks> = {}) {
    this.settings = settings;
    this.keys = new IssuerKeys(settings.keys, elapsed);
    this.#now = now;
  }

  /** Reads the keys for the first time, and from then on when it is time to. What goes wrong is told by `problem`. */
  async start(): Promise<void> {
    await this.keys.keepFresh();
    this.#timer = setInterval(() => void this.keys.keepFresh(), lookInterval).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Why tokens may not be told good from bad, as a sentence. */
  get problem(): string | undefined {
    return this.keys.problem;
  }

  /** Why no token can be taken, as a sentence. */
  get unready(): string | undefined {
    return this.keys.set === undefined ? this.keys.problem : undefined;
  }

  known(token: string): Identified | undefined {
    return this.#good.find(token, this.keys.set, this.#now() - this.settings.tolerance);
  }

  async verify(token: string): Promise<Identified> {
    if (token.length > longestToken)
      return { ok: false, why: 'unknown', detail: `it has more than ${longestToken} characters` };
    const { verifyToken } = await import('./verify-token.ts');
    const { set } = this.keys;
    const identified = await verifyToken(token, this.settings, this.keys, this.#now());
    // By which keys it is good is not known where they have changed meanwhile.
    if (set === this.keys.set) this.#good.add(token, set, identified);
    return identified;
  }
}
