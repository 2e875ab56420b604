/** Memories to keep: a full one, and changes that are the same when they are done again. */
import { emptyMemory, type Memory } from '../../../src/engine/memory.ts';
import type { MemoryChange } from '../../../src/engine/memory-store.ts';

const secret = { label: 'pack.secret', since: 1_000, until: null, tool: 'Read' };
const download = {
  label: 'pack.downloaded',
  since: 2_000,
  until: 9_000,
  tool: 'Bash',
  path: '/tmp/ä/\u0000\ud800',
  open: false,
};

/** Something in every list, and text that is awkward to write. */
export const full: Memory = {
  clock: 2_000,
  labels: [secret],
  files: [download],
  counts: [{ limit: 'pack.pushes', times: [1_000, 1_500] }],
  denials: [{ at: 1_200, code: 'pack.no-force' }],
  calls: [
    {
      event: 'source\u0000event',
      call: null,
      digest: 'ab',
      at: 1_000,
      outcome: null,
      marks: [
        { mark: secret, on: ['ok'], unlessTold: true },
        { mark: download, on: ['ok', 'error'], unlessTold: false },
      ],
      limits: ['pack.pushes'],
      answer: { effect: 'deny', code: 'pack.no-force', reason: 'do not "force"\n' },
    },
    {
      event: 'e2',
      call: 'c2',
      digest: 'cd',
      at: 1_500,
      outcome: 'denied',
      marks: [],
      limits: [],
      answer: null,
    },
  ],
  early: [{ call: 'c3', outcome: 'error', at: 1_900 }],
  written: [
    {
      path: '/tmp/ä',
      onDisk: false,
      left: ['a\n', null, { why: 'fetched' }, { to: '~' }],
      of: ['/w/.env'],
      open: [],
    },
    {
      path: '~/b',
      onDisk: true,
      left: [],
      of: [],
      open: [{ call: 'c4', at: 1_800, contents: ['"\u0000\ud800'], of: ['~/c'], orBefore: true }],
    },
  ],
  forgotten: 3,
};

/** The events that a memory has counted. */
export const events = (memory: Memory): string[] => memory.calls.map(({ event }) => event);

/** Counts an event in each memory, once, as the engine does; gives how many the first has then. */
export const counting =
  (event: string) =>
  (memories: readonly Memory[]): MemoryChange<number> => {
    const after = memories.map((memory): Memory | undefined => {
      if (memory.calls.some((call) => call.event === event)) return undefined;
      const call = {
        event,
        call: null,
        digest: '',
        at: 0,
        outcome: null,
        marks: [],
        limits: [],
        answer: null,
      };
      return { ...memory, calls: [...memory.calls, call] };
    });
    return { memories: after, result: (after[0] ?? memories[0] ?? emptyMemory).calls.length };
  };

/** Changes nothing. */
export const reading = (memories: readonly Memory[]): MemoryChange<readonly Memory[]> => ({
  memories: memories.map(() => undefined),
  result: memories,
});

/** Puts a memory in the place of each. */
export const putting =
  (memory: Memory) =>
  (memories: readonly Memory[]): MemoryChange<undefined> => ({
    memories: memories.map(() => memory),
    result: undefined,
  });
