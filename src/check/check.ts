/**
 * Parsed files → a bundle with every name and type resolved, or diagnostics. All files are checked together, since names
 * come from imports and no two files can have the same code.
 */
import type { Policy } from '../language/ast.ts';
import { type Diagnostic, inReadingOrder, isError, isObstacle } from '../language/diagnostic.ts';
import { resolveCondition } from './conditions/expression.ts';
import { resolveWindow } from './conditions/window.ts';
import { lint } from './lints.ts';
import { boundedByFile, withoutRepetition } from './listed.ts';
import { type Context, isExhausted, newShared, reportError } from './names/context.ts';
import { reportDuplicateCodes, reportUnused } from './names/declared-names.ts';
import { checkCount } from './names/layer-size.ts';
import { findBrokenLaw, inLayers, type Layers, oneLayer } from './names/layers.ts';
import { checkPolicyName } from './names/rule-code.ts';
import { resolveScopes } from './names/scope.ts';
import {
  bindExceptions,
  bindPauses,
  type ResolvedException,
  type ResolvedTerm,
  resolveException,
  resolvePause,
} from './rules/exception.ts';
import { type Described, isNothing, joinKnowledge, overlay, resolveKnowledge } from './rules/knowledge.ts';
import { resolveLabel } from './rules/label.ts';
import { type ResolvedLimit, resolveLimit } from './rules/limit.ts';
import { checkList } from './rules/list-declaration.ts';
import { resolveDefaults, resolveRule } from './rules/rule.ts';
import type {
  AddedKnowledge,
  CheckedBundle,
  CheckedLabel,
  CheckedLimit,
  CheckedRule,
  LayerKnowledge,
} from './tree/checked.ts';
import type { NamesKnown } from './tree/known-names.ts';

export interface CheckResult {
  /** Undefined exactly where there are errors that keep it from being in force. */
  readonly bundle: CheckedBundle | undefined;
  /** In reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface CheckOptions {
  /** Leaves out the warnings that the files accept. */
  readonly sift?: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
  readonly layers?: Layers | undefined;
  /** The day of the check in milliseconds since 1970; undefined where nothing is said about exceptions that end. */
  readonly at?: number | undefined;
  /** The names in the tables of commands and tools; undefined where misspelt names are not looked for. */
  readonly namesKnown?: NamesKnown;
  /** Whether the lints run, true by default. They take a third of the time and never find an error. */
  readonly lints?: boolean | undefined;
}

/**
 * Checks the files of a bundle. `parseDiagnostics` are what was found when these files were read: with an error there is no bundle, but
 * everything that could be parsed is checked. Never throws, whatever the trees are.
 */
export function check(
  given: readonly Policy[],
  parseDiagnostics: readonly Diagnostic[] = [],
  { sift = (all) => all, layers = oneLayer, at, namesKnown, lints = true }: CheckOptions = {},
): CheckResult {
  const policies = inLayers(given, layers);
  const { scopes, diagnostics } = resolveScopes(policies, layers);
  const names = policies.flatMap(({ path, headers: [header] }) =>
    header === undefined ? [] : [[path, header.name.text] as const],
  );
  const shared = newShared(
    [...parseDiagnostics, ...diagnostics, ...findBrokenLaw(policies, layers)],
    new Map(names),
  );
  const unbound: CheckedRule[] = [];
  const resolved: ResolvedException[] = [];
  const pauses: ResolvedTerm[] = [];
  const labels: CheckedLabel[] = [];
  const limits: CheckedLimit[] = [];
  const knowledge = layers.all.map((): AddedKnowledge[] => []);
  const described: Described = new Map();
  for (const policy of policies) {
    const scope = scopes.get(policy.path);
    if (scope === undefined) continue;
    const context = { path: policy.path, scope, scopes, layers, shared };
    const layer = layers.of(policy.path);
    knowledge[layer]?.push(resolveKnowledge(context, policy, described));
    const found = checkPolicy(context, policy);
    const placed = (rule: CheckedRule): CheckedRule => (layer === 0 ? rule : { ...rule, layer });
    const about = <Of extends { readonly subject: CheckedRule }>(each: Of): Of => ({
      ...each,
      subject: placed(each.subject),
    });
    unbound.push(...[...found.rules, ...found.limits.map(({ rule }) => rule)].map(placed));
    resolved.push(...found.exceptions);
    pauses.push(...found.pauses);
    labels.push(...found.labels.map(about));
    limits.push(...found.limits.map(({ limit }) => about(limit)));
  }
  reportDuplicateCodes(policies, shared);
  // A file that is not read since its name is wrong is only a warning, and keeps nothing from being checked.
  const isRead = !parseDiagnostics.some(isError);
  // A part that could not be read may be the one that uses a name.
  const complete =
    isRead && !isExhausted({ shared }) && [...scopes.values()].every(({ incomplete }) => !incomplete);
  if (complete) reportUnused(policies, shared);
  const bound = bindExceptions(unbound, resolved, at);
  const { rules, diagnostics: ofPauses, checked } = bindPauses(bound.rules, pauses, at);
  const { exceptions } = bound;
  const idle = [...bound.diagnostics, ...ofPauses];
  // A rule with errors is left out, and an exception may name it.
  const isWhole = isRead && shared.counts.errors === 0;
  shared.diagnostics.push(...idle.filter(({ code }) => isWhole || code !== 'exception-of-nothing'));
  if (lints) {
    const known = complete ? namesKnown?.(joinKnowledge(knowledge.flat())) : undefined;
    shared.diagnostics.push(...lint({ rules, labels, limits, isWhole, complete, names: known }));
  }
  // Accepted warnings do not count towards the bound of the list.
  const all = inReadingOrder(boundedByFile(sift(withoutRepetition(shared.diagnostics))));
  const sorted = <Coded extends { readonly code: string }>(items: readonly Coded[]): Coded[] =>
    [...items].sort((a, b) => (a.code < b.code ? -1 : 1));
  const bundle = {
    rules: sorted(rules),
    labels: sorted(labels),
    limits: sorted(limits),
    ...(exceptions.length === 0 ? {} : { exceptions }),
    ...(checked.length === 0 ? {} : { pauses: checked }),
    ...knownInLayers(knowledge.map(joinKnowledge)),
    ...(layers.all.length === 1 ? {} : { layers: layers.all.map(({ name, owner }) => ({ name, owner })) }),
  };
  return { bundle: all.some(isObstacle) ? undefined : bundle, diagnostics: all };
}

