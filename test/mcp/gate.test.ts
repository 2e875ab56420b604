/**
 * Conversations through the gate, as text: what the client writes (`>`), what the
 * server writes (`<`), and below the arrow what becomes of each line of the
 * client. `⟪text × 3⟫` means the text three times. `UPDATE=1` writes what is
 * there below the arrows: read it before you keep it.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decision, emptyDecision as none } from '../../src/engine/decision.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { Gate } from '../../src/mcp/gate.ts';
import { anyCharacter } from '../any-character.ts';

const file = new URL('./cases/gate.txt', import.meta.url);

const deny: Decision = { ...none, effect: 'deny', code: 'com.example.no', reason: 'Not here.' };

function openGate({ name, url }: { readonly name?: string; readonly url?: string } = {}) {
  const decided: Event[] = [];
  const observed: Event[] = [];
  const decide = (event: Event): Decision => {
    decided.push(event);
    const text = JSON.stringify(event.tool);
    if (text.includes('crash')) throw new Error('a defect');
    return text.includes('forbidden') ? deny : none;
  };
  const gate = new Gate({
    engine: { decide, observe: (event) => void observed.push(event) },
    name,
    usualName: 'mcp-server',
    connection: url === undefined ? { command: 'mcp-server', args: ['--flag'], cwd: '/srv' } : { url },
    cwd: '/home/dev/shop',
    run: 'run-1',
    now: () => '2026-11-21T10:00:00Z',
  });
  const write = (value: unknown) => gate.fromClient(Buffer.from(`${JSON.stringify(value)}\n`));
  const read = (value: unknown) => gate.fromServer(Buffer.from(`${JSON.stringify(value)}\n`));
  return { gate, decided, observed, write, read };
}

const call = (id: number | string, name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { clientInfo: { name: 'desk', version: '4.2' } },
};
const initialized = {
  jsonrpc: '2.0',
  id: 0,
  result: { protocolVersion: '2025-06-18', serverInfo: { name: 'shop-files', version: '1' } },
};

const expand = (text: string): string =>
  text.replace(/⟪([^⟫]*) × ([0-9]+)⟫/g, (_, each: string, times: string) => each.repeat(Number(times)));

function outcomeOf(lines: readonly string[]): string {
  const { gate } = openGate();
  const told: string[] = [];
  for (const line of lines) {
    const octets = Buffer.from(`${expand(line.slice(2))}\n`);
    if (line.startsWith('< ')) {
      gate.fromServer(octets);
      continue;
    }
    const { forwarded, answer, notice } = gate.fromClient(octets);
    if (forwarded?.octets === octets) told.push('passes');
    else if (forwarded !== undefined)
      told.push(`passes ${Buffer.from(forwarded.octets).toString().trimEnd()}`);
    if (answer !== undefined) told.push(`answer ${answer}`);
    if (notice !== undefined) told.push(`notice ${notice}`);
  }
  return told.join('\n');
}

interface Case {
  readonly title: string;
  readonly lines: readonly string[];
  readonly expected: string;
}

const cases: readonly Case[] = readFileSync(file, 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((block) => {
    const [head = '', expected = ''] = block.split('\n==>\n');
    const [title = '', ...lines] = head.split('\n');
    return { title, lines, expected: expected.trim() };
  });

if (process.env.UPDATE !== undefined) {
  const blocks = cases.map(
    ({ title, lines }) => `# ${title}\n${lines.join('\n')}\n==>\n${outcomeOf(lines)}\n`,
  );
  writeFileSync(file, blocks.join('\n'));
}

describe('a line of the client', () => {
  test.each(cases)('$title', ({ lines, expected }) => {
    expect(outcomeOf(lines)).toBe(expected);
  });

  test('octets that are not UTF-8 go nowhere', () => {
    const { gate } = openGate();
    const octets = Buffer.from([...Buffer.from('{"method":"a'), 0xff, ...Buffer.from('"}\n')]);
    expect(gate.fromClient(octets)).toEqual({
      forwarded: undefined,
      notice: undefined,
      answer: expect.stringContaining('it is not UTF-8'),
    });
  });

  test('a carriage return inside goes nowhere, because some servers end a line there', () => {
    const { gate } = openGate();
    const inner = JSON.stringify(call(2, 'forbidden'));
    const passage = gate.fromClient(Buffer.from(`{"method":"ping","params":{"x":\r${inner}\r}}\n`));
    expect(passage.forwarded).toBeUndefined();
    expect(passage.answer).toContain('carriage return');
  });

  test.each(['\r\n', '\n', ''])(
    'its end %j stays as it is, with the whole line and with what is left',
    (end) => {
      const { gate } = openGate();
      const whole = Buffer.from(`{"method":"ping","id":1}${end}`);
      expect(gate.fromClient(whole).forwarded?.octets).toBe(whole);
      const batch = gate.fromClient(
        Buffer.from(`[${JSON.stringify(call(1, 'forbidden'))},{"id":2,"method":"ping"}]${end}`),
      );
      expect(Buffer.from(batch.forwarded?.octets ?? []).toString()).toBe(`[{"id":2,"method":"ping"}]${end}`);
    },
  );

  test('whatever it is, it passes as the same octets, is answered, or both for a batch', () => {
    const { gate } = openGate();
    const some = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.json(),
      fc
        .record({ id: fc.jsonValue(), method: fc.constantFrom('tools/call', 'ping'), params: fc.jsonValue() })
        .map((each) => JSON.stringify(each)),
    );
    fc.assert(
      fc.property(some, (text) => {
        const octets = Buffer.from(`${text.replaceAll('\n', ' ')}\n`);
        const { forwarded, answer } = gate.fromClient(octets);
        if (answer !== undefined) expect(() => JSON.parse(answer)).not.toThrow();
        expect(forwarded?.octets === octets || answer !== undefined).toBe(true);
        expect(answer ?? '').not.toContain('failed while');
      }),
    );
  });

  test('no part of a call that was denied is in what goes on', () => {
    const message = fc.constantFrom(call(1, 'forbidden', { a: '"],[{' }), call(2, 'fine', { b: ',]}\\"' }), {
      id: 3,
      method: 'ping',
    });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1 }), fc.constantFrom('', ' ', '\t '), (messages, space) => {
        const text = `[${messages.map((each) => `${space}${JSON.stringify(each)}${space}`).join(',')}]`;
        const { forwarded } = openGate().gate.fromClient(Buffer.from(`${text}\n`));
        const left = messages.filter((each) => !JSON.stringify(each).includes('forbidden'));
        const passed = forwarded === undefined ? [] : JSON.parse(Buffer.from(forwarded.octets).toString());
        expect(passed).toEqual(left);
      }),
    );
  });
});

describe('the event of a call', () => {
  test('names client, server, session and connection', () => {
    const { write, read, decided } = openGate();
    write(initialize);
    read(initialized);
    write(call('a', 'read_file', { path: 'x' }));
    expect(decided[0]?.raw).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      source: expect.stringMatching(/^urn:bylaw:hook:mcp:[0-9a-f]{8}$/),
      type: 'tool.before',
      time: '2026-11-21T10:00:00Z',
      harness: { name: 'desk', version: '4.2' },
      session: { id: 'run-1', synthesized: true, cwd: '/home/dev/shop' },
      call: { id: 'run-1:"a"' },
      path: 'native',
      tool: {
        name: 'read_file',
        kind: 'mcp',
        input: { path: 'x' },
        origin: 'mcp',
        mcp: {
          server: { id: 'shop-files' },
          toolName: 'read_file',
          provenance: 'runtime',
          connection: { transport: 'stdio', command: 'mcp-server', args: ['--flag'], cwd: '/srv' },
        },
      },
    });
  });

  test('has the session of the server over HTTP, and its address', () => {
    const { gate, write, decided } = openGate({ url: 'https://mcp.example.com/mcp' });
    gate.session = 'abc';
    write(call(1, 'search'));
    expect(decided[0]?.raw).toMatchObject({
      session: { id: 'abc' },
      tool: { mcp: { connection: { transport: 'http', url: 'https://mcp.example.com/mcp' } } },
    });
    expect(decided[0]?.raw.session).not.toHaveProperty('synthesized');
  });

  test('has the roots of the client once it has told the server', () => {
    const { write, read, decided } = openGate();
    write(call(1, 'a'));
    read({ jsonrpc: '2.0', id: 7, method: 'roots/list' });
    write({
      jsonrpc: '2.0',
      id: 7,
      result: { roots: [{ uri: 'file:///home/dev/my%20shop' }, { uri: 'https://example.com' }, 3] },
    });
    write(call(2, 'a'));
    // Nobody asked this time.
    write({ jsonrpc: '2.0', id: 8, result: { roots: [{ uri: 'file:///' }] } });
    write(call(3, 'a'));
    expect(decided.map(({ session }) => session?.workspaceRoots)).toEqual([
      undefined,
      ['/home/dev/my shop'],
      ['/home/dev/my shop'],
    ]);
  });

  test('names the server as a person did, else as it says, else by its command', () => {
    const named = openGate({ name: 'files' });
    named.write(initialize);
    named.write(call(1, 'a'));
    expect(named.gate.naming).toBeUndefined();
    const unnamed = openGate();
    unnamed.write(call(1, 'a'));
    unnamed.write(initialize);
    expect(unnamed.gate.naming).toBeInstanceOf(Promise);
    unnamed.read(initialized);
    unnamed.write(call(2, 'a'));
    unnamed.write({ ...initialize, id: 9 });
    unnamed.read({ jsonrpc: '2.0', id: 9, error: { code: 1, message: 'again?' } });
    unnamed.write(call(3, 'a'));
    const servers = [named, unnamed].map(({ decided }) => decided.map(({ tool }) => tool?.mcp?.server));
    expect(servers).toEqual([['files'], ['mcp-server', 'shop-files', 'shop-files']]);
  });

  test('is another one when the client uses an id again, and a text is no number', () => {
    const { write, decided } = openGate();
    for (const id of [1, 1, '1']) write(call(id, 'a'));
    expect(new Set(decided.map(({ id }) => id)).size).toBe(3);
    expect(decided.map(({ call: id }) => id)).toEqual(['run-1:1', 'run-1:1', 'run-1:"1"']);
  });

  test('is followed by what came of it', () => {
    const { write, read, decided, observed } = openGate();
    for (const id of [1, 2, 3, 4]) write(call(id, 'a'));
    write(call(5, 'forbidden'));
    read({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'done' }] } });
    read({ jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: 'no disk' }], isError: true } });
    read([
      { jsonrpc: '2.0', id: 3, error: { code: -1, message: 'broken' } },
      { jsonrpc: '2.0', id: 4, result: { task: {} } },
    ]);
    // Nobody asked, or it is answered already.
    read({ jsonrpc: '2.0', id: 1, result: {} });
    read({ jsonrpc: '2.0', id: 99, result: {} });
    expect(observed.map(({ type, call: id, raw }) => [type, id, raw.outcome, raw.error])).toEqual([
      ['tool.after', 'run-1:1', 'ok', undefined],
      ['tool.after', 'run-1:2', 'error', { class: 'tool', message: 'no disk' }],
      ['tool.after', 'run-1:3', 'error', { class: 'tool', message: 'broken' }],
    ]);
    expect(decided).toHaveLength(5);
  });
});

describe('requests that no one answers', () => {
  test('are answered with errors, each once, with the id as it came', () => {
    const { gate, write, read } = openGate();
    gate.fromClient(Buffer.from('{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/list"}\n'));
    write(call('b', 'a'));
    write({ jsonrpc: '2.0', method: 'notifications/x' });
    write(call(3, 'a'));
    read({ jsonrpc: '2.0', id: 3, result: {} });
    expect(gate.failAll('It is gone.')).toEqual([
      '{"jsonrpc":"2.0","id":12345678901234567890,"error":{"code":-32000,"message":"It is gone."}}',
      '{"jsonrpc":"2.0","id":"b","error":{"code":-32000,"message":"It is gone."}}',
    ]);
    expect(gate.failAll('It is gone.')).toEqual([]);
  });

  test('get no error once the client has cancelled them; what they were is observed', () => {
    const { gate, observed, write, read } = openGate();
    const cancel = (requestId: unknown) =>
      write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    write(call(1, 'a'));
    write(call(2, 'b'));
    for (const id of [1, 2, 3, {}, null]) cancel(id);
    read({ jsonrpc: '2.0', id: 2, result: { content: [] } });
    expect(gate.failAll('It is gone.')).toEqual([]);
    expect(observed.map(({ raw }) => raw.outcome)).toEqual(['ok', 'error']);
    write({ ...initialize, id: 9 });
    cancel(9);
    expect(gate.failAll('It is gone.')).toHaveLength(1);
  });

  test('end the wait for the name of the server', async () => {
    const { gate, write } = openGate();
    write(initialize);
    const { naming } = gate;
    gate.failAll('It is gone.');
    await naming;
    expect(gate.naming).toBeUndefined();
  });
});
