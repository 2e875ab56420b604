/** `bylaw test`: what the tests of policies come to, and what they leave untried. */
import { join } from 'node:path';
import {
  choice,
  flag,
  folder,
  type GivenOptions,
  parseChoice,
  pathArg,
  several,
  textArg,
} from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { layerPaths, layersAsked } from '../policies/load-policies.ts';
import { countOf, renderAll } from '../policies/policies.ts';
import { policiesToRead } from '../policies/usual-policies.ts';
import { layersOrBundle } from '../settings/bundle-option.ts';
import {
  type CliCommand,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../terminal/context.ts';
import { withStages } from '../terminal/progress.ts';
import { pollFiles } from '../terminal/watch-files.ts';
import { githubReport, reportTestsToRunner } from '../testing/github-report.ts';
import { htmlReport } from '../testing/html-report.ts';
import { jsonReport } from '../testing/json-report.ts';
import { junitReport } from '../testing/junit-report.ts';
import { lcovReport } from '../testing/lcov.ts';
import { tapReport } from '../testing/tap-report.ts';
import { hasPassed, runOnce, type TestPlan, type TestRun } from '../testing/test-run.ts';
import { shortReport, textReport } from '../testing/text-report.ts';
import { parseThresholds } from '../testing/threshold.ts';
import { watchTests } from '../testing/watch-tests.ts';
import { writeReport } from '../testing/write-report.ts';

const forms = {
  text: textReport,
  json: jsonReport,
  tap: tapReport,
  junit: junitReport,
  github: githubReport,
} satisfies Record<string, (run: TestRun, context: CommandContext) => string>;
type Form = keyof typeof forms;
const formNames = Object.keys(forms) as readonly Form[];

const testOptions = {
  layers: pathArg,
  bundle: pathArg,
  'bundle-key': pathArg,
  only: several(textArg),
  'no-skips': flag,
  coverage: flag,
  threshold: several(textArg),
  lcov: pathArg,
  html: folder,
  watch: flag,
  report: choice(formNames),
  output: pathArg,
  json: flag,
  github: flag,
};

export const test: CliCommand = {
  name: 'test',
  summary: 'run the tests of policies, and say what they leave untried',
  help: `Usage: bylaw test [--only NAME…] [--coverage] [--threshold PERCENTS] [--report FORM] [PATH…]
       bylaw test [OPTIONS] --layers FILE
       bylaw test [OPTIONS] --bundle PLACE --bundle-key FILE

Runs the tests inside the rules, and those of the files beside them that end in
\`.tests.policy\`, by the evaluator that decides. Without a path it takes the folder
\`policies\` of here, or else the policies of this user. A failing test shows what was
expected and what came, the value of each clause, and what the rules could see.
No test at all, a rule whose tests never expect it to deny, a recorded event that
no test uses: each fails the run too. A rule without any test is named, and fails
the run with \`--threshold rules=100\` only.

Options:
  --layers FILE    test the layers that a file such as bylaw.yaml names: each with those
                   above it, and without those below
  --bundle PLACE, --bundle-key FILE
                   test a bundle that one of these keys has signed
  --only NAME      run only tests of this name: a rule's code or name, a title, or
                   the words of a test; \`*\` is any run of characters; repeatable
  --no-skips       a test with a \`skip\` fails
  --report FORM    text (default), json, tap, junit or github
  --output FILE    write the report there, and one line to standard output
  --json           the same as --report json
  --github         the same as --report github: annotations for GitHub Actions; the
                   number of failing tests goes to the file in GITHUB_OUTPUT, and
                   a table to the file in GITHUB_STEP_SUMMARY
  --coverage       what the tests saw: of each clause the values yes, no and unknown,
                   of each exception whether it excused a call, of each alternative
                   and each entry of a list whether it was the one that matched
  --threshold P    fail below these percents: rules=100,clauses=90,exceptions=80,
                   entries=50; one number is for all four
  --lcov FILE      write the coverage as an LCOV tracefile
  --html DIR       write the coverage as a page, DIR/index.html
  --watch          run again after every change, until Ctrl-C

Examples:
  bylaw test policies
  bylaw test --only force-push policies/git.policy
  bylaw test --coverage --threshold rules=100,clauses=90 --html coverage policies
  bylaw test --report junit --output results.xml policies

Exit codes: 0 all passed, 1 a test failed or there is none, or too little was
seen, 2 the policies or their files of tests are not valid, 3 wrong usage.
`,
  ...asPart('test', { options: testOptions, operands: 'path' }, async ({ values, positionals }, context) => {
    const file = await layersOrBundle(values, positionals, context);
    const layers = layersAsked(file, positionals, context);
    const { lcov, html, output } = values;
    const thresholds = parseThresholds(values.threshold ?? []);
    const asked = values.coverage === true || lcov !== undefined || html !== undefined;
    const named = positionals.length > 0 ? positionals : undefined;
    const plan: TestPlan = {
      paths:
        layers === undefined
          ? (named ?? (await policiesToRead(context, 'are tested')))
          : layerPaths(layers, context),
      layers,
      cwd: context.cwd,
      only: values.only ?? [],
      noSkips: values['no-skips'] === true,
      coverage: asked || Object.keys(thresholds).length > 0,
      thresholds,
    };
    const reporting = { form: formOf(values), output, lcov, html };
    const run = async () => {
      const ran = withStages(context.stderr, (stages) => runOnce({ ...plan, stages }));
      return { run: ran, code: await report(ran, reporting, context) };
    };
    if (values.watch !== true) return (await run()).code;
    return watchTests({ plan, watch: context.watchFiles ?? pollFiles, run }, context);
  }),
};

interface Reporting {
  readonly form: Form;
  /** A file for the report; the rest are files and a folder for coverage. */
  readonly output: string | undefined;
  readonly lcov: string | undefined;
  readonly html: string | undefined;
}

function formOf({ report: named, json, github }: GivenOptions<typeof testOptions>['values']): Form {
  if (github === true && (json === true || (named !== undefined && named !== 'github')))
    throw new UsageError(
      '`--github` is a form of the report, as `--json` and `--report` are: give one of them',
    );
  if (github === true) return 'github';
  if (named === undefined) return json === true ? 'json' : 'text';
  return parseChoice('report', named, formNames);
}

async function report(
  run: TestRun,
  { form, output, lcov, html }: Reporting,
  context: CommandContext,
): Promise<ExitCode> {
  const { errors, loaded, coverage } = run;
  // Annotations say them all, and the runner reads standard error too.
  if (errors.length > 0 && form !== 'github') {
    await write(
      context.stderr,
      `${renderAll(errors, loaded, context)}\nThe policies or their tests are not valid: ${countOf(errors.length, 'error')}. No test was run.\n`,
    );
  }
  // For people, errors are on standard error already.
  const text = errors.length > 0 && form === 'text' ? '' : forms[form](run, context);
  if (output === undefined) await write(context.stdout, text);
  else {
    writeReport(output, text, context);
    await write(context.stdout, shortReport(run, output));
  }
  if (form === 'github') reportTestsToRunner(run, context);
  if (coverage !== undefined && lcov !== undefined)
    writeReport(lcov, lcovReport(coverage, run, context.cwd), context);
  if (coverage !== undefined && html !== undefined)
    writeReport(join(html, 'index.html'), htmlReport(coverage, run), context);
  if (errors.length > 0) return exitCodes.invalidPolicy;
  return hasPassed(run) ? exitCodes.fine : exitCodes.findings;
}
