/**
 * What is known of a call beyond its event. Whoever asks for the decision knows it: the server, the hook, a dry run. No
 * client can say it, so rules may rest on it.
 */
import type { Client } from './client.ts';
import type { Disk } from './disk/disk.ts';

export interface Circumstances {
  /** The disk of the machine that the call runs on, where it may be looked at. */
  readonly disk?: Disk | undefined;
  /** What whoever asks says of its disk. No facts are derived with it; the engine asks with it a second time. */
  readonly claimedDisk?: Disk | undefined;
  /** When the call is decided, in milliseconds since 1970; undefined where nobody says. */
  readonly at?: number | undefined;
  /** Who asks, as far as it is proved; undefined where nobody says. */
  readonly client?: Client | undefined;
}

export const noCircumstances: Circumstances = Object.freeze({});
