/**
 * Files of tests: they are beside policies and say what these have to answer. Every rule that a file names must exist: an
 * expectation of a missing rule could never fail.
 */
import { type Diagnostic, inReadingOrder } from '../../language/diagnostic.ts';
import type { Name, QuotedText } from '../../language/expression.ts';
import { suggestedCode } from '../../language/nearest-code.ts';
import type { ScenarioClause, SectionClause, TestsFile } from '../../language/test-tree.ts';
import { asChoice, suggestion } from '../../language/words.ts';
import { compileName } from '../../pattern/text/name.ts';
import { type Context, newShared, reportError, reportWarning } from '../names/context.ts';
import { oneLayer } from '../names/layers.ts';
import type { CheckedException, CheckedLabel, CheckedRule } from '../tree/checked.ts';
import type { CheckedTests, OutsideCase, OutsideScenario } from '../tree/checked-tests.ts';
import type { FindLabel } from './given.ts';
import { resolveScenario } from './scenario.ts';
import { type ResolvedStep, reportIdle, resolveExpectations, resolveSkip } from './test-block.ts';

/** What tests can be about. */
export interface Testable {
  /** Names of policies, with or without rules. */
  readonly policies: readonly string[];
  readonly rules: readonly Pick<CheckedRule, 'code' | 'effect'>[];
  readonly exceptions: readonly Pick<CheckedException, 'code'>[];
  /** Labels that tests can set. */
  readonly labels: readonly Pick<CheckedLabel, 'code' | 'scope'>[];
}

export interface TestsCheck {
  /** What could be understood; complete exactly where there are no errors. */
  readonly tests: CheckedTests;
  /** In reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks files of tests against the rules that they are for. Never throws for any tree. */
export function checkTests(
  files: readonly TestsFile[],
  testable: Testable,
  parseDiagnostics: readonly Diagnostic[] = [],
): TestsCheck {
  const diagnostics = [...parseDiagnostics];
  const checked = files.map((file) => checkFile(file, testable, diagnostics));
  return {
    tests: {
      cases: checked.flatMap(({ cases }) => cases),
      scenarios: checked.flatMap(({ scenarios }) => scenarios),
    },
    diagnostics: inReadingOrder(diagnostics),
  };
}

/** One file on its way: where it reports, and what its names mean. */
interface Resolving {
  readonly context: Context;
  readonly testable: Testable;
  /** The policy that the file is for, as it says. */
  readonly policy: string;
  readonly isBroken: boolean;
}

function checkFile(file: TestsFile, testable: Testable, diagnostics: Diagnostic[]): CheckedTests {
  const context = contextOf(file.path, diagnostics);
  const { header, sections } = file;
  if (header === undefined) return { cases: [], scenarios: [] };
  const resolving = { context, testable, policy: header.policy.text, isBroken: file.broken };
  // Where the policy is missing, its rules are not reported as well.
  if (!hasPolicy(resolving, header.policy)) return { cases: [], scenarios: [] };
  if (sections.length === 0 && !file.broken) {
    reportWarning(context, 'empty-test', header.span, 'the file has no test', {
      help: 'add one, such as `test force-push` with a line `denies "git push --force"`',
    });
  }
  const cases: OutsideCase[] = [];
  const scenarios: OutsideScenario[] = [];
  for (const section of sections) {
    if (section.kind === 'section') cases.push(...resolveSection(resolving, section));
    else scenarios.push(...resolveOutsideScenario(resolving, section));
  }
  return { cases, scenarios };
}

/** Tests use no names of lists and conditions: their scope is empty. */
function contextOf(path: string, diagnostics: Diagnostic[]): Context {
  const scope = {
    path,
    lists: new Map(),
    conditions: new Map(),
    windows: new Map(),
    labels: new Map(),
    broken: new Set<string>(),
    incomplete: false,
  };
  return {
    path,
    scope,
    scopes: new Map([[path, scope]]),
    layers: oneLayer,
    shared: newShared(diagnostics, new Map()),
  };
}

function hasPolicy({ context, testable: { policies } }: Resolving, name: Name): boolean {
  if (policies.includes(name.text)) return true;
  reportError(
    context,
    'unknown-policy',
    name.span,
    `there is no policy \`${name.text}\` among those tested`,
    {
      help:
        suggestion(name.text, policies) ??
        `a file of tests names the policy that it is for as its file does: ${asChoice(policies.slice(0, 5).map((each) => `\`${each}\``))}`,
    },
  );
  return false;
}

// ── sections ──────────────────────────────────────────────────────────────────────────────

function resolveSection(resolving: Resolving, section: SectionClause): OutsideCase[] {
  const { context, policy, isBroken } = resolving;
  const codes = section.rules.map((rule) => resolveRule(resolving, rule));
  const skip = resolveSkip(context, section.skip);
  const expected = resolveExpectations(context, section.steps, labelOfTests(resolving));
  if (!isBroken) reportIdle(context, section);
  const about = section.rules.length === 0 ? [undefined] : codes.flatMap((code) => code ?? []);
  return expected.flatMap((each) => {
    const { step, scene, verdict, call, example } = each;
    if (!isCauseSound(resolving, section, each)) return [];
    const place = { path: context.path, span: step.span };
    const title = section.title?.value;
    const row = example === undefined ? {} : { example };
    const common = { title, ...row, verdict, call, scene, place, policy, by: step.by?.value };
    return about.map((code) => ({ ...common, code, skip: skip ?? step.skip?.value }));
  });
}

/** A label by its name in the policy, or by its code. */
const labelOfTests =
  ({ testable: { labels }, policy }: Resolving): FindLabel =>
  ({ text }) => {
    const own = labels.find(({ code }) => code === `${policy}.${text}`);
    const label = own ?? labels.find(({ code }) => code === text);
    return label && { code: label.code, isOnFiles: label.scope === 'file' };
  };

/** The code of a rule or an exception by its name in the policy, or by the code itself. */
function resolveRule({ context, testable, policy }: Resolving, name: Name): string | undefined {
  const rules = [...testable.rules, ...testable.exceptions];
  const { text, span } = name;
  const own = `${policy}.${text}`;
  const found = rules.find(({ code }) => code === own) ?? rules.find(({ code }) => code === text);
  if (found !== undefined) return found.code;
  const names = rules.flatMap(({ code }) =>
    code.startsWith(`${policy}.`) ? code.slice(policy.length + 1) : [],
  );
  return reportError(context, 'unknown-rule', span, `\`${policy}\` has no rule \`${text}\``, {
    help:
      suggestion(text, ['denies', 'passes', 'unsure', 'given', ...names]) ??
      suggestedCode(
        text,
        rules.map(({ code }) => code),
      ) ??
      (names.length === 0
        ? 'the policy has no rules at all'
        : `its rules are ${asChoice(names.slice(0, 12).map((each) => `\`${each}\``))}; a rule of another policy is named by its whole code`),
  });
}

/** Whether the text after `by` can be the code of a denial, or of an exception that lets the call pass. */
function isCauseSound(
  { context, testable }: Resolving,
  section: SectionClause,
  { step, verdict }: ResolvedStep,
): boolean {
  const { by } = step;
  if (by === undefined) return true;
  if (verdict === 'unsure') {
    reportError(context, 'syntax', by.span, 'only a call that is denied or passes is so `by` a code', {
      help: `leave \`by\` out, or write \`denies … by ${by.value}\` or \`passes … by ${by.value}\``,
    });
    return false;
  }
  if (section.rules.length > 0) {
    reportError(context, 'syntax', by.span, 'the section says already what it is about', {
      help: 'leave `by` out, or the name behind `test`',
    });
    return false;
  }
  return isSomeCause(context, testable, verdict === 'denies', by);
}

