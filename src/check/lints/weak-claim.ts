/**
 * Rules that a client can avoid by what it says about itself: an exception or a negated condition on `agent`, `model`,
 * `harness`, `source`, an extension or another part of the event that is not the call; and a rule about one source. The
 * conditions of a label count where a rule asks for the label.
 *
 *     unless session.agent is "release-bot"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type {
  CheckedCompare,
  CheckedExpression,
  CheckedLabel,
  CheckedRule,
  Pattern,
  ResolvedField,
} from '../tree/checked.ts';
import { gather, testsOf } from '../tree/walk.ts';

export function findWeakClaims(rules: readonly CheckedRule[], labels: readonly CheckedLabel[]): Diagnostic[] {
  const claims = new Claims(labels);
  for (const rule of rules) claims.addRule(rule, false);
  return claims.found;
}

/** What is claimed in the conditions of rules, and of the labels that they rest on: each claim and each label once. */
class Claims {
  readonly found: Diagnostic[] = [];
  readonly #labels: ReadonlyMap<string, CheckedLabel>;
  /** Labels that were looked into, with what they are used for. */
  readonly #seen = new Set<string>();

  constructor(labels: readonly CheckedLabel[]) {
    this.#labels = new Map(labels.map((label) => [label.code, label]));
  }

  /** `excuses`: whether some other rule holds less where this one holds. */
  addRule({ when, unless }: CheckedRule, excuses: boolean): void {
    this.found.push(...this.#inAll(when, excuses));
    this.found.push(...unless.flatMap((each) => this.#in(each, !excuses)));
  }

  /** What has to hold together. A claim beside something that is proved is not weak, where both have to hold. */
  #inAll(expressions: readonly CheckedExpression[], excuses: boolean): readonly Diagnostic[] {
    const isProved = expressions.some(proves);
    return expressions.flatMap((each) => (isProved && isPlainClaim(each) ? [] : this.#in(each, excuses)));
  }

  #in(expression: CheckedExpression, excuses: boolean): readonly Diagnostic[] {
    return gather(
      expression,
      (node, turned) => {
        if (node.kind === 'and') return this.#inAll(node.operands, turned);
        if (node.kind === 'compare') return weakClaim(node, turned !== saysNo(node));
        if (node.kind === 'label') this.#addLabel(node.label, turned);
        for (const { patterns, negated } of testsOf(node))
          for (const { value } of patterns.filter(isLabel)) this.#addLabel(value, turned !== negated);
        return undefined;
      },
      excuses,
    );
  }

  #addLabel(code: string, excuses: boolean): void {
    const use = `${excuses} ${code}`;
    const label = this.#labels.get(code);
    if (label === undefined || this.#seen.has(use)) return;
    this.#seen.add(use);
    this.addRule(label.subject, excuses);
  }
}

const isLabel = (pattern: Pattern): pattern is Pattern & { readonly kind: 'label' } =>
  pattern.kind === 'label';

function weakClaim(compare: CheckedCompare, excuses: boolean): readonly Diagnostic[] {
  const advice = adviceFor(compare, excuses);
  if (advice === undefined) return [];
  const [message, help] = advice;
  const { path, span } = compare.place;
  return [warningAt('weak-claim', path, span, message, { help })];
}

type Advice = readonly [message: string, help: string];

function adviceFor(compare: CheckedCompare, excuses: boolean): Advice | undefined {
  const { field } = compare;
  if (isTimeOfEvent(field)) return clientTime;
  if (asksForProof(compare)) return excuses ? undefined : unproved(field.text);
  const says = `\`${field.text}\` is what the client says of itself`;
  if (excuses) return isClaim(field) ? weakening(says) : undefined;
  return namesClients(field) ? narrowing(says) : undefined;
}

const weakening = (says: string): Advice => [
  `${says}, and here it can switch the rule off`,
  'an agent that is led astray can claim another name; rest exceptions on what the call does instead, or on who asks as far as it is proved: `client.token`, `client.user`',
];

const narrowing = (says: string): Advice => [
  `${says}, and one that says otherwise gets round the rule`,
  'rest it on who asks as far as it is proved: `client.token`, `client.user`, or `client.source` where the source is pinned',
];

const unproved = (field: string): Advice => [
  `\`${field}\` is missing for every client that does not prove it, and here that switches the rule off`,
  'every client can come without a token, or by another way; name the clients that are excused: `unless client.token is "…"`',
];

/** Whether a field is the time of the event, which the client chooses. */
const isTimeOfEvent = ({ entry, steps: [first] }: ResolvedField): boolean =>
  entry.id === 'event' && first === 'time';

const clientTime: Advice = [
  '`event.time` is what the client says, and no clock',
  'what time it is by the clock of the server is asked with a window: `during office`, `outside office`',
];

/** Whether a comparison asks only if there is a proof: the client decides that by the way it connects. */
const asksForProof = ({ field, operator }: CheckedCompare): boolean =>
  field.entry.id.startsWith('client.') && (operator === 'missing' || operator === 'present');

/** Whether a field is a claim of the client and no part of the call. An unknown part of the event can hold any claim. */
function isClaim({ entry, steps: [first, second] }: ResolvedField): boolean {
  if (entry.id !== 'event') return entry.claim;
  if (first === 'session') return !ofSession.has(String(second));
  return !ofCall.has(String(first));
}

const ofSession: ReadonlySet<string> = new Set(['id', 'cwd', 'workspaceRoots']);
const ofCall: ReadonlySet<string> = new Set(['id', 'type', 'time', 'tool', 'call', 'path']);

/** Whether a field names the client. Harness, model, agent and extensions say how a call is made, not by whom. */
const namesClients = ({ entry, steps: [first] }: ResolvedField): boolean =>
  entry.id === 'source' || (entry.id === 'event' && first === 'source');

/** Whether an expression holds only for a client with a proof. */
const proves = (expression: CheckedExpression): boolean =>
  expression.kind === 'compare' &&
  expression.field.entry.id.startsWith('client.') &&
  expression.field.entry.id !== 'client.way' &&
  !asksForProof(expression) &&
  !expression.negated;

/** A comparison that holds for every client that makes the claim. */
const isPlainClaim = (expression: CheckedExpression): boolean =>
  expression.kind === 'compare' && !saysNo(expression);

/** `is missing` is the negation of `is present`. */
const saysNo = ({ operator, negated }: CheckedCompare): boolean => (operator === 'missing') !== negated;
