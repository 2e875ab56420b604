import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Decision } from '../../src/engine/decision.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { createHandler, type Reply, unreadableFrame } from '../../src/protocol/handle.ts';
import type { Revision } from '../../src/protocol/revision.ts';
import { change, type Draft, intercept, observe } from './messages.ts';

const none: Decision = decision('none');
const denial: Decision = { ...decision('deny'), code: 'com.example.no', reason: 'Not here.' };

function decision(effect: 'deny' | 'none'): Decision {
  return { effect, code: undefined, reason: undefined, matched: [], unsure: [], watched: [], faults: [] };
}

/** An engine that answers always the same, and keeps what it was shown. */
function engine(answer: Decision | (() => Decision)) {
  const decided: Event[] = [];
  const observed: Event[] = [];
  return {
    decided,
    observed,
    decide(event: Event) {
      decided.push(event);
      return typeof answer === 'function' ? answer() : answer;
    },
    observe(event: Event) {
      observed.push(event);
    },
  };
}

function broken(): never {
  throw new Error('secret of the engine');
}

// cases/handle.txt: a title, a message and changes to it, `==>`, what becomes of it. UPDATE=1 rewrites the answers.
const file = new URL('cases/handle.txt', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((text) => {
    const [title = '', ...lines] = text.trimEnd().split('\n');
    const arrow = lines.indexOf('==>');
    const input = lines.slice(0, arrow).filter((line) => line !== '');
    return { title, input, expected: lines.slice(arrow + 1).join('\n') };
  });

if (process.env.UPDATE === '1') {
  const parts = cases.map(({ title, input }) => {
    return `# ${title}\n${input.join('\n')}\n==>\n${outcome(input)}\n`;
  });
  writeFileSync(file, parts.join('\n'));
} else {
  test.each(cases)('$title', ({ input, expected }) => {
    expect(outcome(input)).toBe(expected);
  });
}

function outcome(input: readonly string[]): string {
  const lenient = input.includes('lenient');
  const point = engine(input.includes('denied') ? denial : none);
  const reply = createHandler(point, { tolerateMissingHarness: lenient }).handle(textOf(input));
  const seen = point.decided.length > 0 ? ' decided' : point.observed.length > 0 ? ' observed' : '';
  return describe(reply) + seen;
}

function textOf(input: readonly string[]): string {
  const raw = input.find((line) => line.startsWith('raw '));
  if (raw !== undefined) return raw.slice(4);
  const [method, revision, type] = (input[0] ?? '').split(' ') as [string, Revision, string | undefined];
  const message =
    method === 'intercept' ? intercept(revision, type) : observe(revision, type ?? 'tool.before');
  for (const line of input.slice(1)) {
    const [verb, pointer = '', ...rest] = line.split(' ');
    if (verb === 'set') change(message, pointer, JSON.parse(rest.join(' ')) as Draft);
    if (verb === 'remove') change(message, pointer, undefined);
  }
  return JSON.stringify(message);
}

/** A reply in one line, without the fixed sentences. */
function describe(reply: Reply): string {
  if (reply.kind === 'refused') return `refused ${error(reply.error)}`;
  if (reply.kind !== 'answer' && reply.kind !== 'malformed') return reply.kind;
  const body = JSON.parse(reply.body);
  const content = 'result' in body ? JSON.stringify(body.result) : error(body.error);
  return `${reply.kind} ${JSON.stringify(body.id)} ${content}`;
}

function error({ code, data }: { code: number; data?: unknown }): string {
  return data === undefined ? `${code}` : `${code} ${JSON.stringify(data)}`;
}

test('an answer is exactly the bytes of the protocol', () => {
  const text = JSON.stringify(intercept('0.1'));
  expect(createHandler(engine(none)).handle(text)).toEqual({
    kind: 'answer',
    body: '{"jsonrpc":"2.0","id":"event-1","result":{"protocolVersion":"0.1","effects":[]}}',
  });
  const effect = '{"type":"deny","reason":"Not here.","code":"com.example.no"}';
  expect(createHandler(engine(denial)).handle(text)).toEqual({
    kind: 'answer',
    body: `{"jsonrpc":"2.0","id":"event-1","result":{"protocolVersion":"0.1","effects":[${effect}]}}`,
  });
});

test('an engine that throws while it decides is a denial that says nothing of the reason', () => {
  const reply = createHandler(engine(broken)).handle(JSON.stringify(intercept('draft')));
  const { effects } = JSON.parse((reply as { body: string }).body).result;
  expect(effects).toEqual([{ type: 'deny', code: 'io.bylaw.engine.fault', reason: expect.any(String) }]);
  expect(JSON.stringify(reply)).not.toContain('secret');
});

test('an engine that throws, where a denial is not accepted, is an error', () => {
  const message = intercept('draft');
  change(message, '/params/capabilities/effects', ['ask']);
  const reply = createHandler(engine(broken)).handle(JSON.stringify(message));
  expect(describe(reply)).toBe('answer "event-1" -32004 {"reason":"fault"}');
});

test('an engine that answers nonsense never passes a call', () => {
  const nonsense = [undefined, null, {}, { effect: 'allow' }, { effect: 'deny', reason: ' ' }];
  for (const answer of nonsense) {
    const point = engine(() => answer as unknown as Decision);
    const reply = createHandler(point).handle(JSON.stringify(intercept('draft')));
    const { effects } = JSON.parse((reply as { body: string }).body).result;
    expect(effects).toHaveLength(1);
    expect(effects[0].type).toBe('deny');
    expect(effects[0].reason.trim()).not.toBe('');
  }
});

test('an engine that throws while it observes is said without a body', () => {
  const point = { decide: broken, observe: broken };
  const reply = createHandler(point).handle(JSON.stringify(observe('draft', 'session.end')));
  expect(reply).toEqual({ kind: 'failed' });
});

test('even what is no text at all does not throw', () => {
  expect(createHandler(engine(none)).handle(undefined as unknown as string)).toMatchObject({
    kind: 'malformed',
  });
  expect(createHandler(engine(none)).handle(null as unknown as string)).toEqual({ kind: 'failed' });
});

test('an unreadable frame is answered to nobody in particular', () => {
  expect(describe(unreadableFrame('too-large'))).toBe('malformed null -32600');
  expect(describe(unreadableFrame('not-utf-8'))).toBe('malformed null -32700');
});

test('nothing of a message is repeated in an error but its id', () => {
  const marked = JSON.stringify(intercept('draft')).replaceAll(
    /"(m-1|Bash|ls|command|native|session-1)"/g,
    '"MARK"',
  );
  const unknownKeys = JSON.parse(marked);
  unknownKeys.params.event.extensions = { MARK: 1 };
  for (const text of [marked, JSON.stringify(unknownKeys)]) {
    const reply = createHandler(engine(none)).handle(text);
    expect(describe(reply)).toContain('-32602');
    expect(JSON.stringify(reply)).not.toContain('MARK');
  }
});

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test.each([5_000, 10_000, 200_000])('an input nested %i deep is refused by id, not a crash', (levels) => {
  const text = JSON.stringify(intercept('draft')).replace('{"command":"ls"}', deep(levels));
  const point = engine(none);
  expect(describe(createHandler(point).handle(text))).toBe(
    'answer "event-1" -32602 {"path":"","problem":"depth"}',
  );
  expect(describe(createHandler(point).handle(deep(levels)))).toBe('malformed null -32600');
  expect(describe(createHandler(point).handle('['.repeat(levels)))).toBe('malformed null -32700');
  expect(point.decided).toEqual([]);
});

test('a key `__proto__` is data and changes nothing', () => {
  const text = JSON.stringify(intercept('draft'))
    .replace('{"command":"ls"}', '{"__proto__":{"effect":"none"},"constructor":{"prototype":{"x":1}}}')
    .replace('"jsonrpc"', '"__proto__":{"polluted":true},"jsonrpc"');
  const point = engine(none);
  expect(describe(createHandler(point).handle(text))).toContain('"effects":[]');
  const input = point.decided[0]?.tool?.input ?? {};
  expect(Object.keys(input)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('a message cannot get its parts from `__proto__`', () => {
  const { params, ...envelope } = intercept('draft');
  const text = JSON.stringify({ ...envelope, x: params }).replace('"x"', '"__proto__"');
  expect(describe(createHandler(engine(none)).handle(text))).toBe(
    'answer "event-1" -32602 {"path":"/params","problem":"required"}',
  );
});

const polluted = Object.prototype as unknown as Record<string, unknown>;
const pollution = {
  ...intercept('draft'),
  ...(intercept('draft').params as object),
  harness: {},
  toJSON: () => 'x',
};

afterEach(() => {
  for (const key of Object.keys(pollution)) delete polluted[key];
});

test('what somebody put on Object.prototype is no part of a message or an answer', () => {
  const bare = JSON.stringify({ jsonrpc: '2.0', id: 'event-1', method: 'hooks/intercept' });
  const incomplete = intercept('draft');
  change(incomplete, '/params/event/harness', undefined);
  change(incomplete, '/params/capabilities', undefined);
  const texts = [bare, '{}', JSON.stringify(incomplete), JSON.stringify(intercept('draft'))];
  const before = texts.map((text) => createHandler(engine(denial)).handle(text));
  Object.assign(polluted, pollution);
  const after = texts.map((text) => createHandler(engine(denial)).handle(text));
  for (const key of Object.keys(pollution)) delete polluted[key];
  expect(after).toEqual(before);
});
