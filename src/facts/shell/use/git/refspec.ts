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
} from '../../../../pattern/text/shape.ts';
import type { CommandOperand, CommandOption } from '../../../effect/effect.ts';

/** The operands of a push, with each refspec as its destination, and with every other name of that. */
export function pushedRefs(
  operands: readonly CommandOperand[],
  options: readonly CommandOption[],
): readonly CommandOperand[] {
  const has = (...names: readonly string[]): boolean =>
    options.some((option) => option.names.some((name) => names.includes(name)));
  const implied = (value: Shape): CommandOperand => ({ value, role: 'refspec', implied: true });
  // A deletion is written `:main` or `--delete main`. Both become `main` and `:main`.
  const deletes = has('--delete');
  const written: CommandOperand[] = [];
  const others: CommandOperand[] = [];
  let isWide = has('--all', '--mirror');
  for (const operand of operands) {
    if (operand.role !== 'refspec') {
      written.push(operand);
      continue;
    }
    const value = destinationOf(operand.value);
    written.push({ ...operand, value });
    others.push(...otherNames(value, operand.value).map(implied));
    if (deletes)
      others.push(implied(joinPieces([{ kind: 'text', text: ':' }, ...value.pieces], value.source)));
    // `:` means every branch that both sides have, and `*` matches names.
    isWide ||= /^\+?:$|\*/.test(staticText(value) ?? '');
  }
  const all = isWide ? [implied(anyShape('every branch'))] : [];
  const tags = has('--tags', '--follow-tags')
    ? [implied({ pieces: [{ kind: 'text', text: 'refs/tags/' }, { kind: 'any' }], source: 'every tag' })]
    : [];
  return [...written, ...others, ...all, ...tags];
}

/** The destination of a refspec: `HEAD:main` goes to `main`. `+` stays in front, and `:main` deletes. */
function destinationOf(refspec: Shape): Shape {
  const { pieces, source } = refspec;
  const text = staticText(refspec);
  const [head] = pieces;
  const plus = head?.kind === 'text' && head.text.startsWith('+') ? '+' : '';
  const colon = pieces.findLastIndex(hasColon);
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

const hasColon = (piece: Piece): boolean => piece.kind === 'text' && piece.text.includes(':');

const branchOf = (text: string): string => text.replace(/^(:?)refs\/heads\//, '$1');

/**
 * What else a destination may be called. A forced push and a deletion change the branch behind their sign. git
 * completes a name: `heads/main` is `main` too, if the remote has that. An unknown part may have a `:` or the
 * beginning of the full name in it.
 */
function otherNames(destination: Shape, refspec: Shape): readonly Shape[] {
  const forced = without(destination, '+');
  const deleted = without(forced ?? destination, ':');
  const bare = deleted ?? forced ?? destination;
  const signed = [forced, deleted].flatMap((name) => name ?? []);
  const isOpen = bare.pieces.some(({ kind }) => kind === 'any');
  if (isOpen && !refspec.pieces.some(hasColon))
    return bare.pieces.length === 1 ? signed : [...signed, anyShape(refspec.source)];
  return [...signed, ...completed(bare)];
}

const fullName = 'refs/heads/';

/** The branches that git may complete this name to, besides the one that is called so. */
function completed(name: Shape): readonly Shape[] {
  const { pieces, source } = name;
  const known = without(name, fullName) ?? without(name, 'heads/');
  if (known !== undefined) return [known];
  const [head] = pieces;
  const lead = head?.kind === 'text' ? head.text : '';
  const [unknown, after, ...rest] = lead === '' ? pieces : pieces.slice(1);
  if (unknown?.kind !== 'any' || !(fullName.startsWith(lead) || 'heads/'.startsWith(lead))) return [];
  const names = lead === '' ? [] : [joinPieces(pieces.slice(1), source)];
  if (after?.kind !== 'text') return names;
  // The unknown part may be `refs/heads`, and the text behind it the rest of the full name. The name is only
  // possible then, so it begins with something unknown.
  for (let at = 1; at < fullName.length; at++) {
    const end = fullName.slice(at);
    if (!after.text.startsWith(end)) continue;
    names.push(joinPieces([unknown, { kind: 'text', text: after.text.slice(end.length) }, ...rest], source));
  }
  return names;
}

/** What follows a known beginning, if there is more than that. */
function without(shape: Shape, start: string): Shape | undefined {
  const [head, ...rest] = shape.pieces;
  if (head?.kind !== 'text' || !head.text.startsWith(start)) return undefined;
  const left = joinPieces([{ kind: 'text', text: head.text.slice(start.length) }, ...rest], shape.source);
  return left.pieces.length === 0 ? undefined : left;
}
