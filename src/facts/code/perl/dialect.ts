/** The syntax of Perl: sigils, the many quotings, patterns, here-documents, pod. */
import { type Dialect, setOf, wordsOf } from '../syntax/dialect.ts';
import { readHereDocument } from '../syntax/here-document.ts';
import { endsOperand, type Lexer, lexInside, lineEnd, match, push, skip } from '../syntax/lexer.ts';
import { closing, type Inserted, readQuoted } from '../syntax/quoted.ts';
import type { Part, Token } from '../syntax/token.ts';

const words = wordsOf({
  skip: 'use no package last next redo goto __PACKAGE__',
  declare: 'my our local state',
  branch: 'if unless while until when given try',
  else: 'else elsif continue catch finally default',
  for: 'for foreach',
  function: 'sub BEGIN UNITCHECK CHECK INIT END',
  prefix: 'not defined ref scalar',
  infix: 'and xor x eq ne lt gt le ge cmp isa',
  or: 'or',
  return: 'return',
  do: 'do',
});

export const perlDialect: Dialect = {
  lex,
  lines: 'none',
  name: /[A-Za-z_]\w*(?:(?:::|')[A-Za-z_]\w*)*(?:::)?/y,
  // `main` is the package of a script.
  spell: (name) =>
    name
      .replace(/^main::(?=.)/, '')
      .replace(/::$/, '')
      .replace(/::|'/g, '.'),
  operators: [],
  words,
  blocks: 'brace',
  members: setOf('->'),
  assigns: setOf('= .= ||= //='),
  joins: setOf('.'),
  bareCalls: true,
  unary: setOf(
    'eval lc uc lcfirst ucfirst fc shift pop chr ord length chdir rmdir readline readlink close hex oct int rand exists delete each keys values caller undef require sleep exit chroot stat lstat quotemeta glob do',
  ),
  programs: setOf('system exec'),
  named: undefined,
  modifiers: true,
  callBlocks: true,
  tuples: true,
};

/** Words before an operand, as in `split /,/`. */
const keywords = new Set([
  ...words.keys(),
  ...'split grep map join push unshift print say die warn keys values each delete exists reverse sort sprintf printf splice'.split(
    ' ',
  ),
]);

function lex(lexer: Lexer): boolean {
  const { code, at } = lexer;
  const character = code[at] ?? '';
  if (character === '#') return skip(lexer, lineEnd(lexer, at));
  const startsLine = at === 0 || code[at - 1] === '\n';
  if (startsLine && /^=[a-z]/i.test(code.slice(at, at + 2))) return pod(lexer);
  if (startsLine && /__(?:END|DATA)__/y.test(code.slice(at, at + 8))) return skip(lexer, lexer.end);
  if (character === '(' && isBehindSub(lexer)) {
    const prototype = match(lexer, /\([\\$@%&*;+_[\]\s]*\)/y);
    if (prototype !== undefined) return skip(lexer, at + prototype[0].length);
  }
  if ('$@%&'.includes(character)) return variable(lexer);
  if (character === '"') return quoted(lexer, 'text', at + 1, '"', inserted);
  if (character === "'") return quoted(lexer, 'text', at + 1, "'");
  if (character === '`') return quoted(lexer, 'shell', at + 1, '`', inserted);
  if (character === '<' && startsOperand(lexer)) return readHereDocument(lexer, inserted) || angled(lexer);
  if (character === '/' && !endsOperand(lexer, keywords)) return pattern(lexer, 'm', at + 1, '/');
  return operator(lexer);
}

/** Whether a bracket may open the prototype of a function: `sub f($$)`, `sub(&)`. */
function isBehindSub({ tokens }: Lexer): boolean {
  const last = tokens[tokens.length - 1];
  const word = last?.text === 'sub' ? last : tokens[tokens.length - 2];
  return word?.kind === 'name' && word.text === 'sub';
}

/** Whether `<` opens something: `unlink <*.o>`, not `$x < 1`. */
function startsOperand(lexer: Lexer): boolean {
  if (!endsOperand(lexer, keywords)) return true;
  const last = lexer.tokens[lexer.tokens.length - 1];
  const isWord = last?.kind === 'name' && !/^[$@]/.test(last.text);
  return isWord && lexer.spaced && !/[\s=]/.test(lexer.code[lexer.at + 1] ?? ' ');
}

function pod(lexer: Lexer): boolean {
  const end = lexer.code.indexOf('\n=cut', lexer.at - 1);
  return skip(lexer, end < 0 ? lexer.end : lineEnd(lexer, end + 1));
}

/** `$x`, `@x`, `%x`, `$#x`, `${x}`, `$Foo::x`, and the special ones; else an operator. */
function variable(lexer: Lexer): boolean {
  const { code, at } = lexer;
  const sigil = code[at] ?? '';
  // `$r->@{…}` is a slice of what `$r` refers to.
  if (sigil === '@' && code.startsWith('->', at - 2) && '[{'.includes(code[at + 1] ?? ' '))
    return skip(lexer, at + 1);
  const behind = match(lexer, /[$@%]\{\s*\$([A-Za-z_]\w*)\s*\}(?=[[{])/y);
  if (behind !== undefined) return push(lexer, 'name', at + behind[0].length, `$${behind[1]}`);
  const name = match(
    lexer,
    /([$@%&]\$*#?)(?:\{\s*(\^?(?:::)?\w+(?:::\w+)*)\s*\}|((?:::)?[A-Za-z_]\w*(?:::\w+)*|[0-9]+|\^\w))/y,
  );
  // `$main::{x}` is everything with the name `x`: what is called in this way is not known.
  const table = match(lexer, /\$\w*(?:::\w+)*::(?=\{)/y);
  if (table !== undefined) return push(lexer, 'name', at + table[0].length, '\uE000');
  if (name !== undefined) {
    const isOperator = (sigil === '%' || sigil === '&') && endsOperand(lexer, keywords);
    if (isOperator) return false;
    const plain = (name[2] ?? name[3] ?? '').replace(/^(?:main)?::/, '').replace(/::/g, '.');
    // The last index of an array says how long it is: what is set there is known as little as an element anywhere.
    if (name[1] === '$#') return anyElement(lexer, plain, at + name[0].length);
    if (name[1] === '&$') return push(lexer, 'name', at + name[0].length, `$${plain}`);
    // `@m{…}` is a slice of the hash `%m`, whose elements are those of `$m`.
    const isSlice = name[1] === '@' && plain !== 'ENV' && code[at + name[0].length] === '{';
    const text = sigil === '&' ? plain : `${sigil === '%' || isSlice ? '$' : sigil}${plain}`;
    return push(lexer, 'name', at + name[0].length, text);
  }
  if (sigil === '$' || (sigil === '@' && /[_$]/.test(code[at + 1] ?? ''))) {
    if (code[at + 1] === '{' || code[at + 1] === '$') return push(lexer, 'op', at + 1, '\\');
    return push(lexer, 'name', Math.min(at + 2, lexer.end), code.slice(at, at + 2));
  }
  if (sigil === '@') return push(lexer, 'op', at + 1, '\\');
  return false;
}

/** Reads it as an element of an array with an index that is not known; where it is set, as one that any name may have. */
function anyElement(lexer: Lexer, array: string, end: number): boolean {
  const isSet = /^\s*(?:--|\+\+|[-+*/|&.]{0,2}=(?![=~]))/.test(lexer.code.slice(end, end + 20));
  const isStepped = /(?:--|\+\+)\s*$/.test(lexer.code.slice(Math.max(0, lexer.at - 20), lexer.at));
  push(lexer, 'name', end, `$${array}`);
  push(lexer, 'op', end, '[');
  push(lexer, 'name', end, isSet || isStepped ? '\uE000' : `$#${array}`);
  return push(lexer, 'op', end, ']');
}

function quoted(
  lexer: Lexer,
  kind: 'text' | 'shell',
  from: number,
  open: string,
  insert?: (lexer: Lexer, at: number) => Inserted | undefined,
): boolean {
  const close = closing(open);
  const { parts, end } = readQuoted(lexer, from, {
    close,
    open: close === open ? undefined : open,
    escapes: insert === undefined ? 'single' : 'c',
    letters: 'ntr0abfe',
    lines: true,
    inserted: insert,
  });
  // Escapes that change the case of later letters are not followed.
  const changes = insert !== undefined && /\\[LUFQluNco]/.test(lexer.code.slice(from, end));
  return push(
    lexer,
    kind,
    end,
    '',
    changes ? [...parts.filter((part) => typeof part !== 'string'), []] : parts,
  );
}

/** `q{…}`, `qw(…)`, `m!…!`, `s{…}{…}e`: words that are quotings if a delimiter follows. */
function operator(lexer: Lexer): boolean {
  if (/x=(?![=~>])/y.test(lexer.code.slice(lexer.at, lexer.at + 3)) && endsOperand(lexer, keywords))
    return push(lexer, 'op', lexer.at + 2, 'x=');
  if (/^x\d/.test(lexer.code.slice(lexer.at, lexer.at + 2)) && endsOperand(lexer, keywords))
    return push(lexer, 'name', lexer.at + 1, 'x');
  const word = match(
    lexer,
    /(qq|qw|qx|qr|q|m|s|tr|y)(?:(\s*)([^\w\s,;)=])|\s+([^\w\s,;)=])|(?:\s*)(=)(?![>=~\s]))/y,
  );
  if (word === undefined) return false;
  // `*y` is everything with the name `y`.
  if (lexer.code[lexer.at - 1] === '*') return false;
  const last = lexer.tokens[lexer.tokens.length - 1];
  if (last?.text === '->' || last?.text === '{') {
    if (
      /\}/y.test(
        lexer.code
          .slice(lexer.at + (word[1]?.length ?? 0))
          .trimStart()
          .slice(0, 1),
      )
    )
      return false;
    if (last.text === '->') return false;
  }
  const open = word[3] ?? word[4] ?? word[5] ?? '';
  if (open === '#' && (word[2] ?? ' ') !== '') return false;
  const from = lexer.at + word[0].length;
  switch (word[1]) {
    case 'q':
      return quoted(lexer, 'text', from, open);
    case 'qq':
      return quoted(lexer, 'text', from, open, inserted);
    case 'qx':
      return quoted(lexer, 'shell', from, open, open === "'" ? undefined : inserted);
    case 'qw':
      return wordList(lexer, from, open);
    default:
      return pattern(lexer, word[1] ?? 'm', from, open);
  }
}

function wordList(lexer: Lexer, from: number, open: string): boolean {
  const { parts, end } = readQuoted(lexer, from, { close: closing(open), escapes: 'none', lines: true });
  const words = parts
    .join('')
    .split(/\s+/)
    .filter((word) => word !== '');
  const start = lexer.at;
  push(lexer, 'op', start, '(');
  for (const word of words) {
    push(lexer, 'text', start, '', [word]);
    push(lexer, 'op', start, ',');
  }
  return push(lexer, 'op', end, ')');
}

/** A pattern. The replacement of `s///e` is code, and so are `(?{…})` and `@{[…]}` inside patterns. */
function pattern(lexer: Lexer, kind: string, from: number, open: string): boolean {
  const close = closing(open);
  const nests = close !== open;
  const quoting = { close, open: nests ? open : undefined, escapes: 'raw', lines: true } as const;
  const first = readQuoted(lexer, from, {
    ...quoting,
    inserted: kind === 'tr' || kind === 'y' ? undefined : insertedInPattern,
  });
  const parts: Part[] = first.parts.filter((part) => typeof part !== 'string');
  let { end } = first;
  if (kind === 's' || kind === 'tr' || kind === 'y') {
    const again = nests ? match(lexer, /\s*([^\w\s])/y, end) : undefined;
    const start = again === undefined ? end : end + again[0].length;
    const second = again?.[1] ?? open;
    const replacement = { close: closing(second), open: closing(second) === second ? undefined : second };
    const read = readQuoted(lexer, start, {
      ...quoting,
      ...replacement,
      inserted: kind === 's' ? inserted : undefined,
    });
    const flags = match(lexer, /[a-z]*/y, read.end)?.[0] ?? '';
    if (kind === 's' && flags.includes('e')) {
      parts.push(lexInside(lexer, start, () => false, Math.max(start, read.end - 1)).tokens);
      // The result is code as well: `s///ee`.
      if (/e.*e/.test(flags)) parts.push([notKnown(start, read.end)]);
    } else parts.push(...read.parts.filter((part) => typeof part !== 'string'));
    end = read.end;
  }
  const flags = match(lexer, /[a-z]*/y, end);
  const leaves = flags?.[0].includes('r') === true && kind !== 'm';
  return push(lexer, 'regex', end + (flags?.[0].length ?? 0), leaves ? '' : kind, parts);
}

/** A part of a script that is not known, where its code is made when it runs. */
const notKnown = (start: number, end: number): Token => ({
  ...{ kind: 'name', text: '\uE000', parts: [], spaced: false },
  ...{ start, end },
});

function insertedInPattern(lexer: Lexer, at: number): Inserted | undefined {
  if (lexer.code[at] === '(') {
    const code = match(lexer, /\(\?\??\{/y, at);
    if (code === undefined) return undefined;
    const { tokens, end } = lexInside(lexer, at + code[0].length);
    return { parts: [tokens], end: Math.min(end + 1, lexer.end) };
  }
  return /[$@][\w{]/.test(lexer.code.slice(at, at + 2)) ? inserted(lexer, at) : undefined;
}

/** `<$file>`, `<STDIN>` read a line; `<*.c>` is a list of files. */
function angled(lexer: Lexer): boolean {
  const angle = match(lexer, /<(?:<>|([^<>\n=;]{0,200}))>/y);
  if (angle === undefined) return false;
  const inside = angle[1] ?? '';
  const end = lexer.at + angle[0].length;
  if (/^(?:ARGV)?$/.test(inside)) return push(lexer, 'name', end, '<>');
  if (/^\$?\w*$/.test(inside)) return push(lexer, 'name', end, 'readline');
  const start = lexer.at;
  push(lexer, 'name', start, 'glob');
  push(lexer, 'op', start, '(');
  push(lexer, 'text', start, '', [inside]);
  return push(lexer, 'op', end, ')');
}

/** `$x`, `@x`, `$x->{y}[0]`, `${x}`, `@{[ … ]}` in a text. */
function inserted(lexer: Lexer, at: number): Inserted | undefined {
  const { code } = lexer;
  const sigil = code[at];
  if (sigil !== '$' && sigil !== '@') return undefined;
  const next = code[at + 1] ?? '';
  if (next === '{' && !/\w/.test(code[at + 2] ?? '')) {
    const { tokens, end } = lexInside(lexer, at + 2);
    return { parts: [tokens], end: Math.min(end + 1, lexer.end) };
  }
  const name = match(
    lexer,
    /[$@](?:\{\s*\^?(?:::)?\w+(?:::\w+)*\s*\}|(?:::)?[A-Za-z_]\w*(?:::\w+)*|[0-9&$!+@.,;'-]|\$+\w+)/y,
    at,
  );
  if (name === undefined) return undefined;
  const end = subscriptEnd(lexer, at + name[0].length);
  return { parts: [lexInside(lexer, at, () => false, end).tokens], end };
}

/** The end of `[…]`, `{…}`, `->[…]` after a variable in a text. */
function subscriptEnd({ code, end }: Lexer, from: number): number {
  let at = from;
  for (;;) {
    const start = code.startsWith('->', at) && '[{'.includes(code[at + 2] ?? ' ') ? at + 2 : at;
    const open = code[start];
    if (open !== '[' && open !== '{') return at;
    if (open === '[' && !/[$\w-]/.test(code[start + 1] ?? '')) return at;
    let depth = 0;
    let place = start;
    const limit = Math.min(end, start + 200);
    for (; place < limit; place++) {
      const character = code[place];
      if (character === '[' || character === '{') depth++;
      else if (character === ']' || character === '}') depth--;
      if (depth === 0) break;
    }
    if (place >= limit) return at;
    at = place + 1;
  }
}
