/**
 * An exception touches the rules that it names, where their layer lets it, and nothing else: no other rule, no call outside of
 * its term, and nothing that it is not certain of. Sets of layers are made up as text.
 */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { CheckedBundle, CheckedExpression, ExceptionTerm } from '../../src/check/tree/checked.ts';
import { compile, deriveFor, type Program } from '../../src/compile/program.ts';
import type { Decision } from '../../src/engine/decision.ts';
import { evaluate, evaluateEveryRule } from '../../src/engine/evaluate.ts';
import { judgeRule } from '../../src/engine/rule-result.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { derive, type Facts } from '../../src/facts/facts.ts';
import { layersOfFiles } from '../../src/host/load/layers-of-files.ts';
import { layerOf } from '../../src/host/policy-files/layer.ts';
import { parse } from '../../src/language/parse.ts';
import { renderDiagnostic } from '../../src/language/render.ts';
import type { Source } from '../../src/language/source.ts';
import { truthName } from '../../src/pattern/text/truth.ts';
import { withEffects } from '../compile/effects.ts';
import { bundle } from '../reference/arbitrary.ts';
import { bundleAboutEffects, effects } from '../reference/arbitrary-effects.ts';
import { checkTexts, textsOf } from '../reference/check-texts.ts';
import { decide, type ReferenceDecision } from '../reference/evaluate.ts';
import { clientOf, event } from '../reference/event.ts';
import { effort, seed, tell, timeout } from './effort.ts';
import { generatedEvent } from './generated-event.ts';

const pairs = effort(40_000, 240);
const callsEach = 8;
const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 23, 12);

// ── layers as text ────────────────────────────────────────────────────────────────────────

const rule = fc.record({
  effect: fc.constantFrom('deny', 'deny', 'deny', 'watch'),
  when: fc.constantFrom(
    'reads "**/*.env"',
    'reads any path',
    'writes any path outside workspace',
    'runs "acme-1" or runs "cat"',
    'runs any command',
    'kind is shell',
    'reads any path and connects to any host',
  ),
  unless: fc.constantFrom('', '', '  unless session.cwd under "/srv/app"\n'),
  unsure: fc.constantFrom('deny', 'note'),
  rights: fc.constantFrom(
    '',
    '',
    '  final\n',
    '  exceptions allowed by layer-2\n',
    '  exceptions allowed by layer-3, layer-2 for at most 30d\n',
  ),
});

const when = fc.constantFrom(
  'path in "a.env"',
  'reads "a.env" or "b.env"',
  'path under "/srv/app" and not connects to any host',
  'command is "cat a.env"',
  'runs "cat" with "a.env"',
  'input.command starts with "cat a.env"',
  'session.cwd under "/srv/app"',
  'reads "a.env" and runs "acme-1"',
  'not reads "b.env"',
);

const exception = fc.record({
  of: fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { minLength: 1, maxLength: 2 }),
  pattern: fc.constantFrom('', '', 'com.acme.*', 'com.acme.l0.*', '*'),
  when: fc.array(when, { minLength: 1, maxLength: 2 }),
  ends: fc.constantFrom(-1, 0, 1, 20, 40, 300, 500),
});

const layer = fc.record({
  rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
  exceptions: fc.array(exception, { maxLength: 3 }),
  knowledge: fc.constantFrom(
    '',
    '',
    'alias acme-1 = "cat"\n',
    'command "acme-1"\n  reads operands\n',
    'command "acme-2"\n  reads "a.env"\n',
  ),
});
type MadeLayer = typeof layer extends fc.Arbitrary<infer Made> ? Made : never;

const dayOf = (days: number): string =>
  new Date(Math.floor(now / day) * day + days * day).toISOString().slice(0, 10);

/** Rules in one file, exceptions in another: what is left without it is the same policies. */
function filesOf({ rules, exceptions, knowledge }: MadeLayer, place: number, taken: Set<string>): Source[] {
  const name = /acme-\d/.exec(knowledge)?.[0] ?? '';
  const own = taken.has(name) ? '' : knowledge;
  taken.add(name);
  const ruleTexts = rules.map(
    ({ effect, when: asked, unless, unsure, rights }, at) =>
      `${effect} r${at}\n  when ${asked}\n${unless}  when unsure ${unsure}\n${rights}`,
  );
  const exceptionTexts = exceptions.map(({ of, pattern, when: asked, ends }, at) => {
    const targets = pattern === '' ? of.map(([l, r]) => `com.acme.l${Math.min(l, place)}.r${r}`) : [pattern];
    return `except e${at} for ${[...new Set(targets)].join(', ')}\n${asked.map((each) => `  when ${each}\n`).join('')}  owner "o${at}"\n  because "b"\n  expires ${dayOf(ends)}\n`;
  });
  return [
    { path: `layer-${place}/rules.policy`, text: `policy com.acme.l${place}\n${own}${ruleTexts.join('')}` },
    ...(exceptions.length === 0
      ? []
      : [{ path: `layer-${place}/x.policy`, text: `policy com.acme.l${place}\n${exceptionTexts.join('')}` }]),
  ];
}

