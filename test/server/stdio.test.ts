import { once } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serveLines, serveOnce } from '../../src/server/sockets/stdio.ts';
import { echo, fakeHandler } from './fakes.ts';

const limits = { maxMessageBytes: 100 };

/** An output that keeps what is written to it. */
function collector(): Writable & { text(): string } {
  const pieces: Buffer[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      pieces.push(chunk);
      done();
    },
  });
  return Object.assign(output, { text: () => Buffer.concat(pieces).toString() });
}

function octets(...chunks: string[]): Readable {
  return Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
}

async function lines(...chunks: string[]): Promise<string> {
  const output = collector();
  await serveLines(octets(...chunks), output, fakeHandler(), limits);
  return output.text();
}

async function onceLine(...chunks: string[]): Promise<string> {
  const output = collector();
  await serveOnce(octets(...chunks), output, fakeHandler(), limits);
  return output.text();
}

const parseError = /^\{"jsonrpc":"2\.0","id":null,"error":\{"code":-32700.*\}\n$/;
const tooLarge = /^\{"jsonrpc":"2\.0","id":null,"error":\{"code":-32600.*\}\n$/;

describe('persistent', () => {
  test('answers every message with a line, in order, and notifications with nothing', async () => {
    expect(await lines('a\naccep', 'ted\nmalformed\nrefused\n\nfailed\nb')).toBe(
      `${echo('a')}\n{"error":"malformed"}\n${echo('b')}\n`,
    );
  });

  test('answers what it cannot read with an error, and goes on', async () => {
    const output = collector();
    const input = Readable.from([Buffer.from([0xff, 0x0a]), Buffer.from(`${'x'.repeat(101)}\nok\n`)]);
    await serveLines(input, output, fakeHandler(), limits);
    const [first, second, third, rest] = output.text().split('\n');
    expect(`${first}\n`).toMatch(parseError);
    expect(`${second}\n`).toMatch(tooLarge);
    expect([third, rest]).toEqual([echo('ok'), '']);
  });

  test('writes nothing for nothing', async () => {
    expect(await lines()).toBe('');
    expect(await lines('\n \r\n')).toBe('');
  });

  test('writes one line for each message that has an answer, whatever is sent', async () => {
    const text = fc
      .string()
      .filter((line) => line.trim() !== '' && !line.includes('\n') && !line.endsWith('\r'));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (messages) => {
        const output = collector();
        await serveLines(octets(messages.join('\n')), output, fakeHandler(), { maxMessageBytes: 10_000 });
        const answers = output.text().split('\n').slice(0, -1);
        expect(answers).toHaveLength(messages.length);
        for (const answer of answers) expect(() => JSON.parse(answer)).not.toThrow();
      }),
    );
  });

  test('answers a message when it is there, not when more come', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const served = serveLines(input, output, fakeHandler(), limits);
    input.write('a\nhalf');
    const [first] = await once(output, 'data');
    expect(String(first)).toBe(`${echo('a')}\n`);
    input.end('\n');
    const [second] = await once(output, 'data');
    expect(String(second)).toBe(`${echo('half')}\n`);
    await served;
    expect(output.writableEnded).toBe(false);
  });

  test('does not read on while nobody reads the answers', async () => {
    let read: (() => void) | undefined;
    let readsAll = false;
    const stalled = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        read = done;
        if (readsAll) done();
        else this.emit('stalled');
      },
    });
    let asked = 0;
    async function* messages(): AsyncGenerator<Uint8Array> {
      for (; asked < 5; asked++) yield Buffer.from('x\n');
    }
    const isStalled = once(stalled, 'stalled');
    const served = serveLines(messages(), stalled, fakeHandler(), limits);
    await isStalled;
    // Any number of turns of the event loop later, the second chunk has not been asked for.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(asked).toBe(0);
    readsAll = true;
    read?.();
    await served;
    expect(asked).toBe(5);
  });

  test('resolves when the answers are handed over, not before', async () => {
    const events: string[] = [];
    const slow = new Writable({
      write(chunk: Buffer, _encoding, done) {
        setImmediate(() => {
          if (chunk.length > 0) events.push('written');
          done();
        });
      },
    });
    await serveLines(octets('a\n'), slow, fakeHandler(), limits);
    events.push('resolved');
    expect(events).toEqual(['written', 'resolved']);
  });

  test('ends quietly, and stops reading, when the reader goes away', async () => {
    const broken = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }));
      },
    });
    const input = new PassThrough();
    input.write('a\n');
    // The input never ends by itself.
    await serveLines(input, broken, fakeHandler(), limits);
    expect(input.destroyed).toBe(true);
  });

  test('ends quietly when the reader was gone before', async () => {
    const output = collector();
    output.destroy();
    const input = new PassThrough();
    await serveLines(input, output, fakeHandler(), limits);
    expect(input.destroyed).toBe(true);
  });

  test('rejects when writing fails for another reason', async () => {
    const full = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
      },
    });
    await expect(serveLines(octets('a\n', 'b\n'), full, fakeHandler(), limits)).rejects.toThrow('no space');
  });

  test('rejects when reading fails', async () => {
    const input = new PassThrough();
    const served = serveLines(input, collector(), fakeHandler(), limits);
    input.destroy(new Error('bad disk'));
    await expect(served).rejects.toThrow('bad disk');
  });

  test('many short messages in one chunk are answered completely', async () => {
    const count = 20_000;
    const answers = await lines('m\n'.repeat(count));
    expect(answers).toBe(`${echo('m')}\n`.repeat(count));
  });
});

describe('one process per event', () => {
  test.each<[string, string[], string]>([
    ['a line', ['a\n'], `${echo('a')}\n`],
    ['text without its newline', ['a', 'b'], `${echo('ab')}\n`],
    ['blank lines first', ['\n\r\n  \na\n'], `${echo('a')}\n`],
    ['further lines', ['a\nb\nc\n'], `${echo('a')}\n`],
    ['a notification', ['accepted\n'], ''],
    ['a refused notification', ['refused'], ''],
    ['nothing', [], ''],
  ])('%s', async (_name, chunks, expected) => {
    expect(await onceLine(...chunks)).toBe(expected);
  });

  test('what cannot be read gets one line', async () => {
    const output = collector();
    await serveOnce(Readable.from([Buffer.from([0xff])]), output, fakeHandler(), limits);
    expect(output.text()).toMatch(parseError);
    expect(await onceLine('x'.repeat(60), 'x'.repeat(60), 'x'.repeat(60))).toMatch(tooLarge);
  });

  test('it answers and stops reading although the input stays open', async () => {
    const input = new PassThrough();
    const output = collector();
    input.write('a\n');
    await serveOnce(input, output, fakeHandler(), limits);
    expect(output.text()).toBe(`${echo('a')}\n`);
    expect(input.destroyed).toBe(true);
  });

  test('it ends quietly when the reader went away', async () => {
    const output = collector();
    output.destroy();
    await serveOnce(new PassThrough(), output, fakeHandler(), limits);
    expect(output.text()).toBe('');
  });
});
