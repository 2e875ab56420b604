/**
 * Names that a PowerShell command sets: variables by `Set-Variable` or a parameter that every command has
 * (`-OutVariable`), and variables, functions and aliases as items of their drives (`Set-Item function:x`).
 */
import { anyShape, type Shape, staticText } from '../../../pattern/text/shape.ts';
import { alternativesOf } from '../state/choice.ts';
import {
  bindParameters,
  lowerText,
  type Parameters,
  parameterIn,
  wordOfParameter,
} from './powershell-parameters.ts';
import { type PowerShellReader, setInEnvironment } from './powershell-reader.ts';
import {
  anyValue,
  listOfItems,
  oneValue,
  type PowerShellValue,
  staticItem,
  textOfValue,
} from './powershell-value.ts';
import { unknown } from './text-reader.ts';

/** Sets the variables that a command names, to what it gives. */
export function setsVariables(
  reader: PowerShellReader,
  name: string,
  words: readonly Shape[],
  output: PowerShellValue,
  start: number,
): void {
  for (const [at, word] of words.entries()) {
    const parameter = parameterIn(word);
    if (parameter === undefined || !namesVariable(name, parameter.name)) continue;
    const target = parameter.attached ?? words[at + 1];
    // `-OutVariable +x` adds to what is there.
    const variable = target === undefined ? undefined : staticText(target)?.replace(/^\+/, '');
    setVariable(reader, variable, { ...anyValue(`$${variable}`), command: output.command }, start);
  }
}

/** Whether a parameter of a command names a variable that the command sets. */
function namesVariable(command: string, parameter: string): boolean {
  if (/^(?:ov|ev|wv|iv|pv|outv\w*|errorv\w*|warningv\w*|informationv\w*|pip\w*)$/.test(parameter))
    return true;
  if (/^(?:tee|tee-object)$/.test(command))
    return 'variable'.startsWith(parameter) && parameter !== 'verbose';
  return (
    /^(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod)$/.test(command) &&
    /^(?:ses\w*|sv)$/.test(parameter)
  );
}

