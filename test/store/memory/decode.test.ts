/** Whatever is not in every part what was written is refused. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyMemory } from '../../../src/engine/memory.ts';
import { decodeMemory } from '../../../src/store/memory/decode.ts';
import { tries } from '../../campaign/effort.ts';
import { full } from './sample.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The paths of all values in a tree, the tree itself first. */
function paths(value: Json, path: readonly string[] = []): (readonly string[])[] {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...parts.flatMap(([name, part]) => paths(part as Json, [...path, name]))];
}

/** A copy in which the value at a path is another, or is gone. */
function without(value: Json, path: readonly string[], other: Json | undefined): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return other;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...(value as object) };
  const target = copy as Record<string, unknown>;
  target[name] = without(target[name] as Json, rest, other);
  if (target[name] === undefined) delete target[name];
  return copy;
}

const tree = JSON.parse(JSON.stringify(full)) as Json;

test('reads what was written', () => {
  expect(decodeMemory(JSON.stringify(full))).toEqual(full);
  expect(decodeMemory(JSON.stringify(emptyMemory))).toEqual(emptyMemory);
});

test('refuses a memory with a value of another kind anywhere', () => {
  const accepted = paths(tree).filter((path) =>
    decodeMemory(JSON.stringify(without(tree, path, { not: 'it' }))),
  );
  expect(accepted).toEqual([]);
});

test('refuses a memory that lacks a field anywhere, or has one more', () => {
  // The former format had no files that calls wrote.
  const named = paths(tree).filter((path) => !/^(?:\d*|written)$/.test(path.at(-1) ?? ''));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => decodeMemory(JSON.stringify(without(tree, path, undefined)) ?? ''))).toEqual(
    [],
  );
  expect(decodeMemory(JSON.stringify({ ...full, more: 1 }))).toBeUndefined();
  expect(decodeMemory(JSON.stringify(full).replace('{', '{"__proto__":{},'))).toBeUndefined();
});

test('refuses a text that was cut off anywhere, and any other text', () => {
  const text = JSON.stringify(full);
  for (let end = 0; end < text.length; end++) expect(decodeMemory(text.slice(0, end))).toBeUndefined();
  for (const other of ['null', '[]', '{}', '0', '"memory"', '{"clock":0}'])
    expect(decodeMemory(other)).toBeUndefined();
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(decodeMemory(json)).toBeUndefined();
    }),
    { numRuns: tries(200), seed: 5 },
  );
});

test('a label that is perhaps set says so, and one that says nothing is set for sure', () => {
  const perhaps = { ...full, labels: full.labels.map((label) => ({ ...label, perhaps: true as const })) };
  expect(decodeMemory(JSON.stringify(perhaps))).toEqual(perhaps);
  const text = JSON.stringify(perhaps).replace('"perhaps":true', '"perhaps":false');
  expect(decodeMemory(text)).toBeUndefined();
});
