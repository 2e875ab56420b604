/**
 * What can follow on a command line: commands, options, values and files, from the table of commands. A word is text
 * as the shell has split it; nothing is run, and no file is looked at.
 */
import { loadPart } from '../options/parts.ts';
import { colorChoices } from '../terminal/color.ts';
import type { ArgumentKind, CliCommand, CommandPart, Commands, Options } from '../terminal/context.ts';

/** Words that begin as the last one does, and whether paths of the disk fit there too. */
export interface Offer {
  readonly words: readonly string[];
  /** What a word is, where that is worth a line. */
  readonly about: Readonly<Record<string, string>>;
  readonly paths: 'none' | 'all' | 'folders';
}

/** Options that `run` takes for every command. */
const common: Options = {
  color: { type: 'string', takes: colorChoices },
  help: { type: 'boolean', short: 'h' },
};

/** What can take the place of the last word. The words are those after the name of the program. */
export async function offer(words: readonly string[], commands: Commands): Promise<Offer> {
  const line = withEquals(words);
  const [name = '', ...rest] = line;
  if (rest.length === 0) return await offerCommands(name, commands);
  if (name === 'help') return rest.length === 1 ? await offerCommands(rest[0] ?? '', commands) : nothing;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return load === undefined ? nothing : await offerOf(await load(), rest);
}

const nothing: Offer = { words: [], about: {}, paths: 'none' };

async function offerCommands(begun: string, commands: Commands): Promise<Offer> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const about = Object.fromEntries(all.map(({ name, summary }) => [name, summary]));
  return { ...nothing, words: matching([...Object.keys(about), '--help', '--version'], begun), about };
}

async function offerOf(command: CliCommand, words: readonly string[]): Promise<Offer> {
  const { parts = {}, usual } = command;
  const [first = '', ...rest] = words;
  const named = rest.length > 0 ? await loadPart(parts, first) : undefined;
  if (named !== undefined) return offerPart(named, rest);
  const part = usual === undefined ? command : ((await loadPart(parts, usual)) ?? command);
  const offered = offerPart(part, words);
  return rest.length > 0
    ? offered
    : { ...offered, words: [...matching(Object.keys(parts), first), ...offered.words] };
}

function offerPart(part: CommandPart, words: readonly string[]): Offer {
  const options = { ...part.options, ...common };
  const begun = words.at(-1) ?? '';
  const earlier = words.slice(0, -1);
  if (earlier.includes('--')) return offerValue(part.operands ?? 'path', begun);
  const [, option, value] = /^--([^=]+)=(.*)$/s.exec(begun) ?? [];
  if (option !== undefined && value !== undefined) {
    const offered = offerValue(valueOfOption(options, `--${option}`) ?? 'text', value);
    return { ...offered, words: offered.words.map((word) => `--${option}=${word}`) };
  }
  const takes = valueOfOption(options, earlier.at(-1) ?? '');
  if (takes !== undefined) return offerValue(takes, begun);
  if (begun.startsWith('-')) return { ...nothing, words: matching(optionsLeft(options, earlier), begun) };
  return part.operands === undefined ? nothing : offerValue(part.operands, begun);
}

/** What the value of an option is; undefined where it has none, and for other words. */
function valueOfOption(options: Options, word: string): ArgumentKind | undefined {
  const found = Object.entries(options).find(
    ([name, { short }]) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  )?.[1];
  return found?.type === 'string' ? found.takes : undefined;
}

/** Options that are not given yet, and those that can be given again. */
const optionsLeft = (options: Options, earlier: readonly string[]): readonly string[] =>
  Object.entries(options)
    .filter(
      ([name, option]) =>
        (option.type === 'string' && option.multiple === true) ||
        !earlier.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
    )
    .map(([name]) => `--${name}`);

function offerValue(value: ArgumentKind, begun: string): Offer {
  switch (value) {
    case 'text':
      return nothing;
    case 'path':
      return { ...nothing, paths: 'all' };
    case 'folder':
      return { ...nothing, paths: 'folders' };
    default:
      return { ...nothing, words: matching(value, begun) };
  }
}

const matching = (words: readonly string[], begun: string): readonly string[] =>
  words.filter((word) => word.startsWith(begun));

/** Bash splits `--format=csv` into three words; the value then follows the option as if there were a blank. */
const withEquals = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => {
    if (word !== '=' || !/^--[^=]+$/.test(words[at - 1] ?? '')) return [word];
    return at === words.length - 1 ? [''] : [];
  });