/** Sets a variable in every scope. If its name is not known, it may be any of them. */
export function setVariable(
  reader: PowerShellReader,
  name: string | undefined,
  value: PowerShellValue,
  start: number,
): void {
  const plain = name?.toLowerCase();
  if (plain === undefined || /[*?[]/.test(plain))
    for (const known of [...reader.state.names.keys()]) reader.state.setOutside(known, anyValue(`$${known}`));
  else reader.state.setOutside(plain, value);
  if (plain === undefined || /^psdefaultparametervalues$|[*?[]/.test(plain))
    unknown(reader, start, 'commands get words that are not written with them');
}

/**
 * Tables and lists are shared: what changes one of them changes it under every name that it has. An object that is
 * not known may be any of them.
 */
export function changesShared(
  reader: PowerShellReader,
  target: string,
  object: PowerShellValue | undefined,
): void {
  const isKnown = object !== undefined && (object.entries !== undefined || object.isList);
  const isSame = (other: PowerShellValue | undefined): boolean => {
    if (other === undefined) return false;
    if (!isKnown) return other.entries !== undefined || other.isList;
    return object.entries === undefined ? other.items === object.items : other.entries === object.entries;
  };
  for (const [name, held] of [...reader.state.names])
    if (name !== target && alternativesOf(held).some(isSame))
      reader.state.setOutside(name, anyValue(`$${name}`));
}

const variable: Parameters = {
  valued: ['name', 'value', 'description', 'option', 'visibility', 'scope', 'include', 'exclude'],
  positions: 2,
  switches: ['force', 'passthru'],
};

/** `Set-Variable` and `New-Variable`: several names that are a list are all of their words. */
export function setsVariable(
  reader: PowerShellReader,
  words: readonly Shape[],
  input: PowerShellValue | undefined,
  start: number,
): void {
  const bound = bindParameters(words, variable);
  const [name, ...others] = [...(bound.given.get('name') ?? []), ...bound.rest];
  const given = bound.given.get('value') ?? (input === undefined ? undefined : input.items);
  const value =
    given === undefined
      ? anyValue('')
      : given.length === 1 && given[0]
        ? oneValue(given[0])
        : listOfItems(given);
  if (others.length > 0)
    // A list of names, or a list as the value.
    for (const each of [...words]) {
      if (parameterIn(each) === undefined)
        setVariable(reader, staticText(each) ?? undefined, anyValue('$…'), start);
    }
  else setVariable(reader, name === undefined ? undefined : staticText(name), value, start);
}

/** `Clear-Variable` and `Remove-Variable`. */
export function dropsVariables(reader: PowerShellReader, words: readonly Shape[]): void {
  for (const each of words) {
    const known = lowerText(each);
    if (/[*?[]/.test(known) || (known === '' && !reader.skips))
      setVariable(reader, undefined, anyValue(''), reader.at);
    else if (reader.state.names.has(known)) reader.state.setOutside(known, anyValue(`$${known}`));
  }
}

/** The drives whose items are not files. */
const drive = /^(?:microsoft\.powershell\.core\\)?(alias|function|variable|env)::?[\\/]?(.*)$/i;

const item: Parameters = {
  valued: [
    'path',
    'value',
    'literalpath',
    'name',
    'itemtype',
    'destination',
    'newname',
    'filter',
    'include',
    'exclude',
    'options',
  ],
  positions: 2,
  switches: ['force', 'passthru', 'recurse', 'container', 'nonewline'],
};

/** Sets an item of a drive whose items are not files: `Set-Item function:x { … }`, `sc env:x y`. */
export function setsItem(
  reader: PowerShellReader,
  name: string,
  words: readonly Shape[],
  input: PowerShellValue | undefined,
  block: PowerShellValue['block'],
  start: number,
): void {
  const path = words.find((word) => drive.test(staticText(word) ?? ''));
  const [, kind = '', below = ''] = drive.exec((path && staticText(path)) ?? '') ?? [];
  if (kind === '') return;
  const bound = bindParameters(words, item);
  const target = `${below}${below === '' ? (staticText(wordOfParameter(bound, 'name') ?? anyShape('')) ?? '') : ''}`;
  const isCopy = /^(?:copy|move|rename)-item$|^(?:cpi|cp|copy|mi|mv|move|rni|ren|ci)$/.test(name);
  const given = wordOfParameter(bound, 'value') ?? (input === undefined ? undefined : textOfValue(input, ''));
  if (isCopy || target === '')
    unknown(reader, start, 'which command or variable gets another name is not known');
  else
    setItem(
      reader,
      kind.toLowerCase(),
      target,
      given === undefined ? anyValue('') : oneValue(given),
      block,
      start,
    );
}

/** Sets a variable, a function or an alias; `$function:x = …` does the same. */
export function setItem(
  reader: PowerShellReader,
  kind: string,
  name: string,
  value: PowerShellValue,
  block: PowerShellValue['block'],
  start: number,
): void {
  const plain = name.toLowerCase();
  const text = staticItem(value);
  switch (kind) {
    case 'variable':
      setVariable(reader, plain, value, start);
      return;
    case 'env':
      setInEnvironment(reader, plain, value);
      return;
    case 'alias':
      if (text === undefined) unknown(reader, start, 'which command gets another name is not known');
      else reader.state.aliases.set(plain, text);
      return;
    default: {
      const body = block ?? (text === undefined ? undefined : bodyOf(text));
      if (body === undefined) unknown(reader, start, 'what a function does is not known');
      else reader.state.functions.set(plain, body);
      if (body !== undefined && block === undefined) reader.defined.add(body);
    }
  }
}

/** The body of a function that is given as a text. */
const bodyOf = (text: string): NonNullable<PowerShellValue['block']> => ({
  text: `{${text}}`,
  start: 0,
  header: undefined,
  parameters: [...text.matchAll(/\bparam\s*\(([^{}]{0,1000})/gi)].flatMap(([, list = '']) =>
    [...list.matchAll(/(?:^|[,\]])\s*\$(\w+)/g)].map(([, each = '']) => each.toLowerCase()),
  ),
});
