/** Follows commands of PowerShell that run a text, make an object, or change what names mean. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import { bindParameters, lowerText, wordOfParameter } from './powershell-parameters.ts';
import { aside, type PowerShellReader, typeName } from './powershell-reader.ts';
import { anyValue, oneValue, type PowerShellValue, textOfValue } from './powershell-value.ts';
import { changesShared, dropsVariables, setsItem, setsVariable } from './powershell-variables.ts';
import { deepestNesting, givenUp, span, unknown } from './text-reader.ts';
import { longestWindowsScript } from './windows-script.ts';

/** A command as it is used: its name in lower case, its words, and what comes through the pipe. */
export interface UsedCommand {
  readonly name: string;
  readonly words: readonly Shape[];
  readonly input: PowerShellValue | undefined;
  readonly start: number;
  /** The blocks among its arguments, which have been read. */
  readonly blocks: readonly PowerShellValue['block'][];
}

/** Follows a command. Gives its output if that is known better than by its words. */
export function followCommand(reader: PowerShellReader, use: UsedCommand): PowerShellValue | undefined {
  const { name, words, input, start } = use;
  switch (name) {
    case 'iex':
    case 'invoke-expression': {
      const text = wordOfParameter(bindParameters(words, { valued: ['command'], positions: 1 }), 'command');
      const all = text ?? (input === undefined ? undefined : textOfValue(input, ''));
      if (all !== undefined) script(reader, all, start);
      return undefined;
    }
    case 'set-alias':
    case 'new-alias':
    case 'sal':
    case 'nal': {
      const bound = bindParameters(words, {
        valued: ['name', 'value', 'description', 'option', 'scope'],
        positions: 2,
        switches: ['force', 'passthru'],
      });
      const target =
        wordOfParameter(bound, 'value') ?? (input === undefined ? undefined : textOfValue(input, ''));
      setAlias(reader, [wordOfParameter(bound, 'name'), target], start);
      return undefined;
    }
    case 'import-alias':
    case 'ipal':
      unknown(reader, start, 'the names of commands are read from a file');
      return undefined;
    case 'import-module':
    case 'ipmo':
      // A file may set anything; a module that is installed has only commands.
      if (!words.every((word) => /^[\w-]+$/.test(staticText(word) ?? '/'))) reader.state.setAnything();
      return undefined;
    case 'add-member':
      changesShared(reader, '', undefined);
      return undefined;
    case 'net':
      if (words.some((word) => /^[a-z]:$/i.test(staticText(word) ?? '')) && words.length > 2)
        unknown(reader, start, 'a folder gets another name as a drive');
      return undefined;
    case 'new-smbmapping':
    case 'new-psdrive':
    case 'ndr':
    case 'mount':
    case 'subst':
      unknown(reader, start, 'a folder gets another name as a drive');
      return undefined;
    case 'foreach-object':
    case 'foreach':
    case '%':
      callsMember(reader, use);
      return undefined;
    case 'set-variable':
    case 'sv':
    case 'new-variable':
    case 'nv':
      setsVariable(reader, words, input, start);
      return undefined;
    case 'clear-variable':
    case 'clv':
    case 'remove-variable':
    case 'rv':
      dropsVariables(reader, words);
      return undefined;
    case 'add-type':
      compiles(reader, words, start);
      return undefined;
    case 'new-object':
      return made(reader, words, start);
    case 'invoke-command':
    case 'icm':
    case 'start-job':
    case 'sajb':
    case 'start-threadjob':
      runsBlock(reader, use);
      return undefined;
    case 'invoke-wmimethod':
    case 'iwmi':
    case 'invoke-cimmethod':
    case 'icim':
    case 'remove-wmiobject':
    case 'rwmi':
    case 'remove-ciminstance':
    case 'rcim':
      unknown(reader, start, 'what this does to the system is not known');
      return undefined;
    default:
      changesItem(reader, use);
      return undefined;
  }
}

/** Commands that change an item of a drive: a file, but also a variable, a function or an alias. */
const itemCommands =
  /^(?:(?:set|new|copy|rename|move)-item|(?:set|add)-content|out-file|tee-object|si|ni|cpi|ci|cp|copy|rni|ren|mi|mv|move|sc|ac|tee)$/;

function changesItem(reader: PowerShellReader, { name, words, input, start, blocks }: UsedCommand): void {
  if (!itemCommands.test(name)) return;
  setsItem(reader, name, words, input, blocks[0], start);
  if (!/^(?:new-item|ni)$/.test(name)) return;
  const type = wordOfParameter(bindParameters(words, newItem), 'itemtype');
  if (type !== undefined && /^(?:|symboliclink|junction|hardlink)$/.test(lowerText(type)))
    unknown(reader, start, 'where the link leads is not followed');
}

const newItem = {
  valued: ['path', 'name', 'itemtype', 'value', 'credential', 'type', 'target'],
  positions: 1,
};

