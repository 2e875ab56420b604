/**
 * Program and facts → decision. Pure: no clock, no input or output, no randomness. Every rule that could hold is
 * evaluated; the order of rules never matters.
 */
import type { Rollout } from '../check/tree/checked.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import type { Program } from '../compile/program.ts';
import { showObject } from '../compile/show-object.ts';
import { noTime } from '../compile/time.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, type Truth, UNKNOWN, YES } from '../pattern/text/truth.ts';
import { dayText } from '../vocabulary/day-text.ts';
import { severities } from '../vocabulary/kinds.ts';
import { decidingClauses } from './deciding-clauses.ts';
import type { Decision, Excuse, Fault, Finding, Unknown } from './decision.ts';
import { describedRollout, isRolledOut } from './rollout.ts';
import {
  type ExceptionUse,
  endedUsesOf,
  judgeRule,
  type RuleResult,
  strictestReading,
  unknownsOf,
  usesOf,
} from './rule-result.ts';
import { findingOf, lastFindingOf } from './shared-finding.ts';

/** The code of the denial that a defect of the engine gives. */
const faultCode = 'io.bylaw.engine.fault';

const faultReason =
  'The policy engine could not evaluate one of its rules, and denies the call to be safe. Report it to the person who runs it; trying again will not help.';

/**
 * Decides a call. Total: a rule whose evaluation throws becomes a fault in the
 * decision, and a fault denies, unless a rule denies already.
 */
export function evaluate({ index, watches }: Pick<Program, 'index' | 'watches'>, facts: Facts): Decision {
  return evaluateRules(index.candidates(facts), facts, watches);
}

/** Decides a call by the rules alone that are `final`. */
export const evaluateFinal = (
  { index, watches }: Pick<Program, 'index' | 'watches'>,
  facts: Facts,
): Decision =>
  evaluateRules(
    index.candidates(facts).filter(({ checked }) => checked.final === true),
    facts,
    watches,
  );

/** `evaluate` without the index: every rule is evaluated. Both must agree. */
export const evaluateEveryRule = (
  { rules, watches }: Pick<Program, 'rules' | 'watches'>,
  facts: Facts,
): Decision => evaluateRules(rules, facts, watches);

function evaluateRules(rules: readonly CompiledRule[], facts: Facts, watches = false): Decision {
  let found: Found | undefined;
  for (const rule of rules) {
    try {
      const reading = strictestReading(rule, facts);
      const result = judgeRule(rule, reading);
      if (result.truth !== NO) found = add(found ?? new Found(), rule, result, reading);
      for (const use of usesOf(rule, result, facts)) {
        found ??= new Found();
        found.excused.push(excuseOf(rule, use));
      }
      for (const use of endedUsesOf(rule, result, facts)) found?.ended.push(excuseOf(rule, use));
    } catch (error) {
      found ??= new Found();
      found.faults.push({ code: rule.code, place: rule.place, message: describe(error) });
    }
  }
  if (found === undefined) return noObjection;
  return conclude(watches ? onlyWatched(found) : found);
}

/** What the rules have said so far. It is made for the first rule that says anything: most calls concern none. */
class Found {
  readonly matched: Finding[] = [];
  readonly unsure: Finding[] = [];
  readonly watched: Finding[] = [];
  readonly faults: Fault[] = [];
  readonly excused: Excuse[] = [];
  readonly ended: Excuse[] = [];
  gravest: Denial | undefined = undefined;
}

function add(found: Found, rule: CompiledRule, result: RuleResult, facts: Facts): Found {
  const { rollout } = rule.checked;
  const force = rollout === undefined ? YES : isRolledOut(rule.code, rollout, facts);
  const isSure = result.truth === YES && force !== UNKNOWN;
  const alone = finding(rule, result, facts);
  const own =
    rollout === undefined
      ? alone
      : withRollout(alone, rollout, force, facts.at, () => rule.reason(facts, result.binding));
  const mayDeny = rule.effect === 'deny' && force !== NO;
  const into = isSure ? (mayDeny ? found.matched : found.watched) : found.unsure;
  into.push(own);
  const denies = mayDeny && (isSure || (rule.unsure === 'deny' && !result.noted));
  const denial = denies ? { rule, isSure, result, facts, unknowns: own.unknowns } : undefined;
  if (denial !== undefined && (found.gravest === undefined || isGraver(denial, found.gravest)))
    found.gravest = denial;
  return found;
}

