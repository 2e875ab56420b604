/**
 * How a server on another machine is reached: over TLS, with the authorities, the certificate and the token that options name. The hook
 * and the commands for administrators ask through this, so that one server takes the same options from all of them.
 */
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, Agent as PlainAgent, request as requestPlain } from 'node:http';
import { Agent as EncryptedAgent, request as requestEncrypted } from 'node:https';
import { resolve } from 'node:path';
import { isAddress, readSecureAddress } from '../host/machine/fetch-octets.ts';
import { whyNoConnection } from '../host/machine/why-no-connection.ts';
import type { RemoteOptions } from './remote-options.ts';
import { CannotAsk, whyUnreadable } from './remote-token.ts';

/** What a client has to know to ask. */
export interface RemoteConnection {
  readonly address: URL;
  readonly token: string | undefined;
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

/** With the token that was read. Throws `CannotAsk`. */
export function connectionOf(
  { server, ca, certificate, key }: RemoteOptions,
  token: string | undefined,
  cwd: string,
): RemoteConnection {
  const address = readSecureAddress(isAddress(server) ? server : `https://${server}`, 'answers');
  if (typeof address === 'string') throw new CannotAsk(`cannot be asked: ${address}`);
  const pem = (file: string | undefined, what: string): string | undefined => {
    if (file === undefined) return undefined;
    try {
      return readFileSync(resolve(cwd, file), 'utf8');
    } catch (error) {
      throw new CannotAsk(`cannot be asked: the ${what} ${whyUnreadable(file, error)}`);
    }
  };
  const [authorities, shown, secret] = [
    pem(ca, 'certificates of its authority'),
    pem(certificate, 'certificate of this client'),
    pem(key, 'key of this client'),
  ];
  return {
    address,
    token,
    tls: {
      ...(authorities && { ca: authorities }),
      ...(shown && { cert: shown }),
      ...(secret && { key: secret }),
    },
  };
}

/** Connections that stay open for several requests; `destroy` ends them. */
export const agentFor = ({ address }: RemoteConnection): PlainAgent =>
  new (address.protocol === 'https:' ? EncryptedAgent : PlainAgent)({ keepAlive: true });

export interface RemoteRequest {
  /** Below the path of the address, with its query. */
  readonly path: string;
  /** JSON that is posted; undefined for a request that only reads. */
  readonly body?: string;
  /** Milliseconds for all of it. */
  readonly patience: number;
  /** Characters of an answer; what is longer is not read to its end. */
  readonly most: number;
  readonly agent?: PlainAgent;
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal;
}

export type RemoteReply =
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly text: string;
    }
  /** A sentence without an end, which follows “cannot be reached:”. */
  | { readonly kind: 'none'; readonly why: string };

/** One request; redirects are not followed. Rejects only for certificates and keys that are none. */
export function send(
  { address, token, tls }: RemoteConnection,
  { path, body, patience, most, agent, signal }: RemoteRequest,
): Promise<RemoteReply> {
  const request = address.protocol === 'https:' ? requestEncrypted : requestPlain;
  const headers = {
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const options = {
    method: body === undefined ? 'GET' : 'POST',
    path: `${address.pathname.replace(/\/$/, '')}${path}`,
    headers,
    ...(agent && { agent }),
    ...(signal && { signal }),
    // Said in full, so that no variable of the environment takes it back.
    rejectUnauthorized: true,
    ...tls,
  };
  return new Promise((done) => {
    const failed = (error: Error): void => {
      const why = whyNoConnection(error, '`--server-ca`', '`--server-certificate` and `--server-key`');
      done({ kind: 'none', why });
    };
    const asked = request(address, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > most) asked.destroy(new Error('its answer does not end'));
      });
      const { statusCode: status = 0, headers: said } = response;
      response.on('end', () => done({ kind: 'reply', status, headers: said, text }));
      response.on('error', failed);
    });
    asked.on('error', failed);
    // Such as with another protocol, which the client does not know.
    asked.on('close', () => {
      clearTimeout(timer);
      failed(new Error('it ended the connection without an answer'));
    });
    const timer = setTimeout(
      () => asked.destroy(new Error(`it gave no answer within ${Math.round(patience)} ms`)),
      patience,
    ).unref();
    asked.end(body);
  });
}
