/**
 * Records to a syslog server: over TCP or TLS with the length before each message (RFC 6587, RFC 5425), over UDP as one datagram
 * each. Syslog confirms nothing: taken is what the system has taken. Over TCP the batch before is sent again when the connection
 * has ended in between.
 */
import { createSocket } from 'node:dgram';
import { connect, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { whyNoConnection } from '../machine/why-no-connection.ts';
import { type Destination, Refused } from './ship.ts';
import { type SyslogSender, syslogMessage } from './syslog-message.ts';
import type { Item } from './unshipped.ts';

export interface SyslogOptions {
  readonly protocol: 'tcp' | 'tls' | 'udp';
  readonly host: string;
  readonly port: number;
  /** Certificates in PEM of the authorities of the server; undefined for those that Node.js knows. */
  readonly ca: string | undefined;
  /** The texts of a record: each is a message. */
  linesOf(item: Item): readonly string[];
}

/** Milliseconds that a connection, or a write, may take. */
const patience = 10_000;
/** Octets of a datagram that are not taken apart on the way, less than 64 KiB. */
const longestDatagram = 65_000;

export function syslog(options: SyslogOptions): Destination {
  const sender: SyslogSender = { host: hostname(), processId: process.pid };
  const name = `syslog+${options.protocol}://${options.host}:${options.port}`;
  const messagesOf = (items: readonly Item[]): readonly Buffer[] =>
    items.flatMap((item) => options.linesOf(item).map((line) => syslogMessage(item.record, line, sender)));
  return options.protocol === 'udp'
    ? overUdp(name, options, messagesOf)
    : overStream(name, options, messagesOf);
}

type MessagesOf = (items: readonly Item[]) => readonly Buffer[];

function overUdp(name: string, { host, port }: SyslogOptions, messagesOf: MessagesOf): Destination {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4').unref();
  return {
    name,
    async send(items) {
      for (const message of messagesOf(items))
        await new Promise<void>((resolve, reject) =>
          socket.send(message.subarray(0, longestDatagram), port, host, (error) =>
            error === null ? resolve() : reject(error),
          ),
        );
    },
    close: () => void socket.close(),
  };
}

function overStream(name: string, options: SyslogOptions, messagesOf: MessagesOf): Destination {
  let open: Socket | undefined;
  /** What was handed over last, and may not have arrived when the connection ends. */
  let before: Buffer = Buffer.alloc(0);
  return {
    name,
    async send(items, signal) {
      const batch = Buffer.concat(
        messagesOf(items).flatMap((message) => [Buffer.from(`${message.length} `), message]),
      );
      if (batch.length === 0) return;
      const isNew = open === undefined || open.destroyed || !open.writable;
      const socket = isNew ? await connected(options, signal) : open;
      open = socket;
      await written(socket as Socket, isNew ? Buffer.concat([before, batch]) : batch, signal);
      before = batch;
    },
    close: () => void open?.end(),
  };
}

function connected({ protocol, host, port, ca }: SyslogOptions, signal: AbortSignal): Promise<Socket> {
  const where = `${host}:${port}`;
  return new Promise((resolve, reject) => {
    const socket =
      protocol === 'tls'
        ? connectTls({
            host,
            port,
            ...(isIP(host) === 0 ? { servername: host } : {}),
            ...(ca === undefined ? {} : { ca }),
          })
        : connect({ host, port });
    const fail = (error?: Error): void => {
      socket.destroy();
      reject(
        new Refused(
          `${where} cannot be reached: ${error === undefined ? 'no answer in time' : whyNoConnection(error, '`--ca`')}`,
        ),
      );
    };
    const timer = setTimeout(fail, patience);
    socket.once('error', fail);
    signal.addEventListener('abort', () => fail(), { once: true });
    socket.once(protocol === 'tls' ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      // That it has ended is seen at the next batch.
      socket.on('error', () => socket.destroy());
      socket.on('end', () => socket.destroy());
      socket.resume();
      socket.unref();
      resolve(socket);
    });
  });
}

function written(socket: Socket, bytes: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      socket.destroy();
      reject(new Refused(why));
    };
    const timer = setTimeout(() => fail('the server takes nothing'), patience);
    const onClose = (): void => fail('the connection has ended');
    socket.once('close', onClose);
    signal.addEventListener('abort', onClose, { once: true });
    socket.write(bytes, (error) => {
      clearTimeout(timer);
      socket.off('close', onClose);
      signal.removeEventListener('abort', onClose);
      if (error) fail(error.message);
      else resolve();
    });
  });
}
