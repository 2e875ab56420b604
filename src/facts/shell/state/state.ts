/**
 * What a shell remembers from one command to the next: its directory, variables, functions and aliases, and the
 * files that the script itself wrote. Where ways through the script join, each of these may be one of several
 * values. `join` keeps all of them; `ways` gives one state for each combination that a command depends on.
 */
import { type PathShape, readPathShape, showPathShape } from '../../../pattern/path-shape.ts';
import { type Shape, staticText } from '../../../pattern/shape.ts';
import {
  AskedDirectories,
  arrived,
  changedTo,
  type Directory,
  keyOfDirectory,
  stayedAt,
  withStayed,
} from '../../directory.ts';
import type { PathEffect } from '../../effect.ts';
import { type AnyWay, commonWay, type Taken, wayInside } from '../../way.ts';
import { type Budget, spend } from '../budget.ts';
import type { Stream, Word } from '../word.ts';
import {
  alternativesOf,
  Choice,
  choiceOf,
  type Held,
  keyOfValue,
  unknownVariable,
  type VariableValue,
  wordsOfChoice,
} from './choice.ts';
import { floating, keyOfStack, noStack, type Stack, unknownStack } from './directory-stack.ts';
import { mayBeAmong, sourcesIn } from './file-names.ts';
import { joinedFrames, type LocalFrame, noLocals } from './frame.ts';
import {
  allGlobOptions,
  type GlobOption,
  noGlobOptions,
  turnsGlobOptionsOn,
  withGlobOption,
} from './glob-options.ts';
import {
  type Exports,
  joinedDescriptors,
  joinedExports,
  joinedItems,
  joinTables,
  noDescriptors,
} from './join-ways.ts';
import { sameItems, sameNames } from './like.ts';
import { asksStack, asksValues, hasName, mayUse, namesFile } from './mentions.ts';
import { findsPrograms, findsUsualFirst, someShape } from './search-path.ts';
import { SharedTable } from './shared-table.ts';
import { keyOfFunctions, type ShellFunction } from './shell-function.ts';
import { type Contents, unknownContent, WrittenFiles } from './written-files.ts';

/** Options that may end a script, or keep its commands from running. */
const mayEndIt: ReadonlySet<string> = new Set(['errexit', 'nounset', 'noexec', 'failglob']);

/** How a way through the script ends before the script does. */
export type End = 'exit' | 'return' | 'loop';

const noNames: ReadonlySet<string> = new Set();
const noExports: Exports = new Map();
/**
 * Variables that are in every environment, so that setting one sets it for all started programs as well. `IFS`
 * is not in the environment.
 */
const ofEnvironment: ReadonlySet<string> = new Set(
  'HOME PATH PWD OLDPWD TMPDIR USER LOGNAME SHELL TERM LANG IFS'.split(' '),
);
const noTraps: readonly never[] = [];

/** The ways that leave a loop by `break` and go on behind it, and those that leave a round by `continue`. */
export interface Loop {
  readonly broken: ShellState[];
  readonly continued: ShellState[];
}
const noLoops: readonly never[] = [];

