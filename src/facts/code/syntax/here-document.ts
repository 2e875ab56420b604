/**
 * Here-documents of Perl and Ruby: `<<"END"`, `<<~END`, `<<'END'`. The body is on the next lines. The lexer first reads
 * the rest of the current line, and then skips the body.
 */
import { endsOperand, type Lexer, lineEnd, match, push } from './lexer.ts';
import { type Inserted, readQuoted } from './quoted.ts';

const none: ReadonlySet<string> = new Set();

/** Reads one where it starts; false if none starts here. `inserted` reads expressions inside the text. */
export function readHereDocument(
  lexer: Lexer,
  inserted: (lexer: Lexer, at: number) => Inserted | undefined,
): boolean {
  const opening = match(
    lexer,
    /<<([~-]?)(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|`([^`\n]{1,80})`|([A-Z_a-z]\w*))/y,
  );
  if (opening === undefined) return false;
  const [all, dash = '', double, single, command, bare] = opening;
  if (bare !== undefined && !/^[A-Z_]/.test(bare) && endsOperand(lexer, none)) return false;
  const name = double ?? single ?? command ?? bare ?? '';
  if (isOperator(lexer, name, dash)) return false;
  const from = Math.max(lexer.resume, Math.min(lineEnd(lexer, lexer.at) + 1, lexer.end));
  const { bodyEnd, end } = findEnd(lexer, from, name, dash !== '');
  const body = { ...lexer, end: bodyEnd };
  const { parts } = readQuoted(body, from, {
    close: '\uFFFF',
    escapes: single === undefined ? 'c' : 'none',
    lines: true,
    inserted: single === undefined ? inserted : undefined,
  });
  lexer.resume = end;
  return push(lexer, command === undefined ? 'text' : 'shell', lexer.at + all.length, '', parts);
}

/**
 * Whether `<<` adds a text to what is in front of it: `c<<' x'`. After a variable of the script it does, and after any
 * other operand if no line ends the text.
 */
function isOperator(lexer: Lexer, name: string, dash: string): boolean {
  const last = lexer.tokens[lexer.tokens.length - 1];
  if (last === undefined || !endsOperand(lexer, none)) return false;
  if (last.kind === 'op') return true;
  if (last.kind === 'name') {
    const isAssigned = lexer.tokens.some(
      (token, at) => token.kind === 'name' && token.text === last.text && lexer.tokens[at + 1]?.text === '=',
    );
    if (isAssigned) return true;
  }
  const from = Math.min(lineEnd(lexer, lexer.at) + 1, lexer.end);
  return findEnd(lexer, Math.max(lexer.resume, from), name, dash !== '').bodyEnd >= lexer.end;
}

function findEnd(
  lexer: Lexer,
  from: number,
  name: string,
  indented: boolean,
): { bodyEnd: number; end: number } {
  let at = from;
  while (at < lexer.end) {
    const end = lineEnd(lexer, at);
    const line = lexer.code.slice(at, end).replace(/\r$/, '');
    if ((indented ? line.trimStart() : line) === name)
      return { bodyEnd: at, end: Math.min(end + 1, lexer.end) };
    at = end + 1;
  }
  return { bodyEnd: lexer.end, end: lexer.end };
}
