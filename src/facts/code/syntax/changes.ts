/**
 * Finds the names of a script whose values may change without an assignment to the name: a list or table that has two
 * names, or that a method changes, and a text that is changed in place. The whole script is searched at once, in no
 * order. So the answer holds in whatever order its functions are called.
 */
import { type Expression, partsOfExpression } from './expression.ts';
import { namesSetByName, type WaysToSet } from './named-changes.ts';
import {
  calleeOf,
  elsewhere,
  givenBack,
  groupOf,
  holderOf,
  identifiersIn,
  linkAll,
  linkNames,
  literalOf,
  namesGiven,
  namesMeant,
  nodeOf,
  noteFunction,
  plainName,
  type Sharing,
  sends,
  withObjects,
} from './shared-names.ts';

/** What may change under a name. `lists`: its list, table or object. `all`: its text too. */
export type Changes = ReadonlyMap<string, 'lists' | 'all'>;

/** What a language says of changes. */
export interface ChangeRules extends Pick<Sharing, 'sharesTexts' | 'returnsLast'> {
  /** Whether a function of that name changes none of its arguments. */
  readonly isHarmless: (name: string) => boolean;
  /** The list of what a function got, if it has a name. */
  readonly passed: string | undefined;
  readonly ways: WaysToSet;
}

interface Finder extends Sharing, Pick<ChangeRules, 'isHarmless' | 'ways'> {
  /** What a call does to a value that a function gets which is not followed. */
  readonly given: Change;
  /** Names of texts that change in place: `bytearray(…)`. */
  readonly buffers: ReadonlySet<string>;
  readonly changed: Map<string, Change>;
  /** The functions and methods that are called where they are named. */
  readonly callees: ReadonlySet<Expression>;
}

/** How a value changes. `known`: to a value that is followed. `lists`: to one that is not. `all`: a text changes in place. */
type Change = 'known' | 'lists' | 'all';

export function findChanges(
  body: readonly Expression[],
  code: string,
  { isHarmless, sharesTexts, returnsLast, passed, ways }: ChangeRules,
): Changes {
  const all: Expression[] = [];
  const left = [...body];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    all.push(each);
    left.push(...partsOfExpression(each));
  }
  const finder: Finder = {
    code,
    isHarmless,
    ways,
    given: sharesTexts || (ways !== 'modules' && takesReferences.test(code)) ? 'all' : 'lists',
    buffers: new Set(all.flatMap(bufferIn)),
    sharesTexts,
    returnsLast,
    passed: new Set(passed !== undefined && code.includes(passed) ? [passed] : []),
    copies: new Map(),
    functions: new Map(),
    groups: new Map(),
    sizes: new Map(),
    same: new Map(),
    references: new Set(),
    loops: new Set(),
    hasClasses: /\b(?:class|package)\b/.test(code),
    fields: fieldsOf(code, all),
    changed: new Map(),
    callees: new Set(all.flatMap((each) => (each.kind === 'call' ? [each.callee] : []))),
  };
  for (const each of all) noteFunction(finder, each);
  for (const name of namesSetByName(code, all, ways)) note(finder, name, 'all');
  // Most scripts change nothing; only a reference or the item of a block could still make a plain assignment a change.
  if (!sharesTexts && !/[$@&]|\b_\b/.test(code)) {
    for (const each of all) noteChanges(finder, each);
    if (finder.changed.size === 0) return noChanges;
  }
  noteOtherNames(finder);
  linkNames(finder, all);
  for (const each of all) noteChanges(finder, each);
  return settle(finder);
}

