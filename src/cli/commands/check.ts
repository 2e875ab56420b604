/** `bylaw check`: everything that is wrong or doubtful in policy files. */
import type { CheckedTests } from '../../check/tree/checked-tests.ts';
import { type PolicyCost, policyCost } from '../../cost/cost.ts';
import { checkSources } from '../../host/load/check-sources.ts';
import type { LoadedPolicies } from '../../host/load/load.ts';
import { loadTests } from '../../host/load/load-tests.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { acceptWarnings } from '../../language/acceptance.ts';
import { inReadingOrder, isError, isNote } from '../../language/diagnostic.ts';
import { defaultLimits } from '../../server/limits/limits.ts';
import { announcedIn, announcedText } from '../checking/announced.ts';
import { type CheckSettings, checkOptions, checkSettings } from '../checking/check-settings.ts';
import { costReport } from '../checking/cost-report.ts';
import { findingsJson } from '../checking/findings-json.ts';
import { type FixedPolicies, fixPolicies, writeFixed } from '../checking/fix-policies.ts';
import { githubFindings } from '../checking/github-findings.ts';
import { ofServersText } from '../checking/of-servers.ts';
import { type FoundPolicies, printFindings } from '../checking/print-findings.ts';
import { reportFixes, showFixes } from '../checking/report-fixes.ts';
import { sarifOf } from '../checking/sarif.ts';
import { budgetProblems, type EventBudget } from '../options/budget-option.ts';
import { asPart } from '../options/parts.ts';
import { layersAsked, load, withNeighbours } from '../policies/load-policies.ts';
import { policiesToRead } from '../policies/usual-policies.ts';
import { layersOrBundle } from '../settings/bundle-option.ts';
import {
  type CliCommand,
  type CommandContext,
  type ExitCode,
  exitCodes,
  timeIn,
  write,
} from '../terminal/context.ts';
import { withStages } from '../terminal/progress.ts';

export const checkCommand: CliCommand = {
  name: 'check',
  summary: 'say what is wrong or doubtful in policy files',
  help: `Usage: bylaw check [--json | --sarif | --github] [--fix [--diff]]
                   [--cost] [--budget FIGURE=MOST,…] [--max-body BYTES] [PATH…]
       bylaw check [OPTIONS] --layers FILE
       bylaw check [OPTIONS] --bundle PLACE --bundle-key FILE

Reads policy files, or folders of them, and reports every error and warning with
its place, why it is one, and what to do. Without a path it takes the folder
\`policies\` of here, or else the policies of this user. It does not run their tests: see
\`bylaw test\`. Files are always read anew: what BYLAW_CACHE says is about commands
that decide. Exceptions that end within 14 days are notes, which change no exit code,
and from the day on which they end errors, by the clock of this machine.

A warning about something that is meant so is accepted beside what it is
about, with a reason; a comment that accepts nothing is a warning of its own:

  # bylaw: accept wide-host because the partner has no other name

Options:
  --layers FILE
           check the layers that a file such as bylaw.yaml names, and the law that
           holds between them
  --bundle PLACE, --bundle-key FILE
           check a bundle that one of these keys has signed
  --fix    fix what can be fixed for certain, in place, and report the rest
  --diff   with --fix: show what would be fixed, and write nothing
  --json   one JSON document: {"files", "errors", "warnings", "notes", "diagnostics": […],
           "accepted": […], "upcoming": […], "inForce": […]}, the last being the rules
           that come into force within 30 days, and those whose day is over
  --sarif  one SARIF 2.1.0 log, for code hosts
  --github annotations for GitHub Actions; the counts go to the file in
           GITHUB_OUTPUT, and a table to the file in GITHUB_STEP_SUMMARY
  --cost   then say which rules are asked about every event and why, what the
           others are reached through, and the most steps that an event can take;
           with --json as \`cost\`
  --budget FIGURE=MOST,…
           an error where the policies cost more: \`scanned\`, rules asked about
           every event; \`worst\`, steps for any event; \`expressions\`, steps of
           regular expressions for each character
  --max-body BYTES
           with --cost or --budget: what the server that takes these policies is
           started with; it counts where it is more than the longest line on its
           socket, ${defaultLimits.maxLineBytes} bytes

Examples:
  bylaw check policies
  bylaw check --fix --diff policies/deny-shell.policy
  bylaw check --json policies | jq '.diagnostics[].code'
  bylaw check --sarif policies > bylaw.sarif
  bylaw check --cost --budget scanned=10,worst=100000000 policies

Exit codes: 0 nothing to report, or notes only, 1 warnings only (or, with --diff, something to
fix), 2 errors (with --diff, that would be left), 3 wrong usage.
`,
  ...asPart('check', { options: checkOptions, operands: 'path' }, async (parsed, context) => {
    const settings = checkSettings(parsed);
    const { isNamed, fixing, cost, budget, octets } = settings;
    const paths = isNamed ? settings.paths : await policiesToRead(context, 'are checked');
    const file = await layersOrBundle(parsed.values, settings.paths, context);
    const layers = layersAsked(file, paths, context);
    const at = timeIn(context);
    const isPlain = layers === undefined && fixing === 'none';
    let loaded = withStages(context.stderr, ({ stage }) => {
      const read = (all: readonly string[]): LoadedPolicies => load(context, all, layers, at, stage);
      return isPlain ? withNeighbours(paths, context.cwd, read).loaded : read(paths);
    });
    if (fixing !== 'none') {
      const fixed = fixAll(loaded);
      if (fixing === 'show') return await showFixes(fixed, context);
      writeFixed(loaded, fixed.files);
      await reportFixes(fixed, context);
      if (fixed.files.length > 0) loaded = load(context, paths, layers, at);
    }
    const found = withBudget(withTests(loaded), budget);
    await report(found, cost ? costIn(found, octets) : undefined, settings, context);
    return exitCodeOf(found);
  }),
};

