// cases/*.txt, one file for each code, named as the code. UPDATE=1 rewrites the diagnostics in them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textCodes } from '../../src/language/diagnostic-codes.ts';
import { describeDiagnostics, readCases, writeCases } from './case-file.ts';

const folder = new URL('cases/', import.meta.url);

for (const name of readdirSync(folder).sort()) {
  const file = new URL(name, folder);
  const cases = readCases(readFileSync(file, 'utf8'));
  if (process.env.UPDATE === '1') {
    writeFileSync(
      file,
      writeCases(cases, ({ sources }) => describeDiagnostics(sources)),
    );
    continue;
  }
  const code = basename(name, '.txt');
  describe(code, () => {
    // All cases of a code at once, as they are written: a test for each takes as long as its texts.
    test('the cases have their diagnostics', () => {
      expect(writeCases(cases, ({ sources }) => describeDiagnostics(sources))).toBe(
        writeCases(cases, ({ expected }) => expected),
      );
    });

    test('is given in some cases, and not in others that look like it', () => {
      const given = cases.map(({ expected }) => expected.includes(`[${code}]: `));
      expect(given).toContain(true);
      expect(given).toContain(false);
    });
  });
}

test.each(textCodes)('the code %s has a file of cases', (code) => {
  expect(existsSync(new URL(`${code}.txt`, folder)), `write test/check/cases/${code}.txt`).toBe(true);
});

test('every file of cases is named as a code', () => {
  expect(readdirSync(folder).map((name) => basename(name, '.txt'))).toEqual([...textCodes].sort());
});
