/**
 * Reads the expression of `find`, whose actions delete, write and run. An action works on the files below the
 * starting points that pass the tests. Only `-name` and `-path` say which files these are. Whether there are any is not
 * asked: if the action works on a file, it is one of these.
 */
import { DEEP, readPathShape, showPathShape } from '../../../../pattern/path/path-shape.ts';
import { joinPieces, type Piece, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { directoryAt, enteredAt } from '../../../record/directory.ts';
import { shapeOfPath } from '../../../record/mounted-paths.ts';
import { pathsOf } from '../../expand/glob-pieces.ts';
import { compileAffix } from '../../expand/glob-text.ts';
import type { Shell } from '../../shell.ts';
import { writeFile } from '../../state/keep.ts';
import type { ShellState } from '../../state/state.ts';
import { type Listed, type PrintedPaths, unknownStream, type Word, wordOfShape } from '../../word.ts';
import { runRepeatedly } from '../running/repeated.ts';
import type { Running } from '../running/running.ts';
import { pathsIn } from './items.ts';

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
  ...['-samefile', '-cnewer', '-anewer', '-used', '-context'].map((name) => [name, 1] as const),
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

/** What makes a test say nothing of other files: alternatives and lists. */
export const alternatives: ReadonlySet<string> = new Set(['-o', '-or', ',']);

const isNegation = (word: string | undefined): boolean => word === '!' || word === '-not';

/** Words that are no test and no action. */
const idle =
  /^-(?:a|and|depth|d|xdev|x|mount|noleaf|daystart|follow|ignore_readdir_race|noignore_readdir_race|nowarn|warn|print0?|ls|quit|true)$/;

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

/** What the tests so far say of the files. */
interface Tests {
  /** The name of them all. */
  only: Shape | undefined;
  /** Not all files below the starting points pass. */
  isNarrow: boolean;
  /** Without alternatives and negated groups: each test is one that all files pass, or that they fail behind `!`. */
  readonly areAll: boolean;
}

const noTests = (texts: readonly (string | undefined)[]): Tests => ({
  only: undefined,
  isNarrow: false,
  areAll: !texts.some(
    (each, at) =>
      each !== undefined &&
      (alternatives.has(each) || (isNegation(each) && /^(?:\(|!|-not)$/.test(texts[at + 1] ?? '('))),
  ),
});

/** Takes down the test at a place, and gives the place of its last word; undefined if none is there. */
function readTest(
  at: number,
  words: readonly Word[],
  texts: readonly (string | undefined)[],
  tests: Tests,
): number | undefined {
  const text = texts[at] ?? '';
  if (namedPath.has(text)) {
    const pattern = words[at + 1]?.shape;
    const isOfAll = tests.areAll && !isNegation(texts[at - 1]);
    if (isOfAll && pattern !== undefined && text === '-name') tests.only = pattern;
    else tests.isNarrow = true;
    return at + 1;
  }
  const count = narrowing.get(text);
  // A test that is not known narrows them down as well.
  if (
    count !== undefined ||
    (/^-[a-zA-Z]/.test(text) && !neutral.has(text) && !isAction(text) && !idle.test(text))
  )
    tests.isNarrow = true;
  const values = count ?? neutral.get(text);
  return values === undefined ? undefined : at + values;
}

/** Whether a starting point itself may pass the tests, and not only what is below it. */
function mayPass(start: Shape, { only, areAll }: Tests, texts: readonly (string | undefined)[]): boolean {
  const depth = texts.indexOf('-mindepth');
  if (depth >= 0 && Number(texts[depth + 1]) > 0) return false;
  const [first, ...rest] = start.pieces;
  const isBelowHome = first?.kind === 'home' && rest.length > 0;
  const text = staticText(isBelowHome ? { ...start, pieces: rest } : start);
  if (text === undefined) return true;
  const type = texts.indexOf('-type');
  if (
    type >= 0 &&
    areAll &&
    !isNegation(texts[type - 1]) &&
    /(?:^|\/)\.{0,2}$/.test(text) &&
    !/d/.test(texts[type + 1] ?? 'd')
  )
    return false;
  const pattern = only && staticText(only);
  const affix = pattern === undefined ? undefined : compileAffix(pattern);
  const name = text.replace(/(?<=.)\/+$/, '').replace(/^.*\/(?=.)/, '');
  return affix === undefined || [name.length, 'unknown'].includes(affix(name, 'start', true) ?? -1);
}

/** The paths that a `find` which only prints them may print: starting points, and patterns of what is below them. */
export function printedPaths(words: readonly Word[]): Omit<PrintedPaths, 'between'> {
  const texts = words.map(({ shape }) => staticText(shape));
  const { roots, end } = readRoots(words, texts);
  const tests = noTests(texts);
  for (let at = end; at < words.length; at++) at = readTest(at, words, texts, tests) ?? at;
  const starts = roots.length === 0 ? [textShape('.')] : roots.map(({ shape }) => shape);
  const below = starts.map((start) => filesBelow(start, tests.only, true));
  if (!tests.isNarrow && tests.only === undefined) return { paths: [...starts, ...below], isWhole: true };
  return { paths: below, isWhole: !starts.some((start) => mayPass(start, tests, texts)) };
}

/** Options with which links are followed; the first is before the starting points. */
const followsLinks = /^-(?:[EHPXdsx]*L[EHPXdsx]*f?|follow)$/;

/** Where the links of the call lead that are below a starting point. */
const linkedBelow = (start: Word, state: ShellState, { recorder: { disk } }: Shell): readonly Word[] =>
  disk.links.below(readPathShape(start.shape, state.cwd)).map((path) => wordOfShape(shapeOfPath(path)));

/** Runs the actions of a `find` command on the files below its starting points. */
export function runFind(running: Running, found: Search['found']): void {
  const { words, command, shell, state, io, span, outputs } = running;
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
  const tests = noTests(texts);
  const search: Search = { words, texts, starts, tests, command, shell, state, io, span, found, outputs };
  for (let at = begin; at < words.length; at++)
    at = readTest(at, words, texts, search.tests) ?? act(at, search);
}

/** A `find` command, up to one of its actions. Its outputs are those of the commands that it runs. */
interface Search extends Pick<Running, 'words' | 'command' | 'shell' | 'state' | 'io' | 'span' | 'outputs'> {
  readonly texts: readonly (string | undefined)[];
  readonly starts: readonly Word[];
  readonly tests: Tests;
  /** What the disk has for the words of a search without actions; undefined where it is not known. */
  readonly found: (words: readonly Word[]) => Listed | undefined;
}

/** The files on the disk for an action at a place, as `find` names them. `areSure`: the action surely gets each of them. */
function filesOnDisk(
  at: number,
  { words, found, io }: Search,
): { files: readonly Shape[]; areSure: boolean } {
  const listed = io.elsewhere ? undefined : found(words.slice(0, at));
  if (listed === undefined) return { files: [], areSure: false };
  return { files: listed.lines.map((line) => textShape(line)), areSure: listed.isWhole };
}

/** The most commands that are run for files on the disk one by one. With more, the pattern of the search says which they are. */
const mostRuns = 16;

/** The commands of an action for the files on the disk: one for each, or with `+` one for all of them. */
function commandsOnDisk(
  inner: readonly Word[],
  isForAll: boolean,
  files: readonly Shape[],
): readonly (readonly Word[])[] {
  if (files.length === 0) return [];
  if (isForAll)
    return [
      inner.flatMap((word) =>
        staticText(word.shape) === '{}' ? files.map((file) => fillIn(word, file)) : [word],
      ),
    ];
  return files.length > mostRuns ? [] : files.map((file) => inner.map((word) => fillIn(word, file)));
}

const isAction = (text: string): boolean =>
  /^-(?:delete|fprint0?|fls|fprintf|exec|execdir|ok|okdir|files0-from)$/.test(text);

/** Records the action at a place, and gives the place of its last word. A word that is no action has no effect. */
function act(at: number, search: Search): number {
  const { words, texts } = search;
  const text = texts[at] ?? '';
  if (text === '-delete') deleteFound(at, search);
  else if (/^-(?:fprint0?|fls|fprintf)$/.test(text)) {
    writeListing(words[at + 1]?.shape, search);
    return at + (text === '-fprintf' ? 2 : 1);
  } else if (/^-(?:exec|execdir|ok|okdir)$/.test(text)) {
    const end = texts.findIndex((each, index) => index > at && (each === ';' || each === '+'));
    const last = end < 0 ? words.length : end;
    runOnFound(words.slice(at + 1, last), text.endsWith('dir'), at, search);
    return last;
  }
  return at;
}

/** What is found below a starting point. */
const foundBelow = (
  start: Shape,
  name: Shape | undefined,
  isNarrow: boolean,
  { state, shell }: Search,
): Shape =>
  filesBelow(name === undefined && !isNarrow ? start : withoutUpward(start, state, shell), name, isNarrow);

const about = ({ io, span, command }: Search) =>
  ({ certain: io.certain && !io.elsewhere, span, command }) as const;

function deleteFound(at: number, search: Search): void {
  const { starts, texts, tests, shell, state } = search;
  const { only, isNarrow } = tests;
  const isAll = only === undefined && !isNarrow;
  const deletion = { ...about(search), use: 'delete', base: state.cwd } as const;
  const { files, areSure } = filesOnDisk(at, search);
  for (const path of files) shell.recorder.path({ ...deletion, path, certain: deletion.certain && areSure });
  for (const { shape } of starts) {
    shell.recorder.path({ ...deletion, path: foundBelow(shape, only, isNarrow, search), recursive: isAll });
    if (!isAll && mayPass(shape, tests, texts))
      shell.recorder.path({ ...deletion, path: shape, certain: false });
  }
}

/** Writes the list of what is found to a file. */
function writeListing(path: Shape | undefined, search: Search): void {
  if (path === undefined) return;
  const { shell, state, command } = search;
  for (const effect of shell.recorder.path({ ...about(search), use: 'write', path, base: state.cwd }))
    writeFile(effect, unknownStream({ sources: [], from: [command] }), false, state, shell.recorder);
}

/** Runs a command on what is found; `isBelow`: in the folder of each file. */
function runOnFound(inner: readonly Word[], isBelow: boolean, at: number, search: Search): void {
  const { starts, texts, tests, shell, state, io, span } = search;
  const { only, isNarrow } = tests;
  const namesFound = inner.some(({ shape }) => hasMark(shape));
  // The found file is itself the program: any file below, but not the directory.
  const isProgram = inner[0] !== undefined && hasMark(inner[0].shape);
  const uncertain = isProgram && only === undefined;
  const its = { ...io, via: [...io.via, 'find'], certain: io.certain && !uncertain };
  if (namesFound) {
    const { files, areSure } = filesOnDisk(at, search);
    const isForAll = texts[at + 1 + inner.length] === '+';
    for (const filled of commandsOnDisk(inner, isForAll, files))
      search.outputs.push(
        shell.runWords(filled, state.branch(), { ...its, certain: its.certain && areSure }, span),
      );
  }
  for (const start of starts) {
    const file = foundBelow(start.shape, only, isNarrow || isProgram, search);
    const filled = inner.map((word) => fillIn(word, file));
    if (isBelow) runBelow(inner, start, only, { ...search, io: its });
    const before = shell.recorder.effects.executed.length;
    const pathsBefore = shell.recorder.effects.paths.length;
    const way = state.branch();
    runRepeatedly(shell, way, () => void search.outputs.push(shell.runWords(filled, way, its, span)));
    if (file !== start.shape && !isProgram && mayPass(start.shape, tests, texts)) {
      const own = inner.map((word) => fillIn(word, start.shape));
      search.outputs.push(shell.runWords(own, state.branch(), { ...its, certain: false }, span));
    }
    if (file !== start.shape || !namesFound) continue;
    // A command that changes or executes the starting point does the same to everything that is found.
    const path = showPathShape(readPathShape(start.shape, state.cwd));
    const executed = shell.recorder.effects.executed.slice(before);
    shell.recorder.reachBelow(pathsBefore, path);
    for (const each of executed)
      if (showPathShape(each.path) === path)
        shell.recorder.execute(foundBelow(start.shape, undefined, true, search), state.cwd, {
          ...{ certain: false, span: each.span, command: each.command },
        });
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
  { shell, state, io, span, outputs }: Search,
): void {
  const way = state.branch();
  const { anchor, segments } = enteredAt(start.shape, state.cwd, shell.recorder.disk);
  way.cwd = { anchor, segments: [...segments, DEEP] };
  const name = joinPieces(
    [{ kind: 'text', text: './' }, ...(only?.pieces ?? [{ kind: 'glob', glob: '*' } as const])],
    '{}',
  );
  outputs.push(
    shell.runWords(
      inner.map((word) => fillIn(word, name)),
      way,
      io,
      span,
    ),
  );
}

/** The files of an action: the starting point itself if no test narrows it down, else what may be below it. */
export function filesBelow(start: Shape, only: Shape | undefined, narrow: boolean): Shape {
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