/** On standard output; a cost that is undefined is not asked for. */
async function report(
  found: FoundPolicies,
  cost: PolicyCost | null | undefined,
  { form }: CheckSettings,
  context: CommandContext,
): Promise<void> {
  const announced = announcedIn(found.bundle, timeIn(context));
  switch (form) {
    case 'json':
      return write(context.stdout, `${findingsJson(found, announced, cost)}\n`);
    case 'sarif':
      return write(
        context.stdout,
        `${sarifOf(found, announced, { cwd: context.cwd, version: versionOfBylaw() })}\n`,
      );
    case 'github':
      return githubFindings(found, announced, context);
    case 'text':
      await printFindings(found, context);
      await write(context.stdout, announcedText(announced, found.lookup));
      await write(context.stdout, ofServersText(found.bundle, found.lookup));
      if (cost !== undefined) await write(context.stdout, `\n${costText(cost, found)}`);
      return;
    default:
      form satisfies never;
  }
}

const fixAll = (loaded: LoadedPolicies): FixedPolicies =>
  fixPolicies(loaded.sources, (sources) => checkSources(sources, [], { layers: loaded.layers }).diagnostics);

/** Adds the findings in files of tests, in reading order, and how many tests there are. */
function withTests(loaded: LoadedPolicies): FoundPolicies {
  const { tests, diagnostics: found } = loadTests(loaded);
  const inTests = acceptWarnings(loaded.testFiles, found);
  const diagnostics = inReadingOrder([...loaded.diagnostics, ...inTests.diagnostics]);
  const accepted = [...loaded.accepted, ...inTests.accepted];
  const sources = [...loaded.sources, ...loaded.testFiles];
  return { ...loaded, sources, diagnostics, accepted, testCount: testCount(loaded, tests) };
}

/** Tests and scenarios in rules, in exceptions and in files of tests, each once for all of its recorded events. */
function testCount({ program }: LoadedPolicies, { cases, scenarios }: CheckedTests): number {
  const { rules = [], exceptions = [] } = program ?? {};
  const inside = [
    ...rules.map((rule) => rule.tests.length + rule.scenarios.length),
    ...exceptions.map(({ tests }) => tests.length),
  ];
  return inside.reduce((sum, count) => sum + count, cases.length + scenarios.length);
}

/** Adds what is over its budget to the other errors. */
function withBudget(loaded: FoundPolicies, budget: EventBudget | undefined): FoundPolicies {
  const diagnostics = inReadingOrder([...loaded.diagnostics, ...budgetProblems(loaded.bundle, budget)]);
  return { ...loaded, diagnostics };
}

/** Null where the policies have errors: their cost is not known then. */
const costIn = ({ bundle }: LoadedPolicies, octets: number): PolicyCost | null =>
  bundle === undefined ? null : policyCost(bundle, octets);

const costText = (cost: PolicyCost | null, { lookup }: LoadedPolicies): string =>
  cost === null
    ? 'The cost of these policies is known when their errors are fixed.\n'
    : costReport(cost, lookup);

function exitCodeOf({ diagnostics }: LoadedPolicies): ExitCode {
  if (diagnostics.some(isError)) return exitCodes.invalidPolicy;
  return diagnostics.some((each) => !isNote(each)) ? exitCodes.findings : exitCodes.fine;
}
