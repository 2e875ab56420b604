/**
 * Variables that a script sets for the programs that it starts: `os.environ["PATH"] = x`, `{ env: { BASH_ENV: x } }`.
 * Tables travel to an environment in many ways, so that each item with the name of a variable counts, in any table.
 */
import type { Span } from '../../../language/source.ts';
import { anyShape, type Shape } from '../../../pattern/text/shape.ts';
import { mayBeSecret } from '../../effect/environment-source.ts';
import { choicesOf, shapesOf, staticOf, unknownValue, type Value } from '../values/value.ts';
import { canonical, emit, type Runtime, sourceOf } from './runtime.ts';

const name = /^(?:[A-Z][A-Z0-9_]{2,}|npm_config_\w+|[a-z]+_proxy)$/;

/** Adds a finding for each value that a variable may be set to. */
export function noteVariable(runtime: Runtime, key: string | undefined, value: Value, span: Span): void {
  if (key === undefined || !name.test(key)) return;
  for (const shape of shapesOf(value, sourceOf(runtime, span))) add(runtime, key, shape, span);
}

const add = (runtime: Runtime, key: string | undefined, value: Shape, { start, end }: Span): void =>
  void emit(runtime, { kind: 'variable', name: key, value, certain: true, start, end });

/** Whether a name is that of the environment: `os.environ`, `%ENV`. */
export const isEnvironment = (runtime: Runtime, written: string | undefined): boolean =>
  written !== undefined && runtime.language.environments.has(canonical(runtime, written));

/** Notes that a script reads an item of a table, if the table is the environment. */
export function noteReadIn(runtime: Runtime, table: Value, key: Value | undefined, span: Span): void {
  if (choicesOf(table).some((each) => each.kind === 'ref' && isEnvironment(runtime, each.name)))
    noteRead(runtime, key, span);
}

/** Notes that a script reads a variable of the environment, with its name if that is one of a secret. */
export function noteRead(runtime: Runtime, key: Value | undefined, { start, end }: Span): void {
  const known = staticOf(key);
  const name = known !== undefined && mayBeSecret(known) ? known : undefined;
  emit(runtime, { kind: 'environment', name, certain: true, start, end });
}

/** Notes what an item of the environment, or of what becomes the environment, is set to. */
export function noteItem(runtime: Runtime, key: Value | undefined, value: Value, span: Span): void {
  const known = staticOf(key);
  if (known === undefined) add(runtime, undefined, anyShape(sourceOf(runtime, span)), span);
  else noteVariable(runtime, known, value, span);
}

/** Notes all items of a table that becomes the environment, or is put into it. Perl has them as a list of names and values. */
export function noteItems(runtime: Runtime, table: Value, span: Span): void {
  for (const each of choicesOf(table)) {
    if (each.kind === 'ref' && isEnvironment(runtime, each.name)) continue;
    if (each.kind === 'dict')
      for (const [key, value] of each.entries) noteVariable(runtime, key, value, span);
    else if (each.kind === 'list' && each.more === undefined) notePairs(runtime, each.items, span);
    else noteItem(runtime, undefined, unknownValue, span);
  }
}

function notePairs(runtime: Runtime, items: readonly Value[], span: Span): void {
  for (let at = 0; at < items.length; at++) {
    const each = items[at];
    // A table among them is the environment as it was.
    if (each?.kind === 'ref' && isEnvironment(runtime, each.name)) continue;
    noteItem(runtime, each, items[++at] ?? unknownValue, span);
  }
}
