/** Trees of exceptions, and of what rules say of them, that `parse` could give for some text, however senseless. */
import fc from 'fast-check';
import type { Clause, ExceptionDeclaration } from '../../src/language/ast.ts';
import type { QuotedText } from '../../src/language/expression.ts';
import * as node from './node.ts';

const { span } = node;
const day = fc.constantFrom('2027-03-01', '2026-02-30', '0000-99-1', '2027-3-01').map(node.name);

/** Clauses that exceptions have, or rules to which there are some. */
export function exceptionClause(
  text: fc.Arbitrary<QuotedText>,
  word: fc.Arbitrary<string>,
): fc.Arbitrary<Clause> {
  const most = fc.option(fc.constantFrom('90d', '1.5h', '3', '24parsecs').map(node.numberValue), {
    nil: undefined,
  });
  return fc.oneof(
    fc
      .tuple(fc.constantFrom('owner', 'ticket', 'because'), text)
      .map(([kind, of]): Clause => ({ kind: kind as 'owner', text: of, span })),
    day.map((of): Clause => ({ kind: 'expires', day: of, span })),
    fc.constant<Clause>({ kind: 'final', span }),
    fc.tuple(fc.array(word, { minLength: 1, maxLength: 12 }), most).map(
      ([layers, limit]): Clause => ({
        kind: 'exceptions',
        layers: layers.map(node.name),
        most: limit,
        span,
      }),
    ),
  );
}

export const looseException = (
  name: fc.Arbitrary<string>,
  clauses: fc.Arbitrary<Clause[]>,
): fc.Arbitrary<ExceptionDeclaration> =>
  fc
    .tuple(
      fc.constantFrom('excuse' as const, 'watch' as const),
      name,
      fc.array(name, { minLength: 1, maxLength: 20 }),
      clauses,
    )
    .map(([effect, own, targets, of]) => ({
      kind: 'exception',
      effect,
      name: node.name(own),
      targets: targets.map(node.name),
      clauses: of,
      span,
      broken: false,
    }));
