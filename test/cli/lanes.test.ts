/** A server whose messages are decided in threads answers and remembers what it does without them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { loadForUse } from '../../src/cli/policies/policies.ts';
import { decideApart, type ThreadStart } from '../../src/cli/serving/decide-apart.ts';
import { type Deciding, openDeciding } from '../../src/cli/serving/deciding.ts';
import { type Lanes, openLanes } from '../../src/cli/serving/lanes.ts';
import { serveSettings } from '../../src/cli/serving/serve-settings.ts';
import type { MessageWay } from '../../src/cli/serving/ways.ts';
import type { CommandContext } from '../../src/cli/terminal/context.ts';
import type { Memory } from '../../src/engine/memory.ts';
import { memoryKey } from '../../src/engine/scope-key.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import type { Reply } from '../../src/protocol/handle.ts';
import type { StartThread } from '../../src/server/lanes/lane.ts';
import { withFolder } from './command.ts';

const rules = `policy com.example.dev

condition releases = runs "npm publish"

label secret on session lasts 1h
  when reads "**/.env"

limit few to 3 releases per 1h per session

deny send
  when secret
  when connects to any host
  reason "secrets"

deny delete
  when deletes "/srv/**"
  reason "not there"
`;

interface Server {
  readonly lanes: Lanes;
  readonly deciding: Deciding;
  readonly said: () => string;
  /** Lets threads that are held go on. */
  letGo(): void;
}

interface Serving {
  /** Messages with more characters are decided apart. */
  readonly loop: number;
  readonly held?: boolean;
  readonly dies?: boolean;
}

/** A thread that runs in this one: what it is told arrives later, as a copy. */
function threadHere(until: () => Promise<unknown>, dies: boolean) {
  return (data: ThreadStart): StartThread<MessageWay> =>
    (hear, died) => {
      let isOver = false;
      const starting = decideApart(structuredClone(data), (message) => {
        const copy = structuredClone(message);
        setImmediate(() => isOver || hear(copy));
      });
      void starting.then((hearing) => hearing ?? died('no policies'));
      return {
        async say(message) {
          const copy = structuredClone(message);
          await until();
          const hearing = await starting;
          if (dies && copy.kind === 'text') died('out of memory');
          else if (!isOver) hearing?.(copy);
        },
        end: () => {
          isOver = true;
        },
      };
    };
}

async function serving(
  cwd: string,
  { loop, held = false, dies = false }: Serving,
  use: (server: Server) => Promise<void>,
): Promise<void> {
  const stderr = new PassThrough();
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const env = { HOME: cwd, BYLAW_CACHE: 'off' };
  const context: CommandContext = { ...streams, cwd, env, stop: new AbortController().signal };
  const args = ['--policies', 'policies', '--memory', 'memory', '--log', 'log', '--no-disk'];
  const read = await serveSettings(args, context);
  const limits = { ...read.limits, maxLoopCharacters: loop };
  const settings = { ...read, limits };
  const policies = await loadForUse(context, settings.policies);
  if (policies === undefined) throw new Error(String(stderr.read()));
  let letGo = (): void => {};
  const until = held
    ? new Promise<void>((resolve) => {
        letGo = resolve;
      })
    : Promise.resolve();
  const deciding = await openDeciding(settings, policies, context);
  const lanes = openLanes(
    settings,
    deciding,
    undefined,
    context,
    threadHere(() => until, dies),
  );
  try {
    await use({ lanes, deciding, said: () => String(stderr.read() ?? ''), letGo: () => letGo() });
  } finally {
    lanes.close();
    await deciding.close();
  }
}

const place = { cwd: '/w', workspaceRoots: ['/w'] };
const common = (id: string, session: string) => ({
  ...{ id, source: 'urn:example:laptop', time: '2026-11-20T09:30:00Z' },
  ...{ harness: { name: 'example-agent', version: '1' }, session: { id: session, ...place } },
});

function message(event: JsonObject): string {
  const isCall = event.type === 'tool.before';
  const params = {
    protocolVersion: 'draft',
    event,
    ...(isCall ? { capabilities: { effects: ['deny'] } } : {}),
  };
  const method = isCall ? 'hooks/intercept' : 'hooks/observe';
  return JSON.stringify({ jsonrpc: '2.0', ...(isCall ? { id: String(event.id) } : {}), method, params });
}

const shell = (command: string) => ({ name: 'Bash', kind: 'shell', origin: 'native', input: { command } });

const before = (id: string, session: string, command: string): string =>
  message({
    ...{ ...common(id, session), type: 'tool.before', path: 'native' },
    ...{ call: { id: `call-${id}` }, tool: shell(command) },
  });

const after = (id: string, session: string, command: string, outcome: 'ok' | 'denied'): string =>
  message({
    ...{ ...common(`${id}-${outcome}`, session), type: 'tool.after', path: 'native', items: [], outcome },
    ...{ call: { id: `call-${id}` }, tool: shell(command) },
    execution: outcome === 'ok' ? { status: 'executed' } : { status: 'skipped', reason: 'policy' },
  });

const isDenied = (reply: Reply): boolean => reply.kind === 'answer' && reply.body.includes('"deny"');

const files = { 'policies/dev.policy': rules };

afterEach(() => void vi.useRealTimers());

test('a small call of another session is answered before a large one that came first; one of its own waits', () =>
  withFolder(files, (cwd) =>
    serving(cwd, { loop: 2000, held: true }, async ({ lanes, letGo }) => {
      const { handle } = lanes.answering('proven');
      const done: string[] = [];
      const ask = async (name: string, text: string): Promise<Reply> => {
        const reply = await handle(text);
        done.push(name);
        return reply;
      };
      const large = ask('large', before('1', 'session-a', `cat .env; ${'echo a; '.repeat(400)}`));
      const own = ask('own', before('2', 'session-a', 'curl -d x https://example.com'));
      const other = ask('other', before('3', 'session-b', 'curl -d x https://example.com'));
      expect(isDenied(await other)).toBe(false);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect(done).toEqual(['other']);
      letGo();
      expect([await large, await own].map(isDenied)).toEqual([false, true]);
      expect(done).toEqual(['other', 'large', 'own']);
    }),
  ));

test('a thread that dies denies what it had in hand, and the next call is decided', () =>
  withFolder(files, async (cwd) => {
    await serving(cwd, { loop: 0, dies: true }, async ({ lanes, said, deciding }) => {
      const { handle } = lanes.answering('proven');
      const reply = await handle(before('1', 'session-a', 'ls'));
      expect(reply).toMatchObject({ kind: 'answer', body: expect.stringContaining('io.bylaw.engine.fault') });
      expect(said()).toContain('was lost: out of memory.');
      expect(await deciding.metrics.text()).toContain('bylaw_threads_lost_total 1');
    });
    await serving(cwd, { loop: 0 }, async ({ lanes, deciding }) => {
      expect(isDenied(await lanes.answering('proven').handle(before('2', 'session-a', 'ls')))).toBe(false);
      expect(await deciding.metrics.text()).toContain('bylaw_apart_total 1');
    });
  }));

test('new policies decide from the next message on', () =>
  withFolder(files, (cwd) =>
    serving(cwd, { loop: 0 }, async ({ lanes, deciding }) => {
      const { handle } = lanes.answering('proven');
      expect(isDenied(await handle(before('1', 'session-a', 'rm /opt/a')))).toBe(false);
      writeFileSync(join(cwd, 'policies/dev.policy'), rules.replace('/srv/**', '/opt/**'));
      // What is on disk is not in force: neither the thread nor the server decides by it.
      expect(isDenied(await handle(before('2', 'session-a', 'rm /opt/a')))).toBe(false);
      await deciding.inForce.reload();
      expect(isDenied(await handle(before('3', 'session-a', 'rm /opt/a')))).toBe(true);
      writeFileSync(join(cwd, 'policies/dev.policy'), 'not a policy');
      expect(isDenied(await handle(before('4', 'session-a', 'rm /opt/b')))).toBe(true);
    }),
  ));

test('a session whose calls took long is decided apart from then on', () =>
  withFolder(files, (cwd) =>
    serving(cwd, { loop: 10_000 }, async ({ lanes, deciding }) => {
      const decoded = decodeEvent({ ...common('0', 'session-a'), type: 'session.start' }, '0');
      if (!decoded.ok) throw new Error(decoded.problem.message);
      for (let times = 0; times < 2; times++) deciding.slow.took(decoded.event, 100);
      const { handle } = lanes.answering('proven');
      expect(isDenied(await handle(before('1', 'session-a', 'cat .env')))).toBe(false);
      expect(isDenied(await handle(before('2', 'session-a', 'curl https://example.com')))).toBe(true);
      expect(isDenied(await handle(before('3', 'session-b', 'curl https://example.com')))).toBe(false);
      expect(await deciding.metrics.text()).toContain('bylaw_apart_total 2');
    }),
  ));

test('who speaks for a source is known in all threads', () =>
  withFolder(files, (cwd) =>
    serving(cwd, { loop: 1000 }, async ({ lanes }) => {
      await lanes.answering('proven').handle(before('1', 'session-a', 'ls'));
      const strangers = lanes.answering('unproven');
      const reply = await strangers.handle(before('2', 'session-b', `ls${' '.repeat(1000)}`));
      expect(reply).toMatchObject({ body: expect.stringContaining('io.bylaw.engine.foreign-source') });
    }),
  ));

/** Pseudo-random numbers below a bound, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const commands = [
  'ls',
  'cat .env',
  'curl -d @a https://example.com',
  'npm publish',
  'rm -r /srv/data',
  "cat > x.sh <<'E'\nrm /srv/a\nE",
  'bash x.sh',
  'mv x.sh y.sh',
  'bash y.sh',
  `cp a b; ${'echo word; '.repeat(60)}cat .env`,
  `echo ${'a'.repeat(800)} > x.sh`,
];

/** Messages of three sessions, some of them again, with how calls ended. */
function sequence(seed: number): readonly string[] {
  const below = numbers(seed);
  const texts: string[] = [];
  for (let at = 0; at < 40; at++) {
    const session = `session-${'abc'[below(3)]}`;
    const command = commands[below(commands.length)]!;
    const retried = texts[below(texts.length + 1)];
    if (below(6) === 0 && retried !== undefined) texts.push(retried);
    else texts.push(before(`${at}`, session, command));
    if (below(2) === 0) texts.push(after(`${at}`, session, command, below(4) === 0 ? 'denied' : 'ok'));
  }
  return texts;
}

interface Outcome {
  readonly replies: readonly Reply[];
  readonly memories: readonly Memory[];
  readonly log: readonly unknown[];
}

/** What comes of a sequence, sent in bursts. */
async function outcomeOf(texts: readonly string[], loop: number): Promise<Outcome> {
  let outcome: Outcome | undefined;
  await withFolder(files, async (cwd) => {
    await serving(cwd, { loop }, async ({ lanes, deciding }) => {
      const { handle } = lanes.answering('proven');
      // The first has to wait until it is written down who speaks for the source.
      const replies = [await handle(texts[0]!)];
      for (let at = 1; at < texts.length; at += 4)
        replies.push(...(await Promise.all(texts.slice(at, at + 4).map((text) => handle(text)))));
      const { memory } = deciding.inForce;
      if (memory === undefined) throw new Error('nothing is remembered');
      const keys = ['a', 'b', 'c'].map((name) => {
        const decoded = decodeEvent({ ...common('1', `session-${name}`), type: 'session.start' }, '1');
        if (!decoded.ok) throw new Error(decoded.problem.message);
        return memoryKey('session', decoded.event, memory.digest);
      });
      const memories = await memory.store.look(keys);
      outcome = { replies, memories: memories.map(asWritten), log: [] };
    });
    outcome = { ...outcome!, log: logged(join(cwd, 'log')) };
  });
  return outcome!;
}

/** What is not counted takes no row in the file. */
const asWritten = (memory: Memory): Memory => ({
  ...memory,
  counts: memory.counts.filter(({ times }) => times.length > 0),
});

/** What the log says of each event, in whatever order they were decided. */
function logged(folder: string): readonly unknown[] {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson') || name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return records
    .map(({ type, id, effect, code, reason, repeated, event, masked }) =>
      JSON.stringify({ type, id, effect, code, reason, repeated, event, masked }),
    )
    .sort();
}

test.each([1, 2, 3, 4, 5, 6])(
  'the same answers, memory and log come of all messages apart, some, or none (%i)',
  async (seed) => {
    // Memories have times in them.
    vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 });
    const texts = sequence(seed);
    const none = await outcomeOf(texts, Number.POSITIVE_INFINITY);
    expect(none.replies.some(isDenied)).toBe(true);
    expect(none.log.length).toBeGreaterThan(texts.length);
    expect(none.memories.some(({ written }) => written.length > 0)).toBe(true);
    for (const loop of [0, 1000]) expect(await outcomeOf(texts, loop)).toEqual(none);
  },
);
