/**
 * Perl among the words of a program that fills marks with values (`{= s/a/b/ =}`, `--rpl '{z} lc'`): what it does is unknown,
 * unless it only changes the value. Options may bring such marks, or others, from a variable or a file.
 */
import { joinPieces, type Shape, staticText } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { heldBy, wordsHeld } from '../running/held-options.ts';
import type { Running } from '../running/running.ts';

/** The signs around Perl. */
interface Parens {
  readonly left: string;
  readonly right: string;
}

/** Records an unknown for code in the marks of the command, and for options that are in another place. */
export function noteMarkCode(running: Running): void {
  const { invocation, shell, span } = running;
  if (!invocation.traits.each) return;
  const unknown = (source: string, of: string): void => shell.unknown('code', source, of, span);
  const parens = parensOf(running);
  if (parens === undefined) {
    unknown('--parens', 'the signs around code are not known');
    return;
  }
  for (const { names, value } of invocation.options) {
    if (value === undefined) continue;
    const [, code] = names.some((name) => ownCode.has(name)) ? (codeOfOption(value, names) ?? []) : [];
    const isOpen = names.some((name) => markedOptions.has(name)) && staticText(value) === undefined;
    if (isOpen || (code !== undefined && !isHarmless(code)) || hasCode(value, parens))
      unknown(value.source, whatCodeDoes);
  }
  const isPlus = invocation.options.some(({ names }) => names.includes('--plus'));
  // `echo {= 's/a/b/' =}`: the words of the command are one text.
  const command = joinPieces(
    commandWords(running).flatMap(({ shape }) => [...shape.pieces, { kind: 'text', text: ' ' }]),
    invocation.program,
  );
  if (hasCode(command, parens) || (isPlus && hasCodeInGroups(command))) unknown(command.source, whatCodeDoes);
  const profile = invocation.options.find(({ names }) => names.includes('--profile'));
  if (profile !== undefined)
    shell.unknown(
      'file',
      profile.value?.source ?? '--profile',
      'the options in this file are not known',
      span,
    );
  for (const name of mannersOf(invocation.program).options ?? []) {
    const held = heldBy(name, running);
    const isPlain =
      held === undefined ||
      wordsHeld(held, running).every(({ shape }) => plainOption.test(staticText(shape) ?? '?'));
    if (!isPlain) unknown(name, 'what the options in this variable do with the command is not known');
  }
}

const whatCodeDoes = 'what this code does is not known';

/** Options that change nothing in what runs: `-j4 --bar`. */
const plainOption =
  /^(?:-[jP]?\d*[%+]?|-[kut]+|-[jP]|--(?:jobs|max-procs|nice|delay|timeout|retries|halt)(?:=[\w.,%+-]*)?|\+?\d+%?|--(?:bar|progress|eta|will-cite|keep-order|line-buffer|lb|tag|verbose|no-notice|gnu|ungroup|group))$/;

/** Options whose value is code, behind the mark or the column for which it is. */
const ownCode: ReadonlySet<string> = new Set(['--rpl', '--shard', '--bin', '--group-by']);

/** Options whose value may have marks. */
const markedOptions: ReadonlySet<string> = new Set([
  ...ownCode,
  '--tagstring',
  '--ctagstring',
  '--return',
  '--trc',
  '--workdir',
  '--results',
  '--template',
  '--transferfile',
]);

function codeOfOption(value: Shape, names: readonly string[]): RegExpExecArray | null {
  const text = staticText(value)?.trimStart() ?? '';
  return names.includes('--rpl') ? /^\S*\s*([\s\S]*)$/.exec(text) : /^[-\w]*\s*([\s\S]*)$/.exec(text);
}

/** The signs that the options give; undefined if they are not known. */
function parensOf({ invocation: { options } }: Running): Parens | undefined {
  const option = options.findLast(({ names }) => names.includes('--parens'));
  if (option === undefined) return { left: '{=', right: '=}' };
  const text = option.value && staticText(option.value);
  if (text === undefined || text.length < 2) return undefined;
  return { left: text.slice(0, text.length / 2), right: text.slice(text.length / 2) };
}

