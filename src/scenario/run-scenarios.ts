/**
 * Scenarios: calls one after the other, with a clock that the scenario sets, and with the decisions and the memory of a
 * server. A scenario inside a rule is about that rule; in a file of tests it is about all rules together.
 */
import type { CheckedScenario, CheckedStep } from '../check/tree/checked-tests.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import type { Program } from '../compile/program.ts';
import type { Decision } from '../engine/decision.ts';
import { DryRun, type PresetLabel } from '../engine/dry-run.ts';
import { evaluate } from '../engine/evaluate.ts';
import type { Circumstances } from '../facts/circumstances.ts';
import type { Event } from '../facts/event/event.ts';
import type { Facts } from '../facts/facts.ts';
import type { TestVerdict } from '../vocabulary/kinds.ts';
import { circumstancesOf, labelsOf } from './call.ts';
import { judgeTogether, rulesBy } from './judge-together.ts';
import {
  eventOfTest,
  outcomeOfCall,
  outcomeOfRule,
  type ReadRecorded,
  type RunOptions,
  type TestOutcome,
  type TestResult,
} from './run-tests.ts';

/** When every scenario begins: nothing depends on it but times in reasons. */
const beginning = Date.UTC(2026, 0, 1);

/** What a step means for its rule. */
const verdicts: Readonly<Record<CheckedStep['verdict'], TestVerdict>> = {
  succeeds: 'passes',
  fails: 'passes',
  passes: 'passes',
  denied: 'denies',
  unsure: 'unsure',
};

/**
 * Runs every scenario inside the rules of a program that is not skipped, in the order of rules and as written. Never
 * throws.
 */
export function runScenarios(
  program: Program,
  readRecorded: ReadRecorded,
  options: RunOptions = {},
): TestResult[] {
  return program.rules.flatMap((rule) =>
    rule.scenarios.flatMap((scenario) =>
      scenario.skip === undefined && options.isChosen?.({ code: rule.code, test: scenario }) !== false
        ? runScenario({ program, rule, code: rule.code, readRecorded, options }, scenario)
        : [],
    ),
  );
}

/** What a scenario is about. */
export interface Staging {
  readonly program: Program;
  /** Undefined for all rules together. */
  readonly rule: CompiledRule | undefined;
  /** The code of the rule, or the name of the policy that the scenario is for. */
  readonly code: string;
  readonly readRecorded: ReadRecorded;
  readonly options: RunOptions;
}

/**
 * Runs a scenario: one result for each step, up to the first that fails, since the later ones rely on it. Never throws.
 */
export function runScenario(staging: Staging, { title, steps }: CheckedScenario): TestResult[] {
  const run = new Run(staging);
  const results: TestResult[] = [];
  for (const step of steps) {
    const result = run.step(step, title);
    results.push(result);
    if (!result.passed) break;
  }
  return results;
}

/** A scenario that runs: its clock and its memory. */
class Run {
  readonly #staging: Staging;
  readonly #dryRun: DryRun;
  #now = beginning;
  #steps = 0;
  /** How many of the labels of the scene are set. */
  #labels = 0;

  constructor(staging: Staging) {
    this.#staging = staging;
    this.#dryRun = new DryRun(staging.program);
  }

  step(step: CheckedStep, title: string): TestResult {
    const { program, code } = this.#staging;
    const turn = step.turn === undefined ? {} : { example: step.turn };
    const test = { title, ...turn, verdict: verdicts[step.verdict], place: step.place };
    const circumstances = circumstancesOf(step.scene);
    this.#now = circumstances.at ?? this.#now + step.after;
    const outcome = outcomeOfCall(this.#eventOf(step), (event) => {
      this.#set(labelsOf(step.scene), event, circumstances, this.#now - step.after);
      const facts = this.#dryRun.facts(event, this.#now, circumstances);
      const decision = evaluate(program, facts);
      this.#observe(step, facts, decision);
      this.#take(step, event, facts, decision);
      return this.#judge(step, test.verdict, facts, decision);
    });
    return { code, test, ...outcome };
  }

  /** Sets the labels that are given since the step before: in the memories of this call, before the time that passes. */
  #set(given: readonly PresetLabel[], event: Event, { client }: Circumstances, at: number): void {
    const added = given.slice(this.#labels);
    this.#labels = given.length;
    if (added.length > 0) this.#dryRun.labelled(event, added, at, client);
  }

  /** A denial by another code, or an exception, says nothing about the rule of the scenario. */
  #observe({ by }: CheckedStep, facts: Facts, decision: Decision): void {
    const { program, rule, options } = this.#staging;
    const about = by === undefined ? (rule === undefined ? [] : [rule]) : rulesBy(program, decision, by);
    for (const each of about) options.observe?.(each, facts);
  }

  #judge({ by }: CheckedStep, expected: TestVerdict, facts: Facts, decision: Decision): TestOutcome {
    const { program, rule } = this.#staging;
    if (by !== undefined || rule === undefined)
      return judgeTogether(program, facts, decision, { what: 'step', verdict: expected, by });
    return outcomeOfRule(rule, expected, facts);
  }

  /** Every step is a new call, also where several use one recorded event. */
  #eventOf(step: CheckedStep): Event | string {
    const event = eventOfTest(step, this.#staging.readRecorded);
    const name = `step-${++this.#steps}`;
    return typeof event === 'string' ? event : { ...event, id: name, call: name };
  }

  /** What a step says has happened has happened, whatever other rules think of it. */
  #take({ verdict }: CheckedStep, event: Event, facts: Facts, decision: Decision): void {
    const ended = verdict === 'succeeds' ? 'ok' : verdict === 'fails' ? 'error' : undefined;
    const taken = ended === undefined ? decision : ({ ...decision, effect: 'none' } as const);
    this.#dryRun.decided({ event, facts, decision: taken, digest: event.id }, this.#now);
    if (ended !== undefined) this.#dryRun.ended(event, this.#now, ended, facts.client);
  }
}
