/** Command lines by the standard parser, with errors that say what to do. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggestion } from '../language/words.ts';
import { type Command, UsageError } from './context.ts';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type Parsed<Options extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true; strict: true }>
>;

/** Parses the arguments of a command. Throws `UsageError`. */
export function parseOptions<const Options extends OptionsConfig>(
  command: Pick<Command, 'name'>,
  args: readonly string[],
  options: Options,
): Parsed<Options> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(explain(command, error, Object.keys(options)));
  }
}

function explain({ name }: Pick<Command, 'name'>, error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const options = known.map((option) => `--${option}`);
    const near = suggestion(unknown, options) ?? likeBeginning(unknown, options) ?? plainPaths(name, unknown);
    return `\`bylaw ${name}\` has no option \`${unknown}\`; ${near ?? `see \`bylaw ${name} --help\``}`;
  }
  const first = message.split('\n')[0] ?? message;
  return `${first.replace(/'/g, '`').replace(/\.$/, '')}; see \`bylaw ${name} --help\``;
}

/** What one command takes behind an option, and another as a plain argument: policies, and the folder of the log. */
function plainPaths(name: string, unknown: string): string | undefined {
  if (unknown === '--policies' && ['check', 'test', 'fmt'].includes(name))
    return `policies are named without an option: \`bylaw ${name} policies\``;
  if (unknown === '--log' && /^log\b/.test(name))
    return `the folder of the log is named without an option: \`bylaw ${name} DIR\``;
  return undefined;
}

/** `--policies` for `--policy`, and `--output` for `--out`: the only option that is the same but for its end. */
function likeBeginning(unknown: string, options: readonly string[]): string | undefined {
  const isShort = unknown.length > 4 && options.some((option) => option.startsWith(unknown));
  const stem = isShort ? unknown : unknown.slice(0, -1);
  const [only, ...others] = options.filter((option) => option.startsWith(stem));
  // Two dashes and four letters at least: less says nothing of what was meant.
  return (!isShort && stem.length < 6) || only === undefined || others.length > 0
    ? undefined
    : `did you mean \`${only}\`?`;
}

/** A whole number within bounds. Throws `UsageError`. */
export function parseInteger(name: string, text: string, low: number, high: number): number {
  const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= low && number <= high) return number;
  throw new UsageError(`\`--${name}\` takes a whole number from ${low} to ${high}, not \`${text}\``);
}
