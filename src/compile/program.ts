/** A checked bundle made ready to decide: every rule a few closures. */
import type { CheckedBundle, CheckedRule, Place, TestCase } from '../check/checked.ts';
import type { Facts } from '../facts/facts.ts';
import type { Severity, UnsureAction } from '../vocabulary/kinds.ts';
import { compileCondition } from './condition.ts';
import { allOf, type Matcher, oneOf } from './matcher.ts';
import { compileReason } from './reason.ts';

export interface Program {
  /** By code. */
  readonly rules: readonly CompiledRule[];
}

export interface CompiledRule {
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly severity: Severity;
  readonly unsure: UnsureAction;
  readonly tags: readonly string[];
  readonly place: Place;
  readonly when: Matcher;
  /** Undefined where nothing excuses. */
  readonly unless: Matcher | undefined;
  /** The same two with every `if … note` read as `skip`; only for rules that have one. */
  readonly withoutNotes: { readonly when: Matcher; readonly unless: Matcher | undefined } | undefined;
  /** The reason with its hint, for the person or agent who made the call. */
  reason(facts: Facts): string;
  readonly tests: readonly TestCase[];
}

/** Compiles a bundle. Throws only on a defect of the checker: a bundle that passed compiles. */
export function compile(bundle: CheckedBundle): Program {
  return { rules: bundle.rules.map(compileRule) };
}

function compileRule(rule: CheckedRule): CompiledRule {
  const { code, effect, severity, unsure, tags, place, tests } = rule;
  const notes = rule.absences.some(({ action }) => action === 'note');
  return {
    code,
    effect,
    severity,
    unsure,
    tags,
    place,
    tests,
    ...compileClauses(rule, false),
    withoutNotes: notes ? compileClauses(rule, true) : undefined,
    reason: compileReason(rule),
  };
}

function compileClauses(
  { when, unless, absences, place }: CheckedRule,
  notesSkip: boolean,
): { readonly when: Matcher; readonly unless: Matcher | undefined } {
  const compilation = { absences, notesSkip };
  const excuses = unless.map((each) => compileCondition(each, 'excuse', compilation));
  return {
    when: allOf(
      when.map((each) => compileCondition(each, 'deny', compilation)),
      place,
    ),
    unless: excuses.length === 0 ? undefined : oneOf(excuses, place),
  };
}
