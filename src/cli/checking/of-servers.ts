/**
 * Rules and exceptions that ask for what only a server proves of its clients. A hook that decides by itself has no such proof:
 * there a rule denies nothing, or everything to be safe, and an exception excuses nothing.
 */
import type {
  CheckedBundle,
  CheckedExpression,
  CheckedRule,
  ExceptionTerm,
} from '../../check/tree/checked.ts';
import type { SourcePlace } from '../../check/tree/source-place.ts';
import { type ExpressionPart, gather } from '../../check/tree/walk.ts';
import { renderPlace, type SourceLookup } from '../../language/render.ts';

/** Fields that are there only where a client has shown a token or a certificate. */
const provedByServers: ReadonlySet<string> = new Set(['client.token', 'client.certificate']);

/** A line for each, below a heading; empty where there are none. */
export function ofServersText(bundle: CheckedBundle | undefined, lookup: SourceLookup): string {
  const rules = bundle?.rules ?? [];
  const findings = [...rules.flatMap(findingsIn), ...exceptionsIn(rules)];
  const lines = findings.map(
    ({ what, place }) => `  ${what} (${renderPlace(place.path, place.span, lookup)})\n`,
  );
  return lines.length === 0
    ? ''
    : `Only for clients of a server, since a hook that decides itself does not have the field:\n${lines.join('')}`;
}

interface Finding {
  readonly what: string;
  readonly place: SourcePlace;
}

/** Of a rule that cannot hold without the fields nothing else is said: what excuses from it does not count. */
function findingsIn(rule: CheckedRule): readonly Finding[] {
  const { code, place, effect, unsure } = rule;
  const said = new Set(rule.absences.map(({ field }) => field.text));
  const idle = rule.when.find((each) => !outcomesOf(each, said).has('yes'));
  if (idle !== undefined) {
    const isSafe = effect === 'deny' && unsure === 'deny' && outcomesOf(idle, said).has('unknown');
    const outcome = isSafe ? 'denies there to be safe' : 'denies nothing there';
    return [{ what: `${code} asks for \`${provedIn(idle)}\`, and ${outcome}`, place }];
  }
  const excuse = rule.unless.find((each) => termOf(each) === undefined && !outcomesOf(each, said).has('yes'));
  return excuse === undefined
    ? []
    : [
        {
          what: `${code} asks for \`${provedIn(excuse)}\` in an \`unless\`, which excuses nobody there`,
          place,
        },
      ];
}

/** Exceptions to any of the rules, each once. */
function exceptionsIn(rules: readonly CheckedRule[]): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const rule of rules) {
    const said = new Set(rule.absences.map(({ field }) => field.text));
    for (const each of rule.unless) {
      const term = termOf(each);
      if (term === undefined || outcomesOf(each, said).has('yes')) continue;
      const what = `the exception ${term.code} asks for \`${provedIn(each)}\`, and excuses nobody there`;
      found.set(term.code, { what, place: each.place });
    }
  }
  return [...found.values()];
}

const termOf = (excuse: CheckedExpression): ExceptionTerm | undefined =>
  excuse.kind === 'condition' ? excuse.exception : undefined;

/** The first of the fields that an expression asks for. */
const provedIn = (expression: CheckedExpression): string | undefined =>
  gather(expression, (node) =>
    node.kind === 'compare' && provedByServers.has(node.field.text) ? [node.field.text] : undefined,
  )[0];

type Outcome = 'yes' | 'no' | 'unknown';

/**
 * What an expression can be in a hook. Each question may be anything, but for one about a proved field, whose value is
 * unknown. `said`: the fields for which the rule says itself what happens without them.
 */
function outcomesOf(expression: CheckedExpression, said: ReadonlySet<string>): ReadonlySet<Outcome> {
  switch (expression.kind) {
    case 'and':
      return joined(expression.operands, said, ['no', 'unknown', 'yes']);
    case 'or':
      return joined(expression.operands, said, ['yes', 'unknown', 'no']);
    case 'not':
      return new Set([...outcomesOf(expression.operand, said)].map((each) => opposite[each]));
    case 'might':
      return new Set(
        [...outcomesOf(expression.operand, said)].map((each) => (each === 'unknown' ? 'yes' : each)),
      );
    case 'condition':
      return outcomesOf(expression.expression, said);
    default:
      return new Set(outcomesOfPart(expression, said));
  }
}

function outcomesOfPart(part: ExpressionPart, said: ReadonlySet<string>): readonly Outcome[] {
  if (part.kind !== 'compare' || !provedByServers.has(part.field.text) || said.has(part.field.text))
    return ['yes', 'no', 'unknown'];
  if (part.operator === 'missing') return ['yes'];
  return part.operator === 'present' ? ['no'] : ['unknown'];
}

/** What operands come to where the first word of `order` that one of them is decides. */
function joined(
  operands: readonly CheckedExpression[],
  said: ReadonlySet<string>,
  order: readonly Outcome[],
): ReadonlySet<Outcome> {
  const stronger = (a: Outcome, b: Outcome): Outcome => (order.indexOf(a) < order.indexOf(b) ? a : b);
  return operands
    .map((each) => outcomesOf(each, said))
    .reduce((some, others) => {
      const both = new Set<Outcome>();
      for (const one of some) for (const other of others) both.add(stronger(one, other));
      return both;
    });
}

const opposite: Readonly<Record<Outcome, Outcome>> = { yes: 'no', no: 'yes', unknown: 'unknown' };
