/** What is in the rows of a memory, by their kind. */
import type {
  EarlyOutcome,
  FileMark,
  LabelMark,
  Memory,
  RememberedCall,
  WrittenFile,
} from '../../engine/memory.ts';

/** Times of the calls that count for a limit: each time is in one block, so that one more changes few octets. */
export interface CountBlock {
  readonly limit: string;
  readonly times: readonly number[];
}

/** What is in a row, by its kind. */
export interface Entries {
  readonly label: LabelMark;
  readonly file: FileMark;
  readonly count: CountBlock;
  readonly denial: Memory['denials'][number];
  readonly call: RememberedCall;
  readonly early: EarlyOutcome;
  readonly written: WrittenFile;
}

export type Kind = keyof Entries;
