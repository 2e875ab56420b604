/**
 * What a shell remembers from one command to the next: its directory, variables, functions and aliases, and the
 * files that the script itself wrote. Where ways through the script join, each of these may be one of several
 * values. `join` keeps all of them; `waysOf` gives one state for each combination that a command depends on.
 */
import { type PathShape, readPathShape, showPathShape } from '../../../pattern/path/path-shape.ts';
import type { Shape } from '../../../pattern/text/shape.ts';
import type { PathEffect } from '../../effect/effect.ts';
import type { AnyWay, Taken } from '../../effect/way.ts';
import { AskedDirectories, type Directory } from '../../record/directory.ts';
import { descriptorNamed } from '../../record/open-files.ts';
import { type Budget, spend } from '../budget.ts';
import type { Stream, Word } from '../word.ts';
import { Certainty, type End } from './certainty.ts';
import {
  alternativesOf,
  Choice,
  choiceOf,
  type Held,
  keyOfValue,
  unknownVariable,
  type VariableValue,
} from './choice.ts';
import {
  type Exports,
  joinedExports,
  joinedPending,
  noExports,
  ofEnvironment,
  type PendingNames,
  pendingWith,
} from './exports.ts';
import { mayBeAmong, sourcesIn } from './file-names.ts';
import { joinedFrames, type LocalFrame, noLocals } from './frame.ts';
import { turnsGlobOptionsOn } from './glob-options.ts';
import { joinedDescriptors, joinedItems, joinTables, noDescriptors } from './join-ways.ts';
import { sameItems, sameNames } from './like.ts';
import type { Loop } from './loop.ts';
import { joinedModes, type Modes, noModes, turned, withAnyGlobs } from './modes.ts';
import type { Pin } from './pin.ts';
import { findsPrograms, findsUsualFirst, someShape } from './search-path.ts';
import { SharedTable } from './shared-table.ts';
import { keyOfFunctions, type ShellFunction } from './shell-function.ts';
import { Whereabouts } from './whereabouts.ts';
import { type Contents, unknownContent, WrittenFiles } from './written-files.ts';

/** Options that may end a script, or keep its commands from running. */
const mayEndIt: ReadonlySet<string> = new Set(['errexit', 'nounset', 'noexec', 'failglob']);

const noNames: ReadonlySet<string> = new Set();

const none: readonly never[] = [];

/** The state of one shell on one way through the script. */
export class ShellState {
  readonly whereabouts: Whereabouts;
  readonly certainty: Certainty;
  /** Options, and what else is either so or not so. */
  modes: Modes;
  /** The possible positional parameters; `undefined` where they are unknown. */
  #positionals: readonly (readonly Word[] | undefined)[];
  readonly #variables: SharedTable<Held<VariableValue>>;
  /** For each name, the functions that it may refer to; `undefined` among them if it may be no function. */
  readonly functions: SharedTable<readonly (ShellFunction | undefined)[]>;
  readonly aliases: SharedTable<Held<Word>>;
  /** Names that refer to other variables: `declare -n r=x`. */
  readonly references: SharedTable<Held<string>>;
  /** The programs that the script itself assigns to names: `hash -p /bin/rm ls`. */
  readonly places: SharedTable<Held<Word>>;
  readonly files: WrittenFiles;
  /** Directories whose name the call has read (`$PWD`, `pwd`) while a change to them may have failed. */
  readonly asked: AskedDirectories;
  /** What each file holds on this way, until something writes to it. */
  #pins: ReadonlyMap<string, Pin>;
  readonly budget: Budget;
  /** What can be read from open descriptors: from 3 on, and standard input if the shell itself has redirected it. */
  descriptors: ReadonlyMap<number, Stream>;
  /** What the program that runs can read from standard input, also by the name that this has as a file. */
  input: Stream | undefined;
  /** The files that descriptors are open for writing to, by number. */
  targets: ReadonlyMap<number, PathShape>;
  /** Standard error goes to standard output: who reads one reads both. */
  joined: boolean;
  /** The local names of the function that is running; undefined outside of functions. */
  frame: LocalFrame | undefined;
  /** Scripts that ran here and are not known: what they have set may hold what is in them. */
  sourced: readonly PathEffect[];
  /** The ways that left the running function by `return`, and go on behind the call. */
  returning: ShellState[] | undefined;
  /** The loops that are running, the innermost last. */
  loops: readonly Loop<ShellState>[];
  /** Variables that started shells get. */
  exported: Exports;
  /** Variables that make programs run something, and were set or exported since a command last ran. */
  pending: PendingNames;
  /** What runs after any later command and when the shell ends, with the variables and the files of that moment. */
  traps: readonly ((then: ShellState) => void)[];
  /**
   * Values that variables may have whatever a script sets them to: those of readonly variables, and those that
   * a trap sets.
   */
  #always: ReadonlyMap<string, Held<VariableValue>>;
  /** Variables that change the values they are set to: `declare -i`, `-l` and `-u`. */
  changing: ReadonlySet<string>;
  /** Whether anything in this state may have several values. */
  #mayChoose: boolean;

