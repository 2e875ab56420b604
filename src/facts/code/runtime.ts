/**
 * The state of going through a script once: its names and what they stand for,
 * what was found, and what the pass before has learnt of functions and loops.
 * Work is counted, so that a hostile script ends too.
 */
import type { Piece, Shape } from '../../pattern/shape.ts';
import { type Changes, plainName } from './changes.ts';
import type { Dialect } from './dialect.ts';
import type { Expression, FunctionExpression } from './expression.ts';
import { type CodeFinding, cutOff } from './finding.ts';
import type { Library } from './library.ts';
import type { Program } from './parse.ts';
import {
  choicesOf,
  hereAsDot,
  homeAsVariable,
  homeFirst,
  perhapsChanged,
  refValue,
  union,
  unknownValue,
  type Value,
  type Written,
} from './value.ts';

/** Parts of the evaluation that other parts go back to: calls hold expressions, and expressions calls. */
export interface Evaluator {
  readonly bind: (runtime: Runtime, target: Expression, value: Value) => void;
  readonly define: (
    runtime: Runtime,
    node: FunctionExpression,
    given: readonly Value[],
    others?: ReadonlyMap<string, Value>,
  ) => Value;
  readonly evaluate: (runtime: Runtime, expression: Expression) => Value;
  readonly evaluateAll: (runtime: Runtime, expressions: readonly Expression[]) => Value;
  readonly mutate: (runtime: Runtime, expression: Of<'call'>, given: readonly Value[]) => void;
  readonly memberOf: (runtime: Runtime, object: Value, name: string, source: string) => Value;
}

export const evaluate = (runtime: Runtime, expression: Expression): Value =>
  runtime.evaluator.evaluate(runtime, expression);
export const evaluateAll = (runtime: Runtime, expressions: readonly Expression[]): Value =>
  runtime.evaluator.evaluateAll(runtime, expressions);

/** What is known of how a script is run. */
export interface ScriptContext {
  /** Its arguments (`sys.argv[1:]`); undefined where they are not known. */
  readonly args?: readonly Shape[] | undefined;
  /** The folder of its file; undefined for code that is in no file. */
  readonly folder?: Shape | undefined;
}

/** A language, with what is known of its library. */
export interface Language {
  readonly dialect: Dialect;
  readonly library: Library;
  /** Kinds of results that only this language has. */
  readonly results: ReadonlyMap<string, Result>;
  /** Other names of the same thing, also as the first part of a longer name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Endings of names that change nothing: `Sync`. */
  readonly endings: readonly string[];
  /** What backticks run: text for a shell, or words. */
  readonly backticks: 'shell' | 'words';
  /** Names under which the environment is found. */
  readonly environments: ReadonlySet<string>;
  /** Names of lists of the script's arguments, and how many others stand before them; any of them where that varies. */
  readonly argumentLists: ReadonlyMap<string, number | 'varies'>;
  /** The list of arguments whose files an option has the interpreter read, whatever the script says: `perl -n`. */
  readonly readsArguments?: string;
  /** Names of the folder that the script's file is in: the current one for code that is in none. */
  readonly ownFolder?: ReadonlySet<string>;
  /** Values that always are the same. */
  readonly constants: ReadonlyMap<string, Value>;
  /** A text can be called like the function that it names. */
  readonly callsTexts: boolean;
  /** A member or a name of a function is a call of it without arguments. */
  readonly callsNames: 'members' | 'all' | 'none';
  /** What is assigned in a function stays there unless it says `global`. */
  readonly localAssignments: boolean;
  /** Modules of the language itself whose functions do nothing to files, programs or hosts but what the library says. */
  readonly harmless: ReadonlySet<string>;
  /** Names that are the same everywhere all the same: `$x` of Ruby. */
  readonly globalNames?: RegExp;
  /** Of these, a member whose name is not known could be anything. */
  readonly modules: ReadonlySet<string>;
}

