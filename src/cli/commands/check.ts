/** `bylaw check`: everything that is wrong or doubtful in policy files. */

import { costOf, type PolicyCost } from '../../compile/cost.ts';
import { checkSources, type LoadedPolicies } from '../../host/load.ts';
import { loadTests } from '../../host/load-tests.ts';
import { versionOfBylaw } from '../../host/version.ts';
import { unifiedDiff } from '../../install/diff.ts';
import { acceptWarnings } from '../../language/acceptance.ts';
import { inReadingOrder, isError } from '../../language/diagnostic.ts';
import { budgetProblems, type EventBudget, largestEvent, parseBudget } from '../budget-option.ts';
import { costReport } from '../checking/cost-report.ts';
import { findingsJson } from '../checking/findings-json.ts';
import { type Mended, mend, writeMended } from '../checking/mend.ts';
import { sarifOf } from '../checking/sarif.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../context.ts';
import { load } from '../load-policies.ts';
import { parseOptions } from '../options.ts';
import { countOf, renderAll } from '../policies.ts';

export const check: Command = {
  name: 'check',
  summary: 'say what is wrong or doubtful in policy files',
  help: `Usage: bylaw check [--json | --sarif] [--fix [--diff]]
                   [--cost] [--budget FIGURE=MOST,…] PATH…

Reads policy files, or folders of them, and reports every error and warning with
its place, why it is one, and what to do. It does not run their tests: see
\`bylaw test\`.

A warning that is right and all the same meant is accepted beside what it is
about, with a reason; a comment that accepts nothing is a warning of its own:

  # bylaw: accept wide-host because the partner has no other name

Options:
  --fix    mend what can be mended for certain, in place, and report the rest
  --diff   with --fix: show what would be mended, and write nothing
  --json   one JSON document: {"files", "errors", "warnings", "diagnostics": […],
           "accepted": […]}
  --sarif  one SARIF 2.1.0 log, for code hosts
  --cost   then say which rules are asked about every event and why, what the
           others are reached through, and the most steps that an event can take;
           with --json as \`cost\`
  --budget FIGURE=MOST,…
           an error where the policies cost more: \`scanned\`, rules asked about
           every event; \`ordinary\`, steps for an ordinary event that no rule is
           about; \`worst\`, steps for any event; \`expressions\`, steps of regular
           expressions for each character

Examples:
  bylaw check policies
  bylaw check --fix --diff policies/deny-shell.policy
  bylaw check --json policies | jq '.diagnostics[].code'
  bylaw check --sarif policies > bylaw.sarif
  bylaw check --cost --budget scanned=10,worst=100000000 policies

Exit codes: 0 nothing to report, 1 warnings only (or, with --diff, something to
mend), 2 errors (with --diff, that would be left), 3 wrong usage.
`,
  async run(args, context) {
    const { values, positionals } = parseOptions(check, args, {
      json: { type: 'boolean' },
      sarif: { type: 'boolean' },
      fix: { type: 'boolean' },
      diff: { type: 'boolean' },
      cost: { type: 'boolean' },
      budget: { type: 'string', multiple: true },
    });
    if (positionals.length === 0)
      throw new UsageError('name the policy files or folders to check: `bylaw check policies`');
    if (values.json === true && values.sarif === true)
      throw new UsageError('`--json` and `--sarif` are two forms of one report: give one of them');
    if (values.diff === true && values.fix !== true)
      throw new UsageError('`--diff` shows what `--fix` would do: give both');
    if (values.diff === true && (values.json === true || values.sarif === true))
      throw new UsageError('`--diff` is for people: leave `--json` and `--sarif` out');
    if (values.diff === true && (values.cost === true || values.budget !== undefined))
      throw new UsageError('`--diff` shows only what would be mended: leave `--cost` and `--budget` out');
    if (values.cost === true && values.sarif === true)
      throw new UsageError('a SARIF log has no place for `--cost`: give `--json`, or leave it out');
    const budget = parseBudget(values.budget);
    let loaded = load(context, positionals);
    if (values.fix === true) {
      const mended = mendAll(loaded);
      if (values.diff === true) return await showMended(mended, context);
      writeMended(loaded, mended.files);
      await tellMended(mended, context);
      if (mended.files.length > 0) loaded = load(context, positionals);
    }
    const found = withBudget(withTests(loaded), budget && { budget, octets: largestEvent() });
    const cost = values.cost === true ? costIn(found) : undefined;
    if (values.json === true) await write(context.stdout, `${findingsJson(found, cost)}\n`);
    else if (values.sarif === true) await write(context.stdout, `${sarifOf(found, versionOfBylaw())}\n`);
    else {
      await print(found, context);
      if (cost !== undefined) await write(context.stdout, `\n${costText(cost, found)}`);
    }
    return exitCodeOf(found);
  },
};