const isSomeCause = (
  context: Context,
  { rules, exceptions }: Testable,
  isDenial: boolean,
  by: QuotedText,
): boolean => (isDenial ? isSomeDenial(context, rules, by) : isSomeException(context, exceptions, by));

function isSomeException(context: Context, exceptions: Testable['exceptions'], by: QuotedText): boolean {
  const codes = exceptions.map(({ code }) => code);
  const pattern = compileName(by.value);
  if (codes.some((code) => pattern.testExact(code))) return true;
  reportError(context, 'unknown-rule', by.span, `no exception has the code \`${by.value}\``, {
    help:
      suggestedCode(by.value, codes) ??
      'a call passes `by` an `except` declaration: write its whole code, such as `com.example.dev.migration`, or a pattern in quotes',
  });
  return false;
}

function isSomeDenial(context: Context, rules: Testable['rules'], by: QuotedText): boolean {
  const denying = rules.filter(({ effect }) => effect === 'deny').map(({ code }) => code);
  const pattern = compileName(by.value);
  if (denying.some((code) => pattern.testExact(code))) return true;
  const isWatch = rules.some(({ code }) => code === by.value);
  const message = isWatch
    ? `\`${by.value}\` only watches`
    : `no rule that denies has the code \`${by.value}\``;
  reportError(context, 'unknown-rule', by.span, message, {
    help: isWatch
      ? 'a rule that watches denies nothing; test it by its name: `test NAME`'
      : (suggestedCode(by.value, denying) ??
        'write the whole code, such as `com.example.dev.force-push`, or a pattern in quotes: `"com.example.*"`'),
  });
  return false;
}

function resolveOutsideScenario(resolving: Resolving, clause: ScenarioClause): OutsideScenario[] {
  const { context, testable, policy, isBroken } = resolving;
  const isSound = clause.steps.every(
    (step) =>
      step.kind !== 'step' ||
      step.by === undefined ||
      isSomeCause(context, testable, step.verdict.text !== 'passes', step.by),
  );
  const resolved = resolveScenario(context, clause, isBroken, labelOfTests(resolving));
  return isSound ? resolved.map((scenario) => ({ ...scenario, policy })) : [];
}
