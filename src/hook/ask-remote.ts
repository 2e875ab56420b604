/**
 * The hook as a client of a server on another machine: the payload goes there as it is, over TLS, with a token or a certificate. What
 * the server says is believed since its certificate is from an authority that the administrator named.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { resolve } from 'node:path';
import type { NativeAnswer } from '../adapters/adapter.ts';
import { isAddress, readSecureAddress } from '../host/fetch-octets.ts';
import { readRegularFile } from '../host/regular-file.ts';
import { type ForwardedHook, hookMethod, readAnswer } from './forward.ts';
import { type RemoteOptions, remoteHookPath } from './remote-options.ts';

/** Problems follow “the server …”. */
export type RemoteAnswer =
  | { readonly kind: 'answered'; readonly answer: NativeAnswer }
  /** Nobody answers there, or somebody in front of it. */
  | { readonly kind: 'unreachable'; readonly problem: string }
  /** It answers, and does not decide for this hook; or the hook has not got what it takes to ask. */
  | { readonly kind: 'refused'; readonly problem: string };

type Env = Readonly<Record<string, string | undefined>>;

/** What a hook has to know to ask. */
interface Prepared {
  readonly address: URL;
  readonly token: string | undefined;
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

/** The hook cannot ask; the message follows “the server …”. */
class CannotAsk extends Error {}

/** The variable with the token, where neither a file nor a program has it. */
const tokenVariable = 'BYLAW_TOKEN';
const mostAnswer = 1024 * 1024;

/** Asks. `patience`: milliseconds for all of it. Never rejects. */
export async function askRemote(
  remote: RemoteOptions,
  hook: ForwardedHook,
  cwd: string,
  env: Env,
  patience: number,
): Promise<RemoteAnswer> {
  try {
    const prepared = await prepare(remote, cwd, env, patience);
    return await ask(prepared, hook, patience);
  } catch (error) {
    if (error instanceof CannotAsk) return { kind: 'refused', problem: error.message };
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'refused', problem: `cannot be asked: ${why}` };
  }
}

async function prepare(remote: RemoteOptions, cwd: string, env: Env, patience: number): Promise<Prepared> {
  const { server } = remote;
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
  const [ca, cert, key] = [
    pem(remote.ca, 'certificates of its authority'),
    pem(remote.certificate, 'certificate of this hook'),
    pem(remote.key, 'key of this hook'),
  ];
  return {
    address,
    token: await tokenOf(remote, cwd, env, patience / 2),
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
  };
}

const whyUnreadable = (file: string, error: unknown): string =>
  `cannot be read from \`${file}\` (${(error as NodeJS.ErrnoException).code ?? 'it is no regular file'})`;

/** Nothing of a token is in any message. */
async function tokenOf(
  { tokenFile, tokenCommand, certificate }: RemoteOptions,
  cwd: string,
  env: Env,
  patience: number,
): Promise<string | undefined> {
  const text =
    tokenCommand !== undefined
      ? await outputOf(tokenCommand, patience)
      : tokenFile !== undefined
        ? readToken(tokenFile, cwd)
        : env[tokenVariable];
  const token = text?.trim();
  if (token === undefined || token === '') {
    if (certificate !== undefined && tokenCommand === undefined && tokenFile === undefined) return undefined;
    throw new CannotAsk(
      `cannot be asked without a token: ${tokenCommand !== undefined ? 'the program of `--token-command` printed none' : tokenFile !== undefined ? `\`${tokenFile}\` is empty` : `name one with \`--token-file\` or \`--token-command\`, or put it into \`${tokenVariable}\``}`,
    );
  }
  if (/^[\x21-\x7e]{1,8192}$/.test(token)) return token;
  throw new CannotAsk('cannot be asked: the token has characters that no token has');
}

function readToken(file: string, cwd: string): string {
  try {
    return readRegularFile(resolve(cwd, file)).toString('latin1');
  } catch (error) {
    throw new CannotAsk(`cannot be asked: the token ${whyUnreadable(file, error)}`);
  }
}

/** Without a shell. What the program says on standard error is dropped: it may have the secret in it. */
function outputOf([program = '', ...args]: readonly string[], patience: number): Promise<string> {
  return new Promise((done, fail) => {
    const options = {
      timeout: patience,
      maxBuffer: 64 * 1024,
      encoding: 'latin1',
      windowsHide: true,
    } as const;
    const child = execFile(program, args, options, (error, stdout) => {
      if (error === null) done(stdout);
      else {
        const how =
          error.killed === true ? `took more than ${patience} ms` : `ended with ${error.code ?? 'a signal'}`;
        fail(new CannotAsk(`cannot be asked: the program of \`--token-command\` ${how}`));
      }
    });
    child.stdin?.on('error', () => {}).end();
  });
}

function ask(
  { address, token, tls }: Prepared,
  hook: ForwardedHook,
  patience: number,
): Promise<RemoteAnswer> {
  const nonce = `${process.pid}-${process.hrtime.bigint()}`;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: hookMethod, params: { ...hook, nonce } });
  const request = address.protocol === 'https:' ? requestEncrypted : requestPlain;
  const path = `${address.pathname.replace(/\/$/, '')}${remoteHookPath}`;
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  // Said in full, so that no variable of the environment takes it back.
  const options = { method: 'POST', path, headers, agent: false, rejectUnauthorized: true, ...tls };
  return new Promise((done) => {
    const unreachable = (why: string): void =>
      done({ kind: 'unreachable', problem: `at ${address.host} cannot be reached: ${why}` });
    const asked = request(address, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > mostAnswer) asked.destroy(new Error('its answer does not end'));
      });
      response.on('end', () =>
        done(answerIn(response.statusCode ?? 0, text, nonce, hook.watch, address.host)),
      );
      response.on('error', ({ message }) => unreachable(message));
    });
    asked.on('error', ({ message }) => unreachable(message));
    setTimeout(() => asked.destroy(new Error(`it gave no answer in ${patience} ms`)), patience).unref();
    asked.end(body);
  });
}

/** What a proxy says in the place of a server that is gone, or a server that can decide nothing now. */
const away: ReadonlySet<number> = new Set([502, 503, 504]);

function answerIn(status: number, text: string, nonce: string, watches: boolean, host: string): RemoteAnswer {
  if (status === 200) {
    const read = readAnswer(text, { nonce, key: undefined }, watches);
    return read.kind === 'answered' ? read : { kind: 'refused', problem: `at ${host} ${read.problem}` };
  }
  if (away.has(status)) return { kind: 'unreachable', problem: `at ${host} answers with ${status}` };
  const [line = ''] = text.split('\n');
  const said = /^[\x20-\x7e]{1,300}$/.test(line) && !line.startsWith('<') ? `: ${line}` : '';
  const why =
    status === 404 ? ': it answers hooks of others only where it asks for tokens or certificates' : said;
  return { kind: 'refused', problem: `at ${host} answers with ${status}${why}` };
}
