/**
 * Spellings of the options of one command that all mean the same: merged, split,
 * in another order, long for short, with `=`, after the operands. Only for
 * programs in the small table below, which says what each of them accepts; the
 * tests run some of them to see that it tells the truth.
 */
import { textOf, type Word, wordOf } from './words.ts';

interface Style {
  /** `-f` and `--force`; more than one long name is possible. */
  readonly synonyms: Readonly<Record<string, string>>;
  /** Options that take a value, short and long. */
  readonly valued: readonly string[];
  /** Unambiguous beginnings of long options. */
  readonly shortened: Readonly<Record<string, string>>;
  /** Takes `--option=value`. */
  readonly equals: boolean;
  /** Takes `-f` after operands. */
  readonly permutes: boolean;
  /** Takes `--` before operands. */
  readonly dashes: boolean;
}

const gnu = { valued: [], shortened: {}, equals: true, permutes: true, dashes: true } as const;

const styles: Readonly<Record<string, Style>> = {
  rm: {
    ...gnu,
    synonyms: { '-r': '--recursive', '-f': '--force', '-R': '--recursive', '-v': '--verbose' },
    shortened: { '--recursive': '--rec', '--force': '--fo' },
  },
  cp: {
    ...gnu,
    synonyms: {
      '-r': '--recursive',
      '-R': '--recursive',
      '-a': '--archive',
      '-f': '--force',
      '-v': '--verbose',
    },
    shortened: { '--recursive': '--rec', '--force': '--fo', '--archive': '--arch' },
  },
  mv: {
    ...gnu,
    synonyms: { '-f': '--force', '-v': '--verbose', '-n': '--no-clobber' },
    shortened: { '--force': '--fo' },
  },
  mkdir: {
    ...gnu,
    synonyms: { '-p': '--parents', '-v': '--verbose', '-m': '--mode' },
    valued: ['-m', '--mode'],
    shortened: { '--parents': '--par' },
  },
  touch: { ...gnu, synonyms: { '-c': '--no-create' } },
  chmod: {
    ...gnu,
    synonyms: { '-R': '--recursive', '-v': '--verbose' },
    shortened: { '--recursive': '--recur' },
  },
  chown: {
    ...gnu,
    synonyms: { '-R': '--recursive', '-v': '--verbose' },
    shortened: { '--recursive': '--recur' },
  },
  shred: { ...gnu, synonyms: { '-u': '--remove', '-z': '--zero', '-f': '--force' } },
  cat: { ...gnu, synonyms: { '-n': '--number' } },
  'git push': {
    ...gnu,
    synonyms: {
      '-f': '--force',
      '-u': '--set-upstream',
      '-d': '--delete',
      '-q': '--quiet',
      '-v': '--verbose',
    },
    shortened: { '--delete': '--dele', '--set-upstream': '--set-up' },
  },
  'git clean': { ...gnu, synonyms: { '-f': '--force', '-q': '--quiet' }, shortened: { '--force': '--forc' } },
  'git reset': { ...gnu, synonyms: { '-q': '--quiet' }, shortened: { '--hard': '--har' }, dashes: false },
  'git branch': {
    ...gnu,
    synonyms: { '-d': '--delete', '-f': '--force' },
    shortened: { '--delete': '--delet' },
  },
  'git checkout': { ...gnu, synonyms: { '-f': '--force', '-q': '--quiet' }, permutes: false, dashes: false },
  'git commit': {
    ...gnu,
    synonyms: { '-m': '--message', '-a': '--all', '-n': '--no-verify', '-q': '--quiet' },
    valued: ['-m', '--message'],
  },
  curl: {
    ...gnu,
    synonyms: {
      '-d': '--data',
      '-T': '--upload-file',
      '-o': '--output',
      '-s': '--silent',
      '-F': '--form',
      '-X': '--request',
      '-L': '--location',
      '-k': '--insecure',
      '-H': '--header',
      '-f': '--fail',
    },
    valued: [
      ...['-d', '--data', '--data-binary', '-T', '--upload-file', '-o', '--output', '-F', '--form'],
      ...['-X', '--request', '-H', '--header', '-u', '--user', '-x', '--proxy'],
    ],
    equals: false,
    dashes: false,
  },
  wget: {
    ...gnu,
    synonyms: { '-O': '--output-document', '-q': '--quiet' },
    valued: ['-O', '--output-document', '--post-file', '--post-data'],
    dashes: false,
  },
  'docker rm': { ...gnu, synonyms: { '-f': '--force', '-v': '--volumes' } },
  'kubectl delete': {
    ...gnu,
    synonyms: { '-n': '--namespace', '-f': '--filename' },
    valued: ['-n', '--namespace', '-f', '--filename'],
    dashes: false,
  },
};

type Item =
  | { readonly kind: 'option'; readonly name: string; readonly value: Word | undefined }
  | { readonly kind: 'operand'; readonly word: Word };

interface Parts {
  readonly style: Style;
  readonly head: readonly Word[];
  readonly options: readonly (Item & { kind: 'option' })[];
  readonly operands: readonly Word[];
}

