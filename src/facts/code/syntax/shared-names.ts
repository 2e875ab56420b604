/**
 * Names of a script that may share a list, a table or an object. The whole script is searched at once, in no order, so that the
 * answer holds in whatever order its functions are called. What any call returns, and what any function gets that is given to
 * a call, may be what the call itself was given.
 */
import { type Expression, type FunctionExpression, type Parameter, partsOfExpression } from './expression.ts';

/** What is known of the names of a script. */
export interface Sharing {
  readonly code: string;
  /** In Ruby two names can share one text. */
  readonly sharesTexts: boolean;
  /** A function returns its last expression. */
  readonly returnsLast: boolean;
  /** The names of the list of what a function got, if its items are the parameters: `arguments` of JavaScript. */
  readonly passed: Set<string>;
  /** Names that are given to other names, as they are. */
  readonly copies: Map<string, string[]>;
  readonly functions: Map<string, FunctionExpression[]>;
  /** Groups of names that may share an object: each name points to another one of its group, or to itself. */
  readonly groups: Map<string, string>;
  readonly sizes: Map<string, number>;
  /** Names that share everything, also texts. */
  readonly same: Map<string, Set<string>>;
  /** Names that are another name of the same variable: `\\$x`, `&$x`. */
  readonly references: Set<string>;
  /** Loop variables through which the items of their list change. */
  readonly loops: Set<string>;
  /** The script has classes of its own, and names that they may set: `class C: p = x`. */
  readonly hasClasses: boolean;
  readonly fields: ReadonlySet<string>;
}

/** Finds the names that share something, from all expressions of a script. */
export function linkNames(sharing: Sharing, all: readonly Expression[]): void {
  for (const each of all) if (each.kind === 'function') linkFunction(sharing, each);
  for (const [name, made] of sharing.functions)
    for (const each of made) {
      linkParameters(sharing, `${name}()`, each);
      linkAll(sharing, [`${name}()`], givenBack(sharing, each), givesReference(sharing, each));
      // `__enter__`, `__next__` and the like are called without a name.
      if (/^__(?!init__)\w+__$/.test(name)) linkAll(sharing, [elsewhere], [`${name}()`], false);
    }
  for (const each of all) noteLinks(sharing, each);
  linkThrown(sharing);
  linkPassed(sharing, all);
}

/** The list of what a function got has other names, and its items are the parameters of each function that has it. */
function linkPassed(sharing: Sharing, all: readonly Expression[]): void {
  const [list] = sharing.passed;
  if (list === undefined) return;
  for (const name of sharing.passed)
    for (const copy of sharing.copies.get(name) ?? []) sharing.passed.add(copy);
  linkAll(sharing, [list], [...sharing.passed], true);
  for (const each of all)
    if (each.kind === 'function' && sharing.code.slice(each.start, each.end).includes(list))
      for (const { name } of each.parameters) addSame(sharing, list, name);
}

function noteCopy(
  { copies, passed }: Sharing,
  name: string | undefined,
  value: Expression | undefined,
): void {
  const source = passed.size === 0 || value === undefined ? undefined : nodeOf(value);
  if (name !== undefined && source !== undefined) copies.set(source, [...(copies.get(source) ?? []), name]);
}

/** One name for what is thrown, matched by a pattern, or given out by what is not followed. */
export const elsewhere = '*';

/** `function &f()` of PHP: what it returns is the variable itself. */
const givesReference = ({ code }: Sharing, { start }: FunctionExpression): boolean =>
  /^function\s*&/.test(code.slice(start, start + 40));

const callsForReference = (sharing: Sharing, value: Expression): boolean =>
  value.kind === 'call' &&
  (sharing.functions.get(nodeOf(value.callee) ?? '') ?? []).some((made) => givesReference(sharing, made));

/** What is thrown anywhere may be caught anywhere. */
function linkThrown(sharing: Sharing): void {
  for (const [, text = ''] of sharing.code.matchAll(/\b(?:raise|throw|die|croak|confess|fail)\b([^\n;]*)/g))
    linkAll(sharing, [elsewhere], identifiersIn(text), false);
}

/** Names in a part of a script, as it is written; those behind a dot belong to the name in front of it. */
export const identifiersIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].map(([name]) => name);

