/** `bylaw check`: everything that is wrong or doubtful in policy files. */

import type { LoadedPolicies } from '../../host/load.ts';
import { loadTests } from '../../host/load-tests.ts';
import { inReadingOrder, isError } from '../../language/diagnostic.ts';
import { indexLines } from '../../language/source.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../context.ts';
import { parseOptions } from '../options.ts';
import { countOf, load, renderAll } from '../policies.ts';

export const check: Command = {
  name: 'check',
  summary: 'say what is wrong or doubtful in policy files',
  help: `Usage: bylaw check [--json] PATH…

Reads policy files, or folders of them, and reports every error and warning with
its place, why it is one, and what to do. It does not run their tests: see
\`bylaw test\`.

Options:
  --json   one JSON document: {"files", "errors", "warnings", "diagnostics": […]}

Examples:
  bylaw check policies
  bylaw check policies/deny-shell.policy
  bylaw check --json policies | jq '.diagnostics[].code'

Exit codes: 0 nothing to report, 1 warnings only, 2 errors, 3 wrong usage.
`,
  async run(args, context) {
    const { values, positionals } = parseOptions(check, args, { json: { type: 'boolean' } });
    if (positionals.length === 0)
      throw new UsageError('name the policy files or folders to check: `bylaw check policies`');
    const loaded = withTests(load(context, positionals));
    await (values.json === true ? printJson(loaded, context) : print(loaded, context));
    return exitCodeOf(loaded);
  },
};

/** The findings in files of tests stand among the others. */
function withTests(loaded: LoadedPolicies): LoadedPolicies {
  const diagnostics = inReadingOrder([...loaded.diagnostics, ...loadTests(loaded).diagnostics]);
  return { ...loaded, sources: [...loaded.sources, ...loaded.testFiles], diagnostics };
}

function exitCodeOf({ diagnostics }: LoadedPolicies): ExitCode {
  if (diagnostics.some(isError)) return exitCodes.invalidPolicy;
  return diagnostics.length > 0 ? exitCodes.findings : exitCodes.fine;
}

async function print(loaded: LoadedPolicies, context: CommandContext): Promise<void> {
  const { diagnostics, sources } = loaded;
  const errors = diagnostics.filter(isError).length;
  const files = countOf(sources.length, 'file');
  if (diagnostics.length === 0) {
    await write(
      context.stdout,
      `${files}, ${countOf(loaded.program?.rules.length ?? 0, 'rule')}: nothing to report.\n`,
    );
    return;
  }
  const counts = `${countOf(errors, 'error')}, ${countOf(diagnostics.length - errors, 'warning')}`;
  await write(context.stdout, `${renderAll(diagnostics, loaded, context)}\n${files}: ${counts}.\n`);
}

async function printJson(
  { diagnostics, sources, lookup }: LoadedPolicies,
  context: CommandContext,
): Promise<void> {
  const indexes = new Map(sources.map(({ path, text }) => [path, indexLines(text)] as const));
  const place = (path: string, span: { start: number; end: number }): Record<string, unknown> => {
    const start = indexes.get(path)?.positionAt(span.start);
    const end = indexes.get(path)?.positionAt(span.end);
    return {
      path,
      span,
      ...(start && end && lookup(path)
        ? { line: start.line, column: start.column, endLine: end.line, endColumn: end.column }
        : {}),
    };
  };
  const errors = diagnostics.filter(isError).length;
  const document = {
    files: sources.length,
    errors,
    warnings: diagnostics.length - errors,
    diagnostics: diagnostics.map(({ code, severity, message, path, span, notes, help }) => ({
      code,
      severity,
      message,
      ...place(path, span),
      ...(help === undefined ? {} : { help }),
      notes: notes.map((note) => ({ message: note.message, ...place(note.path, note.span) })),
    })),
  };
  await write(context.stdout, `${JSON.stringify(document)}\n`);
}