/** Each with a name; none for a command whose program is not in the table, or which has no options. */
export function optionSpellings(
  words: readonly Word[],
): readonly { readonly name: string; readonly text: string }[] {
  const parts = readParts(words);
  if (parts === undefined || parts.options.length === 0) return [];
  const { style, head, options, operands } = parts;
  const line = (given: readonly Word[], rest: readonly Word[] = operands): string =>
    textOf([...head, ...given, ...rest]);
  const apart = options.flatMap((option) => spell(option, 'apart', style));
  const found: { name: string; text: string }[] = [{ name: 'options split', text: line(apart) }];
  const add = (name: string, text: string | undefined): void => {
    if (text !== undefined) found.push({ name, text });
  };
  add('options in reverse', line([...options].reverse().flatMap((option) => spell(option, 'apart', style))));
  const merged = merge(options);
  add('options merged', merged && line(merged));
  const mergedBack = merge([...options].reverse());
  add('options merged in reverse', mergedBack && line(mergedBack));
  const long = options.map((option) => ({ ...option, name: style.synonyms[option.name] ?? option.name }));
  add('long options', line(long.flatMap((option) => spell(option, 'apart', style))));
  const short = options.map((option) => ({ ...option, name: shortName(option.name, style) }));
  add('short options', line(short.flatMap((option) => spell(option, 'apart', style))));
  add('option values attached', line(short.flatMap((option) => spell(option, 'attached', style))));
  if (style.equals)
    add('option values after =', line(long.flatMap((option) => spell(option, 'equals', style))));
  const cut = long.map((option) => ({ ...option, name: style.shortened[option.name] ?? option.name }));
  add('long options cut short', line(cut.flatMap((option) => spell(option, 'apart', style))));
  if (options.every(({ value }) => value === undefined))
    add('options given twice', line([...apart, ...apart]));
  if (style.permutes && operands.length > 0) {
    add('options last', textOf([...head, ...operands, ...apart]));
    add(
      'options between operands',
      textOf([...head, ...operands.slice(0, 1), ...apart, ...operands.slice(1)]),
    );
    if (merged !== undefined) add('merged options last', textOf([...head, ...operands, ...merged]));
  }
  if (style.dashes) add('end of options', line([...apart, wordOf('--')]));
  return found;
}

function readParts(words: readonly Word[]): Parts | undefined {
  const [program, second] = words;
  const name = program?.value?.replace(/^.*\//, '') ?? '';
  const two = `${name} ${second?.value}`;
  const key = Object.hasOwn(styles, two) ? two : name;
  const style = Object.hasOwn(styles, key) ? styles[key] : undefined;
  if (style === undefined) return undefined;
  const head = words.slice(0, key === two ? 2 : 1);
  const options: (Item & { kind: 'option' })[] = [];
  const operands: Word[] = [];
  const rest = words.slice(head.length);
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at];
    if (word === undefined) break;
    const { value } = word;
    // What follows `--` can look like options; such commands are left alone.
    if (value === '--') return undefined;
    if (value === undefined || !/^-./.test(value)) {
      operands.push(word);
      continue;
    }
    const equals = /^(--[^=]+)=(.*)$/s.exec(value);
    if (equals !== null)
      options.push({ kind: 'option', name: equals[1] ?? '', value: wordOf(equals[2] ?? '') });
    else if (value.startsWith('--') || value.length === 2) {
      const takes = style.valued.includes(value);
      options.push({ kind: 'option', name: value, value: takes ? rest[++at] : undefined });
    } else {
      const letters = value
        .slice(1)
        .split('')
        .map((letter) => `-${letter}`);
      if (letters.some((each) => style.valued.includes(each))) return undefined;
      for (const each of letters) options.push({ kind: 'option', name: each, value: undefined });
    }
  }
  return { style, head, options, operands };
}

function spell(
  { name, value }: Item & { kind: 'option' },
  how: 'apart' | 'attached' | 'equals',
  style: Style,
): readonly Word[] {
  if (value === undefined) return [wordOf(name)];
  const isLong = name.startsWith('--');
  if (how === 'equals' && isLong && style.equals) return [join(`${name}=`, value)];
  if (how === 'attached' && !isLong) return [join(name, value)];
  return [wordOf(name), value];
}

const join = (start: string, { source, value }: Word): Word => ({
  source: start + source,
  value: value === undefined ? undefined : start + value,
});

/** All short options without a value in one word; undefined where there are fewer than two. */
function merge(options: readonly (Item & { kind: 'option' })[]): readonly Word[] | undefined {
  const letters = options.filter(({ name, value }) => name.length === 2 && value === undefined);
  if (letters.length < 2) return undefined;
  const others = options.filter((option) => !letters.includes(option));
  const one = wordOf(`-${letters.map(({ name }) => name.slice(1)).join('')}`);
  return [
    one,
    ...others.flatMap(({ name, value }) => (value === undefined ? [wordOf(name)] : [wordOf(name), value])),
  ];
}

const shortName = (name: string, { synonyms }: Style): string =>
  Object.entries(synonyms).find(([, long]) => long === name)?.[0] ?? name;
