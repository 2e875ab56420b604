/**
 * One exported name has one meaning: no two files of `src` export the same name. A name that two files export makes a
 * reader of an import look which one it is.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../src/', import.meta.url);

/** The names that a text declares and exports; what it only exports again, from another file, is not among them. */
function declaredIn(text: string): readonly string[] {
  const declarations =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
  return [...text.matchAll(declarations)].map(([, name = '']) => name);
}

/** The files that declare each exported name. Overloads of one function are one declaration. */
function filesByName(): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  for (const path of paths.filter((each) => each.endsWith('.ts') && !each.includes('generated/')).sort()) {
    for (const name of new Set(declaredIn(readFileSync(new URL(path, root), 'utf8')))) {
      files.set(name, [...(files.get(name) ?? []), path]);
    }
  }
  return files;
}

/** The folder of each harness has an adapter and an installation, which export its name. */
const isOfOneHarness = (files: readonly string[]): boolean =>
  files.length === 2 &&
  files.every((file) => /^harnesses\/[^/]+\/(?:adapter|install)\.ts$/.test(file)) &&
  files[0]?.split('/')[1] === files[1]?.split('/')[1];

test('the scan sees declarations, and no exports of other files', () => {
  const text = [
    'export const one = 1;',
    'export async function two() {}',
    'export type { Three } from "./three.ts";',
    'export interface Four {}',
    'const five = 5;',
  ].join('\n');
  expect(declaredIn(text)).toEqual(['one', 'two', 'Four']);
  expect(filesByName().size).toBeGreaterThan(1000);
});

test('no name is exported by two files: choose a name that says which one it is', () => {
  const repeated = [...filesByName()].filter(([, files]) => files.length > 1 && !isOfOneHarness(files));
  expect(repeated.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([]);
});
