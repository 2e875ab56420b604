/** A bundle beside what decides: what it would answer otherwise is reported, and no answer changes by it. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Canary } from '../../src/cli/bundles/canary.ts';
import { Shadow, type ShadowOptions } from '../../src/cli/bundles/shadow.ts';
import { loadForUse } from '../../src/cli/policies/policies.ts';
import { bundleSource } from '../../src/cli/settings/bundle-option.ts';
import { isOfShare } from '../../src/cli/settings/share.ts';
import type { CommandContext } from '../../src/cli/terminal/context.ts';
import { compile } from '../../src/compile/program.ts';
import { type DecisionPoint, Engine } from '../../src/engine/engine.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { checkSources } from '../../src/host/load/check-sources.ts';
import { openMemory } from '../../src/host/remembering.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import type { ShadowEntry } from '../../src/store/decision-log/record.ts';
import { tries } from '../campaign/effort.ts';
import { bundleOf, contentOf, keys } from '../host/bundle/made-bundle.ts';
import { withFolder } from './command.ts';

const release = keys();

/** What decides denies terraform, and what is compared another program. */
const active = (): Engine => {
  const text = contentOf(1).layers[0]?.files[0]?.text ?? '';
  const { bundle } = checkSources([{ path: 'a.policy', text }]);
  return new Engine({ program: compile(bundle!) });
};

let ids = 0;
function call(command: string, session = 's'): Event {
  const tool = { name: 'Bash', kind: 'shell', input: { command } };
  const decoded = decodeEvent(
    { id: `event-${++ids}`, type: 'tool.before', session: { id: session }, tool },
    '1',
  );
  if (!decoded.ok) throw new Error(decoded.problem.message);
  return decoded.event;
}

interface Beside {
  readonly shadow: Shadow;
  readonly entries: ShadowEntry[];
  readonly said: () => string;
  readonly folder: string;
  /** Comes back when nothing waits any more. */
  readonly idle: (calls: number) => Promise<void>;
}

const beside = (octets: Buffer, use: (all: Beside) => Promise<void>, share = 100): Promise<void> =>
  withFolder({ 'b.bundle': octets, 'release.pub': release.publicPem }, (cwd) => looking(cwd, share, {}, use));

/** A bundle that has been looked at. */
async function looking(
  cwd: string,
  share: number,
  more: Pick<ShadowOptions, 'canary' | 'inForce'>,
  use: (all: Beside) => Promise<void>,
): Promise<void> {
  const stderr = new PassThrough();
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const env = { XDG_STATE_HOME: join(cwd, 'state'), XDG_CACHE_HOME: join(cwd, 'cache') };
  const context: CommandContext = { ...streams, cwd, env, stop: new AbortController().signal };
  const entries: ShadowEntry[] = [];
  const shadow = new Shadow({
    source: bundleSource({ from: 'b.bundle', keys: 'release.pub', acceptsOlder: true }, context),
    context,
    load: (named) => loadForUse(context, named, { otherwise: 'It is not compared.' }),
    share,
    noted: (entry) => void entries.push(entry),
    ...more,
  });
  await shadow.look();
  const total = (): number => Object.values(shadow.counts).reduce((sum, count) => sum + count, 0);
  const idle = async (calls: number): Promise<void> => {
    while (total() < calls) await new Promise((resolve) => setImmediate(resolve));
  };
  await use({ shadow, entries, said: () => String(stderr.read() ?? ''), folder: cwd, idle });
  shadow.close();
}

test('what it would answer otherwise is counted and noted, and what is answered stays as it is', () =>
  beside(bundleOf(contentOf(7, 'pulumi'), release), async ({ shadow, entries, said, idle }) => {
    expect(said()).toContain('The server compares bundle 7');
    const [own, point] = [active(), shadow.beside(active())];
    for (const command of ['terraform', 'pulumi', 'ls']) {
      const event = call(command);
      const { effect, code } = await point.decide(event);
      const alone = own.decide(event);
      expect({ effect, code }).toEqual({ effect: alone.effect, code: alone.code });
    }
    await idle(3);
    expect(shadow.counts).toMatchObject({
      'newly-passing': 1,
      'newly-denied': 1,
      same: 1,
      failed: 0,
      skipped: 0,
    });
    expect(entries.map(({ sequence, changes }) => [sequence, changes])).toEqual([
      [7, [{ kind: 'newly-passing', rule: 'com.acme.security.it', was: null }]],
      [7, [{ kind: 'newly-denied', rule: 'com.acme.security.it', was: null }]],
    ]);
  }));

