/**
 * Hooks over HTTP: the payload is the body. A shell asks with `curl` on the local socket; what the payload does not say is in the
 * address and in headers, and the answer is one line that a shell can take apart. A harness that posts its hooks itself, with a
 * token, gets what a hook would print.
 */
import { shellHookPath } from '../adapters/guarded.ts';
import { type HarnessId, harnessIds } from '../adapters/harnesses.ts';
import { whenThere } from '../engine/awaitable.ts';
import type { Handler, Reply } from '../protocol/handle.ts';
import { answerForwarded, type ForwardedContext, hookOf } from './forwarded.ts';
import { answerFailed } from './read-request.ts';

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
    handle: (payload, client) =>
      whenThere(
        answerForwarded({ ...hook, payload, failOpen: false }, context, hookOf(client)),
        (answer): Reply => {
          const { stdout, stderr, exitCode } = answer;
          if (typeof stdout !== 'string' || typeof stderr !== 'string') return { kind: 'failed' };
          const texts = [stdout.trimEnd(), stderr.trimEnd()];
          // A shell could not see where the one ends and the other begins.
          if (texts.some((text) => /[\t\n]/.test(text))) return { kind: 'failed' };
          return { kind: 'answer', body: `bylaw ${nonce} ${key} ${exitCode}\t${texts.join('\t')}` };
        },
      ),
  };
}

/**
 * What answers a harness that posts its hooks itself; undefined for a request that is no such hook. It is not known which files the
 * harness sees, so the disk is not looked at. A denial by an exit code alone is a failure here, for which the harness is set to block.
 */
export function postedHook(head: RequestHead, context: ForwardedContext): Handler | undefined {
  const target = readTarget(head);
  if (target === undefined) return undefined;
  const { harness, watch, policies } = target;
  const host = { env: {}, cwd: '/' };
  return {
    handle: (payload, client = {}) =>
      whenThere(
        answerForwarded({ harness, watch, policies, host, payload, failOpen: false }, context, client),
        (answer): Reply => {
          const detail = otherTexts[String(answer.other)];
          const failure = { kind: 'no-server', detail: `the server ${detail}` } as const;
          const { stdout, exitCode } =
            detail === undefined ? answer : answerFailed(failure, { harness, host, payload }, false);
          if (typeof stdout !== 'string' || exitCode !== 0) return { kind: 'failed' };
          return { kind: 'answer', body: stdout.trimEnd() };
        },
      ),
  };
}

/** Why a server does not decide for a hook. */
const otherTexts: Readonly<Record<string, string>> = {
  policies: 'has other policies than the hook',
  mode: 'or the hook has `--watch`, and the other has not',
};

interface Target {
  readonly harness: HarnessId;
  readonly watch: boolean;
  readonly policies: readonly string[];
  readonly nonce: string | null;
}

function readTarget({ method, url = '' }: RequestHead): Target | undefined {
  if (method !== 'POST' || !url.startsWith(shellHookPath)) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://bylaw');
  const harness = harnessIds.find((id) => `${shellHookPath}${id}` === pathname);
  if (harness === undefined) return undefined;
  const watch = searchParams.get('watch') === '1';
  return { harness, watch, policies: searchParams.getAll('policies'), nonce: searchParams.get('n') };
}

type Asked = { readonly nonce: string } & Parameters<typeof answerForwarded>[0];

/** Undefined where a part is missing, or there twice: a folder may have a line break in its name. */
function readHead(head: RequestHead): Asked | undefined {
  const target = readTarget(head);
  const [cwd, searchPath, mounts, env] = ['cwd', 'path', 'mounts', 'env'].map((name) =>
    only(head.rawHeaders, `x-bylaw-${name}`),
  );
  if (target === undefined || target.nonce === null || !/^[0-9]+$/.test(target.nonce)) return undefined;
  if (cwd === undefined || searchPath === undefined || mounts === undefined || env === undefined)
    return undefined;
  const host = { env: variablesIn(env), cwd };
  return { ...target, nonce: target.nonce, host, mounts, searchPath };
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
