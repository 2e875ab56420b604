/**
 * What a shell remembers from one command to the next: its directory,
 * variables, functions, aliases, and the files that the script itself wrote.
 */
import type { Function as FunctionNode } from 'unbash';
import { type PathShape, readPathShape, showPathShape } from '../../pattern/path-shape.ts';
import { anyShape, type Shape } from '../../pattern/shape.ts';
import type { PathEffect } from '../effect.ts';
import { type Budget, costOfText, spend } from './budget.ts';
import { SharedTable } from './shared-table.ts';
import type { Source } from './source.ts';
import { lengthOf, mergeOrigins, type Stream, type Word, wordOfShape } from './word.ts';

/** A function, and the text that its tree points into. */
export interface ShellFunction {
  readonly node: FunctionNode;
  readonly source: Source;
  /** Whether it has been called: one that never is could be called by what is not seen. */
  readonly called: { yes: boolean };
}

const noDirectories: readonly PathShape[] = [];
const noDescriptors: ReadonlyMap<number, Stream> = new Map();

export class ShellState {
  cwd: PathShape | undefined;
  /** Directories below the current one on the stack of `pushd`. */
  directories: readonly (PathShape | undefined)[];
  previous: PathShape | undefined;
  /** `undefined` where the positional parameters are not known. */
  positional: readonly Word[] | undefined;
  readonly #variables: SharedTable<Word | readonly Word[]>;
  readonly functions: SharedTable<ShellFunction>;
  readonly aliases: SharedTable<Word>;
  /** Names that stand for other variables: `declare -n r=x`. */
  readonly references: SharedTable<string>;
  /** Where programs are, as the script itself says: `hash -p /bin/rm ls`. */
  readonly places: SharedTable<Word>;
  /** By the shown path; shared by all shells of a call, since files are. */
  readonly files: Map<string, Stream>;
  readonly budget: Budget;
  /** What open descriptors give, from 3 on; and standard input, where the shell itself has been given another. */
  descriptors: ReadonlyMap<number, Stream>;
  /** Standard error goes where standard output does, so that whoever reads one reads both. */
  joined: boolean;

  constructor(cwd: PathShape | undefined, budget: Budget, from?: ShellState) {
    this.cwd = cwd;
    this.budget = budget;
    this.#variables = from?.variables.fork() ?? new SharedTable();
    this.functions = from?.functions.fork() ?? new SharedTable();
    this.aliases = from?.aliases.fork() ?? new SharedTable();
    this.references = from?.references.fork() ?? new SharedTable();
    this.places = from?.places.fork() ?? new SharedTable();
    this.files = from?.files ?? new Map();
    // A shell that has been there before may have been given some.
    this.positional = from?.positional;
    this.directories = from?.directories ?? noDirectories;
    this.previous = from?.previous;
    this.descriptors = from?.descriptors ?? noDescriptors;
    this.joined = from?.joined ?? false;
  }

  /** A shell of its own that begins like this one: what it sets stays in it. */
  fork(): ShellState {
    const { variables, functions, aliases } = this;
    spend(this.budget, 1 + ((variables.size + functions.size + aliases.size) >> 3));
    return new ShellState(this.cwd, this.budget, this);
  }

  get variables(): SharedTable<Word | readonly Word[]> {
    return this.#variables;
  }

  get(name: string): Word | readonly Word[] | undefined {
    return this.#variables.get(this.#meant(name));
  }

  set(name: string, value: Word | readonly Word[]): void {
    this.#variables.set(this.#meant(name), value);
  }

  #meant(name: string): string {
    if (this.references.size === 0) return name;
    let meant = name;
    for (let hops = 0; hops < 8; hops++) {
      const next = this.references.get(meant);
      if (next === undefined) break;
      meant = next;
    }
    return meant;
  }

  /** Opens a descriptor for good, or, without a stream, closes it. */
  open(descriptor: number, stream: Stream | undefined): void {
    if (stream === undefined && !this.descriptors.has(descriptor)) return;
    const all = new Map(this.descriptors);
    if (stream === undefined) all.delete(descriptor);
    else all.set(descriptor, stream);
    this.descriptors = all;
  }

  unset(name: string): void {
    this.#variables.delete(name);
  }

  /** A path as a word says it, where this shell stands. */
  resolve(path: Shape): PathShape {
    return readPathShape(path, this.cwd);
  }

  /** What a file that this call wrote holds. */
  file(path: PathShape): Stream | undefined {
    return this.files.size === 0 ? undefined : this.files.get(showPathShape(path));
  }

  /** Files whose content is in what a path names: what it was made of, by itself, in a directory around it or below it. */
  sourcesAt(path: PathShape): readonly PathEffect[] {
    if (this.files.size === 0) return [];
    spend(this.budget, 1 + (this.files.size >> 4));
    const shown = showPathShape(path);
    const held: PathEffect[] = [];
    for (const [file, { sources }] of this.files)
      if (sources.length > 0 && (file === shown || isBelow(file, shown) || isBelow(shown, file)))
        held.push(...sources);
    return held;
  }

  write(path: PathShape, content: Stream): void {
    if (this.files.size < 1000) this.files.set(showPathShape(path), content);
  }

  /** Takes what either of two ways through the script leaves behind; what they differ in is not known. */
  merge(ways: readonly ShellState[]): void {
    const [first, ...rest] = ways;
    if (first === undefined) return;
    this.cwd = rest.every((way) => sameDirectory(way.cwd, first.cwd)) ? first.cwd : floating;
    spend(this.budget, ways.reduce((sum, { variables }) => sum + variables.size, 0) >> 2);
    if (this.references.size === 0 && ways.every(({ variables }) => variables.isSame(this.#variables))) {
      this.#mergeNames(ways);
      return;
    }
    const names = new Set(ways.flatMap((way) => [...way.variables.keys()]));
    for (const name of names) {
      const values = ways.map((way) => way.variables.get(name));
      const value = values[0];
      if (value !== undefined && values.every((each) => each === value)) this.set(name, value);
      else this.set(name, mergeValues(name, values, this.budget));
    }
    this.#mergeNames(ways);
  }

  #mergeNames(ways: readonly ShellState[]): void {
    for (const way of ways) {
      takeAll(way.functions, this.functions);
      takeAll(way.aliases, this.aliases);
      takeAll(way.references, this.references);
      takeAll(way.places, this.places);
    }
  }
}

/** Whether a path lies below another. */
const isBelow = (outer: string, inner: string): boolean =>
  inner.length > outer.length &&
  (outer.endsWith('/') || inner[outer.length] === '/') &&
  inner.startsWith(outer);

const floating: PathShape = { anchor: 'floating', segments: [] };

/** Sets in a table what is set in another. */
export function takeAll<Value>(from: SharedTable<Value>, to: SharedTable<Value>): void {
  if (from.size === 0 || from.isSame(to)) return;
  for (const [name, value] of from) to.set(name, value);
}

const sameDirectory = (a: PathShape | undefined, b: PathShape | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && showPathShape(a) === showPathShape(b));

function mergeValues(
  name: string,
  values: readonly (Word | readonly Word[] | undefined)[],
  budget: Budget,
): Word {
  const words = values.flatMap((value) => value ?? []);
  spend(budget, words.length + costOfText(words.reduce((sum, { shape }) => sum + lengthOf(shape), 0)));
  const texts = new Set(words.map(({ shape }) => JSON.stringify(shape.pieces)));
  const [only] = words;
  if (texts.size === 1 && only !== undefined && values.every((value) => value !== undefined)) return only;
  return wordOfShape(anyShape(`$${name}`), mergeOrigins(...words));
}
