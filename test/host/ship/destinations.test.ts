import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { openDestination } from '../../../src/host/ship/destination.ts';
import type { Destination } from '../../../src/host/ship/ship.ts';
import { makeCertificates } from '../../server/certificates.ts';
import { decision, denial } from '../export/records.ts';

const secret = 'a secret of some length';
const items = [decision(), denial()].map((record) => ({ record, line: JSON.stringify(record) }));
const { signal } = new AbortController();

function opened(to: string, more: Partial<Parameters<typeof openDestination>[0]> = {}): Destination {
  const destination = openDestination({ to, format: 'ndjson', secret, ca: undefined, ...more });
  if (typeof destination === 'string') throw new Error(destination);
  return destination;
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

describe('a webhook', () => {
  interface Request {
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }

  async function withReceiver(
    answers: (request: Request) => { status: number; headers?: Record<string, string> },
    use: (address: string, requests: Request[]) => Promise<void>,
  ): Promise<void> {
    const requests: Request[] = [];
    const server = createHttpServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        requests.push({ headers: request.headers, body });
        const { status, headers = {} } = answers({ headers: request.headers, body });
        response.writeHead(status, headers).end();
      });
    });
    const port = await listening(server);
    await use(`http://127.0.0.1:${port}/hook`, requests).finally(() => {
      server.close();
      server.closeAllConnections();
    });
  }

  test('gets lines that who knows the secret has signed', () =>
    withReceiver(
      () => ({ status: 204 }),
      async (address, requests) => {
        await opened(address).send(items, signal);
        const [{ headers, body } = { headers: {}, body: '' }] = requests;
        expect(body).toBe(items.map(({ line }) => `${line}\n`).join(''));
        expect(headers['content-type']).toBe('application/x-ndjson');
        const [, time, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['bylaw-signature'])) ?? [];
        expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(v1);
        await opened(address).send(items, signal);
        expect(requests[1]?.headers['bylaw-batch']).toBe(headers['bylaw-batch']);
      },
    ));

  test('gets events of OCSF where that is asked for', () =>
    withReceiver(
      () => ({ status: 200 }),
      async (address, requests) => {
        await opened(address, { format: 'ocsf' }).send(items, signal);
        const classes = requests[0]?.body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).class_uid);
        expect(classes).toEqual([6003, 6003, 2004]);
      },
    ));

  test.each([
    [503, { 'retry-after': '7' }, 7000],
    [400, {}, undefined],
    [302, { location: 'http://127.0.0.1:1/' }, undefined],
  ])('that answers %i has taken nothing', (status, headers, retryAfter) =>
    withReceiver(
      () => ({ status, headers }),
      async (address, requests) => {
        await expect(opened(address).send(items, signal)).rejects.toMatchObject({ retryAfter });
        expect(requests).toHaveLength(1);
      },
    ),
  );

  test.each([
    ['http://logs.example.com/', 'with `https://`'],
    ['https://user:password@logs.example.com/', 'no user and no password'],
    ['syslog://logs.example.com', 'is not known'],
    ['syslog+tcp://logs.example.com/path', 'a host and a port'],
    ['logs', 'is no address'],
  ])('%s is refused', (to, message) => {
    expect(openDestination({ to, format: 'ndjson', secret, ca: undefined })).toContain(message);
  });

  test.each([undefined, 'short'])('with the secret %j is refused', (given) => {
    const said = openDestination({
      to: 'https://logs.example.com/',
      format: 'ndjson',
      secret: given,
      ca: undefined,
    });
    expect(said).toContain('at least 16 characters');
  });
});

/** Messages of a stream, each with its length before it. */
function cut(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString('latin1', at, blank));
    messages.push(bytes.toString('utf8', blank + 1, blank + 1 + length));
    at = blank + 1 + length;
  }
  return messages;
}

describe('a syslog server', () => {
  /** Gathers what comes; `until` waits for so many messages. */
  function gathering(server: Server) {
    let bytes = Buffer.alloc(0);
    let changed = (): void => {};
    const sockets: Socket[] = [];
    const take = (socket: Socket): void => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('data', (part) => {
        bytes = Buffer.concat([bytes, part]);
        changed();
      });
    };
    server.on(
      server.listenerCount('secureConnection') > 0 || 'setSecureContext' in server
        ? 'secureConnection'
        : 'connection',
      take,
    );
    return {
      sockets,
      until: (count: number): Promise<string[]> =>
        new Promise((resolve) => {
          changed = () => {
            const messages = cut(bytes);
            if (messages.length >= count) resolve(messages);
          };
          changed();
        }),
      close() {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  }

  test('over TCP gets each message with its length', async () => {
    const server = createServer();
    const gathered = gathering(server);
    const destination = opened(`syslog+tcp://127.0.0.1:${await listening(server)}`);
    await destination.send(items, signal);
    const messages = await gathered.until(2);
    expect(messages[0]).toMatch(
      /^<110>1 \S+ \S+ bylaw \d+ decision \[bylaw@32473 effect="none".*\] \ufeff\{"process"/,
    );
    expect(messages[1]).toMatch(/^<108>1 /);
    destination.close();
    gathered.close();
  });

  test('over TCP gets the batch before again when the connection has ended', async () => {
    const server = createServer();
    const gathered = gathering(server);
    const destination = opened(`syslog+tcp://127.0.0.1:${await listening(server)}`);
    await destination.send(items.slice(0, 1), signal);
    await gathered.until(1);
    const ended = new Promise((resolve) => gathered.sockets[0]?.on('close', resolve));
    gathered.sockets[0]?.end();
    await ended;
    await destination.send(items.slice(1), signal).catch(() => destination.send(items.slice(1), signal));
    const messages = await gathered.until(3);
    expect(messages.map((message) => message.slice(0, 5))).toEqual(['<110>', '<110>', '<108>']);
    destination.close();
    gathered.close();
  });

  test('over TLS has to have a certificate of the authority', async () => {
    const certificates = makeCertificates();
    certificates.sign('server');
    const { certificate, key } = certificates.of('server');
    const server = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) });
    server.on('tlsClientError', () => {});
    const gathered = gathering(server);
    const to = `syslog+tls://localhost:${await listening(server)}`;
    const destination = opened(to, { ca: readFileSync(join(certificates.folder, 'ca.crt'), 'utf8') });
    await destination.send(items, signal);
    expect(await gathered.until(2)).toHaveLength(2);
    await expect(opened(to).send(items, signal)).rejects.toThrow('cannot be reached');
    destination.close();
    gathered.close();
    certificates.remove();
  });

  test('over UDP gets a datagram for each', async () => {
    const socket = createSocket('udp4');
    const got: string[] = [];
    const both = new Promise<void>((resolve) =>
      socket.on('message', (message) => {
        if (got.push(message.toString()) === 2) resolve();
      }),
    );
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const destination = opened(`syslog+udp://127.0.0.1:${socket.address().port}`);
    await destination.send(items, signal);
    await both;
    expect(got[0]).toMatch(/^<110>1 /);
    destination.close();
    socket.close();
  });

  test('that is not there refuses', async () => {
    const server = createServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    await expect(opened(`syslog+tcp://127.0.0.1:${port}`).send(items, signal)).rejects.toThrow(
      'cannot be reached',
    );
  });
});