test('what fails in it is counted, and touches no answer', () =>
  beside(bundleOf(contentOf(7), release), async ({ shadow, idle, entries }) => {
    const decision = active().decide(call('terraform'));
    const point = shadow.beside({ decide: () => decision, observe: () => {} });
    // No event that a transport would let through.
    expect(await point.decide(Object.freeze({ type: 'tool.before' }) as Event)).toBe(decision);
    await idle(1);
    expect(shadow.counts.failed).toBe(1);
    expect(entries).toHaveLength(0);
  }));

test('what it has no time for is skipped: no one waits for it, and no more wait than there is room for', () =>
  beside(bundleOf(contentOf(7), release), async ({ shadow, idle }) => {
    const point = shadow.beside(active());
    for (let each = 0; each < 500; each++) await point.decide(call('ls'));
    expect(shadow.counts.skipped).toBeGreaterThanOrEqual(500 - 64);
    await idle(500);
  }));

test('a bundle that may not decide is not compared, and is reported once', () =>
  beside(bundleOf(contentOf(7), keys()), async ({ shadow, said, folder }) => {
    await shadow.look();
    expect(said().match(/cannot be compared/g)).toHaveLength(1);
    await shadow.beside(active()).decide(call('ls'));
    expect(shadow.counts.same).toBe(0);
    writeFileSync(join(folder, 'b.bundle'), bundleOf(contentOf(8), release));
    await shadow.look();
    expect(said()).toContain('The server compares bundle 8');
  }));

test('nothing is compared with a bundle that was taken away, until it is back', () =>
  beside(bundleOf(contentOf(7, 'pulumi'), release), async ({ shadow, entries, said, folder, idle }) => {
    const point = shadow.beside(active());
    await point.decide(call('pulumi'));
    await idle(1);
    rmSync(join(folder, 'b.bundle'));
    await shadow.look();
    await shadow.look();
    expect(said().match(/Nothing is compared any more\./g)).toHaveLength(1);
    for (let each = 0; each < 5; each++) await point.decide(call('pulumi'));
    await new Promise((resolve) => setImmediate(resolve));
    expect([entries.length, shadow.counts['newly-denied']]).toEqual([1, 1]);
    writeFileSync(join(folder, 'b.bundle'), bundleOf(contentOf(7, 'pulumi'), release));
    await shadow.look();
    expect(said()).toContain('The server compares bundle 7');
    await point.decide(call('pulumi'));
    await idle(2);
    expect(shadow.counts['newly-denied']).toBe(2);
  }));

test('policies that are not valid are reported once', () => {
  const content = contentOf(8);
  const layers = content.layers.map((layer) => ({ ...layer, files: [{ path: 'a.policy', text: 'deny' }] }));
  return beside(bundleOf({ ...content, layers }, release), async ({ shadow, said }) => {
    for (let look = 0; look < 3; look++) await shadow.look();
    const text = said();
    expect(text.match(/are not valid:/g)).toHaveLength(1);
    expect(text.match(/cannot be compared/g)).toHaveLength(1);
    expect(text).not.toContain('any more');
  });
});

test('a session is in the share as a whole, and in every larger one', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 99 }), (id, share) => {
      const ofSession = (event: string) =>
        isOfShare({ source: 'a', session: { id } as Event['session'], id: event }, share);
      expect(ofSession('1')).toBe(ofSession('2'));
      if (ofSession('1'))
        expect(isOfShare({ source: 'a', session: { id } as Event['session'], id }, share + 1)).toBe(true);
    }),
    { numRuns: tries(200), seed: 24 },
  );
  const sessions = Array.from({ length: 10_000 }, (_, at) => ({
    source: 'a',
    session: { id: `s${at}` } as Event['session'],
    id: '',
  }));
  const inShare = sessions.filter((each) => isOfShare(each, 5)).length;
  expect(inShare).toBeGreaterThan(400);
  expect(inShare).toBeLessThan(600);
});

test('a session has the same side at every server, also after a new start and an upgrade', () => {
  // What `printf 'urn:a\\ns0' | sha256sum` says, and so on: the first 32 bits of it, in percent of all.
  const percents = [22, 6, 58, 89, 83, 59, 71, 32, 72, 14, 57, 40];
  for (const [at, percent] of percents.entries()) {
    const event = { source: 'urn:a', session: { id: `s${at}` } as Event['session'], id: 'any' };
    expect([at, isOfShare(event, percent), isOfShare(event, percent + 1)]).toEqual([at, false, true]);
  }
});

