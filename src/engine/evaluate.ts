/**
 * Program and facts → decision. Pure: no clock, no input or output, no chance.
 * Every rule that could hold is evaluated; their order never matters.
 */
import type { CompiledRule, Program } from '../compile/program.ts';
import { showObject } from '../compile/show-object.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/truth.ts';
import { severities } from '../vocabulary/kinds.ts';
import type { Decision, Fault, Finding, Unknown } from './decision.ts';
import { judgeRule, type RuleResult, unknownsOf } from './rule-result.ts';

/** The code of the denial that a defect of the engine gives. */
export const faultCode = 'io.bylaw.engine.fault';

const faultReason =
  'The policy engine could not evaluate one of its rules, and denies the call to be safe. Tell whoever runs it; trying again will not help.';

/**
 * Decides a call. Total: a rule whose evaluation throws becomes a fault in the
 * decision, and a fault denies, unless a rule denies already.
 */
export function evaluate({ index }: Pick<Program, 'index'>, facts: Facts): Decision {
  return evaluateRules(index.reach(facts), facts);
}

/** The same with every rule asked, however many there are: what `evaluate` must agree with. */
export const evaluateAll = ({ rules }: Pick<Program, 'rules'>, facts: Facts): Decision =>
  evaluateRules(rules, facts);

function evaluateRules(rules: readonly CompiledRule[], facts: Facts): Decision {
  if (rules.length === 0) return noObjection;
  const matched: Finding[] = [];
  const unsure: Finding[] = [];
  const watched: Finding[] = [];
  const faults: Fault[] = [];
  let gravest: Denial | undefined;
  for (const rule of rules) {
    try {
      const result = judgeRule(rule, facts);
      const { truth, noted } = result;
      if (truth === NO) continue;
      const unknowns = truth === YES ? [] : unknownsOf(rule, facts, result);
      const into = truth === YES ? (rule.effect === 'deny' ? matched : watched) : unsure;
      into.push(finding(rule, result, unknowns, facts));
      const denies = rule.effect === 'deny' && (truth === YES || (rule.unsure === 'deny' && !noted));
      if (denies && (gravest === undefined || isGraver(rule, gravest.rule))) {
        gravest = { rule, result, unknowns };
      }
    } catch (error) {
      faults.push({ code: rule.code, place: rule.place, message: describe(error) });
    }
  }
  return { ...answer(gravest, facts, faults), matched, unsure, watched, faults };
}

const noObjection: Decision = Object.freeze({
  effect: 'none',
  code: undefined,
  reason: undefined,
  matched: Object.freeze([]),
  unsure: Object.freeze([]),
  watched: Object.freeze([]),
  faults: Object.freeze([]),
});

/** The highest severity, then the smallest code. */
function isGraver(a: CompiledRule, b: CompiledRule): boolean {
  const difference = severities.indexOf(a.severity) - severities.indexOf(b.severity);
  return difference === 0 ? a.code < b.code : difference > 0;
}

/** A rule that denies, for which objects, and what could not be told where it only could hold. */
interface Denial {
  readonly rule: CompiledRule;
  readonly result: RuleResult;
  readonly unknowns: readonly Unknown[];
}

/**
 * Stands before the reason of a rule that only could hold, and names what is not
 * known: the reason alone would say too much.
 */
export function unsurePrefix(unknowns: readonly Unknown[]): string {
  const detail = unknowns.find((each) => each.detail !== undefined)?.detail;
  return `Denied to be safe, because ${detail ?? 'the event leaves it open'}: `;
}

function answer(
  denial: Denial | undefined,
  facts: Facts,
  faults: Fault[],
): Pick<Decision, 'effect' | 'code' | 'reason'> {
  if (denial !== undefined) {
    const { rule, result, unknowns } = denial;
    try {
      const prefix = result.truth === YES ? '' : unsurePrefix(unknowns);
      return { effect: 'deny', code: rule.code, reason: `${prefix}${rule.reason(facts, result.binding)}` };
    } catch (error) {
      faults.push({ code: rule.code, place: rule.place, message: describe(error) });
      return {
        effect: 'deny',
        code: rule.code,
        reason: `The policy rule ${rule.code} does not allow this call.`,
      };
    }
  }
  if (faults.length > 0) return { effect: 'deny', code: faultCode, reason: faultReason };
  return { effect: 'none', code: undefined, reason: undefined };
}

const finding = (
  rule: CompiledRule,
  { binding }: RuleResult,
  unknowns: Finding['unknowns'],
  facts: Facts,
): Finding => ({
  code: rule.code,
  effect: rule.effect,
  severity: rule.severity,
  place: rule.place,
  objects: binding.flatMap((candidate) => showObject(candidate, facts) ?? []),
  unknowns,
});

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
