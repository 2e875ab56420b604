/** The part of a command that runs, such as `bylaw log tail`, and commands whose first word names one. */
import { suggestion } from '../../language/words.ts';
import {
  type ArgumentKind,
  type CliCommand,
  type CommandContext,
  type CommandPart,
  type CommandParts,
  type ExitCode,
  type Options,
  UsageError,
} from '../terminal/context.ts';
import { type GivenOptions, parseOptions } from './options.ts';

/** A part of its name, its options, what plain arguments are, and what it does with both when they are parsed. */
export const asPart = <const Known extends Options>(
  name: string,
  { options, operands }: { readonly options: Known; readonly operands?: ArgumentKind },
  run: (parsed: GivenOptions<Known>, context: CommandContext) => Promise<ExitCode>,
): CommandPart => ({
  options,
  ...(operands === undefined ? {} : { operands }),
  run: async (args, context) => await run(parseOptions(name, args, options), context),
});

interface PartSettings {
  /** The part that runs where the first word names none. */
  readonly usual?: string;
  /** What to do about a word that names no part; the help says it by default. */
  readonly instead?: (word: string, rest: readonly string[]) => string;
}

/** What a command with parts has of them. It throws `UsageError` for a word that names none. */
export const withParts = (
  command: string,
  parts: CommandParts,
  { usual, instead = () => `see \`bylaw ${command} --help\`` }: PartSettings = {},
): Pick<CliCommand, 'options' | 'parts' | 'usual' | 'run'> => ({
  options: {},
  parts,
  ...(usual === undefined ? {} : { usual }),
  async run(args, context) {
    const [word = '', ...rest] = args;
    const named = await loadPart(parts, word);
    if (named !== undefined) return await named.run(rest, context);
    const other = usual === undefined ? undefined : await loadPart(parts, usual);
    if (other !== undefined) return await other.run(args, context);
    const names = Object.keys(parts);
    if (word !== '')
      throw new UsageError(
        `\`bylaw ${command}\` has no \`${word}\`; ${suggestion(word, names) ?? instead(word, rest)}`,
      );
    const quoted = names.map((name) => `\`${name}\``);
    throw new UsageError(`say what to do: ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`);
  },
});

/** The part of that name; undefined where there is none. */
export const loadPart = async (parts: CommandParts, name: string): Promise<CommandPart | undefined> =>
  Object.hasOwn(parts, name) ? await parts[name]?.() : undefined;