describe('a canary', () => {
  const remembering = (program: string, more = ''): string => `policy com.acme.security

label noted on session lasts 1d
  when runs "note"

deny it
  when runs "${program}"
  test
    denies "${program}"

deny after-note
  while noted
  when runs "push"
${more}`;
  const bundled = (text: string, sequence = 7): Buffer => {
    const content = contentOf(sequence);
    const layers = content.layers.map((layer) => ({ ...layer, files: [{ path: 'a.policy', text }] }));
    return bundleOf({ ...content, layers }, release);
  };
  const programOf = (text: string) => compile(checkSources([{ path: 'a.policy', text }]).bundle!);
  const sessions = Array.from({ length: 60 }, (_, at) => `session ${at}`);
  const share = 30;

  const withCanary = (
    octets: Buffer,
    usual: string,
    use: (
      all: Omit<Beside, 'idle'> & {
        readonly canary: Canary;
        readonly point: DecisionPoint;
        /** Puts another program in force, in a bundle of this sequence. */
        readonly publish: (text: string, sequence: number) => void;
      },
    ) => Promise<void>,
    sequence?: number,
    answers = share,
  ): Promise<void> =>
    withFolder({ 'b.bundle': octets, 'release.pub': release.publicPem }, async (cwd) => {
      const program = programOf(usual);
      const memory = openMemory(program, { folder: undefined });
      const engine = new Engine({ program, memory });
      const canary = new Canary({
        share: answers,
        inForce: () => engine.program,
        memoryFor: () => memory as never,
      });
      let own = sequence;
      const inForce = () => ({ program: engine.program, sequence: own });
      const publish = (text: string, next: number): void => {
        engine.follow(programOf(text), memory);
        own = next;
      };
      await looking(cwd, 100, { canary, inForce }, async (all) => {
        await use({ ...all, canary, point: all.shadow.beside(canary.before(engine)), publish });
      });
    });

  test('answers its share of the sessions, each as a whole, and the rest as before', () =>
    withCanary(
      bundled(remembering('pulumi')),
      remembering('terraform'),
      async ({ canary, point, shadow, entries }) => {
        for (const session of sessions) {
          const [first, other] = [call('pulumi', session), call('terraform', session)];
          const isCanary = isOfShare(first, share);
          expect((await point.decide(first)).effect).toBe(isCanary ? 'deny' : 'none');
          expect((await point.decide(other)).effect).toBe(isCanary ? 'none' : 'deny');
          expect(canary.policiesOf(first) !== undefined).toBe(isCanary);
        }
        const inShare = sessions.filter((session) => isOfShare(call('ls', session), share));
        expect(inShare.length).toBeGreaterThan(5);
        expect(canary.answered).toBe(2 * inShare.length);
        const total = (): number => Object.values(shadow.counts).reduce((sum, count) => sum + count, 0);
        while (total() < 120) await new Promise((resolve) => setImmediate(resolve));
        // Whoever answers, the change is what the candidate would do otherwise.
        const { 'newly-denied': denied, 'newly-passing': passing, skipped } = shadow.counts;
        expect(Math.abs(denied - passing)).toBeLessThanOrEqual(skipped);
        for (const { session, answered } of entries)
          expect(answered).toBe(inShare.includes(session ?? '') ? 'candidate' : 'in-force');
        expect(new Set(entries.map(({ answered }) => answered)).size).toBe(2);
      },
    ));

  test('a session keeps its labels when it changes sides, and an event without one is in no share', () =>
    withCanary(
      bundled(remembering('pulumi')),
      remembering('terraform'),
      async ({ canary, point, folder, shadow }) => {
        const session = sessions.find((each) => isOfShare(call('ls', each), share)) ?? '';
        await point.decide(call('note', session));
        expect((await point.decide(call('push', session))).code).toBe('com.acme.security.after-note');
        const alone = { ...call('pulumi'), session: undefined } as Event;
        expect(canary.policiesOf(alone)).toBeUndefined();
        rmSync(join(folder, 'b.bundle'));
        await shadow.look();
        expect(canary.policiesOf(call('ls', session))).toBeUndefined();
        expect((await point.decide(call('push', session))).code).toBe('com.acme.security.after-note');
        expect((await point.decide(call('pulumi', session))).effect).toBe('none');
      },
    ));

  test('lets nothing pass that a `final` rule in force denies, and says what else it does not reach', () =>
    withCanary(
      bundled(remembering('pulumi')),
      remembering('terraform'),
      async ({ point, publish, shadow, said }) => {
        said();
        await shadow.look();
        expect(said()).toBe('');
        const urgent = (final: string) => `${remembering('terraform')}
deny everything
${final}  when event.type is "tool.before"
`;
        publish(urgent(''), 4);
        expect((await point.decide(call('ls'))).effect).toBe('none');
        publish(urgent('  final\n'), 5);
        expect((await point.decide(call('ls'))).code).toBe('com.acme.security.everything');
        // What only the candidate has denies still, and by its own name.
        expect((await point.decide(call('pulumi', 's'))).code).toMatch(/^com\.acme\.security\./);
        publish(remembering('terraform'), 6);
        expect((await point.decide(call('ls'))).effect).toBe('none');
        await shadow.look();
        await shadow.look();
        expect(said().match(/Of bundle 6 only the rules that are `final` hold there/g)).toHaveLength(1);
      },
      3,
      100,
    ));

  test.each([
    ['is taken away', (path: string) => rmSync(path)],
    ['is replaced by an older one', (path: string) => writeFileSync(path, bundled(remembering('pulumi'), 5))],
  ])('that %s has ended: nothing of it is compared any more, and that is said', (_, end) =>
    withCanary(
      bundled(remembering('pulumi')),
      remembering('terraform'),
      async ({ canary, point, folder, shadow, said, entries }) => {
        end(join(folder, 'b.bundle'));
        await shadow.look();
        expect(said()).toContain('The canary has ended; bundle 6 answers all sessions.');
        for (const session of sessions) {
          expect((await point.decide(call('pulumi', session))).effect).toBe('none');
          expect(canary.policiesOf(call('ls', session))).toBeUndefined();
        }
        await new Promise((resolve) => setImmediate(resolve));
        expect(entries).toEqual([]);
        expect(Object.values(shadow.counts).every((count) => count === 0)).toBe(true);
        await shadow.look();
        expect(said()).toBe('');
      },
      6,
    ),
  );

  test('follows another share: a larger one has all sessions of a smaller one, and none ends it', () =>
    withCanary(
      bundled(remembering('pulumi')),
      remembering('terraform'),
      async ({ canary, point, shadow, said }) => {
        const inShare = () => sessions.filter((session) => canary.policiesOf(call('ls', session)));
        const before = inShare();
        await shadow.follow({ compared: 100, answers: 70 });
        expect(said()).toContain(
          'answers 30 %; from here on it is compared on 100 % of the sessions and answers 70 %.',
        );
        const after = inShare();
        expect(after.length).toBeGreaterThan(before.length);
        for (const session of before) expect(after).toContain(session);
        for (const session of after)
          expect((await point.decide(call('pulumi', session))).effect).toBe('deny');
        await shadow.follow({ compared: 50, answers: 0 });
        expect([inShare(), shadow.shares]).toEqual([[], { compared: 50, answers: 0 }]);
        expect((await point.decide(call('pulumi', before[0]))).effect).toBe('none');
        expect(shadow.candidate).toMatchObject({ sequence: 7, compared: 50, answers: 0 });
      },
    ));

  test.each([
    [8, bundled(remembering('pulumi')), 'its sequence is 7, and one with 8 decides'],
    [
      6,
      bundled(remembering('pulumi', '\nlimit few to 3 shell per 1d per agent\n')),
      'its limits beyond a session',
    ],
    [6, bundled(remembering('pulumi')), undefined],
  ])(
    'one that is compared only answers when it gets a share, and fits what decides (%#)',
    (sequence, octets, problem) =>
      withCanary(
        octets,
        remembering('terraform'),
        async ({ canary, shadow, said }) => {
          expect(canary.policiesOf(call('ls', 'a'))).toBeUndefined();
          expect(shadow.candidate).toBeDefined();
          await shadow.follow({ compared: 100, answers: 100 });
          expect(canary.policiesOf(call('ls', 'b')) === undefined).toBe(problem !== undefined);
          expect(said()).toContain(problem ?? 'it answers 100 % of the sessions');
        },
        sequence,
        0,
      ),
  );

  test.each([
    [
      'that is not newer than what decides',
      bundled(remembering('pulumi')),
      7,
      'its sequence is 7, and one with 7 decides',
    ],
    [
      'with another limit that sessions share',
      bundled(remembering('pulumi', '\nlimit few to 3 shell per 1d per agent\n')),
      6,
      'its limits beyond a session are others',
    ],
  ])('a bundle %s answers nothing', (_, octets, sequence, problem) =>
    withCanary(
      octets,
      remembering('terraform'),
      async ({ canary, said }) => {
        expect(said()).toContain(problem);
        for (const session of sessions) expect(canary.policiesOf(call('ls', session))).toBeUndefined();
      },
      sequence,
    ),
  );
});
