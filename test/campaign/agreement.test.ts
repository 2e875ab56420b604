/**
 * Compiled and reference evaluator agree on
 * generated policies and events, and nothing that should not matter does.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckedBundle } from '../../src/check/tree/checked.ts';
import { compile, type Program } from '../../src/compile/program.ts';
import type { Decision, Finding } from '../../src/engine/decision.ts';
import { evaluate, evaluateEveryRule } from '../../src/engine/evaluate.ts';
import { type Effects, noEffects } from '../../src/facts/effect/effect.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { derive, type Facts } from '../../src/facts/facts.ts';
import type { Policy } from '../../src/language/ast.ts';
import { formatSource } from '../../src/language/format/format.ts';
import type { Source } from '../../src/language/source.ts';
import { withEffects, withLayers } from '../compile/effects.ts';
import { bundle } from '../reference/arbitrary.ts';
import { bundleAboutEffects, effects } from '../reference/arbitrary-effects.ts';
import { bundleAboutTime, time } from '../reference/arbitrary-time.ts';
import { checkTexts, textsOf } from '../reference/check-texts.ts';
import { decide, doubt } from '../reference/evaluate.ts';
import { clientOf, event } from '../reference/event.ts';
import { reordered, repeated, respaced } from '../reference/rewrite.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const pairs = effort(200_000, 90);
const eventsEach = 16;

const codes = (findings: readonly { readonly code: string }[]): string[] => findings.map(({ code }) => code);

/** Compares quickly, and shows the difference with the event where there is one. */
function expectSame(actual: unknown, wanted: unknown, { raw }: Event): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual, JSON.stringify(raw)).toStrictEqual(wanted);
}

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

/** An event as its client brings it. */
const factsOf = (event: Event) => derive(event, undefined, undefined, { client: clientOf(event) });

function agree(
  sound: CheckedBundle,
  program: Program,
  event: Event,
  counts: Counts,
  effects: Effects | readonly Effects[] = noEffects,
  at?: number,
): void {
  const alone = (): Facts => derive(event, undefined, undefined, { at, client: clientOf(event) });
  const facts = Array.isArray(effects)
    ? withLayers(alone(), effects, alone)
    : withEffects(alone(), effects as Effects);
  const decision = evaluate(program, facts);
  // The index leaves out only what would have said no.
  expectSame(decision, evaluateEveryRule(program, facts), event);
  const expected = decide(sound, event, effects, at);
  const held = (effect: 'deny' | 'watch'): string[] =>
    codes(
      expected.results.filter(
        ({ answer, isWatched }, place) =>
          answer === 'yes' && effect === (isWatched ? 'watch' : sound.rules[place]?.effect),
      ),
    );
  const part = (findings: readonly Pick<Finding, 'code' | 'unknowns'>[]): unknown =>
    findings.map(({ code, unknowns }) => ({
      code,
      // Which words a doubt is shown by has tests of its own.
      unknowns: unknowns.map(({ field, cause, place }) => ({ field, cause, place })),
    }));
  const doubted = decision.unsure
    .find(({ code }) => code === decision.code)
    ?.unknowns.find(({ detail }) => detail !== undefined)?.detail;
  const actual = {
    effect: decision.effect,
    code: decision.code,
    reason: decision.reason,
    matched: codes(decision.matched),
    watched: codes(decision.watched),
    unsure: part(decision.unsure),
    faults: decision.faults,
  };
  const wanted = {
    effect: expected.effect,
    code: expected.code,
    reason: doubted === undefined ? expected.reason : expected.reason?.replace(doubt, () => doubted),
    matched: held('deny'),
    watched: held('watch'),
    unsure: part(expected.results.filter(({ answer }) => answer === 'unknown')),
    faults: [],
  };
  expectSame(actual, wanted, event);
  counts.pairs++;
  if (expected.effect === 'deny') counts.denied++;
  for (const { answer, noted } of expected.results) {
    counts[answer]++;
    if (noted) counts.noted++;
  }
}

test('the compiled and the reference evaluator come to the same decisions', { timeout }, () => {
  const counts: Counts = { pairs: 0, yes: 0, no: 0, unknown: 0, noted: 0, denied: 0 };
  forAll(Math.ceil(pairs / eventsEach), (policies, events) => {
    const sound = checkTexts(textsOf(policies));
    const program = compile(sound);
    program.index.prepare();
    for (const each of events) agree(sound, program, each, counts);
  });
  const rules = counts.yes + counts.no + counts.unknown;
  tell({ 'pairs of policy and event': counts.pairs, denied: counts.denied });
  expect(counts.pairs).toBeGreaterThanOrEqual(pairs);
  for (const part of [counts.yes, counts.no, counts.unknown]) expect(part / rules).toBeGreaterThan(0.1);
  expect(counts.noted).toBeGreaterThan(pairs / 100);
  expect(counts.denied / counts.pairs).toBeGreaterThan(0.2);
});

test('they agree on rules about what a call does', { timeout }, () => {
  const counts: Counts = { pairs: 0, yes: 0, no: 0, unknown: 0, noted: 0, denied: 0 };
  const calls = fc.array(fc.tuple(event, effects), { minLength: eventsEach, maxLength: eventsEach });
  const bundles = bundle.map((policies) => checkTexts(textsOf(policies))).chain(bundleAboutEffects);
  fc.assert(
    fc.property(bundles, calls, (sound, events) => {
      const program = compile(sound);
      program.index.prepare();
      for (const [each, does] of events) agree(sound, program, each, counts, does);
    }),
    { numRuns: Math.ceil(pairs / eventsEach / 4), seed, endOnFailure: true },
  );
  const rules = counts.yes + counts.no + counts.unknown;
  tell({ 'pairs with effects': counts.pairs });
  for (const part of [counts.yes, counts.no, counts.unknown]) expect(part / rules).toBeGreaterThan(0.1);
});

