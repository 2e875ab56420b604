/** Everything that is said of one call, before it is text or JSON. */
import type { CompiledRule } from '../../compile/compiled-rule.ts';
import type { Program } from '../../compile/program.ts';
import { concerns } from '../../engine/concerns.ts';
import type { Decision } from '../../engine/decision.ts';
import { evaluate } from '../../engine/evaluate.ts';
import { type Explanation, explainRule } from '../../engine/explain.ts';
import { fullest, judgeRule, strictestReading } from '../../engine/rule-result.ts';
import type { Facts } from '../../facts/facts.ts';
import { compileName } from '../../pattern/text/name.ts';
import { NO, type TruthName } from '../../pattern/text/truth.ts';

export interface Explained {
  readonly facts: Facts;
  readonly decision: Decision;
  /** The one that decided first, then those that hold, then those that could, then those that do not. */
  readonly rules: readonly ExplainedRule[];
  /** Rules that have nothing to do with the call, and are left out. */
  readonly others: number;
}

export interface ExplainedRule {
  readonly rule: CompiledRule;
  readonly explanation: Explanation;
}

/** Which rules are shown: those that have to do with the call, all, or those of a pattern. */
export type Chosen = { readonly all: boolean; readonly pattern: string | undefined };

export function explainCall(program: Program, facts: Facts, { all, pattern }: Chosen): Explained {
  const decision = evaluate(program, facts);
  const name = pattern === undefined ? undefined : compileName(pattern);
  const rules: ExplainedRule[] = [];
  let others = 0;
  for (const rule of program.rules) {
    if (name !== undefined && !name.testExact(rule.code)) continue;
    // To explain a rule takes many times as long as to judge it: it is compared with each thing that the call does.
    if (all || name !== undefined || isRelated(rule, strictestReading(rule, facts)))
      rules.push({ rule, explanation: explainRule(rule, facts) });
    else others++;
  }
  return { facts: shownOf(facts), decision, rules: inOrder(rules, decision.code), others };
}

const isRelated = (rule: CompiledRule, reading: Facts): boolean =>
  judgeRule(rule, reading).truth !== NO || concerns(rule, reading);

/** The call with what all layers know of it; a call that cannot be derived is shown by its effects. */
function shownOf(facts: Facts): Facts {
  try {
    return fullest(facts);
  } catch {
    return facts;
  }
}

const ranks: Readonly<Record<TruthName, number>> = { yes: 0, unknown: 1, no: 2 };

/** Rules that only watch come after those that deny. */
function inOrder(rules: readonly ExplainedRule[], decided: string | undefined): readonly ExplainedRule[] {
  const rankOf = ({ rule, explanation }: ExplainedRule): number =>
    rule.code === decided ? -1 : ranks[explanation.result] + (rule.effect === 'watch' ? 0.5 : 0);
  return [...rules].sort((a, b) => rankOf(a) - rankOf(b));
}
