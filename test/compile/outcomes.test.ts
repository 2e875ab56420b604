import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { outcomesOf, readCases, writeCases } from './outcomes.ts';

const folder = new URL('cases/', import.meta.url);

// UPDATE=1 rewrites the outcomes.
for (const file of readdirSync(folder).sort()) {
  const url = new URL(file, folder);
  if (process.env.UPDATE === '1') writeFileSync(url, writeCases(readCases(readFileSync(url, 'utf8'))));
  const cases = readCases(readFileSync(url, 'utf8'));
  describe(file.replace('.txt', ''), () => {
    test.each(cases)('$title', ({ policy, events }) => {
      const outcome = outcomesOf(policy);
      for (const { event, expected } of events) expect(outcome(event), event).toBe(expected);
      expect(events.length).toBeGreaterThan(0);
    });
  });
}
