/** What the members of .NET and COM do that PowerShell scripts use, and what they return. */
import { addressesIn } from '../../../pattern/address.ts';
import {
  anyShape,
  isOpen,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { bytesOfBase64 } from '../../code/values/decode.ts';
import type { CodeFinding } from '../../code/values/finding.ts';
import { concat, decodeBytes, joinWindowsPath } from '../use/text/powershell-text.ts';
import {
  cmdletOfMethod,
  isFileType,
  isKnownType,
  type MemberUse,
  ofFile,
  onlyComputes,
  processType,
  runsText,
  serviceType,
  usesOfMethod,
} from './powershell-types.ts';
import {
  anyValue,
  listOfItems,
  oneValue,
  type PowerShellValue,
  staticItem,
  textOfValue,
} from './powershell-value.ts';
import { windowsVariable } from './windows-environment.ts';

/** A use of a member: its object, its name, and its arguments. */
export interface Member {
  readonly object: PowerShellValue;
  readonly isStatic: boolean;
  readonly name: string;
  readonly args: readonly PowerShellValue[];
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** What a use of a member does, and the value that it gives. */
export interface UsedMember {
  readonly value: PowerShellValue;
  readonly findings: readonly CodeFinding[];
  /** A text that runs as a script; `unknown` if it is unknown. */
  readonly script?: Shape | undefined;
}

/** Records what a call of a method does; gives what it returns. A method that is not in the tables is unknown. */
export function useMember(member: Member): UsedMember {
  const { object, name, args, source } = member;
  const type = object.type ?? '';
  const method = name.toLowerCase();
  const uses = usesOfMethod(type, method);
  if (uses !== undefined) {
    const findings = uses.flatMap(([use, at]) => findingsOf(member, use, at));
    // An option of a stream deletes its file.
    if (args.some((each) => /deleteonclose/i.test(`${staticItem(each)} ${each.type}`)))
      findings.push(...findingsOf(member, 'delete', 0));
    return { value: { ...anyValue(source), type: method === 'new' ? type : undefined }, findings };
  }
  const cmdlet = member.isStatic ? undefined : cmdletOfMethod(type, method);
  if (cmdlet !== undefined) {
    const target = object.items.length === 0 ? [anyShape(source)] : object.items;
    const words = [textShape(cmdlet), textShape(type === processType ? '-Id' : '-Name'), ...target];
    const { start, end } = member;
    const base = { cwd: undefined, stdin: undefined, certain: true, start, end };
    return { value: anyValue(source), findings: [{ kind: 'run', words, isCmdlet: true, ...base }] };
  }
  if (method === 'new' && member.isStatic) return made(member, type);
  const isScript = runsText.test(method) || (type === 'scriptblock' && method === 'create');
  if (isScript || (type === 'powershell' && method === 'create' && args.length > 0)) {
    const text = args.find((each) => !/^(?:true|false|)$/i.test(staticItem(each) ?? '-'));
    return {
      ...run(text, source),
      value: { ...anyValue(source), type },
    };
  }
  // The text was read where the block was made.
  if (type === 'scriptblock' && /^invoke(?:returnasis)?$/.test(method))
    return { value: anyValue(source), findings: [] };
  const isFile = !member.isStatic && (type === '' || isFileType(type));
  const [use, most] = (isFile ? ofFile.get(method) : undefined) ?? ['read', -1];
  if (args.length <= most) {
    const target = use === 'move' || use === 'copy' ? args[0] && textOfValue(args[0], source) : undefined;
    const recursive = use === 'delete' && args.length > 0;
    const findings = object.items.map((path) => pathFinding(member, use, path, target, recursive));
    return { value: anyValue(source), findings };
  }
  if (type === 'scripting.filesystemobject' && /^get(?:file|folder)$/.test(method))
    return { value: args[0] ?? anyValue(source), findings: [] };
  const value = givenBy(type, method, member);
  if (onlyComputes(type, method, member.isStatic)) return { value, findings: [] };
  return { ...unknown(member, 'what this method does is not known'), value };
}

/** A new object: a file, a service, or something that is made of numbers and unknown values only. */
function made(member: Member, type: string): UsedMember {
  const { args, source } = member;
  const [path] = args;
  if ((isFileType(type) || type === serviceType) && path !== undefined)
    return { value: { ...oneValue(textOfValue(path, source)), type }, findings: [] };
  const value = { ...anyValue(source), type };
  const hasText = args.some(({ items }) =>
    items.some((item) => !/^(?:[-+]?[\d.]+\w*|true|false|)$/i.test(staticText(item) ?? 'x')),
  );
  if (!hasText || isKnownType(type)) return { value, findings: [] };
  return { ...unknown(member, 'what this class does with its text is not known'), value };
}

/** Whether a method of a class does something, so that it must not be passed on as a value: `[IO.File]::Delete`. */
export const isMethod = (type: string, name: string): boolean =>
  usesOfMethod(type, name.toLowerCase()) !== undefined;

/** As the command does that starts a program: it looks in the current folder too. */
const starter = textShape('start-process');
const saver = textShape('invoke-webrequest');
const outFile = textShape('-OutFile');

function findingsOf(member: Member, use: MemberUse, at: number): CodeFinding[] {
  const { args, source, start, end } = member;
  const given = args.at(at);
  if (given === undefined) return [];
  // An object in place of a path: a stream, or a certificate in bytes.
  if (given.bytes !== undefined || /^io\.(?!file|directory)/.test(given.type ?? '')) return [];
  const value = given.items.length === 0 ? anyValue(source) : given;
  const base = { certain: true, start, end };
  switch (use) {
    case 'connect':
    case 'send':
      return [{ kind: 'connect', url: textOfValue(value, source), sends: use === 'send', ...base }];
    case 'run': {
      const rest = args.slice(1).flatMap(({ items }) => items.flatMap(splitShape));
      const words = [starter, ...value.items.flatMap(splitShape), ...rest];
      return [{ kind: 'run', words, isCmdlet: true, cwd: undefined, stdin: undefined, ...base }];
    }
    // As the command does that saves what an address gives.
    case 'download': {
      const [file] = args.slice(at + 1);
      const to = file === undefined ? anyShape(source) : textOfValue(file, source);
      const words = [saver, textOfValue(value, source), outFile, to];
      return [{ kind: 'run', words, isCmdlet: true, cwd: undefined, stdin: undefined, ...base }];
    }
    // The directory of .NET, which is not that of the script.
    case 'cd':
      return [{ kind: 'cwd', path: textOfValue(value, source), perhaps: true, ...base }];
    case 'move':
    case 'copy':
      return [
        pathFinding(member, use, textOfValue(value, source), args[1] && textOfValue(args[1], source), false),
      ];
    case 'write':
      return value.items.map((path) =>
        pathFinding(member, use, path, undefined, false, at === 0 ? staticItem(args[1]) : undefined),
      );
    default: {
      const [plain = '', whole] = use.split('-');
      const kind = plain as 'read' | 'delete';
      return value.items.flatMap((path): CodeFinding[] => {
        // What is read may have an address.
        const isAddress = kind === 'read' && addressesIn(path).length > 0;
        const mayBeOne = kind === 'read' && readsAddresses.test(member.object.type ?? '') && isOpen(path);
        const finding = pathFinding(member, kind, path, undefined, whole !== undefined);
        const connect = { kind: 'connect', url: path, sends: false, ...base, certain: isAddress } as const;
        return [...(isAddress ? [] : [finding]), ...(isAddress || mayBeOne ? [connect] : [])];
      });
    }
  }
}

/** Classes that take the address of what they read, as well as its path. */
const readsAddresses = /^xml/;

/** A command line, split into words. An unknown part may be several words. */
export function splitShape({ pieces, source }: Shape): readonly Shape[] {
  const words: Shape[] = [];
  let word: Piece[] | undefined;
  let isQuoted = false;
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      word = [...(word ?? []), piece];
      continue;
    }
    for (const part of piece.text.match(/"|\s+|[^\s"]+/g) ?? []) {
      if (part === '"') isQuoted = !isQuoted;
      if (part.trim() !== '' || isQuoted)
        word = [...(word ?? []), { kind: 'text', text: part === '"' ? '' : part }];
      else if (word !== undefined) {
        words.push(joinPieces(word, source));
        word = undefined;
      }
    }
  }
  return word === undefined ? words : [...words, joinPieces(word, source)];
}

