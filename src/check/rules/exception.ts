/**
 * Exceptions with an owner: they excuse calls from rules that are written elsewhere. Each becomes one more `unless` of every
 * rule that it names, bound to the objects of that rule and limited to its term. An exception without a rule is an error,
 * but lets no call pass, so that the policies stay in force.
 */
import type { Clause, ExceptionDeclaration, ExpiresClause } from '../../language/ast.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import type { DiagnosticCode } from '../../language/diagnostic-codes.ts';
import type { Name } from '../../language/expression.ts';
import { suggestedCode } from '../../language/nearest-code.ts';
import type { Span } from '../../language/source.ts';
import { compileName } from '../../pattern/text/name.ts';
import { checkTotal } from '../conditions/rule-size.ts';
import { alwaysHolds } from '../lints/always-holds.ts';
import {
  absencesAlone,
  findBroadEffects,
  findWholeCommands,
  findWithoutRest,
  helpForOwn,
} from '../lints/broad-exception.ts';
import { findBroadWatch } from '../lints/broad-watch.ts';
import { type Context, type Resolved, reportError } from '../names/context.ts';
import { formCode } from '../names/rule-code.ts';
import { resolveTest } from '../tests/test-block.ts';
import type {
  CheckedException,
  CheckedExpression,
  CheckedPause,
  CheckedRule,
  ExceptionTerm,
} from '../tree/checked.ts';
import type { TestCase } from '../tree/checked-tests.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { gather } from '../tree/walk.ts';
import { resolveDay } from '../values/times.ts';
import { longestException, refusalOf } from './rights.ts';
import { reportRepeated, reportUnfit, resolveAll } from './rule.ts';
import { bindExcuse } from './slots.ts';
import { findTerm } from './term.ts';

/** Who answers for an exception and when it ends, without errors in its own text, before its rules are known. */
export interface ResolvedTerm {
  readonly context: Context;
  readonly declaration: ExceptionDeclaration;
  /** Its policy, whose rules it may name without their policy. */
  readonly policy: string;
  readonly term: Omit<ExceptionTerm, 'longest'>;
  readonly ends: ExpiresClause;
  /** The place of its layer. */
  readonly layer: number;
}

/** The same with what it excuses. */
export interface ResolvedException extends ResolvedTerm {
  readonly expression: CheckedExpression;
  /** Its conditions, with how large they are. */
  readonly parts: readonly Resolved<CheckedExpression>[];
  readonly tests: readonly TestCase[];
}

/** Clauses that say something of an exception. */
const fitting: ReadonlySet<Clause['kind']> = new Set([
  ...(['when', 'while', 'test', 'owner', 'ticket', 'because', 'expires'] as const),
]);

/** Clauses of an exception that switches its rules to watching: it asks nothing of a call. */
const fittingPause: ReadonlySet<Clause['kind']> = new Set([
  ...(['owner', 'ticket', 'because', 'expires'] as const),
]);

const longestText = 2000;

/** Resolves an exception without its rules; undefined where it has errors, which are reported. */
export function resolveException(
  context: Context,
  declaration: ExceptionDeclaration,
  policyName: string | undefined,
): ResolvedException | undefined {
  const { name, clauses, broken } = declaration;
  const common = resolveTerm(context, declaration, policyName);
  const isFitting = reportUnfit(context, clauses, fitting, 'an exception', helpForUnfit);
  const when = resolveAll(context, clauses, ['when', 'while'], true);
  if (!broken) requireWhen(context, declaration);
  const tests = clauses.flatMap((clause) =>
    clause.kind === 'test' ? resolveTest(context, clause, broken) : [],
  );
  if (common === undefined || when === undefined || when.length === 0 || !isFitting) return undefined;
  const place = { path: context.path, span: name.span };
  const operands = when.map(({ node }) => node);
  const [only] = operands;
  const expression: CheckedExpression =
    operands.length === 1 && only !== undefined ? only : { kind: 'and', operands, place };
  if (!operands.every((each) => isForSure(context, each))) return undefined;
  return { ...common, expression, parts: when, tests };
}

/** Resolves an exception that switches its rules to watching; undefined where it has errors, which are reported. */
export function resolvePause(
  context: Context,
  declaration: ExceptionDeclaration,
  policyName: string | undefined,
): ResolvedTerm | undefined {
  const term = resolveTerm(context, declaration, policyName);
  const isFitting = reportUnfit(
    context,
    declaration.clauses,
    fittingPause,
    'an exception that begins with `watch`',
    () => 'it is about all calls, and only watches them; what is about some calls begins with `except`',
  );
  return isFitting ? term : undefined;
}

