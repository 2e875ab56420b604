/** Each row of the tables of faults names a test: it is there, under that title. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');
const named = [...text.matchAll(/^\|.*\| ([\w/.-]+\.test\.ts): ([^|]+) \|$/gm)].map(([, file, title]) => [
  file ?? '',
  title ?? '',
]);

test('every fault has a test', () => {
  const [, section = ''] = text.split('## What each fault leads to');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| (?!-|fault)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  expect(named).toHaveLength(rows.length);
});

test.each(named)('%s: %s', (file, title) => {
  expect(readFileSync(`test/${file}`, 'utf8').replaceAll(/\(\s+'/g, "('")).toContain(`('${title}`);
});
