// The client of `serve.mjs`, in a process of its own: a number of connections, each of
// which sends a request and waits for its answer, until a number of requests is
// answered. Plain sockets, and requests made before the clock starts, so that the
// client costs little, and the same for every server.
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { requestText } from './call-mix.mjs';

/**
 * @param {{where: object, isLines?: boolean, run: string, connections: number, requests: number, sessions?: number, text?: (run: string, index: number, sessions?: number) => string}} plan
 *   `where` is what `node:net` connects to, or with a `ca` what `node:tls` does; `run` begins the ids of the requests, which `sessions` take in turn; `text` gives each of them
 * @returns {Promise<{seconds: number, latencies: number[], statuses: Record<string, number>, denied: number}>} latencies
 *   sorted, in milliseconds; `denied` is how many answers deny
 */
export async function load({
  where,
  isLines = false,
  run,
  connections,
  requests,
  sessions,
  text = requestText,
}) {
  const frame = isLines ? asLine : asHttp;
  const bodies = Array.from({ length: requests }, (_, index) => frame(text(run, index, sessions)));
  const latencies = new Float64Array(requests);
  const statuses = {};
  let sent = 0;
  let done = 0;
  let denied = 0;
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(where)));
  const start = performance.now();
  await Promise.all(sockets.map(drive));
  const seconds = (performance.now() - start) / 1000;
  return { seconds, latencies: [...latencies.subarray(0, done).sort()], statuses, denied };

  function drive(socket) {
    return new Promise((resolve, reject) => {
      let startedAt = 0;
      let pending = '';
      const next = () => {
        if (sent >= requests) {
          socket.end();
          resolve();
          return;
        }
        startedAt = performance.now();
        socket.write(bodies[sent++]);
      };
      socket.setEncoding('latin1');
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the server hung up')));
      socket.on('data', (chunk) => {
        pending = pending === '' ? chunk : pending + chunk;
        const status = isLines ? statusOfLine(pending) : statusOfHttp(pending);
        if (status === undefined) return;
        if (pending.includes('"type":"deny"')) denied++;
        pending = '';
        latencies[done++] = performance.now() - startedAt;
        statuses[status] = (statuses[status] ?? 0) + 1;
        next();
      });
      next();
    });
  }
}

function open(where) {
  return new Promise((resolve, reject) => {
    const isTls = where.ca !== undefined;
    const socket = isTls ? connectTls(where) : connect(where);
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once(isTls ? 'secureConnect' : 'connect', () => resolve(socket.off('error', reject)));
  });
}

const asLine = (text) => Buffer.from(`${text}\n`);

const asHttp = (text) =>
  Buffer.from(
    `POST /hooks HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );

/** The status of the one response in a text; undefined until it is whole. */
function statusOfHttp(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const [, length] = /content-length: (\d+)/i.exec(text) ?? [];
  if (text.length < head + 4 + Number(length ?? 0)) return undefined;
  return answered(text) ? text.slice(9, 12) : 'error';
}

const statusOfLine = (text) => (text.endsWith('\n') ? (answered(text) ? '200' : 'error') : undefined);

/** An error of the protocol is answered with status 200 too. */
const answered = (text) => !text.includes('"error":');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on('message', async (plan) => process.send(await load(plan)));
}
