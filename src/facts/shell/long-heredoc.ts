/**
 * A long text that a call writes to a file with `cat > file <<'END'`. The text is left out, so that the rest of the call can be
 * read. It has to be at the very beginning of the call, with a quoted delimiter and one file, where it can mean nothing else.
 */
import { joinPieces, type Shape } from '../../pattern/text/shape.ts';

/** In characters. A longer text is left out. */
const longestBody = 4096;

const writing =
  /^\s*(?:cat\s*>{1,2}\s*[\w./~+@-]+\s*<<-?\s*(['"])(\w+)\1|cat\s*<<-?\s*(['"])(\w+)\3\s*>{1,2}\s*[\w./~+@-]+|tee(?: -a)?\s+[\w./~+@-]+\s*<<-?\s*(['"])(\w+)\5)[ \t]*\n/;

/**
 * The call with an unknown piece in place of such a text. Undefined if the call does not begin with one, or
 * stays longer than `most`.
 */
export function withoutLongHeredoc(text: string, most: number): Shape | undefined {
  const begin = writing.exec(text);
  const delimiter = begin?.[2] ?? begin?.[4] ?? begin?.[6];
  if (begin === null || delimiter === undefined) return undefined;
  const [head] = begin;
  let at = head.length;
  for (const line of text.slice(head.length).split('\n')) {
    if (line.replace(/^\t*/, '') === delimiter) break;
    at += line.length + 1;
  }
  if (at >= text.length || at - head.length < longestBody) return undefined;
  const rest = text.slice(at);
  if (head.length + rest.length > most) return undefined;
  return joinPieces(
    [{ kind: 'text', text: head }, { kind: 'any' }, { kind: 'text', text: `\n${rest}` }],
    text.slice(0, 200),
  );
}
