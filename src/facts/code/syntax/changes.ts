/**
 * Finds the names of a script whose values may change without an assignment to the name: a list or table that has two
 * names, or that a method changes, and a text that is changed in place. The whole script is searched at once, in no
 * order. So the answer holds in whatever order its functions are called.
 */
import { type Expression, partsOfExpression } from './expression.ts';
import {
  calleeOf,
  groupOf,
  holderOf,
  linkAll,
  linkNames,
  namesGiven,
  nodeOf,
  noteFunction,
  plainName,
  type Sharing,
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
}

interface Finder extends Sharing, Pick<ChangeRules, 'isHarmless'> {
  readonly changed: Map<string, Change>;
  /** The functions and methods that are called where they are named. */
  readonly callees: ReadonlySet<Expression>;
}

/** How a value changes. `known`: to a value that is followed. `lists`: to one that is not. `all`: a text changes in place. */
type Change = 'known' | 'lists' | 'all';

export function findChanges(
  body: readonly Expression[],
  code: string,
  { isHarmless, sharesTexts, returnsLast, passed }: ChangeRules,
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
    returnsLast,
    passed: new Set(passed !== undefined && code.includes(passed) ? [passed] : []),
    copies: new Map(),
    functions: new Map(),
    groups: new Map(),
    sizes: new Map(),
    same: new Map(),
    references: new Set(),
    loops: new Set(),
    changed: new Map(),
    callees: new Set(all.flatMap((each) => (each.kind === 'call' ? [each.callee] : []))),
  };
  for (const each of all) noteFunction(finder, each);
  // Most scripts change nothing; only a reference or the item of a block could still make a plain assignment a change.
  if (!/[$@&]|\b_\b/.test(code)) {
    for (const each of all) noteChanges(finder, each);
    if (finder.changed.size === 0) return noChanges;
  }
  noteOtherNames(finder);
  linkNames(finder, all);
  for (const each of all) noteChanges(finder, each);
  return settle(finder);
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
  /^(?:shift|pop|splice|chop|chomp|substr|read|sysread|recv|vec|lc_in_place|array_(?:shift|pop|splice|walk|walk_recursive|multisort)|[aku]?r?sort|usort|uasort|uksort|arsort|krsort|natsort|natcasesort|shuffle|settype|preg_match|preg_match_all|parse_str|str_replace|end|\w+!|table\.(?:insert|remove|sort|move)|Object\.(?:assign|define\w+|setPrototypeOf)|Reflect\.(?:set|deleteProperty|defineProperty|setPrototypeOf)|setattr|getattr|rawset|extract|(?:\w+\.)*(?:shuffle|heapify|heappush|heappop|heapreplace|setitem|delitem|iadd|insort|insort_left|insort_right))$/;

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
  if (name !== undefined && finder.isHarmless(name) && !changingFunctions.test(name)) return;
  if (
    callee.kind === 'member' &&
    (changing.test(callee.name) ||
      following.test(callee.name) ||
      (finder.sharesTexts && changingTexts.test(callee.name)))
  ) {
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
        note(finder, source, isList(finder, value) ? 'all' : 'lists');
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
        isArgument(finder, holder.name) || (finder.sharesTexts && target.kind === 'index')
          ? 'all'
          : isKnown
            ? 'known'
            : 'lists',
      );
      return;
    }
    case 'call':
      for (const { value } of target.args)
        for (const source of namesGiven(finder, value)) note(finder, source, 'all');
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