/** `ls | % Delete`: the name of a member, and its arguments. */
function callsMember(reader: PowerShellReader, { words, input, start, blocks }: UsedCommand): void {
  const [member, ...args] = words.filter((each) => !/^-(?:m|a)/i.test(staticText(each) ?? ''));
  if (member === undefined || /^-/.test(staticText(member) ?? '')) return;
  const name = staticText(member);
  if (name === undefined) {
    if (blocks.length === 0) unknown(reader, start, 'what is called for each item is not known');
    return;
  }
  // A property has no arguments, and its name is no verb.
  if (/^[A-Za-z]\w*$/.test(name) && (args.length > 0 || verbs.test(name)))
    reader.grammar.callMember(reader, input ?? anyValue(''), name, args.map(oneValue), start);
}

const verbs =
  /^(?:delete|remove|invoke|run|exec|start|stop|create|save|write|set|send|move|copy|replace|rename|install|uninstall|apply|clear|empty|kill|terminate|format|encrypt|decrypt|shell|open|load|put|reset|close|dispose)/i;

/** `Add-Type`: code in another language, or a library. */
function compiles(reader: PowerShellReader, words: readonly Shape[], start: number): void {
  const { given } = bindParameters(words, {
    valued: [
      'typedefinition',
      'memberdefinition',
      'path',
      'literalpath',
      'assemblyname',
      'name',
      'namespace',
      'language',
    ],
    positions: 1,
    switches: ['passthru', 'ignorewarnings'],
  });
  if (given.has('typedefinition') || given.has('memberdefinition'))
    unknown(reader, start, 'code in another language is compiled and run');
  const libraries = given.get('assemblyname') ?? [];
  const isKnown = (name: Shape): boolean =>
    /^(?:system|presentation|windowsbase|microsoft\.visualbasic|uiautomation|reachframework)\b/.test(
      lowerText(name),
    );
  if (given.has('path') || given.has('literalpath') || !libraries.every(isKnown))
    unknown(reader, start, 'what the classes of a library do is not known');
}

/** `New-Object`: an object of a class, or of COM. */
function made(reader: PowerShellReader, words: readonly Shape[], start: number): PowerShellValue {
  const bound = bindParameters(words, {
    valued: ['typename', 'argumentlist', 'comobject', 'property'],
    positions: 2,
    switches: ['strict'],
  });
  const com = wordOfParameter(bound, 'comobject');
  const source = reader.text.slice(start, reader.at);
  if (com !== undefined) return { ...anyValue(source), type: lowerText(com) || 'com' };
  const name = wordOfParameter(bound, 'typename');
  const text = name === undefined ? undefined : staticText(name);
  if (text === undefined) {
    unknown(reader, start, 'which object is made is not known');
    return anyValue(source);
  }
  const type = { items: [], isList: false, type: typeName(reader, text) };
  const args = (bound.given.get('argumentlist') ?? []).map(oneValue);
  return reader.grammar.callMember(reader, type, 'new', args, start, true);
}

/** `Invoke-Command` and jobs run a block. One that is not written here is unknown, as is another directory. */
function runsBlock(reader: PowerShellReader, { words, blocks, start }: UsedCommand): void {
  const bound = bindParameters(words, {
    valued: [
      ...[
        'scriptblock',
        'argumentlist',
        'filepath',
        'computername',
        'session',
        'credential',
        'hostname',
        'name',
      ],
      ...['initializationscript', 'workingdirectory', 'literalpath', 'throttlelimit', 'streaminghost', 'cn'],
    ],
    positions: 1,
  });
  const block = bound.given.get('scriptblock') ?? [];
  const isText = block.some((word) => staticText(word) === undefined);
  if (blocks.length === 0 && isText) unknown(reader, start, 'the block that is run is not known');
  if (bound.given.has('workingdirectory')) unknown(reader, start, 'the block runs in another folder');
}

/** Adds another name for a command. */
function setAlias(
  reader: PowerShellReader,
  [name, target]: readonly (Shape | undefined)[],
  start: number,
): void {
  const alias = name === undefined ? undefined : staticText(name);
  const command = target === undefined ? undefined : staticText(target);
  if (alias === undefined || command === undefined)
    unknown(reader, start, 'which command gets another name is not known');
  else reader.state.aliases.set(alias.toLowerCase(), command);
}

/** Reads a text that runs as a script. */
export function script(reader: PowerShellReader, text: Shape, start: number): void {
  const known = staticText(text);
  if (known === undefined || reader.turns.scripts >= 100 || known.length > longestWindowsScript) {
    unknown(reader, start, 'text that is not known is run as a script');
    reader.state.setAnything();
    return;
  }
  reader.turns.scripts++;
  const depth = reader.depth + 10;
  if (depth >= deepestNesting)
    givenUp(reader, start, 'scripts are run inside of scripts too often to be followed');
  else
    aside(reader, { text: known, end: known.length, at: 0, inside: span(reader, start), depth }, (inner) =>
      inner.grammar.statements(inner, undefined),
    );
}
