/** Reads the commands of PowerShell with their arguments and redirections, and the texts that they run as scripts. */
import {
  anyShape,
  firstShapes,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { concat } from '../use/text/powershell-text.ts';
import { followCommand } from './powershell-follow.ts';
import { goesTo } from './powershell-location.ts';
import {
  addPowerShellCommand,
  type PowerShellReader,
  sees,
  settled,
  skipSpaces,
  sourceAt,
} from './powershell-reader.ts';
import { outputOfCommand } from './powershell-result.ts';
import { startedWords } from './powershell-started.ts';
import { isFileType } from './powershell-types.ts';
import { oneValue, type PowerShellValue, staticItem, textOfValue } from './powershell-value.ts';
import { setsVariables } from './powershell-variables.ts';
import { bareWord, withPattern, word } from './powershell-word.ts';
import { character, givenUp, matchHere, span, takeHere } from './text-reader.ts';
import type { WindowsRedirect } from './windows-script.ts';
import { choose } from './windows-state.ts';

/** Reads a command: a bare word and its arguments. `given` and `first`: its name and words that have been read already. */
export function readPowerShellCommand(
  reader: PowerShellReader,
  given: Shape | undefined,
  input: PowerShellValue | undefined,
  start: number,
  first: readonly Shape[] = [],
): PowerShellValue | undefined {
  const value = given === undefined ? bareWord(reader) : oneValue(given);
  if (value === undefined) return undefined;
  let program = textOfValue(value, sourceAt(reader, start));
  // `?` as a command is an alias of `Where-Object`, and not a glob.
  if (showShape(program) === '?') program = textShape('?', program.source);
  const none = (): undefined => undefined;
  const alias = choose(reader, reader.state.aliases.get((staticText(program) ?? '').toLowerCase()), none);
  if (alias !== undefined) program = textShape(alias, program.source);
  // `cd..`, `cd\` and `cd~` are names of functions.
  const [, folder] = /^cd(\.\.|\\|~)$/i.exec(staticText(program) ?? '') ?? [];
  if (folder !== undefined) program = textShape('cd', program.source);
  const written = (staticText(program) ?? '').toLowerCase();
  const own = choose(reader, reader.state.functions.get(written), none);
  const name = written.replace(/^.*[\\/]/, '').replace(/\.exe$/, '');
  const redirects: WindowsRedirect[] = [];
  const { words: plain, inner, blocks, files } = commandArguments(reader, redirects, input);
  // A form has the text of its files.
  const all = /^(?:irm|iwr|invoke-(?:restmethod|webrequest))$/.test(name)
    ? [...plain, ...files.flatMap((file) => [textShape('-InFile'), file])]
    : plain;
  if (own !== undefined) {
    const value = reader.grammar.call(reader, own, all, input);
    if (redirects.length === 0) return value;
    program = textShape('Write-Output');
  }
  const handed = [...(folder === undefined ? first : [textShape(folder)]), ...all];
  const stdin = input?.command ?? (/^(?:iex|invoke-expression)$/.test(name) ? inner : undefined);
  const going = goesTo(reader, name, handed, input, start);
  const words = going?.words ?? startedWords(name, withGlobs(name, handed));
  const index = addPowerShellCommand(reader, {
    program,
    words,
    stdin,
    redirects,
    certain: true,
    ...span(reader, start),
  });
  if (going !== undefined) reader.state.locations = going.floats ? ['floating'] : [index];
  const use = { name, words: handed, input, start, blocks };
  const result =
    followCommand(reader, use) ?? outputOfCommand(reader, name, words, input, sourceAt(reader, start));
  const output = { ...result, command: index };
  setsVariables(reader, name, handed, output, start);
  return output;
}

/** Commands whose paths are patterns, also in quotes. */
const globbing =
  /^(?:(?:remove|move|copy|get|clear|rename)-(?:item|childitem|content)|(?:set|add)-content|resolve-path|ri|rm|del|erase|rd|rmdir|mi|mv|move|cpi|cp|copy|gi|gci|ls|dir|gc|cat|type|clc|sc|ac|rvpa)$/;

/** The words of a command with their patterns: `'~/[D]oc*'`. Behind `-LiteralPath` a path is as it is written. */
function withGlobs(name: string, words: readonly Shape[]): readonly Shape[] {
  if (!globbing.test(name)) return words;
  let isLiteral = false;
  return words.map((word, at) => {
    if (/^-/.test(staticText(word) ?? '')) isLiteral = /^-(?:l|psp|v|n|f|i|e)/i.test(staticText(word) ?? '');
    else if (!isLiteral || (at > 0 && !/^-/.test(staticText(words[at - 1] as Shape) ?? '')))
      return withPattern(word);
    return word;
  });
}

interface Arguments {
  readonly words: readonly Shape[];
  /** The index of a command in brackets among the arguments. */
  readonly inner: number | undefined;
  /** The blocks among the arguments, which have been read. */
  readonly blocks: readonly PowerShellValue['block'][];
  /** The files that tables among the arguments hold. */
  readonly files: readonly Shape[];
}

/** Reads the arguments of a command up to its end. Redirections among them are added to `redirects`. */
export function commandArguments(
  reader: PowerShellReader,
  redirects: WindowsRedirect[],
  input?: PowerShellValue,
): Arguments {
  const words: Shape[] = [];
  const blocks: PowerShellValue['block'][] = [];
  const files: Shape[] = [];
  let inner: number | undefined;
  for (;;) {
    skipSpaces(reader, false);
    if (reader.at >= reader.end || /[\r\n;|)}]/.test(character(reader)) || sees(reader, '&')) break;
    const before = reader.at;
    if (readPowerShellRedirect(reader, redirects)) continue;
    if (sees(reader, '--%')) {
      const rest = takeHere(reader, /--%[^\n|]*/y) ?? '';
      words.push(
        ...rest
          .slice(3)
          .trim()
          .split(/\s+/)
          .filter((each) => each !== '')
          .map((each) => textShape(each)),
      );
      continue;
    }
    if (sees(reader, '{')) {
      blocks.push(reader.grammar.block(reader, input));
      continue;
    }
    const splat = matchHere(reader, /@([A-Za-z_]\w*)/y);
    if (splat !== undefined) {
      reader.at += splat[0].length;
      const held = reader.state.names.get(splat[1]?.toLowerCase() ?? '');
      words.push(...splatted(settled(reader, held, splat[0]), splat[0]));
      continue;
    }
    const joins = joinsWord(reader, words);
    const value = word(reader);
    if (value !== undefined && joins !== undefined) {
      words.push(
        concat(
          [joins, textShape(','), textOfValue(value, sourceAt(reader, before))],
          sourceAt(reader, before),
        ),
      );
    } else if (value !== undefined) {
      reader.grammar.mayCall(reader, value);
      if (value.block !== undefined) blocks.push(value.block);
      for (const each of value.entries?.values() ?? [])
        if (isFileType(each.type ?? '')) files.push(...each.items);
      words.push(...firstShapes(value.items, 200));
      inner = value.command ?? inner;
    }
    skipSpaces(reader, false);
    if (sees(reader, ',')) reader.at++;
    if (sees(reader, '\n') && reader.text[reader.at - 1] === ',') skipSpaces(reader, true);
    if (reader.at === before) reader.at++;
    if (words.length > 2000) {
      givenUp(reader, reader.at, 'the command has too many words to be read', reader.end);
      break;
    }
  }
  return { words, inner, blocks, files };
}