/** A name without the signs in front of it in Perl and PHP. */
export const plainName = (name: string): string => name.replace(/^[$@%&*\\{]+/, '');

/** The object whose members are the variables of the whole program. */
const wholeProgram = /^(?:globalThis|window|global)$/;

/** `x`, `self.x`; a variable of the whole program under its own name. */
export function nodeOf(expression: Expression): string | undefined {
  if (expression.kind === 'name') return plainName(expression.name) || elsewhere;
  if (expression.kind === 'index') return variableByText(expression);
  if (expression.kind !== 'member') return undefined;
  const object = nodeOf(expression.object);
  if (object !== undefined && wholeProgram.test(object)) return expression.name;
  return object === undefined ? undefined : `${object}.${expression.name}`;
}

/** `globalThis['x']`, `globals()['x']`. */
function variableByText({ object, at }: Expression & { kind: 'index' }): string | undefined {
  const holder = nodeOf(object.kind === 'call' ? object.callee : object) ?? '';
  return wholeProgram.test(holder) || /^(?:globals|locals|vars|GLOBALS)$/.test(holder)
    ? literalOf(at)
    : undefined;
}

export const literalOf = (expression: Expression | undefined): string | undefined => {
  const [only, ...more] = expression?.kind === 'text' ? expression.parts : [];
  return typeof only === 'string' && more.length === 0 ? only : undefined;
};

/** What is called, where a text names a method: `list['push']` as `list.push`. */
export function calleeOf({ callee, args }: Expression & { kind: 'call' }): Expression {
  // `list.send(:push, x)` of Ruby.
  const sent = callee.kind === 'member' && sends.test(callee.name) ? literalOf(args[0]?.value) : undefined;
  if (sent !== undefined && callee.kind === 'member') return { ...callee, name: sent };
  const name = callee.kind === 'index' ? literalOf(callee.at) : undefined;
  return callee.kind !== 'index' || name === undefined || nodeOf(callee) !== undefined
    ? callee
    : { kind: 'member', object: callee.object, name, start: callee.start, end: callee.end };
}

export const sends = /^(?:(?:public_|__)?send(?:__)?|(?:public_|singleton_)?method|instance_method)$/;

/** The name of the list or table of an item: `x` of `x[0].y[1]`. `called`: a call is on the way, which may give other things. */
export function holderOf(
  expression: Expression,
): { name: string; deep: boolean; called: boolean } | undefined {
  let each = expression;
  let called = false;
  for (let depth = 0; ; depth++) {
    const name = nodeOf(each);
    if (name !== undefined) return { name, deep: depth > 0, called };
    if (each.kind === 'index' || each.kind === 'slice' || each.kind === 'member') each = each.object;
    else if (each.kind === 'call' && each.callee.kind === 'member') {
      each = each.callee.object;
      called = true;
    } else return undefined;
  }
}

export function groupOf({ groups }: Sharing, name: string): string {
  let at = name;
  for (let next = groups.get(at); next !== undefined && next !== at; next = groups.get(at)) {
    groups.set(at, groups.get(next) ?? next);
    at = next;
  }
  return at;
}

function link(sharing: Sharing, one: string, two: string): void {
  const [first, second] = [groupOf(sharing, one), groupOf(sharing, two)];
  sharing.groups.set(first, first);
  sharing.groups.set(second, second);
  if (first === second) return;
  const [small, large] =
    (sharing.sizes.get(first) ?? 1) < (sharing.sizes.get(second) ?? 1) ? [first, second] : [second, first];
  sharing.groups.set(small, large);
  sharing.sizes.set(large, (sharing.sizes.get(small) ?? 1) + (sharing.sizes.get(large) ?? 1));
}

/** A key as a name. */
const namedBy = (key: Expression): Expression =>
  key.kind === 'text' ? { ...key, kind: 'name', name: literalOf(key) ?? '', declared: false } : key;

export function noteFunction(sharing: Sharing, expression: Expression): void {
  const { functions } = sharing;
  if (expression.kind === 'dict')
    for (const { key, value } of expression.items)
      if (key !== undefined && value.kind === 'function')
        noteFunction(sharing, { ...expression, kind: 'assign', target: namedBy(key), value, adds: false });
  const [name, made] =
    expression.kind === 'function'
      ? [expression.name, expression]
      : expression.kind === 'assign' && expression.value.kind === 'function'
        ? [nodeOf(expression.target), expression.value]
        : [undefined, undefined];
  if (name !== undefined && made !== undefined) {
    const known = functions.get(name);
    if (known === undefined) functions.set(name, [made]);
    else known.push(made);
  }
}

/** A parameter may be what it is where no argument is given. The list of arguments has what the function gets. */
function linkFunction(sharing: Sharing, { name, parameters, start, end }: FunctionExpression): void {
  for (const parameter of parameters)
    if (parameter.fallback !== undefined)
      linkAll(sharing, localsOf(sharing, parameter), namesGiven(sharing, parameter.fallback), false);
  const [list] = sharing.passed;
  if (list !== undefined && sharing.code.slice(start, end).includes(list))
    linkAll(sharing, [list], [`${name ?? start}()`], false);
}

/** The names that a parameter gives to parts of an argument: `x`, or `a` and `b` of `{ a, k: b }`. */
const localsOf = (sharing: Sharing, { name, pattern }: Parameter): readonly string[] =>
  pattern === undefined ? [plainName(name)] : namesGiven(sharing, pattern);

/** Links the parameters of a function to the arguments of all its calls; `call` is one name for all of these. */
function linkParameters(sharing: Sharing, call: string, { parameters, start }: FunctionExpression): void {
  const locals = parameters
    .flatMap((each) => localsOf(sharing, each))
    .filter((local) => !/^(?:|self|cls|this)$/.test(local));
  const head = sharing.code.slice(start, start + 200).split(')', 1)[0] ?? '';
  const isReference = parameters.some(({ name }) => /[$@&]/.test(name));
  if (isReference) sharing.references.add(call);
  for (const [, local = ''] of head.matchAll(/&\s*(?:\.\.\.)?\s*\$(\w+)/g)) {
    for (const each of [call, local]) sharing.references.add(each);
    linkAll(sharing, [call], [local], true);
  }
  linkAll(sharing, [call], locals, isReference);
}

/**
 * The names of the objects that an expression may return or contain. A member is a part of its object, and a call may return
 * whatever it is given.
 */
export function namesGiven(
  sharing: Sharing,
  expression: Expression,
  names: string[] = [],
): readonly string[] {
  const name = nodeOf(expression);
  // `shift` and `pop` of Perl take an argument of the function.
  if (name === 'shift' || name === 'pop') names.push('_');
  else if (name !== undefined) names.push(...withObjects(name));
  else if (expression.kind === 'index' || expression.kind === 'member' || expression.kind === 'slice') {
    namesGiven(sharing, expression.object, names);
    if (expression.kind === 'member' && sharing.fields.has(expression.name)) names.push(expression.name);
    if (expression.kind === 'member' && sharing.functions.has(expression.name))
      names.push(`${expression.name}()`);
  } else if (expression.kind === 'call') {
    const { callee, args } = expression;
    namesGivenByCallee(sharing, callee, names);
    for (const { value } of args) namesGiven(sharing, value, names);
    const [first] = args;
    if (getsByName.test(calledName(callee)) && first !== undefined)
      names.push(...namesMeant(sharing, first.value));
  } else if (expression.kind === 'function') names.push(...givenBack(sharing, expression));
  else if (expression.kind === 'dict')
    for (const { key, value } of expression.items) {
      namesGiven(sharing, value, names);
      // A pattern of Ruby makes variables of keys: `in {p:}`.
      if (sharing.sharesTexts && key?.kind === 'name') names.push(key.name);
    }
  else if (/^(?:list|either|block|splat|assign|other|loop|join)$/.test(expression.kind))
    for (const each of partsOfExpression(expression)) namesGiven(sharing, each, names);
  return names;
}

/** What a function may return besides its arguments: parts of its object, and what its own code returns. */
function namesGivenByCallee(sharing: Sharing, callee: Expression, names: string[]): void {
  const called = nodeOf(callee);
  if (called !== undefined) names.push(`${called}()`);
  if (callee.kind === 'member') {
    namesGiven(sharing, callee.object, names);
    if (sharing.functions.has(callee.name)) names.push(`${callee.name}()`);
  } else if (called === undefined) namesGiven(sharing, callee, names);
  // An object of a class of the script: its methods may be called by what has it.
  if (sharing.hasClasses && /^[A-Z]/.test(called ?? '')) names.push(elsewhere);
}

const calledName = (callee: Expression): string =>
  callee.kind === 'name' || callee.kind === 'member' ? callee.name : '';

/** Functions of Ruby that give what a variable holds whose name is a text. */
const getsByName = /^(?:(?:local|instance|class)_variable|const)_get$/;

/** The variables that a text may name: any, if it is not known. */
export function namesMeant({ code }: Sharing, { start, end, kind }: Expression): Iterable<string> {
  const text = code.slice(start, end);
  const name = kind === 'text' ? /^:?["']?[@$]*(\w+)["']?$/.exec(text)?.[1] : undefined;
  if (name !== undefined) return [name];
  return new Set(code.match(/\b[A-Za-z_]\w*/g));
}

/** `x.y.z`, `x.y` and `x`. */
export function withObjects(name: string): readonly string[] {
  const names = [name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1))
    names.push(name.slice(0, dot));
  return names;
}

/** The names of what a function may return. */
export function givenBack(sharing: Sharing, { body, start, end }: FunctionExpression): readonly string[] {
  const names: string[] = [];
  for (const [, text = ''] of sharing.code.slice(start, end).matchAll(/\byield\b([^\n;}]*)/g))
    names.push(...identifiersIn(text));
  const left = [...body];
  const last = body.at(-1);
  if (last !== undefined && sharing.returnsLast) namesGiven(sharing, last, names);
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    if (each.kind === 'return' && each.value !== undefined) namesGiven(sharing, each.value, names);
    if (each.kind !== 'function') left.push(...partsOfExpression(each));
  }
  return names;
}

