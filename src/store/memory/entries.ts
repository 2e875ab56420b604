/** The content of the rows of a memory, by kind. */
import type {
  EarlyOutcome,
  FileMark,
  LabelMark,
  Memory,
  RememberedCall,
  WrittenFile,
} from '../../engine/memory.ts';

/** The times of the calls that count for a limit, in blocks, so that one more time changes few octets. */
export interface CountBlock {
  readonly limit: string;
  readonly times: readonly number[];
}

/** The content of a row, by its kind. */
export interface Entries {
  readonly label: LabelMark;
  readonly file: FileMark;
  readonly count: CountBlock;
  readonly denial: Memory['denials'][number];
  readonly call: RememberedCall;
  readonly early: EarlyOutcome;
  readonly written: WrittenFile;
}

export type RowKind = keyof Entries;
