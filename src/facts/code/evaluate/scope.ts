/** The names of a script: what they hold where the script is now, and assignments to them, also those of a branch that may not run. */
import type { Changes } from '../syntax/changes.ts';
import type { Expression, FunctionExpression } from '../syntax/expression.ts';
import { plainName } from '../syntax/shared-names.ts';
import { choicesOf, perhapsChanged, refValue, union, unknownValue, type Value } from '../values/value.ts';
import { canonical, type Runtime, type Scope } from './runtime.ts';

/** Blocks that run before the script, and so before any of its assignments. */
const beforeAssignments: ReadonlySet<string> = new Set(['BEGIN', 'UNITCHECK', 'CHECK', 'INIT']);

/** The value of a name. If the name belongs to an outer function, also all its values at other times. */
export function lookUp(runtime: Runtime, name: string, from = runtime.scope): Value | undefined {
  let crossed = false;
  /** Values that it gets later where it may be local, or at any time outside the function. */
  let ever: Value | undefined;
  let unset: Value | undefined;
  for (let scope: Scope | undefined = from; scope !== undefined; scope = scope.outer) {
    const found = scope.names.get(name);
    if (found !== undefined && !crossed) return found;
    const border = borderOf(scope);
    const given = runtime.before.ever.get(border)?.get(name);
    if (found !== undefined) return union(found, ever, given, unset, ofLibrary(runtime, name));
    if (scope.node === undefined && scope.outer !== undefined) continue;
    if (given !== undefined) ever = union(ever, given);
    if (border?.name !== undefined && beforeAssignments.has(border.name)) unset = unknownValue;
    crossed = true;
  }
  return ever && union(ever, unset, ofLibrary(runtime, name));
}

/** The function of a scope; undefined for the script itself. */
function borderOf(scope: Scope): FunctionExpression | undefined {
  let at: Scope = scope;
  while (at.node === undefined && at.outer !== undefined) at = at.outer;
  return at.node;
}

/** The limit of names in a function whose values are kept. */
const mostNames = 5000;

/** Keeps a value of a name for the next pass. */
function remember(runtime: Runtime, scope: Scope, name: string, value: Value): void {
  const border = borderOf(scope);
  const { memory } = runtime;
  const known = memory.ever.get(border) ?? new Map<string, Value>();
  memory.ever.set(border, known);
  if (known.size <= mostNames || known.has(name)) known.set(name, union(known.get(name), value));
  else runtime.exceeded = true;
}

export function assign(runtime: Runtime, name: string, given: Value, declared: boolean): void {
  const { scope, language, globals } = runtime;
  if (!scope.names.has(name) && scope.names.size > mostNames) {
    runtime.exceeded = true;
    return;
  }
  const isGlobal = globals.has(name) || name.includes('.') || language.globalNames?.test(name) === true;
  const isCaptured = borderOf(scope)?.captured?.includes(name) === true;
  const isLocal = !isCaptured && (declared || (language.localAssignments && !isGlobal));
  if (!isLocal) noteOutside(runtime, name, given);
  const value = unsettled(runtime, name, given);
  scope.names.set(name, value);
  scope.all?.set(name, union(scope.all.get(name), value));
  remember(runtime, scope, name, value);
  if (!isLocal) assignOutside(runtime, name, value);
}

/** A value with everything that it may become under a name: by changes in place, and by functions that set the name. */
export function unsettled({ changes, outside }: Runtime, name: string, given: Value): Value {
  const other = outside.values.get(name);
  const value = other === undefined ? given : union(given, other);
  if (changes.size === 0) return value;
  const plain = plainName(name);
  const change = changes.get(plain) ?? (isMemberOf(changes, plain) ? 'all' : undefined);
  if (change === undefined || (change === 'lists' && !choicesOf(value).some(isContainer))) return value;
  return perhapsChanged(value);
}

const isContainer = ({ kind }: Value): boolean => kind === 'list' || kind === 'dict';

/** Whether the name is a member of an object that may have other names too: `o.p`. */
function isMemberOf(changes: Changes, name: string): boolean {
  const dot = name.indexOf('.');
  return dot > 0 && changes.has(name.slice(0, dot));
}

