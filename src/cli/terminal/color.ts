/** `--color`, which every command takes, and whether a text for people has colours. */
import { type CommandContext, UsageError } from './context.ts';

type ColorChoice = NonNullable<CommandContext['color']>;
export const colorChoices: readonly ColorChoice[] = ['auto', 'always', 'never'];

/** The arguments without `--color`, and what it says; undefined where it is not given. Throws `UsageError`. */
export function splitColor(args: readonly string[]): {
  readonly color: ColorChoice | undefined;
  readonly rest: readonly string[];
} {
  // What follows `--` is the command line of another program.
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const at = args.findIndex((arg, index) => index < end && /^--color(?:=|$)/.test(arg));
  const option = args[at];
  if (option === undefined) return { color: undefined, rest: args };
  const isOneWord = option.includes('=');
  const value = isOneWord ? option.slice('--color='.length) : (args[at + 1] ?? '');
  const color = colorChoices.find((choice) => choice === value);
  if (color === undefined)
    throw new UsageError(`\`--color\` takes ${colorChoices.join(', ')}, not \`${value}\``);
  return { color, rest: [...args.slice(0, at), ...args.slice(at + (isOneWord ? 1 : 2))] };
}

/** `auto` is at a terminal that can, where NO_COLOR (no-color.org) is not set. */
export function hasColor(
  stream: { readonly isTTY?: boolean },
  { env, color = 'auto' }: Pick<CommandContext, 'env' | 'color'>,
): boolean {
  if (color !== 'auto') return color === 'always';
  return stream.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}
