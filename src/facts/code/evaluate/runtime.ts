/**
 * The state of one pass over a script: the values of its names, the findings, and what the pass before has learnt of
 * functions and loops. Steps are counted, so that the evaluation of a hostile script ends too.
 */
import type { Span } from '../../../language/source.ts';
import type { Piece, Shape } from '../../../pattern/text/shape.ts';
import type { Changes } from '../syntax/changes.ts';
import type { Dialect } from '../syntax/dialect.ts';
import type { Expression, FunctionExpression } from '../syntax/expression.ts';
import type { ScriptTree } from '../syntax/parse.ts';
import { type CodeFinding, cutOff } from '../values/finding.ts';
import type { Shown } from '../values/shown-names.ts';
import {
  hereAsDot,
  homeAsVariable,
  homeFirst,
  refValue,
  textValue,
  union,
  unknownValue,
  type Value,
  type Written,
} from '../values/value.ts';
import type { Library } from './library.ts';
import type { OwnLibrary } from './own-library.ts';

/** Functions of the evaluation that call each other across files: calls contain expressions, and expressions calls. */
export interface Evaluator {
  readonly bind: (runtime: Runtime, target: Expression, value: Value) => void;
  readonly define: (
    runtime: Runtime,
    node: FunctionExpression,
    given: readonly Value[],
    others?: ReadonlyMap<string, Value>,
    isLater?: boolean,
  ) => Value;
  readonly evaluate: (runtime: Runtime, expression: Expression) => Value;
  readonly evaluateAll: (runtime: Runtime, expressions: readonly Expression[]) => Value;
  readonly mutate: (runtime: Runtime, expression: Of<'call'>, given: readonly Value[]) => void;
  readonly memberOf: (runtime: Runtime, object: Value, name: string, source: string) => Value;
}

export const evaluateExpression = (runtime: Runtime, expression: Expression): Value =>
  runtime.evaluator.evaluate(runtime, expression);

export const evaluateAll = (runtime: Runtime, expressions: readonly Expression[]): Value =>
  runtime.evaluator.evaluateAll(runtime, expressions);

/** What is known of the run of a script. */
export interface ScriptContext {
  /** Its arguments (`sys.argv[1:]`); undefined where they are not known. */
  readonly args?: readonly Shape[] | undefined;
  /** The folder of its file; undefined for code without a file. */
  readonly folder?: Shape | undefined;
  /** The value of the last expression is printed: `node -p`. */
  readonly printsLast?: boolean | undefined;
  /** Gets each function that is called, more than once where the script is read again. */
  readonly onCall?: OnCall | undefined;
}

/** `name`: the last name of the function, `drop` of `db.a.drop`; undefined where any function may be called. */
export type OnCall = (name: string | undefined, args: readonly Value[]) => void;

/** What the members of a name of the library are: programs, as `program-family.ts` runs them. */
export interface ProgramFamily {
  /** The words in front: `git` of a library for git alone. */
  readonly words: readonly string[];
  /** A member is an object, and its members are the commands on it: `remotes.origin.push`. */
  readonly hasObjects?: boolean;
  /** Its first argument is the repository. */
  readonly takesRepository?: boolean;
  /** A call gives the same object again. */
  readonly chains?: boolean;
  /** The words of members that are no commands themselves; none of those that run nothing. */
  readonly commands?: ReadonlyMap<string, readonly string[]>;
  /** Arguments that are options: `reset('hard')`. */
  readonly options?: ReadonlyMap<string, string>;
  /** Members that take the words as a list. */
  readonly takesWords?: ReadonlySet<string>;
}