/** What the highest layer knows, and what each layer does that adds something to it. */
function knownInLayers([highest = joinKnowledge([]), ...others]: readonly AddedKnowledge[]): Pick<
  CheckedBundle,
  'knowledge' | 'later'
> {
  let upper = highest;
  const later = others.flatMap((own, at): readonly LayerKnowledge[] => {
    if (isNothing(own)) return [];
    upper = overlay(upper, own);
    return [{ layer: at + 1, knowledge: upper }];
  });
  return later.length === 0 ? { knowledge: highest } : { knowledge: highest, later };
}

interface CheckedPolicy {
  readonly rules: readonly CheckedRule[];
  readonly labels: readonly CheckedLabel[];
  readonly limits: readonly ResolvedLimit[];
  readonly exceptions: readonly ResolvedException[];
  readonly pauses: readonly ResolvedTerm[];
}

function checkPolicy(context: Context, policy: Policy): CheckedPolicy {
  const name = checkHeader(context, policy);
  const defaults = resolveDefaults(context, policy.defaults);
  for (const list of policy.lists) checkList(context, list);
  for (const { name: condition, expression } of policy.conditions) {
    resolveCondition(context, condition, expression, undefined);
  }
  for (const window of policy.windows) resolveWindow(context, window);
  if (!checkCount(context, policy)) return { labels: [], limits: [], exceptions: [], pauses: [], rules: [] };
  const excusing = policy.exceptions.filter(({ effect }) => effect === 'excuse');
  const watching = policy.exceptions.filter(({ effect }) => effect === 'watch');
  const each = <Node, Checked>(nodes: readonly Node[], resolve: (node: Node) => Checked | undefined) =>
    nodes.flatMap((node) => (isExhausted(context) ? [] : (resolve(node) ?? [])));
  return {
    labels: each(policy.labels, (label) => resolveLabel(context, label, name, defaults)),
    limits: each(policy.limits, (limit) => resolveLimit(context, limit, name, defaults)),
    exceptions: each(excusing, (exception) => resolveException(context, exception, name)),
    pauses: each(watching, (pause) => resolvePause(context, pause, name)),
    rules: each(policy.rules, (rule) => resolveRule(context, rule, name, defaults)),
  };
}

function checkHeader(context: Context, { headers, path, broken }: Policy): string | undefined {
  const [first, second] = headers;
  if (second !== undefined && first !== undefined) {
    reportError(context, 'duplicate-clause', second.span, 'the file names its policy twice', {
      notes: [{ path, span: first.span, message: 'first named here' }],
      help: 'one file is one policy',
    });
  }
  if (first !== undefined) return checkPolicyName(context, first.name);
  // A header with a syntax error is reported already.
  if (!broken.includes('policy')) {
    reportError(context, 'missing-header', { start: 0, end: 0 }, 'the file does not say which policy it is', {
      help: 'start it with a line such as `policy com.example.dev`',
    });
  }
  return undefined;
}
