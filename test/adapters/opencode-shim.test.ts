/**
 * The plugin for OpenCode, loaded as OpenCode loads it, with a command that
 * writes down what it is asked and answers by the name of the tool.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { answerHook } from '../../src/hook/answer-hook.ts';
import { nothingEnded } from '../../src/store/ended-calls.ts';

const source = readFileSync(new URL('../../src/harnesses/opencode/shim.js', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'bylaw-shim-'));
const log = join(folder, 'asked.jsonl');
const fake = join(folder, 'fake.sh');

// A script of `sh` starts much sooner than one of Node.
writeFileSync(
  fake,
  `text=$(cat)
printf '%s\\n' "$text" >> "$1"
case $text in
  *'"hook":"tool.execute.before"'*) ;;
  *) exit 3 ;;
esac
case $text in
  *'"tool":"denied"'*) printf '{"decision":"deny","reason":"Not here."}' ;;
  *'"tool":"unexplained"'*) printf '{"decision":"deny"}' ;;
  *'"tool":"passed"'*) printf '{}\\n' ;;
  *'"tool":"granted"'*) printf '{"decision":"allow"}' ;;
  *'"tool":"unsound"'*) printf 'Debugger attached.\\n{}' ;;
  *'"tool":"twice"'*) printf '{}\\n{}' ;;
  *'"tool":"listed"'*) printf '[]' ;;
  *'"tool":"nulled"'*) printf 'null' ;;
  *'"tool":"silent"'*) ;;
  *'"tool":"long"'*) printf '%2000000s{}' '' ;;
  *'"tool":"hangs"'*) exec sleep 60 ;;
  *'"tool":"fails"'*) exit 1 ;;
  *) printf '{}' ;;
esac
`,
);

beforeEach(() => writeFileSync(log, ''));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Handler = (input: object, output?: object) => Promise<void>;
type Hooks = Readonly<Record<string, Handler>>;

let copies = 0;

/** The hooks of the plugin, filled in as `bylaw init` does. */
async function load(command: readonly string[] | undefined, client: object, milliseconds = 60_000) {
  copies += 1;
  const file = join(folder, `plugin-${copies}.js`);
  const filled =
    command === undefined ? source : source.replace("['BYLAW_COMMAND']", JSON.stringify(command));
  writeFileSync(file, filled.replace('deadline = 10_000', `deadline = ${milliseconds}`));
  const module: Record<string, (context: object) => Promise<Hooks>> = await import(pathToFileURL(file).href);
  const plugins = Object.values(module);
  expect(plugins).toHaveLength(1);
  return await plugins[0]!({ client, directory: folder, worktree: folder });
}

const parents: Readonly<Record<string, string | undefined>> = { ses_1: 'ses_0', ses_0: 'ses_r' };
const client = {
  session: {
    get: async ({ path: { id } }: { path: { id: string } }) => ({
      data: { id, version: '1.18.33', parentID: parents[id] },
    }),
  },
  mcp: { status: async () => ({ data: { github: { status: 'connected' } } }) },
};
const command = ['sh', fake, log];
const call = (tool: string) => ({ tool, sessionID: 'ses_1', callID: 'call_1' });

/** What became of a call: the message of the error that stopped it, or nothing. */
async function attempt(hooks: Hooks, tool: string, args: unknown = { a: 1 }): Promise<string | undefined> {
  try {
    await hooks['tool.execute.before']?.(call(tool), { args });
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return error instanceof Error ? error.message : '';
  }
}

const asked = (): readonly string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

describe('a call', () => {
  test('passes where the command has no objection', async () => {
    expect(await attempt(await load(command, client), 'passed')).toBeUndefined();
  });

  test('is stopped with the reason of a denial', async () => {
    expect(await attempt(await load(command, client), 'denied')).toBe('Not here.');
  });

  test('is stopped by a denial without a reason', async () => {
    expect(await attempt(await load(command, client), 'unexplained')).toBe(
      'This call is not allowed by policy.',
    );
  });

  test.each([
    ['fails', 'ended with 1'],
    ['granted', 'no decision that is known'],
    ['unsound', 'no JSON'],
    ['twice', 'no JSON'],
    ['listed', 'no object'],
    ['nulled', 'no object'],
    ['silent', 'no JSON'],
    ['long', 'printed too much'],
  ])('is stopped where the answer is unsound: %s', async (tool, why) => {
    const message = await attempt(await load(command, client), tool);
    expect(message).toContain('so the call is not allowed');
    expect(message).toContain(why);
    expect(message).toContain('bylaw doctor');
  });

  test('is stopped where the command gives no answer in time', async () => {
    expect(await attempt(await load(command, client, 50), 'hangs')).toContain('no answer within 50 ms');
  });

  test('is stopped where there is no such command', async () => {
    expect(await attempt(await load([join(folder, 'nothing')], client), 'passed')).toContain('cannot be run');
  });

  test('is stopped where the command was never filled in', async () => {
    expect(await attempt(await load(undefined, client), 'passed')).toContain('bylaw init');
  });

  test('is stopped where its arguments cannot be written as JSON', async () => {
    expect(await attempt(await load(command, client), 'passed', { a: 1n })).toContain('not allowed');
  });

  test('is asked about without what the harness does not say', async () => {
    const hooks = await load(command, {});
    expect(await attempt(hooks, 'passed')).toBeUndefined();
    expect(await attempt(hooks, 'denied')).toBe('Not here.');
  });
});