type Files = readonly (readonly Source[])[];
const setsOf = (least: number): fc.Arbitrary<Files> =>
  fc.array(layer, { minLength: least, maxLength: 3 }).map((layers): Files => {
    const taken = new Set<string>();
    return layers.map((each, place) => filesOf(each, place, taken));
  });

function bundleOf(files: Files, order = (sources: Source[]): Source[] => sources): CheckedBundle {
  const read = files.map((sources) => ({ sources, tests: [], diagnostics: [], profiles: [] }));
  const sources = order(files.flat());
  const parsed = sources.map(parse);
  const layers = files.map((_, at) => layerOf(`layer-${at + 1}`, []));
  const { bundle: sound, diagnostics } = check(
    parsed.map(({ policy }) => policy),
    parsed.flatMap((each) => each.diagnostics),
    { layers: layersOfFiles(layers, read), lints: false },
  );
  if (sound !== undefined) return sound;
  const lookup = (path: string): Source | undefined => sources.find((each) => each.path === path);
  throw new Error(diagnostics.map((each) => renderDiagnostic(each, lookup)).join('\n'));
}

const withoutExceptions = (files: Files): Files =>
  files.map((sources) => sources.filter(({ path }) => !path.endsWith('/x.policy')));

// ── calls ─────────────────────────────────────────────────────────────────────────────────

const words = fc.constantFrom(
  ...['cat a.env', 'cat b.env', 'cat a.env b.env', 'cat $X', 'cat $X a.env', 'acme-1 a.env', 'acme-2', 'ls'],
  ...[
    'echo x > /tmp/a',
    'curl https://acme.example',
    'acme-1 $Y',
    'sh -c "cat a.env"',
    'cat ./a.env',
    'cat A.env',
  ],
);
const command = fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('; '));
const call = fc
  .tuple(command, fc.constantFrom('/srv/app', '/home/user', undefined))
  .map(([text, cwd]) => generatedEvent({ name: 'Bash', kind: 'shell', input: { command: text } }, cwd));
const calls = fc.array(call, { minLength: callsEach, maxLength: callsEach });

function forAll(share: number, law: (files: Files, events: readonly Event[]) => void, least = 1): void {
  const numRuns = Math.ceil(pairs / callsEach / share);
  const { failed, counterexample, errorInstance } = fc.check(fc.property(setsOf(least), calls, law), {
    numRuns,
    seed,
  });
  if (!failed || counterexample === null) return;
  const [files, events] = counterexample;
  const shown = files.flat().map(({ path, text }) => `── ${path}\n${text}`);
  throw new Error(
    `${shown.join('\n')}\n${JSON.stringify(events.map(({ tool, session }) => [tool?.input, session?.cwd]))}`,
    {
      cause: errorInstance,
    },
  );
}

const at = (program: Program, event_: Event, time: number | undefined): Decision =>
  evaluate(program, deriveFor(program, event_, undefined, { at: time }));

/** What each rule comes to: 2 where it holds, 1 where it is unsure. */
function ranksOf({ matched, watched, unsure }: Decision): ReadonlyMap<string, number> {
  return new Map([
    ...[...matched, ...watched].map(({ code }) => [code, 2] as const),
    ...unsure.map(({ code }) => [code, 1] as const),
  ]);
}

// ── the laws ──────────────────────────────────────────────────────────────────────────────

/** The rules that an exception may touch, as plainly as it can be said. */
function mayTouch(sound: CheckedBundle): ReadonlyMap<string, readonly string[]> {
  return new Map(
    (sound.exceptions ?? []).map(({ code, layer: from = 0 }) => [
      code,
      sound.rules.flatMap((each) => {
        const own = each.layer ?? 0;
        const allows = each.allowed?.layers.includes(`layer-${from + 1}`) === true && each.final !== true;
        return own === from || (own < from && allows) ? [each.code] : [];
      }),
    ]),
  );
}