  /** `files`: pass those of the call for its first shell. Other shells share them. */
  constructor(
    cwd: Directory | undefined,
    budget: Budget,
    from?: ShellState,
    files?: WrittenFiles,
    asked?: AskedDirectories,
  ) {
    this.whereabouts = from === undefined ? new Whereabouts(cwd) : from.whereabouts.fork();
    this.certainty = from === undefined ? new Certainty() : from.certainty.fork();
    this.modes = from?.modes ?? noModes;
    this.budget = budget;
    this.#variables = from?.variables.fork() ?? new SharedTable();
    this.functions = from?.functions.fork() ?? new SharedTable();
    this.aliases = from?.aliases.fork() ?? new SharedTable();
    this.references = from?.references.fork() ?? new SharedTable();
    this.places = from?.places.fork() ?? new SharedTable();
    this.files = from?.files ?? files ?? new WrittenFiles(showPathShape);
    this.asked = from?.asked ?? asked ?? new AskedDirectories();
    this.#pins = from === undefined ? noPins : from.#pins;
    // A shell that was there before the call may have got some.
    this.#positionals = from === undefined ? unknownPositionals : from.#positionals;
    this.descriptors = from?.descriptors ?? noDescriptors;
    this.input = from?.input;
    this.targets = from?.targets ?? noTargets;
    this.joined = from?.joined ?? false;
    this.frame = from?.frame;
    this.sourced = from?.sourced ?? none;
    this.returning = from?.returning;
    this.loops = from?.loops ?? none;
    this.exported = from?.exported ?? noExports;
    this.pending = from?.pending ?? noNames;
    this.traps = from?.traps ?? none;
    this.#always = from === undefined ? noneAlways : from.#always;
    this.changing = from?.changing ?? noNames;
    this.#mayChoose = from?.mayChoose ?? false;
  }

  /** The way through the call that this state follows; undefined if the call always takes it. */
  get way(): AnyWay {
    return this.certainty.way;
  }

  /** How this way has ended; undefined while it goes on. Commands after the end are not on this way. */
  get end(): End | undefined {
    return this.certainty.end;
  }

  set end(end: End | undefined) {
    this.certainty.end = end;
  }

  /** Notes that the shell may have ended here: `set -e`, `${x:?}`, a branch that exits. */
  mayEnd(): void {
    this.certainty.mayEnd();
  }

  /** Notes that the shell may have ended here with an error: `. FILE` of dash, where there is no such file. */
  mayFail(): void {
    this.certainty.mayFail(this.traps.length > 0);
  }

  /** Runs something that may not run, on this very state. Its changes stay. */
  unsurely<Result>(run: () => Result, taken?: Taken): Result {
    return this.certainty.unsurely(run, taken);
  }

  /** A copy of this state for another way: changes in the copy stay there. */
  fork(): ShellState {
    const { variables, functions, aliases } = this;
    spend(this.budget, 1 + ((variables.size + functions.size + aliases.size) >> 3));
    return new ShellState(this.cwd, this.budget, this);
  }

  /** A copy of this state for a way that the script may not take. */
  branch(taken?: Taken): ShellState {
    const way = this.fork();
    way.certainty.branch(this.way, taken);
    return way;
  }

  /** Runs something that may not run, on this very state, and removes what holds only if it runs. */
  perhapsDuring<Result>(run: () => Result, taken?: Taken): Result {
    const { perhaps } = this.certainty;
    const pins = this.#pins;
    this.certainty.perhaps = true;
    const result = this.unsurely(run, taken);
    this.certainty.perhaps = perhaps;
    this.#pins = pins;
    return result;
  }

  /** A copy of this shell that can end without ending this one: `( … )`, `$( … )`. */
  subshell(): ShellState {
    const inner = this.fork();
    inner.certainty.enclose();
    return inner;
  }

