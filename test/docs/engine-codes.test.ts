/** The engine's own codes: all that the source can give are in docs/operations.md, and none else. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../src/', import.meta.url);

test('docs/operations.md lists the codes of the engine’s own', () => {
  const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(new URL(path, root), 'utf8'))
    .join('\n');
  const literal = [...source.matchAll(/'io\.bylaw\.engine\.([a-z-]+)'/g)].map(([, name]) => name ?? '');
  // The failures of hooks are codes as well, each by its kind.
  const failures =
    readFileSync(new URL('adapters/failure.ts', root), 'utf8').split('export function')[0] ?? '';
  const kinds = [...failures.matchAll(/readonly kind: '([a-z-]+)'/g)].map(([, name]) => name ?? '');
  const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const listed = [...docs.matchAll(/^\| `io\.bylaw\.engine\.([a-z-]+)`/gm)].map(([, name]) => name ?? '');
  expect(kinds.length).toBeGreaterThan(4);
  expect([...new Set(listed)].sort()).toEqual([...new Set([...literal, ...kinds])].sort());
});