function noteLinks(sharing: Sharing, expression: Expression): void {
  switch (expression.kind) {
    case 'assign':
      linkTo(sharing, expression.target, expression.value);
      linkMethods(sharing, expression);
      noteCopy(sharing, nodeOf(expression.target), expression.value);
      return;
    case 'loop':
      linkTo(sharing, expression.target, expression.source);
      if (expression.target.kind === 'name') {
        const name = plainName(expression.target.name);
        if (/[$@&]/.test(`${expression.target.name}${textBefore(sharing, expression.target)}`)) {
          sharing.loops.add(name);
          linkAll(sharing, [name], namesGiven(sharing, expression.source), true);
        }
      }
      return;
    case 'call':
      linkArguments(sharing, expression);
      return;
    case 'member':
      linkMember(sharing, expression);
      return;
    case 'format':
      // `my %x = %{$y}` of Perl is read so.
      if (expression.left.kind === 'assign') linkTo(sharing, expression.left.target, expression.right);
      return;
    case 'other':
      // The value of `match x:` is what the names in the patterns get.
      if (/^match\b/.test(sharing.code.slice(expression.start, expression.start + 6)))
        linkAll(sharing, [elsewhere], namesGiven(sharing, expression), false);
      return;
    default:
  }
}

/** A member that a class sets, or that is a function of a class: `C.p`, also a property. */
function linkMember(sharing: Sharing, expression: Expression & { kind: 'member' }): void {
  const own = nodeOf(expression);
  if (own === undefined) return;
  if (sharing.fields.has(expression.name)) linkAll(sharing, [own], [expression.name], false);
  if (sharing.functions.has(expression.name)) linkAll(sharing, [own], [`${expression.name}()`], false);
}

