/**
 * Batches of records to an address, as lines of JSON. A signature says that they come from who knows the secret: the HMAC with
 * SHA-256 of the time, a full stop and the body. What is taken is answered with 2xx; a redirection is followed nowhere.
 */
import { createHash, createHmac } from 'node:crypto';
import { type Destination, Refused } from './ship.ts';
import type { Item } from './unshipped.ts';

export interface WebhookOptions {
  readonly address: URL;
  readonly secret: string;
  /** The lines of a record; none where it is left out. */
  linesOf(item: Item): readonly string[];
  /** Milliseconds since 1970. */
  now(): number;
}

/** Milliseconds that an answer may take. */
const patience = 10_000;

export function webhook({ address, secret, linesOf, now }: WebhookOptions): Destination {
  return {
    name: address.href,
    async send(items, signal) {
      const body = items
        .flatMap(linesOf)
        .map((line) => `${line}\n`)
        .join('');
      if (body === '') return;
      const time = String(Math.floor(now() / 1000));
      const limit = new AbortController();
      const end = (): void => limit.abort();
      const timer = setTimeout(end, patience);
      signal.addEventListener('abort', end);
      const response = await fetch(address, {
        method: 'POST',
        redirect: 'manual',
        signal: limit.signal,
        headers: {
          'content-type': 'application/x-ndjson',
          'user-agent': 'bylaw',
          // The same for a batch that is sent again.
          'bylaw-batch': createHash('sha256').update(body).digest('hex'),
          'bylaw-signature': `t=${time},v1=${signatureOf(secret, time, body)}`,
        },
        body,
      }).finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      });
      await response.body?.cancel();
      if (!response.ok)
        throw new Refused(`${address.host} answers with ${response.status}`, retryAfter(response.headers));
    },
    close() {},
  };
}

/** What a receiver has to compute: 64 hexadecimal digits. `time`: seconds since 1970, as the header says them. */
const signatureOf = (secret: string, time: string, body: string): string =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');

function retryAfter(headers: Headers): number | undefined {
  const said = headers.get('retry-after');
  return said !== null && /^[0-9]{1,6}$/.test(said) ? Number(said) * 1000 : undefined;
}
