/** The arguments of a call: which of them a parameter gets, and what becomes of the open files among them. */
import type { Argument, Expression, FunctionExpression, Parameter } from '../syntax/expression.ts';
import { choicesOf, dictValue, listValue, union, type Value } from '../values/value.ts';
import { type Call, type Runtime, sourceOf } from './runtime.ts';
import { lookUp } from './scope.ts';

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

/** Results that handle a function argument themselves, or return it. */
export const keeps =
  /^(?:map|each|reversed-call|protected-call|fold|one-of|inheriting|partial|target|later|apply-list|send|first|same|getattr|\w+-.*|function)$/;

/** Functions that only say something about a function or a module. */
export const looking =
  /^(?:print|dir|hasattr|help|id|repr|str|type|isinstance|issubclass|callable|console\.\w+|Object\.keys|typeof|include|extend|prepend|(?:\w+\.)+(?:include|extend|is_a\?|kind_of\?|instance_of\?)|is_a\?|kind_of\?|raise|typing\.\w+|inspect\.\w+|importlib\.reload)$/;

/** What a function of Perl gets that is named without arguments; undefined for `\&f`, which is the function itself. */
export function givenByName(
  runtime: Runtime,
  { kind, start }: Expression,
): Partial<Pick<Call, 'args' | 'more'>> | undefined {
  const sign = kind === 'name' ? runtime.code.slice(Math.max(0, start - 1), start + 1) : '';
  if (sign === '\\&') return undefined;
  // `&f` gets what the function around it has got.
  const passed = sign.endsWith('&') ? lookUp(runtime, '@_') : undefined;
  return passed?.kind === 'list' ? { args: passed.items, more: passed.more } : { more: passed };
}

/** In PHP the items of a table are its values, also for functions over lists: `array_map($f, ['k' => 'x'])`. */
export function withItems({ language }: Runtime, gives: string, call: Call): Call {
  if (!language.callsTexts || !/^(?:map|elements)$/.test(gives)) return call;
  return { ...call, args: call.args.map(argumentValues) };
}

/** A list of the values of a table; any other value is as it was. */
export const argumentValues = (value: Value): Value =>
  union(
    ...choicesOf(value).map((each) => (each.kind === 'dict' ? listValue([...each.entries.values()]) : each)),
  );
