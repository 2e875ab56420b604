/** Patterns for hosts, commands and packages, with warnings about doubtful ones. */
import type { DiagnosticDetails } from '../../language/diagnostic.ts';
import type { TextValue } from '../../language/expression.ts';
import type { Span } from '../../language/source.ts';
import { compileCommand } from '../../pattern/command.ts';
import { compileHost } from '../../pattern/host.ts';
import { compilePackage } from '../../pattern/package.ts';
import { type Context, reportError, reportWarning } from '../names/context.ts';
import type { Pattern } from '../tree/checked.ts';
import { warnOfOddCommand, warnOfOddHost } from './odd-pattern.ts';
import { helpForQuotes, warnOfPlainWords } from './plain-words.ts';

/** Another text in the place of one; none where it would be empty, or has to be written with escapes. */
export const fixOfText = (value: string, text: string, span: Span): Pick<DiagnosticDetails, 'fix'> =>
  text === '' || /["\\]/.test(value) ? {} : { fix: { kind: 'replace', span, text: `"${text}"` } };

/** A pattern for a host, a command or a package; reports what is wrong with it. */
export function resolveObjectText(
  context: Context,
  value: TextValue,
  language: 'host' | 'command' | 'package',
): Pattern | undefined {
  const { problem, warning, help } = problemWith(value.value, language);
  if (problem !== undefined) {
    return reportError(
      context,
      'invalid-pattern',
      value.span,
      `the ${language} pattern \`${value.value}\` cannot be used: ${problem}`,
      { help: helpForQuotes(value.value) ?? help },
    );
  }
  if (warning !== undefined) {
    reportWarning(context, 'wide-host', value.span, `\`${value.value}\` ${warning}`, {
      help: 'name the hosts that are meant, such as `"docs.example.com"` or `"*.example.com"`',
    });
  }
  if (language === 'host') warnOfOddHost(context, value);
  if (language === 'command') {
    warnOfProgram(context, value);
    warnOfOddCommand(context, value);
  }
  warnOfPlainWords(context, value, language);
  return { kind: language, value: value.value };
}

/** Programs that run another one. The inner command is a command like any other, whatever options are before it. */
const wrapped =
  /^(sudo|doas|env|nohup|timeout|xargs|command)\s+(?:(?:-\S*|[0-9]\S*|[A-Za-z_]\w*=\S*)\s+)*(\S.*)$/;

/** Where systems keep their programs. */
const systemFolder = /^(?:\/usr(?:\/local)?|\/opt\/\S+)?\/s?bin\/(\S.*)$/;

/** Warns of `"sudo rm"`, which misses `sudo -n rm`, and of `"/bin/rm"`, which misses `rm`. */
function warnOfProgram(context: Context, { value, span }: TextValue): void {
  const [, wrapper, command] = wrapped.exec(value) ?? [];
  if (wrapper !== undefined && command !== undefined) {
    const rights =
      wrapper === 'sudo' || wrapper === 'doas' ? ', and `elevates` for the rights of another user' : '';
    reportWarning(
      context,
      'wrapped-command',
      span,
      `\`${wrapper}\` is seen through: what it runs is a command of its own`,
      { help: `write \`"${command}"\`${rights}` },
    );
  }
  const [, program] = systemFolder.exec(value) ?? [];
  if (program === undefined) return;
  reportWarning(context, 'program-path', span, `\`${value}\` is only what is called by exactly this path`, {
    help: `write \`"${program}"\`: programs are compared by name, wherever they lie`,
    ...fixOfText(value, program, span),
  });
}

function problemWith(
  text: string,
  language: 'host' | 'command' | 'package',
): { readonly problem?: string | undefined; readonly warning?: string | undefined; readonly help: string } {
  switch (language) {
    case 'host': {
      const help =
        'hosts are written `"example.com"`, `"*.example.com"`, `"10.0.0.0/8"`, or as a class such as `private`';
      return { ...compileHost(text), help };
    }
    case 'command': {
      const help = 'a command pattern is a program and its first words: `"git push"`; options follow `with`';
      if (/[|;&<>`$()]/.test(text))
        return { problem: 'it has characters of the shell in it, which no single command has', help };
      if (/["']/.test(text))
        return { problem: 'it has quotes in it, which are gone when a command is compared', help };
      return { problem: compileCommand(text).problem, help };
    }
    case 'package':
      return {
        problem: compilePackage(text).problem,
        help: 'a package is written `"left-pad"`, `"@scope/*"` or `"npm:left-pad"`',
      };
    default:
      return language satisfies never;
  }
}