/**
 * `--mount a=b,c=d`: what follows a comma without a blank is the same word, for a program that is no command of
 * PowerShell: only such a one has options with two dashes and values like these. Takes that word from the others.
 */
function joinsWord(reader: PowerShellReader, words: Shape[]): Shape | undefined {
  const last = words.at(-1);
  const isBehind = reader.text[reader.at - 1] === ',' && !/\s/.test(reader.text[reader.at] ?? ' ');
  if (!isBehind || last === undefined) return undefined;
  const isOption =
    /^--\w/.test(staticText(words.at(-2) ?? last) ?? '') || /^--\w[\w-]*=/.test(showShape(last));
  if (!isOption || !showShape(last).includes('=')) return undefined;
  return words.pop();
}

/** `@params`: the names and values of a table, or the items of a list. */
function splatted(value: PowerShellValue | undefined, source: string): readonly Shape[] {
  if (value === undefined) return [anyShape(source)];
  if (value.entries === undefined) return value.items;
  return [...value.entries].flatMap(([name, each]) =>
    /^true$/i.test(staticItem(each) ?? '') ? [textShape(`-${name}`)] : [textShape(`-${name}`), ...each.items],
  );
}

/** Reads a redirection, if there is one here, and adds its file. Gives whether there was one. */
export function readPowerShellRedirect(reader: PowerShellReader, redirects: WindowsRedirect[]): boolean {
  const operator = matchHere(reader, /[1-6*]?>>?(?:&[1-6])?|<(?!#)/y)?.[0];
  if (operator === undefined) return false;
  reader.at += operator.length;
  if (operator.includes('&')) return true;
  skipSpaces(reader, false);
  const value = word(reader);
  const path = value === undefined ? undefined : textOfValue(value, sourceAt(reader, reader.at));
  if (path !== undefined && !/^(?:|nul|null|\$null)$/i.test(staticText(path) ?? path.source)) {
    redirects.push({
      use: operator.startsWith('<') ? 'read' : 'write',
      path,
      appends: operator.includes('>>'),
    });
  }
  return true;
}
