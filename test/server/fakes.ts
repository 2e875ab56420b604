/** What tests of the transports put in the place of the engine, the store and a client. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { readTokens } from '../../src/host/credentials/tokens.ts';
import type { Handler, Reply } from '../../src/protocol/handle.ts';
import { createAccess, type TokenAccess } from '../../src/server/access/access.ts';

/** A handler that does what the text says: `answer:x`, `accepted`, …; and keeps what it was given. */
export function fakeHandler(): Handler & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    handle(text): Reply {
      texts.push(text);
      switch (text) {
        case 'accepted':
          return { kind: 'accepted' };
        case 'refused':
          return { kind: 'refused', error: { code: -32602, message: 'for a log' } };
        case 'failed':
          return { kind: 'failed' };
        case 'malformed':
          return { kind: 'malformed', body: '{"error":"malformed"}' };
        case 'throw':
          throw new Error('a secret of the handler');
        default:
          return { kind: 'answer', body: JSON.stringify({ echo: text }) };
      }
    },
  };
}

/** The answer of the fake handler to a text without a meaning of its own. */
export function echo(text: string): string {
  return JSON.stringify({ echo: text });
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** A connection on which a test writes octets and looks at those that come back. */
export interface RawClient {
  readonly socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** Waits until what was received satisfies the test; fails when the connection closes before. */
  until(holds: (text: string) => boolean): Promise<string>;
  /** Waits for the end of the connection, and gives everything received. */
  closed(): Promise<string>;
}

export async function rawClient(where: NetConnectOpts): Promise<RawClient> {
  const socket = connect(where);
  let text = '';
  let over = false;
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('close', () => {
    over = true;
  });
  // A reset is one way for a server to close; tests look at what came before.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return {
    socket,
    received: () => text,
    async until(holds) {
      while (!holds(text)) {
        if (over) throw new Error(`the connection closed after ${JSON.stringify(text)}`);
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      }
      return text;
    },
    async closed() {
      if (!over) await once(socket, 'close');
      return text;
    },
  };
}

/** The statuses of the responses in what a raw client received, in order. */
export function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** Access by the lists of the earlier form of the file. */
export function accessBy(lists: Readonly<Record<string, readonly object[]>>): TokenAccess {
  const reading = readTokens(JSON.stringify(lists));
  return createAccess(reading.ok ? reading.tokens : []);
}
