/** The commands of a Windows script, one after the other: what each does, prints and leaves. */
import { readPathShape } from '../../../pattern/path/path-shape.ts';
import { anyShape, type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { CodeFinding } from '../../code/values/finding.ts';
import type { InputSpan, PathEffect } from '../../effect/effect.ts';
import { spend } from '../budget.ts';
import type { ShellDialect } from '../dialect.ts';
import { workingDirectory } from '../expand/parameter.ts';
import { builtinOf } from '../look-up/builtins.ts';
import { type Io, isSpent, type Shell } from '../shell.ts';
import { keep } from '../state/keep.ts';
import type { ShellState } from '../state/state.ts';
import { waysOf } from '../state/ways.ts';
import { applyFindings } from '../use/scripts/apply-findings.ts';
import { emptyStream, mergeOrigins, type Stream, unknownStream, type Word } from '../word.ts';
import { areSamePlaces, locationChanges, locationGiven, stateAt } from './location-change.ts';
import { pipedPaths } from './powershell-pipe.ts';
import { findingInPlace, withPlaces } from './windows-place.ts';
import type { WindowsCommand, WindowsRedirect, WindowsScript } from './windows-script.ts';
import type { Location } from './windows-state.ts';
import { withSlashes, wordFrom } from './windows-words.ts';

/** A script to run, where it runs, and what it is read from. */
interface Given {
  readonly read: WindowsScript;
  readonly text: string;
  /** The text is in the call as it is, so that offsets into it are places of the call. */
  readonly isWhole: boolean;
  readonly dialect: Exclude<ShellDialect, 'posix'>;
  readonly shell: Shell;
  readonly state: ShellState;
  readonly io: Io;
}

/** One command while it runs. */
interface Step {
  readonly index: number;
  readonly command: WindowsCommand;
  readonly redirects: readonly WindowsRedirect[];
  readonly span: InputSpan;
  readonly io: Io;
}

/** Whether whoever runs the script sees what a command prints. */
const isPrinted = ({ isKept, redirects }: WindowsCommand): boolean =>
  isKept !== true && !redirects.some(({ use }) => use === 'write');

/** Behind a branch, or where a command may end the script, it is unknown which commands run. */
const branches =
  /[{}]|&&|\|\||\.(?:bat|cmd)\b|\b(?:if|for|goto|call|exit|return|break|continue|throw|trap|requires|ErrorActionPreference|errorlevel|Set-StrictMode|PATH)\b/i;

/** Where a pattern begins in a text; its end where it does not. */
function placeIn(text: string, pattern: RegExp): number {
  const at = text.search(pattern);
  return at < 0 ? text.length : at;
}

/** A variable that a command shows if it runs. */
const perhapsShown = (source: PathEffect): PathEffect =>
  source.isShown === true ? { ...source, certain: false } : source;

export class WindowsRun {
  readonly #given: Given;
  /** What each command prints. */
  readonly #outputs: Stream[] = [];
  /** The state of the shell after each command that changed the location. */
  readonly #places = new Map<Location, ShellState>();
  /** How many paths were recorded before the script. */
  readonly #before: number;
  /** The findings that are not applied yet, in their order. */
  readonly #left: CodeFinding[];
  /** The offset up to which every command runs for sure. */
  readonly #sureUntil: number;
  /** The same, where a bracket does not count: what is in one is shown as surely as the rest. */
  readonly #shownUntil: number;

  constructor(given: Given) {
    this.#given = given;
    this.#before = given.shell.recorder.effects.paths.length;
    this.#left = [...given.read.findings];
    this.#shownUntil = placeIn(given.text, branches);
    this.#sureUntil = Math.min(this.#shownUntil, placeIn(given.text, /[()]/));
  }

  /** Runs the commands. Returns what the script prints: what goes into no other command and is kept in no variable. */
  run(): Stream {
    const { read, shell } = this.#given;
    // What is sent is found among all that the script has read before.
    const areSent = read.findings.some(({ kind }) => kind === 'connect');
    for (const [index, command] of read.commands.entries()) {
      const span = this.#spanOf(command.start, command.end);
      spend(shell.budget, command.words.length);
      if (isSpent(shell, span)) break;
      if (!areSent) this.#applyBefore(command.start);
      this.#runCommand(this.#step(index, command, span));
    }
    for (const { sort, text, why, start, end } of read.unknowns)
      shell.unknown(sort ?? 'code', text, why, this.#spanOf(start, end));
    this.#applyBefore(Number.POSITIVE_INFINITY);
    const piped = new Set(read.commands.map(({ stdin }) => stdin));
    const printed = this.#outputs.filter(
      (_, index) =>
        !piped.has(index) && read.commands[index] !== undefined && isPrinted(read.commands[index]),
    );
    const [only = emptyStream] = printed;
    return printed.length < 2 ? only : unknownStream(mergeOrigins(...printed));
  }

  #spanOf(start: number, end: number): InputSpan {
    const { isWhole, io } = this.#given;
    const { field, offset, whole } = io.source;
    return offset === undefined || !isWhole ? whole : { field, start: offset + start, end: offset + end };
  }

  /** Applies the findings that are in front of an offset. */
  #applyBefore(start: number): void {
    const { shell, state, io } = this.#given;
    const end = this.#left.findIndex((each) => each.start >= start);
    const due = this.#left
      .splice(0, end < 0 ? this.#left.length : end)
      .map((each) => findingInPlace(each, (word) => this.#inPlace(word)));
    if (due.length > 0) applyFindings(due, shell, state, io, io.source.whole, undefined, this.#readSoFar());
  }

  /** A word with directories in place of its marks. */
  #inPlace(word: Shape): Shape {
    const { read, state } = this.#given;
    return withPlaces(word, (index) => {
      const locations = read.places?.[index] ?? [];
      const [place] = locations;
      const known = place === undefined ? state : this.#places.get(place);
      return locations.length === 1 && known !== undefined
        ? workingDirectory(known).shape
        : anyShape(word.source);
    });
  }

  /** Possible sources of a word that is not known: what the script has read so far. */
  #readSoFar(): readonly PathEffect[] {
    return this.#given.shell.recorder.effects.paths
      .slice(this.#before)
      .filter(({ kind }) => kind === 'read')
      .map((read) => ({ ...read, certain: false }));
  }

  #word(word: Shape, span: InputSpan): Word {
    const { shell } = this.#given;
    const known = wordFrom(this.#inPlace(word), shell, span);
    const isKnown = !known.shape.pieces.some(({ kind }) => kind === 'any');
    if (isKnown || shell.recorder.effects.paths.length === this.#before) return known;
    return { ...known, sources: [...known.sources, ...this.#readSoFar()] };
  }

  #step(index: number, command: WindowsCommand, span: InputSpan): Step {
    const { state, io } = this.#given;
    const redirects = command.redirects.map((each) => ({ ...each, path: this.#inPlace(each.path) }));
    const [fed] = redirects.filter(({ use, path }) => use === 'read' && !isNowhere(path));
    const input = command.stdin === undefined ? undefined : this.#outputs[command.stdin];
    const own: Io = {
      ...io,
      stdin: input ?? (fed && state.file(readPathShape(withSlashes(fed.path), state.cwd))),
      certain: io.certain && command.certain,
      source: { ...io.source, whole: span },
    };
    return { index, command, redirects, span, io: own };
  }

  /** Runs a command in each way that the shell may be in, and notes where it leaves the shell. */
  #runCommand(step: Step): void {
    const { command, redirects, index } = step;
    const { shell, state } = this.#given;
    // If a file cannot be opened, the command does not run.
    const opens = redirects.some(({ path }) => !isNowhere(path));
    const isSure = command.start < this.#sureUntil && !opens;
    const here = stateAt(command.locations, this.#places, state);
    const ways = waysOf(here, '');
    const all = ways.map((way) =>
      isSure
        ? this.#act(step, way)
        : way.unsurely(() => shell.recorder.during(way.way, () => this.#act(step, way))),
    );
    const output = all.length === 1 && all[0] !== undefined ? all[0] : unknownStream(mergeOrigins(...all));
    const isShown = command.start < this.#shownUntil && !opens;
    this.#outputs[index] = isShown ? output : { ...output, sources: output.sources.map(perhapsShown) };
    this.#move(step, here, ways);
  }

  #act({ index, command, redirects, span, io }: Step, here: ShellState): Stream {
    const { dialect, shell } = this.#given;
    const words = [command.program, ...command.words].map((word) => this.#word(word, span));
    const output = shell.runWords(words, here, io, span, dialect);
    if (dialect === 'powershell') this.#usePiped(index, span, io, output, here);
    // `type nul > x`, `break > x`, `$null > x`
    const isEmpty =
      staticText(output.shape) === '' || (command.words.length > 0 && command.words.every(isNothing));
    for (const { use, path, appends = false } of redirects) {
      if (isNowhere(path)) continue;
      const [effect] = shell.recorder.path({
        use,
        path: withSlashes(path),
        base: here.cwd,
        certain: io.certain,
        span,
        command: output.from[0],
        appends,
        content: isEmpty && use === 'write' ? '' : undefined,
        empties: isEmpty ? 'if there' : undefined,
      });
      if (effect !== undefined && use === 'write')
        keep(effect, output, { appends, isSure: false }, here, shell.recorder);
    }
    return output;
  }

  /** Records the files that reach a command through a pipe: `Get-ChildItem x | Remove-Item`. */
  #usePiped(index: number, span: InputSpan, io: Io, output: Stream, here: ShellState): void {
    const { read, shell } = this.#given;
    const piped = pipedPaths(read.commands, index);
    if (piped === undefined) return;
    for (const path of piped.paths ?? [anyShape('…')]) {
      shell.recorder.path({
        use: piped.use,
        path: this.#word(path, span).shape,
        base: this.#foundIn(piped.from, index, here).cwd,
        certain: io.certain && piped.certain,
        span,
        command: output.from[0],
        recursive: true,
      });
    }
  }

  /** The state of the shell where a command has found files. */
  #foundIn(from: number | undefined, index: number, here: ShellState): ShellState {
    const { read, state } = this.#given;
    const other = from === undefined ? undefined : read.commands[from]?.locations;
    const own = read.commands[index]?.locations ?? [];
    return other === undefined || areSamePlaces(other, own) ? here : stateAt(other, this.#places, state);
  }

  /** Notes where the shell is after a command that changes its location. */
  #move({ index, command, span, io }: Step, here: ShellState, ways: readonly ShellState[]): void {
    const { dialect, shell } = this.#given;
    const change = locationChanges.get((staticText(command.program) ?? '').toLowerCase());
    if (change === undefined) return;
    const path = locationGiven(command.words.map((word) => this.#word(word, span)));
    // Without a path, `cd` prints the directory.
    if (dialect === 'cmd' && change === 'cd' && path.length === 0) {
      this.#places.set(index, here);
      return;
    }
    const ends = ways.map((way) => {
      const end = way.fork();
      builtinOf(change)?.(path, shell, end, io, span);
      return end;
    });
    const end = here.fork();
    end.join(ends);
    this.#places.set(index, end);
  }
}

/** A word without any text in it, or the file that holds none. */
const isNothing = (word: Shape): boolean => staticText(word) === '' || isNowhere(word);

const isNowhere = (path: Shape): boolean => /^(?:nul|\$null)$/i.test(staticText(path) ?? '');
