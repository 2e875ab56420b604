/**
 * What else a path may be, to a program or a file system other than the one that
 * the canonical reading has in mind. Only further readings are told, each once;
 * of most paths there are none, which is found out at the cost of one look. What
 * a file system really has (links, mounts, short names) nobody here can see.
 */
import { fold } from './fold.ts';
import { aliasesOf } from './path-alias.ts';
import {
  isKnown,
  isShapeOnDrive,
  type PathShape,
  pathShapeOfText,
  readPathShape,
  readPieces,
  type Step,
} from './path-shape.ts';
import { textsOfPath } from './path-text.ts';
import { isDrive, longestPath } from './path-value.ts';
import { type Shape, staticText, textShape } from './shape.ts';

/**
 * Another reading. Where a match denies, all of them count. Where it excuses, the
 * match must hold in all of them too, but for an alias: that is the same file by
 * the name that another system has for it (`/mnt/c/x` is `C:/x`).
 */
export interface PathReading extends PathShape {
  readonly isAlias?: true;
  /** A glob as it is written, which is what it comes to where it finds nothing: no match of it is sure. */
  readonly isUnmatched?: true;
}

/** More readings than this are not told apart. */
const mostReadings = 24;

const none: readonly PathReading[] = [];

/** Readings of a path beside the canonical one, which `readPathShape` gives. */
export function otherReadings(shape: Shape, base: PathShape | undefined): readonly PathReading[] {
  const text = staticText(shape);
  if (text !== undefined && text.length > longestPath) return none;
  const plain = text ?? withGlobsAsNames(shape);
  const written = text === undefined ? asWritten(shape) : undefined;
  if (plain !== undefined && isPlainText(plain) && isPlainBase(base)) {
    return written === undefined ? none : [unmatched(written, base)];
  }
  const canonical = readPathShape(shape, base);
  const found = new Found(canonical);
  const spelled = text === undefined ? [shape] : [text, ...textsOfPath(text)].map((each) => textShape(each));
  for (const each of spelled) {
    for (const path of spellingsOf(each, base)) found.add(path, false);
  }
  // What is found is gone through as well: a name may be of two kinds at once.
  for (let at = -1; at < found.readings.length && !found.isFull; at++) {
    const path = at < 0 ? canonical : (found.readings[at] ?? canonical);
    const isAlias = at >= 0 && found.readings[at]?.isAlias === true;
    for (const alias of aliasesOf(path, base)) found.add(alias.path, isAlias || alias.isSame);
    for (const name of [windowsNames(path, base), foldedNames(path, base)]) {
      if (name !== undefined) found.add(name, false);
    }
  }
  return written === undefined ? found.readings : [...found.readings, unmatched(written, base)];
}

const unmatched = (text: string, base: PathShape | undefined): PathReading => ({
  ...pathShapeOfText(text, base),
  isUnmatched: true,
});

/**
 * The text of a pattern as it is written; undefined where a part of it is not known, or where
 * all of its globs take themselves: a file of the name `*` is one of those that `*` finds.
 */
function asWritten({ pieces }: Shape): string | undefined {
  if (!pieces.some((piece) => piece.kind === 'glob' && /[[(]/.test(piece.glob))) return undefined;
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'glob') text += piece.glob.replace(/\\(.)/gs, '$1');
    else return undefined;
    if (text.length > longestPath) return undefined;
  }
  return text;
}

/** Collects readings, none of them twice. */
class Found {
  readonly readings: PathReading[] = [];
  readonly #known: Set<string>;

  constructor(canonical: PathShape) {
    this.#known = new Set([keyOf(canonical)]);
  }

  get isFull(): boolean {
    return this.readings.length >= mostReadings;
  }

  add({ anchor, segments }: PathShape, isAlias: boolean): void {
    const key = keyOf({ anchor, segments });
    if (this.isFull || this.#known.has(key)) return;
    this.#known.add(key);
    this.readings.push(isAlias ? { anchor, segments, isAlias } : { anchor, segments });
  }
}

const keyOf = ({ anchor, segments }: PathShape): string =>
  `${anchor}\0${segments.map((step) => (typeof step === 'symbol' ? '\u0001' : typeof step === 'string' ? step : JSON.stringify(step))).join('\0')}`;

/** Characters of texts that have but one reading: those of words, and a few marks. */
const plainCharacters = new Set(
  [...'@+=,#()&;!.-/ _0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((character) =>
    character.charCodeAt(0),
  ),
);
const isPlainCode = Uint8Array.from({ length: 128 }, (_, code) => (plainCharacters.has(code) ? 1 : 0));
const plainStart = /[\w./]/;
const oddFolder = /(?:^|\/)(?:proc|private|mnt|cygdrive|var|system|volumes)\//i;
const driveFolder = /^\/[a-z]\//i;

const slash = 0x2f;
const dot = 0x2e;
const blank = 0x20;

/**
 * Text that has but one reading, wherever it stands but below a directory of an odd
 * name. Every path comes by here, so its characters are looked at by hand.
 */
function isPlain(text: string): boolean {
  const isHome = text.startsWith('~/');
  if (text === '' || (!isHome && !plainStart.test(text[0] ?? '')) || text.startsWith('//')) return false;
  let before = 0;
  let hasFolder = false;
  for (let at = isHome ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 || isPlainCode[code] === 0) return false;
    const isEnd = before === dot || before === blank;
    // Windows drops dots and blanks at the end of a name; `..` steps back.
    if ((code === slash && isEnd) || (code === dot && before === dot)) return false;
    if (code === slash) hasFolder = true;
    before = code;
  }
  if (before === dot || before === blank) return false;
  return !hasFolder || !(oddFolder.test(text) || driveFolder.test(text));
}

