/**
 * The law that the engine stands on: compiled and reference evaluator agree on
 * generated policies and events, and nothing that should not matter does.
 * `BYLAW_SEED` and `BYLAW_PAIRS` make a longer campaign of it.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { CheckedBundle } from '../../src/check/checked.ts';
import { compile, type Program } from '../../src/compile/program.ts';
import type { Decision, Finding } from '../../src/engine/decision.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import type { Event } from '../../src/facts/event.ts';
import { derive } from '../../src/facts/facts.ts';
import type { Clause, Expression, Policy } from '../../src/language/ast.ts';
import { isError } from '../../src/language/diagnostic.ts';
import { formatPolicy } from '../../src/language/format.ts';
import { parse } from '../../src/language/parse.ts';
import { bundle } from './arbitrary.ts';
import { decide } from './evaluate.ts';
import { event } from './event.ts';

const seed = Number(process.env.BYLAW_SEED ?? 20_260_101);
const pairs = Number(process.env.BYLAW_PAIRS ?? 20_000);
const eventsEach = 8;

/** Checks files as text; a bundle with errors is the generator's mistake. */
function checkTexts(files: readonly { readonly path: string; readonly text: string }[]): CheckedBundle {
  const parsed = files.map(parse);
  const result = check(
    parsed.map(({ policy }) => policy),
    parsed.flatMap(({ diagnostics }) => diagnostics),
  );
  if (result.bundle !== undefined) return result.bundle;
  const errors = result.diagnostics.filter(isError).map(({ path, message }) => `${path}: ${message}`);
  throw new Error(errors.join('\n'));
}

const textsOf = (policies: readonly Policy[]): { path: string; text: string }[] =>
  policies.map((policy) => ({ path: policy.path, text: formatPolicy(policy) }));

const codes = (findings: readonly { readonly code: string }[]): string[] => findings.map(({ code }) => code);

/** Holds a law for generated bundles and events; a counterexample is shown as its author would see it. */
function forAll(runs: number, law: (policies: readonly Policy[], events: readonly Event[]) => void): void {
  const events = fc.array(event, { minLength: eventsEach, maxLength: eventsEach });
  const details = fc.check(fc.property(bundle, events, law), { numRuns: runs, seed, endOnFailure: false });
  const counterexample = details.counterexample;
  if (!details.failed || counterexample === null) return;
  const [policies] = counterexample;
  const shown = textsOf(policies).map(({ path, text }) => `── ${path}\n${text}`);
  throw new Error(shown.join('\n'), { cause: details.errorInstance });
}

// ── agreement ─────────────────────────────────────────────────────────────────────────────

interface Counts {
  pairs: number;
  yes: number;
  no: number;
  unknown: number;
  noted: number;
  denied: number;
}

function agree(sound: CheckedBundle, program: Program, event: Event, counts: Counts): void {
  const decision = evaluate(program, derive(event));
  const expected = decide(sound, event);
  const held = (effect: 'deny' | 'watch'): string[] =>
    codes(
      expected.results.filter(({ answer }, at) => answer === 'yes' && sound.rules[at]?.effect === effect),
    );
  const part = (findings: readonly Pick<Finding, 'code' | 'unknowns'>[]): unknown =>
    findings.map(({ code, unknowns }) => ({ code, unknowns }));
  expect(
{
    effect: decision.effect,
    code: decision.code,
    reason: decision.reason,
    matched: codes(decision.matched),
    watched: codes(decision.watched),
    unsure: part(decision.unsure),
    faults: decision.faults,
  }, JSON.stringify(event.raw)).toEqual({
    effect: expected.effect,
    code: expected.code,
    reason: expected.reason,
    matched: held('deny'),
    watched: held('watch'),
    unsure: part(expected.results.filter(({ answer }) => answer === 'unknown')),
    faults: [],
  });
  counts.pairs++;
  if (expected.effect === 'deny') counts.denied++;
  for (const { answer, noted } of expected.results) {
    counts[answer]++;
    if (noted) counts.noted++;
  }
}

test('the compiled and the reference evaluator come to the same decisions', () => {
  const counts: Counts = { pairs: 0, yes: 0, no: 0, unknown: 0, noted: 0, denied: 0 };
  forAll(Math.ceil(pairs / eventsEach), (policies, events) => {
    const sound = checkTexts(textsOf(policies));
    const program = compile(sound);
    for (const each of events) agree(sound, program, each, counts);
  });
  const rules = counts.yes + counts.no + counts.unknown;
  const share = (part: number, of: number): string => `${Math.round((100 * part) / of)} %`;
  console.log(
    `${counts.pairs} pairs of policy and event, ${rules} rules: ${share(counts.yes, rules)} hold, ` +
      `${share(counts.no, rules)} do not, ${share(counts.unknown, rules)} are unsure ` +
      `(${counts.noted} noted); ${share(counts.denied, counts.pairs)} of the calls are denied`,
  );
  expect(counts.pairs).toBeGreaterThanOrEqual(pairs);
  for (const part of [counts.yes, counts.no, counts.unknown]) expect(part / rules).toBeGreaterThan(0.15);
  expect(counts.noted).toBeGreaterThan(pairs / 100);
  expect(counts.denied / counts.pairs).toBeGreaterThan(0.2);
});