/** A language, with its library. */
export interface Language {
  readonly dialect: Dialect;
  readonly library: Library;
  /** Kinds of results that only this language has. */
  readonly results: ReadonlyMap<string, Result>;
  /** Other names of the same thing, also as the first part of a longer name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Suffixes of names that change nothing: `Sync`. */
  readonly endings: readonly string[];
  /** How backticks run: as text for a shell, or as words. */
  readonly backticks: 'shell' | 'words';
  /** Names of the environment. */
  readonly environments: ReadonlySet<string>;
  /** Names of the lists of arguments, and how many other items come first; undefined if that varies. */
  readonly argumentLists: ReadonlyMap<string, number | 'varies'>;
  /** The name of the list of what a function got, if its items are the parameters: `arguments`. */
  readonly passed?: string;
  /** The list of arguments whose files the interpreter reads because of an option: `perl -n`. */
  readonly readsArguments?: string;
  /** Names of the folder of the script's file; for code without a file it is the current folder. */
  readonly ownFolder?: ReadonlySet<string>;
  /** Constants. */
  readonly constants: ReadonlyMap<string, Value>;
  /** A text can be called: it is the name of a function. */
  readonly callsTexts: boolean;
  /** A value that is called may be the name of any function; `new` makes an object, and arguments may have names. */
  readonly callsUnknown: boolean;
  /** A member or a name of a function is a call without arguments. */
  readonly callsNames: 'members' | 'all' | 'none';
  /** A function returns its last expression. */
  readonly returnsLast: boolean;
  /** An assignment in a function is local unless the function says `global`. */
  readonly localAssignments: boolean;
  /** The rest of the library of the language itself: what is not listed is not known. */
  readonly own?: OwnLibrary;
  /** Members through which a script gets at everything that is loaded. */
  readonly insides: ReadonlySet<string>;
  /** Names without a module are those of its own functions, unless the script defines them. */
  readonly hasOwnFunctions: boolean;
  /** Names whose members are programs. */
  readonly programFamilies: ReadonlyMap<string, ProgramFamily>;
  /** Names whose items are programs. */
  readonly programTables: ReadonlySet<string>;
  /** Methods of a program that is a value. */
  readonly programMethods: ReadonlySet<string>;
  /** Functions that print their arguments: `print`. */
  readonly prints: ReadonlySet<string>;
  /** Its modules have names without an import. */
  readonly hasGlobalModules: boolean;
  /** Names that are global nevertheless: `$x` of Ruby. */
  readonly globalNames?: RegExp;
  /** Objects whose members with unknown names could be anything. */
  readonly modules: ReadonlySet<string>;
}

export interface Scope {
  readonly names: Map<string, Value>;
  readonly outer: Scope | undefined;
  /** All values that its names have had, if it may be left early. */
  readonly all?: Map<string, Value>;
  /** Set for the scope of a function. */
  readonly node: FunctionExpression | undefined;
}

/** What a pass learns for the next one. */
export interface PassSummary {
  readonly parameters: Map<FunctionExpression, readonly Value[]>;
  readonly returns: Map<FunctionExpression, Value>;
  readonly branches: Map<Expression, ReadonlyMap<string, Value>>;
  /** All values that names have had, by the function of the name: a function that is called later may see any of them. */
  readonly ever: Map<FunctionExpression | undefined, Map<string, Value>>;
  /** Functions that are called, and those that may be called more than once. */
  readonly called: Set<FunctionExpression>;
  readonly many: Set<FunctionExpression>;
  /** Functions of the library that names without a declaration hold: they may be members of a class. */
  readonly held: Map<string, Value>;
  /** The script changes its directory. */
  moves: boolean;
}

export const emptySummary = (): PassSummary => ({
  parameters: new Map(),
  returns: new Map(),
  branches: new Map(),
  ever: new Map(),
  called: new Set(),
  many: new Set(),
  held: new Map(),
  moves: false,
});

/** Values by name, and the functions in which each name was found to be an outer one. */
export interface Outside {
  readonly values: Map<string, Value>;
  readonly names: Map<FunctionExpression, Set<string>>;
}

/** What the class around inherits from, and what `self` is in it. */
export interface Inherited {
  readonly base: Value;
  readonly made: Value;
}

