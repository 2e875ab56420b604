/**
 * The refspecs of `git push` in the form that rules use: each is the branch or tag that it goes to. Refspecs
 * that options add are included, so that `every refspec is …` holds for everything that is pushed.
 */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/shape.ts';
import type { CommandOperand, CommandOption } from '../../effect.ts';

/** The operands of a push, with each refspec as its destination. */
export function pushedRefs(
  operands: readonly CommandOperand[],
  options: readonly CommandOption[],
): readonly CommandOperand[] {
  const has = (...names: readonly string[]): boolean =>
    options.some((option) => option.names.some((name) => names.includes(name)));
  const written = operands.map((operand) =>
    operand.role === 'refspec' ? { ...operand, value: destinationOf(operand.value) } : operand,
  );
  const implied = (value: Shape): CommandOperand => ({ value, role: 'refspec', implied: true });
  // A deletion is written `:main` or `--delete main`. Both become `main` and `:main`.
  const deletes = has('--delete');
  const deleted = written.flatMap(({ value, role }) => {
    const [first, ...rest] = value.pieces;
    if (role !== 'refspec') return [];
    if (first?.kind === 'text' && first.text.startsWith(':') && first.text !== ':')
      return [implied({ ...value, pieces: [{ kind: 'text', text: first.text.slice(1) }, ...rest] })];
    return deletes ? [implied(joinPieces([{ kind: 'text', text: ':' }, ...value.pieces], value.source))] : [];
  });
  // `:` means every branch that both sides have, and `*` matches names.
  const isWide = written.some(
    ({ value, role }) => role === 'refspec' && /^\+?:$|\*/.test(staticText(value) ?? ''),
  );
  const all = isWide || has('--all', '--mirror') ? [implied(anyShape('every branch'))] : [];
  const tags = has('--tags', '--follow-tags')
    ? [implied({ pieces: [{ kind: 'text', text: 'refs/tags/' }, { kind: 'any' }], source: 'every tag' })]
    : [];
  return [...written, ...deleted, ...all, ...tags];
}

/** The destination of a refspec: `HEAD:main` goes to `main`. `+` stays in front, and `:main` deletes. */
function destinationOf(refspec: Shape): Shape {
  const { pieces, source } = refspec;
  const text = staticText(refspec);
  const [head] = pieces;
  const plus = head?.kind === 'text' && head.text.startsWith('+') ? '+' : '';
  const colon = pieces.findLastIndex((piece) => piece.kind === 'text' && piece.text.includes(':'));
  const split = pieces[colon];
  if (split?.kind !== 'text' || text?.slice(plus.length).startsWith(':'))
    return text === undefined ? refspec : textShape(plus + branchOf(text.slice(plus.length)), source);
  const at = split.text.lastIndexOf(':');
  const target: readonly Piece[] = [
    { kind: 'text', text: branchOf(split.text.slice(at + 1)) },
    ...pieces.slice(colon + 1),
  ];
  return joinPieces([{ kind: 'text', text: plus }, ...target], source);
}

const branchOf = (text: string): string => text.replace(/^(:?)refs\/heads\//, '$1');
