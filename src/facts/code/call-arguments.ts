/** The arguments of a call: which of them a parameter gets, and what becomes of the open files among them. */
import type { Argument, FunctionExpression, Parameter } from './expression.ts';
import { type Call, type Runtime, sourceOf } from './runtime.ts';
import { choicesOf, dictValue, listValue, type Value } from './value.ts';

export const blankCall: Call = {
  name: '',
  self: undefined,
  args: [],
  named: new Map(),
  more: undefined,
  partial: false,
  source: '',
  start: 0,
  end: 0,
};

/** `unlink sub { 1 }` of Perl: the function is what the call works on, as a text. */
export const isOnlyOperand = (runtime: Runtime, { value }: Argument, args: readonly Argument[]): boolean =>
  runtime.language.callsNames === 'all' && args.length === 1 && /^sub\b/.test(sourceOf(runtime, value));

export type GivenArguments = Pick<Call, 'args' | 'named' | 'more'>;

/** The argument of a call for a parameter of a function. */
export function givenFor(
  { parameters }: FunctionExpression,
  { name, rest }: Parameter,
  at: number,
  call: Call,
) {
  if (name === '@_') return listValue(call.args, call.more);
  if (rest === 'list') return listValue(call.args.slice(at), call.more);
  if (rest === 'dict')
    return dictValue(
      new Map([...call.named].filter(([key]) => parameters.every((other) => other.name !== key))),
    );
  return at < 0 ? call.self : (call.args[at] ?? call.named.get(name) ?? call.more);
}

/** Forgets what is written to an open file, because another function gets it and may write more. */
export function loseContent(value: Value): void {
  for (const each of choicesOf(value)) {
    if (each.kind === 'object' && each.written !== undefined) each.written.texts = undefined;
    if (each.kind === 'list') for (const item of each.items) if (item.kind === 'object') loseContent(item);
  }
}
