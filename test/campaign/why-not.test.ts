/** For each call that the tests of the shipped policies let pass, a small change is found that would be denied. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DryRun } from '../../src/engine/dry-run.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import { eventOf } from '../../src/scenario/call.ts';
import type { SearchSetting } from '../../src/why-not/situation.ts';
import { whyNot } from '../../src/why-not/why-not.ts';
import { bylaw } from '../cli/command.ts';
import { shipped } from '../packs/shipped.ts';
import { sampled, tell, timeout } from './effort.ts';

const { program } = shipped();

const setting: SearchSetting = {
  program,
  before: () => new DryRun(program),
  remembering: (facts) => facts,
  readEvent: (value, name) => {
    const decoded = decodeEvent(value, name);
    return decoded.ok ? decoded.event : undefined;
  },
};

test('a change is found for nearly every rule and call, and `bylaw eval` says the same of each', {
  timeout,
}, async () => {
  const all = program.rules.flatMap((rule) =>
    rule.tests.flatMap(({ verdict, call, scene }) =>
      verdict !== 'passes' || call.kind === 'recorded' ? [] : [{ rule, call, scene }],
    ),
  );
  expect(all.length).toBeGreaterThan(100);
  // Each of them has a change that is found, as the page says; the campaign looks for all of them.
  const page = readFileSync('docs/explain.md', 'utf8');
  const written = page.replace(/\bfor \d+ of \d+,/, `for ${all.length} of ${all.length},`);
  if (process.env.UPDATE === '1') writeFileSync('docs/explain.md', written);
  else expect(page).toBe(written);
  const found: { readonly code: string; readonly event: JsonObject }[] = [];
  const without: string[] = [];
  const asked = sampled(all, 1000);
  for (const { rule, call, scene } of asked) {
    // Without the rule's own examples, which would be an easy answer.
    const result = whyNot(rule, eventOf(call, scene).raw, setting, { bound: 6000, examples: false });
    expect(result.fires).toBe(false);
    if (result.found.length === 0) without.push(`${rule.code} ${JSON.stringify(call)}`);
    for (const { event, earlier } of result.found) {
      expect(earlier).toEqual([]);
      found.push({ code: rule.code, event });
    }
  }
  tell({ 'calls that pass': asked.length, 'with a change that is found': asked.length - without.length });
  expect(without).toEqual([]);
  const events = found.map(({ event }, index) => `${JSON.stringify({ ...event, id: `e${index}` })}\n`);
  const { stdout } = await bylaw(['eval', '--json', '--policies', 'policies', '-'], {
    cwd: '.',
    stdin: events.join(''),
  });
  const lines = stdout.trimEnd().split('\n');
  const answers = lines.map((line) => JSON.parse(line) as { matched: string[]; watched: string[] });
  expect(answers).toHaveLength(found.length);
  const wrong = found.filter(({ code }, index) => {
    const answer = answers[index];
    return answer === undefined || ![...answer.matched, ...answer.watched].includes(code);
  });
  expect(wrong).toEqual([]);
});
