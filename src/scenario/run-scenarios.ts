/**
 * Scenarios inside rules: calls one after the other under a clock of their own,
 * with the decisions, the steps of memory and the rules that a server would use.
 */
import type { CheckedStep } from '../check/checked.ts';
import type { CompiledRule, Program } from '../compile/program.ts';
import type { Decision } from '../engine/decision.ts';
import { evaluate } from '../engine/evaluate.ts';
import { explainRule } from '../engine/explain.ts';
import { Rehearsal } from '../engine/rehearsal.ts';
import type { Event } from '../facts/event.ts';
import type { Facts } from '../facts/facts.ts';
import { compileName } from '../pattern/name.ts';
import type { Verdict } from '../vocabulary/kinds.ts';
import { eventOf } from './call.ts';
import { type ReadRecorded, type TestResult, verdictOf } from './run-tests.ts';

/** When every scenario begins: nothing depends on it but times in reasons. */
const beginning = Date.UTC(2026, 0, 1);

/** What a step means for its rule. */
const verdicts: Readonly<Record<CheckedStep['verdict'], Verdict>> = {
  succeeds: 'passes',
  fails: 'passes',
  passes: 'passes',
  denied: 'denies',
  unsure: 'unsure',
};

/**
 * Runs every scenario of a program, in the order of rules and as written: one
 * result for each step, up to the first that fails, since those behind it would
 * stand on something else than what is written. Never throws.
 */
export function runScenarios(program: Program, readRecorded: ReadRecorded): TestResult[] {
  return program.rules.flatMap((rule) =>
    rule.scenarios.flatMap(({ title, steps }) => {
      const run = new Run(program, rule, readRecorded);
      const results: TestResult[] = [];
      for (const step of steps) {
        const result = run.step(step, title);
        results.push(result);
        if (!result.passed) break;
      }
      return results;
    }),
  );
}

/** One scenario on its way: its clock, and what is remembered. */
class Run {
  readonly #program: Program;
  readonly #rule: CompiledRule;
  readonly #readRecorded: ReadRecorded;
  readonly #rehearsal: Rehearsal;
  #now = beginning;
  #steps = 0;

  constructor(program: Program, rule: CompiledRule, readRecorded: ReadRecorded) {
    this.#program = program;
    this.#rule = rule;
    this.#readRecorded = readRecorded;
    this.#rehearsal = new Rehearsal(program);
  }

  step(step: CheckedStep, title: string): TestResult {
    const { code } = this.#rule;
    const test = { title, verdict: verdicts[step.verdict], place: step.place };
    this.#now += step.after;
    const event = this.#eventOf(step);
    if (typeof event === 'string') return { code, test, passed: false, actual: undefined, problem: event };
    try {
      const facts = this.#rehearsal.facts(event, this.#now);
      const decision = evaluate(this.#program, facts);
      this.#take(step, event, facts, decision);
      if (step.by !== undefined) {
        const problem = problemOf(step.by, decision);
        return problem === undefined
          ? { code, test, passed: true }
          : { code, test, passed: false, actual: undefined, problem, ran: true };
      }
      const actual = verdictOf(this.#rule, test.verdict, facts);
      if (actual === test.verdict) return { code, test, passed: true };
      return { code, test, passed: false, actual, explanation: explainRule(this.#rule, facts) };
    } catch (error) {
      const problem = `the engine failed: ${error instanceof Error ? error.message : String(error)}`;
      return { code, test, passed: false, actual: undefined, problem };
    }
  }

  /** Every step is a call of its own, even where it is recorded once. */
  #eventOf({ call, scene }: CheckedStep): Event | string {
    const event = call.kind === 'recorded' ? this.#readRecorded(call.file) : eventOf(call, scene);
    const name = `step-${++this.#steps}`;
    return typeof event === 'string' ? event : { ...event, id: name, call: name };
  }

  /** What a step says has happened has happened, whatever other rules think of it. */
  #take({ verdict }: CheckedStep, event: Event, facts: Facts, decision: Decision): void {
    const ended = verdict === 'succeeds' ? 'ok' : verdict === 'fails' ? 'error' : undefined;
    const taken = ended === undefined ? decision : ({ ...decision, effect: 'none' } as const);
    this.#rehearsal.decided({ event, facts, decision: taken, digest: event.id }, this.#now);
    if (ended !== undefined) this.#rehearsal.ended(event, this.#now, ended);
  }
}

function problemOf(by: string, { effect, code }: Decision): string | undefined {
  const expected = `the step expects a denial by \`${by}\``;
  if (effect === 'none') return `${expected}, but no rule denies the call`;
  const isOne = code !== undefined && compileName(by).testExact(code);
  return isOne ? undefined : `${expected}, but the call is denied by \`${code}\``;
}