test('an exception touches no rule but those that it names and whose layer lets it, and makes none stricter', {
  timeout,
}, () => {
  const counted = { calls: 0, excused: 0, 'excused a denial': 0 };
  forAll(1, (files, events) => {
    const sound = bundleOf(files);
    const [program, plain] = [compile(sound), compile(bundleOf(withoutExceptions(files)))];
    const allowed = mayTouch(sound);
    for (const { code, rules } of sound.exceptions ?? [])
      expect(allowed.get(code)).toEqual(expect.arrayContaining([...rules]));
    const touched = new Set((sound.exceptions ?? []).flatMap(({ rules }) => rules));
    for (const each of events) {
      const [before, after] = [at(plain, each, now), at(program, each, now)];
      expect(after.faults).toEqual([]);
      const [ranks, others] = [ranksOf(after), ranksOf(before)];
      const used = new Set((after.excused ?? []).map(({ code }) => code));
      for (const { code } of sound.rules) {
        const [is, was] = [ranks.get(code) ?? 0, others.get(code) ?? 0];
        if (!touched.has(code)) expect(is).toBe(was);
        expect(is).toBeLessThanOrEqual(was);
        // Whatever an exception did to a rule is in the decision.
        expect(used.has(code)).toBe(is < was);
      }
      if (before.effect === 'none') expect(after.effect).toBe('none');
      counted.calls++;
      if (used.size > 0) counted.excused++;
      if (before.effect === 'deny' && after.effect === 'none') counted['excused a denial']++;
    }
  });
  tell({ 'calls beside exceptions': counted.calls, 'calls excused': counted.excused });
  expect(counted.calls).toBeGreaterThanOrEqual(pairs);
  expect(counted.excused / counted.calls).toBeGreaterThan(0.05);
  expect(counted['excused a denial']).toBeGreaterThan(0);
});

test('exceptions of lower layers without permission change nothing, nor do any outside of their term', {
  timeout,
}, () => {
  let asked = 0;
  forAll(2, (files, events) => {
    const refused = files.map((sources) =>
      sources.map(({ path, text }) => ({
        path,
        text: text.replace(/^ {2}exceptions allowed by .*\n/gm, ''),
      })),
    );
    const lower = refused.map((sources, place) =>
      place === 0 ? sources.filter(({ path }) => !path.endsWith('/x.policy')) : sources,
    );
    const [program, plain] = [compile(bundleOf(lower)), compile(bundleOf(withoutExceptions(lower)))];
    const all = compile(bundleOf(files));
    for (const each of events) {
      const highest = (decision: Decision): unknown =>
        [...ranksOf(decision)].filter(([code]) => code.startsWith('com.acme.l0.'));
      expect(highest(at(program, each, now))).toEqual(highest(at(plain, each, now)));
      for (const time of [undefined, now - 2000 * day, now + 2000 * day]) {
        expect(ranksOf(at(all, each, time))).toEqual(ranksOf(at(plain, each, time)));
        expect(at(all, each, time).excused).toBeUndefined();
      }
      asked++;
    }
  });
  tell({ 'calls with exceptions that are not allowed': asked });
});

test('the order of files, and the index, change nothing', { timeout }, () => {
  let asked = 0;
  forAll(2, (files, events) => {
    const [one, other] = [
      compile(bundleOf(files)),
      compile(bundleOf(files, (sources) => sources.toReversed())),
    ];
    one.index.prepare();
    for (const each of events) {
      const decision = at(one, each, now);
      expect(at(other, each, now)).toEqual(decision);
      expect(evaluateEveryRule(one, deriveFor(one, each, undefined, { at: now }))).toEqual(decision);
      asked++;
    }
  });
  tell({ 'calls with exceptions in another order': asked });
});

test('what a layer below says of commands wins no exception', { timeout }, () => {
  const counted = { asked: 0, stricter: 0 };
  forAll(
    2,
    (files, events) => {
      const last = files.length - 1;
      // The lowest layer without rules and exceptions of its own: what is left is what it says of commands.
      const known = files.map((sources, place) =>
        place < last
          ? sources
          : sources.flatMap(({ path, text }) =>
              path.endsWith('/x.policy')
                ? []
                : [
                    {
                      path,
                      text: text.replace(/^(?:deny|watch) [\s\S]*$/m, 'deny r0\n  when tool is "none"\n'),
                    },
                  ],
            ),
      );
      const unknown = known.map((sources, place) =>
        place < last
          ? sources
          : sources.map(({ path, text }) => ({
              path,
              text: text.replace(/^(?:alias|command) .*\n(?: {2}reads .*\n)?/m, ''),
            })),
      );
      const [program, plain] = [compile(bundleOf(known)), compile(bundleOf(unknown))];
      for (const each of events) {
        const [before, after] = [at(plain, each, now), at(program, each, now)];
        if (before.effect === 'deny') expect(after.effect).toBe('deny');
        const ranks = ranksOf(after);
        for (const [code, was] of ranksOf(before)) expect(ranks.get(code) ?? 0).toBeGreaterThanOrEqual(was);
        counted.asked++;
        const was = ranksOf(before);
        if ([...ranks].some(([code, is]) => is > (was.get(code) ?? 0))) counted.stricter++;
      }
    },
    2,
  );
  tell({ 'calls with exceptions above what a layer says': counted.asked });
  expect(counted.stricter).toBeGreaterThan(0);
});

