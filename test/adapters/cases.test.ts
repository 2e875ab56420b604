/**
 * Payloads of harnesses, what is read from them, and what is answered. A case is
 * a title, options and a payload; below the arrow are the events that it means
 * and the answers of an engine that denies and of one that does not. `UPDATE=1`
 * writes what is there below the arrows: read it before you keep it.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { NativeAnswer } from '../../src/adapters/adapter.ts';
import { answerFailure } from '../../src/adapters/answer.ts';
import { type HarnessId, harnessIds } from '../../src/adapters/harnesses.ts';
import { wireEvent } from '../../src/adapters/wire-event.ts';
import { type Decision, emptyDecision as none } from '../../src/engine/decision.ts';
import { answerHook } from '../../src/hook/answer-hook.ts';
import { type PayloadRequest, readRequest } from '../../src/hook/read-request.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import { nothingEnded } from '../../src/store/ended-calls.ts';

const folder = new URL('./cases/', import.meta.url);
const arrow = '==>';
const now = '2026-11-21T10:00:00Z';

interface Case {
  readonly title: string;
  /** The lines from the title to the arrow. */
  readonly head: string;
  readonly request: PayloadRequest;
  readonly expected: string;
}

/**
 * `# title`, then lines `harness: ID` (the sub-command; the file's own by default,
 * `none` for none) and `env: NAME=value`, then the payload up to the arrow.
 */
function readCases(text: string, id: HarnessId): readonly Case[] {
  return text
    .split(/^(?=# )/m)
    .filter((block) => block.startsWith('# '))
    .map((block) => {
      const [head = '', expected = ''] = block.split(`${arrow}\n`);
      const [title = '', ...lines] = head.trimEnd().split('\n');
      const options = lines.filter((line) => /^(?:harness|env): /.test(line));
      const harness = options.find((line) => line.startsWith('harness: '))?.slice(9) ?? id;
      const env = options.filter((line) => line.startsWith('env: ')).map((line) => line.slice(5).split('='));
      return {
        title: title.slice(2),
        head: head.trimEnd(),
        request: {
          harness: harness === 'none' ? undefined : (harness as HarnessId),
          payload: lines.filter((line) => !options.includes(line)).join('\n'),
          host: { cwd: '/home/dev/shop', env: Object.fromEntries(env) },
        },
        expected: expected.trim(),
      };
    });
}

const deny: Decision = { ...none, effect: 'deny', code: 'com.example.no', reason: 'Not here.' };

function answer(request: PayloadRequest, decision: Decision): NativeAnswer {
  const engine = { decide: () => decision, observe: () => {} };
  return answerHook(request, { engine, ended: nothingEnded, now, failOpen: false });
}

const show = ({ stdout, stderr, exitCode }: NativeAnswer): string =>
  [
    `exit ${exitCode}`,
    ...(stdout === '' ? [] : [`stdout ${stdout.trimEnd()}`]),
    ...(stderr === '' ? [] : [`stderr ${stderr.trimEnd()}`]),
  ].join('\n  ');

/** What comes of a request, as the files show it. */
function outcomeOf(request: PayloadRequest): string {
  const reading = readRequest(request);
  const answers = `denied: ${show(answer(request, deny))}\npassed: ${show(answer(request, none))}`;
  const sender = `from: ${reading.adapter?.id ?? 'nobody knows'}, ${reading.moment ?? 'no moment'}`;
  if (reading.kind !== 'events') {
    const what = reading.kind === 'neutral' ? 'nothing to say' : `${reading.failure.kind}`;
    return `${sender}: ${what}\n${answers}`;
  }
  const events = reading.events.map((native) => {
    const event = wireEvent(native, { adapter: reading.adapter, ended: nothingEnded, now });
    const decoded = decodeEvent(event);
    if (!decoded.ok) throw new Error(`not an event of the protocol: ${decoded.problem.message}`);
    const text = JSON.stringify({ ...event, source: 'urn:…' }, null, 1);
    return text
      .replace(/\n\s*/g, ' ')
      .replace(/ ("(?:session|call|tool|execution|items|extensions)":)/g, '\n  $1');
  });
  return `${sender}\n${events.join('\n')}\n${answers}`;
}

const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));

describe.each(files)('%s', (file) => {
  const id = harnessIds.find((each) => `${each}.txt` === file);
  if (id === undefined) throw new Error(`${file} is named after no harness`);
  const url = new URL(file, folder);
  const text = readFileSync(url, 'utf8');
  const cases = readCases(text, id);

  if (process.env.UPDATE === '1') {
    test('written', () => {
      const [intro = ''] = text.split(/^# /m);
      const blocks = cases.map(({ head, request }) => `${head}\n${arrow}\n${outcomeOf(request)}\n`);
      writeFileSync(url, intro + blocks.join('\n'));
      expect(cases.length).toBeGreaterThan(0);
    });
    return;
  }

  test.each(cases.map((each) => [each.title, each] as const))('%s', (_title, { request, expected }) => {
    expect(outcomeOf(request)).toBe(expected);
  });

  test('the first case is read as a payload of this harness, and not of another one whose signs fit', () => {
    expect(cases[0]?.expected).toMatch(new RegExp(`^from: ${id}, `));
  });

  test('what is only told is never denied, even where bylaw fails over it', () => {
    const failure = { kind: 'no-server', detail: 'nobody listens' } as const;
    for (const { title, request } of cases) {
      const reading = readRequest(request);
      const isTold = reading.kind === 'events' && reading.events.every(({ type }) => type !== 'tool.before');
      const neutral = reading.adapter?.answer({ denied: false }, reading.moment);
      if (isTold) expect([title, answerFailure(failure, reading, false)]).toEqual([title, neutral]);
      else if (reading.kind === 'events') expect(answerFailure(failure, reading, false)).not.toEqual(neutral);
    }
  });

  test('no denial is empty, and none ends with 1', () => {
    for (const { request } of cases) {
      const { stdout, stderr, exitCode } = answer(request, deny);
      expect([0, 2]).toContain(exitCode);
      expect(stdout === '' || stdout.split('\n').length === 2).toBe(true);
      expect(stdout.includes('"allow"') || stderr.includes('"allow"')).toBe(false);
    }
  });
});