/** What every exception says of itself; undefined where it has errors, which are reported. */
function resolveTerm(
  context: Context,
  declaration: ExceptionDeclaration,
  policyName: string | undefined,
): ResolvedTerm | undefined {
  const { name, clauses, broken } = declaration;
  const code = formCode(context, name, policyName, { what: 'exception' });
  reportRepeated(context, clauses);
  const record = recordOf(context, declaration);
  const ends = clauses.find((each) => each.kind === 'expires');
  const expires = ends && resolveDay(context, ends.day);
  if (!broken) requireRecord(context, declaration);
  if (code === undefined || policyName === undefined || record === undefined) return undefined;
  if (ends === undefined || expires === undefined || broken) return undefined;
  const layer = context.layers.of(context.path);
  const layered = context.layers.all.length > 1 ? { layer: context.layers.all[layer]?.name ?? '' } : {};
  const term = { code, ...record, expires, ...layered };
  return { context, declaration, policy: policyName, term, ends, layer };
}

const helpForUnfit = (kind: Clause['kind']): string =>
  kind === 'unless'
    ? 'it holds `when` something is so; what it leaves out follows `and not`'
    : 'it says `when` it holds, its `owner`, its `ticket`, `because` of what, and when it `expires`';

/** What decisions show about it. */
function recordOf(
  context: Context,
  { clauses }: ExceptionDeclaration,
): Pick<ExceptionTerm, 'owner' | 'ticket' | 'because'> | undefined {
  const [owner, ticket, because] = (['owner', 'ticket', 'because'] as const).map((kind) => {
    const clause = clauses.find((each) => each.kind === kind);
    return clause?.kind === kind ? textOf(context, kind, clause.text) : undefined;
  });
  if (owner === undefined || because === undefined) return undefined;
  return { owner, ...(ticket === undefined ? {} : { ticket }), because };
}

function textOf(
  context: Context,
  kind: string,
  { value, span }: { readonly value: string; readonly span: Span },
): string | undefined {
  if (value.trim() === '') {
    return reportError(context, 'empty-text', span, `the \`${kind}\` of the exception is empty`, {
      help: 'people ask the owner of an exception what it is for: say so',
    });
  }
  if (value.length <= longestText) return value;
  return reportError(
    context,
    'text-too-long',
    span,
    `the \`${kind}\` has ${value.length} characters; at most ${longestText} are allowed`,
    { help: 'keep the long story where the ticket is' },
  );
}

function requireRecord(context: Context, { name, clauses }: ExceptionDeclaration): void {
  const missing = (['owner', 'because', 'expires'] as const).filter((kind) =>
    clauses.every((clause) => clause.kind !== kind),
  );
  for (const kind of missing) {
    reportError(
      context,
      'incomplete-exception',
      name.span,
      `the exception \`${name.text}\` has no \`${kind}\``,
      {
        help: {
          owner: 'say who answers for it: `owner "dana@acme.example"`',
          because: 'say why it has to be: `because "The old schema goes away in March."`',
          expires: 'say on which day it ends: `expires 2027-03-01`',
        }[kind],
      },
    );
  }
}

function requireWhen(context: Context, { name, clauses }: ExceptionDeclaration): void {
  if (clauses.some(({ kind }) => kind === 'when' || kind === 'while')) return;
  reportError(context, 'missing-when', name.span, `the exception \`${name.text}\` has no \`when\``, {
    help: 'say what it excuses: `when runs "flyway migrate"`; without that, nothing would be left of the rule',
  });
}

/** An exception holds only for what is certain, and `might` counts what is not known as a yes. */
function isForSure(context: Context, expression: CheckedExpression): boolean {
  const [might] = gather(
    expression,
    (node, excuses) => (node.kind === 'might' && excuses ? [node.place] : undefined),
    true,
  );
  if (might === undefined) return true;
  reportError(
    { ...context, path: might.path },
    'unsure-exception',
    might.span,
    'an exception holds only for what is certain',
    { help: 'leave `might` out: what it would excuse may be something else' },
  );
  return false;
}

// ── what they touch ───────────────────────────────────────────────────────────────────────