/** Functions of PHP and Perl with parameters that are the variables of the caller: `f(&$x)`, `f(\\$)`. */
const takesReferences = /\bfunction\b[^{;]*\([^)]*&|\bfn\s*\(\s*&|\bsub\s*\w*\s*\([^)]*\\/;

/** The name of a text that may change in place. */
function bufferIn(expression: Expression): readonly string[] {
  if (expression.kind !== 'assign') return [];
  const name = nodeOf(expression.target);
  return name !== undefined && makesBuffer(expression.value) ? [name] : [];
}

const makesBuffer = (value: Expression): boolean => {
  const callee = value.kind === 'call' ? (nodeOf(value.callee) ?? '') : '';
  return /^(?:\w+\.(?:from|alloc\w*|concat)|\w*(?:Uint|Int|Float)\w*Array(?:\.\w+)?|bytearray|memoryview|array\.array|(?:\w+\.)?create_string_buffer|StringIO|(?:io\.)?(?:String|Bytes)IO|URL)$/.test(
    callee,
  );
};

/** Names that a class may set in its body, which are members of it and of its objects. */
const fieldsOf = (code: string, all: readonly Expression[]): ReadonlySet<string> =>
  new Set(
    /\bclass\b/.test(code)
      ? all.flatMap((each) =>
          each.kind === 'assign' && each.target.kind === 'name' && !each.target.declared
            ? [plainName(each.target.name)]
            : [],
        )
      : [],
  );

/** Two names for one variable (`*q = \$p`, `alias $q $p` of Ruby), and values that hold for what a block calls (`local $p = …`). */
function noteOtherNames(finder: Finder): void {
  for (const [, one = '', other = ''] of finder.code.matchAll(
    /\*\{?["']?(\w+)["']?\}?\s*=\s*(?:\\\s*[$@%&]|\*)\{?(\w+)/g,
  )) {
    for (const name of [one, other]) finder.references.add(name);
    linkAll(finder, [one], [other], true);
  }
  // Two names of a global variable of Ruby.
  if (finder.sharesTexts)
    for (const [, one = '', other = ''] of finder.code.matchAll(/\balias\s+\$(\w+)\s+\$(\w+)/g)) {
      for (const name of [one, other]) finder.references.add(name);
      linkAll(finder, [one], [other], true);
    }
  if (finder.sharesTexts) notePatterns(finder);
  // A variable of a package of Perl, declared in several places.
  const packaged = [...finder.code.matchAll(/\bour\s+[$@%](\w+)/g)].map(([, name = '']) => name);
  for (const [at, name] of packaged.entries()) if (packaged.indexOf(name) !== at) note(finder, name, 'all');
  if (/\bmodule\.exports\b/.test(finder.code) && /(?<!\.)\bexports\b/.test(finder.code))
    for (const name of ['exports', 'module']) note(finder, name, 'all');
  if (finder.functions.size === 0) return;
  for (const [, names = ''] of finder.code.matchAll(/\blocal\s*(\([^)]*\)|[$@%]\w+)/g))
    for (const [, name = ''] of names.matchAll(/[$@%](\w+)/g)) note(finder, name, 'all');
}

/** Patterns of Ruby give parts of a value to names: `case x; in [y]`, `x => {k: y}`, `rescue E => y`. */
function notePatterns(finder: Finder): void {
  const { code } = finder;
  for (const [, name = ''] of code.matchAll(/\brescue\b[^\n;]*?=>\s*(\w+)/g))
    linkAll(finder, [elsewhere], [name], true);
  const matched = [
    ...code.matchAll(/(?:^|[\n;]|\bthen\b)[ \t]*(?!for\b)()in\b([^\n;]*)/g),
    ...code.matchAll(
      /(?:^|[\n;]|\b(?:if|unless|while)\b)[ \t]*((?!for\b)[^\n;]*[\w\])}"'])\s+(?:=>|in)\s+([[{A-Z][^\n;]*|\w+[ \t]*$)/gm,
    ),
  ];
  for (const [, value = '', pattern = ''] of matched) {
    const names = identifiersIn(pattern).filter((name) => /^[a-z_]/.test(name));
    for (const name of names) note(finder, name, 'all');
    linkAll(finder, [elsewhere], [...names, ...identifiersIn(value)], true);
  }
  if (matched.length > 0)
    for (const [, value = ''] of code.matchAll(/\bcase\b([^\n;]*)/g))
      linkAll(finder, [elsewhere], identifiersIn(value), true);
}

const noChanges: Changes = new Map();

/** A change under one name is a change under all names of its group. */
function settle(finder: Finder): Changes {
  const { changed, groups, same } = finder;
  const worst = new Map<string, Change>();
  for (const [name, change] of changed) {
    const group = groupOf(finder, name);
    const before = worst.get(group);
    if (before === undefined || rank[change] > rank[before]) worst.set(group, change);
  }
  const changes = new Map<string, 'lists' | 'all'>();
  for (const name of new Set([...groups.keys(), ...changed.keys()])) {
    const group = groupOf(finder, name);
    const change = worst.get(group);
    if (change !== undefined && (change !== 'known' || (finder.sizes.get(group) ?? 1) > 1))
      changes.set(name, finder.sharesTexts || finder.buffers.has(name) ? 'all' : 'lists');
  }
  const texts = [...changed].filter(([, change]) => change === 'all').map(([name]) => name);
  for (let name = texts.pop(); name !== undefined; name = texts.pop()) {
    if (changes.get(name) === 'all') continue;
    changes.set(name, 'all');
    texts.push(...(same.get(name) ?? []));
  }
  return changes;
}

const rank: Readonly<Record<Change, number>> = { known: 0, lists: 1, all: 2 };

/** Methods that change their object to a value that is followed. */
const following = /^(?:append|push|extend|add|<<|unshift|insert|splice|update)$/;
/** Methods that change their object to a value that is not followed. */
const changing =
  /^(?:reverse|sort|sort_by|pop|shift|splice|fill|insert|remove|discard|clear|update|\[\]=|setdefault|popitem|popleft|appendleft|rotate|copyWithin|delete|delete_at|delete_if|set|store|unshift|swap|difference_update|intersection_update|symmetric_difference_update|keep_if|fill|force|extendleft|move_to_end|subtract|frombytes|fromlist|byteswap|compare_by_identity|rehash|write\w*|swap(?:16|32|64)|copy|offset(?:Set|Unset)|exchangeArray|instance_(?:eval|exec)|__(?!(?:len|str|repr|contains|iter|getitem|init|eq|ne|lt|gt|le|ge|hash|enter|exit|new|call|name|class|doc|next|bool|format|int|fspath|dict)__)\w+__)$/;
/** Methods that change a text in place, in languages with such methods. */
const changingTexts = /^(?:replace|concat|prepend|insert|<<|setbyte|append_as_bytes|force_encoding|\w+!)$/;

/** Methods that change their object without an argument, in languages in which a name alone is a call. */
const changingAlone = /!$|^(?:shift|pop|clear)$/;

/** Functions that change their first argument, or anything. */
const changingFunctions =
  /^(?:shift|pop|splice|chop|chomp|substr|read|sysread|recv|vec|lc_in_place|array_(?:shift|pop|splice|walk|walk_recursive|multisort)|[aku]?r?sort|usort|uasort|uksort|arsort|krsort|natsort|natcasesort|shuffle|settype|tie|preg_match|preg_match_all|parse_str|str_replace|end|\w+!|table\.(?:insert|remove|sort|move)|Object\.(?:assign|define\w+|setPrototypeOf)|Reflect\.(?:set|deleteProperty|defineProperty|setPrototypeOf)|setattr|getattr|rawset|extract|(?:\w+\.)*(?:shuffle|heapify|heappush|heappop|heapreplace|setitem|delitem|iadd|insort|insort_left|insort_right))$/;

/** Those of these functions that change texts, in Perl and PHP. */
const textFunctions =
  /^(?:chop|chomp|substr|read|sysread|recv|vec|preg_match|preg_match_all|parse_str|settype|tie)$/;

/** Functions of PHP that set what a later argument names. */
const settingArguments =
  /^(?:sscanf|exec|system|passthru|similar_text|getopt|fsockopen|openssl_\w+|mb_parse_str)$/;

/** Functions that run a text, which may change what they get besides it. */
const runningTexts = /^(?:eval|runIn\w*Context)$/;

function noteChanges(finder: Finder, expression: Expression): void {
  if (expression.kind === 'assign') noteAssign(finder, expression);
  if (expression.kind === 'loop' && expression.target.kind === 'index')
    noteTarget(finder, expression.target, false);
  if (expression.kind === 'member' && finder.sharesTexts && changingAlone.test(expression.name)) {
    const holder = holderOf(expression.object);
    if (holder !== undefined) note(finder, holder.name, 'all');
  }
  // `list.push.bind(list)`, `add = list.append`: a method as a value may be called anywhere.
  if (expression.kind === 'member' && !finder.sharesTexts && !finder.callees.has(expression)) {
    const holder = holderOf(expression.object);
    if (holder !== undefined && (changing.test(expression.name) || following.test(expression.name)))
      note(finder, holder.name, 'lists');
  }
  if (expression.kind !== 'call') return;
  const { args } = expression;
  const callee = calleeOf(expression);
  const first = args[0]?.value;
  const named = finder.sharesTexts ? setByName(finder, expression) : undefined;
  if (named !== undefined) for (const each of namesMeant(finder, named)) note(finder, each, 'all');
  const name = nodeOf(callee);
  noteGiven(finder, expression, callee);
  if (name !== undefined && finder.isHarmless(name) && !changingFunctions.test(name)) return;
  if (callee.kind === 'member' && isChanging(finder, callee.name)) {
    const holder = holderOf(callee.object);
    const isFollowed =
      following.test(callee.name) &&
      callee === expression.callee &&
      holder?.deep === false &&
      args.every((arg) => arg.name === undefined);
    // These also change a text of Ruby.
    if (holder === undefined || holder.called)
      for (const source of namesGiven(finder, callee.object))
        note(finder, source, finder.sharesTexts ? 'all' : 'lists');
    if (holder !== undefined) {
      note(finder, holder.name, isFollowed ? 'known' : finder.sharesTexts ? 'all' : 'lists');
      for (const object of withObjects(holder.name).slice(1)) note(finder, object, 'known');
    }
  }
  // `[].shift.call(list)`.
  const method = callee.kind === 'member' && /^(?:call|apply)$/.test(callee.name) ? callee.object : undefined;
  if (method?.kind === 'member' && (changing.test(method.name) || following.test(method.name))) {
    const holder = first === undefined ? undefined : holderOf(first);
    if (holder !== undefined) note(finder, holder.name, isList(finder, first) ? 'all' : 'lists');
  }
  // In JavaScript its variables are members of the object.
  if (name === 'with')
    for (const { value } of args)
      for (const source of namesGiven(finder, value)) note(finder, source, 'lists');
  if (name === undefined || /^(?:push!|append!|pushfirst!)$/.test(name)) return;
  if (changingFunctions.test(name)) {
    const holder =
      first === undefined ? undefined : holderOf(first.kind === 'list' ? (first.items[0] ?? first) : first);
    const isText =
      textFunctions.test(name) && finder.code.slice(expression.start, expression.end).includes('$');
    if (holder !== undefined) note(finder, holder.name, isText || isList(finder, first) ? 'all' : 'lists');
    if (isText)
      for (const { value } of args)
        for (const source of namesGiven(finder, value)) note(finder, source, 'all');
  } else if (!finder.functions.has(name) && callee.kind === 'name') {
    for (const { value } of args)
      for (const source of namesGiven(finder, value))
        note(finder, source, isList(finder, value) ? 'all' : finder.given);
  }
}

/** What a function may change that is not followed: one without a name, a method for any object, one that runs a text. */
function noteGiven(finder: Finder, expression: Expression & { kind: 'call' }, callee: Expression): void {
  const { args, start, end } = expression;
  const name = callee.kind === 'member' || callee.kind === 'name' ? callee.name : undefined;
  const noteAll = (items: readonly Expression[], change: Change): void => {
    for (const item of items) for (const each of namesGiven(finder, item)) note(finder, each, change);
  };
  const values = args.map(({ value }) => value);
  if (name === undefined && callee.kind !== 'function') noteAll([callee, ...values], finder.given);
  // `list.send(m)`, where the name of the method is not known.
  if (callee.kind === 'member' && sends.test(callee.name)) noteAll([callee.object], finder.given);
  // A function of Perl with `\\$` in its prototype.
  if (finder.ways === 'references' && finder.given === 'all') noteAll(values, 'all');
  if (callee.kind === 'member') {
    const type = nodeOf(callee.object) ?? '';
    // `list.append(a, x)`, `f.call(a)`.
    const isOfType = /^(?:list|dict|set|bytearray|object|type|deque|Array|Hash|String)$/.test(type);
    const isBound = /^(?:call|apply|bind|bind_call)$/.test(callee.name) && !finder.functions.has(type);
    if ((isOfType && isChanging(finder, callee.name)) || isBound) noteAll(values, finder.given);
  }
  // Functions that put methods in place of others: `Object.assign(C.prototype, { f })`.
  if (/^(?:defineProperty|setattr|assign|defineProperties)$/.test(name ?? ''))
    for (const method of values.slice(1).flatMap(keysOf)) note(finder, `.${method}`, 'all');
  if (runningTexts.test(name ?? '') || (finder.ways === 'modules' && name === 'exec'))
    noteAll(values.slice(1), 'lists');
  if (finder.ways === 'names' && settingArguments.test(name ?? '')) noteAll(values.slice(1), 'all');
  // `f(\\$x)` of Perl, where the function is not one of the script.
  if (
    finder.ways === 'references' &&
    !finder.functions.has(name ?? '') &&
    finder.code.slice(start, end).includes('\\')
  )
    noteAll(
      values.filter((value) => finder.code[value.start - 1] === '\\'),
      'all',
    );
}

/** The names that a text or the keys of a table give. */
const keysOf = (value: Expression): readonly string[] =>
  value.kind === 'dict'
    ? value.items.flatMap(({ key }) => (key?.kind === 'name' ? key.name : (literalOf(key) ?? [])))
    : [literalOf(value) ?? ''];

const isChanging = ({ sharesTexts }: Finder, name: string): boolean =>
  changing.test(name) || following.test(name) || (sharesTexts && changingTexts.test(name));

/** What names the variable that a call of Ruby sets: `local_variable_set(:x, 1)`, also by `send`. */
function setByName(
  { code }: Finder,
  { callee, args }: Expression & { kind: 'call' },
): Expression | undefined {
  const [first, second] = args.map(({ value }) => value);
  const name = callee.kind === 'name' || callee.kind === 'member' ? callee.name : '';
  const isSent = /^(?:public_|__)?send(?:__)?$/.test(name) && first !== undefined;
  const method = isSent ? code.slice(first.start, first.end) : name;
  const sets = /^:?["']?(?:(?:local|instance|class)_variable|const)_set["']?$/.test(method);
  return sets ? (isSent ? second : first) : undefined;
}

function noteAssign(finder: Finder, expression: Expression & { kind: 'assign' }): void {
  const { target, value } = expression;
  // `x |= y` changes a table or a set in place.
  const adds = expression.adds || /^\s*[|&^*-]=/.test(finder.code.slice(target.end, target.end + 5));
  // A member that is a function may set anything: `set x(v) { … }`.
  const setter = target.kind === 'member' && finder.functions.has(target.name) ? holderOf(target) : undefined;
  if (setter !== undefined) for (const object of withObjects(setter.name)) note(finder, object, 'lists');
  // A method may be another one from then on: `C.prototype.f = g`, `C.prototype["f"] = g`.
  const method =
    target.kind === 'member' ? target.name : target.kind === 'index' ? literalOf(target.at) : undefined;
  if (method !== undefined && !/^(?:text|number|dict|list|join)$/.test(value.kind))
    note(finder, `.${method}`, 'all');
  if (target.kind === 'list' || target.kind === 'dict') {
    const items = target.kind === 'list' ? target.items : target.items.map(({ value }) => value);
    for (const item of items) noteTarget(finder, item, false);
    return;
  }
  noteTarget(finder, target, adds);
}

function noteTarget(finder: Finder, target: Expression, adds: boolean): void {
  if (setsBehind(finder, target))
    for (const source of namesGiven(finder, target)) note(finder, source, 'all');
  switch (target.kind) {
    case 'name': {
      const name = plainName(target.name);
      // The item of a list in a loop.
      if (finder.loops.has(name) || isReferred(finder, name)) note(finder, name, 'all');
      else if (adds) note(finder, name, 'known');
      return;
    }
    case 'index':
    case 'slice':
    case 'member': {
      const holder = holderOf(target.object);
      // What a call returns may be anything that it was given.
      if (holder === undefined || holder.called)
        for (const source of namesGiven(finder, target.object)) note(finder, source, 'lists');
      if (holder === undefined) return;
      // What it holds is a part of the objects in front of it.
      for (const object of withObjects(holder.name).slice(1)) note(finder, object, 'known');
      // `list.length = 0` drops items.
      const isCut = target.kind === 'member' && target.name === 'length';
      const isKnown = target.kind !== 'slice' && !holder.deep && !isCut && target.object.kind !== 'index';
      // The first argument of a Perl function is the value of the caller itself.
      note(
        finder,
        holder.name,
        isArgument(finder, holder.name) ||
          isReferred(finder, holder.name) ||
          (finder.sharesTexts && target.kind === 'index')
          ? 'all'
          : isKnown
            ? 'known'
            : 'lists',
      );
      return;
    }
    case 'call':
      for (const source of namesGiven(finder, target)) note(finder, source, 'all');
      for (const made of finder.functions.get(nodeOf(target.callee) ?? '') ?? [])
        for (const source of givenBack(finder, made)) note(finder, source, 'all');
      return;
    case 'either':
      // `(c ? x : y) = z`.
      for (const source of namesGiven(finder, target)) note(finder, source, 'all');
      return;
    case 'block':
    case 'list':
      for (const item of target.items) noteTarget(finder, item, adds);
      return;
    case 'other':
      for (const source of namesGiven(finder, target)) note(finder, source, 'lists');
      return;
    default:
  }
}

/** Whether a target of Perl is what a reference leads to: `$$y`, `${$_[0]}`, `@$y`. */
const setsBehind = ({ code }: Finder, { start }: Expression): boolean =>
  /[$@%](?:\{|\$\w)/.test(code.slice(Math.max(0, start - 1), start + 3));

/** Whether a name is that of the arguments of a function, or in Perl of one of them, and so shares texts with its caller. */
const isArgument = ({ passed, same }: Finder, name: string): boolean =>
  name === '_' || passed.has(name) || same.get(name)?.has('_') === true;

/** Whether an expression is the list of what a function got. */
const isList = ({ passed }: Finder, expression: Expression | undefined): boolean =>
  expression !== undefined && passed.has(nodeOf(expression) ?? '');

/** Whether two names are one variable, so that an assignment to one sets the other too. */
const isReferred = ({ references }: Finder, name: string): boolean => references.has(name);

function note(finder: Finder, name: string, change: Change): void {
  const before = finder.changed.get(name);
  if (before === undefined || rank[change] > rank[before]) finder.changed.set(name, change);
}
