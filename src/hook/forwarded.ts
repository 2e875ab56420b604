/**
 * The server's side of a forwarded hook: a method of its own on the local socket,
 * beside those of the protocol. Who can open the socket is this user, so there
 * are no tokens here.
 */
import { type HarnessId, harnessIds, traceVariable } from '../adapters/harnesses.ts';
import { askedBy } from '../engine/asked-by.ts';
import { type Awaitable, whenThere } from '../engine/awaitable.ts';
import type { DecisionPoint } from '../engine/engine.ts';
import { type Client, keeperOf, traceparentIn } from '../facts/event/client.ts';
import type { JsonObject } from '../facts/event/event.ts';
import type { DiskQuestion } from '../host/disk/gathered-disk.ts';
import { ownUser } from '../host/machine/own-user.ts';
import type { Handler } from '../protocol/handle.ts';
import { isJsonObject, own, readJson } from '../protocol/json.ts';
import { clientDiskIn, type WithClientDisk } from '../server/client-disk.ts';
import type { EndedCalls } from '../store/ended-calls.ts';
import { answerHook } from './answer-hook.ts';
import { hookMethod } from './forward.ts';

export interface ForwardedContext {
  readonly engine: DecisionPoint;
  /** The same with a look at the disk, for hooks that see the files which this server sees. */
  readonly onDisk:
    | { readonly engineWith: (searchPath: string | undefined) => DecisionPoint; readonly mounts: string }
    | undefined;
  /** The same with what a hook on another machine reports of its disk; undefined for all other hooks. */
  readonly clientDisk?: WithClientDisk | undefined;
  /** The ended calls of a client, by its keeper. Clients do not share them. */
  endedOf(keeper: string | undefined): EndedCalls;
  /** Whether the server decides by just these policies, as they are on disk now. */
  decidesBy(policies: readonly string[]): boolean;
  /** Whether the server denies nothing. */
  readonly watches: boolean;
  /** What only this user and the server know; undefined where there is none. */
  readonly key: string | undefined;
  /** RFC 3339. */
  now(): string;
}

/** A handler that answers forwarded hooks, and gives everything else to `handler`. `asker`: who asks by a hook that a client brings. */
export function withHooks(
  handler: Handler,
  context: ForwardedContext,
  asker: (client: Client | undefined) => Client = hookOf,
): Handler {
  return {
    handle(text, client) {
      // A message of the protocol is not read twice.
      const params = text.includes(`"${hookMethod}"`) ? paramsOf(text) : undefined;
      if (params === undefined) return handler.handle(text, client);
      return whenThere(answerForwarded(params, context, asker(client)), (result) => ({
        kind: 'answer',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: { ...result, ...marksOf(params, context) } }),
      }));
    },
  };
}

/** What shows the hook that this is the answer to its question, from the server of its user. */
const marksOf = (params: JsonObject, { key }: ForwardedContext): JsonObject => ({
  nonce: own(params, 'nonce') ?? null,
  key: key ?? null,
});

function paramsOf(text: string): JsonObject | undefined {
  const reading = readJson(text);
  if (!reading.ok || !isJsonObject(reading.value)) return undefined;
  const params = own(reading.value, 'params');
  return own(reading.value, 'method') === hookMethod && isJsonObject(params) ? params : undefined;
}

/** Who asks by a hook: whoever asked, by that way. It is the client of the same hook where it decides by itself. */
export const hookOf = (client: Client | undefined): Client => ({ ...client, way: 'hook' });

/** The answer; `{}`, which the hook cannot use and so takes for no answer, to what no hook sends. */
export function answerForwarded(
  params: JsonObject,
  context: ForwardedContext,
  client: Client,
): Awaitable<JsonObject> {
  const [payload, host, policies] = ['payload', 'host', 'policies'].map((key) => own(params, key));
  if (typeof payload !== 'string' || !isJsonObject(host) || !Array.isArray(policies)) return {};
  const env = own(host, 'env');
  const cwd = own(host, 'cwd');
  if (!isJsonObject(env) || typeof cwd !== 'string') return {};
  const named = policies.filter((each): each is string => typeof each === 'string');
  // A server that only watches says nothing to any call: only a hook that only watches wants its answer.
  if ((own(params, 'watch') === true) !== context.watches) return { other: 'mode' };
  if (named.length > 0 && !context.decidesBy(named)) return { other: 'policies' };
  const texts = Object.entries(env).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const { onDisk } = context;
  const ended = context.endedOf(keeperOf(client, ownUser()));
  // A hook in a container sees other files under the same names.
  const isHere = onDisk !== undefined && own(params, 'mounts') === onDisk.mounts;
  const searchPath = own(params, 'searchPath');
  const questions: DiskQuestion[] = [];
  const reported = context.clientDisk && clientDiskIn(own(params, 'disk'));
  const withReported = reported && context.clientDisk?.(reported, (open) => void questions.push(...open));
  const point = isHere
    ? onDisk.engineWith(typeof searchPath === 'string' ? searchPath : undefined)
    : (withReported ?? context.engine);
  // What the shell around a hook says goes before a header of the way between.
  const trace = traceparentIn(texts.find(([name]) => name === traceVariable)?.[1]);
  const engine = askedBy(trace === undefined ? client : { ...client, trace }, point);
  return whenThere(
    answerHook(
      { harness: harnessOf(params), payload, host: { env: Object.fromEntries(texts), cwd } },
      { engine, ended, now: context.now(), failOpen: own(params, 'failOpen') === true },
    ),
    (answer): JsonObject => (questions.length > 0 ? { questions } : { ...answer }),
  );
}

const harnessOf = (params: JsonObject): HarnessId | undefined =>
  harnessIds.find((id) => id === own(params, 'harness'));