/** The same for a text that may begin with the current directory: `.`, `./a`. */
const isPlainText = (text: string): boolean =>
  text === '.' || isPlain(text.startsWith('./') ? text.slice(2) : text);

/** The text of a pattern with a letter for each glob, which makes a segment that has but one reading; undefined for other shapes. */
function withGlobsAsNames({ pieces }: Shape): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'glob' && !piece.glob.includes('/')) text += 'x';
    else return undefined;
    if (text.length > longestPath) return undefined;
  }
  return text;
}

const plainBases = new WeakMap<PathShape, boolean>();

/** A directory below which a plain text has one reading. */
function isPlainBase(base: PathShape | undefined): boolean {
  if (base === undefined) return true;
  let plain = plainBases.get(base);
  if (plain === undefined) {
    plain = isKnown(base) && !isShapeOnDrive(base) && isPlain(`/${base.segments.join('/')}/x`);
    plainBases.set(base, plain);
  }
  return plain;
}

/** A text read as it stands, with back-slashes that separate, and as a name that only looks like a home. */
function spellingsOf(shape: Shape, base: PathShape | undefined): readonly PathShape[] {
  const text = staticText(shape);
  const paths = [text === undefined ? readPathShape(shape, base) : pathShapeOfText(text, base)];
  if (shape.pieces.some((piece) => piece.kind === 'text' && piece.text.includes('\\'))) {
    paths.push(readPieces(shape, base, true));
  }
  const [first, ...rest] = shape.pieces;
  if (first?.kind === 'text' && /^~[^/]/.test(first.text)) {
    const pieces = [{ kind: 'text', text: `./${first.text}` } as const, ...rest];
    paths.push(readPathShape({ pieces, source: shape.source }, base));
  }
  return paths;
}

/** How many segments a path shares with the directory that it stands on: those are not the call's own choice. */
function sharedWith(path: PathShape, base: PathShape | undefined): number {
  if (base === undefined || path.anchor !== base.anchor) return 0;
  const differs = base.segments.findIndex((segment, at) => segment !== path.segments[at]);
  return differs < 0 ? base.segments.length : differs;
}

/**
 * As Windows has it: dots and blanks behind a name, and streams of a file, are as
 * good as not there, and `GIT~1` is short for a name that is not known. Undefined
 * where that changes nothing, and where the path is of another system.
 */
function windowsNames(path: PathShape, base: PathShape | undefined): PathShape | undefined {
  const [first] = path.segments;
  const isWindows = path.anchor === 'root' ? typeof first === 'string' && isDrive(first) : isOpenTo(base);
  if (!isWindows) return undefined;
  const from = Math.max(path.anchor === 'root' ? 1 : 0, sharedWith(path, base));
  const segments: Step[] = path.segments.slice(0, from);
  let isChanged = false;
  for (const [index, step] of path.segments.entries()) {
    if (index < from) continue;
    if (typeof step !== 'string') {
      segments.push(step);
      continue;
    }
    const plain = step.replace(/(?<=.):.*$/s, '').trimEnd();
    const name = withoutTrailing(plain);
    if (name !== step) isChanged = true;
    if (name === '') {
      if (/^\.{2}[. ]*$/.test(plain) && segments.length > from) segments.pop();
      continue;
    }
    const short = isUserName(segments, path) ? undefined : /^([^~.])[^~]{0,7}~\d/.exec(name)?.[1];
    if (short === undefined) segments.push(name);
    else {
      isChanged = true;
      segments.push({ tokens: [{ glob: '*' }, short, { glob: '*' }] });
    }
  }
  return isChanged ? { anchor: path.anchor, segments } : undefined;
}

const isOpenTo = (base: PathShape | undefined): boolean => base === undefined || isShapeOnDrive(base);

/** Without the dots and blanks at the end, counted by hand; a name of nothing else comes to nothing. */
function withoutTrailing(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end);
}

/** `C:/Users/RUNNER~1`: whose home it is makes no difference. */
const isUserName = (before: readonly Step[], { anchor }: PathShape): boolean =>
  anchor === 'root' && before.length === 2 && String(before[1]).toLowerCase() === 'users';

/** Some file systems take ligatures and full-width letters for plain ones; some drop what is invisible. */
function foldedNames(path: PathShape, base: PathShape | undefined): PathShape | undefined {
  const from = sharedWith(path, base);
  let isChanged = false;
  const segments = path.segments.flatMap((step, index): readonly Step[] => {
    if (index < from || typeof step !== 'string' || /^[\x20-\x7e]*$/.test(step)) return [step];
    const folded = fold(step);
    // Upper and lower case alone are looked after by whoever compares.
    if (folded === step.toLowerCase().normalize('NFC')) return [step];
    isChanged = true;
    // Folding can make separators, and steps that a path does not have.
    return folded.split(/[/\\]/).filter((part) => !['', '.', '..'].includes(part));
  });
  return isChanged ? { anchor: path.anchor, segments } : undefined;
}
