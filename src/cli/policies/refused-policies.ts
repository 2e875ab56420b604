/** Why policies that were read did not come into force: for administrators, and for the decision log. */
import type { Diagnostic } from '../../language/diagnostic.ts';
import { printable, renderPlace, type SourceLookup } from '../../language/render.ts';

/** So many problems are listed; `bylaw check` says the rest. */
const mostListed = 20;
/** Characters of all of them in the decision log. */
const mostLogged = 2000;

/** The first problems, each with its place, and how many there are besides. */
export function listProblems(problems: readonly Diagnostic[], lookup: SourceLookup): readonly string[] {
  const listed = problems
    .slice(0, mostListed)
    .map(({ path, span, message }) => printable(`${renderPlace(path, span, lookup)}: ${message}`));
  const others = problems.length - listed.length;
  return others === 0 ? listed : [...listed, `and ${others} more: see \`bylaw check\``];
}

/** The same as one text for a record. */
export function loggedRefusal(listed: readonly string[]): string {
  const text = listed.join('; ');
  return text.length <= mostLogged ? text : `${text.slice(0, mostLogged)}…`;
}
