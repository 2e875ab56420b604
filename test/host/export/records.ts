/** Records for exports, with what a test says of them. */
import type { LogRecord } from '../../../src/store/decision-log/record.ts';

export type DecisionRecord = Extract<LogRecord, { readonly type: 'decision' }>;

const head = {
  process: '0123456789abcdef',
  seq: 7,
  time: '2026-11-21T14:02:11.123Z',
  previous: null,
  hash: 'a'.repeat(64),
} as const;

/** A call of a shell that passes. */
export const decision = (changes: Partial<DecisionRecord> = {}): DecisionRecord => ({
  ...head,
  type: 'decision',
  source: 'urn:bylaw:hook',
  session: 's1',
  call: 'c1',
  id: 'e1',
  harness: 'Harness',
  agent: null,
  tool: { name: 'Bash', kind: 'shell', mcp: null },
  event: { id: 'e1', tool: { name: 'Bash', kind: 'shell', input: { command: 'ls' } } },
  masked: [],
  policies: 'b'.repeat(64),
  effect: 'none',
  code: null,
  reason: null,
  matched: [],
  unsure: [],
  watched: [],
  faults: [],
  latency: 210,
  ...changes,
});

/** What a rule has found. */
export const finding = (
  changes: Partial<DecisionRecord['matched'][number]> = {},
): DecisionRecord['matched'][number] => ({
  code: 'com.example.dev.shell',
  effect: 'deny',
  severity: 'high',
  path: 'dev.policy',
  span: { start: 0, end: 1 },
  objects: ['/etc/passwd'],
  clauses: [],
  ...changes,
});

/** The same call, denied. */
export const denial = (changes: Partial<DecisionRecord> = {}): DecisionRecord =>
  decision({
    effect: 'deny',
    code: 'com.example.dev.shell',
    reason: 'No shell.',
    matched: [finding({ tags: ['secrets'] })],
    ...changes,
  });

/** One of each kind that is no decision. */
export const others: readonly LogRecord[] = [
  { ...head, type: 'start', bylaw: '0.1.0', by: 'serve', policies: 'b'.repeat(64), inputs: 'masked' },
  { ...head, type: 'stop' },
  { ...head, type: 'dropped', records: 3, reasons: { 'queue-full': 3 } },
  { ...head, type: 'deleted', upTo: 4, files: ['decisions-000004.ndjson'] },
  { ...head, type: 'policies', policies: 'c'.repeat(64) },
  { ...head, type: 'bundle', sequence: 5, digest: 'd'.repeat(64), signers: ['k'] },
  { ...head, type: 'bundle', sequence: 5, digest: 'd'.repeat(64), signers: ['k'], refused: 'It is older.' },
  { ...head, type: 'evicted', memories: 2 },
];
