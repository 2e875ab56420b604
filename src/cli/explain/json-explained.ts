/** An explanation for programs: one document, in the shape that docs/explain.md has. */
import type { SourcePlace } from '../../check/tree/source-place.ts';
import type { Decision } from '../../engine/decision.ts';
import type { ClauseTrace, Explanation } from '../../engine/explain.ts';
import type { EventPart } from '../../engine/origin.ts';
import type { Json, JsonObject } from '../../facts/event/event.ts';
import type { Facts } from '../../facts/facts.ts';
import type { SourceLookup } from '../../language/render.ts';
import { indexLines } from '../../language/source.ts';
import { showFact } from '../../mask/show-fact.ts';
import { describeTest } from './describe-test.ts';
import { countEffects, placedEffects } from './effects.ts';
import { jsonExcuses } from './excuses.ts';
import type { Explained, ExplainedRule } from './explained.ts';
import { policyText } from './policy-text.ts';
import { safeFacts } from './safe-facts.ts';

export function jsonExplained(
  { facts, decision, rules, others }: Explained,
  lookup: SourceLookup,
  place: string,
): JsonObject {
  const { id, type, tool } = facts.event;
  return {
    event: { id, type, tool: tool?.name ?? null, place },
    decision: jsonDecision(decision),
    facts: safeFacts(facts),
    ...jsonEffects(facts),
    rules: rules.map((each) => jsonRule(each, lookup)),
    others,
  };
}

/** The codes of a decision. */
export const jsonDecision = (decision: Decision): JsonObject => {
  const { effect, code, reason, matched, unsure, watched } = decision;
  return {
    effect,
    code: code ?? null,
    reason: reason ?? null,
    matched: matched.map((finding) => finding.code),
    unsure: unsure.map((finding) => finding.code),
    watched: watched.map((finding) => finding.code),
    ...jsonExcuses(decision),
  };
};

function jsonEffects(facts: Facts): JsonObject {
  try {
    const effects = placedEffects(facts).map(
      ({ effect, span: { start, end } }): JsonObject => ({ ...effect, start, end }),
    );
    return { effects, effectCount: countEffects(facts.effects) };
  } catch {
    return { effects: [], effectCount: 0 };
  }
}

function jsonRule({ rule, explanation }: ExplainedRule, lookup: SourceLookup): JsonObject {
  const { code, effect, severity, place, layer } = rule;
  const { result, noted, when, unless, unknowns, rolledOut, rollout } = explanation;
  return {
    code,
    effect,
    severity,
    ...(layer && { layer: { name: layer.name, owner: layer.owner ?? null } }),
    result,
    noted,
    ...(rolledOut === undefined ? {} : { rolledOut, rollout: { ...rollout } }),
    ...jsonPlace(place, lookup),
    when: jsonClause(when, lookup),
    unless: unless === undefined ? null : jsonClause(unless, lookup),
    unknowns: unknowns.map(({ field, cause, detail }) => ({
      field,
      cause,
      ...(detail === undefined ? {} : { detail: showFact(detail) }),
    })),
  };
}

function jsonClause(trace: ClauseTrace, lookup: SourceLookup): JsonObject {
  const { kind, name, value, place, seen, doubt, remembered, isException, isAboutTime } = trace;
  const { origins, tests, parts } = trace;
  return {
    kind,
    name,
    text: policyText(place, lookup),
    value,
    ...jsonPlace(place, lookup),
    ...(seen === undefined ? {} : { seen }),
    ...(doubt === undefined ? {} : { doubt }),
    remembered,
    ...(isException ? { isException } : {}),
    ...(isAboutTime ? { isAboutTime } : {}),
    origins: origins.map(jsonOrigin),
    tests: tests.map((each): JsonObject => ({ asks: describeTest(each.test), value: each.value })),
    parts: parts.map((part): Json => jsonClause(part, lookup)),
  };
}

const jsonOrigin = ({ field, value, start, end }: EventPart): JsonObject => ({
  field,
  start,
  end,
  text: value === undefined ? null : showFact(value.slice(start, end)),
});

/** Where something is in a policy, from 1. */
export function jsonPlace({ path, span }: SourcePlace, lookup: SourceLookup): JsonObject {
  const source = lookup(path);
  if (source === undefined) return { path };
  const { line, column } = indexLines(source.text).positionAt(span.start);
  return { path, line, column };
}

/** A single explanation as `eval --why-not` gives it, without the texts of the event. */
export function jsonTrace({ when, unless, ...explanation }: Explanation): JsonObject {
  const clause = ({
    origins: _,
    tests: __,
    remembered: ___,
    isException,
    isAboutTime: ____,
    parts,
    seen,
    doubt,
    ...trace
  }: ClauseTrace): JsonObject => ({
    ...trace,
    ...(isException ? { isException } : {}),
    place: placeOf(trace.place),
    ...(seen === undefined ? {} : { seen }),
    ...(doubt === undefined ? {} : { doubt }),
    parts: parts.map((part): Json => clause(part)),
  });
  const { code, effect, result, noted, place, unknowns } = explanation;
  return {
    code,
    effect,
    result,
    noted,
    place: placeOf(place),
    when: clause(when),
    ...(unless === undefined ? {} : { unless: clause(unless) }),
    unknowns: unknowns.map(({ field, cause, detail, place: at }) => ({
      field,
      cause,
      place: placeOf(at),
      ...(detail === undefined ? {} : { detail }),
    })),
  };
}

const placeOf = ({ path, span: { start, end } }: SourcePlace): JsonObject => ({ path, span: { start, end } });