const pathFinding = (
  { start, end }: Member,
  use: 'read' | 'write' | 'delete' | 'move' | 'copy',
  path: Shape,
  target: Shape | undefined,
  recursive: boolean,
  content?: string,
): CodeFinding => ({ kind: 'path', use, path, target, recursive, content, certain: true, start, end });

const run = (text: PowerShellValue | undefined, source: string): UsedMember => ({
  value: anyValue(source),
  findings: [],
  script: text === undefined ? anyShape(source) : textOfValue(text, source),
});

const unknown = (member: Member, why: string): UsedMember => ({
  value: anyValue(member.source),
  findings: [
    { kind: 'unknown', text: member.source, why, certain: true, start: member.start, end: member.end },
  ],
});

/** The value that a method without effects returns. */
function givenBy(type: string, method: string, member: Member): PowerShellValue {
  const { args, source } = member;
  const first = staticItem(args[0]);
  switch (`${type}.${method}`) {
    case 'environment.getfolderpath':
      return oneValue(folderOf(first?.toLowerCase() ?? '', source));
    case 'environment.getenvironmentvariable':
      return oneValue(windowsVariable(first ?? '', source));
    case 'io.path.combine':
    case 'io.path.join':
      return oneValue(
        joinWindowsPath(
          args.flatMap(({ items }) => items),
          source,
        ),
      );
    case 'io.path.gettemppath':
      return oneValue(textShape('/tmp', source));
    case 'io.path.getfullpath':
      return args.length === 1 && args[0] !== undefined ? args[0] : anyValue(source);
    case `${processType}.getprocessbyid`:
    case `${processType}.getprocessesbyname`:
      return { ...(args[0] ?? anyValue(source)), type: processType };
    case 'powershell.create':
    case 'management.automation.powershell.create':
      return { ...anyValue(source), type: 'powershell' };
    case 'convert.frombase64string': {
      const bytes = first === undefined ? undefined : bytesOfBase64(first);
      return { ...anyValue(source), bytes };
    }
    default:
      break;
  }
  if (method === 'getstring' && /^text\.encoding/.test(type)) {
    const { bytes } = args[0] ?? {};
    return bytes === undefined ? anyValue(source) : oneValue(textShape(decodeBytes(bytes, type), source));
  }
  return givenByText(method, member);
}

