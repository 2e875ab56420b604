/** What is said about a decision log on a command line or in code → settings that hold together. */
import {
  type LogInputs,
  logInputs,
  type WhenFull,
  whenFullChoices,
} from '../../store/decision-log/record.ts';
import { defaultRotation, type Rotation } from '../../store/decision-log/rotation.ts';
import { duration, oneOf, type SettingKind, size, wholeNumber } from '../config/setting-kinds.ts';

export interface LogSettings {
  readonly folder: string;
  readonly inputs: LogInputs;
  readonly whenFull: WhenFull;
  readonly rotation: Rotation;
}

/** What each setting of a log can be, and its default. */
export const defaultLogKinds = {
  inputs: { kind: oneOf(logInputs), byDefault: 'masked' },
  whenFull: { kind: oneOf(whenFullChoices), byDefault: 'block' },
  maxSize: { kind: size(64 * 1024, 4 * 1024 ** 3, '64MiB'), byDefault: defaultRotation.maxSize },
  maxAge: { kind: duration('7d'), byDefault: defaultRotation.maxAge },
  keep: { kind: wholeNumber(2, 100_000, 'files'), byDefault: defaultRotation.keep },
} as const satisfies Record<string, { readonly kind: unknown; readonly byDefault: unknown }>;

/** The options of a command line about the log, beside `--log` itself. */
export const logFlags = ['log-inputs', 'log-when-full', 'log-max-size', 'log-max-age', 'log-keep'] as const;
export type LogFlag = (typeof logFlags)[number];

/** What an option needs in order to be understood; a text is why it is not. */
export function readLogSettings(
  folder: string,
  given: Partial<Readonly<Record<LogFlag, string | undefined>>>,
): LogSettings | string {
  const problems: string[] = [];
  const read = <Value>(
    flag: LogFlag,
    { kind, byDefault }: { readonly kind: SettingKind<Value>; readonly byDefault: Value },
  ): Value => {
    const text = given[flag];
    const value = text === undefined ? byDefault : kind.parse(text);
    if (value === undefined) problems.push(`\`--${flag}\` takes ${kind.takes}, not \`${text}\``);
    return value ?? byDefault;
  };
  const settings = {
    folder,
    inputs: read<LogInputs>('log-inputs', defaultLogKinds.inputs),
    whenFull: read<WhenFull>('log-when-full', defaultLogKinds.whenFull),
    rotation: {
      maxSize: read<number>('log-max-size', defaultLogKinds.maxSize),
      maxAge: read<number>('log-max-age', defaultLogKinds.maxAge),
      keep: read<number>('log-keep', defaultLogKinds.keep),
    },
  };
  return problems[0] ?? settings;
}
