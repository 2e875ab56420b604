import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Document, documents } from '../../../src/host/recorded/documents.ts';
import { tries } from '../../campaign/effort.ts';

async function read(chunks: readonly (Uint8Array | string)[], limit = 1_000_000): Promise<Document[]> {
  async function* stream(): AsyncGenerator<Uint8Array | string> {
    yield* chunks;
  }
  const found: Document[] = [];
  for await (const document of documents(stream(), limit)) found.push(document);
  return found;
}

/** Cuts a text into chunks of bytes, also inside characters. */
function cut(text: string, sizes: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const objects = fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), { maxLength: 5 });
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

describe('documents in a stream', () => {
  test('are found whatever form they come in and however the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(objects, sizes, async (values, pieces) => {
        const forms = [
          values.map((value) => JSON.stringify(value)).join('\n'),
          values.map((value) => JSON.stringify(value)).join(''),
          values.map((value) => JSON.stringify(value, null, 2)).join('\r\n'),
          JSON.stringify(values),
          JSON.stringify(values, null, 1),
        ];
        for (const form of forms) {
          const found = await read(cut(form, pieces));
          expect(found.map(({ text }) => JSON.parse(text ?? 'null'))).toEqual(
            JSON.parse(JSON.stringify(values)),
          );
        }
      }),
      { numRuns: tries(120), seed: 7 },
    );
  });

  test('a broken line is one problem, with its line, and the next document is read', async () => {
    expect(await read(['{"a": [1,\n{"b": "open\n{"c": 3}\n'])).toEqual([
      {
        line: 1,
        problem:
          'the JSON is broken at line 1, column 10: a value is expected there, but the next document starts',
      },
      {
        line: 2,
        problem:
          'the JSON is broken at line 2, column 7: the text that begins there has no end in its line, or an escape that JSON does not have, but the next document starts',
      },
      { line: 3, text: '{"c": 3}' },
    ]);
  });

  test('bare words are documents too, for the reader to refuse', async () => {
    expect(await read(['nonsense\n42\n"x"'])).toEqual([
      { line: 1, text: 'nonsense' },
      { line: 2, text: '42' },
      { line: 3, text: '"x"' },
    ]);
  });

  test('one longer than the limit is a problem, and is not kept in memory', async () => {
    const long = `{"a": "${'x'.repeat(50_000)}"}`;
    expect(await read([...cut(long, [1000]), '\n{"b": 1}\n'], 10_000)).toEqual([
      { line: 1, problem: 'a document is longer than 10000 bytes' },
      { line: 2, text: '{"b": 1}' },
    ]);
  });

  test('bytes that are not UTF-8 are a problem of their document alone', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a": "'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}\n{"b": 1}'),
    ]);
    expect(await read([bytes])).toEqual([
      { line: 1, problem: 'the document is not UTF-8 text' },
      { line: 2, text: '{"b": 1}' },
    ]);
  });

  test('any bytes end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), sizes, async (bytes, pieces) => {
        const found = await read(cut(Buffer.from(bytes).toString('latin1'), pieces), 50);
        for (const { line } of found) expect(line).toBeGreaterThan(0);
      }),
      { numRuns: tries(120), seed: 7 },
    );
  });
});
