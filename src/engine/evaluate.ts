/**
 * Program and facts → decision. Pure: no clock, no input or output, no chance.
 * Every rule is evaluated; their order never matters.
 */
import type { CompiledRule, Program } from '../compile/program.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/truth.ts';
import { severities } from '../vocabulary/kinds.ts';
import type { Decision, Fault, Finding } from './decision.ts';
import { judgeRule, unknownsOf } from './rule-result.ts';

/** The code of the denial that a defect of the engine gives. */
export const faultCode = 'io.bylaw.engine.fault';

const faultReason =
  'The policy engine could not evaluate one of its rules, and denies the call to be safe. Tell whoever runs it; trying again will not help.';

/**
 * Decides a call. Total: a rule whose evaluation throws becomes a fault in the
 * decision, and a fault denies, unless a rule denies already.
 */
export function evaluate(program: Program, facts: Facts): Decision {
  const matched: Finding[] = [];
  const unsure: Finding[] = [];
  const watched: Finding[] = [];
  const faults: Fault[] = [];
  let gravest: Denial | undefined;
  for (const rule of program.rules) {
    try {
      const { truth, noted } = judgeRule(rule, facts);
      if (truth === NO) continue;
      if (truth === YES) (rule.effect === 'deny' ? matched : watched).push(finding(rule, []));
      else unsure.push(finding(rule, unknownsOf(rule, facts)));
      const denies = rule.effect === 'deny' && (truth === YES || (rule.unsure === 'deny' && !noted));
      if (denies && (gravest === undefined || isGraver(rule, gravest.rule))) {
        gravest = { rule, sure: truth === YES };
      }
    } catch (error) {
      faults.push({ code: rule.code, place: rule.place, message: describe(error) });
    }
  }
  return { ...answer(gravest, facts, faults), matched, unsure, watched, faults };
}

/** The highest severity, then the smallest code. */
function isGraver(a: CompiledRule, b: CompiledRule): boolean {
  const difference = severities.indexOf(a.severity) - severities.indexOf(b.severity);
  return difference === 0 ? a.code < b.code : difference > 0;
}

/** A rule that denies, and whether it holds or only could. */
interface Denial {
  readonly rule: CompiledRule;
  readonly sure: boolean;
}

/** Stands before the reason of a rule that only could hold: the reason alone would say too much. */
export const unsurePrefix = 'Denied to be safe, because the event leaves it open: ';

function answer(
  denial: Denial | undefined,
  facts: Facts,
  faults: Fault[],
): Pick<Decision, 'effect' | 'code' | 'reason'> {
  if (denial !== undefined) {
    const { rule, sure } = denial;
    try {
      const reason = rule.reason(facts);
      return { effect: 'deny', code: rule.code, reason: sure ? reason : `${unsurePrefix}${reason}` };
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

const finding = (rule: CompiledRule, unknowns: Finding['unknowns']): Finding => ({
  code: rule.code,
  effect: rule.effect,
  severity: rule.severity,
  place: rule.place,
  unknowns,
});

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
