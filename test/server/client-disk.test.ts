/** What a client tells of its disk: as good as this machine's own where it may be believed, and else only ever stricter. */
import { delimiter } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DecisionPoint, Engine } from '../../src/engine/engine.ts';
import type { Disk } from '../../src/facts/disk/disk.ts';
import { type WrittenEntry, writtenDisk } from '../../src/facts/disk/written-disk.ts';
import type { Client } from '../../src/facts/event/client.ts';
import type { Json } from '../../src/facts/event/event.ts';
import { answerOf, type DiskQuestion } from '../../src/host/disk/gathered-disk.ts';
import { clientDiskIn, withClientDisk } from '../../src/server/client-disk.ts';
import { tries } from '../campaign/effort.ts';
import { program } from '../engine/program.ts';
import { shellEvent } from '../variants/shell-event.ts';

const rules = program(`deny data
  when deletes "/srv/**"
deny unclear
  when runs "rm -u" and deletes "/w/precious.md"
  when unsure deny
deny scripts
  when runs "rm -x"
  unless not deletes "/w/precious.md"`);
const entries = {
  '/w/harmless.sh': { text: 'ls\n' },
  '/w/data.sh': { text: 'bash next.sh\n' },
  '/w/next.sh': { text: 'rm -rf /srv/data\n' },
  '/w/link.sh': { to: 'harmless.sh' },
  '/w/a.md': { text: '' },
} satisfies Readonly<Record<string, WrittenEntry>>;
const diskOf = (names: readonly (keyof typeof entries)[]): Disk =>
  writtenDisk(new Map(names.map((name) => [name, entries[name]])), undefined);
const whole = diskOf(Object.keys(entries) as (keyof typeof entries)[]);

const engine = (): DecisionPoint => new Engine({ program: rules });

/** Sends messages until one gets an answer, as a hook does: all that goes to and fro is JSON. */
async function decided(command: string, disk: Disk, client: Client, odd: readonly Json[] = []) {
  const point = withClientDisk(engine(), () => rules);
  const answers: unknown[] = [...odd];
  for (let round = 0; ; round++) {
    const open: DiskQuestion[] = [];
    const told = clientDiskIn(JSON.parse(JSON.stringify({ answers, last: round === 8 })));
    const asking = point(told!, (questions) => void open.push(...questions));
    const decision = await asking.decide(shellEvent(command, '/w'), { client });
    if (open.length === 0) return { effect: decision.effect, code: decision.code, round };
    for (const question of open) answers.push([...question, answerOf(question, disk) ?? null]);
  }
}

const believed: Client = { token: 'a', tellsDisk: true };
const doubted: Client = { token: 'a' };
const passes = { effect: 'none', code: undefined };
const denies = (name: string) => ({ effect: 'deny', code: `com.example.${name}` });

test('it adds to a denial, whoever tells it, in as many rounds as it takes', async () => {
  expect(await decided('bash data.sh', whole, believed)).toMatchObject(denies('data'));
  expect(await decided('bash data.sh', whole, doubted)).toMatchObject(denies('data'));
  expect(await decided('bash data.sh', diskOf([]), doubted)).toMatchObject(passes);
});

test('it makes a no of an unknown, and wins an exception, only for who may be believed', async () => {
  expect(await decided('rm -u *.md', whole, believed)).toMatchObject(passes);
  expect(await decided('rm -u *.md', whole, doubted)).toMatchObject(denies('unclear'));
  expect(await decided('rm -x *.md', whole, believed)).toMatchObject(passes);
  expect(await decided('rm -x *.md', whole, doubted)).toMatchObject(denies('scripts'));
});

const names = fc.subarray(Object.keys(entries) as (keyof typeof entries)[]);
const command = fc
  .constantFrom('bash', 'rm -x *.md; bash', '.', 'rm -u *.md; bash')
  .chain((word) => fc.constantFrom('harmless', 'data', 'link', 'none').map((name) => `${word} ${name}.sh`));

test('for who may be believed it comes to what this machine would see itself', async () => {
  await fc.assert(
    fc.asyncProperty(names, command, async (there, text) => {
      const disk = diskOf(there);
      const own = await engine().decide(shellEvent(text, '/w'), { client: believed, disk });
      expect(await decided(text, disk, believed)).toMatchObject({ effect: own.effect, code: own.code });
    }),
    { seed: 24, numRuns: tries(150) },
  );
});

test('for all others it is never milder than no disk at all, whatever they tell', async () => {
  const lie = fc.oneof(
    fc.tuple(
      fc.constantFrom('entry', 'text', 'names', 'all'),
      fc.constantFrom('/w/data.sh', '/w', 7),
      fc.jsonValue(),
    ),
    fc.tuple(fc.constant('text'), fc.constant('/w/data.sh'), fc.constant({ is: 'text', text: 'ls' })),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(names, command, fc.array(lie, { maxLength: 3 }), async (there, text, lies) => {
      const without = await engine().decide(shellEvent(text, '/w'), { client: doubted });
      const told = await decided(text, diskOf(there), doubted, lies as readonly Json[]);
      if (without.effect === 'deny') expect(told).toMatchObject({ effect: 'deny', code: without.code });
    }),
    { seed: 24, numRuns: tries(150) },
  );
});

test('a search path that no user has is left out, and the rest of the disk is not', () => {
  const about = (folders: number) => {
    const searchPath = Array.from({ length: folders }, (_, at) => `/opt/${at}`).join(delimiter);
    return clientDiskIn({ home: '/home/me', searchPath, answers: [], last: false });
  };
  expect(about(1000)).toMatchObject({ home: '/home/me', searchPath: expect.stringContaining('/opt/999') });
  expect(about(1001)).toMatchObject({ home: '/home/me', searchPath: undefined });
});
