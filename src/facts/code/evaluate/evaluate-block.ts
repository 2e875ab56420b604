/** Evaluates the block of a call: which values its parameters get, and what the call gives because of it. */
import type { FunctionExpression, Parameter } from '../syntax/expression.ts';
import {
  choicesOf,
  elementOf,
  listValue,
  nameValue,
  perhapsChanged,
  textValue,
  union,
  unknownValue,
  type Value,
} from '../values/value.ts';
import type { Call, Runtime } from './runtime.ts';
import { lookUp } from './scope.ts';

/** Gives the value of the call with its block. */
export function runBlock(
  runtime: Runtime,
  block: FunctionExpression,
  callee: Value,
  call: Call,
  result: Value,
): Value {
  const isMade = result.kind === 'object' && result.type === 'block';
  if (runtime.language.dialect.blocks === 'end')
    runWithYields(runtime, block, callee, isMade ? undefined : result);
  else runWithItems(runtime, block, callee, call, result);
  // A block that is kept as a value may be called with anything.
  if (isMade) return { kind: 'function', node: block };
  // A call that opens a file for a block gives what the block gives.
  if (result.kind === 'object' && result.type === 'file') return unknownValue;
  if (callee.kind !== 'ref') return result;
  if (callee.name.endsWith('.tap')) return callee.self ?? result;
  if (/\.(?:then|yield_self)$/.test(callee.name)) return runtime.memory.returns.get(block) ?? unknownValue;
  if (!maps.test(callee.name)) return result;
  const made = runtime.memory.returns.get(block) ?? unknownValue;
  return listValue([], callee.name.endsWith('.flat_map') ? unknownValue : made);
}

const maps = /\.(?:map|collect|flat_map|collect_concat|filter_map|map!|collect!)$/;

/** The block gets the items of a list, or what the call has opened. */
function runWithItems(
  runtime: Runtime,
  block: FunctionExpression,
  callee: Value,
  call: Call,
  result: Value,
): void {
  const self = callee.kind === 'ref' ? callee.self : undefined;
  const item = self?.kind === 'list' || self?.kind === 'dict' ? elementOf(self) : undefined;
  const listed =
    call.args.length > 0 && block.parameters.length === 0
      ? union(...call.args.map((arg) => (arg.kind === 'list' ? elementOf(arg) : arg)))
      : undefined;
  // The caller of a function may set `$_` for it.
  const usual =
    listed ??
    (block.parameters[0]?.name === '@_' ? perhapsChanged(lookUp(runtime, '$_') ?? unknownValue) : undefined);
  runtime.evaluator.define(
    runtime,
    block,
    [item ?? (result.kind === 'list' ? elementOf(result) : result)],
    new Map(usual === undefined ? [] : [['$_', usual]]),
    false,
  );
}

/** The block gets what the method yields; `result`: undefined where nothing calls it yet. */
function runWithYields(
  runtime: Runtime,
  block: FunctionExpression,
  callee: Value,
  result: Value | undefined,
): void {
  const { parameters } = block;
  const isLater = result === undefined || runsLater(runtime, callee);
  if (result === undefined) {
    runtime.evaluator.define(runtime, block, []);
    return;
  }
  const ways = choicesOf(callee).map((each) => yieldsOf(each, result));
  const at = (place: number, isApart: boolean): Value =>
    union(
      ...ways.map(
        (values) =>
          (isApart && values.length === 1 ? partOf(values[0], place) : values[place]) ?? unknownValue,
      ),
    );
  const isApart = parameters.length > 1;
  const rest = parameters.findIndex((parameter) => isRest(parameter));
  const given = parameters.map((_, place) =>
    rest >= 0 && place >= rest ? unknownValue : at(place, isApart),
  );
  const whole = at(0, false);
  // Without parameters they have names of their own.
  // A variable with such a name comes first.
  const named = (name: string, ...values: Value[]): [string, Value] => {
    const known = lookUp(runtime, name);
    return [name, union(...values, ...(known === undefined ? [] : [known]))];
  };
  const numbered: [string, Value][] =
    parameters.length > 0 || whole.kind === 'unknown'
      ? []
      : [
          named('it', whole),
          named('_1', whole, at(0, true)),
          named('_2', at(1, true)),
          named('_3', at(2, true)),
        ];
  runtime.evaluator.define(runtime, block, given, new Map(numbered), isLater);
}