export interface Scope {
  readonly names: Map<string, Value>;
  readonly outer: Scope | undefined;
  /** All that its names have stood for, where it may be left at any place. */
  readonly all?: Map<string, Value>;
  /** Set where it is a function's. */
  readonly node: FunctionExpression | undefined;
}

/** What a pass learns for the next. */
export interface Memory {
  readonly parameters: Map<FunctionExpression, readonly Value[]>;
  readonly returns: Map<FunctionExpression, Value>;
  readonly branches: Map<Expression, ReadonlyMap<string, Value>>;
  /** All that names have stood for, by the function that they are local to: whoever is called later may find any of it. */
  readonly ever: Map<FunctionExpression | undefined, Map<string, Value>>;
  /** Functions that are called, and those that may be called more than once. */
  readonly called: Set<FunctionExpression>;
  readonly many: Set<FunctionExpression>;
  /** The script changes its directory. */
  moves: boolean;
}

export const emptyMemory = (): Memory => ({
  parameters: new Map(),
  returns: new Map(),
  branches: new Map(),
  ever: new Map(),
  called: new Set(),
  many: new Set(),
  moves: false,
});

/** Where what is found stands in the script that was given. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Values by name, and in which functions the names were found to be of the outside. */
export interface Outside {
  readonly values: Map<string, Value>;
  readonly names: Map<FunctionExpression, Set<string>>;
}

export interface Runtime {
  readonly evaluator: Evaluator;
  readonly language: Language;
  readonly args: readonly Shape[] | undefined;
  /** The folder of the script's file; undefined for code that is in none. */
  readonly folder: Shape | undefined;
  readonly findings: CodeFinding[];
  /** Findings by what they say, so that each is there once. */
  readonly seen: Map<string, number>;
  readonly written: Written[];
  readonly functions: Map<string, FunctionExpression>;
  /** The first names of modules that were imported. */
  readonly imported: Set<string>;
  /** Modules of which all names were imported. */
  readonly stars: string[];
  readonly globals: ReadonlySet<string>;
  readonly before: Memory;
  readonly memory: Memory;
  /** Scripts inside of the script, by their text. */
  readonly programs: Map<string, Program>;
  /** Functions made of texts, by their text. */
  readonly made: Map<string, FunctionExpression>;
  /** Names whose values may change without being given another. */
  changes: Changes;
  /** What functions give to names outside of themselves, at whatever time. */
  readonly outside: Outside;
  scope: Scope;
  code: string;
  /** Set while a text of the script is run as a script. */
  inside: Span | undefined;
  evals: number;
  function: FunctionExpression | undefined;
  /** How many loops this is inside of that run nobody knows how often. */
  repeating: number;
  /** How many branches and functions this is inside of. */
  branching: number;
  /** How many loops and functions this is inside of, so that it may be done at another time, too. */
  again: number;
  steps: number;
  depth: number;
  unrolls: number;
  exceeded: boolean;
}

const mostFindings = 1000;

/** Adds a finding, once. Gives its index; -1 where it was known or there are too many. */
export function emit(runtime: Runtime, finding: CodeFinding): number {
  const { findings, seen } = runtime;
  const when = runtime.again > 0 ? { ...finding, again: true } : finding;
  const placed = settled(runtime.inside === undefined ? when : { ...when, ...runtime.inside });
  const key = JSON.stringify(placed);
  const known = seen.get(key);
  if (known !== undefined) return known;
  if (findings.length >= mostFindings) {
    runtime.exceeded = true;
    return -1;
  }
  seen.set(key, findings.length);
  return findings.push(placed) - 1;
}

