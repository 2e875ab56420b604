/** A failing test in full: what was expected and came, each clause's value, and what the rules could see of the call. */
import type { Explanation } from '../../engine/explain.ts';
import type { Facts } from '../../facts/facts.ts';
import { printable, type SourceLookup } from '../../language/render.ts';
import type { TestResult } from '../../scenario/run-tests.ts';
import { countEffects, effectLines, listEffects } from '../explain/effects.ts';
import { listFacts } from '../explain/facts.ts';
import { renderTrace } from '../explain/trace.ts';
import { factLines } from '../explain/verdict.ts';

type Failing = TestResult & { readonly passed: false };

/** The lines below what the test says; none where nothing has run. */
export function failureLines(result: Failing, lookup: SourceLookup): string[] {
  return [...clauseLines(result, lookup), ...(result.facts === undefined ? [] : seenLines(result.facts))];
}

/** What each clause came to, without the facts: for places that have room for little. */
export const clauseLines = (result: Failing, lookup: SourceLookup): string[] =>
  explanationsOf(result).flatMap((each) => traceLines(each, result, lookup));

const explanationsOf = (result: Failing): readonly Explanation[] =>
  result.actual === undefined ? (result.explanations ?? []) : [result.explanation];

/** A test of one rule does not repeat which rule is explained. */
function traceLines(explanation: Explanation, { code }: Failing, lookup: SourceLookup): string[] {
  const lines = renderTrace(explanation, lookup).map((line) => `  ${line}`);
  if (explanation.code === code) return lines;
  return [`  ${explanation.code}: ${explanation.result}`, ...lines.map((line) => `  ${line}`)];
}

function seenLines(facts: Facts): string[] {
  const lines = factLines(listFacts(facts));
  try {
    const effects = effectLines(listEffects(facts), countEffects(facts.effects));
    return [...lines, ...(effects.length === 0 ? [] : ['  what the call does', ...effects.map(printable)])];
  } catch {
    return [...lines, '  what the call does is not known: a fault of bylaw'];
  }
}
