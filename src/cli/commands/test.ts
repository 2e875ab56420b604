/** `bylaw test`: what the tests of policies come to, and what they leave untried. */
import {
  type Command,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../context.ts';
import { parseOptions } from '../options.ts';
import { countOf, renderAll } from '../policies.ts';
import { jsonReport } from '../testing/json-report.ts';
import { junitReport } from '../testing/junit-report.ts';
import { tapReport } from '../testing/tap-report.ts';
import { hasPassed, runOnce, type TestPlan, type TestRun } from '../testing/test-run.ts';
import { countLine, textReport } from '../testing/text-report.ts';
import { writeReport } from '../testing/write-report.ts';

export const test: Command = {
  name: 'test',
  summary: 'run the tests of policies, and say what they leave untried',
  help: `Usage: bylaw test [--only NAME…] [--report FORM] [--output FILE] PATH…

Runs the tests inside the rules, and those of the files beside them that end in
\`.tests.policy\`, by the evaluator that decides. A failing test shows what was
expected and what came, the value of each clause, and what the rules could see.
No test at all, a rule that no test expects to deny, a recorded event that no
test uses: each fails the run too.

Options:
  --only NAME      run only tests of this name: a rule's code or name, a title, or
                   the words of a test; \`*\` is any run of characters; repeatable
  --no-skips       a test with a \`skip\` fails
  --report FORM    text (default), json, tap or junit
  --output FILE    write the report there, and one line to standard output
  --json           the same as --report json

Examples:
  bylaw test policies
  bylaw test --only force-push policies/git.policy
  bylaw test --report junit --output results.xml policies

Exit codes: 0 all passed, 1 a test failed or there is none, 2 the policies or
their files of tests are not valid, 3 wrong usage.
`,
  async run(args, context) {
    const { values, positionals } = parseOptions(test, args, {
      only: { type: 'string', multiple: true },
      'no-skips': { type: 'boolean' },
      report: { type: 'string' },
      output: { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.length === 0)
      throw new UsageError('name the policy files or folders to test: `bylaw test policies`');
    const plan: TestPlan = {
      paths: positionals,
      cwd: context.cwd,
      only: values.only ?? [],
      noSkips: values['no-skips'] === true,
    };
    const form = formOf(values.report, values.json === true);
    return report(runOnce(plan), { form, output: values.output }, context);
  },
};

interface Reporting {
  readonly form: Form;
  readonly output: string | undefined;
}

const forms = {
  text: textReport,
  json: jsonReport,
  tap: tapReport,
  junit: junitReport,
} satisfies Record<string, (run: TestRun, context: CommandContext) => string>;
type Form = keyof typeof forms;

function formOf(named: string | undefined, json: boolean): Form {
  if (named === undefined) return json ? 'json' : 'text';
  if (Object.hasOwn(forms, named)) return named as Form;
  throw new UsageError(`\`--report\` takes ${Object.keys(forms).join(', ')}, not \`${named}\``);
}

async function report(run: TestRun, { form, output }: Reporting, context: CommandContext): Promise<ExitCode> {
  const { errors, loaded } = run;
  if (errors.length > 0) {
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
    await write(context.stdout, `${countLine(run)}\n`);
  }
  if (errors.length > 0) return exitCodes.invalidPolicy;
  return hasPassed(run) ? exitCodes.fine : exitCodes.findings;
}
