/**
 * Parsed files → a bundle with every name and type resolved, or the reasons why
 * there is none. All files are checked together: names come from imports, and
 * codes must differ across files.
 */
import type { ListDeclaration, Name, Policy, Value } from '../language/ast.ts';
import { maximalDiagnostics, tooManyErrors } from '../language/bounds.ts';
import { type Diagnostic, errorAt, inReadingOrder, isObstacle, warningAt } from '../language/diagnostic.ts';
import { suggestion } from '../language/words.ts';
import { listTypes } from '../vocabulary/kinds.ts';
import type {
  AddedKnowledge,
  CheckedBundle,
  CheckedLabel,
  CheckedLimit,
  CheckedRule,
  LayerKnowledge,
} from './checked.ts';
import { type Context, isExhausted, reportError, reportWarning, type Shared } from './context.ts';
import { bindExceptions, type ResolvedException, resolveException } from './exception.ts';
import { resolveCondition } from './expression.ts';
import { type Described, isNothing, joinKnowledge, overlay, resolveKnowledge } from './knowledge.ts';
import type { KnownNames, NamesKnown } from './known-names.ts';
import { resolveLabel } from './label.ts';
import { findBrokenLaw, inLayers, type Layers, oneLayer } from './layers.ts';
import { type ResolvedLimit, resolveLimit } from './limit.ts';
import { findAnyInExceptions } from './lints/any-in-exception.ts';
import { findBroadExceptions } from './lints/broad-exception.ts';
import { findBroadNegations } from './lints/broad-negation.ts';
import { findCoveredRules } from './lints/covered-rule.ts';
import { findDeadClauses } from './lints/dead-clause.ts';
import { findForeignNames } from './lints/foreign-name.ts';
import { findMisspelt } from './lints/misspelt.ts';
import { findRepeatedParts } from './lints/repeated-part.ts';
import { findUnreachable } from './lints/unreachable.ts';
import { findWeakClaims } from './lints/weak-claim.ts';
import { findWideExceptions } from './lints/wide-exception.ts';
import { checkPolicyName, resolveDefaults, resolveRule } from './rule.ts';
import { isReserved, resolveScopes } from './scope.ts';
import { expandList, findList, itemsOf } from './value.ts';
import { resolveWindow } from './window.ts';

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
  /** The day of the check, where it is asked which exceptions end; in milliseconds since 1970. */
  readonly at?: number | undefined;
  /** The names in the tables of commands and tools, where slips of the hand in texts are to be found. */
  readonly namesKnown?: NamesKnown;
  /** Whether to look for what is doubtful, true by default. It costs a third of the time, and never finds an error. */
  readonly lints?: boolean | undefined;
}

/**
 * Checks the files of a bundle. `parseDiagnostics` are those of parsing them: a
 * bundle with a syntax error anywhere is never good, but everything that could
 * be read is checked all the same. Never throws for any tree.
 */
export function check(
  given: readonly Policy[],
  parseDiagnostics: readonly Diagnostic[] = [],
  { sift = (all) => all, layers = oneLayer, at, namesKnown, lints = true }: CheckOptions = {},
): CheckResult {
  const policies = inLayers(given, layers);
  const { scopes, diagnostics } = resolveScopes(policies, layers);
  const shared: Shared = {
    diagnostics: [...parseDiagnostics, ...diagnostics, ...findBrokenLaw(policies, layers)],
    counts: { errors: 0, depth: 0, deepReported: false, size: 0 },
    used: new Set(),
    conditions: new Map(),
    windows: new Map(),
    lists: new Map(),
    openConditions: [],
    openLists: [],
    reportedLists: new Set(),
    policyNames: new Map(
      policies.flatMap(({ path, headers: [header] }) =>
        header === undefined ? [] : [[path, header.name.text]],
      ),
    ),
  };
  const unbound: CheckedRule[] = [];
  const resolved: ResolvedException[] = [];
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
    labels.push(...found.labels.map(about));
    limits.push(...found.limits.map(({ limit }) => about(limit)));
  }
  reportDuplicateCodes(policies, shared);
  // What could not be read, or is not there, may be what uses a name.
  const complete =
    parseDiagnostics.length === 0 &&
    !isExhausted({ shared }) &&
    [...scopes.values()].every(({ incomplete }) => !incomplete);
  if (complete) reportUnused(policies, shared);
  const { rules, exceptions, diagnostics: idle } = bindExceptions(unbound, resolved, at);
  // A rule with errors is not there, and may be the one that an exception names.
  const isWhole = parseDiagnostics.length === 0 && shared.counts.errors === 0;
  shared.diagnostics.push(...idle.filter(({ code }) => isWhole || code !== 'exception-of-nothing'));
  const names = complete && lints ? namesKnown?.(joinKnowledge(knowledge.flat())) : undefined;
  if (lints) shared.diagnostics.push(...findDoubtful({ rules, labels, limits, isWhole, complete, names }));
  // What is accepted does not count among those that are listed.
  const all = inReadingOrder(bounded(sift(withoutRepetition(shared.diagnostics))));
  const sorted = <Coded extends { readonly code: string }>(items: readonly Coded[]): Coded[] =>
    [...items].sort((a, b) => (a.code < b.code ? -1 : 1));
  const bundle = {
    rules: sorted(rules),
    labels: sorted(labels),
    limits: sorted(limits),
    ...(exceptions.length === 0 ? {} : { exceptions }),
    ...knownInLayers(knowledge.map(joinKnowledge)),
    ...(layers.all.length === 1 ? {} : { layers: layers.all.map(({ name, owner }) => ({ name, owner })) }),
  };
  return { bundle: all.some(isObstacle) ? undefined : bundle, diagnostics: all };
}