/** What a method of a text returns. */
function givenByText(method: string, { object, args, source }: Member): PowerShellValue {
  const text = staticItem(object);
  if (text === undefined || object.type !== undefined) return anyValue(source);
  const [first, second] = args.map((each) => staticItem(each));
  switch (args.length === 0 ? method : `${method} of ${args.length}`) {
    case 'replace of 2':
      return first !== undefined && second !== undefined && first !== '' && text.length < 10_000
        ? oneValue(textShape(text.replaceAll(first, () => second).slice(0, 70_000), source))
        : anyValue(source);
    case 'tolower':
    case 'tolowerinvariant':
      return oneValue(textShape(text.toLowerCase(), source));
    case 'tostring':
      return oneValue(textShape(text, source));
    case 'trim':
      return oneValue(textShape(text.trim(), source));
    case 'split of 1':
      return first?.length === 1
        ? listOfItems(text.split(first).map((part) => textShape(part)))
        : anyValue(source);
    default:
      return anyValue(source);
  }
}

/** `[Environment]::GetFolderPath('…')`; the folder is where it is for most users. */
function folderOf(name: string, source: string): Shape {
  const [variable, below = ''] = folders.get(name) ?? [];
  if (variable === undefined) return anyShape(source);
  return concat([windowsVariable(variable, source), textShape(below)], source);
}

const folders: ReadonlyMap<string, readonly [string, string?]> = new Map([
  ['userprofile', ['userprofile']],
  ['personal', ['userprofile', '/Documents']],
  ['mydocuments', ['userprofile', '/Documents']],
  ['desktop', ['userprofile', '/Desktop']],
  ['desktopdirectory', ['userprofile', '/Desktop']],
  ['mymusic', ['userprofile', '/Music']],
  ['mypictures', ['userprofile', '/Pictures']],
  ['myvideos', ['userprofile', '/Videos']],
  ['applicationdata', ['appdata']],
  ['localapplicationdata', ['localappdata']],
  ['windows', ['windir']],
  ['programfiles', ['programfiles']],
]);
