/** Sequences of calls: what a later call runs is what the earlier ones have left, or may have. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CallOutcome } from '../../src/engine/memory.ts';
import type { Event, JsonObject } from '../../src/facts/event/event.ts';
import { bash, call, Setting } from './setting.ts';

const text = readFileSync(new URL('sequences.txt', import.meta.url), 'utf8').replaceAll(
  'PUSH',
  'git push -f',
);
const groups = text
  .split(/^## /m)
  .slice(1)
  .map((group) => {
    const [name = '', ...lines] = group.split('\n');
    return { name, lines: lines.filter((line) => line.includes(' => ')) };
  });

interface Step {
  readonly event: Event;
  readonly outcome: CallOutcome | undefined;
}

function stepOf(step: string, at: number): Step {
  const [, ending = 'ok', what = ''] = /^(?:(open|error|denied) )?(.*)$/.exec(step) ?? [];
  const outcome = ending === 'open' ? undefined : (ending as CallOutcome);
  if (!what.startsWith('{')) return { event: bash(what, `${at}`), outcome };
  const { tool, ...input } = JSON.parse(what) as JsonObject & { readonly tool: string };
  return { event: call(tool, `${at}`, input), outcome };
}

describe.each(groups)('$name', ({ lines }) => {
  test.each(lines)('%s', (line) => {
    const [sequence = '', wanted = ''] = line.split(' => ');
    const steps = sequence.split(' ||| ').map(stepOf);
    const setting = new Setting('deny push when runs "git push" reason "no"');
    for (const { event, outcome } of steps.slice(0, -1)) {
      setting.decide(event);
      if (outcome !== undefined) setting.tell(event, outcome);
    }
    const last = steps.at(-1);
    if (last === undefined) throw new Error('no steps');
    const { effect, unsure } = setting.decide(last.event);
    const answer = effect === 'deny' ? 'denied' : unsure.length > 0 ? 'unsure' : 'passes';
    expect(answer).toBe(wanted);
  });
});
