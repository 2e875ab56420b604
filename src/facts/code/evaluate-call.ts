/** Evaluates members of library objects, and calls: which function, with which arguments. */
import { type Shape, staticText } from '../../pattern/shape.ts';
import { act, givenTo } from './call.ts';
import { constantOf, nameOf } from './evaluate-text.ts';
import type { Argument, Expression, FunctionExpression, Parameter } from './expression.ts';
import { lexCode } from './lexer.ts';
import type { Entry } from './library.ts';
import { type Program, parseTokens } from './parse.ts';
import { environmentOf, resultOf } from './results.ts';
import {
  type Call,
  canonical,
  deepest,
  emitUnknown,
  evaluate,
  evaluateAll,
  lookUp,
  mayRepeat,
  moduleOf,
  mostEvals,
  mostSteps,
  type Of,
  type Operations,
  type Runtime,
  sourceOf,
} from './runtime.ts';
import {
  choicesOf,
  dictValue,
  elementOf,
  listValue,
  perhapsChanged,
  refValue,
  staticOf,
  textValue,
  union,
  unknownValue,
  type Value,
} from './value.ts';

export function memberExpression(runtime: Runtime, expression: Of<'member'>): Value {
  const path = dottedName(expression);
  const known = path === undefined ? undefined : lookUp(runtime, path);
  if (known !== undefined) return known;
  const object = evaluate(runtime, expression.object);
  return memberOf(runtime, object, expression.name, sourceOf(runtime, expression));
}

/** A path of names only, such as `self.path`. */
export function dottedName(expression: Expression): string | undefined {
  const names: string[] = [];
  let each = expression;
  while (each.kind === 'member' && names.length < 8) {
    names.unshift(each.name);
    each = each.object;
  }
  return each.kind === 'name' && names.length > 0 ? [each.name, ...names].join('.') : undefined;
}

export function memberOf(runtime: Runtime, object: Value, name: string, source: string): Value {
  switch (object.kind) {
    case 'ref': {
      const full = canonical(runtime, object.name === '' ? name : `${object.name}.${name}`);
      if (
        runtime.language.environments.has(canonical(runtime, object.name)) &&
        !runtime.language.library.has(full)
      ) {
        return environmentOf(textValue(name), { source }, runtime);
      }
      return constantOf(runtime, full) ?? propertyOf(runtime, full, object, source) ?? refValue(full, object);
    }
    case 'object': {
      const full = `${object.type}.${name}`;
      return propertyOf(runtime, full, object, source) ?? refValue(full, object);
    }
    case 'text':
      return propertyOf(runtime, `text.${name}`, object, source) ?? refValue(`text.${name}`, object);
    case 'list':
      return refValue(`list.${name}`, object);
    case 'dict':
      return object.entries.get(name) ?? refValue(`dict.${name}`, object);
    case 'choice':
      return union(...object.values.map((each) => memberOf(runtime, each, name, source)));
    case 'function':
      return refValue(`function.${name}`, object);
    default:
      return refValue(`?.${name}`, object);
  }
}

/** Members that are values without a call: `path.parent`. */
function propertyOf(runtime: Runtime, name: string, self: Value, source: string): Value | undefined {
  const entry = runtime.language.library.get(`${name}#`);
  if (entry === undefined) return undefined;
  return resultOf(entry.gives, { ...blankCall, name, self, source }, runtime, operations);
}

/** An assignment to a member of a library object: `t.name = x`, which the tables call `temp-directory.name=`. */
export function setMember(runtime: Runtime, object: Value, value: Value, target: Of<'member'>): void {
  for (const self of choicesOf(object)) {
    if (self.kind !== 'object') continue;
    const name = `${self.type}.${target.name}=`;
    const entry = runtime.language.library.get(name);
    const { start, end } = target;
    const source = sourceOf(runtime, target);
    if (entry !== undefined)
      perform(runtime, entry, { ...blankCall, name, self, args: [value], source, start, end });
  }
}

