/**
 * Rules that a client can get round by what it says of itself: an exception, or a negated condition, that rests on `agent`,
 * `model`, `harness`, `source`, an extension or another part of the event that is not the call; and a rule about one source.
 * What a label rests on counts where the label does.
 *
 *     unless session.agent is "release-bot"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type {
  CheckedCompare,
  CheckedExpression,
  CheckedLabel,
  CheckedRule,
  ObjectTest,
  ResolvedField,
} from '../checked.ts';

export function findWeakClaims(rules: readonly CheckedRule[], labels: readonly CheckedLabel[]): Diagnostic[] {
  const claims = new Claims(labels);
  for (const rule of rules) claims.addRule(rule, false);
  return claims.found;
}

/** Of every claim it is told once, whatever rests on it. */
class Claims {
  readonly found: Diagnostic[] = [];
  readonly #labels: ReadonlyMap<string, CheckedLabel>;
  /** Labels that were looked into, with what they are used for. */
  readonly #seen = new Set<string>();

  constructor(labels: readonly CheckedLabel[]) {
    this.#labels = new Map(labels.map((label) => [label.code, label]));
  }

  /** `excuses`: whether that it holds makes some rule hold less. */
  addRule({ when, unless }: CheckedRule, excuses: boolean): void {
    this.#addAll(when, excuses);
    for (const expression of unless) this.#add(expression, !excuses);
  }

  /** What has to hold together. Beside something that is proved a claim stands not alone, where both have to be so. */
  #addAll(expressions: readonly CheckedExpression[], excuses: boolean): void {
    const isProved = expressions.some(proves);
    for (const each of expressions) if (!isProved || !isPlainClaim(each)) this.#add(each, excuses);
  }

  #add(expression: CheckedExpression, excuses: boolean): void {
    switch (expression.kind) {
      case 'and':
        this.#addAll(expression.operands, excuses);
        return;
      case 'or':
        for (const each of expression.operands) this.#add(each, excuses);
        return;
      case 'not':
        this.#add(expression.operand, !excuses);
        return;
      case 'might':
        this.#add(expression.operand, excuses);
        return;
      case 'condition':
        this.#add(expression.expression, excuses);
        return;
      case 'compare':
        this.#addCompare(expression, excuses !== saysNo(expression));
        return;
      case 'label':
        this.#addLabel(expression.label, excuses);
        return;
      case 'object':
        this.#addTest(expression.test, excuses);
        return;
      case 'effect':
        for (const test of expression.tests) this.#addTest(test, excuses);
        return;
      case 'opaque':
      case 'limit':
      case 'denials':
      case 'window':
        return;
      default:
        expression satisfies never;
    }
  }

  #addTest({ patterns, negated }: ObjectTest, excuses: boolean): void {
    for (const pattern of patterns)
      if (pattern.kind === 'label') this.#addLabel(pattern.value, excuses !== negated);
  }

  #addLabel(code: string, excuses: boolean): void {
    const use = `${excuses} ${code}`;
    const label = this.#labels.get(code);
    if (label === undefined || this.#seen.has(use)) return;
    this.#seen.add(use);
    this.addRule(label.subject, excuses);
  }

  #addCompare(compare: CheckedCompare, excuses: boolean): void {
    const told = toldOf(compare, excuses);
    if (told === undefined) return;
    const [message, help] = told;
    const { path, span } = compare.place;
    this.found.push(warningAt('weak-claim', path, span, message, { help }));
  }
}

type Told = readonly [message: string, help: string];

function toldOf(compare: CheckedCompare, excuses: boolean): Told | undefined {
  const { field } = compare;
  if (isTimeOfEvent(field)) return clientTime;
  if (asksForProof(compare)) return excuses ? undefined : unproved(field.text);
  const says = `\`${field.text}\` is what the client says of itself`;
  if (excuses) return isClaim(field) ? weakening(says) : undefined;
  return tellsClients(field) ? narrowing(says) : undefined;
}

const weakening = (says: string): Told => [
  `${says}, and here it can switch the rule off`,
  'an agent that is led astray can claim another name; rest exceptions on what the call does instead, or on who asks as far as it is proved: `client.token`, `client.user`',
];

const narrowing = (says: string): Told => [
  `${says}, and one that says otherwise gets round the rule`,
  'rest it on who asks as far as it is proved: `client.token`, `client.user`, or `client.source` where the source is pinned',
];

const unproved = (field: string): Told => [
  `\`${field}\` is missing for whoever does not prove it, and here that switches the rule off`,
  'anybody can come without a token, or by another way; name the clients that are excused: `unless client.token is "…"`',
];

/** The client says when an event was: it is no clock, wherever it stands. */
const isTimeOfEvent = ({ entry, steps: [first] }: ResolvedField): boolean =>
  entry.id === 'event' && first === 'time';

const clientTime: Told = [
  '`event.time` is what the client says, and no clock',
  'what time it is by the clock of the server is asked with a window: `during office`, `outside office`',
];

/** Whether there is a proof at all, whatever it says: a client chooses that by the way that it takes. */
const asksForProof = ({ field, operator }: CheckedCompare): boolean =>
  field.entry.id.startsWith('client.') && (operator === 'missing' || operator === 'present');

/** What is not about the call itself. A part of the event that nobody knows may hold any claim. */
function isClaim({ entry, steps: [first, second] }: ResolvedField): boolean {
  if (entry.id !== 'event') return entry.claim;
  if (first === 'session') return !ofSession.has(String(second));
  return !ofCall.has(String(first));
}

const ofSession: ReadonlySet<string> = new Set(['id', 'cwd', 'workspaceRoots']);
const ofCall: ReadonlySet<string> = new Set(['id', 'type', 'time', 'tool', 'call', 'path']);

/** What one client is told from another by. Harness, model, agent and extensions say more how a call is made than by whom. */
const tellsClients = ({ entry, steps: [first] }: ResolvedField): boolean =>
  entry.id === 'source' || (entry.id === 'event' && first === 'source');

/** Whether it holds only for a client of whom something is proved. */
const proves = (expression: CheckedExpression): boolean =>
  expression.kind === 'compare' &&
  expression.field.entry.id.startsWith('client.') &&
  expression.field.entry.id !== 'client.way' &&
  !asksForProof(expression) &&
  !expression.negated;

/** A comparison with what is claimed, which holds for whoever claims it. */
const isPlainClaim = (expression: CheckedExpression): boolean =>
  expression.kind === 'compare' && !saysNo(expression);

/** `is missing` is the negation of `is present`. */
const saysNo = ({ operator, negated }: CheckedCompare): boolean => (operator === 'missing') !== negated;
