/**
 * A long text that a call writes to a file with `cat > file <<'END'`: only its length keeps the call from being read. It is
 * looked for where nothing else can be meant: at the very beginning of the call, with a quoted delimiter, into one file.
 */

import { joinPieces, type Shape } from '../../pattern/shape.ts';

/** More than this is left out. */
const longestBody = 4096;

const writing =
  /^\s*(?:cat\s*>{1,2}\s*[\w./~+@-]+\s*<<-?\s*(['"])(\w+)\1|cat\s*<<-?\s*(['"])(\w+)\3\s*>{1,2}\s*[\w./~+@-]+|tee(?: -a)?\s+[\w./~+@-]+\s*<<-?\s*(['"])(\w+)\5)[ \t]*\n/;

/** The call with what is not known in the place of such a text; undefined where it does not begin so. */
export function withoutLongHeredoc(text: string): Shape | undefined {
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
  return joinPieces(
    [{ kind: 'text', text: head }, { kind: 'any' }, { kind: 'text', text: `\n${rest}` }],
    text.slice(0, 200),
  );
}
