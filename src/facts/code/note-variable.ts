/**
 * Variables that a script sets for the programs that it starts: `os.environ["PATH"] = x`, `{ env: { BASH_ENV: x } }`.
 * Tables travel to an environment in many ways, so that each item with the name of a variable counts, in any table.
 */
import type { Span } from '../../language/source.ts';
import { emit, type Runtime, sourceOf } from './runtime.ts';
import { shapesOf, type Value } from './value.ts';

const name = /^(?:[A-Z][A-Z0-9_]{2,}|npm_config_\w+|[a-z]+_proxy)$/;

/** Adds a finding for each value that a variable may be set to. */
export function noteVariable(runtime: Runtime, key: string | undefined, value: Value, span: Span): void {
  if (key === undefined || !name.test(key)) return;
  const { start, end } = span;
  for (const shape of shapesOf(value, sourceOf(runtime, span)))
    emit(runtime, { kind: 'variable', name: key, value: shape, certain: true, start, end });
}