/** What is looked at for what is doubtful. */
interface Doubted {
  readonly rules: readonly CheckedRule[];
  readonly labels: readonly CheckedLabel[];
  readonly limits: readonly CheckedLimit[];
  /** Nothing has an error. */
  readonly isWhole: boolean;
  /** Everything could be read. */
  readonly complete: boolean;
  /** Undefined where they are not known, or what a file with mistakes says of commands is not. */
  readonly names: KnownNames | undefined;
}

const lintsOfRules = [
  ...[findAnyInExceptions, findBroadExceptions, findBroadNegations, findDeadClauses],
  ...[findForeignNames, findRepeatedParts, findWideExceptions],
];

/** The lints: warnings about what is valid, and probably not what was meant. */
function findDoubtful({ rules, labels, limits, isWhole, complete, names }: Doubted): readonly Diagnostic[] {
  const asking = [...rules, ...labels.map(({ subject }) => subject)];
  return [
    ...rules.flatMap((rule) => lintsOfRules.flatMap((lint) => lint(rule))),
    ...findWeakClaims(rules, labels),
    ...(isWhole ? findCoveredRules(rules) : []),
    ...(complete ? findUnreachable(rules, labels, limits) : []),
    ...(names === undefined ? [] : findMisspelt(asking, names)),
  ];
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
}

