/**
 * Patterns with a sign that means nothing there, and so is a part of a name that no file and no host has: `!legal/**`,
 * `{legal,docs/**`, `**legal**`, ` legal/**`, `paste_bin.com`.
 */
import type { TextValue } from '../../language/expression.ts';
import { type Context, reportWarning } from '../names/context.ts';

/** Warns of such a path pattern, of the first sign alone. */
export function warnOfOddPath(context: Context, { value, span }: TextValue): void {
  const found = oddInPath(value);
  if (found !== undefined) reportWarning(context, 'odd-pattern', span, found.message, { help: found.help });
}

/** Warns of a name of a host with an underscore where names of domains have none. */
export function warnOfOddHost(context: Context, { value, span }: TextValue): void {
  const [domain] = /[^.]*\.[^.]*$/.exec(value) ?? [];
  if (domain?.includes('_') !== true) return;
  reportWarning(
    context,
    'odd-pattern',
    span,
    `no domain is called \`${domain}\`: it has an underscore in it`,
    {
      help: 'look up how the name is written; names below a domain may have underscores',
    },
  );
}

interface Finding {
  readonly message: string;
  readonly help: string;
}

function oddInPath(text: string): Finding | undefined {
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
