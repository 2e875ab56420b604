/** A connection between a server of bylaw and a node, on which anything can happen to what goes over it. */
import { connect, createServer, type Socket } from 'node:net';

export interface Link {
  /** The address of the node for whoever has to go over the link. */
  readonly url: string;
  /** From now on: what the node says comes so many milliseconds later. */
  delay(milliseconds: number): void;
  /** From now on nothing arrives on either side, and all connections stay open. */
  swallow(): void;
  /** From now on the node is heard as this function changes it. */
  damage(change: (octets: Buffer) => Buffer): void;
  /** Ends all connections, and from now on passes everything as it is. */
  repair(): void;
  close(): Promise<void>;
}

type Passing = (octets: Buffer, on: (octets: Buffer) => void) => void;

const asItIs: Passing = (octets, on) => on(octets);

/** @param url `nats://127.0.0.1:PORT` of the node */
export async function startLink(url: string): Promise<Link> {
  const target = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  let [toNode, fromNode] = [asItIs, asItIs];
  const join = (from: Socket, to: Socket, passing: () => Passing): void => {
    sockets.add(from.setNoDelay(true));
    from.on('data', (octets) => passing()(octets, (passed) => to.writable && to.write(passed)));
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    join(from, to, () => toNode);
    join(to, from, () => fromNode);
  });
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `nats://127.0.0.1:${(server.address() as { port: number }).port}`,
    // Timers of one length end in the order in which they began.
    delay(milliseconds) {
      fromNode = (octets, on) => void setTimeout(() => on(octets), milliseconds);
    },
    swallow() {
      toNode = () => {};
      fromNode = () => {};
    },
    damage(change) {
      fromNode = (octets, on) => on(change(octets));
    },
    repair() {
      toNode = asItIs;
      fromNode = asItIs;
      end();
    },
    close() {
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
