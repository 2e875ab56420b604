/**
 * Runs code in other languages, which is an argument of a command or its input. It turns the findings of
 * `scanCode` into effects of that command.
 */
import {
  isKnown,
  type PathShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { anyShape, joinPieces, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { scanCode } from '../../../code/scan.ts';
import type { CodeFinding } from '../../../code/values/finding.ts';
import type { InputSpan, PathEffect } from '../../../effect/effect.ts';
import { variableSource } from '../../../effect/environment-source.ts';
import { enteredAt } from '../../../record/directory.ts';
import { hasUnknown, markUnknown, unmark } from '../../expand/placeholder.ts';
import { type Io, isSpent, type Shell, type TextWithOrigins } from '../../shell.ts';
import {
  choiceOf,
  type Held,
  isWordList,
  keyOfValue,
  mostAlternatives,
  type VariableValue,
} from '../../state/choice.ts';
import { writeFile } from '../../state/keep.ts';
import { withSourced } from '../../state/sourced.ts';
import type { ShellState } from '../../state/state.ts';
import { type Stream, streamOf, unknownStream, type Word, wordOf, wordOfShape } from '../../word.ts';
import { moduleFolders } from '../running/module-folders.ts';
import { runRepeatedly } from '../running/repeated.ts';
import { mayBeBrought } from '../written/brought-files.ts';
import { keepFolder } from '../written/copied-folder.ts';
import { foldersLeft } from '../written/folders-left.ts';
import { noteScriptLink } from '../written/passed-on.ts';
import { runVariable } from '../written/running-variable.ts';
import {
  addressesImported,
  isDataOf,
  mayBeWritten,
  modulesIn,
  runImported,
  runWritten,
} from '../written/written-module.ts';

/** Scans code that is at least partly known, and records what it does. */
export function runScannedCode(
  language: string,
  code: TextWithOrigins,
  shell: Shell,
  state: ShellState,
  io: Io,
  command: number | undefined,
): void {
  const span = io.source.whole;
  const text = markUnknown(code, shell, false);
  if (
    text === undefined ||
    (staticText(code.shape) === undefined && code.shape.pieces.every(({ kind }) => kind === 'any'))
  ) {
    shell.unknown('code', code.shape.source, `the ${language} code is not known`, span);
    return;
  }
  if (hasUnknown(code.shape))
    shell.unknown('code', code.shape.source, `a part of the ${language} code is not known`, span);
  const folder = folderOf(shell.recorder.file);
  const scanned = scanCode(language, text, { folder, args: code.args });
  const isSilent = !mayWrite.test(text);
  const fileOf = (path: Shape): PathShape => readPathShape(shapesIn(shell, state)(path), state.cwd);
  const isBrought = (file: PathShape): boolean => !io.elsewhere && mayBeBrought(file, { shell, state });
  // What is brought may be a folder of that name, with code in it.
  const isData = (path: Shape): boolean =>
    !setsLoader.test(text) && isDataOf(language, fileOf(path), state) && !isBrought(fileOf(path));
  const findings = scanned.map((each) => {
    if (each.kind === 'load') return isData(each.path) ? readOf(each) : each;
    return isSilent ? asOpened(each, text) : each;
  });
  applyFindings(findings, shell, state, io, span, command);
  const places = [
    state.cwd,
    ...(folder === undefined ? [] : [readPathShape(folder, state.cwd)]),
    ...moduleFolders(language, state),
  ];
  for (const name of modulesIn(language, text))
    for (const place of places)
      if (place !== undefined) runImported(name, place, language, shell, state, io, command);
  for (const address of addressesImported(language, text)) takeAddress(address, shell, io, command);
  for (const finding of scanned)
    if (finding.kind === 'load') {
      const named = shapesIn(shell, state)(finding.path);
      takeAddress(staticText(named) ?? '', shell, io, command);
      const file = fileOf(finding.path);
      if (isBrought(file))
        shell.unknown('file', showPathShape(file), 'this module came from a network or an archive', span);
      if (!io.elsewhere && !isKnown(file) && mayBeWritten(file, shell, state))
        shell.unknown(
          'file',
          showPathShape(file),
          'it may load a file that the call or the session wrote',
          span,
        );
      runWritten(file, language, shell, state, io, command);
    }
}

/** Records that a script runs what an address gives. */
function takeAddress(text: string, shell: Shell, io: Io, command: number | undefined): void {
  if (io.elsewhere || !/^(?!file:)[a-z][\w+.-]*:(?:\/\/|text\/|application\/)/i.test(text)) return;
  const span = io.source.whole;
  shell.unknown('code', text, 'it runs what this address gives', span);
  if (text.includes('://')) shell.recorder.connect(textShape(text), { certain: false, span, command });
}

/**
 * The finding of a file that is opened for writing. If nothing in the script could write, the file is empty
 * afterwards.
 */
const asOpened = (finding: CodeFinding, text: string): CodeFinding =>
  finding.kind === 'path' &&
  finding.use === 'write' &&
  finding.content === undefined &&
  /^(?:\w+\.)?open\([^()]*,\s*(?:mode\s*=\s*)?['"]w[bt]?['"]/.test(
    text.slice(finding.start, finding.start + longestOpening),
  )
    ? { ...finding, content: '' }
    : finding;

const longestOpening = 500;
/** Words in scripts that may write to an open file. */
const mayWrite = /write|print|dump|save|copy|stdout/;

/** Words of scripts that may set how files are loaded. */
const setsLoader = /extensions|register|module|constructor|builtin/i;

/** A file that is loaded as data. */
const readOf = ({ path, certain, start, end }: CodeFinding & { readonly kind: 'load' }): CodeFinding => ({
  kind: 'path',
  use: 'read',
  path,
  target: undefined,
  recursive: false,
  content: undefined,
  certain,
  start,
  end,
});

/** The folder of a file, by its shown path. */
function folderOf(file: string | undefined): Shape | undefined {
  if (file === undefined) return undefined;
  const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
  if (!folder.startsWith('~')) return textShape(folder === '' ? '/' : folder);
  return { pieces: [{ kind: 'home' }, { kind: 'text', text: folder.slice(1) }], source: folder };
}

/** Records the findings of a script in their order. `readBefore`: what its commands have read. */
export function applyFindings(
  findings: readonly CodeFinding[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
  command: number | undefined,
  readBefore: readonly PathEffect[] = [],
): void {
  const inner = state.fork();
  const known = shapesIn(shell, state);
  if (findings.some(({ kind }) => kind === 'shell' || kind === 'run'))
    setVariables(findings, known, inner, shell, io, span);
  /** `here` is where the code may be at the current finding, `everywhere` where it may be at any time. */
  let here: Bases = [state.cwd];
  const everywhere = allBases(findings, here, known, shell);
  const reads: PathEffect[] = [];
  /** Files whose content may be in the environment. */
  let { sourced } = state;
  /** The finding that each effect comes from. */
  const places = new Map<PathEffect, CodeFinding>();
  const connected: {
    finding: CodeFinding & { kind: 'connect' };
    host: ReturnType<Shell['recorder']['connect']>;
  }[] = [];
  /** Files that are open for writing while the script goes on. */
  const open = new Set<PathEffect>();
  const readSoFar = (): Stream =>
    unknownStream({ sources: [...new Set(reads)], from: command === undefined ? [] : [command] });
  const apply = (finding: Exclude<CodeFinding, { kind: 'root' }>): void => {
    const certain = io.certain && finding.certain;
    const bases = finding.again ? everywhere : here;
    const about = { certain: certain && !io.elsewhere, span, command };
    switch (finding.kind) {
      case 'path': {
        const effects = bases.flatMap((base) =>
          shell.recorder.path({
            ...about,
            use: finding.use,
            path: known(finding.path),
            target:
              finding.target === undefined ? undefined : { path: known(finding.target), into: 'perhaps' },
            base,
            // A moved path may be a folder.
            recursive: finding.recursive || finding.use === 'move',
            content: finding.content,
            keeps: finding.keeps,
            empties: 'if there',
          }),
        );
        // A call that makes folders may make those on the way: `makedirs('a/b/../c')`.
        if (finding.use === 'write' && finding.content === undefined)
          for (const folder of foldersLeft(known(finding.path)))
            for (const base of bases)
              shell.recorder.path({ ...about, certain: false, use: 'write', path: folder, base });
        const source = effects.find(({ kind }) => kind === 'read');
        for (const effect of effects) {
          if (effect.kind === 'write' && source !== undefined) {
            shell.recorder.disk.relink(source.path, effect.path);
            if (source.recursive) keepFolder(source.path, effect.path, { state, shell });
          }
          if (effect.kind === 'read') {
            for (const each of [effect, ...state.sourcesAt(effect.path)]) {
              reads.push(each);
              places.set(each, finding);
            }
            if (finding.sets === true) sourced = withSourced(sourced, effect);
          }
          if (effect.kind === 'write' && finding.leads !== undefined) {
            const { isHard = false } = finding;
            for (const base of bases) noteScriptLink(effect, known(finding.leads), { base, isHard }, shell);
          }
          if (effect.kind === 'write') {
            if (finding.stays === true || !finding.certain) open.add(effect);
            const content =
              finding.content === undefined ? readSoFar() : streamOf(textShape(finding.content));
            // The code may end or branch before it writes.
            writeFile(effect, content, false, state, shell.recorder);
            // What it unpacks, it keeps under names of its choice.
            if (effect.recursive && reads.some(({ path }) => mayBeBrought(path, { shell, state })))
              shell.recorder.filesLeft.make(effect.path, 'any');
          }
        }
        break;
      }
      case 'load': {
        const path = known(finding.path);
        const text = staticText(path);
        const hasEnding = !finding.ends || text === undefined || /\.\w{1,5}$/.test(text);
        for (const base of bases) {
          shell.recorder.execute(path, base, about);
          const sources = state.sourcesAt(readPathShape(path, base));
          shell.recorder.executeAll(sources, about);
          for (const ending of hasEnding ? [] : ['.', '/index.'])
            shell.recorder.execute(withEnding(path, ending), base, {
              ...about,
              certain: false,
              sought: true,
            });
        }
        break;
      }
      case 'shell':
        for (const base of bases) {
          inner.cwd =
            finding.cwd === undefined ? base : enteredAt(known(finding.cwd), base, shell.recorder.disk);
          runRepeatedly(shell, inner, () => {
            shell.runText(wordOfShape(known(finding.text)), inner, {
              ...io,
              certain,
              stdin: finding.stdin === undefined ? io.stdin : streamOf(known(finding.stdin)),
              depth: io.depth + 1,
            });
          });
        }
        break;
      case 'run':
        for (const base of bases) {
          inner.cwd =
            finding.cwd === undefined ? base : enteredAt(known(finding.cwd), base, shell.recorder.disk);
          runRepeatedly(shell, inner, () => {
            shell.runWords(
              finding.words.map((word) => wordFrom(known(word))),
              inner,
              {
                ...io,
                certain,
                stdin: finding.stdin === undefined ? io.stdin : streamOf(known(finding.stdin)),
                depth: io.depth + 1,
              },
              span,
              finding.isCmdlet === true ? 'powershell' : 'posix',
            );
          });
        }
        break;
      case 'connect':
        connected.push({ finding, host: shell.recorder.connect(known(finding.url), about) });
        break;
      case 'cwd':
        here = finding.again ? everywhere : movedTo(finding, here, known, shell);
        break;
      case 'environment': {
        const source = finding.name === undefined ? undefined : variableSource(finding.name, span);
        for (const each of source === undefined ? sourced : [source, ...sourced]) {
          reads.push(each);
          places.set(each, finding);
        }
        break;
      }
      case 'variable':
        break;
      case 'unknown':
        shell.unknown(finding.sort ?? 'code', finding.text, finding.why, span);
        break;
      default:
        finding satisfies never;
    }
  };
  const applyFrom = (start: number): void => {
    for (const [at, finding] of findings.slice(start).entries()) {
      if (isSpent(shell, span)) return;
      if (finding.kind !== 'root') {
        apply(finding);
        continue;
      }
      const root = pathShapeOfText('/', undefined);
      const folders = here.map((base) => ({ path: known(finding.path), base, at: root, writes: true }));
      shell.recorder.mounts.seeing(folders, () => applyFrom(start + at + 1));
      return;
    }
  };
  const applyAll = (): void => {
    here = [state.cwd];
    reads.length = 0;
    connected.length = 0;
    open.clear();
    applyFrom(0);
    for (const effect of open) writeFile(effect, readSoFar(), false, state, shell.recorder);
  };
  // A function or a loop may run again after a link has been made.
  if (findings.some(({ again }) => again)) runRepeatedly(shell, inner, applyAll);
  else applyAll();
  for (const { finding, host } of connected) {
    if (host === undefined) continue;
    // Which file the code sends is unknown, unless the read is inside the call: in what it sends, or in the address.
    const given = reads.filter((each) => isInside(places.get(each), finding));
    const certain = io.certain && finding.certain;
    for (const source of new Set(reads)) {
      if (isSpent(shell, span)) return;
      const isGiven = certain && source.certain && given.includes(source);
      shell.recorder.send({ certain: isGiven, span, command, source, host });
    }
    if (finding.sends && reads.length === 0)
      shell.recorder.send({ certain, span, command, source: undefined, host });
    if (!finding.sends && staticText(finding.url) !== undefined) continue;
    for (const source of readBefore) shell.recorder.send({ certain: false, span, command, source, host });
  }
}

/**
 * Sets the variables of a script for the programs that it starts. It may set them at any time, so that each program may
 * have them. Gives the values that they had.
 */
export function setVariables(
  findings: readonly CodeFinding[],
  known: Known,
  state: ShellState,
  shell: Shell,
  io: Io,
  span: InputSpan,
): ReadonlyMap<string, Held<VariableValue> | undefined> {
  const before = new Map<string, Held<VariableValue> | undefined>();
  const names = new Map<string, Word[]>();
  for (const finding of findings) {
    if (finding.kind !== 'variable') continue;
    const { name, value } = finding;
    if (name !== undefined) names.set(name, [...(names.get(name) ?? []), wordOfShape(known(value))]);
    else if (findings.some(({ kind }) => kind === 'run' || kind === 'shell'))
      shell.unknown('value', value.source, 'which variable it sets for what it starts is not known', span);
  }
  for (const [name, words] of names) {
    for (const word of words) {
      const own = state.fork();
      own.set(name, word);
      runVariable(name, own, shell, { ...io, depth: io.depth + 1 }, span);
    }
    before.set(name, state.held(name));
    state.put(name, choiceOf([state.held(name), ...words], keyOfValue));
    const { pending } = state;
    state.export(name);
    state.pending = pending;
  }
  return before;
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
function shapesIn(shell: Shell, state: ShellState): Known {
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
