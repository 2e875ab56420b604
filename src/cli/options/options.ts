/** Command lines by the standard parser, with errors that say what to do. */
import { parseArgs } from 'node:util';
import { nearest, suggestion } from '../../language/words.ts';
import { type Option, type Options, UsageError } from '../terminal/context.ts';

export type GivenOptions<Known extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Known; allowPositionals: true; strict: true }>
>;

export const flag = { type: 'boolean' } as const;
export const textArg = { type: 'string', takes: 'text' } as const;
export const pathArg = { type: 'string', takes: 'path' } as const;
export const folder = { type: 'string', takes: 'folder' } as const;
export const choice = (values: readonly string[]) => ({ type: 'string', takes: values }) as const;
/** An option that can be given several times. */
export const several = <One extends Option>(option: One) => ({ ...option, multiple: true }) as const;

/** Parses the arguments of a command, or of a part of one such as `log tail`. Throws `UsageError`. */
export function parseOptions<const Known extends Options>(
  name: string,
  args: readonly string[],
  options: Known,
): GivenOptions<Known> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(explain(name, error, Object.keys(options)));
  }
}

function explain(name: string, error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const options = known.map((option) => `--${option}`);
    const near =
      completed(unknown, options) ??
      suggestion(unknown, options) ??
      likeBeginning(unknown, options) ??
      plainArgument(name, unknown);
    return `\`bylaw ${name}\` has no option \`${unknown}\`; ${near ?? `see \`bylaw ${name} --help\``}`;
  }
  const [, bare] = /^Option '([^']*?)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(message) ?? [];
  const lacking = bare?.split(', ').at(-1);
  if (lacking !== undefined) return `\`${lacking}\` needs a value behind it; see \`bylaw ${name} --help\``;
  const [, full] = /^Option '([^']*)' does not take an argument/.exec(message) ?? [];
  if (full !== undefined)
    return `\`${full.split(', ').at(-1)}\` takes no value: leave out what is behind the \`=\``;
  const first = message.split('\n')[0] ?? message;
  return `${first.replace(/'/g, '`').replace(/\.$/, '')}; see \`bylaw ${name} --help\``;
}

/** What one command takes behind an option, and another as a plain argument: policies, a folder of the log, a command. */
function plainArgument(name: string, unknown: string): string | undefined {
  const means = (option: string): boolean => nearest(unknown, [option]) !== undefined;
  if ((means('--policies') || unknown === '--policy') && ['check', 'test', 'fmt'].includes(name))
    return `policies are named without an option: \`bylaw ${name} policies\``;
  if (means('--log') && /^log\b/.test(name))
    return `the folder of the log is named without an option: \`bylaw ${name} DIR\``;
  if (means('--harness') && ['init', 'doctor', 'uninstall'].includes(name))
    return `harnesses are named without an option: \`bylaw ${name} claude-code\``;
  if (/^log\b/.test(name) && /^--(?:deny|denied|denials|denies)$/.test(unknown))
    return 'did you mean `--effect deny`?';
  if (name === 'explain') return "a shell command is one argument in quotes: `bylaw explain 'git push -f'`";
  return undefined;
}

/** `--all` for `--al`: the only option that begins so, by two letters at least. */
function completed(unknown: string, options: readonly string[]): string | undefined {
  const [only, ...others] = options.filter((option) => option.startsWith(unknown));
  return unknown.length < 4 || only === undefined || others.length > 0
    ? undefined
    : `did you mean \`${only}\`?`;
}

/** `--policies` for `--policy`, and `--output` for `--out`: the only option that is the same but for its end. */
function likeBeginning(unknown: string, options: readonly string[]): string | undefined {
  const stem = unknown.slice(0, -1);
  const [only, ...others] = options.filter((option) => option.startsWith(stem));
  // Two dashes and four letters at least: less says nothing of what was meant.
  return stem.length < 6 || only === undefined || others.length > 0 ? undefined : `did you mean \`${only}\`?`;
}

/** One of a closed set. Throws `UsageError`. */
export function parseChoice<Name extends string>(option: string, text: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === text);
  if (found !== undefined) return found;
  throw new UsageError(
    `\`--${option}\` takes ${names.slice(0, -1).join(', ')} or ${names.at(-1)}, not \`${text}\``,
  );
}

/** A whole number within bounds. Throws `UsageError`. */
export function parseInteger(name: string, text: string, low: number, high: number): number {
  const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= low && number <= high) return number;
  throw new UsageError(`\`--${name}\` takes a whole number from ${low} to ${high}, not \`${text}\``);
}