const textBefore = ({ code }: Sharing, { start }: Expression): string =>
  code.slice(Math.max(0, start - 1), start);

function linkTo(sharing: Sharing, target: Expression, value: Expression): void {
  const isPattern = /^(?:list|dict|block|splat|other)$/.test(target.kind);
  const isCaught = value.kind === 'other' && value.items.length === 0;
  const sources = isCaught ? [elsewhere] : namesGiven(sharing, value);
  const names = isPattern ? namesGiven(sharing, target) : defined([holderOf(target)?.name]);
  const isReference = refers(sharing, target, value) || callsForReference(sharing, value);
  // An argument of a Perl function may be a reference to a variable of the caller.
  linkAll(sharing, names, sources, sharing.sharesTexts || isReference || sources.includes('_'));
  if (isReference) for (const name of [...names, ...sources]) sharing.references.add(name);
}

/** Links each of some names to each of others through the first of them, so that the work stays linear. */
export function linkAll(
  sharing: Sharing,
  some: readonly string[],
  others: readonly string[],
  isSame: boolean,
): void {
  const [one] = some;
  const [other] = others;
  if (one === undefined || other === undefined) return;
  const pairs = [
    ...others.map((each) => [one, each] as const),
    ...some.map((each) => [each, other] as const),
  ];
  for (const [left, right] of pairs) {
    if (left === right) continue;
    link(sharing, left, right);
    if (isSame) addSame(sharing, left, right);
  }
}

