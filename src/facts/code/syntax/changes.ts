/**
 * Finds the names of a script whose values may change without an assignment to the name: a list or table that has two
 * names, or that a method changes, and a text that is changed in place. The whole script is searched at once, in no
 * order. So the answer holds in whatever order its functions are called.
 */
import { type Expression, type FunctionExpression, partsOfExpression } from './expression.ts';

/** What may change under a name. `lists`: its list, table or object. `all`: its text too. */
export type Changes = ReadonlyMap<string, 'lists' | 'all'>;

interface Finder {
  readonly code: string;
  readonly isHarmless: (name: string) => boolean;
  /** In Ruby two names can share one text. */
  readonly sharesTexts: boolean;
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
  readonly changed: Map<string, Change>;
}

/** How a value changes. `known`: to a value that is followed. `lists`: to one that is not. `all`: a text changes in place. */
type Change = 'known' | 'lists' | 'all';

export function findChanges(
  body: readonly Expression[],
  code: string,
  isHarmless: (name: string) => boolean,
  sharesTexts: boolean,
  passed?: string,
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
    sharesTexts,
    passed: new Set(passed !== undefined && code.includes(passed) ? [passed] : []),
    copies: new Map(),
    functions: new Map(),
    groups: new Map(),
    sizes: new Map(),
    same: new Map(),
    references: new Set(),
    loops: new Set(),
    changed: new Map(),
  };
  for (const each of all) noteFunction(finder, each);
  // Most scripts change nothing; only a reference or the item of a block could still make a plain assignment a change.
  if (!/[$@&]|\b_\b/.test(code)) {
    for (const each of all) noteChanges(finder, each);
    if (finder.changed.size === 0) return noChanges;
  }
  noteOtherNames(finder);
  for (const [name, made] of finder.functions)
    for (const each of made) linkParameters(finder, `${name}()`, each);
  for (const each of all) noteLinks(finder, each);
  linkPassed(finder, all);
  for (const each of all) noteChanges(finder, each);
  return settle(finder);
}

/** The list of what a function got has other names, and its items are the parameters of each function that has it. */
function linkPassed(finder: Finder, all: readonly Expression[]): void {
  const [list] = finder.passed;
  if (list === undefined) return;
  for (const name of finder.passed) for (const copy of finder.copies.get(name) ?? []) finder.passed.add(copy);
  linkAll(finder, [list], [...finder.passed], true);
  for (const each of all)
    if (each.kind === 'function' && finder.code.slice(each.start, each.end).includes(list))
      for (const { name } of each.parameters) addSame(finder, list, name);
}

function noteCopy({ copies, passed }: Finder, name: string | undefined, value: Expression | undefined): void {
  const source = passed.size === 0 || value === undefined ? undefined : nodeOf(value);
  if (name !== undefined && source !== undefined) copies.set(source, [...(copies.get(source) ?? []), name]);
}

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
  if (finder.functions.size === 0) return;
  for (const [, names = ''] of finder.code.matchAll(/\blocal\s*(\([^)]*\)|[$@%]\w+)/g))
    for (const [, name = ''] of names.matchAll(/[$@%](\w+)/g)) note(finder, name, 'all');
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
      changes.set(name, finder.sharesTexts ? 'all' : 'lists');
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

