/** What a command has of the world: streams, a folder, and nothing it could not be tested with. */
import type { Readable, Writable } from 'node:stream';
import type { WatchFiles } from './watch-files.ts';

export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

export interface CommandContext extends Streams {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As `--color` says it; undefined is `auto`. */
  readonly color?: 'auto' | 'always' | 'never';
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
  /** What time it is, in milliseconds since 1970, where that is not the clock of the machine. */
  readonly now?: () => number;
  /** How files are watched, where that is not by looking at them now and then. */
  readonly watchFiles?: WatchFiles;
}

/** What time it is, in milliseconds since 1970. */
export const timeIn = ({ now = Date.now }: Pick<CommandContext, 'now'>): number => now();

/** Fixed, and documented in docs/cli.md: others script against them. */
export const exitCodes = { fine: 0, denied: 1, findings: 1, invalidPolicy: 2, wrongUsage: 3 } as const;
export type ExitCode = 0 | 1 | 2 | 3;

/** A mistake in the command line: said in a sentence, exit code 3. */
export class UsageError extends Error {}

/** A bundle that was named cannot be read or trusted: said in a sentence, exit code 2. */
export class RefusedBundle extends Error {}

/** What a value can be: any text, a file or a folder, a folder, or one of a closed set. */
export type ArgumentKind = 'text' | 'path' | 'folder' | readonly string[];

/** An option as `parseArgs` takes it, and what its value is. */
export type Option =
  | { readonly type: 'boolean'; readonly short?: string; readonly default?: boolean }
  | {
      readonly type: 'string';
      readonly takes: ArgumentKind;
      readonly short?: string;
      readonly multiple?: boolean;
    };

/** By their names, without dashes. */
export type Options = Readonly<Record<string, Option>>;

/** A command, and the forms of its command line: the shell completes them. */
export interface CommandPart {
  readonly options: Options;
  /** What plain arguments are; undefined where none is taken. */
  readonly operands?: ArgumentKind;
  run(args: readonly string[], context: CommandContext): Promise<ExitCode>;
}

/** Each is loaded when it is asked for. */
export type CommandParts = Readonly<Record<string, () => Promise<CommandPart>>>;

export interface CliCommand extends CommandPart {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole help, with examples. */
  readonly help: string;
  /** What the first word can name instead of a plain argument. */
  readonly parts?: CommandParts;
  /** The part that runs where the first word names none. */
  readonly usual?: string;
}

export type Commands = Readonly<Record<string, () => Promise<CliCommand>>>;

/** Writes to a stream and waits while it is full, so that memory stays flat. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (stream.destroyed || stream.writableEnded || text === '') return;
  if (stream.write(text)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.once('drain', done);
    stream.once('close', done);
  });
}

/** How grave it is what a server says of itself, by the numbers of syslog. */
export const levelNumbers = { error: 3, warning: 4, info: 6 } as const;
export type Level = keyof typeof levelNumbers;

/** The same as `write`; the level goes with the text where the stream takes one. */
export const say = (stream: Writable, level: Level, text: string): Promise<void> =>
  write(stream, 'takesLevels' in stream ? `<${levelNumbers[level]}>${text}` : text);