test('they agree on what lower layers add to what a call does', { timeout }, () => {
  const counts: Counts = { pairs: 0, yes: 0, no: 0, unknown: 0, noted: 0, denied: 0 };
  const known = fc.array(effects, { minLength: 2, maxLength: 3 });
  const calls = fc.array(fc.tuple(event, known), { minLength: eventsEach, maxLength: eventsEach });
  const bundles = bundle.map((policies) => checkTexts(textsOf(policies))).chain(bundleAboutEffects);
  const nothing = { commands: [], wrappers: [], aliases: [], tools: [] };
  let more = 0;
  fc.assert(
    fc.property(bundles, calls, (sound, events) => {
      // As if a lower layer had said something of commands: the rules have several readings then.
      const program = compile({ ...sound, later: [{ layer: 1, knowledge: nothing }] });
      program.index.prepare();
      for (const [each, does] of events) {
        agree(sound, program, each, counts, does);
        const alone = decide(sound, each, does.slice(0, 1));
        const all = decide(sound, each, does);
        if (alone.effect === 'deny') expect(all.effect).toBe('deny');
        else if (all.effect === 'deny') more++;
      }
    }),
    { numRuns: Math.ceil(pairs / eventsEach / 8), seed, endOnFailure: true },
  );
  tell({ 'pairs with effects of several layers': counts.pairs });
  expect(more).toBeGreaterThan(0);
});

test('they agree on rules about time, and on those that deny later or for some', { timeout }, () => {
  const counts: Counts = { pairs: 0, yes: 0, no: 0, unknown: 0, noted: 0, denied: 0 };
  const calls = fc.array(fc.tuple(event, time), { minLength: eventsEach, maxLength: eventsEach });
  fc.assert(
    fc.property(bundleAboutTime, calls, (policies, events) => {
      const sound = checkTexts(textsOf(policies));
      const program = compile(sound);
      program.index.prepare();
      for (const [each, at] of events) agree(sound, program, each, counts, noEffects, at);
    }),
    { numRuns: Math.ceil(pairs / eventsEach / 4), seed, endOnFailure: true },
  );
  const rules = counts.yes + counts.no + counts.unknown;
  tell({ 'pairs with a time': counts.pairs });
  for (const part of [counts.yes, counts.no, counts.unknown]) expect(part / rules).toBeGreaterThan(0.05);
});

// ── what never matters ────────────────────────────────────────────────────────────────────

/** A decision without places; the unknowns of each rule as a set, or in order. */
function outline(decision: Decision, unknowns: 'in order' | 'as a set' | 'left out'): unknown {
  const { effect, code, reason, matched, unsure, watched, faults } = decision;
  const doubts = unsure.map((each) => {
    const told = each.unknowns.map(({ field, cause }) => `${field}: ${cause}`);
    if (unknowns === 'left out') return [each.code];
    return [each.code, ...(unknowns === 'in order' ? told : [...new Set(told)].sort())];
  });
  return { effect, code, reason, matched: codes(matched), watched: codes(watched), doubts, faults };
}

/** How often each law is tried, beside the pairs of the agreement. */
const rewrites = Math.max(8, Math.ceil(pairs / eventsEach / 20));

function neverMatters(
  rewrite: (texts: ReturnType<typeof textsOf>, policies: readonly Policy[]) => ReturnType<typeof textsOf>,
  unknowns: Parameters<typeof outline>[1],
): void {
  let denied = 0;
  forAll(rewrites, (policies, events) => {
    const texts = textsOf(policies);
    const before = compile(checkTexts(texts));
    const after = compile(checkTexts(rewrite(texts, policies)));
    for (const each of events) {
      const decision = evaluate(before, factsOf(each));
      if (decision.effect === 'deny') denied++;
      expectSame(outline(evaluate(after, factsOf(each)), unknowns), outline(decision, unknowns), each);
    }
  });
  tell({ 'calls under rewritten policies': rewrites * eventsEach });
  expect(denied).toBeGreaterThan(rewrites);
}

test('the order of files, declarations, rules, clauses and operands changes nothing', { timeout }, () => {
  neverMatters((_, policies) => textsOf(reordered(policies, { alternatives: false })), 'as a set');
});

test('the order of alternatives, and of items in lists, changes no decision', { timeout }, () => {
  neverMatters((_, policies) => textsOf(reordered(policies, { alternatives: true })), 'left out');
});

test('saying a thing twice changes nothing', { timeout }, () => {
  neverMatters((_, policies) => textsOf(repeated(policies)), 'as a set');
});

test('spaces, line ends and comments change nothing', { timeout }, () => {
  neverMatters((texts) => texts.map(({ path, text }) => ({ path, text: respaced(text) })), 'in order');
});

test('formatting them changes nothing either', { timeout }, () => {
  const formatted = ({ path, text }: Source): Source => {
    const result = formatSource({ path, text: respaced(text) });
    if (result.kind !== 'formatted') throw new Error(`${path}: ${result.kind}`);
    return { path, text: result.text };
  };
  neverMatters((texts) => texts.map(formatted), 'in order');
});
