/**
 * A hook that a shell asks the server with `curl`, over HTTP on the local socket: the payload is the body, and what the payload does
 * not say is in the address and in headers. The answer is one line that a shell can take apart.
 */
import { harnessIds } from '../adapters/adapter.ts';
import { whenThere } from '../engine/awaitable.ts';
import type { Handler, Reply } from '../protocol/handle.ts';
import { answerForwarded, type ForwardedContext } from './forwarded.ts';

/** Before the name of the harness. */
export const shellHookPath = '/hook/';

/** The head of a request: its target, and its headers as they came, names and values by turns. */
export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
}

/** What answers a request by its payload; undefined for a request that is no such hook. */
export function shellHook(head: RequestHead, context: ForwardedContext): Handler | undefined {
  const { key } = context;
  const asked = readHead(head);
  if (asked === undefined || key === undefined) return undefined;
  const { nonce, ...hook } = asked;
  return {
    handle: (payload) =>
      whenThere(answerForwarded({ ...hook, payload, failOpen: false }, context), (answer): Reply => {
        const { stdout, stderr, exitCode } = answer;
        if (typeof stdout !== 'string' || typeof stderr !== 'string') return { kind: 'failed' };
        const texts = [stdout.trimEnd(), stderr.trimEnd()];
        // A shell could not tell where the one ends and the other begins.
        if (texts.some((text) => /[\t\n]/.test(text))) return { kind: 'failed' };
        return { kind: 'answer', body: `bylaw ${nonce} ${key} ${exitCode}\t${texts.join('\t')}` };
      }),
  };
}

type Asked = { readonly nonce: string } & Parameters<typeof answerForwarded>[0];

/** Undefined where a part is missing, or there twice: a folder may have a line break in its name. */
function readHead({ method, url = '', rawHeaders }: RequestHead): Asked | undefined {
  if (method !== 'POST' || !url.startsWith(shellHookPath)) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://bylaw');
  const harness = harnessIds.find((id) => `${shellHookPath}${id}` === pathname);
  const nonce = searchParams.get('n');
  const [cwd, searchPath, mounts, env] = ['cwd', 'path', 'mounts', 'env'].map((name) =>
    only(rawHeaders, `x-bylaw-${name}`),
  );
  if (harness === undefined || nonce === null || !/^[0-9]+$/.test(nonce)) return undefined;
  if (cwd === undefined || searchPath === undefined || mounts === undefined || env === undefined)
    return undefined;
  const host = { env: variablesIn(env), cwd };
  const watch = searchParams.get('watch') === '1';
  const policies = searchParams.getAll('policies');
  return { nonce, harness, host, watch, policies, mounts, searchPath };
}

function only(rawHeaders: readonly string[], name: string): string | undefined {
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
  return values.length === 1 ? values[0] : undefined;
}

/** `A=b;C=;` → `A` alone: an empty variable says nothing. */
const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(';').flatMap((each) => {
      const [, name, value] = /^([A-Z_]+)=(.+)$/.exec(each) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
