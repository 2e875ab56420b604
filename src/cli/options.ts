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
    const near = suggestion(
      unknown,
      known.map((option) => `--${option}`),
    );
    return `\`bylaw ${name}\` has no option \`${unknown}\`${near === undefined ? '' : `; ${near}`}`;
  }
  const first = message.split('\n')[0] ?? message;
  return `${first.replace(/'/g, '`').replace(/\.$/, '')}; see \`bylaw ${name} --help\``;
}

/** A whole number within bounds. Throws `UsageError`. */
export function parseInteger(name: string, text: string, low: number, high: number): number {
  const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= low && number <= high) return number;
  throw new UsageError(`\`--${name}\` takes a whole number from ${low} to ${high}, not \`${text}\``);
}