function checkPolicy(context: Context, policy: Policy): CheckedPolicy {
  const name = checkHeader(context, policy);
  const defaults = resolveDefaults(context, policy.defaults);
  for (const list of policy.lists) checkList(context, list);
  for (const { name: condition, expression } of policy.conditions) {
    resolveCondition(context, condition, expression, undefined);
  }
  for (const window of policy.windows) resolveWindow(context, window);
  const each = <Node, Checked>(nodes: readonly Node[], resolve: (node: Node) => Checked | undefined) =>
    nodes.flatMap((node) => (isExhausted(context) ? [] : (resolve(node) ?? [])));
  return {
    labels: each(policy.labels, (label) => resolveLabel(context, label, name, defaults)),
    limits: each(policy.limits, (limit) => resolveLimit(context, limit, name, defaults)),
    exceptions: each(policy.exceptions, (exception) => resolveException(context, exception, name)),
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
  // A header that did not parse has been reported as such.
  if (!broken.includes('policy')) {
    reportError(context, 'missing-header', { start: 0, end: 0 }, 'the file does not say which policy it is', {
      help: 'start it with a line such as `policy com.example.dev`',
    });
  }
  return undefined;
}

/** The list's own problems, whether or not something uses it. */
function checkList(context: Context, list: ListDeclaration): void {
  const { type, name, items, except } = list;
  const typeKnown = type === undefined || Object.hasOwn(listTypes, type.text);
  if (!typeKnown) {
    reportError(context, 'unknown-word', type.span, `there are no lists of \`${type.text}\``, {
      help:
        suggestion(type.text, Object.keys(listTypes)) ??
        `lists are of ${Object.keys(listTypes).join(', ')}, or of nothing in particular`,
    });
    // What it mentions is not unused for that.
    for (const item of [...items, ...except]) if (item.kind === 'list') findList(context, item);
    return;
  }
  const excepted = new Set(except.map(itemKey));
  if (itemsOf(list).every((item) => excepted.has(itemKey(item)))) {
    reportWarning(context, 'empty-list', name.span, `the list \`${name.text}\` is empty`, {
      help:
        itemsOf(list).length === 0
          ? 'nothing is ever in it; add items, or remove it'
          : 'everything in it is excepted; add items, or remove it',
    });
  }
  reportRepeatedItems(context, list);
  const language = type === undefined ? 'undecided' : listTypes[type.text as keyof typeof listTypes];
  expandList(context, { node: list, path: context.path }, language, undefined);
}

function reportRepeatedItems(context: Context, { items, except }: ListDeclaration): void {
  for (const part of [items, except]) {
    const seen = new Set<string>();
    for (const item of part) {
      const key = itemKey(item);
      if (seen.has(key)) {
        reportWarning(context, 'duplicate-item', item.span, `\`${key}\` is in the list twice`, {
          help: 'remove one of the two',
          fix: { kind: 'remove', span: item.span },
        });
      }
      seen.add(key);
    }
  }
}

/** An item as it is written, but for escapes. */
function itemKey(item: Value): string {
  switch (item.kind) {
    case 'text':
      return `"${item.value}"`;
    case 'list':
      return `@${item.name}`;
    case 'number':
      return item.raw;
    case 'word':
      return item.text;
    case 'regex':
      return `/${item.source}/${item.flags}`;
    default:
      return item satisfies never;
  }
}

/** Codes must differ across all files; a rule with other errors has its code all the same. */
function reportDuplicateCodes(policies: readonly Policy[], shared: Shared): void {
  const coded = ({ limits, rules, exceptions }: Policy) => [...limits, ...rules, ...exceptions];
  reportSameCodes(policies, coded, 'rules', shared);
  // In one file, two labels of one name are reported as that.
  reportSameCodes(policies, ({ labels }) => withoutDuplicates(labels), 'labels', shared);
}

/** Something that has a code, with what it is. */
interface Coded {
  readonly kind: string;
  readonly name: Name;
}

function reportSameCodes(
  policies: readonly Policy[],
  nodesOf: (policy: Policy) => readonly Coded[],
  what: 'rules' | 'labels',
  shared: Shared,
): void {
  const first = new Map<string, { readonly path: string } & Coded>();
  for (const policy of policies) {
    const { path, headers } = policy;
    for (const { kind, name } of nodesOf(policy)) {
      const code = `${headers[0]?.name.text ?? path}.${name.text}`;
      const earlier = first.get(code);
      if (earlier === undefined) first.set(code, { path, kind, name });
      else if (!isExhausted({ shared })) {
        shared.counts.errors++;
        shared.diagnostics.push(
          errorAt(
            'duplicate-name',
            path,
            name.span,
            `${bothOf(kind, earlier.kind, what)} have the code \`${code}\``,
            {
              notes: [{ path: earlier.path, span: earlier.name.span, message: 'the other is here' }],
              help:
                earlier.path === path
                  ? 'rename one of the two'
                  : `rename one of the two ${what}, or one of the two policies`,
            },
          ),
        );
      }
    }
  }
}

const bothOf = (one: string, other: string, what: string): string => {
  const exceptions = [one, other].filter((kind) => kind === 'exception').length;
  return exceptions === 0 ? `two ${what}` : exceptions === 1 ? 'a rule and an exception' : 'two exceptions';
};

function reportUnused(policies: readonly Policy[], shared: Shared): void {
  const report = (code: string, what: string, path: string, name: Name): void => {
    if (shared.used.has(name)) return;
    shared.diagnostics.push(
      warningAt(code, path, name.span, `nothing uses the ${what} \`${name.text}\``, {
        help: 'use it in a rule, or remove it',
      }),
    );
  };
  for (const { path, lists, conditions, windows, labels } of policies) {
    for (const { name } of withoutDuplicates(labels)) report('unused-label', 'label', path, name);
    for (const { name } of withoutDuplicates(lists)) report('unused-list', 'list', path, name);
    for (const { name } of withoutDuplicates(windows)) report('unused-window', 'window', path, name);
    for (const { name } of withoutDuplicates(conditions)) {
      if (!isReserved(name.text)) report('unused-condition', 'condition', path, name);
    }
  }
}

/** Of a name that is declared twice, the first is the one that is used. */
function withoutDuplicates<Node extends { readonly name: Name }>(nodes: readonly Node[]): Node[] {
  const seen = new Set<string>();
  return nodes.filter(({ name: { text } }) => !seen.has(text) && seen.add(text));
}

/** No more than so many errors and so many warnings are listed for one file. */
function bounded(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const counts = new Map<string, number>();
  const kept: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const { path, severity, blocks, span } = diagnostic;
    // What keeps policies from being in force does not hide behind what does not.
    const key = `${severity} ${blocks} ${path}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= maximalDiagnostics || diagnostic.code === 'too-many-errors') kept.push(diagnostic);
    else if (count === maximalDiagnostics + 1) {
      kept.push(
        severity === 'error'
          ? { ...tooManyErrors(path, span), ...(blocks === undefined ? {} : { blocks }) }
          : warningAt('too-many-warnings', path, span, 'the file has more warnings, which are not listed', {
              help: 'mend the first ones and check again',
            }),
      );
    }
  }
  return kept;
}

/** A list's item is looked at wherever the list is used; what is wrong with it is said once. */
function withoutRepetition(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, path, span, message }) => {
    const key = `${path}\n${span.start}\n${span.end}\n${code}\n${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