/** A name without the signs in front of it in Perl and PHP. */
export const plainName = (name: string): string => name.replace(/^[$@%&*\\{]+/, '');

/** `x`, `self.x`. */
function nodeOf(expression: Expression): string | undefined {
  if (expression.kind === 'name') return plainName(expression.name);
  if (expression.kind !== 'member') return undefined;
  const object = nodeOf(expression.object);
  return object === undefined ? undefined : `${object}.${expression.name}`;
}

/** The name of the list or table of an item: `x` of `x[0].y[1]`. */
function holderOf(expression: Expression): { name: string; deep: boolean } | undefined {
  let each = expression;
  for (let depth = 0; ; depth++) {
    const name = nodeOf(each);
    if (name !== undefined) return { name, deep: depth > 0 };
    if (each.kind === 'index' || each.kind === 'slice' || each.kind === 'member') each = each.object;
    else if (each.kind === 'call' && each.callee.kind === 'member') each = each.callee.object;
    else return undefined;
  }
}

function groupOf({ groups }: Finder, name: string): string {
  let at = name;
  for (let next = groups.get(at); next !== undefined && next !== at; next = groups.get(at)) {
    groups.set(at, groups.get(next) ?? next);
    at = next;
  }
  return at;
}

function link(finder: Finder, one: string, two: string): void {
  const [first, second] = [groupOf(finder, one), groupOf(finder, two)];
  finder.groups.set(first, first);
  finder.groups.set(second, second);
  if (first === second) return;
  const [small, large] =
    (finder.sizes.get(first) ?? 1) < (finder.sizes.get(second) ?? 1) ? [first, second] : [second, first];
  finder.groups.set(small, large);
  finder.sizes.set(large, (finder.sizes.get(small) ?? 1) + (finder.sizes.get(large) ?? 1));
}

function noteFunction({ functions }: Finder, expression: Expression): void {
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

/** Links the parameters of a function to the arguments of all its calls; `call` is one name for all of these. */
function linkParameters(finder: Finder, call: string, { parameters, start }: FunctionExpression): void {
  const locals = parameters
    .map(({ name }) => plainName(name))
    .filter((local) => !/^(?:|self|cls|this)$/.test(local));
  const head = finder.code.slice(start, start + 200).split(')', 1)[0] ?? '';
  const isReference = parameters.some(({ name }) => /[$@&]/.test(name));
  if (isReference) finder.references.add(call);
  for (const [, local = ''] of head.matchAll(/&\s*\$(\w+)/g)) finder.references.add(local);
  linkAll(finder, [call], locals, isReference);
}

/** The names of the objects that an expression may return or contain. */
function sourcesOf(expression: Expression, names: string[] = []): readonly string[] {
  const name = nodeOf(expression);
  // `shift` and `pop` of Perl take an argument of the function.
  if (name === 'shift' || name === 'pop') names.push('_');
  else if (name !== undefined) names.push(name);
  else if (expression.kind === 'index' || expression.kind === 'member') sourcesOf(expression.object, names);
  else if (expression.kind === 'call' && expression.callee.kind === 'member')
    sourcesOf(expression.callee.object, names);
  else if (expression.kind === 'call' && expression.callee.kind === 'name') {
    if (!passingOn.test(expression.callee.name)) return names;
    for (const { value } of expression.args) sourcesOf(value, names);
  } else if (/^(?:list|dict|either|block|splat|assign|other)$/.test(expression.kind))
    for (const each of partsOfExpression(expression)) sourcesOf(each, names);
  return names;
}

/** Functions that return items of their arguments. */
const passingOn =
  /^(?:shift|pop|splice|reverse|sort|grep|map|first|bless|values|each|delete|array_(?:shift|pop|splice|values|reverse|slice|merge|filter)|list|tuple|sorted|reversed|iter|next|zip|enumerate)$/;

function noteLinks(finder: Finder, expression: Expression): void {
  switch (expression.kind) {
    case 'assign':
      linkTo(finder, expression.target, expression.value);
      noteCopy(finder, nodeOf(expression.target), expression.value);
      return;
    case 'loop':
      linkTo(finder, expression.target, expression.source);
      if (expression.target.kind === 'name') {
        const name = plainName(expression.target.name);
        if (/[$@&]/.test(`${expression.target.name}${textBefore(finder, expression.target)}`)) {
          finder.loops.add(name);
          linkAll(finder, [name], sourcesOf(expression.source), true);
        }
      }
      return;
    case 'call':
      linkArguments(finder, expression);
      return;
    default:
  }
}

const textBefore = ({ code }: Finder, { start }: Expression): string =>
  code.slice(Math.max(0, start - 1), start);

function linkTo(finder: Finder, target: Expression, value: Expression): void {
  const targets = target.kind === 'list' || target.kind === 'dict' ? partsOfExpression(target) : [target];
  const sources = sourcesOf(value);
  const names = targets.flatMap((each) => holderOf(each.kind === 'splat' ? each.value : each)?.name ?? []);
  const isReference = refers(finder, target, value);
  // An argument of a Perl function may be a reference to a variable of the caller.
  linkAll(finder, names, sources, finder.sharesTexts || isReference || sources.includes('_'));
  if (isReference) for (const name of [...names, ...sources]) finder.references.add(name);
}

/** Links each of some names to each of others through the first of them, so that the work stays linear. */
function linkAll(finder: Finder, some: readonly string[], others: readonly string[], isSame: boolean): void {
  const [one] = some;
  const [other] = others;
  if (one === undefined || other === undefined) return;
  const pairs = [
    ...others.map((each) => [one, each] as const),
    ...some.map((each) => [each, other] as const),
  ];
  for (const [left, right] of pairs) {
    if (left === right) continue;
    link(finder, left, right);
    if (isSame) addSame(finder, left, right);
  }
}

function addSame({ same }: Finder, one: string, two: string): void {
  for (const [name, partner] of [
    [one, two],
    [two, one],
  ] as const) {
    const known = same.get(name) ?? new Set();
    same.set(name, known.add(partner));
  }
}

/** `\$x` of Perl, `&$x` of PHP. */
const refers = ({ code }: Finder, target: Expression, value: Expression): boolean =>
  /[\\&]\s*[$@%]/.test(code.slice(target.end, Math.min(value.end, target.end + 200)));

function linkArguments(finder: Finder, { callee, args }: Expression & { kind: 'call' }): void {
  const name = callee.kind === 'member' ? callee.name : nodeOf(callee);
  const sources = args.flatMap(({ value }) => sourcesOf(value));
  const made = callee.kind === 'function' ? callee : undefined;
  if (made !== undefined) linkParameters(finder, `${made.start}()`, made);
  const called = made === undefined ? name : String(made.start);
  for (const { parameters } of made === undefined ? (finder.functions.get(name ?? '') ?? []) : [made])
    for (const [at, { name: own }] of parameters.entries()) noteCopy(finder, own, args[at]?.value);
  if (called !== undefined && (made !== undefined || finder.functions.has(called)))
    linkAll(finder, [`${called}()`], sources, finder.references.has(`${called}()`));
  // Such a block gets the items of the list themselves as `$_`.
  if (/^(?:map|grep|first|any)$/.test(name ?? '') && args.some(({ value }) => value.kind === 'function')) {
    linkAll(finder, ['_'], sources, true);
    finder.references.add('_');
  }
  if (callee.kind !== 'member' || !keeping.test(callee.name)) return;
  const holder = holderOf(callee.object)?.name;
  if (holder !== undefined) linkAll(finder, [holder], sources, false);
}

/** Methods that store their arguments. */
const keeping = /^(?:append|push|add|insert|unshift|setdefault|set|update|extend|<<|store|put|splice|fill)$/;

/** Methods that change their object to a value that is followed. */
const following = /^(?:append|push|extend|add|<<|unshift|insert|splice|update)$/;
/** Methods that change their object to a value that is not followed. */
const changing =
  /^(?:reverse|sort|sort_by|pop|shift|splice|fill|insert|remove|discard|clear|update|setdefault|popitem|popleft|appendleft|rotate|copyWithin|delete|delete_at|delete_if|set|store|unshift|swap|__setitem__|__delitem__|__iadd__|__ior__|difference_update|intersection_update|symmetric_difference_update|keep_if|fill|force)$/;
/** Methods that change a text in place, in languages with such methods. */
const changingTexts = /^(?:replace|concat|prepend|insert|<<|\w+!)$/;

/** Methods that change their object without an argument, in languages in which a name alone is a call. */
const changingAlone = /!$|^(?:shift|pop|clear)$/;

/** Functions that change their first argument, or anything. */
const changingFunctions =
  /^(?:shift|pop|splice|chop|chomp|substr|read|sysread|recv|vec|lc_in_place|array_(?:shift|pop|splice|walk|walk_recursive|multisort)|[aku]?r?sort|usort|uasort|uksort|arsort|krsort|natsort|natcasesort|shuffle|settype|preg_match|preg_match_all|parse_str|str_replace|end|\w+!|table\.(?:insert|remove|sort|move)|Object\.(?:assign|define\w+|setPrototypeOf)|Reflect\.(?:set|deleteProperty|defineProperty|setPrototypeOf)|setattr|rawset|extract|(?:\w+\.)*(?:shuffle|heapify|heappush|heappop|heapreplace|setitem|delitem|iadd|insort|insort_left|insort_right))$/;

/** Those of these functions that change texts, in Perl and PHP. */
const textFunctions =
  /^(?:chop|chomp|substr|read|sysread|recv|vec|preg_match|preg_match_all|parse_str|settype)$/;

function noteChanges(finder: Finder, expression: Expression): void {
  if (expression.kind === 'assign') noteAssign(finder, expression);
  if (expression.kind === 'loop' && expression.target.kind === 'index')
    noteTarget(finder, expression.target, false);
  if (expression.kind === 'member' && finder.sharesTexts && changingAlone.test(expression.name)) {
    const holder = holderOf(expression.object);
    if (holder !== undefined) note(finder, holder.name, 'all');
  }
  if (expression.kind !== 'call') return;
  const { callee, args } = expression;
  const first = args[0]?.value;
  const named = finder.sharesTexts ? setByName(finder, expression) : undefined;
  if (named !== undefined) for (const each of namesMeant(finder, named)) note(finder, each, 'all');
  const name = nodeOf(callee);
  if (name !== undefined && finder.isHarmless(name) && !changingFunctions.test(name)) return;
  if (
    callee.kind === 'member' &&
    (changing.test(callee.name) ||
      following.test(callee.name) ||
      (finder.sharesTexts && changingTexts.test(callee.name)))
  ) {
    const holder = holderOf(callee.object);
    const isFollowed =
      following.test(callee.name) && holder?.deep === false && args.every((arg) => arg.name === undefined);
    // These also change a text of Ruby.
    if (holder !== undefined)
      note(finder, holder.name, isFollowed ? 'known' : finder.sharesTexts ? 'all' : 'lists');
  }
  // `[].shift.call(list)`.
  const method = callee.kind === 'member' && /^(?:call|apply)$/.test(callee.name) ? callee.object : undefined;
  if (method?.kind === 'member' && (changing.test(method.name) || following.test(method.name))) {
    const holder = first === undefined ? undefined : holderOf(first);
    if (holder !== undefined) note(finder, holder.name, isList(finder, first) ? 'all' : 'lists');
  }
  if (name === undefined || /^(?:push!|append!|pushfirst!)$/.test(name)) return;
  if (changingFunctions.test(name)) {
    const holder =
      first === undefined ? undefined : holderOf(first.kind === 'list' ? (first.items[0] ?? first) : first);
    const isText =
      textFunctions.test(name) && finder.code.slice(expression.start, expression.end).includes('$');
    if (holder !== undefined) note(finder, holder.name, isText || isList(finder, first) ? 'all' : 'lists');
    if (isText)
      for (const { value } of args) for (const source of sourcesOf(value)) note(finder, source, 'all');
  } else if (!finder.functions.has(name) && callee.kind === 'name') {
    for (const { value } of args)
      for (const source of sourcesOf(value)) note(finder, source, isList(finder, value) ? 'all' : 'lists');
  }
}

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

/** The variables that a text may name: any, if it is not known. */
function namesMeant({ code }: Finder, { start, end, kind }: Expression): Iterable<string> {
  const text = code.slice(start, end);
  const name = kind === 'text' ? /^:?["']?[@$]*(\w+)["']?$/.exec(text)?.[1] : undefined;
  if (name !== undefined) return [name];
  return new Set(code.match(/\b[A-Za-z_]\w*/g));
}

function noteAssign(finder: Finder, { target, adds }: Expression & { kind: 'assign' }): void {
  if (target.kind === 'list' || target.kind === 'dict') {
    const items = target.kind === 'list' ? target.items : target.items.map(({ value }) => value);
    for (const item of items) noteTarget(finder, item, false);
    return;
  }
  noteTarget(finder, target, adds);
}

function noteTarget(finder: Finder, target: Expression, adds: boolean): void {
  if (setsBehind(finder, target)) for (const source of sourcesOf(target)) note(finder, source, 'all');
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
      if (holder === undefined) return;
      // `list.length = 0` drops items.
      const isCut = target.kind === 'member' && target.name === 'length';
      const isKnown = target.kind !== 'slice' && !holder.deep && !isCut;
      // The first argument of a Perl function is the value of the caller itself.
      note(
        finder,
        holder.name,
        isArgument(finder, holder.name) || (finder.sharesTexts && target.kind === 'index')
          ? 'all'
          : isKnown
            ? 'known'
            : 'lists',
      );
      return;
    }
    case 'call':
      for (const { value } of target.args) for (const source of sourcesOf(value)) note(finder, source, 'all');
      return;
    case 'other':
      for (const source of sourcesOf(target)) note(finder, source, 'lists');
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
