/**
 * Tokens of an issuer: its settings and keys, and the verification of its tokens. The library that verifies
 * is loaded for the first token.
 */
import type { Identified, TokenVerifier } from '../access/access.ts';
import { GoodTokens } from './good-tokens.ts';
import { IssuerKeys } from './issuer-keys.ts';
import type { OauthSettings } from './oauth-settings.ts';

/** The most characters: all valid tokens are much shorter. */
const longestToken = 8192;
/** Milliseconds between two checks whether it is time to read the keys. */
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

  /** Reads the keys for the first time, and from then on when it is time. `problem` reports failures. */
  async start(): Promise<void> {
    await this.keys.keepFresh();
    this.#timer = setInterval(() => void this.keys.keepFresh(), lookInterval).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Why the keys could not be read last time, as a sentence. */
  get problem(): string | undefined {
    return this.keys.problem;
  }

  /** Why there are no keys, so that no token can be verified, as a sentence. */
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
    // If the keys have changed meanwhile, it is not known which ones verified the token.
    if (set === this.keys.set) this.#good.add(token, set, identified);
    return identified;
  }
}
