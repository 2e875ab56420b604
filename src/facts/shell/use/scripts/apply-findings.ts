/** Does what the findings of a script say, in their order: paths, commands, connections, and what is sent. */

import {
  type PathShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { anyShape, joinPieces, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import type { CodeFinding } from '../../../code/values/finding.ts';
import type { InputSpan, PathEffect } from '../../../effect/effect.ts';
import { environmentSource, someVariable, variableSource } from '../../../effect/environment-source.ts';
import { enteredAt } from '../../../record/directory.ts';
import { unmark } from '../../expand/placeholder.ts';
import { type Io, isSpent, type Shell } from '../../shell.ts';
import { isWordList, mostAlternatives } from '../../state/choice.ts';
import { writeFile } from '../../state/keep.ts';
import { withSourced } from '../../state/sourced.ts';
import type { ShellState } from '../../state/state.ts';
import {
  type Origins,
  type Stream,
  streamOf,
  unknownStream,
  type Word,
  wordOf,
  wordOfShape,
} from '../../word.ts';
import { runRepeatedly } from '../running/repeated.ts';
import { mayBeBrought } from '../written/brought-files.ts';
import { keepFolder } from '../written/copied-folder.ts';
import { foldersLeft } from '../written/folders-left.ts';
import { noteScriptLink } from '../written/passed-on.ts';
import { setVariables } from './set-variables.ts';

/**
 * Records the findings of a script in their order. `readBefore`: what its commands have read. Gives what the script and the
 * commands that it starts print of the environment.
 */
export function applyFindings(
  findings: readonly CodeFinding[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
  command: number | undefined,
  readBefore: readonly PathEffect[] = [],
): Origins {
  const known = shapesIn(shell, state);
  const inner = state.fork();
  if (findings.some(({ kind }) => kind === 'shell' || kind === 'run'))
    setVariables(findings, known, inner, shell, io, span);
  const run = new FindingsRun({ findings, known, inner, shell, state, io, span, command });
  run.run(readBefore);
  return { sources: run.printed, from: [] };
}

interface Given {
  readonly findings: readonly CodeFinding[];
  readonly known: Known;
  /** The shell that the script starts commands in. */
  readonly inner: ShellState;
  readonly shell: Shell;
  readonly state: ShellState;
  readonly io: Io;
  readonly span: InputSpan;
  readonly command: number | undefined;
}

type Of<Kind extends CodeFinding['kind']> = CodeFinding & { readonly kind: Kind };
/** What the effects of a finding have in common. */
type About = { readonly certain: boolean; readonly span: InputSpan; readonly command: number | undefined };

class FindingsRun {
  readonly #given: Given;
  /** Where the code may be at any time. */
  readonly #everywhere: Bases;
  /** Where the code may be at the current finding. */
  #here: Bases;
  /** Files whose content may be in the environment. */
  #sourced: ShellState['sourced'];
  readonly #reads: PathEffect[] = [];
  /** The finding that each effect comes from. */
  readonly #places = new Map<PathEffect, CodeFinding>();
  readonly #connected: {
    readonly finding: Of<'connect'>;
    readonly host: ReturnType<Shell['recorder']['connect']>;
  }[] = [];
  /** The secrets of the environment that it prints. */
  readonly printed: PathEffect[] = [];
  /** Files that are open for writing while the script goes on. */
  readonly #open = new Set<PathEffect>();

  constructor(given: Given) {
    const { findings, known, shell, state } = given;
    this.#given = given;
    this.#here = [state.cwd];
    this.#everywhere = allBases(findings, this.#here, known, shell);
    this.#sourced = state.sourced;
  }

  /** `readBefore`: what was read in front of the script, which may be in what it sends. */
  run(readBefore: readonly PathEffect[]): void {
    const { findings, shell, inner } = this.#given;
    // A function or a loop may run again after a link has been made.
    if (findings.some(({ again }) => again)) runRepeatedly(shell, inner, () => this.#applyAll());
    else this.#applyAll();
    this.#send(readBefore);
  }

  #applyAll(): void {
    const { shell, state } = this.#given;
    this.#here = [state.cwd];
    this.#reads.length = 0;
    this.#connected.length = 0;
    this.#open.clear();
    this.#applyFrom(0);
    for (const effect of this.#open) writeFile(effect, this.#readSoFar(), false, state, shell.recorder);
  }

  #applyFrom(start: number): void {
    const { findings, known, shell, span } = this.#given;
    for (const [at, finding] of findings.slice(start).entries()) {
      if (isSpent(shell, span)) return;
      if (finding.kind !== 'root') {
        this.#apply(finding);
        continue;
      }
      const root = pathShapeOfText('/', undefined);
      const folders = this.#here.map((base) => ({ path: known(finding.path), base, at: root, writes: true }));
      shell.recorder.mounts.seeing(folders, () => this.#applyFrom(start + at + 1));
      return;
    }
  }

  #apply(finding: Exclude<CodeFinding, { kind: 'root' }>): void {
    const { shell, known, io, span, command } = this.#given;
    const certain = io.certain && finding.certain;
    const bases = finding.again ? this.#everywhere : this.#here;
    const about = { certain: certain && !io.elsewhere, span, command };
    switch (finding.kind) {
      case 'path':
        this.#usePath(finding, bases, about);
        break;
      case 'load':
        this.#load(finding, bases, about);
        break;
      case 'shell':
        this.#start(finding, bases, (inner, own) =>
          shell.runText(wordOfShape(known(finding.text)), inner, { ...own, certain }),
        );
        break;
      case 'run':
        this.#start(finding, bases, (inner, own) =>
          shell.runWords(
            finding.words.map((word) => wordFrom(known(word))),
            inner,
            { ...own, certain },
            span,
            finding.isCmdlet === true ? 'powershell' : 'posix',
          ),
        );
        break;
      case 'connect':
        this.#connected.push({ finding, host: shell.recorder.connect(known(finding.url), about) });
        break;
      case 'cwd':
        this.#here = finding.again ? this.#everywhere : movedTo(finding, this.#here, known, shell);
        break;
      case 'environment':
        this.#readEnvironment(finding);
        break;
      case 'variable':
        break;
      case 'unknown':
        shell.unknown(finding.sort ?? 'code', finding.text, finding.why, span);
        break;
      default:
        finding satisfies never;
    }
  }

  #usePath(finding: Of<'path'>, bases: Bases, about: About): void {
    const { shell, known } = this.#given;
    const { use, content } = finding;
    const target = finding.target && ({ path: known(finding.target), into: 'perhaps' } as const);
    const effects = bases.flatMap((base) =>
      shell.recorder.path({
        ...about,
        use,
        path: known(finding.path),
        target,
        base,
        // A moved path may be a folder.
        recursive: finding.recursive || use === 'move',
        content,
        keeps: finding.keeps,
        empties: 'if there',
      }),
    );
    // A call that makes folders may make those on the way: `makedirs('a/b/../c')`.
    if (use === 'write' && content === undefined)
      for (const folder of foldersLeft(known(finding.path)))
        for (const base of bases)
          shell.recorder.path({ ...about, certain: false, use: 'write', path: folder, base });
    const source = effects.find(({ kind }) => kind === 'read');
    for (const effect of effects) {
      if (effect.kind === 'read') this.#noteRead(effect, finding);
      if (effect.kind === 'write') this.#noteWrite(effect, source, finding, bases);
    }
  }

  #noteRead(effect: PathEffect, finding: Of<'path'>): void {
    for (const each of [effect, ...this.#given.state.sourcesAt(effect.path)]) {
      this.#reads.push(each);
      this.#places.set(each, finding);
    }
    if (finding.sets === true) this.#sourced = withSourced(this.#sourced, effect);
  }

  #noteWrite(effect: PathEffect, source: PathEffect | undefined, finding: Of<'path'>, bases: Bases): void {
    const { shell, state, known } = this.#given;
    if (source !== undefined) {
      shell.recorder.disk.relink(source.path, effect.path);
      if (source.recursive) keepFolder(source.path, effect.path, { state, shell });
    }
    if (finding.leads !== undefined) {
      const { isHard = false } = finding;
      for (const base of bases) noteScriptLink(effect, known(finding.leads), { base, isHard }, shell);
    }
    if (finding.stays === true || !finding.certain) this.#open.add(effect);
    const content = finding.content === undefined ? this.#readSoFar() : streamOf(textShape(finding.content));
    // The code may end or branch before it writes.
    writeFile(effect, content, false, state, shell.recorder);
    // What it unpacks, it keeps under names of its choice.
    if (effect.recursive && this.#reads.some(({ path }) => mayBeBrought(path, { shell, state })))
      shell.recorder.filesLeft.make(effect.path, 'any');
  }

  #readSoFar(): Stream {
    const { command } = this.#given;
    return unknownStream({
      sources: [...new Set(this.#reads)],
      from: command === undefined ? [] : [command],
    });
  }

  #load(finding: Of<'load'>, bases: Bases, about: About): void {
    const { shell, state, known } = this.#given;
    const path = known(finding.path);
    const text = staticText(path);
    const hasEnding = !finding.ends || text === undefined || /\.\w{1,5}$/.test(text);
    for (const base of bases) {
      shell.recorder.execute(path, base, about);
      shell.recorder.executeAll(state.sourcesAt(readPathShape(path, base)), about);
      for (const ending of hasEnding ? [] : ['.', '/index.'])
        shell.recorder.execute(withEnding(path, ending), base, { ...about, certain: false, sought: true });
    }
  }

  /** Starts a command in each directory where the code may be. */
  #start(
    { cwd, stdin }: Of<'shell'> | Of<'run'>,
    bases: Bases,
    run: (inner: ShellState, io: Io) => Stream,
  ): void {
    const { shell, inner, io, known } = this.#given;
    for (const base of bases) {
      inner.cwd = cwd === undefined ? base : enteredAt(known(cwd), base, shell.recorder.disk);
      runRepeatedly(shell, inner, () => {
        const given = stdin === undefined ? io.stdin : streamOf(known(stdin));
        const { sources } = run(inner, { ...io, stdin: given, depth: io.depth + 1 });
        this.printed.push(...sources.filter(({ isShown }) => isShown === true));
      });
    }
  }

  #readEnvironment(finding: Of<'environment'>): void {
    if (finding.prints !== undefined) {
      this.printed.push(...printedOf(finding, this.#given.span));
      return;
    }
    const source = finding.name === undefined ? undefined : variableSource(finding.name, this.#given.span);
    for (const each of source === undefined ? this.#sourced : [source, ...this.#sourced]) {
      this.#reads.push(each);
      this.#places.set(each, finding);
    }
  }

  /** Sends what was read to the hosts that the script has connected to. */
  #send(readBefore: readonly PathEffect[]): void {
    const { shell, io, span, command } = this.#given;
    for (const { finding, host } of this.#connected) {
      if (host === undefined) continue;
      // Which file the code sends is unknown, unless the read is inside the call: in what it sends, or in the address.
      const given = this.#reads.filter((each) => isInside(this.#places.get(each), finding));
      const certain = io.certain && finding.certain;
      for (const source of new Set(this.#reads)) {
        if (isSpent(shell, span)) return;
        const isGiven = certain && source.certain && given.includes(source);
        shell.recorder.send({ certain: isGiven, span, command, source, host });
      }
      if (finding.sends && this.#reads.length === 0)
        shell.recorder.send({ certain, span, command, source: undefined, host });
      if (!finding.sends && staticText(finding.url) !== undefined) continue;
      for (const source of readBefore) shell.recorder.send({ certain: false, span, command, source, host });
    }
  }
}

function printedOf({ name, prints, certain }: Of<'environment'>, span: InputSpan): readonly PathEffect[] {
  if (prints === 'all') return [{ ...environmentSource(span), certain, isShown: true }];
  const source = name === undefined ? someVariable(span) : variableSource(name, span);
  return source === undefined ? [] : [{ ...source, isShown: true }];
}

type Bases = readonly (PathShape | undefined)[];
type Known = (shape: Shape) => Shape;

/** The directories in which the code may be after a change of directory. */
function movedTo(
  { path, perhaps }: CodeFinding & { kind: 'cwd' },
  bases: Bases,
  known: Known,
  { recorder: { disk } }: Shell,
): Bases {
  const moved = bases.map((base) => enteredAt(known(path), base, disk));
  if (!perhaps) return moved;
  const byText = new Map([...bases, ...moved].map((base) => [base && showPathShape(base), base]));
  return byText.size > mostAlternatives ? [{ anchor: 'floating', segments: [] }] : [...byText.values()];
}

/** The directories in which the code may be at any time. */
function allBases(findings: readonly CodeFinding[], first: Bases, known: Known, shell: Shell): Bases {
  const moves = findings.filter((finding) => finding.kind === 'cwd');
  const rounds = moves.some(({ repeats }) => repeats) ? mostAlternatives + 1 : 1;
  let bases = first;
  for (let round = 0; round < rounds; round++) {
    const before = bases.length;
    for (const move of moves) bases = movedTo({ ...move, perhaps: true }, bases, known, shell);
    if (bases.length === before) break;
  }
  return bases;
}

/** `require("./a")` loads `a.js`, `a.json` or `a/index.js`. */
const withEnding = ({ pieces, source }: Shape, ending: string): Shape =>
  joinPieces([...pieces, { kind: 'text', text: ending }, { kind: 'glob', glob: '*' }], source);

/** Whether a finding is inside the brackets of another one. */
const isInside = (inner: CodeFinding | undefined, outer: CodeFinding): boolean =>
  inner !== undefined && inner.start >= outer.start && inner.end <= outer.end && inner !== outer;

/**
 * Fills in the parts of a finding that the shell knows: unknown parts of the script with their origins, and the
 * home that the shell has set.
 */
export function shapesIn(shell: Shell, state: ShellState): Known {
  const own = state.get('HOME');
  return (shape) => {
    const pieces =
      own === undefined
        ? shape.pieces
        : shape.pieces.flatMap((piece) =>
            piece.kind === 'home' ? (isWordList(own) ? anyShape('HOME') : own.shape).pieces : [piece],
          );
    return shell.placeholders.length === 0 && own === undefined
      ? shape
      : joinPieces(unmark(pieces, shell).pieces, shape.source);
  };
}

function wordFrom(shape: Shape): Word {
  const text = staticText(shape);
  return text === undefined ? wordOfShape(shape) : wordOf(text);
}
