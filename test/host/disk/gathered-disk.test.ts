/** A disk that another thread looks at says in the end what it would say at once. */
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import type { Program } from '../../../src/compile/program.ts';
import { Engine } from '../../../src/engine/engine.ts';
import type { Disk } from '../../../src/facts/disk/disk.ts';
import { type WrittenEntry, writtenDisk } from '../../../src/facts/disk/written-disk.ts';
import { derive } from '../../../src/facts/facts.ts';
import { answerOf, DiskReader, type DiskRequest } from '../../../src/host/disk/gathered-disk.ts';
import { onDisk } from '../../../src/server/on-disk.ts';
import { program } from '../../engine/program.ts';
import { shellEvent } from '../../variants/shell-event.ts';

/** A thread that answers from a disk, or, without one, never. */
class OtherThread extends EventEmitter {
  readonly #disk: Disk | undefined;
  ended = false;

  constructor(disk: Disk | undefined) {
    super();
    this.#disk = disk;
  }

  unref(): void {}

  async terminate(): Promise<number> {
    this.ended = true;
    return 0;
  }

  postMessage({ id, questions }: DiskRequest): void {
    const disk = this.#disk;
    if (disk === undefined) return;
    const answers = questions.map((question) => answerOf(question, disk));
    setImmediate(() => this.emit('message', { id, answers }));
  }
}

const reading = (
  disk: Disk | undefined,
  patience?: number,
): { reader: DiskReader; threads: OtherThread[] } => {
  const threads: OtherThread[] = [];
  const start = (): Worker => {
    const thread = new OtherThread(disk);
    threads.push(thread);
    return thread as unknown as Worker;
  };
  return { reader: new DiskReader(start, patience), threads };
};

const entries: readonly (readonly [string, WrittenEntry])[] = [
  ['/w/x.sh', { text: 'bash y.sh\nrm l/a.txt\n' }],
  ['/w/y.sh', { text: 'cat *.md\n. ./z.sh\n' }],
  ['/w/z.sh', { text: 'rm -rf /srv/data\n' }],
  ['/w/l', { to: '/srv' }],
  ['/w/a.md', { text: '' }],
];
const disk = writtenDisk(new Map(entries), undefined);
const effectsOf = (command: string, on: Disk): unknown =>
  derive(shellEvent(command, '/w'), undefined, undefined, { disk: on }).effects;

describe('a disk that another thread looks at', () => {
  test.each(['bash x.sh', 'cat l/*', 'ls', '. ./z.sh; bash y.sh', 'bash none.sh'])('%s', async (command) => {
    const { reader, threads } = reading(disk);
    const gathered = await reader.gather((asked) => void effectsOf(command, asked));
    expect(
      effectsOf(command, {
        ...gathered,
        home: undefined,
        entry: (path) => gathered.entry(path),
        names: (path) => gathered.names(path),
        text: (path) => gathered.text(path),
      }),
    ).toEqual(effectsOf(command, disk));
    expect(threads.length).toBeLessThan(2);
  });

  test('is unknown where the thread does not answer, which is then given up', async () => {
    const { reader, threads } = reading(undefined, 1);
    const gathered = await reader.gather((asked) => void asked.entry('/w/x.sh'));
    expect(gathered.entry('/w/x.sh')).toEqual({ is: 'unseen' });
    expect(gathered.failed).toBe(true);
    const { unknowns } = derive(shellEvent('rm l/x', '/w'), undefined, undefined, { disk: gathered }).effects;
    expect(unknowns).toMatchObject([{ sort: 'file', why: 'more is asked of the disk than is looked up' }]);
    expect(threads.map(({ ended }) => ended)).toEqual([true]);
    await reader.gather((asked) => void asked.names('/w'));
    expect(threads).toHaveLength(2);
  });

  test('is unknown where the thread fails', async () => {
    const { reader, threads } = reading(undefined);
    const gathering = reader.gather((asked) => void asked.text('/w/x.sh'));
    threads[0]?.emit('error', new Error('no'));
    const gathered = await gathering;
    expect(gathered.text('/w/x.sh')).toEqual({ is: 'unseen' });
    expect(gathered.failed).toBe(true);
  });
});

test('a rule about who asks has the disk looked at for it', async () => {
  const rules = program(`deny ours
  when client.user is present and deletes "/srv/**"
deny pinned
  when client.source is present and deletes "/srv/**"`);
  const pin = { user: 'dana', source: ['urn:dana'], harness: [], agent: [] };
  const pinned: Program = { ...rules, clients: [pin] };
  const { reader } = reading(disk);
  const point = onDisk(new Engine({ program: pinned }), () => pinned, reader, undefined);
  const codesFor = async (user: string, source: string): Promise<readonly string[]> => {
    const event = { ...shellEvent('bash x.sh', '/w'), id: user, source };
    return (await point.decide(event, { client: { user } })).matched.map(({ code }) => code);
  };
  expect(await codesFor('eve', 'urn:eve')).toEqual(['com.example.ours']);
  expect(await codesFor('dana', 'urn:dana')).toEqual(['com.example.ours', 'com.example.pinned']);
});
