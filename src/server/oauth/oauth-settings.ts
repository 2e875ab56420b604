/** The settings for an issuer of tokens. */
import type { Permission } from '../../host/credentials/tokens.ts';
import type { KeysPlace } from './issuer-keys.ts';

export interface OauthSettings {
  /** As tokens name it in `iss`. */
  readonly issuer: string;
  /** A token names one of them in `aud`. */
  readonly audiences: readonly string[];
  readonly keys: KeysPlace;
  /** The accepted algorithms, all with a private key. */
  readonly algorithms: readonly string[];
  /** Milliseconds by which clocks may differ. */
  readonly tolerance: number;
  /** The claims that name the client, a user of the system, and the scopes. */
  readonly clientClaim: string;
  readonly userClaim: string | undefined;
  readonly scopeClaim: string;
  /** The permissions that each scope of the issuer gives. */
  readonly permissions: ReadonlyMap<string, readonly Permission[]>;
  /** The address of this server as clients name it. */
  readonly resource: string | undefined;
}