export interface Runtime {
  readonly evaluator: Evaluator;
  readonly language: Language;
  readonly args: readonly Shape[] | undefined;
  /** The folder of the script's file; undefined for code without a file. */
  readonly folder: Shape | undefined;
  readonly onCall: OnCall | undefined;
  readonly findings: CodeFinding[];
  /** Findings by their content, so that each exists once. */
  readonly seen: Map<string, number>;
  readonly written: Written[];
  readonly functions: Map<string, FunctionExpression>;
  /** The first names of modules that were imported. */
  readonly imported: Set<string>;
  /** Modules that were imported with all their names. */
  readonly stars: string[];
  readonly globals: ReadonlySet<string>;
  /** The names of functions that the script defines somewhere. */
  readonly defined: ReadonlySet<string>;
  /** The script says what operators do with its objects. */
  readonly overloads: boolean;
  readonly before: PassSummary;
  readonly memory: PassSummary;
  /** Scripts inside of the script, by their text. */
  readonly programs: Map<string, ScriptTree>;
  /** Functions made of texts, by their text. */
  readonly made: Map<string, FunctionExpression>;
  /** Names whose values may change without an assignment. */
  changes: Changes;
  /** Values that functions assign to names outside, at any time. */
  readonly outside: Outside;
  scope: Scope;
  code: string;
  /** Set while a text of the script is run as a script. */
  inside: Span | undefined;
  evals: number;
  function: FunctionExpression | undefined;
  /** Set in a class that inherits from one of the library. */
  around: Inherited | undefined;
  /** The classes of the library from which classes of the script inherit, with the members that these define. */
  readonly inherited: Map<string, ReadonlySet<string>>;
  /** How many loops with an unknown number of rounds are around. */
  repeating: number;
  /** How many branches and functions are around. */
  branching: number;
  /** How many loops and functions are around, so that it may also happen at another time. */
  again: number;
  /** What the parts of the current expression show. */
  parts: Shown | undefined;
  steps: number;
  depth: number;
  unrolls: number;
  exceeded: boolean;
}

const mostFindings = 1000;

/** Adds a finding once. Returns its index; -1 if it exists or there are too many. */
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

/** Moves the marks of homes and of the directory to where they are valid. */
function settled(finding: CodeFinding): CodeFinding {
  switch (finding.kind) {
    case 'path': {
      const { path, target, leads } = finding;
      const all = { ...finding, path: settledPath(path), target: target && settledPath(target) };
      return leads === undefined ? all : { ...all, leads: settledPath(leads) };
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
    case 'root':
      return { ...finding, path: settledPath(finding.path) };
    case 'variable':
      return { ...finding, value: settledPath(finding.value) };
    case 'environment':
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

/** The first of these; if there are more, an unknown finding is added. */
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

/** The text as written, up to a limit. */
export const sourceOf = ({ code }: Runtime, { start, end }: Span): string =>
  code.slice(start, Math.min(end, start + 200));

/** Whether the current place may run several times. */
export const mayRepeat = ({ repeating, function: node, before }: Runtime): boolean =>
  repeating > 0 || (node !== undefined && before.many.has(node));

/** Evaluates the body of a function in a new scope. */
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

/** The expressions of a kind, also where two kinds share a type. */
export type Of<Kind extends Expression['kind']> = Expression & { readonly kind: Kind };

/** Computes a kind of result. Some also have effects that the tables cannot express. */
export type Result = (
  call: Call,
  runtime: Runtime,
  details: readonly string[],
  operations: Operations,
) => Value;

export interface Call extends Span {
  /** The canonical name: `os.system`. */
  readonly name: string;
  /** The object of a method. */
  readonly self: Value | undefined;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** The possible values of further arguments: `f(*args)`. */
  readonly more: Value | undefined;
  /** Other code calls it, with unknown arguments. */
  readonly partial: boolean;
  readonly source: string;
}

/** The functions of the evaluation that results use. */
export interface Operations {
  readonly apply: (runtime: Runtime, callee: Value, call: Call) => Value;
  readonly member: (runtime: Runtime, object: Value, name: string, call: Call) => Value;
  readonly evaluate: (runtime: Runtime, text: string, call: Call) => Value;
}

export const deepestExpression = 600;

export const mostEvals = 20;

export const mostSteps = 100_000;

/** An item of a list that may lack it: after `["a"].filter(f)[0]` a text may have `undefined` in it. */
export function orMissing({ language: { dialect } }: Runtime, list: Value, item: Value): Value {
  const isThere = list.kind === 'list' && list.items.length > 0;
  return dialect.missing === undefined || isThere ? item : union(item, textValue(dialect.missing));
}

/** Any member of a module of the library, whose name is not known. */
export function anyMember(runtime: Runtime, value: Value): Value {
  const { library, modules } = runtime.language;
  const name = value.kind === 'ref' ? canonical(runtime, value.name) : '';
  return name !== '' && (modules.has(name) || library.actsIn(name))
    ? refValue(`${name}.?`, value)
    : unknownValue;
}

/** The first name of a module: `node:fs/promises` belongs to `fs`. */
export const moduleOf = (name: string): string => name.replace(/^node:/, '').split(/[./]/, 1)[0] ?? name;

/** The name in the tables for a name of the library. */
export function canonical(runtime: Runtime, name: string): string {
  const { aliases } = runtime.language;
  // The default export of a module is the module itself.
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
