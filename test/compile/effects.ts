/**
 * What a call does, made by hand for tests: nothing of a shell is parsed here. In
 * words and paths `$X` is a part that is not known; a path that begins with `?`
 * and a command that does are only possible.
 */

import type { DerivedEffects } from '../../src/facts/derive-effects.ts';
import type {
  Command,
  CommandOperand,
  CommandOption,
  Effects,
  InputSpan,
  InstallEffect,
  PathEffect,
  PathUse,
} from '../../src/facts/effect/effect.ts';
import { noEffects } from '../../src/facts/effect/effect.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { joinEffects } from '../../src/facts/join-effects.ts';
import { type HostShape, readHost } from '../../src/pattern/host.ts';
import { otherReadings } from '../../src/pattern/path/path-readings.ts';
import { type PathShape, readPathShape } from '../../src/pattern/path/path-shape.ts';
import { joinPieces, type Piece, type Shape } from '../../src/pattern/text/shape.ts';

export const span: InputSpan = { field: ['command'], start: 0, end: 0 };
const cwd: PathShape = { anchor: 'root', segments: ['work', 'app'] };

/** Gives facts that were just derived other effects than their own. */
export const withEffects = (facts: Facts, effects: Partial<Effects>): Facts =>
  Object.defineProperty(facts, 'effects', { value: { ...noEffects, ...effects } });

/** Gives facts what a layer knows that a call does, and what each lower one adds. */
export function withLayers(
  facts: Facts,
  [own = noEffects, ...lower]: readonly Effects[],
  make: () => Facts,
): Facts {
  let last: DerivedEffects = { effects: own, unmapped: undefined, files: [] };
  const readings = [withEffects(facts, own)];
  for (const effects of lower) {
    const joined = joinEffects(last, { ...last, effects });
    if (joined === undefined) continue;
    last = joined;
    readings.push(withEffects(make(), joined.effects));
  }
  return Object.defineProperties(facts, {
    isLayered: { value: true },
    readings: { value: (view: number) => (view === 0 ? readings : readings.slice(0, 1)) },
  });
}

const possible = (text: string): { readonly certain: boolean; readonly text: string } =>
  text.startsWith('?') ? { certain: false, text: text.slice(1) } : { certain: true, text };

/** A word: `$X` means any text. */
function word(text: string): Shape {
  const pieces = text
    .split(/(\$[A-Z]+)/)
    .map((part): Piece => (part.startsWith('$') ? { kind: 'any' } : { kind: 'text', text: part }));
  return joinPieces(pieces, text);
}

/** One thing done to a path, seen from `/work/app`. */
export function touch(kind: PathUse, path: string, more: Partial<PathEffect> = {}): PathEffect {
  const { certain, text } = possible(path);
  const home = text.startsWith('~');
  const shape: Shape = home
    ? { pieces: [{ kind: 'home' }, ...word(text.slice(1)).pieces], source: text }
    : word(text);
  return {
    kind,
    text,
    path: readPathShape(shape, cwd),
    others: otherReadings(shape, cwd),
    certain,
    span,
    command: undefined,
    recursive: false,
    content: undefined,
    ...more,
  };
}

export const reads = (...paths: readonly string[]): Partial<Effects> => ({
  paths: paths.map((path) => touch('read', path)),
});
export const writes = (...paths: readonly string[]): Partial<Effects> => ({
  paths: paths.map((path) => touch('write', path)),
});
export const deletes = (...paths: readonly string[]): Partial<Effects> => ({
  paths: paths.map((path) => touch('delete', path)),
});

/** A little knowledge, enough for tests: subcommands, roles of operands, options with values, synonyms. */
interface Known {
  readonly words: readonly string[];
  readonly synonyms?: Readonly<Record<string, string>>;
  readonly roles?: readonly string[];
  readonly valued?: readonly string[];
  readonly names?: readonly (readonly string[])[];
}
const git: Known = {
  words: ['push', 'stash', 'stash drop', 'commit', 'checkout'],
  roles: ['remote', 'refspec'],
  valued: ['-C', '-m', '-o', '--push-option'],
  names: [
    ['-f', '--force'],
    ['-m', '--message'],
    ['-u', '--set-upstream'],
  ],
};
const known: Readonly<Record<string, Known>> = {
  git,
  npm: { words: ['install', 'publish'], synonyms: { i: 'install', add: 'install' }, roles: ['package'] },
  rm: {
    words: [],
    roles: ['path'],
    names: [
      ['-r', '--recursive', '-R'],
      ['-f', '--force'],
    ],
  },
  curl: { words: [], roles: ['url'], valued: ['-d', '-o'], names: [['-d', '--data']] },
  kubectl: {
    words: ['delete'],
    valued: ['-n', '--namespace', '--context', '-l'],
    names: [['-n', '--namespace']],
  },
  cat: { words: [], roles: ['path'] },
  sh: { words: [] },
};

