import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../src/protocol/', import.meta.url);

test('the generated validators stand alone and neither compile nor match patterns', () => {
  const code = readFileSync(new URL('generated/validators.js', folder), 'utf8');
  const forbidden = ['RegExp', 'eval(', 'Function(', 'require(', 'import ', 'import(', 'from"', 'ajv'];
  expect(forbidden.filter((word) => code.includes(word))).toEqual([]);
});

test('the schemas ask for no pattern, since what they read comes from outside', () => {
  for (const file of readdirSync(new URL('schemas/', folder))) {
    const text = readFileSync(new URL(`schemas/${file}`, folder), 'utf8');
    expect(text).not.toMatch(/"pattern(Properties)?"/);
  }
});

test('nothing here needs Node', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(/from 'node:|from 'ajv/);
  }
});
