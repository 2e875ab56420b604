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

/** Other spellings of units; each is clear. */
const otherSpellings: readonly (readonly [RegExp, string])[] = [
  [/^milli(?:second)?s?$|^msecs?$/i, 'ms'],
  [/^sec(?:ond)?s?$/i, 's'],
  [/^min(?:ute)?s?$/i, 'm'],
  [/^(?:hrs?|hours?)$/i, 'h'],
  [/^days?$/i, 'd'],
  [/^bytes?$/i, 'B'],
  [/^(?:k(?:i|ib)?|kibibytes?)$/i, 'KiB'],
  [/^(?:kb|kilobytes?)$/i, 'KB'],
  [/^(?:m(?:i|ib|eg)?|mebibytes?)$/i, 'MiB'],
  [/^M$/, 'm'],
  [/^(?:mb|megabytes?)$/i, 'MB'],
  [/^(?:gi?|gib|gibibytes?)$/i, 'GiB'],
  [/^(?:gb|gigabytes?)$/i, 'GB'],
];

/** The units that a word may mean, the likeliest first; none for a word that is no unit. */
export const meantUnits = (word: string): readonly string[] => [
  ...(units.has(word) ? [word] : []),
  ...otherSpellings.flatMap(([spelling, name]) => (spelling.test(word) ? [name] : [])),
];