  /** A shell that this one starts. It has no aliases from here, and only exported functions. */
  child(): ShellState {
    const child = this.fork();
    child.aliases.clear();
    child.places.clear();
    if (!this.modes.exportsFunctions) child.functions.clear();
    child.end = undefined;
    child.certainty.enclose();
    // No shell takes `IFS` from its environment.
    child.unset('IFS');
    // A started shell finds its directory out by itself.
    child.forgetPlaces();
    child.traps = none;
    child.frame = undefined;
    child.setMode('exportsAll', false);
    // A variable that is not exported has the value of the environment, which may have had the variable before.
    for (const [name, held] of [...child.#variables])
      if (child.exported.get(name) !== 'always' && !ofEnvironment.has(name))
        child.put(name, choiceOf([held, undefined], keyOfValue));
    return child;
  }

  /** Whether anything here may be one of several. */
  get mayChoose(): boolean {
    return this.#mayChoose || this.files.several.size > 0;
  }

  /** The directory; floating if it may be one of several. */
  get cwd(): Directory | undefined {
    return this.whereabouts.place;
  }

  set cwd(cwd: Directory | undefined) {
    this.whereabouts.place = cwd;
  }

  /** The positional parameters; `undefined` if they are unknown, or may be one of several lists. */
  get positional(): readonly Word[] | undefined {
    return this.#positionals.length === 1 ? this.#positionals[0] : undefined;
  }

  set positional(words: readonly Word[] | undefined) {
    this.#positionals = words === undefined ? unknownPositionals : [words];
  }

  /** All possible positional parameters, for a caller that restores them later. */
  get positionals(): readonly (readonly Word[] | undefined)[] {
    return this.#positionals;
  }

  set positionals(all: readonly (readonly Word[] | undefined)[]) {
    this.#positionals = all;
  }

  get variables(): SharedTable<Held<VariableValue>> {
    return this.#variables;
  }

  /** The value of a variable; an unknown value if it may be one of several. */
  get(name: string): VariableValue | undefined {
    const held = this.#variables.get(this.meant(name));
    return held instanceof Choice ? unknownVariable(name, held.among) : held;
  }

  set(name: string, value: VariableValue): void {
    if (turnsGlobOptionsOn.has(name)) this.modes = withAnyGlobs(this.modes);
    // The shell then looks for programs again.
    if (name === 'PATH') this.places.clear();
    const meant = this.meant(name);
    if (meant === anyVariable) {
      this.setAnyVariable(value);
      return;
    }
    if (meant === 'PWD') this.setMode('hidesPlace', true);
    if (this.modes.exportsAll) this.export(meant);
    this.pending = pendingWith(this.pending, meant);
    const also = this.#always.size === 0 ? undefined : this.#always.get(meant);
    const given = this.changing.has(meant) ? unknownVariable(meant, [value]) : value;
    if (also === undefined) this.#variables.set(meant, given);
    else this.put(meant, choiceOf([given, also], keyOfValue));
  }

  /** Notes that a variable may have its present value whatever a script sets it to. */
  keep(name: string, held: Held<VariableValue> | undefined = this.held(name)): void {
    this.#always = new Map([...this.#always, [this.meant(name), held ?? unknownVariable(name, [])]]);
  }

  /** Whether a variable may refuse to be set: `readonly x`. */
  mayRefuse(name: string): boolean {
    return this.#always.has(this.meant(name));
  }

  /** Notes that a variable changes the values it is set to. */
  change(name: string): void {
    this.changing = new Set([...this.changing, this.meant(name)]);
  }

  /** Turns an option of the shell on or off. Options without a meaning here are ignored. */
  turn(option: string, on: boolean): void {
    // From here on any command may end the script.
    if (on && mayEndIt.has(option)) this.mayEnd();
    this.modes = turned(this.modes, option, on);
  }

  setMode(mode: Exclude<keyof Modes, 'globs'>, is: boolean): void {
    if (this.modes[mode] !== is) this.modes = { ...this.modes, [mode]: is };
  }

  /**
   * Whether the shell may fail to find programs: the script sets the search path, and does not include the old
   * one or the usual folders.
   */
  get mayMissPrograms(): boolean {
    return someShape(this.#variables.get('PATH'), (path) => !findsPrograms(path));
  }

  /**
   * Whether a program's name may find another program: the script puts a folder that is not the system's in
   * front of the usual ones.
   */
  get mayFindOthers(): boolean {
    return someShape(this.#variables.get('PATH'), (path) => !findsUsualFirst(path));
  }

  /** The possible values of a variable, for a caller that restores them later. */
  held(name: string): Held<VariableValue> | undefined {
    return this.#variables.get(this.meant(name));
  }

  put(name: string, held: Held<VariableValue> | undefined): void {
    if (held === undefined) this.#variables.delete(this.meant(name));
    else this.#variables.set(this.meant(name), held);
    if (held instanceof Choice) this.#mayChoose = true;
  }

  /** Makes a variable local to the running function, until that ends. */
  makeLocal(name: string): void {
    if (this.frame === undefined || this.frame.get(name)?.always === true) return;
    this.frame = new Map([
      ...this.frame,
      [name, { before: this.#variables.get(name), exported: this.exported.get(name), always: true }],
    ]);
  }

  /** The variable that a name means: that of a reference is another one (`declare -n a=b`). */
  meant(name: string): string {
    if (this.references.size === 0) return name;
    let meant = name;
    for (let hops = 0; hops < 8; hops++) {
      const next = this.references.get(meant);
      // `ways` separates several values first, and asks on each way.
      if (next === undefined || next instanceof Choice) break;
      meant = next;
    }
    return meant;
  }

  /** Exports a variable to shells that start from here on. */
  export(name: string): void {
    this.pending = pendingWith(this.pending, name);
    if (this.exported.get(name) !== 'always') this.exported = new Map([...this.exported, [name, 'always']]);
  }

  /** Started programs may get none of the variables: `sudo`, `ssh`, `env -i`. */
  mayWithholdAll(): void {
    this.setMode('hidesPlace', true);
    this.exported = new Map([...this.exported.keys()].map((name) => [name, 'perhaps']));
  }

  /** Stops exporting a variable. */
  withhold(name: string): void {
    if (name === 'PWD') this.setMode('hidesPlace', true);
    if (!this.exported.has(name)) return;
    this.exported = new Map([...this.exported].filter(([each]) => each !== name));
  }

  /** Opens a descriptor for the rest of the shell; closes it if there is no stream. */
  open(descriptor: number, stream: Stream | undefined): void {
    if (stream === undefined && !this.descriptors.has(descriptor)) return;
    const all = new Map(this.descriptors);
    if (stream === undefined) all.delete(descriptor);
    else all.set(descriptor, stream);
    this.descriptors = all;
  }

  unset(name: string): void {
    this.#variables.delete(name);
    this.withhold(name);
  }

  /** Removes what the script has set `PWD` and `OLDPWD` to: the shell sets them by itself, and they stay exported. */
  forgetPlaces(): void {
    for (const name of ['PWD', 'OLDPWD']) this.#variables.delete(name);
  }

  /** The path that a word names in the directory of this shell. */
  resolve(path: Shape): PathShape {
    return readPathShape(path, this.cwd);
  }

  /** The content of a file that this call wrote, or that is the name of an open stream. */
  file(path: PathShape): Stream | undefined {
    const given = this.#givenAt(path);
    if (given !== undefined || this.files.size === 0) return given;
    const shown = this.files.foundName(path);
    const contents = this.files.get(shown);
    if (contents === undefined || contents.length === 1) return contents?.[0];
    const pin = this.#pins.get(shown);
    return pin?.of === contents ? pin.content : unknownContent(contents);
  }

  /** Whether a file may have one of several contents, and this way does not say which. */
  isOpen(path: PathShape): boolean {
    const shown = this.files.foundName(path);
    const contents = this.contentsAt(path);
    return contents !== undefined && contents.length > 1 && !this.isPinned(shown, contents);
  }

  /** Whether it is chosen on this way which of these contents a file has. */
  isPinned(path: string, of: Contents): boolean {
    return this.#pins.get(path)?.of === of;
  }

  /** What a file that the call wrote may hold; undefined for any other file. */
  contentsAt(path: PathShape): Contents | undefined {
    const given = this.#givenAt(path);
    return given === undefined ? this.files.get(this.files.foundName(path)) : [given];
  }

  /** What comes from the open descriptor that a path names: `/dev/stdin`, `/dev/fd/3`. */
  #givenAt(path: PathShape): Stream | undefined {
    if (this.input === undefined && this.descriptors.size === 0) return undefined;
    const number = descriptorNamed(path);
    return number === 0 ? this.input : number === undefined ? undefined : this.descriptors.get(number);
  }

  /** Whether a file may be one that the script wrote. That is undecided where the place of either file is unknown. */
  mayBeWritten(path: PathShape): boolean {
    return mayBeAmong(this.files.foundName(path), this.files);
  }

  /**
   * The files whose content is in what a path names. It looks at the path itself, at folders around it and at
   * files below it.
   */
  sourcesAt(path: PathShape): readonly PathEffect[] {
    return this.#sourcesIn(this.files.sources, path);
  }

  /** The files that earlier calls of the session used to make it. */
  earlierSourcesAt(path: PathShape): readonly PathEffect[] {
    return this.#sourcesIn(this.files.earlier, path);
  }

  #sourcesIn(all: ReadonlyMap<string, readonly PathEffect[]>, path: PathShape): readonly PathEffect[] {
    if (all.size === 0) return [];
    spend(this.budget, 1 + (all.size >> 4));
    return sourcesIn(all, this.files.foundName(path));
  }

  write(path: PathShape, content: Stream, isSure = true): void {
    const shown = this.files.nameOf(path);
    const happens = isSure && !this.certainty.mayHaveLeft;
    const contents = this.files.write(shown, content, !happens || this.certainty.perhaps);
    // A file whose content cannot be kept would look like one from before the call, so the analysis stops here.
    if (contents === undefined) spend(this.budget, this.budget.work);
    else if (contents.length > 1 && happens) this.pin(shown, { content, of: contents });
  }

  /** Notes which of its contents a file has on this way. */
  pin(path: string, pin: Pin): void {
    this.#pins = new Map([...this.#pins, [path, pin]]);
  }

  // ── ways that join ────────────────────────────────────────────────────────────────────

  /** Keeps everything that one of several ways leaves. Ways that have ended are left out, unless all have ended. */
  join(ways: readonly ShellState[]): void {
    if (ways.length === 0) return;
    const going = ways.filter(({ end }) => end === undefined);
    const all = going.length === 0 ? ways : going;
    this.frame = joinedFrames(all.map(({ frame }) => frame));
    this.whereabouts.join(all.map(({ whereabouts }) => whereabouts));
    this.modes = joinedModes(all.map(({ modes }) => modes));
    this.sourced = [...new Set(all.flatMap(({ sourced }) => sourced))];
    this.exported = joinedExports(all.map(({ exported }) => exported));
    this.pending = joinedPending(all.map(({ pending }) => pending));
    this.descriptors = joinedDescriptors(all.map(({ descriptors }) => descriptors));
    this.#positionals = joinedItems(
      all.map((way) => way.#positionals),
      (words) => words && keyOfValue(words),
      unknownPositionals,
    );
    this.#joinTables(
      all,
      ({ variables }) => variables,
      keyOfValue,
      (name, { among }) => unknownVariable(name, among),
    );
    this.#joinFunctions(all);
    this.#joinTables(all, ({ aliases }) => aliases, keyOfValue, unknownWord);
    this.#joinTables(all, ({ places }) => places, keyOfValue, unknownWord);
    this.#joinTables(
      all,
      ({ references }) => references,
      (target) => target,
      (name) => {
        // It may have set any variable.
        this.setAnything();
        this.#variables.set(name, unknownVariable(name, []));
        return undefined;
      },
    );
    for (const way of all) {
      if (way.traps !== this.traps) this.traps = [...new Set([...this.traps, ...way.traps])];
      if (way.targets !== this.targets) this.targets = new Map([...this.targets, ...way.targets]);
      if (way.#always !== this.#always)
        for (const [name, held] of way.#always)
          this.keep(name, choiceOf([this.#always.get(name) ?? held, held], keyOfValue));
      if (way.changing !== this.changing) this.changing = new Set([...this.changing, ...way.changing]);
    }
    this.#mayChoose ||=
      this.whereabouts.mayBeSeveral || this.#positionals.length > 1 || all.some((way) => way.#mayChoose);
    this.certainty.join(
      ways.map(({ certainty }) => certainty),
      all.map(({ certainty }) => certainty),
    );
  }

  #joinFunctions(ways: readonly ShellState[]): void {
    if (ways.every(({ functions }) => functions.isSame(this.functions))) return;
    for (const name of new Set([this, ...ways].flatMap((way) => [...way.functions.keys()]))) {
      const all = new Set(ways.flatMap((way) => way.functions.get(name) ?? [undefined]));
      if (all.size === 1 && all.has(undefined)) this.functions.delete(name);
      else this.functions.set(name, [...all]);
    }
  }

  #joinTables<Item>(
    ways: readonly ShellState[],
    tableOf: (way: ShellState) => SharedTable<Held<Item>>,
    keyOf: (item: Item) => unknown,
    tooMany: (name: string, held: Choice<Item>) => Item | undefined,
  ): void {
    if (joinTables(tableOf(this), ways.map(tableOf), this.budget, keyOf, tooMany)) this.#mayChoose = true;
  }

  /** Notes that a name refers to another variable on this way, or to none. */
  refer(name: string, target: string | undefined): void {
    if (target === undefined) this.references.delete(name);
    else this.references.set(name, target);
  }

  /** Ends the running function: its local names get their outer values back. */
  endFunction(frame: LocalFrame | undefined): void {
    for (const [name, { before, exported, always }] of this.frame ?? noLocals) {
      this.#exportAgain(name, always ? exported : 'perhaps');
      const held = always ? before : choiceOf([before, this.#variables.get(name)], keyOfValue);
      if (held === undefined) this.#variables.delete(name);
      else this.#variables.set(name, held);
      if (held instanceof Choice) this.#mayChoose = true;
    }
    this.frame = frame;
  }

  /** Restores whether a variable is exported. If it was or is perhaps exported, it stays so. */
  #exportAgain(name: string, before: 'always' | 'perhaps' | undefined): void {
    const now = this.exported.get(name);
    if (now === before) return;
    if (before === undefined) this.withhold(name);
    else if (before === 'always' || now !== undefined)
      this.exported = new Map([...this.exported, [name, before]]);
  }

  /** Notes that an unknown script may have set anything: everything here may have its present value or any other. */
  setAnything(): void {
    if (!this.#positionals.includes(undefined)) {
      this.#positionals = [...this.#positionals, undefined];
      this.#mayChoose = true;
    }
    this.modes = withAnyGlobs(this.modes);
    this.setAnyVariable();
    this.unsetAnyFunction();
  }

  /** Notes that a variable is set whose name is not known: each may have its present value, or another one. */
  setAnyVariable(value?: VariableValue): void {
    spend(this.budget, this.#variables.size);
    for (const name of [...this.#variables.keys()]) {
      const held = this.#variables.get(name);
      const unknown = unknownVariable(name, [...alternativesOf(held), value]);
      const either = choiceOf([held, unknown], keyOfValue);
      if (either === undefined) continue;
      this.#variables.set(name, either);
      if (either instanceof Choice) this.#mayChoose = true;
    }
  }

  /** Notes that each name of a function may be none. */
  unsetAnyFunction(): void {
    for (const name of [...this.functions.keys()])
      this.functions.set(name, [...new Set([...(this.functions.get(name) ?? []), undefined])]);
  }

  /** Whether this state equals one that it was forked from, or that was forked from it. */
  isLike(other: ShellState): boolean {
    return (
      this.whereabouts.isLike(other.whereabouts) &&
      sameItems(this.#positionals, other.#positionals, (words) => words && keyOfValue(words)) &&
      sameNames(this.#variables, other.#variables, (held) =>
        alternativesOf(held)
          .map((value) => value && keyOfValue(value))
          .join('|'),
      ) &&
      sameNames(this.functions, other.functions, keyOfFunctions) &&
      this.aliases.isSame(other.aliases) &&
      this.references.isSame(other.references) &&
      this.places.isSame(other.places) &&
      this.modes.globs === other.modes.globs &&
      this.modes.mayBeElsewhere === other.modes.mayBeElsewhere &&
      this.#always === other.#always &&
      this.changing === other.changing &&
      this.targets === other.targets &&
      this.sourced.length === other.sourced.length
    );
  }

  /**
   * Makes everything unknown that differs from an earlier state. A loop that keeps changing it is not followed
   * further.
   */
  widen(before: ShellState): void {
    for (const [name, held] of [...this.#variables]) {
      const other = before.#variables.get(name);
      if (held === other) continue;
      this.set(name, unknownVariable(name, [...alternativesOf(held), ...alternativesOf(other)]));
    }
    this.whereabouts.widen(before.whereabouts);
    if (!sameItems(this.#positionals, before.#positionals, (words) => words && keyOfValue(words)))
      this.positional = undefined;
  }
}

/** What a name refers to if it is not known which variable that is. */
export const anyVariable = '';

const unknownWord = (name: string): Word => unknownVariable(name, []);

const noTargets: ReadonlyMap<number, PathShape> = new Map();
const noneAlways: ReadonlyMap<string, Held<VariableValue>> = new Map();
const noPins: ReadonlyMap<string, Pin> = new Map();

const unknownPositionals: readonly undefined[] = [undefined];
