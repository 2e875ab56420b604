/**
 * Whether a rule concerns a call: the call has something that the rule asks for. People who look for why a call passed
 * need to read only these rules. It never changes a decision.
 */
import { candidatesOf, type EffectCandidate, noBinding } from '../compile/candidate.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import { type EffectMatcher, isLogic, type LeafMatcher, type Matcher } from '../compile/matcher.ts';
import type { Facts } from '../facts/facts.ts';
import { NO, YES } from '../pattern/text/truth.ts';

/**
 * Whether a rule that does not hold asks for something that the call has: its kind, its program, a path that it writes. None
 * that is about other sorts of tools does, whatever else it asks.
 */
export const concerns = ({ when }: CompiledRule, facts: Facts): boolean =>
  !neededLeaves(when).some((leaf) => isOtherSort(leaf, facts)) &&
  wantedLeaves(when).some((leaf) =>
    leaf.kind === 'compare' ? leaf.test(facts, noBinding) === YES : hasSuch(leaf, facts),
  );

/** `kind is mcp` of a shell command. */
const isOtherSort = (leaf: LeafMatcher, facts: Facts): boolean =>
  leaf.kind === 'compare' &&
  leaf.compare !== undefined &&
  sorts.has(leaf.compare.field.entry.id) &&
  leaf.test(facts, noBinding) === NO;

/** The fields that say what sort of tool is called. */
const sorts: ReadonlySet<string> = new Set(['kind', 'origin', 'mcp.server', 'mcp.tool']);

/** The questions that must all be answered with yes. */
function neededLeaves(matcher: Matcher): readonly LeafMatcher[] {
  if (!isLogic(matcher)) return [matcher];
  return matcher.kind === 'and' || matcher.kind === 'condition' ? matcher.parts.flatMap(neededLeaves) : [];
}

/** The questions that a rule wants answered with yes: none below a `not`. */
function wantedLeaves(matcher: Matcher): readonly LeafMatcher[] {
  if (!isLogic(matcher)) return [matcher];
  return matcher.kind === 'not' ? [] : matcher.parts.flatMap(wantedLeaves);
}

function hasSuch({ kind, verbs, questions }: EffectMatcher, facts: Facts): boolean {
  if (kind !== 'effect') return false;
  const candidates = candidatesOf(facts, verbs).filter((each) => each.kind !== 'unknown');
  // Nearly every call runs a command: only the programs that the rule asks for count.
  const isOne = (candidate: EffectCandidate): boolean =>
    (candidate.kind !== 'command' && candidate.kind !== 'pipe') ||
    questions[0]?.judge(candidate, facts) === YES;
  return candidates.some(isOne);
}
