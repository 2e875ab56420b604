/** Units of numbers: sizes count in bytes, durations in milliseconds. */

export type Dimension = 'size' | 'duration';

export interface Unit {
  readonly dimension: Dimension;
  readonly factor: number;
}

const size = (factor: number): Unit => ({ dimension: 'size', factor });
const duration = (factor: number): Unit => ({ dimension: 'duration', factor });

export const units: ReadonlyMap<string, Unit> = new Map([
  ['B', size(1)],
  ['KB', size(1000)],
  ['MB', size(1000 ** 2)],
  ['GB', size(1000 ** 3)],
  ['KiB', size(1024)],
  ['MiB', size(1024 ** 2)],
  ['GiB', size(1024 ** 3)],
  ['ms', duration(1)],
  ['s', duration(1000)],
  ['m', duration(60_000)],
  ['h', duration(3_600_000)],
  ['d', duration(86_400_000)],
]);
