/**
 * Labels follow the content of a file. If a call copies, moves or links a labelled file, the other file gets the label for
 * the same time. The label is certain if the call surely does that and succeeds. Otherwise the label is uncertain: a rule
 * that asks for it is unsure, and it excuses nothing.
 */
import type { CompiledLabel } from '../compile/program.ts';
import type { FileCopy } from '../facts/effect/effect.ts';
import { hasHappened } from '../facts/effect/way.ts';
import type { Facts } from '../facts/facts.ts';
import { DEEP, isKnown, type PathShape } from '../pattern/path/path-shape.ts';
import { isUnder } from '../pattern/path/path-shape-test.ts';
import { NO, YES } from '../pattern/text/truth.ts';
import { gatherPlaces, keyOfPlace, readPathOf, writePath } from './file-mark.ts';
import type { FileMark, LabelMark, PendingMark } from './memory.ts';

/** A file with the label, while the copies of a call are followed. */
interface Labelled {
  readonly path: PathShape;
  readonly open: boolean;
  readonly perhaps: boolean;
  readonly alone: boolean;
  readonly until: number | null;
  /** The label as this call sets it; undefined if another file had it before. */
  readonly own: PendingMark | undefined;
}

/** The limit of copies that are labelled one by one. If a call makes more, their folders are labelled. */
const mostCopies = 1000;

/**
 * The marks that a call passes on. `before`: those in force on files; `own`: those
 * that the call sets by itself; `mark`: one of the label as of now, without a file.
 */
export function copiedMarks(
  label: CompiledLabel,
  before: readonly FileMark[],
  own: readonly PendingMark[],
  mark: LabelMark,
  facts: Facts,
): readonly PendingMark[] {
  if (before.length === 0 && own.length === 0) return [];
  const { copies, moments } = facts.effects;
  if (copies.length === 0) return [];
  const labelled = [
    ...before.map((each) => labelledBy(each, undefined)),
    ...own.flatMap((each) => ('path' in each.mark ? [labelledBy(each.mark, each)] : [])),
  ];
  const known = new Set(labelled.map(keyOf));
  const first = labelled.length;
  for (const copy of copies) {
    const isSure = hasHappened(moments.get(copy), label.ended);
    for (const each of [...labelled]) {
      for (const passed of passedOn(each, copy)) {
        const other = isSure ? passed : { ...passed, perhaps: true };
        if (known.has(keyOf(other))) continue;
        known.add(keyOf(other));
        labelled.push(other);
      }
      if (labelled.length <= first + mostCopies) continue;
      for (const folder of gathered(labelled.splice(first))) labelled.push(folder);
    }
  }
  return gathered(labelled.slice(first)).flatMap((each) => pendingOf(each, label, mark));
}

const labelledBy = (mark: FileMark, own: PendingMark | undefined): Labelled => ({
  path: readPathOf(mark),
  open: mark.open,
  perhaps: mark.perhaps === true,
  alone: mark.alone === true,
  until: mark.until,
  own,
});

const keyOf = (labelled: Labelled): string =>
  `${labelled.alone} ${labelled.until} ${labelled.own === undefined} ${keyOfPlace(labelled)}`;

/** The part of a copy that has the label, if a file has it. */
function passedOn(labelled: Labelled, copy: FileCopy): readonly Labelled[] {
  const { from, others, to, whole } = copy;
  const { path, alone } = labelled;
  // If both sides are unknown, the label is no more likely on this file than on any other.
  if (isAny(from) && isAny(to)) return [];
  const views = [from, ...others];
  const isOf = (view: PathShape): boolean =>
    isUnder(view, path, broad) !== NO && (!alone || isUnder(path, view, broad) !== NO);
  if (views.some(isOf)) {
    const isSure = isUnder(from, path, strict) === YES && (!alone || isUnder(path, from, strict) === YES);
    const one = { ...labelled, path: to, open: labelled.open || !copy.certain || !isSure, alone: true };
    // It may be a folder, and then everything in it gets the label too.
    return whole && !alone ? [one, { ...one, open: true, alone: false }] : [one];
  }
  if (!whole || !views.some((view) => isUnder(path, view, broad) !== NO)) return [];
  if (isKnown(from) && isKnown(path) && isKnown(to) && isUnder(path, from, strict) === YES) {
    const segments = [...to.segments, ...path.segments.slice(from.segments.length)];
    return [{ ...labelled, path: { ...to, segments }, open: labelled.open || !copy.certain }];
  }
  return [{ ...labelled, path: to, open: true, alone: false }];
}

const isAny = ({ anchor, segments }: PathShape): boolean => anchor === 'floating' || segments.includes(DEEP);

const broad = { exact: false, below: true };
const strict = { exact: true, below: true };

/** Each mark by itself, if there are not too many. */
function gathered(labelled: readonly Labelled[]): readonly Labelled[] {
  const places = gatherPlaces(labelled);
  if (places.length === new Set(labelled.map(keyOfPlace)).size) return labelled;
  const [first] = labelled;
  if (first === undefined) return [];
  const lasting = labelled.reduce((one, other) => (isLonger(other, one) ? other : one), first);
  return places.map(({ path, perhaps }) => ({
    ...{ ...lasting, path, perhaps },
    ...{ open: true, alone: false, own: undefined },
  }));
}

const isLonger = ({ until }: Labelled, other: Labelled): boolean =>
  until === null || (other.until !== null && until > other.until);

function pendingOf(
  { path, open, perhaps, alone, until, own }: Labelled,
  { on, orUnknown }: CompiledLabel,
  mark: LabelMark,
): readonly PendingMark[] {
  const of = (isOpen: boolean): FileMark => ({
    ...{ ...mark, until, path: writePath(path), open: isOpen },
    ...(alone ? { alone: true } : {}),
    ...(perhaps ? { perhaps: true } : {}),
  });
  if (own !== undefined) return [{ mark: of(open), on, unlessTold: orUnknown }];
  if (open) return [{ mark: of(true), on: ['ok', 'error'], unlessTold: true, copied: true }];
  return [
    { mark: of(false), on: ['ok'], unlessTold: orUnknown, copied: true },
    // A call that failed may have made the copy first; a call whose end is not reported may have succeeded.
    { mark: of(true), on: ['error'], unlessTold: !orUnknown, copied: true },
  ];
}
