/**
 * Reads the rows of a memory. A memory decides what is denied, so a text with one wrong part is refused as
 * a whole. The tables have a line for each field of the types, which the compiler checks; a change of these
 * tables needs a new version of the format (`database.ts`).
 */
import type {
  EarlyOutcome,
  FileMark,
  KeptAnswer,
  LabelMark,
  Memory,
  OpenWrite,
  PendingMark,
  RememberedCall,
  RememberedDenial,
  WrittenFile,
} from '../../engine/memory.ts';
import type { UnknownText } from '../../facts/disk/session-files.ts';
import type { CountBlock, Entries, RowKind } from './entries.ts';

type Check = (value: unknown) => boolean;
type Fields<Type> = { readonly [Key in keyof Type]-?: Check };

/** The entry in the text of a row; undefined if it is none. Never throws. */
export const decodeEntry = <Of extends RowKind>(kind: Of, text: string): Entries[Of] | undefined =>
  decode(text, entryChecks[kind]) as Entries[Of] | undefined;

/** The memory in a text of the earlier format; undefined if it is none. Never throws. */
export function decodeMemory(text: string): Memory | undefined {
  const memory = decode(text, isMemory) as (Omit<Memory, 'written'> & Partial<Memory>) | undefined;
  return memory && { written: [], ...memory };
}

/** A value of JSON as a memory; undefined if it is none. */
export const checkedMemory = (value: unknown): Memory | undefined =>
  isMemory(value) ? (value as Memory) : undefined;

function decode(text: string, check: Check): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isFlag: Check = (value) => value === true;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const either =
  (one: Check, other: Check): Check =>
  (value) =>
    one(value) || other(value);
const oneOf =
  (...texts: readonly string[]): Check =>
  (value) =>
    texts.includes(value as string);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** An object with these fields and no others; an optional field may be missing. */
function object<Type>(fields: Fields<Type>): Check {
  const checks = Object.entries<Check>(fields);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const known = checks.filter(([name, check]) => !mayBeLeftOut.has(check) || Object.hasOwn(value, name));
    if (Object.keys(value).length !== known.length) return false;
    return known.every(
      ([name, check]) => Object.hasOwn(value, name) && check((value as Record<string, unknown>)[name]),
    );
  };
}

const mayBeLeftOut = new Set<Check>([isFlag]);

function optional(check: Check): Check {
  mayBeLeftOut.add(check);
  return check;
}

const isOutcome = oneOf('ok', 'error', 'denied');

const labelMark: Fields<LabelMark> = {
  since: isNumber,
  until: orNull(isNumber),
  tool: isText,
  label: isText,
  perhaps: isFlag,
};
const isLabelMark = object<LabelMark>(labelMark);
const isFileMark = object<FileMark>({ ...labelMark, path: isText, open: isBoolean, alone: isFlag });

const isCall = object<RememberedCall>({
  event: isText,
  call: orNull(isText),
  digest: isText,
  at: isNumber,
  outcome: orNull(isOutcome),
  marks: listOf(
    object<PendingMark>({
      mark: either(isLabelMark, isFileMark),
      on: listOf(isOutcome),
      unlessTold: isBoolean,
      copied: isFlag,
    }),
  ),
  limits: listOf(isText),
  answer: orNull(
    object<KeptAnswer>({
      effect: oneOf('deny', 'none'),
      code: orNull(isText),
      reason: orNull(isText),
    }),
  ),
  before: optional(
    object<NonNullable<RememberedCall['before']>>({
      labels: listOf(isLabelMark),
      files: listOf(isFileMark),
    }),
  ),
});

const isDenial = object<RememberedDenial>({
  at: isNumber,
  code: isText,
  also: optional(listOf(isText)),
});
const isEarly = object<EarlyOutcome>({ call: isText, outcome: isOutcome, at: isNumber });
const isCount = object<CountBlock>({ limit: isText, times: listOf(isNumber) });

const isLeft = either(
  orNull(isText),
  either(
    object<{ readonly to: string }>({ to: isText }),
    object<UnknownText>({ why: oneOf('fetched', 'long', 'printed', 'edited', 'made', 'on-disk') }),
  ),
);
const isWritten = object<WrittenFile>({
  path: isText,
  onDisk: isBoolean,
  left: listOf(isLeft),
  of: listOf(isText),
  open: listOf(
    object<OpenWrite>({
      call: isText,
      at: isNumber,
      contents: listOf(isLeft),
      of: listOf(isText),
      orBefore: isBoolean,
    }),
  ),
});

const entryChecks: Readonly<Record<RowKind, Check>> = {
  label: isLabelMark,
  file: isFileMark,
  count: isCount,
  denial: isDenial,
  call: isCall,
  early: isEarly,
  written: isWritten,
};

const isMemory = object<Memory>({
  clock: isNumber,
  labels: listOf(isLabelMark),
  files: listOf(isFileMark),
  counts: listOf(isCount),
  denials: listOf(isDenial),
  calls: listOf(isCall),
  early: listOf(isEarly),
  written: optional(listOf(isWritten)),
  forgotten: isNumber,
});