const blankCall: Call = {
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

/** The called function, not its result. */
function calleeOf(runtime: Runtime, callee: Expression): Value {
  if (callee.kind === 'name') return nameOf(runtime, callee);
  return callee.kind === 'member' ? memberExpression(runtime, callee) : evaluate(runtime, callee);
}

/** A name that is a call by itself: `Dir.home`, `shift`. */
export function calledAlone(runtime: Runtime, value: Value, expression: Of<'name'> | Of<'member'>): Value {
  const { callsNames } = runtime.language;
  if (callsNames === 'none' || value.kind !== 'ref') return value;
  if (callsNames === 'members' && expression.kind === 'name') return value;
  const name = canonical(runtime, value.name);
  const entry = entryOf(runtime, name);
  if (entry === undefined) return value;
  const { start, end } = expression;
  // In Perl the argument is `$_`.
  const takesUsual = callsNames === 'all' && expression.kind === 'name' && entry.actions.length > 0;
  const args = takesUsual ? [lookUp(runtime, '$_') ?? unknownValue] : [];
  const call = {
    ...blankCall,
    name,
    self: value.self,
    args,
    source: sourceOf(runtime, expression),
    start,
    end,
  };
  return perform(runtime, entry, call);
}

export function callOf(runtime: Runtime, expression: Of<'call'>): Value {
  const { callee, args, start, end } = expression;
  const value = calleeOf(runtime, callee);
  const source = sourceOf(runtime, expression);
  const blocks = runtime.language.dialect.callBlocks
    ? args.filter(({ value: { kind } }) => kind === 'function')
    : [];
  const given = argumentsOf(
    runtime,
    args.filter((arg) => !blocks.includes(arg)),
    value,
  );
  const call: Call = { ...blankCall, ...given, source, start, end };
  const result = apply(runtime, value, call, callee);
  runtime.evaluator.mutate(runtime, expression, given.args);
  for (const { value: block } of blocks) {
    if (block.kind === 'function') runBlock(runtime, block, value, call, result);
  }
  return result;
}

/** The block of a call gets the items of a list, or what the call has opened. */
function runBlock(
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
  );
}

type Given = Pick<Call, 'args' | 'named' | 'more'>;

function argumentsOf(runtime: Runtime, args: readonly Argument[], callee: Value): Given {
  const values: Value[] = [];
  const named = new Map<string, Value>();
  let more: Value | undefined;
  for (const { name, value: expression } of args) {
    if (expression.kind === 'splat') {
      const value = evaluate(runtime, expression.value);
      const isTable = expression.pairs || value.kind === 'dict';
      if (isTable) {
        for (const each of choicesOf(value)) {
          if (each.kind !== 'dict') more = union(more, unknownValue);
          else for (const [key, item] of each.entries) named.set(key, union(named.get(key), item));
        }
      } else if (value.kind === 'list' && more === undefined) {
        values.push(...value.items);
        more = value.more;
      } else more = union(more, elementOf(value));
      continue;
    }
    const self = callee.kind === 'ref' ? callee.self : undefined;
    const reduces = callee.kind === 'ref' && /\.(?:reduce|reduceRight|inject)$/.test(callee.name);
    const follows = callee.kind === 'ref' && callee.name.endsWith('.then');
    if (expression.kind === 'function') runtime.memory.many.add(expression);
    const value =
      expression.kind === 'function' && (self?.kind === 'list' || self?.kind === 'dict' || follows)
        ? runtime.evaluator.define(runtime, expression, [
            follows ? (self ?? unknownValue) : reduces ? unknownValue : elementOf(self ?? unknownValue),
            reduces ? elementOf(self ?? unknownValue) : unknownValue,
          ])
        : evaluate(runtime, expression);
    if (name !== undefined) named.set(name, value);
    else if (more === undefined) values.push(value);
    else more = union(more, value);
  }
  return { args: values, named, more };
}

function apply(runtime: Runtime, callee: Value, call: Call, expression?: Expression): Value {
  runtime.steps++;
  if (runtime.steps > mostSteps || runtime.depth >= deepest) {
    runtime.exceeded = true;
    return unknownValue;
  }
  switch (callee.kind) {
    case 'function':
      return callFunction(runtime, callee.node, call);
    case 'ref':
      return callNamed(runtime, callee, call);
    case 'choice':
      return union(...callee.values.map((each) => apply(runtime, each, call, expression)));
    case 'text':
      if (!runtime.language.callsTexts) return unknownValue;
      return callText(runtime, callee, call);
    default:
      passArguments(runtime, call);
      return unknownValue;
  }
}

/** `$f('ls')`, if `$f` is a text. */
function callText(runtime: Runtime, callee: Value, call: Call): Value {
  const name = staticOf(callee);
  if (name !== undefined) {
    const spelt = runtime.language.dialect.spell?.(name) ?? name;
    return callNamed(runtime, { kind: 'ref', name: spelt, self: undefined }, call);
  }
  emitUnknown(runtime, call, 'the function that is called is not known');
  return unknownValue;
}

function callFunction(runtime: Runtime, node: FunctionExpression, call: Call): Value {
  const { memory, before } = runtime;
  const known = memory.parameters.get(node) ?? [];
  const isMethod = /^(?:self|cls|this)$/.test(node.parameters[0]?.name ?? '');
  const values = node.parameters.map((parameter, index): Value => {
    const was = known[index];
    const given = givenFor(node, parameter, isMethod ? index - 1 : index, call);
    if (given === undefined) return was ?? unknownValue;
    return was === undefined ? given : union(was, given);
  });
  memory.parameters.set(node, values);
  if (memory.called.has(node) || mayRepeat(runtime)) memory.many.add(node);
  memory.called.add(node);
  for (const value of givenTo(call)) loseContent(value);
  return before.returns.get(node) ?? unknownValue;
}

