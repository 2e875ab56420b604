/** argv → exit code: finds the command, and turns what goes wrong into a sentence. */
import { isAbsolute, relative } from 'node:path';
import { strangeCacheSwitch } from '../host/policy-cache/cache-switch.ts';
import { printable } from '../language/render.ts';
import { suggestion } from '../language/words.ts';
import { socketVariable } from '../server/processes/group-messages.ts';
import { splitColor } from './terminal/color.ts';
import {
  type CommandContext,
  type Commands,
  type ExitCode,
  exitCodes,
  RefusedBundle,
  UsageError,
  write,
} from './terminal/context.ts';

/** One loader for each command: what a command needs is loaded when it is asked for. */
const loaders: Commands = {
  init: async () => (await import('./commands/init.ts')).init,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  uninstall: async () => (await import('./commands/uninstall.ts')).uninstall,
  packs: async () => (await import('./commands/packs.ts')).packs,
  serve: async () => (await import('./commands/serve.ts')).serve,
  hook: async () => (await import('./commands/hook.ts')).hook,
  stdio: async () => (await import('./commands/stdio.ts')).stdio,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  eval: async () => (await import('./commands/eval.ts')).evalCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  replay: async () => (await import('./commands/replay.ts')).replay,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  test: async () => (await import('./commands/test.ts')).test,
  fmt: async () => (await import('./commands/fmt.ts')).fmt,
  log: async () => (await import('./commands/log.ts')).log,
  config: async () => (await import('./commands/config.ts')).config,
  bundle: async () => (await import('./commands/bundle.ts')).bundle,
  token: async () => (await import('./commands/token.ts')).token,
  completion: async () => (await import('./commands/completion.ts')).completionOf(loaders),
};

/** Runs a command line without the name of the program. Never throws, never exits. */
export async function run(args: readonly string[], streams: CommandContext): Promise<ExitCode> {
  let context = streams;
  try {
    const { color, rest: words } = splitColor(args);
    const [first = '', ...rest] = words;
    if (color !== undefined) context = { ...streams, color };
    if (first === '' || first === 'help' || first === '--help' || first === '-h')
      return await help(first, rest[0], context);
    if (first === '--version' || first === '-v') return await version(context);
    const loader = Object.hasOwn(loaders, first) ? loaders[first] : undefined;
    if (loader === undefined) throw unknownCommand(first);
    const command = await loader();
    if (wantsHelp(rest)) {
      await write(context.stdout, command.help);
      return exitCodes.fine;
    }
    // In a group of processes only the first one says it.
    const strange = context.env[socketVariable] !== undefined ? undefined : strangeCacheSwitch(context.env);
    if (strange !== undefined) await write(context.stderr, `bylaw: ${printable(strange)}\n`);
    return await command.run(rest, context);
  } catch (error) {
    if (error instanceof UsageError) {
      await write(context.stderr, `bylaw: ${error.message}\n`);
      return exitCodes.wrongUsage;
    }
    if (error instanceof RefusedBundle) {
      await write(context.stderr, `bylaw: ${error.message}\n`);
      return exitCodes.invalidPolicy;
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await write(
      context.stderr,
      `bylaw: an error of bylaw itself; please report it with what follows\n${message}\n`,
    );
    return exitCodes.invalidPolicy;
  }
}

function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

function unknownCommand(name: string): UsageError {
  const near = suggestion(name, Object.keys(loaders));
  return new UsageError(`there is no command \`${name}\`; ${near ?? 'see `bylaw --help`'}`);
}

async function help(first: string, name: string | undefined, context: CommandContext): Promise<ExitCode> {
  if (first === 'help' && name !== undefined) {
    const loader = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
    if (loader === undefined) throw unknownCommand(name);
    await write(context.stdout, (await loader()).help);
    return exitCodes.fine;
  }
  const commands = await Promise.all(Object.values(loaders).map((loader) => loader()));
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  // As they lie here, so that the lines work in any folder.
  const { packageFile } = await import('../host/machine/package-files.ts');
  const [policies, example] = ['policies', 'examples/shell-call.json'].map((path) =>
    shownPath(packageFile(path)),
  );
  const text = `bylaw: a policy engine for what AI agents do

Usage: bylaw COMMAND [OPTIONS]

Commands:
${lines.join('\n')}

  bylaw COMMAND --help   options, examples and exit codes of a command
  bylaw COMMAND --color auto|always|never
                         colours; auto is at a terminal, where NO_COLOR is not set
  bylaw --version        the version

A first try:
  bylaw check ${policies}
  bylaw eval --policies ${policies} ${example}
  bylaw serve --policies ${policies}

Exit codes: 0 fine, 1 denied or findings, 2 policy not valid, 3 wrong usage.
`;
  // Without any argument the help is an answer to a mistake.
  await write(first === '' ? context.stderr : context.stdout, text);
  return first === '' ? exitCodes.wrongUsage : exitCodes.fine;
}

/** A path as it is typed: relative where it is below the current folder, in quotes where it has to be. */
function shownPath(path: string): string {
  const below = relative(process.cwd(), path);
  const shown = below.startsWith('..') || isAbsolute(below) ? path : below;
  return /^[\w./\\:@+-]+$/.test(shown) ? shown : JSON.stringify(shown);
}

async function version(context: CommandContext): Promise<ExitCode> {
  const { versionOfBylaw } = await import('../host/machine/version.ts');
  await write(context.stdout, `bylaw ${versionOfBylaw()}\n`);
  return exitCodes.fine;
}
