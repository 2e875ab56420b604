/**
 * `bylaw fmt`: policy files in their canonical text. A file is replaced as a whole
 * or left as it is; one with errors of syntax, or that would not mean the same
 * afterwards, is never written.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeError } from '../../host/policy-files.ts';
import { unifiedDiff, visible } from '../../install/diff.ts';
import { applyChanges, writeProblem } from '../../install/file-change.ts';
import { formatSource } from '../../language/format/format.ts';
import { renderDiagnostic } from '../../language/render.ts';
import type { Source } from '../../language/source.ts';
import { hasColor } from '../color.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../context.ts';
import { type FileToFormat, filesToFormat } from '../files-to-format.ts';
import { layersAsked, pathsOf } from '../load-policies.ts';
import { flag, path } from '../options.ts';
import { part } from '../parts.ts';
import { countOf } from '../policies.ts';

export const fmt: Command = {
  name: 'fmt',
  summary: 'write policy files in their canonical text',
  help: `Usage: bylaw fmt [--check] [--diff] PATH…
       bylaw fmt [--check] [--diff] [--stdin-path PATH] [-]

Rewrites policy files, or all below a folder, in their canonical text, and names
each that changes. Comments stay, and so does the order of everything. With \`-\`, or
without a path, it reads a policy from standard input and writes it to standard output.

Options:
  --layers FILE       the policies of all layers that a file such as bylaw.yaml names
  --check             write nothing; name the files that would change, and exit with 1
  --diff              write nothing; show what would change
  --stdin-path PATH   what errors call the policy of standard input

Examples:
  bylaw fmt policies
  bylaw fmt --check --diff policies
  bylaw fmt - < draft.policy

A file with an error of syntax is left as it is.

Exit codes: 0 fine, 1 a file would change (--check), 2 a file cannot be read, parsed
or written, 3 wrong usage.
`,
  ...part(
    'fmt',
    {
      options: {
        layers: path,
        check: flag,
        diff: flag,
        'stdin-path': path,
      },
      operands: 'path',
    },
    async ({ values, positionals: named }, context) => {
      const layers = layersAsked(values.layers, named, context);
      const positionals = layers === undefined ? named : pathsOf(layers, context);
      const how = { check: values.check === true, diff: values.diff === true };
      if (positionals.length > 0 && !positionals.includes('-')) {
        if (values['stdin-path'] !== undefined)
          throw new UsageError(
            '`--stdin-path` names what comes from standard input, and files are named here',
          );
        return await formatFiles(positionals, how, context);
      }
      if (positionals.length > 1) throw new UsageError('`-` is standard input, and stands alone');
      if (positionals.length === 0 && context.stdin.isTTY === true)
        throw new UsageError('name the policy files or folders to format: `bylaw fmt policies`');
      return await formatInput(values['stdin-path'] ?? 'standard input', how, context);
    },
  ),
};

interface How {
  readonly check: boolean;
  readonly diff: boolean;
}

async function formatFiles(paths: readonly string[], how: How, context: CommandContext): Promise<ExitCode> {
  const { files, problems } = filesToFormat(paths, resolve(context.cwd));
  for (const problem of problems) await write(context.stderr, `${visible(problem)}\n`);
  const outcomes: Outcome[] = [];
  for (const file of files) outcomes.push(await formatFile(file, how, context));
  const count = (outcome: Outcome): number => outcomes.filter((each) => each === outcome).length;
  await write(context.stderr, summary(files.length, count('changed'), count('failed'), how));
  if (problems.length > 0 || count('failed') > 0) return exitCodes.invalidPolicy;
  return how.check && count('changed') > 0 ? exitCodes.findings : exitCodes.fine;
}

type Outcome = 'same' | 'changed' | 'failed';

function summary(all: number, changed: number, failed: number, { check, diff }: How): string {
  const [is, was] = changed === 1 ? ['is', 'was'] : ['are', 'were'];
  const of = `${changed.toLocaleString('en-US')} of ${countOf(all, 'file')}`;
  const what =
    changed === 0
      ? `${countOf(all, 'file')}, nothing to format.`
      : check || diff
        ? `${of} ${is} not formatted: \`bylaw fmt\` does it.`
        : `${of} ${was} formatted.`;
  return failed === 0 ? `${what}\n` : `${what} Left as ${failed === 1 ? 'it is' : 'they are'}: ${failed}.\n`;
}

async function formatFile({ name, path }: FileToFormat, how: How, context: CommandContext): Promise<Outcome> {
  const before = readText(() => readFileSync(path));
  if (!before.ok) return await fail(`${name} cannot be read: ${before.problem}`, context);
  const after = await formatText({ path: name, text: before.text }, context);
  if (after === undefined) return 'failed';
  if (after === before.text) return 'same';
  if (how.check || how.diff) {
    await report(name, before.text, after, how, context);
    return 'changed';
  }
  const problem = writeProblem(path) ?? replace(path, before.text, after);
  if (problem !== undefined) return await fail(`${name} cannot be written: ${problem}`, context);
  await write(context.stdout, `${visible(name)}\n`);
  return 'changed';
}

function replace(path: string, before: string, after: string): string | undefined {
  const change = { path, before, after, executable: false, backup: false, outdated: [] };
  // The time is that of backups, and there is none.
  const applied = applyChanges([change], '');
  return applied.ok ? undefined : applied.problem;
}

async function formatInput(name: string, how: How, context: CommandContext): Promise<ExitCode> {
  const chunks: Buffer[] = [];
  for await (const chunk of context.stdin) chunks.push(Buffer.from(chunk));
  const before = readText(() => Buffer.concat(chunks));
  if (!before.ok) {
    await fail(`${name} cannot be read: ${before.problem}`, context);
    return exitCodes.invalidPolicy;
  }
  const after = await formatText({ path: name, text: before.text }, context);
  if (after === undefined) return exitCodes.invalidPolicy;
  if (!how.check && !how.diff) await write(context.stdout, after);
  else if (after !== before.text) await report(name, before.text, after, how, context);
  return how.check && after !== before.text ? exitCodes.findings : exitCodes.fine;
}

async function report(
  name: string,
  before: string,
  after: string,
  { diff }: How,
  context: CommandContext,
): Promise<void> {
  await write(context.stdout, `${visible(name)}\n`);
  if (!diff) return;
  const lineEnds = /\r/.test(before) ? '  Its lines will end with a line feed only.\n' : '';
  const mark = before.startsWith('\uFEFF') ? '  The byte order mark at its start goes.\n' : '';
  const shown = before.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  await write(context.stdout, `${lineEnds}${mark}${unifiedDiff(shown, after)}`);
}

type Reading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

function readText(read: () => Uint8Array): Reading {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read()) };
  } catch (error) {
    return { ok: false, problem: error instanceof TypeError ? 'it is not UTF-8 text' : describeError(error) };
  }
}

/** The canonical text, or undefined, when what is wrong has been said. */
async function formatText(source: Source, context: CommandContext): Promise<string | undefined> {
  const formatted = formatSource(source);
  switch (formatted.kind) {
    case 'formatted':
      return formatted.text;
    case 'invalid': {
      const color = hasColor(context.stderr, context);
      for (const diagnostic of formatted.diagnostics)
        await write(context.stderr, `${renderDiagnostic(diagnostic, () => source, { color })}\n\n`);
      return undefined;
    }
    case 'unsafe':
      await fail(
        `${source.path} was left as it is: its canonical text would not mean the same, ` +
          'which is an error of bylaw itself; please report it with the file',
        context,
      );
      return undefined;
    default:
      return formatted satisfies never;
  }
}

async function fail(sentence: string, { stderr }: CommandContext): Promise<'failed'> {
  await write(stderr, `${visible(sentence)}\n`);
  return 'failed';
}
