/**
 * The names that an expression gives to files: `rename 's/b/a/' b.txt`, and `rename b a b.txt` where the program is that of
 * util-linux. What the expression does with a name is computed where it only replaces a text; else the name is unknown, and
 * its folder is known where nothing can change it.
 */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { part, perhaps, type ValuePart } from '../notation/value-part.ts';
import type { ArgumentReading } from './argument-reading.ts';
import type { UsedValue } from './invocation.ts';
import { type NameChange, nameChanges } from './name-changes.ts';

/** Puts the new names of the files in the place of any name. */
export function addNewNames(reading: ArgumentReading): void {
  const { repeating, before } = reading.known().operands().all;
  if (before[0]?.notation === 'mmv-source') narrowMarks(reading);
  if (repeating?.notation !== 'renamed-file') return;
  const operands = reading.values.filter(({ option }) => option === undefined);
  const scripts = reading.values.filter(({ uses }) => uses.some(({ name }) => name === 'code'));
  const files = operands.filter((each) => !scripts.includes(each));
  const [script] = scripts;
  const [to, ...others] = files;
  const from = script && staticText(script.value);
  // `rename foo bar f`: a word is no expression.
  const has = (name: string): boolean => reading.options.some(({ names }) => names.includes(name));
  // The first word may be the value of the option, so that the second is the expression.
  const mayBegin = has('-u') && script !== undefined && script.option === undefined;
  const isWord =
    !mayBegin && scripts.length === 1 && script?.option === undefined && /^[\w.-]*$/.test(from ?? '(');
  const isPlain = isWord && !perlWords.test(from ?? '');
  const isLocal = has('-d') && !has('--path');
  const changes = isPlain
    ? plainChange(from ?? '', to?.value, has('-a'), has('-l'))
    : mayBegin || isWord
      ? undefined
      : changesOf(scripts.map(({ value }) => value));
  const renamed = isPlain ? others : files;
  const places = new Set(files.map(({ at }) => at));
  const kept = reading.values.filter(
    (each) => !places.has(each.at) || each.option?.startsWith('-') === true || scripts.includes(each),
  );
  if (isPlain && to !== undefined) kept.push({ ...to, uses: [{ name: 'literal', certain: true }] });
  if (mayBegin && to !== undefined) kept.push({ ...to, uses: [{ name: 'code', certain: false }] });
  for (const file of renamed) {
    const parts = partsOf(file.value, changes, isLocal || isPlain);
    const uses = parts.find(({ value }) => value === file.value)?.uses ?? [];
    kept.push({ ...file, uses });
    for (const { value, uses: own } of parts) if (value !== file.value) kept.push(partOf(file, value, own));
  }
  reading.values.splice(0, reading.values.length, ...kept);
}

/** What a wildcard finds is one name, unless it is for folders: `mmv '*.b' 'd/#1.c'`. */
function narrowMarks({ values, words }: ArgumentReading): void {
  const source = values.find(({ role }) => role === 'source');
  if (source === undefined || (staticText(source.value) ?? ';').includes(';')) return;
  for (const [index, each] of values.entries())
    if (each.at > source.at && staticText(words[each.at] ?? each.value) !== undefined) {
      const pieces = each.value.pieces.map((piece) => (piece.kind === 'any' ? any : piece));
      // A name that is nothing but marks may be any.
      if (
        pieces.every((piece) => piece.kind === 'name' || (piece.kind === 'text' && piece.text.endsWith('/')))
      )
        continue;
      values[index] = { ...each, value: joinPieces(pieces, each.value.source) };
    }
}

const partOf = ({ at }: UsedValue, value: Shape, uses: UsedValue['uses']): UsedValue => ({
  value,
  uses,
  role: undefined,
  at,
  option: '',
});

type Changes = readonly NameChange[] | undefined;

/** A text for another: `-a` replaces it wherever it is, `-l` at the last place. */
function plainChange(from: string, to: Shape | undefined, all: boolean, last: boolean): Changes {
  const text = to && staticText(to);
  if (text === undefined || ((all || last) && from === '')) return undefined;
  return [{ from, to: text, start: false, end: false, all, ...(last ? { last } : {}) }];
}

/** Words that the program of Perl runs as code: functions that change the name or do something, and `s.b.a.`. */
const perlWords =
  /(?<!\w)(?:chop|chomp|chdir|chroot|do|dump|eval|evalbytes|exec|exit|fork|kill|mkdir|require|rmdir|system|unlink)(?!\w)|^(?:s|y|tr|m|q[qwrx]?)[.-]/;

function changesOf(scripts: readonly Shape[]): Changes {
  const all: NameChange[] = [];
  for (const script of scripts) {
    const text = staticText(script);
    const changes = text === undefined ? undefined : nameChanges(text);
    if (changes === undefined) return undefined;
    all.push(...changes);
  }
  return all;
}

