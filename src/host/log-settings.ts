/** What is said about a decision log on a command line or in code → settings that hold together. */

import { type LogInputs, logInputs, type WhenFull, whenFullChoices } from '../store/decision-log/record.ts';
import { defaultRotation, type Rotation } from '../store/decision-log/rotation.ts';

export interface LogSettings {
  readonly folder: string;
  readonly inputs: LogInputs;
  readonly whenFull: WhenFull;
  readonly rotation: Rotation;
}

/** The options of a command line about the log, beside `--log` itself. */
export const logFlags = ['log-inputs', 'log-when-full', 'log-max-size', 'log-max-age', 'log-keep'] as const;
export type LogFlag = (typeof logFlags)[number];

/** What an option needs in order to be understood; a text is why it is not. */
export function readLogSettings(
  folder: string,
  given: Partial<Readonly<Record<LogFlag, string | undefined>>>,
): LogSettings | string {
  const inputs = choice(logInputs, given['log-inputs'] ?? 'masked');
  if (inputs === undefined) return notOne('log-inputs', logInputs, given['log-inputs']);
  const whenFull = choice(whenFullChoices, given['log-when-full'] ?? 'block');
  if (whenFull === undefined) return notOne('log-when-full', whenFullChoices, given['log-when-full']);
  const { 'log-max-size': size, 'log-max-age': age, 'log-keep': keep } = given;
  const maxSize = size === undefined ? defaultRotation.maxSize : readSize(size);
  if (maxSize === undefined)
    return `\`--log-max-size\` takes 64KiB to 4GiB, such as \`64MiB\`, not \`${size}\``;
  const maxAge = age === undefined ? defaultRotation.maxAge : readDuration(age);
  if (maxAge === undefined) return `\`--log-max-age\` takes 1m to 3650d, such as \`7d\`, not \`${age}\``;
  const files = keep === undefined ? defaultRotation.keep : readNumber(keep);
  if (files === undefined || files < 2 || files > 100_000)
    return `\`--log-keep\` takes a number of files from 2 to 100000, not \`${keep}\``;
  return { folder, inputs, whenFull, rotation: { maxSize, maxAge, keep: files } };
}

const choice = <Choice extends string>(choices: readonly Choice[], text: string): Choice | undefined =>
  choices.find((each) => each === text);

const notOne = (flag: LogFlag, choices: readonly string[], text: string | undefined): string =>
  `\`--${flag}\` takes ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}, not \`${text}\``;

const readNumber = (text: string): number | undefined =>
  /^[0-9]{1,12}$/.test(text) ? Number(text) : undefined;

const sizes: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

function readSize(text: string): number | undefined {
  const [, digits, unit = ''] = /^([0-9]{1,12})(KiB|MiB|GiB|)$/.exec(text) ?? [];
  const size = Number(digits) * (sizes[unit] ?? Number.NaN);
  return size >= 64 * 1024 && size <= 4 * 1024 ** 3 ? size : undefined;
}

const minute = 60_000;
const durations: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: 24 * 60 * minute };

/** Milliseconds, from a minute to ten years. */
export function readDuration(text: string): number | undefined {
  const [, digits, unit = ''] = /^([0-9]{1,6})([mhd])$/.exec(text) ?? [];
  const duration = Number(digits) * (durations[unit] ?? Number.NaN);
  return duration >= minute && duration <= 3650 * 24 * 60 * minute ? duration : undefined;
}
