/**
 * The kinds of settings: how the text of a setting is read, the message for a text that cannot be read, and the JSON
 * schema of the setting. The same holds for an option of a command line, a variable of the environment and an entry of
 * a file.
 */

export interface SettingKind<Value> {
  /** What follows “takes” in a message: `a whole number from 0 to 65535`. */
  readonly takes: string;
  /** Undefined where the text is none of it. */
  parse(text: string): Value | undefined;
  /** The text that `parse` reads as this value. */
  show(value: Value): string;
  /** A fragment of JSON Schema (draft 7) for the value in a file. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Set for a path. In a file it starts from the folder of the file; these words and other things are no paths. */
  readonly path?: { readonly words: readonly string[]; readonly isOther?: (text: string) => boolean };
  /** All that it can be, where that is a closed set. */
  readonly choices?: readonly string[];
  /** Whether a file can have it as a list. In a text, commas separate the items. */
  readonly isList?: true;
}

export const freeText = (takes: string): SettingKind<string> => ({
  takes,
  parse: (written) => (written.trim() === '' ? undefined : written),
  show: String,
  schema: { type: 'string', pattern: '\\S' },
});

/** A file, a folder or a socket; `words` name places of the machine. */
export const path = (takes: string, ...words: readonly string[]): SettingKind<string> => ({
  ...freeText(takes),
  path: { words },
});

/** One text or several of a pattern, which begins with `^`, ends with `$` and takes no commas and blanks; a file has a list too. */
export const texts = (takes: string, pattern: RegExp): SettingKind<readonly string[]> => {
  const one = `(?:${pattern.source.slice(1, -1)})`;
  return {
    takes,
    parse(written) {
      const all = written.split(',').map((each) => each.trim());
      return all.every((each) => pattern.test(each)) ? all : undefined;
    },
    show: (value) => value.join(','),
    schema: {
      anyOf: [
        { type: 'string', pattern: `^\\s*${one}(?:\\s*,\\s*${one})*\\s*$` },
        { type: 'array', minItems: 1, items: { type: 'string', pattern: pattern.source } },
      ],
    },
    isList: true,
  };
};

export const toggle: SettingKind<boolean> = {
  takes: '`true` or `false`',
  parse: (written) => (written === 'true' ? true : written === 'false' ? false : undefined),
  show: String,
  schema: { type: 'boolean' },
};

export const wholeNumber = (low: number, high: number, unit = ''): SettingKind<number> => ({
  takes: `a whole number${unit === '' ? '' : ` of ${unit}`} from ${low} to ${high}`,
  parse(written) {
    const number = /^[0-9]{1,15}$/.test(written) ? Number(written) : Number.NaN;
    return number >= low && number <= high ? number : undefined;
  },
  show: String,
  schema: { type: 'integer', minimum: low, maximum: high },
});

export const oneOf = <const Choice extends string>(choices: readonly Choice[]): SettingKind<Choice> => ({
  takes: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
  parse: (written) => choices.find((each) => each === written),
  show: String,
  schema: { enum: choices },
  choices,
});

/** A whole number, or a word in the place of one. */
export const wholeNumberOr = <const Word extends string>(
  word: Word,
  low: number,
  high: number,
): SettingKind<number | Word> => {
  const number = wholeNumber(low, high);
  return {
    takes: `${number.takes}, or \`${word}\``,
    parse: (written) => (written === word ? word : number.parse(written)),
    show: String,
    schema: { anyOf: [number.schema, { const: word }] },
  };
};

const sizes: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** Octets, as `65536`, `64KiB`, `64 MiB`. */
export const size = (low: number, high: number, example: string): SettingKind<number> => ({
  takes: `${shownSize(low)} to ${shownSize(high)}, such as \`${example}\``,
  parse(written) {
    const [, digits, unit = ''] = /^([0-9]{1,15}) ?(KiB|MiB|GiB|)$/.exec(written) ?? [];
    const octets = Number(digits) * (sizes[unit] ?? Number.NaN);
    return octets >= low && octets <= high ? octets : undefined;
  },
  show: shownSize,
  schema: {
    anyOf: [
      { type: 'integer', minimum: low, maximum: high },
      { type: 'string', pattern: '^[0-9]{1,15} ?(KiB|MiB|GiB|)$' },
    ],
  },
});

function shownSize(octets: number): string {
  const unit = ['GiB', 'MiB', 'KiB'].find((each) => octets > 0 && octets % (sizes[each] ?? 1) === 0) ?? '';
  return `${octets / (sizes[unit] ?? 1)}${unit}`;
}

const minute = 60_000;
const durations: Readonly<Record<string, number>> = { d: 24 * 60 * minute, h: 60 * minute, m: minute };
const longest = 3650 * 24 * 60 * minute;

/** Milliseconds, from a minute to ten years: `30m`, `12h`, `7d`. */
export const duration = (example: string): SettingKind<number> => ({
  takes: `1m to 3650d, such as \`${example}\``,
  parse(written) {
    const [, digits, unit = ''] = /^([0-9]{1,7})([mhd])$/.exec(written) ?? [];
    const milliseconds = Number(digits) * (durations[unit] ?? Number.NaN);
    return milliseconds >= minute && milliseconds <= longest ? milliseconds : undefined;
  },
  show(milliseconds) {
    const unit = Object.keys(durations).find((each) => milliseconds % (durations[each] ?? 1) === 0) ?? 'm';
    return `${milliseconds / (durations[unit] ?? minute)}${unit}`;
  },
  schema: { type: 'string', pattern: '^[0-9]{1,7}[mhd]$' },
});
