/**
 * Reads the expression of `find`, whose actions delete, write and run. An action works on the files below the
 * starting points that pass the tests. Only `-name` and `-path` say which files these are.
 */

import { DEEP, readPathShape, showPathShape } from '../../../pattern/path-shape.ts';
import { joinPieces, type Piece, type Shape, staticText, textShape } from '../../../pattern/shape.ts';
import { directoryAt, enteredAt } from '../../directory.ts';
import type { InputSpan } from '../../effect.ts';
import { shapeOfPath } from '../../mounted-paths.ts';
import { pathsOf } from '../expand/glob-pieces.ts';
import type { Io, Shell } from '../shell.ts';
import { writeFile } from '../state/keep.ts';
import type { ShellState } from '../state/state.ts';
import { unknownStream, type Word, wordOfShape } from '../word.ts';
import { pathsIn } from './listed-paths.ts';
import { runRepeatedly } from './repeated.ts';

/** Tests that narrow down the files of an action, each with its number of values. */
export const narrowing: ReadonlyMap<string, number> = new Map([
  ...[
    '-newer',
    '-mtime',
    '-atime',
    '-ctime',
    '-mmin',
    '-amin',
    '-cmin',
    '-size',
    '-perm',
    '-user',
    '-group',
    '-regex',
  ].map((name) => [name, 1] as const),
  ...['-iregex', '-links', '-inum', '-uid', '-gid', '-lname', '-ilname', '-newermt', '-fstype'].map(
    (name) => [name, 1] as const,
  ),
  ...['-empty', '-executable', '-readable', '-writable', '-nouser', '-nogroup'].map(
    (name) => [name, 0] as const,
  ),
]);
export const namedPath: ReadonlySet<string> = new Set([
  '-name',
  '-iname',
  '-path',
  '-ipath',
  '-wholename',
  '-iwholename',
]);
export const neutral: ReadonlyMap<string, number> = new Map([
  ...['-type', '-maxdepth', '-mindepth', '-xtype', '-printf', '-regextype', '-D', '-O'].map(
    (name) => [name, 1] as const,
  ),
]);

/** What makes a name say nothing of other files: alternatives, negations, and lists. */
export const alternatives: ReadonlySet<string> = new Set(['-o', '-or', '!', '-not', ',']);

/** Whether the word behind this one is a value of it. */
const takesValue = (test: string | undefined): boolean =>
  test !== undefined &&
  (namedPath.has(test) || (narrowing.get(test) ?? neutral.get(test) ?? 0) > 0 || test === '-files0-from');

/** The starting points, and where the expression begins. Options in front of them are those of GNU and BSD. */
export function readRoots(
  words: readonly Word[],
  texts: readonly (string | undefined)[],
): { readonly roots: Word[]; readonly end: number } {
  const roots: Word[] = [];
  let at = 0;
  for (; /^-(?:[EHLPXdsx]*f?|D|O.*|-)$/.test(texts[at] ?? ''); at++) {
    const root = /^-[EHLPXdsx]*f$/.test(texts[at] ?? '') ? words[at + 1] : undefined;
    if (root !== undefined) roots.push(root);
    if (root !== undefined || texts[at] === '-D') at++;
  }
  for (; at < words.length && !/^[-!(,)]/.test(texts[at] ?? 'x'); at++) {
    const root = words[at];
    if (root !== undefined) roots.push(root);
  }
  return { roots, end: at };
}

/** Options with which links are followed; the first is before the starting points. */
const followsLinks = /^-(?:[EHPXdsx]*L[EHPXdsx]*f?|follow)$/;

/** Where the links of the call lead that are below a starting point. */
const linkedBelow = (start: Word, state: ShellState, { recorder: { disk } }: Shell): readonly Word[] =>
  disk.linkedBelow(readPathShape(start.shape, state.cwd)).map((path) => wordOfShape(shapeOfPath(path)));

