/** By which way a connection came in: what is asked of a client, and what is believed of it, depends on that. */
import type { Duplex } from 'node:stream';

/**
 * `port`: TCP, for everybody on the machine at least. `socket`: a Unix socket for whom it is meant alone.
 * `proxy`: a Unix socket for HTTP alone, behind which anybody may be.
 */
export type Door = 'port' | 'socket' | 'proxy';

const doors = new WeakMap<Duplex, Door>();

/** Remembers the door of a connection; without that it is `port`, of which least is believed. */
export const cameBy = (connection: Duplex, door: Door): void => void doors.set(connection, door);

export const doorOf = (connection: Duplex): Door => doors.get(connection) ?? 'port';
