/** What `self`, `this` and `super` are in a class that inherits from one of the library. */
import type { Value } from '../values/value.ts';
import type { Runtime } from './runtime.ts';

/** The value of such a name; in Ruby also that of a method of the object, which is called without it. */
export function ownName(runtime: Runtime, name: string, source: string): Value | undefined {
  const { around, language } = runtime;
  if (around === undefined) return undefined;
  if (name === 'cls') return around.base;
  const { made } = around;
  if (/^(?:self|\$?this|super)$/.test(name)) return made.kind === 'unknown' ? undefined : made;
  const isMethod =
    language.callsNames === 'members' &&
    made.kind === 'object' &&
    language.library.has(`${made.type}.${name}`);
  return isMethod ? runtime.evaluator.memberOf(runtime, made, name, source) : undefined;
}