/** Replaces the value of a name for everything that shares it: the value was changed in place, not assigned. */
export function changeFor(runtime: Runtime, name: string, value: Value): void {
  noteOutside(runtime, name, value);
  assign(runtime, name, value, true);
  assignOutside(runtime, name, value);
}

/** Keeps the value that a function assigns to an outer name. */
function noteOutside(runtime: Runtime, name: string, value: Value): void {
  const { outside, scope } = runtime;
  const border = borderOf(scope);
  if (border === undefined || name === '$_') return;
  const known = outside.names.get(border) ?? new Set<string>();
  outside.names.set(border, known);
  if (!known.has(name)) {
    for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
      if (at.names.has(name)) return;
      if (at.node !== undefined) break;
    }
    known.add(name);
  }
  outside.values.set(name, union(outside.values.get(name), value));
}

/**
 * Assigns to a name outside the current function. The branches around it get the value, so that a loop sees it in its
 * next round. All functions around it that have the name get it too, because each of them may only have set it as well.
 */
export function assignOutside(runtime: Runtime, name: string, value: Value): void {
  let crossed = false;
  for (let outer: Scope | undefined = runtime.scope; outer !== undefined; outer = outer.outer) {
    const isLayer = outer.node === undefined;
    if (crossed && (isLayer || outer.names.has(name))) {
      outer.names.set(name, union(lookUp(runtime, name, outer), value));
      remember(runtime, outer, name, value);
    }
    if (!isLayer) crossed = true;
  }
}

/** Evaluates what may not run: afterwards the names may have their old values too. */
export function inBranch<Result>(runtime: Runtime, branch: Expression, run: () => Result): Result {
  const { scope, before, memory } = runtime;
  const names = new Map<string, Value>();
  const layer: Scope = mayBeLeft(runtime, branch)
    ? { names, outer: scope, node: undefined, all: new Map() }
    : { names, outer: scope, node: undefined };
  for (const [name, value] of before.branches.get(branch) ?? []) {
    layer.names.set(name, union(lookUp(runtime, name), value));
  }
  runtime.scope = layer;
  runtime.branching++;
  const result = run();
  runtime.branching--;
  runtime.scope = scope;
  memory.branches.set(branch, joined(memory.branches.get(branch), layer.names));
  for (const [name, value] of layer.names) {
    if (name === '$_') continue;
    const usual = isGiven(runtime, name) ? undefined : ofLibrary(runtime, name);
    const after = union(lookUp(runtime, name), usual, value, layer.all?.get(name));
    scope.names.set(name, after);
    scope.all?.set(name, union(scope.all.get(name), after));
  }
  return result;
}

/** A branch in a loop runs several times in a pass: its names, with what they held each time. */
function joined(
  earlier: ReadonlyMap<string, Value> | undefined,
  names: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  if (earlier === undefined) return names;
  const all = new Map(earlier);
  for (const [name, value] of names) all.set(name, union(all.get(name), value));
  return all;
}

const leaving =
  /\b(?:break|continue|last|next|redo|goto|try|except|catch|rescue|switch|case|match|begin|eval|throw|raise|die)\b/;

const left = new WeakMap<Expression, boolean>();

/** Whether a branch may end early: then the earlier values of its names are also possible. */
function mayBeLeft({ code }: Runtime, branch: Expression): boolean {
  const known = left.get(branch);
  if (known !== undefined) return known;
  const { start, end } = branch;
  const leaves = leaving.test(code.slice(Math.max(0, start - 20), end));
  left.set(branch, leaves);
  return leaves;
}

function isGiven({ scope }: Runtime, name: string): boolean {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer)
    if (at.names.has(name)) return true;
  return false;
}

/** The library object with a name, unless the script assigns to it. */
function ofLibrary(runtime: Runtime, name: string): Value | undefined {
  const dot = name.indexOf('.');
  const module = dot < 0 ? undefined : lookUp(runtime, name.slice(0, dot));
  const full = canonical(runtime, module?.kind === 'ref' ? `${module.name}${name.slice(dot)}` : name);
  const { library, endings } = runtime.language;
  const isKnown =
    library.has(full) ||
    endings.some((each) => full.endsWith(each) && library.has(full.slice(0, -each.length)));
  return isKnown ? refValue(full) : undefined;
}
