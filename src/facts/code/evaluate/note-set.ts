/** Calls that set what is in the environment. */
import { staticOf } from '../values/value.ts';
import { isEnvironment, noteItem, noteItems } from './note-variable.ts';
import type { Call, Runtime } from './runtime.ts';

/** Methods of the environment that put a table into it. */
export const setsItems = /^(?:update|merge!|replace)$/;

/** Methods of the environment that set one variable, and are not in the table of the library. */
export const setsOneVariable = /^(?:store|__setitem__|__ior__)$/;

/** `ENV.store(k, v)`, `os.environ.update(t)`, and in JavaScript `Object.assign` of the environment: calls that set what is in the environment. */
export function noteSet(runtime: Runtime, { name, args, ...span }: Call): void {
  const dot = name.lastIndexOf('.');
  const last = name.slice(dot + 1);
  const [first, second, third] = args;
  if (!runtime.language.environments.has(name.slice(0, Math.max(0, dot)))) {
    if (first?.kind !== 'ref' || !isEnvironment(runtime, first.name)) return;
    if (last === 'assign') for (const table of args.slice(1)) noteItems(runtime, table, span);
    else if (third !== undefined && /^(?:set|setitem|defineProperty)$/.test(last))
      noteItem(runtime, second, (third.kind === 'dict' && third.entries.get('value')) || third, span);
  } else if (setsItems.test(last)) {
    for (const table of args) noteItems(runtime, table, span);
  } else if (second !== undefined) {
    if (staticOf(first) !== undefined || !/^(?:get|fetch|pop|delete)$/.test(last))
      noteItem(runtime, first, second, span);
  }
}
