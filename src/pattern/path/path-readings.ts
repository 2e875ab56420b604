/**
 * The other readings of a path, by other programs or file systems than that of the canonical reading. Only
 * further readings are returned, each once; most paths have none, which a quick check finds out. This file
 * does not see what a file system really has (links, mounts, short names).
 */
import { fold } from '../text/fold.ts';
import { type Shape, staticText, textShape } from '../text/shape.ts';
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

/**
 * Another reading. Where a match denies, all of them count. Where it excuses, the match must hold in all of
 * them too, except in an alias: that is the same file by the name that another system has for it
 * (`/mnt/c/x` is `C:/x`).
 */
export interface PathReading extends PathShape {
  readonly isAlias?: true;
  /**
   * The path may not come to this, so no match of it is certain: a glob as it is written, which is its value if it finds
   * nothing, or a place behind a link whose own place is not known.
   */
  readonly isPossible?: true;
}

/** The most readings that are kept. */
const mostReadings = 24;

const none: readonly PathReading[] = [];

/** The readings of a path besides the canonical one of `readPathShape`. */
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
  // Each found reading is read again: a name may be of two kinds at once.
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
  isPossible: true,
});

/**
 * The text of a pattern as it is written; undefined if a part of it is unknown, or if all of its globs
 * match themselves: a file of the name `*` is one of those that `*` finds.
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

/** The characters of texts with one reading: those of words, and a few others. */
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
 * Whether a text has only one reading, everywhere except below a directory with an unusual name. Every path
 * is checked here, so the loop is written by hand.
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

/**
 * The text of a pattern with a letter for each glob, which gives a segment with one reading; undefined for
 * other shapes.
 */
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

/** A text as it is written, with back-slashes as separators, and as a name that only looks like a home. */
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

/** How many segments a path shares with its base directory: the call did not choose those. */
function sharedWith(path: PathShape, base: PathShape | undefined): number {
  if (base === undefined || path.anchor !== base.anchor) return 0;
  const differs = base.segments.findIndex((segment, at) => segment !== path.segments[at]);
  return differs < 0 ? base.segments.length : differs;
}

/**
 * As Windows reads it: it drops dots and blanks after a name, and streams of a file, and `GIT~1` is short
 * for an unknown name. Undefined if that changes nothing, or if the path is of another system.
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

/** Without the dots and blanks at the end; a name of nothing else becomes empty. */
function withoutTrailing(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end);
}

/** `C:/Users/RUNNER~1`: the owner of the home does not matter. */
const isUserName = (before: readonly Step[], { anchor }: PathShape): boolean =>
  anchor === 'root' && before.length === 2 && String(before[1]).toLowerCase() === 'users';

/** Some file systems treat ligatures and full-width letters as plain ones; some drop invisible characters. */
function foldedNames(path: PathShape, base: PathShape | undefined): PathShape | undefined {
  const from = sharedWith(path, base);
  let isChanged = false;
  const segments = path.segments.flatMap((step, index): readonly Step[] => {
    if (index < from || typeof step !== 'string' || /^[\x20-\x7e]*$/.test(step)) return [step];
    const folded = fold(step);
    // The comparison itself handles upper and lower case.
    if (folded === step.toLowerCase().normalize('NFC')) return [step];
    isChanged = true;
    // Folding can make separators, and steps that a path does not have.
    return folded.split(/[/\\]/).filter((part) => !['', '.', '..'].includes(part));
  });
  return isChanged ? { anchor: path.anchor, segments } : undefined;
}
