/**
 * Patterns with a sign that means nothing there, and so is a part of a name that no file and no host has: `!legal/**`,
 * `{legal,docs/**`, `**legal**`, ` legal/**`, `^legal/.*$`, `*.pem,*.key`, `paste_bin.com`, `a..b`; and
 * letters of another alphabet that look like those of this one.
 */
import type { TextValue } from '../../language/expression.ts';
import { type Context, reportWarning } from '../names/context.ts';

/** Warns of such a path pattern, of the first sign alone. */
export function warnOfOddPath(context: Context, { value, span }: TextValue): void {
  const found = oddInPath(value);
  if (found !== undefined) reportWarning(context, 'odd-pattern', span, found.message, { help: found.help });
}

/** Warns of a command that is not the one that it looks like. */
export function warnOfOddCommand(context: Context, { value, span }: TextValue): void {
  const found = lookAlikeIn(value.split(/\s+/));
  if (found !== undefined) reportWarning(context, 'odd-pattern', span, found.message, { help: found.help });
}

/** Warns of a name of a host that no domain can have. */
export function warnOfOddHost(context: Context, { value, span }: TextValue): void {
  const found = oddInHost(value);
  if (found !== undefined) reportWarning(context, 'odd-pattern', span, found.message, { help: found.help });
}

interface Finding {
  readonly message: string;
  readonly help: string;
}

function oddInHost(text: string): Finding | undefined {
  const foreign = text.split('.').find((label) => isMixed(label) || isLookAlike(label));
  if (foreign !== undefined)
    return {
      message: `\`${foreign}\` has ${foreignLetters(foreign)}, and is not the name that it looks like`,
      help: 'type the name anew; to deny the name that looks like another, write it as it is sent, `xn--…`',
    };
  if (!text.includes('.') && text.includes('_'))
    return {
      message: `\`${text}\` is no name of a domain: it has no dot, and an underscore`,
      help: 'look up how the name is written: `"pastebin.com"`',
    };
  const [domain = ''] = /[^.]*\.[^.]*$/.exec(text) ?? [];
  if (domain.includes('_'))
    return {
      message: `\`${domain}\` cannot exist: the name of a domain has no underscore`,
      help: 'look up how the name is written; names below a domain may have underscores',
    };
  if (text.includes('..'))
    return { message: `\`${text}\` cannot exist: a part of the name is empty`, help: 'write one dot' };
  const label = text.split('.').find((each) => /^-|[^*]-$/.test(each));
  if (label !== undefined)
    return {
      message: `\`${label}\` cannot be a part of a name: it begins or ends with a hyphen`,
      help: 'look up how the name is written',
    };
  return undefined;
}

/** Letters of other alphabets, in a word with Latin ones. */
const isMixed = (label: string): boolean =>
  /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(label);

/** A word of other letters that all look like Latin ones: а с е о р х у і ј ѕ ԁ ԛ ԝ һ ӏ and ο ν ρ υ ι. */
const isLookAlike = (label: string): boolean =>
  /^[\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0458\u0455\u0501\u051b\u051d\u04bb\u04cf\u03bf\u03bd\u03c1\u03c5\u03b9\d-]+$/iu.test(
    label,
  ) && /\p{L}/u.test(label);

/** Among names in which other alphabets are common, the first one with letters that look like Latin ones. */
function lookAlikeIn(names: readonly string[]): Finding | undefined {
  const found = names.find((name) => hidden.test(name) || isLookAlike(name) || hasLookAlike(name));
  if (found === undefined) return undefined;
  return {
    message: `\`${found}\` has ${foreignLetters(found)}, and is not the name that it looks like`,
    help: 'type the name anew; if it is meant so, accept the warning',
  };
}

/** `μs` and `Δt` are seen to be no Latin words, and `сurl` is not. */
const hasLookAlike = (name: string): boolean =>
  /\p{Script=Latin}/u.test(name) &&
  /[\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0458\u0455\u0501\u051b\u051d\u04bb\u04cf\u03bf\u03c1\u03c5\u03b9\uff21-\uff5a]/iu.test(
    name,
  );

/** Signs without a form, and blanks that are not the usual one. */
const hidden = /[\p{Cf}\u00a0\u2000-\u200a\u202f\u205f\u3000]/u;

const foreignLetters = (label: string): string =>
  [...new Set(label.match(foreign) ?? [])]
    .map(
      (letter) =>
        `\`${letter}\` (U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`,
    )
    .join(', ');

const foreign =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Cf}\u00a0\u2000-\u200a\u202f\u205f\u3000\uff21-\uff5a]/gu;

function oddInPath(text: string): Finding | undefined {
  const alike = lookAlikeIn(text.split('/'));
  if (alike !== undefined) return alike;
  if (text.trim() !== text)
    return {
      message: `\`${text}\` begins or ends with a blank, which is a part of the name`,
      help: `write \`"${text.trim()}"\``,
    };
  if (/^![^(]/.test(text))
    return {
      message: '`!` is a part of the name here, and excludes nothing',
      help: `write what is left out behind \`except\` in a list, or below \`unless\`: \`unless path in "${text.slice(1)}"\``,
    };
  if (text.startsWith('^') && text.endsWith('$'))
    return {
      message: '`^` and `$` are parts of the name here: a path is no regular expression',
      help: 'write `**` for any folders and `*` for any part of a name',
    };
  const joined = /[,|](?=\*\*?\/|\*\.)/.exec(text)?.[0];
  if (joined !== undefined && !text.includes('{') && !text.includes('('))
    return {
      message: `\`${joined}\` is a part of the name here, and separates no patterns`,
      help: `write each pattern in its own quotes: \`"a" or "b"\``,
    };
  const brace = openBrace(text);
  if (brace !== undefined)
    return {
      message: `\`${brace}\` is a part of the name here, since it has no other brace`,
      help: 'alternatives are written `"{legal,docs}/**"`',
    };
  const part = text.split(/[/{},]/).find((each) => each.includes('**') && each !== '**');
  return part === undefined
    ? undefined
    : {
        message: `\`**\` beside other signs is \`*\`: \`${part}\` is one name, and no folder below another`,
        help: part.endsWith('**')
          ? `write \`"**/${part.replace(/\*\*+/g, '*')}/**"\` for what lies in such a folder anywhere`
          : `write \`"**/${part.replace(/\*\*+/g, '*')}"\` for such files anywhere`,
      };
}

/** A brace without its other one; undefined if there is none. */
function openBrace(text: string): '{' | '}' | undefined {
  let depth = 0;
  for (const sign of text.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')) {
    if (sign === '{') depth++;
    if (sign === '}' && --depth < 0) return '}';
  }
  return depth > 0 ? '{' : undefined;
}
