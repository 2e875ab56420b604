// The public test vectors, when they are beside the project; `expectBackend` of their manifest is the judge.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createHandler, type Reply } from '../../src/protocol/handle.ts';

interface Expectation {
  readonly use: 'send' | 'send-raw-stdio' | 'oracle-only';
  readonly rpc?: 'result' | 'error' | 'none' | 'no-result' | 'result-or-error';
  readonly http?: readonly number[];
  readonly errorCodes?: readonly number[];
  readonly tolerated?: readonly number[];
  readonly recorded?: boolean | null;
  readonly lenient?: Expectation;
}

interface Vector {
  readonly path: string;
  readonly expectBackend: Expectation;
}

const folder = new URL('../../../shared/conformance/fixtures/', import.meta.url);
const manifest = new URL('manifest.json', folder);
const vectors: readonly Vector[] = existsSync(manifest)
  ? JSON.parse(readFileSync(manifest, 'utf8')).cases
  : [];

if (vectors.length === 0) {
  console.log('The public test vectors are not beside the project: their tests are skipped.');
  test.skip('the public test vectors', () => {});
}

const statuses: Readonly<Record<Reply['kind'], number>> = {
  answer: 200,
  malformed: 400,
  accepted: 202,
  refused: 400,
  failed: 500,
  busy: 503,
};

function send(text: string, tolerateMissingHarness: boolean) {
  let recorded = false;
  const engine = {
    decide: () => ({ effect: 'none', code: undefined, reason: undefined }) as never,
    observe: () => {
      recorded = true;
    },
  };
  const reply = createHandler(engine, { tolerateMissingHarness }).handle(text);
  return { reply, recorded };
}

describe.runIf(vectors.length > 0)('public test vectors', () => {
  const strict = vectors.map(({ path, expectBackend }) => ({
    path,
    mode: 'strict',
    expected: expectBackend,
  }));
  // What August's drafts are to a tolerant server, the manifest does not say: some lack the harness and nothing else.
  const lenient = vectors
    .filter(({ path, expectBackend }) => expectBackend.lenient || !path.startsWith('draft-early/'))
    .map(({ path, expectBackend }) => {
      return { path, mode: 'lenient', expected: expectBackend.lenient ?? expectBackend };
    });
  const runs = [...strict, ...lenient];

  test.each(runs.filter(({ expected }) => expected.use === 'send'))(
    '$mode: $path',
    ({ path, mode, expected }) => {
      const text = readFileSync(new URL(path, folder), 'utf8');
      const { reply, recorded } = send(text, mode === 'lenient');
      expect(expected.http).toContain(statuses[reply.kind]);
      if (typeof expected.recorded === 'boolean') expect(recorded).toBe(expected.recorded);
      if (expected.rpc === 'none') {
        expect(reply).not.toHaveProperty('body');
        return;
      }
      const body = JSON.parse((reply as { body: string }).body);
      const sent = JSON.parse(text);
      expect(body.jsonrpc).toBe('2.0');
      expect(body.id).toBe(sent.id);
      if (expected.rpc === 'result') {
        expect(body.result).toEqual({ protocolVersion: sent.params.protocolVersion, effects: [] });
      } else if (expected.rpc === 'error' || 'error' in body) {
        expect([...(expected.errorCodes ?? []), ...(expected.tolerated ?? [])]).toContain(body.error.code);
      }
    },
  );

  test.each(runs.filter(({ expected }) => expected.use === 'send-raw-stdio'))(
    '$mode, line by line: $path',
    ({ path, mode }) => {
      const lines = readFileSync(new URL(path, folder), 'utf8').split('\n');
      for (const line of lines.filter((each) => each.trim() !== '')) {
        const { reply, recorded } = send(line, mode === 'lenient');
        expect(reply.kind).toBe('malformed');
        expect(recorded).toBe(false);
      }
    },
  );
});