test('the command gets one line with everything that is known', async () => {
  const hooks = await load(command, client);
  await hooks['chat.params']?.({ sessionID: 'ses_1', agent: 'explore', model: { id: 'gpt-5' } });
  await attempt(hooks, 'passed', { text: 'a\nb' });
  const [line = '', ...more] = asked();
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toEqual({
    shim: 1,
    hook: 'tool.execute.before',
    input: call('passed'),
    output: { args: { text: 'a\nb' } },
    directory: folder,
    worktree: folder,
    mcpServers: ['github'],
    opencodeVersion: '1.18.33',
    parentID: 'ses_0',
    rootID: 'ses_r',
    agent: 'explore',
    model: 'gpt-5',
  });
});

test('the session above is the next one where no more can be had, and parents that go round have an end', async () => {
  const get = async ({ path: { id } }: { path: { id: string } }) =>
    id === 'ses_1' ? { data: { id, parentID: 'ses_0' } } : {};
  await attempt(await load(command, { ...client, session: { get } }), 'passed');
  expect(JSON.parse(asked()[0] ?? '')).toMatchObject({ parentID: 'ses_0', rootID: 'ses_0' });
  const round = async ({ path: { id } }: { path: { id: string } }) => ({ data: { id, parentID: 'turns' } });
  await attempt(await load(command, { ...client, session: { get: round } }), 'passed');
  expect(JSON.parse(asked()[1] ?? '')).toMatchObject({ rootID: 'turns' });
});

/** A part of a message, as OpenCode shows a call that failed. */
const failure = (callID: string) => ({
  event: {
    type: 'message.part.updated',
    properties: {
      part: {
        type: 'tool',
        ...call('passed'),
        callID,
        state: { status: 'error', input: {}, error: 'no such file' },
      },
    },
  },
});

/** What bylaw takes note of, of everything that the command was told after the calls. */
function observed(): readonly JsonObject[] {
  const events: JsonObject[] = [];
  const engine = {
    decide: () => {
      throw new Error('a call was decided');
    },
    observe: ({ raw }: { readonly raw: JsonObject }) => {
      events.push(raw);
    },
  };
  for (const payload of asked().filter((line) => !line.includes('"tool.execute.before"'))) {
    const request = { harness: 'opencode' as const, payload, host: { cwd: folder, env: {} } };
    const context = { engine, ended: nothingEnded, now: '2026-11-21T10:00:00Z', failOpen: false };
    expect(answerHook(request, context)).toEqual({ stdout: '{}\n', stderr: '', exitCode: 0 });
  }
  return events;
}

describe('what came of a call', () => {
  test('is reported, also where the harness does not repeat the arguments', async () => {
    const hooks = await load(command, client);
    await attempt(hooks, 'passed');
    await hooks['tool.execute.after']?.(call('passed'), { title: 't', output: 'x'.repeat(100_000) });
    const [, line = ''] = asked();
    expect(JSON.parse(line)).toMatchObject({ input: { args: { a: 1 } } });
    expect(line.length).toBeLessThan(70_000);
    expect(observed()).toMatchObject([{ type: 'tool.after', outcome: 'ok', tool: { input: { a: 1 } } }]);
  });

  test('knows of servers, whose results have parts', async () => {
    const hooks = await load(command, client);
    const output = { content: [{ type: 'text', text: 'a' }, { type: 'image' }], isError: true };
    await hooks['tool.execute.after']?.({ ...call('github_x'), args: {} }, output);
    expect(observed()).toMatchObject([{ type: 'tool.after', outcome: 'error' }]);
  });

  test('a failure is reported once', async () => {
    const hooks = await load(command, client);
    await attempt(hooks, 'passed');
    await hooks.event?.(failure('call_1'));
    await hooks.event?.(failure('call_1'));
    expect(observed()).toMatchObject([{ type: 'tool.after', outcome: 'error', call: { id: 'call_1' } }]);
  });

  test('a call that was stopped here is no failure', async () => {
    const hooks = await load(command, client);
    await attempt(hooks, 'denied');
    await hooks.event?.(failure('call_1'));
    expect(observed()).toEqual([]);
  });
});

test('sessions are reported from their beginning to their end', async () => {
  const hooks = await load(command, client);
  const info = { id: 'ses_1', version: '1.18.33' };
  await hooks.event?.({ event: { type: 'session.created', properties: { info } } });
  await hooks.event?.({ event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } });
  await hooks.event?.({ event: { type: 'session.deleted', properties: { info } } });
  expect(observed()).toMatchObject([
    { type: 'session.start', session: { id: 'ses_1' } },
    { type: 'session.end', session: { id: 'ses_1' } },
  ]);
});

test('events that are not as they should be harm nothing', async () => {
  const hooks = await load(command, client);
  await hooks.event?.({ event: { type: 'message.part.updated' } });
  await hooks.event?.({ event: { type: 'message.part.updated', properties: { part: { state: null } } } });
  await hooks.event?.({ event: { type: 'session.deleted', properties: {} } });
  expect(observed()).toMatchObject([{ type: 'session.end', session: { synthesized: true } }]);
});