/** With every home, and the directory, where they may stand. */
function settled(finding: CodeFinding): CodeFinding {
  switch (finding.kind) {
    case 'path': {
      const { path, target } = finding;
      return { ...finding, path: settledPath(path), target: target && settledPath(target) };
    }
    case 'shell': {
      const isMoved = finding.cwd !== undefined || finding.text.pieces.some(changesDirectory);
      const text = homeAsVariable(hereAsDot(finding.text, isMoved));
      return { ...finding, ...settledStart(finding), text };
    }
    case 'run': {
      const words = finding.words.map((word) => settledPath(word, finding.cwd !== undefined));
      return { ...finding, ...settledStart(finding), words };
    }
    case 'connect':
      return { ...finding, url: settledPath(finding.url) };
    case 'load':
    case 'cwd':
      return { ...finding, path: settledPath(finding.path) };
    case 'unknown':
      return finding;
    default: {
      const never: never = finding;
      return never;
    }
  }
}

const settledPath = (path: Shape, isMoved = false): Shape => homeFirst(hereAsDot(path, isMoved));

type Start = Pick<CodeFinding & { kind: 'run' }, 'cwd' | 'stdin'>;
const settledStart = ({ cwd, stdin }: Start): Start => ({
  cwd: cwd && settledPath(cwd),
  stdin: stdin && homeAsVariable(hereAsDot(stdin, true)),
});

const changesDirectory = (piece: Piece): boolean =>
  piece.kind === 'text' && /\b(?:cd|pushd)\b/.test(piece.text);

export function emitUnknown(runtime: Runtime, span: Span, why: string): void {
  const text = sourceOf(runtime, span);
  emit(runtime, { kind: 'unknown', text, why, certain: true, start: span.start, end: span.end });
}

/** The first of these; where there are more, the script does what is not followed. */
export function firstOf<Item>(
  runtime: Runtime,
  span: Span,
  items: readonly Item[],
  most: number,
  what: string,
): readonly Item[] {
  if (items.length <= most) return items;
  emit(runtime, cutOff(what, runtime.code, span));
  return items.slice(0, most);
}

/** As written, but not endless. */
export const sourceOf = ({ code }: Runtime, { start, end }: Span): string =>
  code.slice(start, Math.min(end, start + 200));

/** What a name stands for. Behind a function's border, also all that it stands for at any other time. */
export function lookUp(runtime: Runtime, name: string, from = runtime.scope): Value | undefined {
  let crossed = false;
  /** What it is given later where it may be local, or at any other time outside of the function. */
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
    // It runs before anything has a value.
    if (border?.name === 'BEGIN') unset = unknownValue;
    crossed = true;
  }
  return ever && union(ever, unset, ofLibrary(runtime, name));
}

/** The function that a scope is in; undefined for the script itself. */
function borderOf(scope: Scope): FunctionExpression | undefined {
  let at: Scope = scope;
  while (at.node === undefined && at.outer !== undefined) at = at.outer;
  return at.node;
}

/** Of more names than these in a function nothing is kept. */
const mostNames = 5000;

/** Keeps what a name has stood for, for the next pass. */
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
  const isLocal = declared || (language.localAssignments && !isGlobal);
  if (!isLocal) noteOutside(runtime, name, given);
  const value = unsettled(runtime, name, given);
  scope.names.set(name, value);
  scope.all?.set(name, union(scope.all.get(name), value));
  remember(runtime, scope, name, value);
  if (!isLocal) assignOutside(runtime, name, value);
}

/** A value with all that it may become under a name: by changes in place, and by functions that set the name. */
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

/** Whether a name is of a thing that has other names too: `o.p`. */
function isMemberOf(changes: Changes, name: string): boolean {
  const dot = name.indexOf('.');
  return dot > 0 && changes.has(name.slice(0, dot));
}

/** What a name stands for is another thing now, for whoever has the name: it was not given a value, but changed. */
export function changeFor(runtime: Runtime, name: string, value: Value): void {
  noteOutside(runtime, name, value);
  assign(runtime, name, value, true);
  assignOutside(runtime, name, value);
}