/** Runs the actions of a `find` command on the files below its starting points. */
export function runFind(
  words: readonly Word[],
  command: number,
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
): void {
  const texts = words.map(({ shape }) => staticText(shape));
  const { roots, end: begin } = readRoots(words, texts);
  const listed = texts.indexOf('-files0-from', begin);
  const list = listed < 0 ? undefined : words[listed + 1];
  if (list !== undefined) roots.push(...pathsIn(list, { io, state, base: state.cwd, shell, reads: [] }));
  const given = roots.length === 0 ? [wordOfShape(textShape('.'))] : roots;
  const starts = texts.some((text) => followsLinks.test(text ?? ''))
    ? [...given, ...given.flatMap((start) => linkedBelow(start, state, shell))]
    : given;
  // An unknown word may be an action.
  const hidden = words.find(({ splits }, index) => splits && !takesValue(texts[index - 1]));
  if (hidden !== undefined) shell.unknown('value', hidden.shape.source, 'it may be an action of find', span);
  const found = (start: Shape, name: Shape | undefined, isNarrow: boolean): Shape =>
    filesBelow(name === undefined && !isNarrow ? start : withoutUpward(start, state, shell), name, isNarrow);
  let narrow = false;
  let only: Shape | undefined;
  const about = { certain: io.certain && !io.elsewhere, span, command };
  for (let at = begin; at < words.length; at++) {
    const text = texts[at] ?? '';
    if (namedPath.has(text)) {
      const pattern = words[++at]?.shape;
      // With alternatives or negations a single name does not describe all files.
      if (texts.some((each) => each !== undefined && alternatives.has(each))) narrow = true;
      else if (pattern !== undefined && text === '-name') only = pattern;
      else narrow = true;
    } else if (narrowing.has(text)) {
      narrow = true;
      at += narrowing.get(text) ?? 0;
    } else if (neutral.has(text)) at += neutral.get(text) ?? 0;
    else if (text === '-delete') {
      for (const start of starts) {
        shell.recorder.path({
          ...about,
          use: 'delete',
          path: found(start.shape, only, narrow),
          base: state.cwd,
          recursive: only === undefined && !narrow,
          certain: about.certain && !narrow,
        });
      }
    } else if (/^-(?:fprint0?|fls|fprintf)$/.test(text)) {
      const path = words[++at]?.shape;
      if (text === '-fprintf') at++;
      const written =
        path === undefined ? [] : shell.recorder.path({ ...about, use: 'write', path, base: state.cwd });
      for (const effect of written) {
        const content = unknownStream({ sources: [], from: [command] });
        writeFile(effect, content, false, state, shell.recorder);
      }
    } else if (/^-(?:exec|execdir|ok|okdir)$/.test(text)) {
      const end = texts.findIndex((each, index) => index > at && (each === ';' || each === '+'));
      const inner = words.slice(at + 1, end < 0 ? words.length : end);
      for (const start of starts) {
        // The found file is itself the program: any file below, but not the directory.
        const isProgram = inner[0] !== undefined && hasMark(inner[0].shape);
        const file = found(start.shape, only, narrow || isProgram);
        const uncertain = (narrow || isProgram) && only === undefined;
        const filled = inner.map((word) => fillIn(word, file));
        if (text.endsWith('dir')) runBelow(inner, start, only, { shell, state, io, span }, uncertain);
        const before = shell.recorder.effects.executed.length;
        const pathsBefore = shell.recorder.effects.paths.length;
        const way = state.branch();
        const its = { ...io, stdin: undefined, via: [...io.via, 'find'], certain: io.certain && !uncertain };
        runRepeatedly(shell, way, () => void shell.runWords(filled, way, its, span));
        // A command that executes the starting point executes everything below it.
        const executed = inner.some(({ shape }) => hasMark(shape))
          ? shell.recorder.effects.executed.slice(before)
          : [];
        const path = showPathShape(readPathShape(start.shape, state.cwd));
        // A command that changes the starting point changes everything that is found.
        if (file === start.shape && inner.some(({ shape }) => hasMark(shape)))
          shell.recorder.reachBelow(pathsBefore, path);
        for (const each of file === start.shape ? executed : [])
          if (showPathShape(each.path) === path)
            shell.recorder.execute(found(start.shape, undefined, true), state.cwd, {
              ...{ certain: false, span: each.span, command: each.command },
            });
      }
      at = end < 0 ? words.length : end;
    }
  }
}

/**
 * `-execdir` runs the command in the folder of each found file, which may be any folder below, with the name of
 * the file in it.
 */
function runBelow(
  inner: readonly Word[],
  start: Word,
  only: Shape | undefined,
  { shell, state, io, span }: { shell: Shell; state: ShellState; io: Io; span: InputSpan },
  uncertain: boolean,
): void {
  const way = state.branch();
  const { anchor, segments } = enteredAt(start.shape, state.cwd, shell.recorder.disk);
  way.cwd = { anchor, segments: [...segments, DEEP] };
  const name = joinPieces(
    [{ kind: 'text', text: './' }, ...(only?.pieces ?? [{ kind: 'glob', glob: '*' } as const])],
    '{}',
  );
  shell.runWords(
    inner.map((word) => fillIn(word, name)),
    way,
    { ...io, stdin: undefined, via: [...io.via, 'find'], certain: io.certain && !uncertain },
    span,
  );
}

/** The files of an action: the starting point itself if no test narrows it down, else what may be below it. */
function filesBelow(start: Shape, only: Shape | undefined, narrow: boolean): Shape {
  if (only === undefined && !narrow) return start;
  const pattern: readonly Piece[] = only === undefined ? [{ kind: 'glob', glob: '*' }] : pathsOf(only);
  return joinPieces(
    [
      ...start.pieces,
      { kind: 'text', text: '/' },
      { kind: 'glob', glob: '**' },
      { kind: 'text', text: '/' },
      ...pattern,
    ],
    start.source,
  );
}

/** A starting point with `..`, as the folder that the system opens under that name. */
function withoutUpward(start: Shape, { cwd }: ShellState, { recorder: { disk } }: Shell): Shape {
  const written = directoryAt(start, cwd);
  const entered = enteredAt(start, cwd, disk);
  return showPathShape(entered) === showPathShape(written)
    ? start
    : { ...shapeOfPath(entered), source: start.source };
}

const hasMark = ({ pieces }: Shape): boolean =>
  pieces.some((piece) => piece.kind === 'text' && piece.text.includes('{}'));

function fillIn(word: Word, file: Shape): Word {
  const pieces = word.shape.pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'text' || !piece.text.includes('{}')) return [piece];
    return piece.text
      .split('{}')
      .flatMap((part, index): readonly Piece[] =>
        index === 0 ? [{ kind: 'text', text: part }] : [...file.pieces, { kind: 'text', text: part }],
      );
  });
  return { ...word, shape: joinPieces(pieces, word.shape.source) };
}