// ── the reference evaluator ───────────────────────────────────────────────────────────────

const term = (code: string, ends: number): ExceptionTerm => ({
  code,
  owner: 'dana',
  because: 'of a reason',
  expires: now + ends * day,
  longest: 90 * day,
});

/** A bundle in which what excuses are exceptions, some of them in force. */
const withTerms = (sound: CheckedBundle, ends: readonly number[]): CheckedBundle => {
  const rules = sound.rules.map((each, place) => ({
    ...each,
    unless: each.unless.map((expression): CheckedExpression => {
      const exception_ = term(`com.acme.x.e${place}`, ends[place % ends.length] ?? 1);
      return {
        kind: 'condition',
        name: exception_.code,
        expression,
        exception: exception_,
        place: expression.place,
      };
    }),
  }));
  const exceptions = rules.map((each, place) => ({
    ...{ code: `com.acme.x.e${place}`, owner: 'dana', because: 'of a reason', expires: now + day },
    rules: [each.code],
    tests: [],
    place: each.place,
  }));
  return { ...sound, rules, exceptions };
};

type Result = readonly [code: string, answer: string, isNoted: boolean];

const resultsOf = ({ rules }: Program, facts: Facts): readonly Result[] =>
  rules.map((each) => {
    const { truth, noted } = judgeRule(each, facts);
    return [each.code, truthName(truth), noted];
  });

const shortly = ({ results }: ReferenceDecision): readonly Result[] =>
  results.map(({ code, answer, noted }) => [code, answer, noted]);

test('the reference evaluator comes to the same', { timeout }, () => {
  const counted = { pairs: 0, excused: 0, other: 0 };
  const bundles = fc
    .tuple(
      bundle.map((policies) => checkTexts(textsOf(policies))).chain(bundleAboutEffects),
      fc.array(fc.constantFrom(-1, 1, 60, 120), { minLength: 1, maxLength: 4 }),
    )
    .map(([sound, ends]) => withTerms(sound, ends));
  const asked = fc.array(fc.tuple(event, effects), { minLength: callsEach, maxLength: callsEach });
  fc.assert(
    fc.property(bundles, asked, (sound, events) => {
      const program = compile(sound);
      const bare = { ...sound, exceptions: [], rules: sound.rules.map((each) => ({ ...each, unless: [] })) };
      const plain = compile(bare);
      for (const [each, does] of events) {
        const facts = withEffects(
          derive(each, undefined, undefined, { at: now, client: clientOf(each) }),
          does,
        );
        const decision = evaluate(program, facts);
        const [wanted, without] = [decide(sound, each, does, now), decide(bare, each, does, now)];
        // Where they differ without any exception, that is for the campaign `agreement` to find.
        if (!isDeepStrictEqual(resultsOf(plain, facts), shortly(without))) {
          counted.other++;
          continue;
        }
        expect([decision.effect, decision.code]).toEqual([wanted.effect, wanted.code]);
        expect(resultsOf(program, facts)).toEqual(shortly(wanted));
        const used = new Set((decision.excused ?? []).map(({ code }) => code));
        for (const [place, { code, answer, noted }] of wanted.results.entries()) {
          const other = without.results[place];
          const rank = (is: string | undefined, isNoted: boolean | undefined): number =>
            is === 'yes' ? 3 : is === 'no' ? 0 : isNoted === true ? 1 : 2;
          expect(used.has(code)).toBe(rank(answer, noted) < rank(other?.answer, other?.noted));
        }
        counted.pairs++;
        if (used.size > 0) counted.excused++;
      }
    }),
    { numRuns: Math.ceil((pairs / callsEach) * 0.52), seed, endOnFailure: true },
  );
  tell({ 'pairs of exceptions and call by the reference': counted.pairs });
  expect(counted.excused / counted.pairs).toBeGreaterThan(0.02);
  expect(counted.other).toBeLessThan(counted.pairs / 1000);
});
