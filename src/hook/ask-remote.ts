/**
 * The hook as a client of a server on another machine: the payload goes there as it is, over TLS, with a token or a certificate. What
 * the server says is believed since its certificate is from an authority that the administrator named.
 */
import type { Agent } from 'node:http';
import { delimiter } from 'node:path';
import type { NativeAnswer } from '../adapters/adapter.ts';
import type { Disk } from '../facts/disk/disk.ts';
import { openDisk } from '../host/disk/disk.ts';
import { answerOf, type DiskQuestion } from '../host/disk/gathered-disk.ts';
import { type ForwardedHook, hookMethod, readServerAnswer } from './forward.ts';
import { agentFor, connectionOf, type RemoteConnection, send } from './remote-connection.ts';
import { type RemoteOptions, remoteHookPath } from './remote-options.ts';
import { CannotAsk, tokenOf } from './remote-token.ts';

export { tokenWarning } from './remote-token.ts';

/** Problems follow “the server …”. */
export type RemoteAnswer =
  | { readonly kind: 'answered'; readonly answer: NativeAnswer }
  /** There is no answer from there, or only one of a proxy. */
  | { readonly kind: 'unreachable'; readonly problem: string }
  /** It answers, and does not decide for this hook; or the hook has not got what it takes to ask. */
  | { readonly kind: 'refused'; readonly problem: string };

/** Questions of the server about the disk of this machine, in the place of an answer. */
interface Questions {
  readonly kind: 'asks';
  readonly questions: readonly DiskQuestion[];
}

type Env = Readonly<Record<string, string | undefined>>;

const mostAnswer = 1024 * 1024;

/** Asks, and answers what the server asks about the disk where it may be looked at. `patience`: milliseconds for all of it. Never rejects. */
export async function askRemote(
  remote: RemoteOptions,
  hook: ForwardedHook,
  cwd: string,
  env: Env,
  patience: number,
  mayLook: boolean,
): Promise<RemoteAnswer> {
  const until = performance.now() + patience;
  try {
    const connection = connectionOf(remote, await tokenOf(remote, cwd, env, patience / 2), cwd);
    return await askInRounds(connection, hook, until, mayLook ? openDisk() : undefined);
  } catch (error) {
    if (error instanceof CannotAsk) return { kind: 'refused', problem: error.message };
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'refused', problem: `cannot be asked: ${why}` };
  }
}

/** Links that lead to scripts that name links: no honest call needs so many rounds. */
const mostRounds = 8;
/** Characters of answers about the disk: a message with more is refused by servers. */
const mostSent = 600_000;

/** Each message has all answers up to then, so that the server need not remember them. */
async function askInRounds(
  connection: RemoteConnection,
  hook: ForwardedHook,
  until: number,
  disk: Disk | undefined,
): Promise<RemoteAnswer> {
  const agent = agentFor(connection);
  const answers: unknown[] = [];
  let sent = 0;
  let isLast = false;
  try {
    for (let round = 0; ; round++) {
      const { home, searchPath } = disk ?? {};
      const said = { home, searchPath: searchPath?.join(delimiter), answers, last: isLast };
      const message = disk === undefined ? hook : { ...hook, disk: said };
      const answer = await ask(connection, message, until - performance.now(), hook.watch, agent);
      if (answer.kind !== 'asks') return answer;
      if (isLast || disk === undefined) return { kind: 'refused', problem: 'asks without end' };
      for (const question of answer.questions) {
        const answered = [...question, answerOf(question, disk) ?? null];
        sent += JSON.stringify(answered).length;
        if (sent <= mostSent) answers.push(answered);
      }
      isLast = sent > mostSent || round === mostRounds;
    }
  } finally {
    agent.destroy();
  }
}

async function ask(
  connection: RemoteConnection,
  hook: object,
  patience: number,
  watches: boolean,
  agent: Agent,
): Promise<RemoteAnswer | Questions> {
  const nonce = `${process.pid}-${process.hrtime.bigint()}`;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: hookMethod, params: { ...hook, nonce } });
  const { host } = connection.address;
  const reply = await send(connection, { path: remoteHookPath, body, patience, most: mostAnswer, agent });
  return reply.kind === 'none'
    ? { kind: 'unreachable', problem: `at ${host} cannot be reached: ${reply.why}` }
    : answerIn(reply.status, reply.text, nonce, watches, host);
}

/** What a proxy says in the place of a server that is gone, or a server that can decide nothing now. */
const away: ReadonlySet<number> = new Set([502, 503, 504]);

function answerIn(
  status: number,
  text: string,
  nonce: string,
  watches: boolean,
  host: string,
): RemoteAnswer | Questions {
  if (status === 200) {
    const questions = questionsIn(text, nonce);
    if (questions !== undefined) return { kind: 'asks', questions };
    const read = readServerAnswer(text, { nonce, key: undefined }, watches);
    return read.kind === 'answered' ? read : { kind: 'refused', problem: `at ${host} ${read.problem}` };
  }
  if (away.has(status)) return { kind: 'unreachable', problem: `at ${host} answers with ${status}` };
  // It becomes a part of a sentence.
  const line = text.split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
  const said = /^[\x20-\x7e]{1,300}$/.test(line) && !line.startsWith('<') ? `: ${line}` : '';
  const why =
    status === 404 ? ': it answers hooks of others only where it asks for tokens or certificates' : said;
  return { kind: 'refused', problem: `at ${host} answers with ${status}${why}` };
}

/** The questions in an answer to this very message; undefined where it is another answer. */
function questionsIn(text: string, nonce: string): readonly DiskQuestion[] | undefined {
  try {
    const { result } = JSON.parse(text);
    if (result.nonce !== nonce || !Array.isArray(result.questions)) return undefined;
    return result.questions.filter(
      (each: unknown): each is DiskQuestion =>
        Array.isArray(each) &&
        ['entry', 'names', 'text'].includes(each[0]) &&
        typeof each[1] === 'string' &&
        each[1].startsWith('/'),
    );
  } catch {
    return undefined;
  }
}