/** The argument of a call for a parameter of a function. */
function givenFor({ parameters }: FunctionExpression, { name, rest }: Parameter, at: number, call: Call) {
  if (name === '@_') return listValue(call.args, call.more);
  if (rest === 'list') return listValue(call.args.slice(at), call.more);
  if (rest === 'dict')
    return dictValue(
      new Map([...call.named].filter(([key]) => parameters.every((other) => other.name !== key))),
    );
  return at < 0 ? call.self : (call.args[at] ?? call.named.get(name) ?? call.more);
}

const callForms = /\.(?:call|apply|bind)$/;

function callNamed(runtime: Runtime, { name: written, self }: Of2<'ref'>, call: Call): Value {
  const name = canonical(runtime, written);
  const entry = entryOf(runtime, name);
  const bound = { ...call, name, self: call.self ?? self };
  if (entry !== undefined) return perform(runtime, entry, bound);
  if (callForms.test(name) && self !== undefined) return callThrough(runtime, name, self, call);
  const dot = name.lastIndexOf('.');
  const last = dot < 0 ? name : name.slice(dot + 1);
  if (last === '?' || name === '?') {
    const owner = name.slice(0, Math.max(0, dot));
    if (runtime.language.modules.has(owner) || owner === '?' || name === '?') {
      emitUnknown(runtime, call, 'the function that is called is not known');
    }
    return unknownValue;
  }
  const method = dot < 0 ? undefined : (entryOf(runtime, `?.${last}`) ?? undefined);
  const own = runtime.functions.get(last);
  if (own !== undefined && (self === undefined || self.kind !== 'text'))
    return callFunction(runtime, own, bound);
  if (method !== undefined && self?.kind !== 'text' && self?.kind !== 'list' && self?.kind !== 'dict') {
    return perform(runtime, method, bound);
  }
  passArguments(runtime, bound);
  return isForeign(runtime, name) ? callForeign(runtime, name, bound) : unknownValue;
}

/** Whether a name belongs to an imported module that is in no table. */
function isForeign({ language, imported }: Runtime, name: string): boolean {
  const module = moduleOf(name);
  return imported.has(module) && !language.library.hasModule(module) && !language.harmless.has(module);
}

/**
 * Calls a function of an unknown module. If an argument looks like a path, an address or a command, the effects are
 * unknown. The result is an object of that module.
 */
function callForeign(runtime: Runtime, name: string, call: Call): Value {
  const given = givenTo(call).flatMap((value) => (value.kind === 'list' ? value.items : [value]));
  const isTelling = given.some(
    (value) => value.kind === 'text' && value.shapes.some((shape) => looksLikeSomething(shape)),
  );
  if (isTelling) emitUnknown(runtime, call, `what a function of \`${moduleOf(name)}\` does is not known`);
  return { kind: 'object', type: `${moduleOf(name)}.?`, shapes: [], written: undefined };
}

/** Whether a value is a path from a root or a home, an address, or words with an option or such a path. */
function looksLikeSomething({ pieces: [first] }: Shape): boolean {
  if (first === undefined || first.kind !== 'text') return first?.kind === 'home';
  return /^(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/]|[a-z][\w+.-]*:\/\/|[\w.@-]+(?:\/[\w.@*-]+)+$|\.\w|\S+\s(?:.*\s)?(?:-\w|--\w|[~/]))/i.test(
    first.text,
  );
}

type Of2<Kind extends Value['kind']> = Extract<Value, { kind: Kind }>;

function entryOf(runtime: Runtime, name: string): Entry | undefined {
  const { library, endings } = runtime.language;
  const entry = library.get(name);
  if (entry !== undefined) return entry;
  const ending = endings.find((each) => name.endsWith(each));
  return ending === undefined ? undefined : library.get(name.slice(0, -ending.length));
}

/** `f.call(this, x)`, `f.apply(this, [x])`, `f.bind(this, x)`. */
function callThrough(runtime: Runtime, name: string, self: Value, call: Call): Value {
  if (name.endsWith('.bind')) {
    if (call.args.length <= 1) return self;
    return apply(runtime, self, { ...call, args: call.args.slice(1), more: unknownValue, self: undefined });
  }
  const [, ...rest] = call.args;
  const [list] = rest;
  const spread = name.endsWith('.apply') && list?.kind === 'list' ? list : undefined;
  const args = spread?.items ?? rest;
  return apply(runtime, self, { ...call, args, more: spread?.more ?? call.more, self: undefined });
}

