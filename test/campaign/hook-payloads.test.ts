/**
 * Every payload of the cases, with one field at a time missing, of a wrong type,
 * or long: a call is then decided or denied, nothing fails, and nothing passing by.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type HarnessId, harnessIds } from '../../src/adapters/harnesses.ts';
import { emptyDecision as passing } from '../../src/engine/decision.ts';
import type { Json, JsonObject } from '../../src/facts/event/event.ts';
import { answerHook } from '../../src/hook/answer-hook.ts';
import { isJsonObject } from '../../src/protocol/json.ts';
import { nothingEnded } from '../../src/store/ended-calls.ts';
import { effort, isFull, sampled, tell, timeout } from './effort.ts';

const folder = new URL('../adapters/cases/', import.meta.url);
const spoilt: readonly (Json | undefined)[] = [
  ...[undefined, null, 7, '', [], {}, 'x'.repeat(20_000)],
  ...(isFull ? [true, -1.5, '\0', ' ', '../..', [null], ['a', 'b'], { a: 'b' }] : []),
];
/** How many objects deep in a payload a field may be. */
const depth = effort(5, 2);

/** The payloads of a file, which are its lines of JSON before an arrow. */
function payloadsOf(file: string): readonly JsonObject[] {
  const heads = readFileSync(new URL(file, folder), 'utf8').split(/^# /m);
  return heads.flatMap((block) => {
    const line = (block.split('==>\n')[0] ?? '').split('\n').find((each) => each.startsWith('{"'));
    try {
      const value: Json = JSON.parse(line ?? 'null');
      return isJsonObject(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** The object with one of its fields spoilt, and with one of the fields in those that are objects. */
function* spoil(object: JsonObject, depth: number): Generator<readonly [string, JsonObject]> {
  for (const [key, value] of Object.entries(object)) {
    // A field that was null says something only now.
    if (value === null) continue;
    const { [key]: _, ...rest } = object;
    for (const other of spoilt) yield [key, other === undefined ? rest : { ...object, [key]: other }];
    if (depth === 0 || !isJsonObject(value)) continue;
    for (const [inner, changed] of spoil(value, depth - 1)) {
      yield [`${key}.${inner}`, { ...object, [key]: changed }];
    }
  }
}

/** What becomes of a payload: whether it was decided as a call and nothing else, and what was printed. */
function send(harness: HarnessId, payload: JsonObject) {
  let isDecided = false;
  let isObserved = false;
  const engine = {
    decide: () => {
      isDecided = true;
      return passing;
    },
    observe: () => {
      isObserved = true;
    },
  };
  const request = { harness, payload: JSON.stringify(payload), host: { cwd: '/home/dev/shop', env: {} } };
  const context = { engine, ended: nothingEnded, now: '2026-11-21T10:00:00Z', failOpen: false };
  const answer = answerHook(request, context);
  return { ...answer, isDecided, isCall: isDecided && !isObserved };
}

const isNameOfEvent = (field: string): boolean => /event|hook|action/i.test(field);

describe.each(readdirSync(folder))('%s', (file) => {
  const id = harnessIds.find((each) => `${each}.txt` === file);
  if (id === undefined) throw new Error(`${file} is named after no harness`);

  test('with one field spoilt', { timeout }, () => {
    const payloads = payloadsOf(file);
    const all = payloads.flatMap((payload) =>
      [...spoil(payload, depth)].map(([field, changed]) => ({ payload, field, changed })),
    );
    const tried = sampled(all, 40);
    const calls = new Map(payloads.map((payload) => [payload, send(id, payload).isCall]));
    expect([...calls.values()]).toContain(true);
    const wrong: string[] = [];
    let decided = 0;
    for (const { payload, field, changed } of tried) {
      const { stdout, stderr, exitCode, isDecided } = send(id, changed);
      if (isDecided) decided++;
      if (stdout !== '' && !isJsonObject(JSON.parse(stdout))) wrong.push(`${field}: ${stdout}`);
      if (stdout.includes('engine.fault') || stderr.includes('engine.fault')) wrong.push(`${field}: a fault`);
      const isDenied = exitCode === 2 || stdout.includes('io.bylaw.engine.');
      if (calls.get(payload) === true && !isDecided && !isDenied && !isNameOfEvent(field))
        wrong.push(`${field}: passing by`);
    }
    tell({ payloads: tried.length, 'of them decided': decided });
    expect([...new Set(wrong)]).toEqual([]);
    expect(decided).toBeGreaterThan(tried.length / 10);
  });
});
