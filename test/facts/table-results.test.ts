/** The results of the tables against the programs name each form of the tables once, and no other. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Finding, readFindings, readResults, textOf, withResults } from '../campaign/tables/results.ts';

const file = 'test/campaign/tables/results.txt';
const page = 'docs/development/tables.md';

test('each form of the tables has a result, or is said not to be tried', () => {
  const results = readResults();
  const markOf = ({ program, form }: Finding): string | undefined =>
    results.get(program)?.forms.get(form)?.mark;
  const [written, shown] = [textOf(results), readFileSync(page, 'utf8')];
  const { contradictions, claims } = readFindings();
  const known = {
    contradictions: contradictions.filter((each) => markOf(each) === '-'),
    claims: claims.filter((each) => markOf(each) !== undefined),
  };
  const newPage = withResults(shown, results, known);
  if (process.env.UPDATE === '1') {
    writeFileSync(file, written);
    writeFileSync(page, newPage);
  } else {
    const help = 'run `UPDATE=1 npx vitest run test/facts/table-results.test.ts`';
    expect(readFileSync(file, 'utf8') === written, `${file} has other forms than the tables: ${help}`).toBe(
      true,
    );
    expect(shown === newPage, `${page} has other counts: ${help}`).toBe(true);
  }
});
