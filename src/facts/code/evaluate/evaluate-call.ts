/** Evaluates members of library objects, and calls: which function, with which arguments. */
import type { Span } from '../../../language/source.ts';
import type { Argument, Expression, FunctionExpression } from '../syntax/expression.ts';
import {
  choicesOf,
  elementOf,
  listValue,
  refValue,
  staticOf,
  textValue,
  union,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { act, givenTo } from './call.ts';
import {
  blankCall,
  type GivenArguments,
  givenByName,
  givenFor,
  isOnlyOperand,
  keeps,
  looking,
  loseContent,
  withItems,
} from './call-arguments.ts';
import { runBlock } from './evaluate-block.ts';
import { constantOf, nameOf, taggedText } from './evaluate-text.ts';
import { evaluateText, runTexts } from './inner-script.ts';
import type { Entry } from './library.ts';
import {
  callForeign,
  dottedName,
  emitUnlisted,
  entryOf,
  isForeign,
  isMade,
  isModule,
  isUnlisted,
  lookInside,
  perhapsOther,
} from './named-function.ts';
import { noteSet, setsItems, setsOneVariable } from './note-set.ts';
import { isEnvironment, noteRead, noteReadIn, noteVariable } from './note-variable.ts';
import { callProgram, programNamed } from './program-family.ts';
import { environmentOf, resultOf } from './results.ts';
import {
  type Call,
  canonical,
  deepestExpression,
  emitUnknown,
  evaluateExpression,
  mayRepeat,
  moduleOf,
  mostSteps,
  type Of,
  type Operations,
  type Runtime,
  sourceOf,
} from './runtime.ts';
import { lookUp } from './scope.ts';
import { notePrintedBy, showingCall } from './shown.ts';

function memberExpression(runtime: Runtime, expression: Of<'member'>): Value {
  const path = dottedName(expression);
  const known = path === undefined ? undefined : lookUp(runtime, path);
  if (known !== undefined) return known;
  const object = holderValue(runtime, expression.object);
  lookInside(runtime, expression.name, expression);
  noteReadIn(runtime, object, textValue(expression.name), expression);
  return memberOf(runtime, object, expression.name, sourceOf(runtime, expression));
}

/** The object of a member or an item: a module or a function is not passed on by it. */
export function holderValue(runtime: Runtime, expression: Expression): Value {
  if (expression.kind === 'name') return calledAlone(runtime, nameOf(runtime, expression), expression);
  if (expression.kind !== 'member') return evaluateExpression(runtime, expression);
  runtime.depth++;
  const value =
    runtime.depth > deepestExpression
      ? unknownValue
      : calledAlone(runtime, memberExpression(runtime, expression), expression);
  runtime.depth--;
  return value;
}

/**
 * A function or a module of the library that is a value: in a list, in a table, as an argument, as a result. From there
 * it may get anywhere. So the function may be called with any arguments, and any function of the module may be.
 */
export function passOn(runtime: Runtime, value: Value, span: Span): void {
  for (const each of choicesOf(value)) {
    if (each.kind === 'list')
      for (const item of each.items) if (item.kind === 'ref') passOn(runtime, item, span);
    if (each.kind !== 'ref') continue;
    const name = canonical(runtime, each.name);
    if (isEnvironment(runtime, name)) noteRead(runtime, undefined, span);
    if (passesModules(runtime) && name !== '' && runtime.language.library.actsIn(name))
      emitUnknown(runtime, span, `what is done with \`${name}\` is not known`);
    else callAnyhow(runtime, each, sourceOf(runtime, span), span);
  }
}

export function memberOf(runtime: Runtime, object: Value, name: string, source: string): Value {
  const held = heldBy(runtime, object, name);
  const own = ownMemberOf(runtime, object, name, source);
  return held === undefined ? own : union(own, held);
}

/** What a member may be because a class of the script has a function of the library under that name. */
function heldBy({ before, memory, language }: Runtime, object: Value, name: string): Value | undefined {
  const held = memory.held.get(name) ?? before.held.get(name);
  if (held === undefined) return undefined;
  if (object.kind !== 'ref') return object.kind === 'unknown' ? held : undefined;
  const module = moduleOf(object.name);
  return module === '?' || !language.library.hasModule(module) ? held : undefined;
}

function ownMemberOf(runtime: Runtime, object: Value, name: string, source: string): Value {
  switch (object.kind) {
    case 'ref': {
      const full = canonical(runtime, object.name === '' ? name : `${object.name}.${name}`);
      if (
        isEnvironment(runtime, object.name) &&
        !runtime.language.library.has(full) &&
        !setsItems.test(name) &&
        !setsOneVariable.test(name)
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

/** The called function, not its result. */
function calleeOf(runtime: Runtime, callee: Expression): Value {
  if (callee.kind === 'name') return nameOf(runtime, callee);
  return callee.kind === 'member' ? memberExpression(runtime, callee) : evaluateExpression(runtime, callee);
}

/** A name that is a call by itself: `Dir.home`, `shift`. */
function calledAlone(runtime: Runtime, value: Value, expression: Of<'name'> | Of<'member'>): Value {
  const { callsNames } = runtime.language;
  if (callsNames === 'none') return value;
  const given = callsNames === 'all' ? givenByName(runtime, expression) : {};
  if (given === undefined) return value;
  if (value.kind === 'function' && expression.kind === 'name' && value.node.name === expression.name)
    return apply(runtime, value, { ...blankCall, ...given, source: sourceOf(runtime, expression) });
  if (value.kind !== 'ref') return value;
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
  return perhapsOther(runtime, value, perform(runtime, entry, call));
}

export function callOf(runtime: Runtime, expression: Of<'call'>): Value {
  const { callee, args, start, end } = expression;
  const value = calleeOf(runtime, callee);
  const source = sourceOf(runtime, expression);
  const { around } = runtime;
  // In Python it gives the object, whose constructor is a member.
  const isObject = callee.kind === 'name' && callee.name === 'super' && around !== undefined;
  if (isObject && runtime.language.dialect.blocks === 'indent') return around.made;
  // `unlink(...)` of PHP is the function itself.
  if (runtime.language.callsUnknown && /\(\s*\.{3}\s*\)$/.test(source)) {
    passOn(runtime, value, expression);
    return value;
  }
  const blocks = runtime.language.dialect.callBlocks
    ? args.filter(({ value: { kind } }) => kind === 'function')
    : [];
  const given = argumentsOf(
    runtime,
    args.filter((arg) => !blocks.includes(arg) || isOnlyOperand(runtime, arg, args)),
    value,
  );
  const tagged = value.kind === 'function' ? taggedText(runtime, expression) : undefined;
  const call: Call = { ...blankCall, ...given, ...tagged, source, start, end };
  const made = apply(runtime, isObject ? around.base : value, call, callee);
  const result = showingCall(runtime, value, call, made);
  runtime.evaluator.mutate(runtime, expression, given.args);
  let last = result;
  for (const { value: block } of blocks)
    if (block.kind === 'function') last = runBlock(runtime, block, value, call, result);
  return last;
}

function argumentsOf(runtime: Runtime, args: readonly Argument[], callee: Value): GivenArguments {
  const values: Value[] = [];
  const named = new Map<string, Value>();
  let more: Value | undefined;
  for (const { name, value: expression } of args) {
    if (expression.kind === 'splat') {
      const value = evaluateExpression(runtime, expression.value);
      const isTable = expression.pairs || value.kind === 'dict';
      if (isTable) {
        const tables = choicesOf(value);
        // Another table may have any items, also those that this one has.
        const other = tables.every(({ kind }) => kind === 'dict') ? undefined : unknownValue;
        if (other !== undefined) more = union(more, other);
        for (const each of tables)
          if (each.kind === 'dict')
            for (const [key, item] of each.entries) named.set(key, union(named.get(key), item, other));
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
        : holderValue(runtime, expression);
    if (name !== undefined) {
      named.set(name, value);
      noteVariable(runtime, name, value, expression);
    } else if (more === undefined) values.push(value);
    else more = union(more, value);
  }
  return { args: values, named, more };
}

function apply(runtime: Runtime, callee: Value, call: Call, expression?: Expression): Value {
  runtime.steps++;
  if (runtime.steps > mostSteps || runtime.depth >= deepestExpression) {
    runtime.exceeded = true;
    return unknownValue;
  }
  switch (callee.kind) {
    case 'function':
      return callFunction(runtime, callee.node, call);
    case 'ref':
      return perhapsOther(runtime, callee, callNamed(runtime, callee, call));
    case 'choice':
      return union(...callee.values.map((each) => apply(runtime, each, call, expression)));
    case 'text':
      if (!runtime.language.callsTexts) return unknownValue;
      return callText(runtime, callee, call);
    case 'list':
      if (callee.items.length === 1 && callee.more === undefined)
        return apply(runtime, callee.items[0] ?? unknownValue, call, expression);
      runtime.onCall?.(undefined, call.args);
      passArguments(runtime, call);
      if (runtime.language.callsUnknown)
        emitUnknown(runtime, call, 'the function that is called is not known');
      return unknownValue;
    case 'unknown':
      runtime.onCall?.(undefined, call.args);
      passArguments(runtime, call);
      if (runtime.language.callsUnknown && !isMade(runtime, call))
        emitUnknown(runtime, call, 'the function that is called is not known');
      return unknownValue;
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
  if (runtime.language.passed !== undefined)
    values.push(union(known[values.length], listValue(call.args, call.more)));
  memory.parameters.set(node, values);
  if (memory.called.has(node) || mayRepeat(runtime)) memory.many.add(node);
  memory.called.add(node);
  for (const value of givenTo(call)) loseContent(value);
  return before.returns.get(node) ?? unknownValue;
}

/** `drop` of `db.a.drop`. */
const lastNameOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** `f.call(x)`: the object is a function. */
const callForms = /\.(?:call|apply|bind)$/;

function callNamed(runtime: Runtime, { name: written, self }: Of2<'ref'>, call: Call): Value {
  const name = canonical(runtime, written);
  const entry = entryOf(runtime, name);
  const bound = { ...call, name, self: call.self ?? self };
  const last = lastNameOf(name);
  runtime.onCall?.(last === '?' ? undefined : last, call.args);
  noteSet(runtime, bound);
  notePrintedBy(runtime, name, bound);
  if (runtime.language.callsUnknown && name.startsWith('$'))
    emitUnknown(runtime, call, 'the function that is called is not known');
  const inherited = callInherited(runtime, name, entry, bound);
  if (inherited !== undefined) return inherited;
  if (entry !== undefined) return perform(runtime, entry, bound);
  const program = programNamed(runtime.language, name, self);
  if (program !== undefined) return callProgram(runtime, program, bound);
  if (callForms.test(name) && self !== undefined && !isModule(runtime, self))
    return callThrough(runtime, name, self, call);
  if (/(?:^|\.)(?:include|extend|prepend)$/.test(name))
    for (const value of call.args) if (value.kind === 'ref') runtime.stars.push(value.name);
  const owner = name.slice(0, Math.max(0, name.length - last.length - 1));
  if (last === '?') {
    if (
      runtime.language.modules.has(owner) ||
      owner === '?' ||
      name === '?' ||
      isUnlisted(runtime, name, self)
    ) {
      emitUnknown(runtime, call, 'the function that is called is not known');
    }
    return unknownValue;
  }
  if (isMade(runtime, call) ? runtime.language.own?.has(name) : isUnlisted(runtime, name, self)) {
    passArguments(runtime, bound);
    emitUnlisted(runtime, name, call);
    return unknownValue;
  }
  const method = owner === '' ? undefined : (entryOf(runtime, `?.${last}`) ?? undefined);
  const own = runtime.functions.get(last);
  if (own !== undefined && (self === undefined || self.kind !== 'text')) {
    const result = callFunction(runtime, own, bound);
    // What is not known may be a text or a list, which has such a method itself.
    const isOfBoth = ['?', 'text', 'list'].some((type) => entryOf(runtime, `${type}.${last}`) !== undefined);
    return self?.kind === 'unknown' && isOfBoth ? union(result, unknownValue) : result;
  }
  if (method !== undefined && self?.kind !== 'text' && self?.kind !== 'list' && self?.kind !== 'dict') {
    return perform(runtime, method, bound);
  }
  passArguments(runtime, bound);
  return isForeign(runtime, name) ? callForeign(runtime, name, bound) : unknownValue;
}

/** A member of a class that inherits from one of the library: what the script defines, and what the library has. */
function callInherited(
  runtime: Runtime,
  name: string,
  entry: Entry | undefined,
  call: Call,
): Value | undefined {
  const dot = Math.max(0, name.lastIndexOf('.'));
  const members = runtime.inherited.get(name.slice(0, dot));
  const last = name.slice(dot + 1);
  if (members === undefined) return undefined;
  if (last === '__init__' && runtime.around !== undefined)
    return apply(runtime, runtime.around.base, { ...call, self: undefined });
  if (!members.has(last)) return undefined;
  const own = runtime.functions.get(last);
  if (own === undefined) passArguments(runtime, call);
  const result = own === undefined ? unknownValue : callFunction(runtime, own, call);
  return entry === undefined ? result : union(result, perform(runtime, entry, call));
}

type Of2<Kind extends Value['kind']> = Extract<Value, { kind: Kind }>;

/** `f.call(this, x)`, `f.apply(this, [x])`, `f.bind(this, x)`. */
function callThrough(runtime: Runtime, name: string, self: Value, call: Call): Value {
  // The function of `Function.prototype.call.call(f, …)` is the first argument.
  if (/(?:^|\.)prototype\./.test(name)) passArguments(runtime, call);
  if (name.endsWith('.bind')) {
    if (call.args.length <= 1) return self;
    return apply(runtime, self, { ...call, args: call.args.slice(1), more: unknownValue, self: undefined });
  }
  // In Ruby and Lua there is no `this` in front.
  const rest = runtime.language.dialect.blocks === 'end' ? call.args : call.args.slice(1);
  const [list] = rest;
  const spread = name.endsWith('.apply') && list?.kind === 'list' ? list : undefined;
  // A list that is not known may have any items.
  const isOpen = name.endsWith('.apply') && list !== undefined && spread === undefined;
  const args = spread?.items ?? (isOpen ? [] : rest);
  const more = spread?.more ?? (isOpen ? elementOf(list) : call.more);
  return apply(runtime, self, { ...call, args, more, self: undefined });
}

function perform(runtime: Runtime, entry: Entry, call: Call): Value {
  const [gives = ''] = entry.gives;
  if (runtime.language.callsUnknown && call.named.size > 0 && entry.actions.length + entry.gives.length > 0)
    emitUnknown(runtime, call, 'which argument is which is not known');
  if (keeps.test(gives)) {
    for (const value of givenTo(call)) loseContent(value);
    if (gives === 'first') passArguments(runtime, { ...call, args: call.args.slice(1) });
  } else passArguments(runtime, call);
  for (const action of entry.actions) {
    act(runtime, call, action);
    if (action.verb === 'eval') return runTexts(runtime, call, action.places, entry.gives);
  }
  return resultOf(entry.gives, withItems(runtime, gives, call), runtime, operations);
}

/** Passes the arguments of a call to unknown code, which may call the functions among them with any arguments. */
function passArguments(runtime: Runtime, call: Call): void {
  for (const value of givenTo(call)) {
    loseContent(value);
    for (const each of choicesOf(value)) {
      if (each.kind === 'function') callFunction(runtime, each.node, { ...blankCall, more: unknownValue });
    }
    if (!looking.test(call.name)) passOn(runtime, value, call);
  }
}

/** Whether a module is a value, and no text as in Perl and PHP. */
const passesModules = ({ language }: Runtime): boolean => language.own !== undefined && !language.callsTexts;

/** A function of the library that may be called with any arguments. */
function callAnyhow(runtime: Runtime, { name: written, self }: Of2<'ref'>, source: string, span: Span): void {
  const name = canonical(runtime, written);
  const entry = entryOf(runtime, name);
  const { start, end } = span;
  if (entry === undefined) {
    // What is in capitals is a number.
    if (/[.](?![A-Z\d_]+$)/.test(name) && isUnlisted(runtime, name, self)) emitUnlisted(runtime, name, span);
  } else if (entry.actions.length > 0 || runtime.language.results.has(entry.gives[0] ?? '')) {
    const more = entry.actions.length > 0 ? undefined : unknownValue;
    perform(runtime, entry, { ...blankCall, name, partial: true, more, self, source, start, end });
  }
}

export const operations: Operations = {
  apply: (runtime, callee, call) => {
    runtime.depth++;
    const value = apply(runtime, callee, call);
    runtime.depth--;
    return value;
  },
  member: (runtime, object, name, call) => {
    lookInside(runtime, name, call);
    return memberOf(runtime, object, name, call.source);
  },
  evaluate: evaluateText,
};
