/** Perl: what a reference leads to may be the variable whose name is its value: `${"f"}`, `$$n`. */
import { choicesOf, staticOf, union, type Value } from '../values/value.ts';
import type { Runtime } from './runtime.ts';
import { lookUp } from './scope.ts';

/** The value, or what the variables hold that it names; `at` is where what leads to it begins. */
export function withNamed(runtime: Runtime, value: Value, at: number): Value {
  if (runtime.language.callsNames !== 'all') return value;
  const sigil = runtime.code[at];
  if (sigil !== '$' && sigil !== '@') return value;
  const texts = choicesOf(value).flatMap((each) => (each.kind === 'list' ? each.items : [each]));
  const named = texts.flatMap((each) => variableOf(runtime, sigil, staticOf(each)) ?? []);
  return named.length === 0 ? value : union(value, ...named);
}

function variableOf(runtime: Runtime, sigil: string, text: string | undefined): Value | undefined {
  if (text === undefined || !/^(?:::)?[A-Za-z_]\w*(?:::\w+)*$/.test(text)) return undefined;
  return lookUp(runtime, `${sigil}${text.replace(/^(?:main)?::/, '').replaceAll('::', '.')}`);
}