/** The words of the command in front of the values. */
function commandWords({ words, invocation: { options, values } }: Running): Running['words'] {
  const from = values.find(
    ({ uses, option }) => option === undefined && uses.some(({ name }) => name === 'run'),
  )?.at;
  if (from === undefined) return [];
  const given = options.flatMap(({ names, value }) =>
    names.includes('--arg-sep') || names.includes('--arg-file-sep')
      ? [(value && staticText(value)) ?? '']
      : [],
  );
  const separators = [':::', '::::', ':::+', '::::+', ...given];
  const behind = words.slice(from);
  const end = behind.findIndex(({ shape }) => separators.includes(staticText(shape) ?? ''));
  return end < 0 ? behind : behind.slice(0, end);
}

/** Whether a text has code between such signs that may do something. What is not known between them may be any code. */
function hasCode(shape: Shape, { left, right }: Parens): boolean {
  const text = textWithGaps(shape);
  for (let at = text.indexOf(left); at >= 0; at = text.indexOf(left, at + 1)) {
    const end = text.indexOf(right, at + left.length);
    if (end < 0) return text.includes(gap, at);
    if (!isHarmless(text.slice(at + left.length, end))) return true;
  }
  return false;
}

/** Whether a mark of the shell's kind (`{%x}`, `{:-x}`) has a text that ends the expression into which it is put. */
function hasCodeInGroups(shape: Shape): boolean {
  for (const [, sign = '', inside = ''] of textWithGaps(shape).matchAll(/\{(:-|[#%/^,:]+)([^{}]*)\}/g)) {
    const limit = sign.startsWith('/') ? 1 : 0;
    const isPlain =
      sign === ':-'
        ? /^(?!(?:unlink|rmdir)$)[\w.-]*$/.test(inside)
        : /^(?:\\[.dsw]|[\w\s./:,^%#+*?-])*$/.test(inside);
    if (!isPlain || inside.split('/').length - 1 > limit) return true;
  }
  return /\{(?:uq|[^{}]*[$`(;][^{}]*)\}/.test(textWithGaps(shape));
}

/** A sign in the place of each unknown part, so that the rest can be read as Perl. */
const gap = '\0';

const textWithGaps = (shape: Shape): string =>
  joinPieces(shape.pieces, shape.source)
    .pieces.map((piece) => (piece.kind === 'text' ? piece.text : gap))
    .join('');

/**
 * Whether code does nothing but change the value: substitutions, transliterations, and functions of texts and numbers. The
 * number of a column may be in front.
 */
function isHarmless(code: string): boolean {
  if (code.length > longestCode) return false;
  let at = 0;
  while (at < code.length) {
    const part = parts.find((each) => {
      each.lastIndex = at;
      return each.test(code);
    });
    if (part === undefined) return false;
    at = part.lastIndex;
  }
  return true;
}

const longestCode = 400;

/** What such code is made of. Nothing in these parts is evaluated as code of its own. */
const parts: readonly RegExp[] = [
  // `s/a/b/g`, without an embedded expression.
  /s([/:,|#!])(?:\\[\s\S]|(?!\1)[^\\@`{}$(]|\((?!\?[^:])|\$(?=\1|\)|\|))*\1(?:\\\w|(?!\1)[^\\@`{}$]|\$[\d&](?![\d[{-]))*\1[gimsxr]*(?!\w)/y,
  /(?:y|tr)([/:,|#!])(?:\\[\s\S]|(?!\1)[^\\])*\1(?:\\[\s\S]|(?!\1)[^\\])*\1[cdsr]*(?!\w)/y,
  /\$(?:_|arg\[\d+\]|job->(?:seq|slot)\(\))(?![\w[{]|->)/y,
  /'[^'\\]*'|"[^"\\$@]*"|\d[\d.]*(?![\w])/y,
  /(?:lc|uc|lcfirst|ucfirst|length|substr|sprintf|int|abs|index|rindex|ord|chr|hex|oct|seq|slot|total_jobs|skip|chomp|chop|if|unless|eq|ne|lt|gt|le|ge|x|and|or|not)(?![\w:'])/y,
  /&&|\|\||=~|[\s+*().,=?:!>%;-]/y,
];
