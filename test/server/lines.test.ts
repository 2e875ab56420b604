import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Frame, LineSplitter } from '../../src/server/lines/lines.ts';

/** The frames of octets that arrive in these chunks, as text, or as `<problem>`. */
function split(chunks: readonly (string | Uint8Array)[], maxBytes = 1000): string[] {
  const splitter = new LineSplitter(maxBytes);
  const frames: Frame[] = [];
  for (const chunk of chunks) frames.push(...splitter.push(Buffer.from(chunk)));
  frames.push(...splitter.end());
  return frames.map((frame) => (frame.kind === 'text' ? frame.text : `<${frame.problem}>`));
}

describe('lines', () => {
  test.each<[string, string[], string[]]>([
    ['one', ['a\n'], ['a']],
    ['several in a chunk', ['a\nb\nc\n'], ['a', 'b', 'c']],
    ['one in several chunks', ['a', 'b', '', 'c\n'], ['abc']],
    ['the last without its newline', ['a\nb'], ['a', 'b']],
    ['a carriage return before the newline', ['a\r\nb\r', '\nc\r'], ['a', 'b', 'c']],
    ['a carriage return elsewhere', ['a\rb\n'], ['a\rb']],
    ['blank ones', ['\n', '\r\n', '  \t\n', ' \r\r\n', 'a\n\n', ' '], ['a']],
    ['nothing', [], []],
    ['other line ends of Unicode', ['a\u2028b\u0085c\n'], ['a\u2028b\u0085c']],
    ['a byte order mark', ['\ufeffa\n\ufeffb\n'], ['a', 'b']],
  ])('%s', (_name, chunks, expected) => {
    expect(split(chunks)).toEqual(expected);
  });

  test('a character may be cut between chunks', () => {
    const octets = Buffer.from('ü€😀\n');
    expect(split([...octets].map((octet) => Uint8Array.of(octet)))).toEqual(['ü€😀']);
  });

  test.each([[[0xff]], [[0xc3]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xf4, 0x90, 0x80, 0x80]]])(
    'octets %j are not UTF-8; the lines around them are read',
    (octets) => {
      const line = Buffer.concat([Buffer.from('a\n'), Buffer.from(octets), Buffer.from('\nb\n')]);
      expect(split([line])).toEqual(['a', '<not-utf-8>', 'b']);
    },
  );

  test('a line of exactly the limit is read, with either line end; one octet more is not', () => {
    for (const end of ['\n', '\r\n', '']) {
      expect(split([`1234${end}`], 4)).toEqual(['1234']);
      expect(split(['12', `34${end}`], 4)).toEqual(['1234']);
      expect(split([`12345${end}`], 4)).toEqual(['<too-large>']);
      expect(split(['123', `45${end}`], 4)).toEqual(['<too-large>']);
    }
  });

  test('a line over the limit is one frame, at once, and the next line is read', () => {
    const splitter = new LineSplitter(4);
    expect([...splitter.push(Buffer.from('123456'))]).toHaveLength(1);
    expect([...splitter.push(Buffer.from('789'.repeat(100)))]).toEqual([]);
    expect([...splitter.push(Buffer.from('0\nok\n'))]).toEqual([{ kind: 'text', text: 'ok' }]);
  });

  test('a line over the limit at the end is one frame', () => {
    expect(split(['a\n', '123456', '789'], 4)).toEqual(['a', '<too-large>']);
  });

  test('where the chunks are cut changes nothing', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('', '\r', ' ', 'x'.repeat(9), 'x'.repeat(8)),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(60)), fc.boolean(), (lines, cuts, ends) => {
        const octets = Buffer.from(lines.join('\n') + (ends ? '\n' : ''));
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, octets.length)).sort((a, b) => a - b),
          octets.length,
        ];
        const chunks = places.slice(1).map((place, i) => octets.subarray(places[i], place));
        expect(split(chunks, 8)).toEqual(split([octets], 8));
      }),
    );
  });

  test('a line of a gibibyte takes no memory', () => {
    const splitter = new LineSplitter(1024);
    const chunk = Buffer.alloc(1 << 20, 'x');
    const before = process.memoryUsage();
    let frames = 0;
    for (let i = 0; i < 1024; i++) for (const _ of splitter.push(chunk)) frames += 1;
    const after = process.memoryUsage();
    expect(frames).toBe(1);
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(8 << 20);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(32 << 20);
  });

  test('single octets do not hold the buffers they arrived in', () => {
    const splitter = new LineSplitter(1 << 20);
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 500; i++) for (const _ of splitter.push(Buffer.alloc(1 << 16, 'x').subarray(0, 1)));
    const held = process.memoryUsage().arrayBuffers - before;
    expect([...splitter.end()]).toEqual([{ kind: 'text', text: 'x'.repeat(500) }]);
    // 32 MiB arrived; what the collector has not looked at yet may still be there.
    expect(held).toBeLessThan(40 << 20);
  });
});