/** The findings in files of tests stand among the others. */
function withTests(loaded: LoadedPolicies): LoadedPolicies {
  const inTests = acceptWarnings(loaded.testFiles, loadTests(loaded).diagnostics);
  const diagnostics = inReadingOrder([...loaded.diagnostics, ...inTests.diagnostics]);
  const accepted = [...loaded.accepted, ...inTests.accepted];
  return { ...loaded, sources: [...loaded.sources, ...loaded.testFiles], diagnostics, accepted };
}

/** What is over its budget stands among the other errors. */
function withBudget(loaded: LoadedPolicies, budget: EventBudget | undefined): LoadedPolicies {
  const diagnostics = inReadingOrder([...loaded.diagnostics, ...budgetProblems(loaded.bundle, budget)]);
  return { ...loaded, diagnostics };
}

/** Null where the policies have errors: what they cost cannot be told then. */
const costIn = ({ bundle }: LoadedPolicies): PolicyCost | null =>
  bundle === undefined ? null : costOf(bundle, largestEvent());

const costText = (cost: PolicyCost | null, { lookup }: LoadedPolicies): string =>
  cost === null
    ? 'What these policies cost can be told when their errors are mended.\n'
    : costReport(cost, lookup);

function exitCodeOf({ diagnostics }: LoadedPolicies): ExitCode {
  if (diagnostics.some(isError)) return exitCodes.invalidPolicy;
  return diagnostics.length > 0 ? exitCodes.findings : exitCodes.fine;
}

async function print(loaded: LoadedPolicies, context: CommandContext): Promise<void> {
  const { diagnostics, accepted, sources } = loaded;
  const errors = diagnostics.filter(isError).length;
  const files = countOf(sources.length, 'file');
  const also = accepted.length === 0 ? '' : `; ${countOf(accepted.length, 'warning')} accepted`;
  if (diagnostics.length === 0) {
    await write(
      context.stdout,
      `${files}, ${countOf(loaded.program?.rules.length ?? 0, 'rule')}: nothing to report${also}.\n`,
    );
    return;
  }
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  const counts = `${countOf(errors, 'error')}, ${countOf(diagnostics.length - errors, 'warning')}${also}`;
  const hint =
    fixable === 0
      ? ''
      : `\`bylaw check --fix\` mends ${fixable === diagnostics.length ? 'all' : fixable} of them.\n`;
  await write(context.stdout, `${renderAll(diagnostics, loaded, context)}\n${files}: ${counts}.\n${hint}`);
}

const mendAll = (loaded: LoadedPolicies): Mended =>
  mend(loaded.sources, (sources) => checkSources(sources).diagnostics);

async function showMended({ files, applied, left }: Mended, context: CommandContext): Promise<ExitCode> {
  for (const { path, before, after } of files) {
    await write(context.stdout, `--- ${path}\n+++ ${path}, mended\n${unifiedDiff(before, after)}`);
  }
  await write(
    context.stdout,
    applied.length === 0
      ? 'There is nothing that could be mended for certain.\n'
      : `${countOf(applied.length, 'finding')} would be mended in ${countOf(files.length, 'file')}; nothing was written.\n`,
  );
  const errors = left.filter(isError).length;
  if (left.length > 0)
    await write(
      context.stdout,
      `A person has to decide about ${countOf(left.length, 'finding')}${errors === 0 ? '' : `, ${countOf(errors, 'error')} among them`}: \`bylaw check\` shows them.\n`,
    );
  if (errors > 0) return exitCodes.invalidPolicy;
  return files.length === 0 && left.length === 0 ? exitCodes.fine : exitCodes.findings;
}

async function tellMended({ files, applied }: Mended, context: CommandContext): Promise<void> {
  if (applied.length === 0) return;
  const what = `${countOf(applied.length, 'finding')} mended in ${countOf(files.length, 'file')}: ${files.map(({ path }) => path).join(', ')}.`;
  await write(context.stderr, `${what}\n`);
}