/** The state of one shell on one way through the script. */
export class ShellState {
  /** Where the shell may be: several directories if ways joined that ended in different ones. */
  #places: readonly (Directory | undefined)[];
  /** The directories that `cd -` and `popd` may find: several stacks if ways joined. */
  #stacks: readonly Stack[];
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
  /** Whether this way may not be taken: it is a branch, or it follows a branch that leaves it. */
  perhaps: boolean;
  readonly budget: Budget;
  /** What can be read from open descriptors: from 3 on, and standard input if the shell itself has redirected it. */
  descriptors: ReadonlyMap<number, Stream>;
  /** The files that descriptors are open for writing to, by number. */
  targets: ReadonlyMap<number, PathShape>;
  /** Standard error goes to standard output: who reads one reads both. */
  joined: boolean;
  /** How this way has ended; undefined while it goes on. Commands after the end are not on this way. */
  end: End | undefined;
  /** The local names of the function that is running; undefined outside of functions. */
  frame: LocalFrame | undefined;
  /** The ways that left the running function by `return`, and go on behind the call. */
  returning: ShellState[] | undefined;
  /** The loops that are running, the innermost last. */
  loops: readonly Loop[];
  /** Variables that started shells get. */
  exported: Exports;
  /** Variables that are set are exported as well: `set -a`. */
  exportsAll: boolean;
  /** Redirections may leave a file unchanged: `set -C`, `ulimit -f`. */
  sparesFiles: boolean;
  /** Whether `cd` may follow links, each before the `..` behind it: `set -P`. */
  chasesLinks: boolean;
  /** Started shells may not get the name of the directory, `PWD`: they find it out by themselves, without its links. */
  hidesPlace: boolean;
  /** Its `echo` may read escapes without `-e`: `shopt -s xpg_echo`. */
  echoReads: boolean;
  /** What runs after any later command and when the shell ends, with the variables and the files of that moment. */
  traps: readonly ((then: ShellState) => void)[];
  /** Started shells get the functions of this one: `export -f`. */
  exportsFunctions: boolean;
  /** An unknown script ran here and may have changed the directory. */
  mayBeElsewhere: boolean;
  /**
   * Values that variables may have whatever a script sets them to: those of readonly variables, and those that
   * a trap sets.
   */
  #always: ReadonlyMap<string, Held<VariableValue>>;
  /** Variables that change the values they are set to: `declare -i`, `-l` and `-u`. */
  changing: ReadonlySet<string>;
  /** The options that may be on and change what globs find: see `globOptions`. */
  globs: ReadonlySet<GlobOption>;
  #way: AnyWay;
  /** The way on which the shell has not ended so far; undefined while it cannot have ended. */
  #behindEnd: AnyWay;
  /** The same way at the start of this shell. If this shell ends, the shells around it continue there. */
  #startedBehind: AnyWay | 'outermost';
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
    this.#places = from === undefined || from.cwd !== cwd ? [cwd] : from.#places;
    this.budget = budget;
    this.#variables = from?.variables.fork() ?? new SharedTable();
    this.functions = from?.functions.fork() ?? new SharedTable();
    this.aliases = from?.aliases.fork() ?? new SharedTable();
    this.references = from?.references.fork() ?? new SharedTable();
    this.places = from?.places.fork() ?? new SharedTable();
    this.files = from?.files ?? files ?? new WrittenFiles(showPathShape);
    this.asked = from?.asked ?? asked ?? new AskedDirectories();
    this.#pins = from === undefined ? noPins : from.#pins;
    this.perhaps = from?.perhaps ?? false;
    this.#way = from === undefined ? undefined : from.#way;
    this.#behindEnd = from === undefined ? undefined : from.#behindEnd;
    this.#startedBehind = from === undefined ? 'outermost' : from.#startedBehind;
    // A shell that was there before the call may have got some.
    this.#positionals = from === undefined ? unknownPositionals : from.#positionals;
    this.#stacks = from === undefined ? noStack : from.#stacks;
    this.descriptors = from?.descriptors ?? noDescriptors;
    this.targets = from?.targets ?? noTargets;
    this.joined = from?.joined ?? false;
    this.end = from?.end;
    this.frame = from?.frame;
    this.returning = from?.returning;
    this.loops = from?.loops ?? noLoops;
    this.exported = from?.exported ?? noExports;
    this.exportsAll = from?.exportsAll ?? false;
    this.sparesFiles = from?.sparesFiles ?? false;
    this.chasesLinks = from?.chasesLinks ?? false;
    this.hidesPlace = from?.hidesPlace ?? false;
    this.echoReads = from?.echoReads ?? false;
    this.traps = from?.traps ?? noTraps;
    this.exportsFunctions = from?.exportsFunctions ?? false;
    this.mayBeElsewhere = from?.mayBeElsewhere ?? false;
    this.globs = from?.globs ?? noGlobOptions;
    this.#always = from === undefined ? noneAlways : from.#always;
    this.changing = from?.changing ?? noNames;
    this.#mayChoose = from?.mayChoose ?? false;
  }

  /** The way through the call that this state follows; undefined if the call always takes it. */
  get way(): AnyWay {
    return this.end === undefined ? (this.#way ?? this.#behindEnd) : wayInside(this.#way);
  }

  /** Notes that the shell may have ended here: `set -e`, `${x:?}`, a branch that exits. */
  mayEnd(): void {
    if (this.#behindEnd?.taken.onSuccess !== undefined || this.#behindEnd === undefined)
      this.#behindEnd = wayInside(this.#behindEnd);
    // The shell may also have ended successfully before what follows.
    if (this.#way?.taken.onSuccess === true) this.#way = wayInside(this.#way);
  }

  /** Notes that the shell may have ended here with an error: `. FILE` of dash, where there is no such file. */
  mayFail(): void {
    const failsAll = this.#startedBehind === 'outermost' && this.traps.length === 0;
    if (!failsAll) this.mayEnd();
    else this.#behindEnd ??= wayInside(undefined, { onSuccess: true });
  }

  /** How certain this state is. A function or a round of a loop restores it at its end. */
  get sureness(): { readonly perhaps: boolean; readonly way: AnyWay } {
    return { perhaps: this.perhaps, way: this.#way };
  }

  set sureness({ perhaps, way }: { readonly perhaps: boolean; readonly way: AnyWay }) {
    this.perhaps = perhaps;
    this.#way = way;
  }

  /** Runs something that may not run, on this very state. Its changes stay. */
  unsurely<Result>(run: () => Result, taken?: Taken): Result {
    const before = this.#way;
    this.#way = wayInside(this.way, taken);
    const result = run();
    this.#way = before;
    return result;
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
    way.perhaps = true;
    way.#way = wayInside(this.way, taken);
    return way;
  }

  /** Runs something that may not run, on this very state, and removes what holds only if it runs. */
  perhapsDuring<Result>(run: () => Result, taken?: Taken): Result {
    const [perhaps, pins] = [this.perhaps, this.#pins];
    this.perhaps = true;
    const result = this.unsurely(run, taken);
    this.perhaps = perhaps;
    this.#pins = pins;
    return result;
  }

  /** A copy of this shell that can end without ending this one: `( … )`, `$( … )`. */
  subshell(): ShellState {
    const inner = this.fork();
    inner.#startedBehind = inner.#behindEnd;
    return inner;
  }

  /** Whether this shell may have ended while the shells around it go on. */
  get #mayHaveLeft(): boolean {
    const isInner = this.#startedBehind !== 'outermost' && this.#startedBehind !== this.#behindEnd;
    return this.end !== undefined || isInner;
  }

  /** A shell that this one starts. It has no aliases from here, and only exported functions. */
  child(): ShellState {
    const child = this.fork();
    child.aliases.clear();
    child.places.clear();
    if (!this.exportsFunctions) child.functions.clear();
    child.end = undefined;
    child.#startedBehind = child.#behindEnd;
    // No shell takes `IFS` from its environment.
    child.unset('IFS');
    // A started shell finds its directory out by itself.
    child.forgetPlaces();
    child.traps = noTraps;
    child.frame = undefined;
    child.exportsAll = false;
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
    return this.#places.length === 1 ? this.#places[0] : floating;
  }

  set cwd(cwd: Directory | undefined) {
    this.#places = [cwd];
  }

  /**
   * Notes that the shell was to go where it is now. That may have failed, and then the shell is still in
   * `before`.
   */
  comesFrom(before: Directory | undefined): void {
    this.#places = this.#places.map((place) => changedTo(place, before));
  }

  /** Takes the last change of directory as successful. Gives the directories where the shell is if it failed. */
  arrive(): readonly PathShape[] {
    const stayed = this.#places.flatMap((place) => place?.stayed ?? []);
    if (stayed.length > 0) this.#places = this.#places.map((place) => place && arrived(place));
    return stayed;
  }

  /** Takes the last change of directory as failed. */
  stay(): void {
    this.#places = this.#places.map((place) => place && stayedAt(place));
  }

  /** Notes that a change of directory may have failed, and left the shell in one of these. */
  mayStayAt(places: readonly PathShape[]): void {
    if (places.length > 0) this.#places = this.#places.map((place) => place && withStayed(place, places));
  }

  /** The positional parameters; `undefined` if they are unknown, or may be one of several lists. */
  get positional(): readonly Word[] | undefined {
    return this.#positionals.length === 1 ? this.#positionals[0] : undefined;
  }

  set positional(words: readonly Word[] | undefined) {
    this.#positionals = words === undefined ? unknownPositionals : [words];
  }

  /**
   * The directories below the current one on the stack of `pushd`, and the one before it; unknown if there may
   * be several.
   */
  get stack(): Stack {
    return this.#stacks.length === 1 ? (this.#stacks[0] ?? unknownStack) : unknownStack;
  }

  set stack(stack: Stack) {
    this.#stacks = [stack];
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
    if (turnsGlobOptionsOn.has(name)) this.globs = allGlobOptions;
    // The shell then looks for programs again.
    if (name === 'PATH') this.places.clear();
    const meant = this.meant(name);
    if (meant === anyVariable) {
      this.setAnyVariable(value);
      return;
    }
    if (meant === 'PWD') this.hidesPlace = true;
    if (this.exportsAll) this.export(meant);
    const also = this.#always.size === 0 ? undefined : this.#always.get(meant);
    const given = this.changing.has(meant) ? unknownVariable(meant, [value]) : value;
    if (also === undefined) this.#variables.set(meant, given);
    else this.put(meant, choiceOf([given, also], keyOfValue));
  }

  /** Notes that a variable may have its present value whatever a script sets it to. */
  keep(name: string, held: Held<VariableValue> | undefined = this.held(name)): void {
    if (held !== undefined) this.#always = new Map([...this.#always, [this.meant(name), held]]);
  }

  /** Notes that a variable changes the values it is set to. */
  change(name: string): void {
    this.changing = new Set([...this.changing, this.meant(name)]);
  }

  /** Turns an option of the shell on or off. Options without a meaning here are ignored. */
  turn(option: string, on: boolean): void {
    // From here on any command may end the script.
    if (on && mayEndIt.has(option)) this.mayEnd();
    if (option === 'allexport') this.exportsAll = on;
    if (option === 'noclobber') this.sparesFiles = on;
    if (option === 'physical') this.chasesLinks = on;
    if (option === 'xpg_echo') this.echoReads = on;
    this.globs = withGlobOption(this.globs, option, on);
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
    if (this.exported.get(name) !== 'always') this.exported = new Map([...this.exported, [name, 'always']]);
  }

  /** Started programs may get none of the variables: `sudo`, `ssh`, `env -i`. */
  mayWithholdAll(): void {
    this.hidesPlace = true;
    this.exported = new Map([...this.exported.keys()].map((name) => [name, 'perhaps']));
  }

  /** Stops exporting a variable. */
  withhold(name: string): void {
    if (name === 'PWD') this.hidesPlace = true;
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

  /** The content of a file that this call wrote. */
  file(path: PathShape): Stream | undefined {
    if (this.files.size === 0) return undefined;
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
    return contents !== undefined && contents.length > 1 && this.#pins.get(shown)?.of !== contents;
  }

  /** What a file that the call wrote may hold; undefined for any other file. */
  contentsAt(path: PathShape): Contents | undefined {
    return this.files.get(this.files.foundName(path));
  }

  /** Whether a file may be one that the script wrote. That is undecided where the place of either file is unknown. */
  mayBeWritten(path: PathShape): boolean {
    return mayBeAmong(this.files.foundName(path), this.files.paths);
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
    const happens = isSure && !this.#mayHaveLeft;
    const contents = this.files.write(shown, content, !happens || this.perhaps);
    // A file whose content cannot be kept would look like one from before the call, so the analysis stops here.
    if (contents === undefined) spend(this.budget, this.budget.work);
    else if (contents.length > 1 && happens) this.#pin(shown, { content, of: contents });
  }

  #pin(path: string, pin: Pin): void {
    this.#pins = new Map([...this.#pins, [path, pin]]);
  }

  // ── ways that split and join ────────────────────────────────────────────────────────────

  /**
   * Gives one state for each combination of the values that a text depends on: the directory, the variables
   * that it names, the positional parameters. It is only this state if none of them may be one of several.
   */
  ways(text: string): readonly ShellState[] {
    if (!this.mayChoose) return [this];
    const parts: Part[] = [];
    if (this.#places.length > 1)
      parts.push(this.#places.map((cwd) => (way) => void Object.assign(way, { cwd })));
    if (this.#positionals.length > 1 && text.includes('$'))
      parts.push(this.#positionals.map((positional) => (way) => void Object.assign(way, { positional })));
    if (this.#stacks.length > 1 && asksStack.test(text))
      parts.push(this.#stacks.map((stack) => (way) => void Object.assign(way, { stack })));
    for (const [name, held] of this.references)
      if (held instanceof Choice && hasName(text, name))
        parts.push(held.among.map((target) => (way) => way.#refer(name, target)));
    const mayName =
      this.files.several.size > 0 ? namesFile(text, (variable) => this.#mayNameFile(variable)) : undefined;
    for (const path of this.files.several) {
      const of = this.files.get(path);
      if (of !== undefined && this.#pins.get(path)?.of !== of && mayName?.(path))
        parts.push(of.map((content) => (way) => way.#pin(path, { content, of })));
    }
    if (asksValues.test(text))
      for (const [name, held] of this.#variables)
        if (held instanceof Choice && mayUse(text, name))
          parts.push(held.among.map((value) => (way) => way.put(name, value)));
    let ways: readonly ShellState[] = [this];
    for (const part of parts) {
      // With too many combinations this value stays one of several, and the command takes it as unknown.
      if (ways.length * part.length > mostWays) continue;
      ways = ways.flatMap((way) =>
        part.map((pin) => {
          const pinned = way.branch();
          pin(pinned);
          return pinned;
        }),
      );
    }
    return ways;
  }

  /** Whether the text of a variable or of a positional parameter may be known, so that it may name a certain file. */
  #mayNameFile(variable: string): boolean {
    if (!/^[a-z_]/i.test(variable)) return this.#positionals.some((words) => words !== undefined);
    if (this.references.size > 0 || ofShell.test(variable)) return true;
    return alternativesOf(this.#variables.get(variable)).some((value) =>
      wordsOfChoice(value).some(mayBeKnown),
    );
  }

  /** Keeps everything that one of several ways leaves. Ways that have ended are left out, unless all have ended. */
  join(ways: readonly ShellState[]): void {
    const [first] = ways;
    if (first === undefined) return;
    const live = ways.every(({ end }) => end === undefined)
      ? ways
      : ways.filter(({ end }) => end === undefined);
    const all = live.length === 0 ? ways : live;
    // The ways have ended by `exit` only if each of them has.
    this.end = live.length === 0 ? (ways.find(({ end }) => end !== 'exit') ?? first).end : undefined;
    this.frame = joinedFrames(all.map(({ frame }) => frame));
    // Of too many places it is still known that a `cd` to them may have failed.
    const mayHaveStayed = all.some((way) => way.#places.some((place) => place?.stayed !== undefined));
    this.#places = joinedItems(
      all.map((way) => way.#places),
      keyOfDirectory,
      [mayHaveStayed ? withStayed(floating, [floating]) : floating],
    );
    this.#positionals = joinedItems(
      all.map((way) => way.#positionals),
      (words) => words && keyOfValue(words),
      unknownPositionals,
    );
    this.#stacks = joinedItems(
      all.map((way) => way.#stacks),
      keyOfStack,
      [unknownStack],
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
    let { globs } = first;
    let through = first.#way;
    for (const way of all) {
      if (way.traps !== this.traps) this.traps = [...new Set([...this.traps, ...way.traps])];
      if (way.exportsFunctions) this.exportsFunctions = true;
      if (way.mayBeElsewhere) this.mayBeElsewhere = true;
      if (way.targets !== this.targets) this.targets = new Map([...this.targets, ...way.targets]);
      // Of two ends, that of success leaves less certain.
      if (this.#behindEnd === undefined || way.#behindEnd?.taken.onSuccess === undefined)
        this.#behindEnd = way.#behindEnd ?? this.#behindEnd;
      if (way.#always !== this.#always)
        for (const [name, held] of way.#always)
          this.keep(name, choiceOf([this.#always.get(name) ?? held, held], keyOfValue));
      if (way.changing !== this.changing) this.changing = new Set([...this.changing, ...way.changing]);
      if (way.globs !== globs) globs = new Set([...globs, ...way.globs]);
      through = commonWay(through, way.#way);
      if (way.#mayChoose) this.#mayChoose = true;
    }
    this.exported = all.every(({ exported }) => exported === first.exported)
      ? first.exported
      : joinedExports(all.map(({ exported }) => exported));
    this.exportsAll = all.every(({ exportsAll }) => exportsAll);
    this.sparesFiles = all.some(({ sparesFiles }) => sparesFiles);
    this.chasesLinks = all.some(({ chasesLinks }) => chasesLinks);
    this.hidesPlace = all.some(({ hidesPlace }) => hidesPlace);
    this.echoReads = all.some(({ echoReads }) => echoReads);
    this.globs = globs;
    this.#way = through;
    if (this.#places.length > 1 || this.#positionals.length > 1 || this.#stacks.length > 1)
      this.#mayChoose = true;
    if (all.some(({ descriptors }) => descriptors !== this.descriptors))
      this.descriptors = joinedDescriptors(all.map(({ descriptors }) => descriptors));
    // What follows runs only if none of the other ways has left it.
    if (live.length === 0 || live.length === ways.length) return;
    if (ways.some(({ end }) => end === 'exit')) this.mayEnd();
    if (ways.some(({ end }) => end === 'return' || end === 'loop')) {
      this.perhaps = true;
      this.#way = wayInside(this.way);
    }
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

  #refer(name: string, target: string | undefined): void {
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
    this.globs = allGlobOptions;
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
      sameItems(this.#places, other.#places, keyOfDirectory) &&
      sameItems(this.#positionals, other.#positionals, (words) => words && keyOfValue(words)) &&
      sameItems(this.#stacks, other.#stacks, keyOfStack) &&
      sameNames(this.#variables, other.#variables, (held) =>
        alternativesOf(held)
          .map((value) => value && keyOfValue(value))
          .join('|'),
      ) &&
      sameNames(this.functions, other.functions, keyOfFunctions) &&
      this.aliases.isSame(other.aliases) &&
      this.references.isSame(other.references) &&
      this.places.isSame(other.places) &&
      this.globs === other.globs &&
      this.mayBeElsewhere === other.mayBeElsewhere &&
      this.#always === other.#always &&
      this.changing === other.changing &&
      this.targets === other.targets
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
    if (!sameItems(this.#places, before.#places, keyOfDirectory)) this.cwd = floating;
    if (!sameItems(this.#positionals, before.#positionals, (words) => words && keyOfValue(words)))
      this.positional = undefined;
    if (!sameItems(this.#stacks, before.#stacks, keyOfStack)) this.stack = unknownStack;
  }
}

type Part = readonly ((way: ShellState) => void)[];

interface Pin {
  readonly content: Stream | undefined;
  /** The contents that the pin belongs to. Once the file has other contents, a later write has replaced it. */
  readonly of: Contents;
}

/** Variables that the shell sets by itself to names of files. */
const ofShell = /^(?:BASH|FUNCNAME|ZSH|PWD$|OLDPWD$|HOME$)/;

/** Whether a word has, or may get, a known text. */
const mayBeKnown = ({ shape, listed, among }: Word): boolean =>
  listed !== undefined || among !== undefined || staticText(shape) !== undefined;

/** What a name refers to if it is not known which variable that is. */
export const anyVariable = '';

const unknownWord = (name: string): Word => unknownVariable(name, []);

const noTargets: ReadonlyMap<number, PathShape> = new Map();
const noneAlways: ReadonlyMap<string, Held<VariableValue>> = new Map();
const noPins: ReadonlyMap<string, Pin> = new Map();

/** The analysis follows a command for at most this many combinations of values. */
const mostWays = 32;

const unknownPositionals: readonly undefined[] = [undefined];
