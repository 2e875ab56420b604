// Loads an HTTP server on loopback: a number of connections, each sending the same
// request and waiting for its answer, until a number of requests is answered. Plain
// sockets, so that the client costs little and the same for every server.
import { connect } from 'node:net';

/**
 * @param {{port: number, path: string, bodies: (index: number) => string, connections: number, requests: number}} plan
 * @returns {Promise<{seconds: number, latencies: Float64Array, statuses: Map<string, number>}>} latencies in milliseconds
 */
export async function load({ port, path, bodies, connections, requests }) {
  const latencies = new Float64Array(requests);
  const statuses = new Map();
  let sent = 0;
  let done = 0;
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, () => run()));
  return { seconds: (performance.now() - start) / 1000, latencies, statuses };

  function run() {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      let startedAt = 0;
      let pending = Buffer.alloc(0);
      const next = () => {
        if (sent >= requests) {
          socket.end();
          resolve();
          return;
        }
        const body = bodies(sent++);
        startedAt = performance.now();
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      };
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const head = pending.indexOf('\r\n\r\n');
        if (head < 0) return;
        const headers = pending.toString('latin1', 0, head);
        const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0);
        if (pending.length < head + 4 + length) return;
        const status = headers.slice(9, 12);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        latencies[done++] = performance.now() - startedAt;
        pending = pending.subarray(head + 4 + length);
        next();
      });
    });
  }
}

/** The value below which a share of the sorted values lies. */
export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values) =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
