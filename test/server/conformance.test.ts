/**
 * The public test vectors of the protocol, over every way in: HTTP, persistent
 * lines, and one process per event; strict, and tolerating a draft event without
 * `harness`; before an engine that denies nothing and one that denies everything.
 * They are not part of the project: without the folder the test says so.
 */

import { existsSync, readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Decision, emptyDecision as none } from '../../src/engine/decision.ts';
import type { DecisionPoint } from '../../src/engine/engine.ts';
import { createHandler, type Handler } from '../../src/protocol/handle.ts';
import { openAccess } from '../../src/server/access/access.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { serveLines, serveOnce } from '../../src/server/sockets/stdio.ts';

interface Expectation {
  readonly use: 'send' | 'send-raw-stdio' | 'oracle-only';
  readonly rpc?: 'result' | 'error' | 'none' | 'result-or-error' | 'no-result';
  readonly http?: readonly number[];
  readonly errorCodes?: readonly number[];
  readonly tolerated?: readonly number[];
  /** Whether the engine is to hear of the event; null where either is right. */
  readonly recorded?: boolean | null;
  readonly lenient?: Expectation;
}

interface Case {
  readonly path: string;
  readonly protocolVersion: string;
  readonly expectBackend: Expectation;
}

const folder = new URL('../../../shared/conformance/fixtures/', import.meta.url);
const manifest = new URL('manifest.json', folder);
const present = existsSync(fileURLToPath(manifest));
const cases: readonly Case[] = present ? JSON.parse(readFileSync(manifest, 'utf8')).cases : [];

const denial: Decision = { ...none, effect: 'deny', code: 'com.example.all', reason: 'Nothing may run.' };

function countingEngine(decision: Decision): DecisionPoint & { observed: number } {
  return {
    observed: 0,
    decide: () => decision,
    observe() {
      this.observed += 1;
    },
  };
}

/** Sends one text and gives the status, where there is one, and the body or lines that came back. */
type Send = (handler: Handler, text: string) => Promise<{ status?: number; bodies: string[] }>;

const overHttp: Send = async (handler, text) => {
  const app = createApp({ handler, access: openAccess });
  const response = await app.inject({
    method: 'POST',
    url: '/hooks',
    headers: { 'content-type': 'application/json' },
    payload: text,
  });
  await app.close();
  return { status: response.statusCode, bodies: response.body === '' ? [] : [response.body] };
};

const overStdio =
  (serve: typeof serveLines | typeof serveOnce): Send =>
  async (handler, text) => {
    let written = '';
    const output = new Writable({
      write(chunk, _encoding, done) {
        written += chunk;
        done();
      },
    });
    await serve(Readable.from([Buffer.from(text)]), output, handler, defaultLimits);
    expect(written === '' || written.endsWith('\n')).toBe(true);
    return { bodies: written.split('\n').slice(0, -1) };
  };

const ways: readonly (readonly [name: string, send: Send, stdio: boolean])[] = [
  ['http', overHttp, false],
  ['lines', overStdio(serveLines), true],
  ['once', overStdio(serveOnce), true],
];

const variants = [
  { lenient: false, decision: none },
  { lenient: false, decision: denial },
  { lenient: true, decision: none },
  { lenient: true, decision: denial },
] as const;

/** Line ends inside JSON are white space: one message becomes one line by replacing them. */
function onOneLine(text: string): string {
  return `${text.trim().replace(/[\r\n]+/g, ' ')}\n`;
}

function checkAnswer(body: string, one: Case, expected: Expectation, message: string, denies: boolean): void {
  const answer = JSON.parse(body);
  const request = JSON.parse(message);
  expect(answer.jsonrpc).toBe('2.0');
  expect(answer.id === request.id || answer.id === null).toBe(true);
  const mayDeny = request.params?.capabilities?.effects?.includes('deny') === true;
  if (answer.error !== undefined) {
    expect(answer).not.toHaveProperty('result');
    // A denial that the request does not take is an error where a result was due
    // (docs/development/protocol-notes.md#the-answer).
    if (denies && !mayDeny && answer.error.code === -32004) return;
    expect(expected.rpc).not.toBe('result');
    expect([...(expected.errorCodes ?? []), ...(expected.tolerated ?? [])]).toContain(answer.error.code);
    return;
  }
  expect(['result', 'result-or-error']).toContain(expected.rpc);
  const effects = denies ? [{ type: 'deny', reason: denial.reason, code: denial.code }] : [];
  expect(answer).toEqual({
    jsonrpc: '2.0',
    id: request.id,
    result: { protocolVersion: one.protocolVersion, effects },
  });
}

describe.skipIf(!present)('conformance', () => {
  test.each(ways)('over %s', async (name, send, stdio) => {
    const counts = { result: 0, error: 0, none: 0, raw: 0 };
    let unjudged = 0;
    for (const { lenient, decision } of variants) {
      for (const one of cases) {
        const expected = (lenient ? one.expectBackend.lenient : undefined) ?? one.expectBackend;
        if (expected.use === 'oracle-only') continue;
        // What August's drafts are to a tolerant server, the manifest does not say: some lack nothing but the harness.
        if (lenient && expected === one.expectBackend && one.path.startsWith('draft-early/')) {
          unjudged += 1;
          continue;
        }
        const text = readFileSync(new URL(one.path, folder), 'utf8');
        const engine = countingEngine(decision);
        const handler = createHandler(engine, { tolerateMissingHarness: lenient });
        const label = `${one.path}, ${name}${lenient ? ', lenient' : ''}, ${decision.effect}`;
        if (expected.use === 'send-raw-stdio') {
          if (!stdio) continue;
          const { bodies } = await send(handler, text);
          for (const body of bodies) expect(JSON.parse(body), label).not.toHaveProperty('result');
          counts.raw += 1;
          continue;
        }
        const { status, bodies } = await send(handler, stdio ? onOneLine(text) : text);
        if (status !== undefined) expect(expected.http, label).toContain(status);
        if (expected.rpc === 'none') {
          expect(bodies, label).toEqual([]);
          if (typeof expected.recorded === 'boolean') {
            expect(engine.observed, label).toBe(expected.recorded ? 1 : 0);
          }
          counts.none += 1;
          continue;
        }
        expect(bodies, label).toHaveLength(1);
        checkAnswer(bodies[0]!, one, expected, text, decision.effect === 'deny');
        counts[bodies[0]!.includes('"result"') ? 'result' : 'error'] += 1;
      }
    }
    const { result, error, none: quiet, raw } = counts;
    const sum = result + error + quiet + raw;
    expect(sum).toBeGreaterThan(0);
    console.log(
      `conformance: ${name}: ${sum} exchanges as expected ` +
        `(${result} results, ${error} errors, ${quiet} without an answer, ${raw} badly framed; ${unjudged} left out, which the manifest does not judge)`,
    );
  });
});

test.runIf(!present)('conformance vectors are not here', () => {
  console.log('conformance: skipped, because ../shared/conformance is not there');
  expect(cases).toEqual([]);
});