/** Keeps what a function gives to a name that is not its own. */
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
 * Sets a name outside of the function that this is in: in the branches around it, so that a loop finds it in its next
 * round, and in all functions around that have the name, since any of these may only have set it too.
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

/** Runs what may not be run: its names are also what they were. */
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
  memory.branches.set(branch, layer.names);
  for (const [name, value] of layer.names) {
    if (name === '$_') continue;
    const usual = isGiven(runtime, name) ? undefined : ofLibrary(runtime, name);
    const after = union(lookUp(runtime, name), usual, value, layer.all?.get(name));
    scope.names.set(name, after);
    scope.all?.set(name, union(scope.all.get(name), after));
  }
  return result;
}

const leaving =
  /\b(?:break|continue|last|next|redo|goto|try|except|catch|rescue|switch|case|match|begin|eval|throw|raise|die)\b/;
const left = new WeakMap<Expression, boolean>();

/** Whether a branch may end before its last statement: what its names stood for before that stays then. */
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

/** What the library has under a name, as long as the script gives it no value. */
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

/** Whether what is gone through may be done several times. */
export const mayRepeat = ({ repeating, function: node, before }: Runtime): boolean =>
  repeating > 0 || (node !== undefined && before.many.has(node));

/** Runs the body of a function, in a scope of its own. */
export function inFunction(
  runtime: Runtime,
  node: FunctionExpression,
  names: Map<string, Value>,
  run: () => void,
): void {
  const { scope, function: outside } = runtime;
  runtime.scope = { names, outer: scope, node };
  runtime.function = node;
  runtime.branching++;
  runtime.again++;
  run();
  runtime.again--;
  runtime.branching--;
  runtime.scope = scope;
  runtime.function = outside;
}

/** The expressions of a kind, also where one type stands for two. */
export type Of<Kind extends Expression['kind']> = Expression & { readonly kind: Kind };

/** A kind of result. Some do things besides, where the tables cannot say what. */
export type Result = (
  call: Call,
  runtime: Runtime,
  details: readonly string[],
  operations: Operations,
) => Value;

export interface Call extends Span {
  /** Canonical: `os.system`. */
  readonly name: string;
  /** What a method belongs to. */
  readonly self: Value | undefined;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** What further arguments could be: `f(*args)`. */
  readonly more: Value | undefined;
  /** It is called by someone else, with arguments that are not known. */
  readonly partial: boolean;
  readonly source: string;
}

/** What results need of the evaluation. */
export interface Operations {
  readonly apply: (runtime: Runtime, callee: Value, call: Call) => Value;
  readonly member: (runtime: Runtime, object: Value, name: string, call: Call) => Value;
  readonly evaluate: (runtime: Runtime, text: string, call: Call) => Value;
}

export const deepest = 600;

export const mostEvals = 20;

export const mostSteps = 100_000;

/** The first name of a module: `node:fs/promises` is of `fs`. */
export const moduleOf = (name: string): string => name.replace(/^node:/, '').split(/[./]/, 1)[0] ?? name;

/** A name of the library as the tables have it. */
export function canonical(runtime: Runtime, name: string): string {
  const { aliases } = runtime.language;
  // What a module gives as its default is the module itself.
  let current = name.replaceAll('.default.', '.').replace(/\.default$/, '');
  for (let turn = 0; turn < 6; turn++) {
    let prefix = current;
    let replaced: string | undefined;
    for (let length = 0; length < 8 && prefix !== ''; length++) {
      const alias = aliases.get(prefix);
      if (alias !== undefined) {
        const rest = current.slice(prefix.length);
        replaced = alias === '' ? rest.slice(1) : `${alias}${rest}`;
        break;
      }
      const dot = prefix.lastIndexOf('.');
      prefix = dot < 0 ? '' : prefix.slice(0, dot);
    }
    if (replaced === undefined || replaced === current) return current;
    current = replaced;
  }
  return current;
}
