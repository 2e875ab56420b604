/** Reads the commands of PowerShell with their arguments and redirections, and the texts that they run as scripts. */
import {
  anyShape,
  firstShapes,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/shape.ts';
import { concat, joinWindowsPath } from '../use/powershell-text.ts';
import { isFileType, splitShape } from './powershell-net.ts';
import {
  add,
  aside,
  character,
  deepest,
  givenUp,
  match,
  type Reader,
  sees,
  settled,
  sourceAt,
  spaces,
  span,
  take,
  typeName,
  unknown,
} from './powershell-reader.ts';
import { anyValue, listValue, oneValue, staticOf, textOf, type Value } from './powershell-value.ts';
import { bareWord, word } from './powershell-word.ts';
import { changesLocation, longestWindowsScript, type WindowsRedirect } from './windows-script.ts';
import { choose } from './windows-state.ts';

/** Reads a command: a bare word and its arguments. `program`: pass it if it has been read already. */
export function command(
  reader: Reader,
  given: Shape | undefined,
  input: Value | undefined,
  start: number,
): Value | undefined {
  const value = given === undefined ? bareWord(reader) : oneValue(given);
  if (value === undefined) return undefined;
  let program = textOf(value, sourceAt(reader, start));
  // `?` as a command is an alias of `Where-Object`, and not a glob.
  if (showShape(program) === '?') program = textShape('?', program.source);
  const none = (): undefined => undefined;
  const alias = choose(reader, reader.state.aliases.get((staticText(program) ?? '').toLowerCase()), none);
  if (alias !== undefined) program = textShape(alias, program.source);
  const written = (staticText(program) ?? '').toLowerCase();
  const own = choose(reader, reader.state.functions.get(written), none);
  const name = written.replace(/^.*[\\/]/, '').replace(/\.exe$/, '');
  const redirects: WindowsRedirect[] = [];
  const { words: all, inner } = commandArguments(reader, redirects, input);
  const words = /^(?:start-process|saps|start)$/.test(name) ? startedWords(all) : all;
  if (own !== undefined) {
    const value = reader.grammar.call(reader, own, words, input);
    if (redirects.length === 0) return value;
    program = textShape('Write-Output');
  }
  const stdin = input?.command ?? (/^(?:iex|invoke-expression)$/.test(name) ? inner : undefined);
  const index = add(reader, { program, words, stdin, redirects, certain: true, ...span(reader, start) });
  if (changesLocation.has(name)) reader.state.locations = [index];
  follow(reader, name, words, input, start);
  return { ...resultOf(name, words, sourceAt(reader, start)), command: index };
}

/** Follows commands that are known to run a text, or to set names. */
function follow(
  reader: Reader,
  name: string,
  words: readonly Shape[],
  input: Value | undefined,
  start: number,
): void {
  switch (name) {
    case 'iex':
    case 'invoke-expression': {
      const given = words.filter((each) => !/^-/.test(staticText(each) ?? ''));
      const text =
        given.length > 0 ? given[given.length - 1] : input === undefined ? undefined : textOf(input, '');
      if (text !== undefined) script(reader, text, start);
      return;
    }
    case 'set-alias':
    case 'new-alias':
    case 'sal':
    case 'nal':
      setAlias(reader, givenTo(['name', 'value'], words), start);
      return;
    case 'import-alias':
    case 'ipal':
      unknown(reader, start, 'the names of commands are read from a file');
      return;
    case 'set-item':
    case 'si':
    case 'new-item':
    case 'ni':
    case 'copy-item':
    case 'ci':
    case 'rename-item':
    case 'rni': {
      const [path, value] = givenTo(['path', 'value'], words);
      const name = /^alias:[\\/]?(.*)$/i.exec(path === undefined ? '' : showShape(path))?.[1];
      if (name !== undefined) setAlias(reader, [textShape(name), value], start);
      return;
    }
    case 'new-psdrive':
    case 'ndr':
    case 'mount':
    case 'subst':
      unknown(reader, start, 'a folder gets another name as a drive');
      return;
    case 'foreach-object':
    case 'foreach':
    case '%': {
      // `ls | % Delete`: the name of a member, and its arguments.
      const [member, ...args] = words.filter((each) => !/^-m/i.test(staticText(each) ?? ''));
      const called = member === undefined ? undefined : staticText(member);
      if (called !== undefined && /^[A-Za-z]\w*$/.test(called))
        reader.grammar.callMember(reader, input ?? anyValue(''), called, args.map(oneValue), start);
      return;
    }
    case 'set-variable':
    case 'sv':
    case 'new-variable': {
      const scope = words.findIndex((each) => /^-s(?:c|co|cop|cope)?$/i.test(staticText(each) ?? ''));
      const [variable, ...rest] = words.filter(
        (each, at) =>
          (scope < 0 || (at !== scope && at !== scope + 1)) &&
          !/^-(?:name|value|force|option)$/i.test(staticText(each) ?? ''),
      );
      const target = variable === undefined ? undefined : staticText(variable)?.toLowerCase();
      const value = rest.length === 1 && rest[0] !== undefined ? oneValue(rest[0]) : listValue(rest);
      if (target !== undefined && scope < 0) reader.state.set(target, value);
      else if (target !== undefined) reader.state.setOutside(target, value);
      // The name is unknown, so it may be any variable.
      else
        for (const known of reader.state.names.keys()) reader.state.setOutside(known, anyValue(`$${known}`));
      return;
    }
    case 'clear-variable':
    case 'clv':
    case 'remove-variable':
    case 'rv': {
      for (const each of words) {
        const known = staticText(each)?.toLowerCase() ?? '';
        if (reader.state.names.has(known)) reader.state.setOutside(known, anyValue(`$${known}`));
      }
      return;
    }
    case 'add-type':
      if (words.some((each) => /^-(?:t|m)/i.test(staticText(each) ?? '')))
        unknown(reader, start, 'code in another language is compiled and run');
      return;
    default:
  }
}

const startParameters =
  /^-(?:filepath|argumentlist|args|credential|workingdirectory|loaduserprofile|nonewwindow|passthru|redirect\w+|windowstyle|wait|usenewenvironment|verb|environment|whatif|confirm)(?::|$)/i;

/** The words of `Start-Process`: the program without the options in front of it, and then its arguments. */
function startedWords(words: readonly Shape[]): readonly Shape[] {
  const program: Shape[] = [];
  const given: Shape[] = [];
  const others: Shape[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Shape;
    const name = /^-(\w+)$/.exec(staticText(word) ?? '')?.[1]?.toLowerCase() ?? '';
    if (name.length > 0 && 'filepath'.startsWith(name)) program.push(...words.slice(++at, at + 1));
    else if (name === 'args' || (name.length > 0 && 'argumentlist'.startsWith(name)))
      while (at + 1 < words.length && !startParameters.test(staticText(words[at + 1] as Shape) ?? ''))
        given.push(...splitShape(words[++at] as Shape));
    else others.push(word);
  }
  return [...others, ...program, ...given];
}

/** The values of the parameters with these names, by the beginning of the name or by position. */
function givenTo(names: readonly string[], words: readonly Shape[]): readonly (Shape | undefined)[] {
  const given = new Map<string, Shape>();
  const rest: Shape[] = [];
  for (let at = 0; at < words.length; at++) {
    const each = words[at] as Shape;
    const [, parameter, attached] = /^-([a-z]+)(?::(.*))?$/i.exec(staticText(each) ?? '') ?? [];
    const name = names.find((one) => parameter !== undefined && one.startsWith(parameter.toLowerCase()));
    const isOther = /^(?:sc|op|desc|item)/i.test(parameter ?? '');
    const value = attached === undefined || attached === '' ? words[at + 1] : textShape(attached);
    if (parameter === undefined) rest.push(each);
    else if ((name !== undefined || isOther) && !attached) at++;
    if (name !== undefined && value !== undefined) given.set(name, value);
  }
  return names.map((name) => given.get(name) ?? rest.shift());
}

/** Adds another name for a command. */
function setAlias(reader: Reader, [name, target]: readonly (Shape | undefined)[], start: number): void {
  const alias = name === undefined ? undefined : staticText(name);
  const command = target === undefined ? undefined : staticText(target);
  if (alias === undefined || command === undefined)
    unknown(reader, start, 'which command gets another name is not known');
  else reader.state.aliases.set(alias.toLowerCase(), command);
}

/** Reads a text that runs as a script. */
export function script(reader: Reader, text: Shape, start: number): void {
  const known = staticText(text);
  if (known === undefined || reader.turns.scripts >= 100 || known.length > longestWindowsScript) {
    unknown(reader, start, 'text that is not known is run as a script');
    reader.state.setAnything();
    return;
  }
  reader.turns.scripts++;
  const depth = reader.depth + 10;
  if (depth >= deepest) givenUp(reader, start, 'scripts are run inside of scripts too often to be followed');
  else
    aside(reader, { text: known, end: known.length, at: 0, inside: span(reader, start), depth }, (inner) =>
      inner.grammar.statements(inner, undefined),
    );
}

/** The output of a command, if it is a path or the words of the command. */
function resultOf(name: string, words: readonly Shape[], source: string): Value {
  const operands = words.filter((each) => !/^-[A-Za-z]/.test(staticText(each) ?? ''));
  const [first] = operands;
  switch (name) {
    case 'join-path':
      return oneValue(joinWindowsPath(operands, source));
    case 'write-output':
    case 'echo':
    case 'write':
    case 'resolve-path':
    case 'convert-path':
    case 'get-item':
    case 'gi':
      return operands.length === 1 && first !== undefined ? oneValue(first) : listValue(operands);
    case 'get-childitem':
    case 'gci':
    case 'dir':
    case 'ls': {
      if (first === undefined) return oneValue(anyShape(source));
      const isDeep = words.some((each) => /^-(?:r|depth)/i.test(staticText(each) ?? ''));
      const item: Shape = isDeep ? anyShape('') : { pieces: [{ kind: 'name' }], source: '' };
      return oneValue(concat([first, textShape('/'), item], source));
    }
    case 'get-location':
    case 'pwd':
    case 'gl':
      return oneValue(textShape('.', source));
    case 'split-path':
      return anyValue(source);
    case 'new-object': {
      const names = operands.map(staticText);
      const type = typeName(names[0] ?? '');
      const path = operands[1];
      return isFileType(type) && path !== undefined
        ? { ...oneValue(path), type }
        : { ...anyValue(source), type };
    }
    case 'get-date':
    case 'get-random':
      return oneValue({ pieces: [{ kind: 'name' }], source });
    default:
      return anyValue(source);
  }
}

interface Arguments {
  readonly words: readonly Shape[];
  /** The index of a command in brackets among the arguments. */
  readonly inner: number | undefined;
}

/** Reads the arguments of a command up to its end. Redirections among them are added to `redirects`. */
export function commandArguments(reader: Reader, redirects: WindowsRedirect[], input?: Value): Arguments {
  const words: Shape[] = [];
  let inner: number | undefined;
  for (;;) {
    spaces(reader, false);
    if (reader.at >= reader.end || /[\r\n;|)}]/.test(character(reader)) || sees(reader, '&')) break;
    const before = reader.at;
    if (redirect(reader, redirects)) continue;
    if (sees(reader, '--%')) {
      const rest = take(reader, /--%[^\n|]*/y) ?? '';
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
      reader.grammar.block(reader, input);
      continue;
    }
    const splat = match(reader, /@([A-Za-z_]\w*)/y);
    if (splat !== undefined) {
      reader.at += splat[0].length;
      const held = reader.state.names.get(splat[1]?.toLowerCase() ?? '');
      words.push(...splatted(settled(reader, held, splat[0]), splat[0]));
      continue;
    }
    const value = word(reader);
    if (value !== undefined) {
      reader.grammar.mayCall(reader, value);
      words.push(...firstShapes(value.items, 200));
      inner = value.command ?? inner;
    }
    spaces(reader, false);
    if (sees(reader, ',')) reader.at++;
    if (sees(reader, '\n') && reader.text[reader.at - 1] === ',') spaces(reader, true);
    if (reader.at === before) reader.at++;
    if (words.length > 2000) {
      givenUp(reader, reader.at, 'the command has too many words to be read', reader.end);
      break;
    }
  }
  return { words, inner };
}

/** `@params`: the names and values of a table, or the items of a list. */
function splatted(value: Value | undefined, source: string): readonly Shape[] {
  if (value === undefined) return [anyShape(source)];
  if (value.entries === undefined) return value.items;
  return [...value.entries].flatMap(([name, each]) =>
    /^true$/i.test(staticOf(each) ?? '') ? [textShape(`-${name}`)] : [textShape(`-${name}`), ...each.items],
  );
}

/** Reads a redirection, if there is one here, and adds its file. Gives whether there was one. */
export function redirect(reader: Reader, redirects: WindowsRedirect[]): boolean {
  const operator = match(reader, /[1-6*]?>>?(?:&[1-6])?|<(?!#)/y)?.[0];
  if (operator === undefined) return false;
  reader.at += operator.length;
  if (operator.includes('&')) return true;
  spaces(reader, false);
  const value = word(reader);
  const path = value === undefined ? undefined : textOf(value, sourceAt(reader, reader.at));
  if (path !== undefined && !/^(?:|nul|null|\$null)$/i.test(staticText(path) ?? path.source)) {
    redirects.push({ use: operator.startsWith('<') ? 'read' : 'write', path });
  }
  return true;
}