interface Bound {
  readonly rules: readonly CheckedRule[];
  /** In the order of their codes. */
  readonly exceptions: readonly CheckedException[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The rules, each with the exceptions to it. `at`: the day of the check; undefined where nothing is said about ends. */
export function bindExceptions(
  rules: readonly CheckedRule[],
  resolved: readonly ResolvedException[],
  at: number | undefined,
): Bound {
  const sorted = [...resolved].sort((a, b) => (a.term.code < b.term.code ? -1 : 1));
  const excuses = new Map<CheckedRule, CheckedExpression[]>();
  const diagnostics: Diagnostic[] = [];
  const exceptions = sorted.map((exception): CheckedException => {
    const { context, declaration, term, ends, tests, layer } = exception;
    const found: Diagnostic[] = [];
    const touched = touchedBy(exception, rules, found).filter((rule) => {
      const excuse = bindTo(rule, exception, found);
      if (excuse !== undefined) excuses.set(rule, [...(excuses.get(rule) ?? []), excuse]);
      return excuse !== undefined;
    });
    const ending = { name: declaration.name.text, term, day: { path: context.path, span: ends.day.span } };
    if (at !== undefined) found.push(...findTerm(ending, touched, at));
    const place = { path: context.path, span: declaration.name.span };
    const isAlways = alwaysHolds(exception.expression);
    if (isAlways) found.push(...findWithoutRest(place, touched));
    diagnostics.push(...found);
    const ofAll = isAlways ? { begins: beginsOf(term, touched) } : {};
    return { ...withRules(term, touched, place, layer), ...ofAll, tests };
  });
  const withExcuses = rules.map((rule) => {
    const own = excuses.get(rule);
    return own === undefined ? rule : { ...rule, unless: [...rule.unless, ...own] };
  });
  return { rules: withExcuses, exceptions, diagnostics };
}

/**
 * The rules, each with the exceptions that switch it to watching. `at`: the day of the check; undefined where nothing is
 * said about ends.
 */
export function bindPauses(
  rules: readonly CheckedRule[],
  resolved: readonly ResolvedTerm[],
  at: number | undefined,
): Pick<Bound, 'rules' | 'diagnostics'> & { readonly checked: readonly CheckedPause[] } {
  const pauses = new Map<CheckedRule, ExceptionTerm[]>();
  const checked: CheckedPause[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const pause of [...resolved].sort((a, b) => (a.term.code < b.term.code ? -1 : 1))) {
    const { context, declaration, term, ends, layer } = pause;
    const touched = touchedBy(pause, rules, diagnostics);
    const denying = touched.filter(({ effect }) => effect === 'deny');
    const [first] = touched;
    if (first !== undefined && denying.length === 0)
      idle(context, diagnostics)(
        'exception-of-nothing',
        declaration.name.span,
        `\`${first.code}\` only watches already`,
        {
          notes: [{ ...first.place, message: 'the rule' }],
          help: 'take the exception away',
        },
      );
    for (const rule of denying) {
      const longest = rule.allowed?.longest ?? longestException;
      pauses.set(rule, [...(pauses.get(rule) ?? []), { ...term, longest }]);
    }
    const ending = { name: declaration.name.text, term, day: { path: context.path, span: ends.day.span } };
    if (at !== undefined) diagnostics.push(...findTerm(ending, denying, at));
    diagnostics.push(...findBroadWatch(pause, denying));
    const place = { path: context.path, span: declaration.name.span };
    checked.push({ ...withRules(term, denying, place, layer), begins: beginsOf(term, denying) });
  }
  const paused = (rule: CheckedRule): CheckedRule => {
    const own = pauses.get(rule);
    return own === undefined
      ? rule
      : { ...rule, rollout: { place: rule.place, ...rule.rollout, paused: own } };
  };
  return { rules: pauses.size === 0 ? rules : rules.map(paused), diagnostics, checked };
}

/** What an exception says of itself, with the rules that it touches. */
function withRules(
  { layer: _, ...term }: Omit<ExceptionTerm, 'longest'>,
  touched: readonly CheckedRule[],
  place: SourcePlace,
  layer: number,
): Omit<CheckedPause, 'begins'> {
  return {
    ...term,
    rules: touched.map(({ code }) => code).sort(),
    place,
    ...(layer === 0 ? {} : { layer }),
  };
}

/** When it begins to hold for each of the rules, by their codes, in milliseconds since 1970. */
const beginsOf = (
  { expires }: Pick<ExceptionTerm, 'expires'>,
  touched: readonly CheckedRule[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    touched.map(({ code, allowed }) => [code, expires - (allowed?.longest ?? longestException)]),
  );

/** The rules that an exception names and may touch. */
function touchedBy(
  exception: ResolvedTerm,
  rules: readonly CheckedRule[],
  found: Diagnostic[],
): readonly CheckedRule[] {
  const touched = new Set<CheckedRule>();
  for (const target of exception.declaration.targets)
    for (const rule of namedBy(exception, target, rules, found)) touched.add(rule);
  return [...touched];
}

function namedBy(
  { context, policy, layer }: ResolvedTerm,
  { text, span }: Name,
  rules: readonly CheckedRule[],
  found: Diagnostic[],
): readonly CheckedRule[] {
  const wanted = text.includes('.') || text === '*' ? text : `${policy}.${text}`;
  const pattern = compileName(wanted);
  const named = rules.filter(({ code }) => code === wanted || pattern.testExact(code));
  const report = idle(context, found);
  if (named.length === 0) {
    const codes = rules.map(({ code }) => code);
    report('exception-of-nothing', span, `no rule has the code \`${wanted}\``, {
      // `privilege.elevate` is the end of `io.bylaw.privilege.elevate`.
      help: suggestedCode(text, codes) ?? suggestedCode(wanted, codes) ?? helpForNoRule(wanted),
    });
    return [];
  }
  const refusals = named.map((rule) => refusalOf(rule, layer, context.layers));
  const allowed = named.filter((_, at) => refusals[at] === undefined);
  const [first] = named;
  const [refusal] = refusals;
  if (allowed.length > 0 || first === undefined || refusal === undefined) return allowed;
  report('exception-not-allowed', span, `\`${first.code}\` ${refusal.why}`, {
    notes: [{ ...first.place, message: 'the rule' }],
    help: refusal.help,
  });
  return [];
}

/** The exception as one more `unless` of a rule; undefined where it asks about something that the rule is not about. */
function bindTo(
  rule: CheckedRule,
  { context, term, expression, parts, declaration }: ResolvedException,
  found: Diagnostic[],
): CheckedExpression | undefined {
  if (!checkTotal(context, declaration, parts)) return undefined;
  const own: Diagnostic[] = [];
  const apart = {
    ...context,
    shared: { ...context.shared, diagnostics: own, counts: { ...context.shared.counts } },
  };
  const bound = bindExcuse(apart, expression, rule.slots);
  const notes = [{ ...rule.place, message: 'the rule that it is an exception to' }];
  if (bound === undefined) {
    found.push(
      ...own.map((each): Diagnostic => ({ ...each, notes: [...each.notes, ...notes], blocks: false })),
    );
    return undefined;
  }
  const broad = [
    ...findBroadEffects({ ...rule, unless: [bound] }),
    ...absencesAlone(bound).map(({ place }) => place),
  ];
  const help = helpForOwn(rule, 'when');
  for (const { path, span } of broad) {
    const message = `this would excuse the whole call from \`${rule.code}\`, whatever else the call does`;
    const report = idle({ ...context, path }, found);
    report('unbound-exception', span, message, { notes, help });
  }
  if (broad.length > 0) return undefined;
  // Said once, whatever number of rules an exception is to.
  const isSaid = found.some(({ code }) => code === 'broad-exception');
  if (!isSaid) found.push(...findWholeCommands(bound, rule, 'when').map((each) => ({ ...each, notes })));
  const place = { path: context.path, span: declaration.name.span };
  const longest = rule.allowed?.longest ?? longestException;
  return { kind: 'condition', name: term.code, expression: bound, exception: { ...term, longest }, place };
}

/** Reports that an exception has no effect: an error that keeps no policy from being in force. */
const idle =
  ({ path }: Pick<Context, 'path'>, found: Diagnostic[]) =>
  (
    code: DiagnosticCode,
    span: Span,
    message: string,
    details: Pick<Partial<Diagnostic>, 'notes' | 'help'>,
  ): void => {
    const { notes = [], help } = details;
    found.push({ code, severity: 'error', path, span, message, notes, help, blocks: false });
  };

/** A code of another policy may be right: its file is then not among those that are checked. */
const helpForNoRule = (wanted: string): string =>
  wanted.includes('*')
    ? 'name the rule by its whole code, such as `com.acme.security.no-ddl`; `*` is any part of it'
    : 'check the file together with the folder that has this rule, or name another rule by its whole code';
