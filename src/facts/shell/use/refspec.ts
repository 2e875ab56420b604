/**
 * What `git push` pushes, as rules ask for it: each refspec is the branch or tag
 * that it goes to. What options push besides is there as well, so that `every
 * refspec is …` holds for all that changes and not only for what is named.
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

/** The operands of a push, with its refspecs by where they go. */
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
  // A deletion is spelt `:main` or `--delete main`: both are `main` and `:main`.
  const deletes = has('--delete');
  const deleted = written.flatMap(({ value, role }) => {
    const [first, ...rest] = value.pieces;
    if (role !== 'refspec') return [];
    if (first?.kind === 'text' && first.text.startsWith(':') && first.text !== ':')
      return [implied({ ...value, pieces: [{ kind: 'text', text: first.text.slice(1) }, ...rest] })];
    return deletes ? [implied(joinPieces([{ kind: 'text', text: ':' }, ...value.pieces], value.source))] : [];
  });
  // `:` is every branch that both sides have, and a `*` stands for names.
  const isWide = written.some(
    ({ value, role }) => role === 'refspec' && /^\+?:$|\*/.test(staticText(value) ?? ''),
  );
  const all = isWide || has('--all', '--mirror') ? [implied(anyShape('every branch'))] : [];
  const tags = has('--tags', '--follow-tags')
    ? [implied({ pieces: [{ kind: 'text', text: 'refs/tags/' }, { kind: 'any' }], source: 'every tag' })]
    : [];
  return [...written, ...deleted, ...all, ...tags];
}

/** `HEAD:main` pushes to `main`, whatever it pushes; `+` stays in front, and `:main` deletes. */
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
