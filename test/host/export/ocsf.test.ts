import { describe, expect, test } from 'vitest';
import { ocsfEvents } from '../../../src/host/export/ocsf.ts';
import { wrongWith } from './ocsf-schema.ts';
import { type DecisionRecord, decision, denial, finding, others } from './records.ts';

const version = '9.9.9';

/** The events, each of which is as the schema wants it. */
const valid = (record: Parameters<typeof ocsfEvents>[0]) => {
  const events = ocsfEvents(record, version);
  expect(events.flatMap(wrongWith)).toEqual([]);
  return events;
};

test('the schema of the tests refuses what is not OCSF', () => {
  const [event] = ocsfEvents(decision(), version);
  expect(wrongWith({ ...event, time: '2026-11-21' })[0]).toMatch(/^\/time must be integer/);
  expect(wrongWith({ ...event, type_uid: 600_301, activity_id: 7 })).toHaveLength(1);
  expect(wrongWith({ ...event, effect: 'deny' })[0]).toContain('additional');
  expect(wrongWith({ ...event, actor: {} })).not.toEqual([]);
});

describe('a decision', () => {
  test('that passes is one activity whose outcome nobody knows yet', () => {
    const [activity, ...more] = valid(decision());
    expect(more).toEqual([]);
    expect(activity).toMatchObject({
      class_uid: 6003,
      category_uid: 6,
      type_uid: 600_399,
      activity_name: 'shell',
      time: Date.parse('2026-11-21T14:02:11.123Z'),
      severity_id: 1,
      status_id: 0,
      action_id: 1,
      disposition_id: 1,
      api: { operation: 'Bash', service: { name: 'Harness' }, request: { uid: 'c1' } },
      metadata: { version: '1.5.0', product: { name: 'bylaw', version }, correlation_uid: 's1' },
    });
  });

  test('that denies is an activity and a finding that names it', () => {
    const [activity, found] = valid(denial({ client: { way: 'token', token: 'team-a', user: 'ada' } }));
    expect(activity).toMatchObject({
      action_id: 2,
      disposition_id: 2,
      status_id: 2,
      status_code: 'com.example.dev.shell',
    });
    expect(found).toMatchObject({
      class_uid: 2004,
      category_uid: 2,
      type_uid: 200_401,
      severity_id: 4,
      status_id: 1,
      is_alert: true,
      resources: [{ name: '/etc/passwd' }],
      finding_info: {
        uid: 'a'.repeat(64),
        title: 'com.example.dev.shell',
        desc: 'No shell.',
        types: ['secrets'],
      },
    });
    const { metadata } = activity as { metadata: { uid: string } };
    expect(found).toHaveProperty('finding_info.related_events[0].uid', metadata.uid);
    expect(found).toHaveProperty('finding_info.related_events[0].type_uid', activity?.type_uid);
    expect(found).toHaveProperty('observables[0]', {
      name: 'evidences[0].actor.user.name',
      type_id: 4,
      type: 'User Name',
      value: 'ada',
    });
  });

  test.each([
    ['file_read', 600_302],
    ['search', 600_302],
    ['fetch', 600_302],
    ['file_write', 600_303],
    ['file_edit', 600_303],
    ['mcp', 600_399],
    [null, 600_399],
  ])('of a tool of kind %j has the type %i', (kind, type) => {
    const [activity] = valid(decision({ tool: { name: 'T', kind, mcp: null } }));
    expect(activity?.type_uid).toBe(type);
  });

  test.each([
    ['watched', { watched: [finding({ effect: 'watch' })] }, { action_id: 1, disposition_id: 15 }],
    ['not taken by the harness', { ...denial(), unenforceable: true }, { action_id: 0, disposition_id: 27 }],
    [
      'of the engine',
      { ...denial(), matched: [], code: 'io.bylaw.engine.fault' },
      { action_id: 2, severity_id: 4 },
    ],
    [
      'without anything',
      { tool: null, harness: null, session: null, call: null, event: null },
      { status_id: 0 },
    ],
    [
      'in an MCP server',
      { tool: { name: 'x', kind: 'mcp', mcp: { server: 'git', tool: 'push' } } },
      { status_id: 0 },
    ],
  ] satisfies readonly (readonly [string, Partial<DecisionRecord>, object])[])(
    '%s',
    (_, changes, expected) => {
      const [activity] = valid(decision(changes));
      expect(activity).toMatchObject(expected);
    },
  );

  test('has what others may have seen, as far as the record has it', () => {
    const observed = (input: Record<string, string>) => {
      const [activity] = valid(decision({ event: { tool: { input } } }));
      const { observables } = activity as { observables: { type: string; value: string }[] };
      return observables
        .filter(({ type }) => !['Session', 'Tool'].includes(type))
        .map(({ type, value }) => [type, value]);
    };
    expect(observed({ command: 'curl -H [redacted] x' })).toEqual([['Command Line', 'curl -H [redacted] x']]);
    expect(observed({ file_path: '/a', url: 'https://x.example' })).toEqual([
      ['File Path', '/a'],
      ['URL String', 'https://x.example'],
    ]);
    expect(observed({ command: 'hmac:00ff' })).toEqual([]);
    expect(observed({ other: 'x' })).toEqual([]);
  });
});

test('what the log says of itself is a base event, and a loss is grave', () => {
  const severities = others.map((record) => valid(record)[0]?.severity_id);
  expect(severities).toEqual([1, 1, 4, 1, 1, 1, 3, 1]);
  expect(valid(others[2] ?? decision())[0]).toMatchObject({
    class_uid: 0,
    type_uid: 99,
    activity_name: 'dropped',
    message: '3 records were lost: 3 queue-full.',
  });
});

test('events have ids of their own', () => {
  const ids = [
    decision(),
    denial({ hash: 'e'.repeat(64) }),
    ...others.slice(0, 1).map((each) => ({ ...each, hash: 'f'.repeat(64) })),
  ]
    .flatMap((record) => ocsfEvents(record, version))
    .map((event) => (event as { metadata: { uid: string } }).metadata.uid);
  expect(new Set(ids).size).toBe(4);
});