function addSame({ same }: Sharing, one: string, two: string): void {
  for (const [name, partner] of [
    [one, two],
    [two, one],
  ] as const) {
    const known = same.get(name) ?? new Set();
    same.set(name, known.add(partner));
  }
}

/** `\$x` of Perl, `&$x` of PHP, also in a pattern: `[&$x] = $y`. */
const refers = ({ code }: Sharing, target: Expression, value: Expression): boolean =>
  /[\\&]\s*[$@%]/.test(code.slice(target.start, Math.min(value.end, target.end + 200)));

const defined = <Item>(items: readonly (Item | undefined)[]): readonly Item[] =>
  items.filter((each) => each !== undefined);

/** `o = { f() { this.x = 1 } }`, `o.f = function () { … }`: there `this` is the object. */
function linkMethods(sharing: Sharing, { target, value }: Expression & { kind: 'assign' }): void {
  if (!sharing.code.includes('this')) return;
  const name = nodeOf(target);
  const isObject = value.kind === 'dict' && value.items.some((item) => item.value.kind === 'function');
  const isMember = target.kind === 'member' && value.kind === 'function';
  if (name !== undefined && (isObject || isMember)) linkAll(sharing, ['this'], withObjects(name), false);
}

function linkArguments(sharing: Sharing, expression: Expression & { kind: 'call' }): void {
  const { args } = expression;
  const callee = calleeOf(expression);
  const name = callee.kind === 'member' ? callee.name : nodeOf(callee);
  const sources = args.flatMap(({ value }) =>
    (expression.tagged ? partsOfExpression(value) : [value]).flatMap((each) => namesGiven(sharing, each)),
  );
  const made = callee.kind === 'function' ? callee : undefined;
  if (made !== undefined) linkParameters(sharing, `${made.start}()`, made);
  const called = made === undefined ? name : String(made.start);
  for (const { parameters } of made === undefined ? (sharing.functions.get(name ?? '') ?? []) : [made])
    for (const [at, { name: own }] of parameters.entries()) noteCopy(sharing, own, args[at]?.value);
  if (called !== undefined && (made !== undefined || sharing.functions.has(called)))
    linkAll(sharing, [`${called}()`], sources, sharing.references.has(`${called}()`));
  // Such a block gets the items of the list themselves as `$_`.
  if (/^(?:map|grep|first|any)$/.test(name ?? '') && args.some(({ value }) => value.kind === 'function')) {
    linkAll(sharing, ['_'], sources, true);
    sharing.references.add('_');
  }
  const own = called !== undefined && sharing.functions.has(called) ? [`${called}()`] : [];
  const object = callee.kind === 'member' ? namesGiven(sharing, callee.object) : [];
  const given = [...sources, ...object, ...own];
  for (const { value } of args) linkCallback(sharing, value, given);
  if (callee.kind !== 'member') return;
  // `f.call(o)`, `f.bind(o)`.
  const isBound = args.some(({ value }) => value.kind === 'function' && usesThis(sharing, value));
  if (isBound || /^(?:call|apply|bind)$/.test(callee.name)) linkAll(sharing, ['this'], sources, false);
  const holder = holderOf(callee.object)?.name;
  if (holder !== undefined && keeping.test(callee.name)) linkAll(sharing, [holder], sources, false);
}

const usesThis = ({ code }: Sharing, { start, end }: Expression): boolean =>
  /\bthis\b/.test(code.slice(start, end));

/** A function that is given to a call may get what the call has: `list.forEach(f)`, `setTimeout(f, 1, o)`. */
function linkCallback(sharing: Sharing, value: Expression, given: readonly string[]): void {
  const made = value.kind === 'function' ? [value] : (sharing.functions.get(nodeOf(value) ?? '') ?? []);
  for (const { parameters } of made)
    linkAll(
      sharing,
      parameters.length === 0 && sharing.sharesTexts
        ? unnamedParameters
        : parameters.flatMap((each) => localsOf(sharing, each)),
      given,
      false,
    );
}

/** What a block of Ruby without parameters gets. */
const unnamedParameters = ['_1', '_2', 'it'];

/** Methods that store their arguments. */
const keeping =
  /^(?:append|push|add|insert|unshift|setdefault|set|update|extend|<<|store|put|splice|fill|emit|send|resume|postMessage|transfer|attach|enqueue|offsetSet|concat)$/;
