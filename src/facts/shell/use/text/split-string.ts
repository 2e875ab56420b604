/**
 * The text of `env -S`. env splits it into words, and reads its own options from the first of these:
 * `env -S'-C dir rm x'`. Here it becomes a text for a shell, which means the same.
 */
import { joinPieces, type Piece, type Shape } from '../../../../pattern/text/shape.ts';

/** The command of a shell for the text of `env -S`. The words behind the text are its positional parameters. */
export function splitCommand({ pieces, source }: Shape): Shape {
  let quote = '';
  let isComment = false;
  const split = pieces.map((piece): Piece => {
    if (isComment) return { kind: 'text', text: '' };
    if (piece.kind !== 'text') return piece;
    let text = '';
    for (const [token] of piece.text.matchAll(/\\[\s\S]|\$\{\w+\}|(?<=^|\s)#|[\s\S]/g)) {
      if ((token === '#' || token === '\\c') && quote === '') {
        isComment = true;
        break;
      }
      if ((token === "'" || token === '"') && (quote === '' || quote === token))
        quote = quote === '' ? token : '';
      text += inShell(token, quote);
    }
    return { kind: 'text', text };
  });
  return joinPieces([{ kind: 'text', text: 'env ' }, ...split, { kind: 'text', text: ' "$@"' }], source);
}

/** The character that each letter behind a backslash means. It is part of a word. */
const controls: Readonly<Record<string, string>> = {
  '\\f': '\f',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\v': '\v',
};

/** A character, an escaped one or a variable, as a shell writes it. Only quotes, blanks and `${NAME}` are special. */
function inShell(token: string, quote: string): string {
  if (quote === "'") return token === "\\'" ? "'\\''" : token.replace(/^\\\\$/, '\\');
  if (token === '\\_') return ' ';
  const control = controls[token];
  if (quote === '"') return control ?? (token === '`' ? '\\`' : token.replace(/^\\(?=[#'])/, ''));
  if (control !== undefined) return `$'${token}'`;
  if (token.startsWith('${')) return `"${token}"`;
  if (/^\s$/.test(token)) return ' ';
  return /^[;|&<>()*?[\]~`{}!]$/.test(token) ? `\\${token}` : token;
}
