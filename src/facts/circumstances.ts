/**
 * What is known of a call beyond its event. The server, the hook or the dry run that asks for the decision knows it. No
 * client can claim it, so rules can trust it.
 */
import type { Disk } from './disk/disk.ts';
import type { Client } from './event/client.ts';

export interface Circumstances {
  /** The disk of the machine that the call runs on, where it may be looked at. */
  readonly disk?: Disk | undefined;
  /** What a client reports about its disk. No facts are derived with it; the engine uses it for a second question. */
  readonly claimedDisk?: Disk | undefined;
  /** When the call is decided, in milliseconds since 1970; undefined where the time is not given. */
  readonly at?: number | undefined;
  /** Who asks, as far as it is proved; undefined where the client is not given. */
  readonly client?: Client | undefined;
}

export const noCircumstances: Circumstances = Object.freeze({});
