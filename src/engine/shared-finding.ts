/**
 * Findings that many decisions share: a rule that is unsure of every call without some field finds the same each time. Such a
 * finding is one object in all decisions, also in kept ones, to save memory. A finding that quotes a call is not shared.
 */
import type { CompiledRule } from '../compile/compiled-rule.ts';
import type { Finding, Unknown } from './decision.ts';

const findings = new WeakMap<CompiledRule, Finding[]>();

/** The shared finding of a rule that was used last. */
export const lastFindingOf = (rule: CompiledRule): Finding | undefined => findings.get(rule)?.[0];

/** The limit of findings that are kept for one rule. */
const mostOfARule = 4;

/** A finding about no object of a call; the same object as before where it says the same. */
export function findingOf(
  rule: CompiledRule,
  clauses: Finding['clauses'],
  unknowns: readonly Unknown[],
): Finding {
  const known = findings.get(rule);
  const same = known?.findIndex((each) => each.clauses === clauses && areSame(each.unknowns, unknowns)) ?? -1;
  const [again] = same < 0 ? none : (known?.splice(same, 1) ?? none);
  if (again !== undefined) {
    known?.unshift(again);
    return again;
  }
  const { code, effect, severity, tags, place, layer } = rule;
  // A copy: an array that has grown takes more memory than its elements.
  const finding = {
    code,
    effect,
    severity,
    tags,
    place,
    ...(layer && { layer }),
    objects: none,
    clauses,
    unknowns: Object.freeze([...unknowns]),
  };
  if (unknowns.some(({ detail }) => detail !== undefined)) return finding;
  if (known === undefined) findings.set(rule, [Object.freeze(finding)]);
  else if (known.length < mostOfARule) known.unshift(Object.freeze(finding));
  return finding;
}

/** Whether other decisions may have the same finding. */
export const isShared = (finding: Finding): boolean => Object.isFrozen(finding);

/** The number of lists that a new one is compared with. */
const mostLists = 8;
/** Shorter lists are not worth it. */
const shortest = 16;

/** Lists of the same findings that follow each other, each kept once. */
export class SharedLists {
  #recent: readonly (readonly Finding[])[] = [];

  /** A list with the same findings, the one of an earlier decision where there is one that was kept lately. */
  share(findings: readonly Finding[]): readonly Finding[] {
    if (findings.length < shortest || !findings.every(isShared)) return findings;
    const same = this.#recent.find(
      (list) => list.length === findings.length && list.every((each, at) => each === findings[at]),
    );
    const kept = same ?? Object.freeze([...findings]);
    // The list that was used last comes first.
    if (kept !== this.#recent[0]) {
      this.#recent = [kept, ...this.#recent.filter((list) => list !== kept)].slice(0, mostLists);
    }
    return kept;
  }
}

const none: readonly never[] = Object.freeze([]);

const areSame = (some: readonly Unknown[], others: readonly Unknown[]): boolean =>
  some.length === others.length && some.every((each, at) => isSame(each, others[at]));

const isSame = ({ field, cause, place }: Unknown, other: Unknown | undefined): boolean =>
  field === other?.field && cause === other.cause && place === other.place && other.detail === undefined;
