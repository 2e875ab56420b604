/** `bylaw test`: the tests inside the rules. */
import { failingTest, type LoadedPolicies } from '../../host/load.ts';
import { isError } from '../../language/diagnostic.ts';
import { indexLines } from '../../language/source.ts';
import type { TestResult } from '../../scenario/run-tests.ts';
import { type Command, type CommandContext, exitCodes, UsageError, write } from '../context.ts';
import { parseOptions } from '../options.ts';
import { countOf, load, renderAll } from '../policies.ts';
import { renderTrace } from '../trace.ts';

export const test: Command = {
  name: 'test',
  summary: 'run the tests inside the rules',
  help: `Usage: bylaw test [--json] PATH…

Runs the tests that policy files have in their rules, by the evaluator that
decides. A failing test shows what each clause of its rule came to. No test at
all is a failure too: a policy without tests has not been tried.

Options:
  --json   one JSON document: {"passed", "failed", "untested": […], "tests": […]}

Examples:
  bylaw test policies
  bylaw test policies/deny-shell.policy

Exit codes: 0 all passed, 1 a test failed or there is none, 2 the policies are not
valid, 3 wrong usage.
`,
  async run(args, context) {
    const { values, positionals } = parseOptions(test, args, { json: { type: 'boolean' } });
    if (positionals.length === 0)
      throw new UsageError('name the policy files or folders to test: `bylaw test policies`');
    const loaded = load(context, positionals);
    if (loaded.program === undefined) {
      const errors = loaded.diagnostics.filter(isError);
      await write(
        context.stderr,
        `${renderAll(errors, loaded, context)}\nThe policies are not valid: ${countOf(errors.length, 'error')}. No test was run.\n`,
      );
      if (values.json === true)
        await write(
          context.stdout,
          `${JSON.stringify({ passed: 0, failed: 0, untested: [], tests: [], errors: errors.length })}\n`,
        );
      return exitCodes.invalidPolicy;
    }
    await (values.json === true ? printJson(loaded, context) : print(loaded, context));
    return loaded.tests.length > 0 && loaded.tests.every(({ passed }) => passed)
      ? exitCodes.fine
      : exitCodes.findings;
  },
};

async function print(loaded: LoadedPolicies, context: CommandContext): Promise<void> {
  for (const result of loaded.tests) {
    if (result.passed) continue;
    await write(context.stdout, `${renderAll([failingTest(result)], loaded, context)}`);
    if (result.actual !== undefined) {
      await write(
        context.stdout,
        `${renderTrace(result.explanation, loaded.lookup)
          .map((line) => `  ${line}\n`)
          .join('')}`,
      );
    }
    await write(context.stdout, '\n');
  }
  const passed = loaded.tests.filter((each) => each.passed).length;
  const untested = untestedRules(loaded);
  if (untested.length > 0) await write(context.stdout, `without a test: ${untested.join(', ')}\n`);
  const failed = loaded.tests.length - passed;
  await write(
    context.stdout,
    loaded.tests.length === 0 ? 'There is no test to run.\n' : `${passed} passed, ${failed} failed\n`,
  );
}

const untestedRules = ({ program, tests }: LoadedPolicies): string[] => {
  const tested = new Set(tests.map(({ code }) => code));
  return (program?.rules ?? []).flatMap(({ code }) => (tested.has(code) ? [] : [code]));
};

async function printJson(loaded: LoadedPolicies, context: CommandContext): Promise<void> {
  const indexes = new Map(loaded.sources.map(({ path, text }) => [path, indexLines(text)] as const));
  const passed = loaded.tests.filter((each) => each.passed).length;
  const tests = loaded.tests.map((result) => {
    const { path, span } = result.test.place;
    return {
      code: result.code,
      path,
      line: indexes.get(path)?.positionAt(span.start).line,
      expected: result.test.verdict,
      passed: result.passed,
      ...outcomeOf(result),
    };
  });
  const document = { passed, failed: tests.length - passed, untested: untestedRules(loaded), tests };
  await write(context.stdout, `${JSON.stringify(document)}\n`);
}

function outcomeOf(result: TestResult): Record<string, unknown> {
  if (result.passed) return {};
  return result.actual === undefined ? { problem: result.problem } : { actual: result.actual };
}