/** The finding of a rule that does not deny yet, or perhaps not yet. */
function withRollout(
  finding: Finding,
  rollout: Rollout,
  force: Truth,
  at: number | undefined,
  reason: () => string,
): Finding {
  if (force === YES) return finding;
  if (force === NO) return { ...finding, rollout: { ...describedRollout(rollout, at), reason: reason() } };
  const unknown = { field: 'time', cause: 'missing', place: rollout.place, detail: noTime } as const;
  return { ...finding, clauses: none, unknowns: [...finding.unknowns, unknown] };
}

/** Denials become watched findings, which keep their effect. A fault of the engine still denies. */
const onlyWatched = (found: Found): Found =>
  Object.assign(new Found(), {
    ...found,
    matched: [],
    watched: [...found.matched, ...found.watched],
    gravest: undefined,
  });

const none: readonly never[] = Object.freeze([]);

const noObjection: Decision = Object.freeze({
  effect: 'none',
  code: undefined,
  reason: undefined,
  matched: Object.freeze([]),
  unsure: Object.freeze([]),
  watched: Object.freeze([]),
  faults: Object.freeze([]),
});

/** The highest severity, then a rule that is sure, then the smallest code. */
function isGraver(a: Denial, b: Denial): boolean {
  const difference = severities.indexOf(a.rule.severity) - severities.indexOf(b.rule.severity);
  if (difference !== 0) return difference > 0;
  return a.isSure === b.isSure ? a.rule.code < b.rule.code : a.isSure;
}

/** A rule that denies, its objects, and for an unsure rule what is not known. */
interface Denial {
  readonly rule: CompiledRule;
  readonly isSure: boolean;
  readonly result: RuleResult;
  readonly facts: Facts;
  readonly unknowns: readonly Unknown[];
}

/** The beginning of the reason of an unsure rule. It names what is not known: the reason alone would say too much. */
function unsurePrefix(unknowns: readonly Unknown[]): string {
  const detail = unknowns.find((each) => each.detail !== undefined)?.detail;
  return `Denied to be safe, because ${detail ?? 'the event has too little information'}: `;
}

function conclude({ gravest, matched, unsure, watched, faults, excused, ended }: Found): Decision {
  let code: string | undefined;
  let reason: string | undefined;
  if (gravest !== undefined) {
    code = gravest.rule.code;
    try {
      reason = reasonOf(gravest);
    } catch (error) {
      faults.push({ code, place: gravest.rule.place, message: describe(error) });
      reason = `The policy rule ${code} does not allow this call.`;
    }
  } else if (faults.length > 0) {
    code = faultCode;
    reason = faultReason;
  }
  return {
    effect: code === undefined ? 'none' : 'deny',
    code,
    reason,
    matched,
    unsure,
    watched,
    faults,
    ...(excused.length === 0 ? {} : { excused }),
    ...(ended.length === 0 ? {} : { ended }),
  };
}

function reasonOf({ rule, isSure, result, facts, unknowns }: Denial): string {
  const reason = rule.reason(facts, result.binding);
  return isSure ? reason : unsurePrefix(unknowns) + reason;
}

function finding(rule: CompiledRule, result: RuleResult, facts: Facts): Finding {
  const { binding } = result;
  const last = binding.length === 0 ? lastFindingOf(rule) : undefined;
  const unknowns = result.truth === YES ? none : unknownsOf(rule, facts, result, last?.unknowns);
  if (last !== undefined && unknowns.length > 0 && unknowns === last.unknowns) return last;
  const clauses = unknowns.length === 0 ? decidingClauses(rule, facts, binding) : none;
  if (binding.length === 0) return findingOf(rule, clauses, unknowns);
  const { code, effect, severity, tags, place, layer } = rule;
  const objects = binding.flatMap((candidate) => showObject(candidate, facts) ?? []);
  return { code, effect, severity, tags, place, ...(layer && { layer }), objects, clauses, unknowns };
}

function excuseOf({ code }: CompiledRule, { exception, bindings, facts }: ExceptionUse): Excuse {
  const { term, place } = exception;
  const { owner, ticket, because, expires, layer } = term;
  const objects = bindings.flatMap((binding) =>
    binding.flatMap((candidate) => showObject(candidate, facts) ?? []),
  );
  return {
    ...{ code, exception: term.code, owner, because, place },
    expires: dayText(expires),
    ...(ticket === undefined ? {} : { ticket }),
    ...(layer === undefined ? {} : { layer }),
    objects: [...new Set(objects)],
  };
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
