/**
 * `bylaw fmt`: policy files in their canonical text. A file is replaced as a whole
 * or left as it is; one with errors of syntax, or that would not mean the same
 * afterwards, is never written.
 */
import { resolve } from 'node:path';
import { shownTo, unifiedDiff, visible } from '../../install/diff.ts';
import { renderDiagnostic } from '../../language/render.ts';
import { filesToFormat } from '../formatting/files-to-format.ts';
import { type Formatting, formatFile, formatOctets } from '../formatting/format-file.ts';
import { formattingJson } from '../formatting/formatting-json.ts';
import { flag, pathArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { layerPaths, layersAsked } from '../policies/load-policies.ts';
import { countOf } from '../policies/policies.ts';
import { policiesToRead } from '../policies/usual-policies.ts';
import { hasColor } from '../terminal/color.ts';
import {
  type CliCommand,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../terminal/context.ts';

export const fmt: CliCommand = {
  name: 'fmt',
  summary: 'write policy files in their canonical text',
  help: `Usage: bylaw fmt [--check] [--diff] [--json] PATH…|--layers FILE
       bylaw fmt [--check] [--diff] [--stdin-path PATH] [-]

Rewrites policy files, or all below a folder, in their canonical text, and names
each that changes. Comments stay, and so does the order of everything. With \`-\`, or
without a path, it reads a policy from standard input and writes it to standard output.
At a terminal, \`--check\` and \`--diff\` without a path look at the folder \`policies\`
of here, or else at the policies of this user.

Options:
  --layers FILE       the policies of all layers that a file such as bylaw.yaml names
  --check             write nothing; name the files that would change, and exit with 1
  --diff              write nothing; show what would change, as \`patch -p1\` takes it
  --json              one JSON document: {"files", "written", "changed": […], "failed": […],
                      "unlisted": […]}
  --stdin-path PATH   what errors call the policy of standard input

Examples:
  bylaw fmt policies
  bylaw fmt --check --diff policies
  bylaw fmt - < draft.policy

A file with an error of syntax is left as it is.

Exit codes: 0 fine, 1 a file would change (--check), 2 a file cannot be read, parsed
or written, 3 wrong usage.
`,
  ...asPart(
    'fmt',
    {
      options: {
        layers: pathArg,
        check: flag,
        diff: flag,
        json: flag,
        'stdin-path': pathArg,
      },
      operands: 'path',
    },
    async ({ values, positionals: named }, context) => {
      const layers = layersAsked(values.layers, named, context);
      const positionals = layers === undefined ? named : layerPaths(layers, context);
      const how = { check: values.check === true, diff: values.diff === true, json: values.json === true };
      if (positionals.length > 0 && !positionals.includes('-')) {
        if (values['stdin-path'] !== undefined)
          throw new UsageError(
            '`--stdin-path` names what comes from standard input, and files are named here',
          );
        return await formatFiles(positionals, how, context);
      }
      if (how.json) throw new UsageError('`--json` is about files: name them, or a folder');
      if (positionals.length > 1) throw new UsageError('`-` is standard input, and must be alone');
      if (positionals.length === 0 && context.stdin.isTTY === true) {
        // Without a path, files are only compared, and never written.
        if (!how.check && !how.diff)
          throw new UsageError('name the policy files or folders to format: `bylaw fmt policies`');
        return await formatFiles(await policiesToRead(context, 'are checked'), how, context);
      }
      return await formatInput(values['stdin-path'] ?? 'standard input', how, context);
    },
  ),
};

interface How {
  readonly check: boolean;
  readonly diff: boolean;
  readonly json: boolean;
}

async function formatFiles(paths: readonly string[], how: How, context: CommandContext): Promise<ExitCode> {
  const { files, problems } = filesToFormat(paths, resolve(context.cwd));
  const writes = !how.check && !how.diff;
  const all: Formatting[] = [];
  for (const problem of how.json ? [] : problems) await write(context.stderr, `${visible(problem)}\n`);
  for (const file of files) {
    const formatting = formatFile(file, writes);
    all.push(formatting);
    if (!how.json) await print(formatting, how, context);
  }
  const changed = all.filter(({ kind }) => kind === 'changed').length;
  const failed = all.filter(({ kind }) => kind === 'failed' || kind === 'invalid').length;
  if (how.json) await write(context.stdout, `${formattingJson(all, problems, { ...how, writes })}\n`);
  else await write(context.stderr, summary(files.length, changed, failed, writes));
  if (problems.length > 0 || failed > 0) return exitCodes.invalidPolicy;
  return how.check && changed > 0 ? exitCodes.findings : exitCodes.fine;
}

function summary(all: number, changed: number, failed: number, writes: boolean): string {
  const [is, was] = changed === 1 ? ['is', 'was'] : ['are', 'were'];
  const of = `${changed.toLocaleString('en-US')} of ${countOf(all, 'file')}`;
  const what =
    changed === 0
      ? `${countOf(all, 'file')}, nothing to format.`
      : writes
        ? `${of} ${was} formatted.`
        : `${of} ${is} not formatted: \`bylaw fmt\` does it.`;
  return failed === 0 ? `${what}\n` : `${what} Left as ${failed === 1 ? 'it is' : 'they are'}: ${failed}.\n`;
}

async function formatInput(name: string, how: How, context: CommandContext): Promise<ExitCode> {
  const chunks: Buffer[] = [];
  for await (const chunk of context.stdin) chunks.push(Buffer.from(chunk));
  const formatting = formatOctets(name, () => Buffer.concat(chunks));
  if (formatting.kind === 'failed' || formatting.kind === 'invalid') {
    await print(formatting, how, context);
    return exitCodes.invalidPolicy;
  }
  if (!how.check && !how.diff) await write(context.stdout, formatting.after);
  else await print(formatting, how, context);
  return how.check && formatting.kind === 'changed' ? exitCodes.findings : exitCodes.fine;
}

/** What became of a file, for people. */
async function print(
  formatting: Formatting,
  { diff }: Pick<How, 'diff'>,
  context: CommandContext,
): Promise<void> {
  const { stdout, stderr } = context;
  switch (formatting.kind) {
    case 'same':
      return;
    case 'changed': {
      await write(stdout, `${visible(formatting.name)}\n`);
      if (diff) await write(stdout, shownTo(stdout, changesOf(formatting)));
      return;
    }
    case 'failed':
      return write(stderr, `${visible(formatting.problem)}\n`);
    case 'invalid': {
      const color = hasColor(stderr, context);
      for (const diagnostic of formatting.diagnostics)
        await write(stderr, `${renderDiagnostic(diagnostic, () => formatting.source, { color })}\n\n`);
      return;
    }
    default:
      return formatting satisfies never;
  }
}

function changesOf({ name, before, after }: Formatting & { readonly kind: 'changed' }): string {
  const lineEnds = /\r/.test(before) ? '  Its lines will end with a line feed only.\n' : '';
  const mark = before.startsWith('\uFEFF') ? '  The byte order mark at its start goes.\n' : '';
  return `${lineEnds}${mark}${unifiedDiff({ path: name, before, after })}`;
}