/** Whether a method may keep its block, and run it at another time. */
function runsLater(runtime: Runtime, callee: Value): boolean {
  if (callee.kind !== 'ref') return true;
  const { name, self } = callee;
  const isOfValue = self?.kind === 'list' || self?.kind === 'dict' || self?.kind === 'text';
  if (isOfValue || keeping.test(name)) return !isOfValue;
  return runtime.defined.has(name.slice(name.lastIndexOf('.') + 1));
}

const keeping =
  /^(?:at_exit|trap|lambda|proc)$|(?:^|\.)(?:define_method|define_singleton_method|define_finalizer|trace_var|set_trace_func)$|^(?:Proc|Thread|Fiber|Enumerator|Hash|Ractor|TracePoint|Class|Module|Signal|Process)\.\w+$/;

const isRest = ({ rest }: Parameter): boolean => rest !== undefined;

/** A list is taken apart if there are several parameters. */
const partOf = (value: Value | undefined, place: number): Value | undefined =>
  value &&
  union(
    ...choicesOf(value).map((each) => {
      if (each.kind === 'list') return each.items[place] ?? each.more ?? unknownValue;
      return place === 0 ? each : unknownValue;
    }),
  );

/** What a method gives to its block, as far as it is known. */
function yieldsOf(callee: Value, result: Value): readonly Value[] {
  if (callee.kind !== 'ref') return [unknownValue];
  const { name, self } = callee;
  const method = name.slice(name.lastIndexOf('.') + 1).replace(/!$/, '');
  if (self !== undefined && ofItself.test(method)) return [self];
  if (self?.kind === 'dict') return yieldsOfTable(self, method);
  if (self?.kind === 'list') return yieldsOfItems(elementOf(self), method);
  return [result.kind === 'list' ? elementOf(result) : result];
}

const ofItself = /^(?:then|yield_self|tap|instance_eval|class_eval|module_eval)$/;
const ofItem =
  /^(?:each|each_entry|each_pair|reverse_each|map|collect|flat_map|collect_concat|filter_map|select|filter|find_all|reject|find|detect|find_index|index|rindex|any\?|all\?|none\?|one\?|count|partition|group_by|tally_by|sort_by|min_by|max_by|minmax_by|uniq|sum|delete_if|keep_if|cycle|take_while|drop_while|to_h|to_set|zip|chunk|slice_before|slice_after)$/;
const ofItemAndOther = /^(?:each_with_index|with_index|each_with_object|with_object)$/;
const ofBefore = /^(?:inject|reduce)$/;
const ofTwoItems = /^(?:sort|min|max|minmax|slice_when|chunk_while)$/;
const ofSeveral = /^(?:each_slice|each_cons|combination|permutation)$/;

function yieldsOfItems(item: Value, method: string): readonly Value[] {
  if (ofItem.test(method)) return [item];
  if (ofItemAndOther.test(method)) return [item, method.endsWith('index') ? nameValue() : unknownValue];
  if (ofBefore.test(method)) return [unknownValue, item];
  if (ofTwoItems.test(method)) return [item, item];
  return [ofSeveral.test(method) ? listValue([], item) : unknownValue];
}

function yieldsOfTable(table: Value & { kind: 'dict' }, method: string): readonly Value[] {
  if (table.entries.size === 0) return [unknownValue];
  const key = union(...[...table.entries.keys()].map((name) => textValue(name)));
  const value = union(...table.entries.values());
  if (/^(?:each_key|transform_keys)$/.test(method)) return [key];
  if (/^(?:each_value|transform_values)$/.test(method)) return [value];
  return yieldsOfItems(listValue([key, value]), method);
}