/** What becomes of a file: it has another name, or keeps its own. `isLocal`: its folder is left alone. */
function partsOf(file: Shape, changes: Changes, isLocal: boolean): readonly ValuePart[] {
  const anywhere = [part(file, 'move'), perhaps(anyShape(file.source), 'write')];
  if (changes === undefined) return anywhere;
  const text = staticText(file);
  const [folder, name] = splitName(file);
  if (name === undefined) return anywhere;
  const known = text === undefined ? undefined : newText(text, changes, isLocal);
  if (known !== undefined)
    return known === text
      ? [part(file, 'literal')]
      : [part(file, 'move'), part(textShape(known, file.source), 'write')];
  const isAlone = isLocal || folder.pieces.length === 0 || staticText(folder) === './';
  const names = changes.length === 1 && changes[0] !== undefined ? newNames(name, changes[0]) : [unknownName];
  // A change may be one of the folder, or take a slash away.
  const place = staticText(folder);
  const isKept = changes.every(({ from: old, start, end, isTame }) =>
    old === undefined || place === undefined ? end && isTame !== false : !start && !place.includes(old),
  );
  const mayMove = changes.some(({ to }) => to?.includes('/') === true);
  if (!(isAlone || isKept) || mayMove) return anywhere;
  return [
    part(file, 'move'),
    ...names.map((each) => perhaps(joinPieces([...folder.pieces, ...each], file.source), 'write')),
  ];
}

const any: Piece = { kind: 'name' };

const unknownName: readonly Piece[] = [any];

/** The folder of a file with its slash, and its name; no name where a part may have slashes. */
function splitName({ pieces, source }: Shape): readonly [folder: Shape, name: Shape | undefined] {
  const at = pieces.findLastIndex((piece) => piece.kind === 'text' && piece.text.includes('/'));
  const piece = pieces[at];
  const text = piece?.kind === 'text' ? piece.text : '';
  const cut = text.lastIndexOf('/') + 1;
  const folder = joinPieces(
    [...pieces.slice(0, Math.max(at, 0)), { kind: 'text', text: text.slice(0, cut) }],
    source,
  );
  const name = joinPieces([{ kind: 'text', text: text.slice(cut) }, ...pieces.slice(at + 1)], source);
  const isOpen = name.pieces.some(
    (each) =>
      each.kind === 'any' || each.kind === 'home' || (each.kind === 'glob' && /\*\*|[([{]/.test(each.glob)),
  );
  return [folder, isOpen ? undefined : name];
}

/** The new name of a file; undefined if a change is not a replacement of texts. */
function newText(text: string, changes: readonly NameChange[], isLocal: boolean): string | undefined {
  const cut = isLocal ? text.lastIndexOf('/') + 1 : 0;
  let name = text.slice(cut);
  for (const change of changes) {
    const next = replaced(name, change);
    if (next === undefined) return undefined;
    name = next;
  }
  return text.slice(0, cut) + name;
}

function replaced(name: string, { from, to, start, end, all, last }: NameChange): string | undefined {
  if (from === undefined || to === undefined) return undefined;
  const at = last === true ? name.lastIndexOf(from) : -1;
  if (at >= 0) return name.slice(0, at) + to + name.slice(at + from.length);
  if (start && end) return name === from ? to : name;
  if (start) return name.startsWith(from) ? to + name.slice(from.length) : name;
  if (end) return name.endsWith(from) ? name.slice(0, name.length - from.length) + to : name;
  return all && from !== '' ? name.split(from).join(to) : name.replace(from, () => to);
}

/** The names that files of a pattern may get. */
function newNames({ pieces }: Shape, change: NameChange): readonly (readonly Piece[])[] {
  const { from, to, start, end, all } = change;
  if (to === undefined || change.last === true) return [unknownName];
  const text = (given: string): Piece => ({ kind: 'text', text: given });
  if (from === undefined) return [end ? [any, text(to)] : [any, text(to), any]];
  const head = textAt(pieces, 0);
  const tail = pieces.length > 1 ? textAt(pieces, pieces.length - 1) : '';
  const middle: readonly Piece[] = pieces.length === 1 && head !== '' ? [] : [any];
  const crosses = overlaps(from, tail) || (head !== '' && overlapsBehind(head, from));
  if (crosses || (start && end) || from === '') return [[any, text(to), any]];
  const renew = (given: string): string => replaced(given, { ...change, start: false, end: false }) ?? given;
  if (start) {
    const isThere = head.startsWith(from);
    if (!isThere) return head === '' ? [[text(to), any, text(tail)]] : [];
    return [[text(to + head.slice(from.length)), ...middle, text(tail)]];
  }
  if (end) {
    if (tail === '') return [[any, text(to)]];
    return tail.endsWith(from) ? [[text(head), ...middle, text(tail.slice(0, -from.length) + to)]] : [];
  }
  if (all && (head.includes(from) || tail.includes(from)))
    return [[text(renew(head)), any, text(renew(tail))]];
  if (head.includes(from)) return [[text(renew(head)), ...middle, text(tail)]];
  return [
    [text(head), any, text(to), any, text(tail)],
    ...(tail.includes(from) ? [[text(head), any, text(renew(tail))]] : []),
  ];
}

function textAt(pieces: readonly Piece[], at: number): string {
  const piece = pieces[at];
  return piece?.kind === 'text' ? piece.text : '';
}

/** Whether a text that ends in what is unknown, and goes on in the known end of a name, may be this one. */
const overlaps = (from: string, tail: string): boolean =>
  tail !== '' &&
  [...from].some((_, at) => at > 0 && (tail.startsWith(from.slice(at)) || from.slice(at).startsWith(tail)));

const overlapsBehind = (head: string, from: string): boolean =>
  [...from].some((_, at) => at > 0 && (head.endsWith(from.slice(0, at)) || from.slice(0, at).endsWith(head)));