function perform(runtime: Runtime, entry: Entry, call: Call): Value {
  if (keeps.test(entry.gives[0] ?? '')) for (const value of givenTo(call)) loseContent(value);
  else passArguments(runtime, call);
  for (const action of entry.actions) {
    act(runtime, call, action);
    if (action.verb === 'eval')
      return runText(runtime, call, action.places[0]?.position ?? 0, entry.gives[0] === 'function');
  }
  return resultOf(entry.gives, call, runtime, operations);
}

/** Results that handle a function argument themselves, or return it. */
const keeps =
  /^(?:map|each|reversed-call|partial|target|later|apply-list|send|first|same|getattr|\w+-.*|function)$/;

/** Forgets what is written to an open file, because another function gets it and may write more. */
function loseContent(value: Value): void {
  for (const each of choicesOf(value)) {
    if (each.kind === 'object' && each.written !== undefined) each.written.texts = undefined;
    if (each.kind === 'list') for (const item of each.items) if (item.kind === 'object') loseContent(item);
  }
}

/** Passes the arguments of a call to unknown code, which may call the functions among them with any arguments. */
function passArguments(runtime: Runtime, call: Call): void {
  for (const value of givenTo(call)) {
    loseContent(value);
    for (const each of choicesOf(value)) {
      if (each.kind === 'function') callFunction(runtime, each.node, { ...blankCall, more: unknownValue });
      if (each.kind !== 'ref') continue;
      const entry = entryOf(runtime, canonical(runtime, each.name));
      if (entry === undefined || entry.actions.length === 0) continue;
      const partial = { ...blankCall, name: each.name, partial: true, self: each.self, source: call.source };
      perform(runtime, entry, { ...partial, start: call.start, end: call.end });
    }
  }
}

/** Text that is run as a script: it is parsed if it is known. */
function runText(runtime: Runtime, call: Call, at: number, makes: boolean): Value {
  const value = call.args.at(at) ?? call.more;
  if (value === undefined) return unknownValue;
  let result: Value = unknownValue;
  for (const each of choicesOf(value)) {
    if (each.kind === 'function' || (each.kind === 'ref' && each.name === 'None')) continue;
    for (const shape of each.kind === 'text' ? each.shapes : [undefined]) {
      const text = shape === undefined ? undefined : staticText(shape);
      if (text !== undefined)
        result = makes ? functionOfText(runtime, text, call) : evaluateText(runtime, text, call);
      else emitUnknown(runtime, call, 'text that is not known is run as a script');
    }
  }
  return result;
}

/** A function whose body is a text: `new Function('…')`. */
function functionOfText(runtime: Runtime, text: string, call: Call): Value {
  const program = programOf(runtime, text);
  const known = runtime.made.get(text);
  const node: FunctionExpression = known ?? {
    kind: 'function',
    name: undefined,
    parameters: [],
    body: program.body,
    shares: false,
    start: call.start,
    end: call.end,
  };
  runtime.made.set(text, node);
  return within(runtime, text, call, () => runtime.evaluator.define(runtime, node, []));
}

const evaluateText = (runtime: Runtime, text: string, call: Call): Value =>
  within(runtime, text, call, () => evaluateAll(runtime, programOf(runtime, text).body));

/** Evaluates a script inside the script; its effects belong to the place of the call. */
function within(runtime: Runtime, text: string, call: Call, run: () => Value): Value {
  if (runtime.evals >= mostEvals || text.length > 65_536) {
    emitUnknown(runtime, call, 'scripts are run inside of scripts too often to be followed');
    return unknownValue;
  }
  runtime.evals++;
  const { inside, code } = runtime;
  runtime.inside = inside ?? { start: call.start, end: call.end };
  runtime.code = text;
  const result = run();
  runtime.inside = inside;
  runtime.code = code;
  return result;
}

/** The program of a text, parsed once. */
export function programOf(runtime: Runtime, text: string): Program {
  const known = runtime.programs.get(text);
  if (known !== undefined) return known;
  const { dialect } = runtime.language;
  const lexed = lexCode(text, dialect);
  const parsed = parseTokens(lexed.tokens, dialect);
  const program = { body: parsed.body, exceeded: parsed.exceeded || lexed.exceeded };
  if (program.exceeded) runtime.exceeded = true;
  runtime.programs.set(text, program);
  return program;
}

const operations: Operations = {
  apply: (runtime, callee, call) => {
    runtime.depth++;
    const value = apply(runtime, callee, call);
    runtime.depth--;
    return value;
  },
  member: (runtime, object, name, call) => memberOf(runtime, object, name, call.source),
  evaluate: evaluateText,
};