/** A command by its words; `$X` as a whole word could be anything. */
export function command(source: string): Command {
  const { certain, text } = possible(source);
  const [first = '', ...rest] = text.split(' ').filter((each) => each !== '');
  const programWord = word(first);
  const program = first.includes('$') ? undefined : first.replace(/^.*\//, '');
  const args = rest.map(word);
  const entry = program === undefined || !Object.hasOwn(known, program) ? undefined : known[program];
  const words: string[] = [];
  const options: CommandOption[] = [];
  const operands: CommandOperand[] = [];
  const namesOf = (name: string): readonly string[] =>
    entry?.names?.find((each) => each.includes(name)) ?? [name];
  let end = rest.indexOf('--');
  if (end < 0) end = rest.length;
  for (let at = 0; at < rest.length; at++) {
    const each = rest[at] ?? '';
    const value = args[at] ?? word('');
    if (at >= end) {
      if (at > end) operands.push({ value, role: undefined });
    } else if (/^--[a-z-]+=/.test(each)) {
      const equals = each.indexOf('=');
      options.push({
        names: namesOf(each.slice(0, equals)),
        value: word(each.slice(equals + 1)),
        certain: true,
      });
    } else if (/^-/.test(each) && entry?.valued?.includes(each)) {
      options.push({ names: namesOf(each), value: args[++at], certain: true });
    } else if (/^-[a-z]{2,}$/.test(each) && entry !== undefined) {
      for (const letter of each.slice(1))
        options.push({ names: namesOf(`-${letter}`), value: undefined, certain: true });
    } else if (/^-/.test(each)) {
      const next = args[at + 1];
      const may = entry === undefined && next !== undefined && !/^-/.test(rest[at + 1] ?? '');
      const option = { names: namesOf(each), value: undefined, certain: entry !== undefined };
      options.push(may ? { ...option, next } : option);
    } else {
      const canonical = entry?.synonyms?.[each] ?? each;
      if (operands.length === 0 && entry?.words.includes([...words, canonical].join(' ')))
        words.push(canonical);
      else operands.push({ value, role: entry?.roles?.[Math.min(operands.length, entry.roles.length - 1)] });
    }
  }
  return {
    program,
    programWord,
    words,
    options,
    operands,
    args,
    known: entry !== undefined,
    open: rest.some((each) => /^\$[A-Z]+$/.test(each)),
    via: [],
    certain,
    span,
    text,
  };
}

/** The command as it runs in a directory. */
export const inDirectory = (directory: string, made: Command): Command => {
  const { path, others } = touch('read', directory);
  return { ...made, directory: { path, others } };
};

export const runs = (...commands: readonly string[]): Partial<Effects> => ({
  commands: commands.map(command),
});

export function host(url: string): HostShape {
  const shape = readHost(word(url));
  if (shape === undefined) throw new Error(`${url} has no host`);
  return shape;
}

export const connects = (...urls: readonly string[]): Partial<Effects> => ({
  connects: urls.map((url) => {
    const { certain, text } = possible(url);
    return { kind: 'connect', host: host(text), text, certain, span, command: undefined };
  }),
});

/** `sends('.env', 'https://…')`; without a path, data of which none is known. */
export const sends = (path: string | undefined, url: string): Partial<Effects> => ({
  sends: [
    {
      kind: 'send',
      source: path === undefined ? undefined : touch('read', path),
      host: host(url),
      certain: true,
      span,
      command: undefined,
    },
  ],
});

/** The output of the first command is the input of the second. */
export const pipes = (from: string, to: string): Partial<Effects> => ({
  commands: [command(from), command(to)],
  pipes: [{ from: 0, to: 1, certain: true, span }],
});

export const installs = (...packages: readonly Partial<InstallEffect>[]): Partial<Effects> => ({
  installs: packages.map((each) => ({
    kind: 'install',
    manager: 'npm',
    name: 'left-pad',
    text: each.name ?? 'left-pad',
    source: 'registry',
    certain: true,
    span,
    command: undefined,
    ...each,
  })),
});

export const opens = (text: string, why = 'the program is not known'): Partial<Effects> => ({
  unknowns: [{ sort: 'value', text, why, span }],
});

/** Several of them as one call. */
export function together(...all: readonly Partial<Effects>[]): Partial<Effects> {
  type Lists = Omit<Effects, 'moments' | 'elsewhere' | 'succeeded' | 'added' | 'hiddenFiles'>;
  const joined: { -readonly [Key in keyof Lists]?: unknown[] } = {};
  for (const each of all) {
    for (const key of Object.keys(each) as (keyof Lists)[]) {
      joined[key] = [...(joined[key] ?? []), ...(each[key] ?? [])];
    }
  }
  return joined as Partial<Effects>;
}
