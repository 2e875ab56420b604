/** The .NET classes that PowerShell scripts use: what their methods do, and what they return. */
import { anyShape, type Shape, staticText, textShape } from '../../../pattern/shape.ts';
import { bytesOfBase64 } from '../../code/decode.ts';
import type { CodeFinding } from '../../code/finding.ts';
import { decodeBytes, joinWindowsPath } from '../use/powershell-text.ts';
import { anyValue, listValue, oneValue, staticOf, textOf, type Value } from './powershell-value.ts';
import { windowsVariable } from './windows-environment.ts';

/** A use of a member: its object, its name, and its arguments. */
export interface Member {
  readonly object: Value;
  readonly isStatic: boolean;
  readonly name: string;
  readonly args: readonly Value[];
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** What a use of a member does, and the value that it gives. */
export interface Used {
  readonly value: Value;
  readonly findings: readonly CodeFinding[];
  /** A text that runs as a script; `unknown` if it is unknown. */
  readonly script?: Shape | undefined;
}

type Use = 'read' | 'write' | 'delete' | 'delete-tree' | 'move' | 'copy' | 'connect' | 'send' | 'run';

/** Methods by class and name: what they do with which arguments. */
const methods: ReadonlyMap<string, readonly (readonly [Use, number])[]> = new Map(
  `
  io.file::delete delete 0
  io.file::readalltext read 0
  io.file::readalllines read 0
  io.file::readallbytes read 0
  io.file::readlines read 0
  io.file::openread read 0
  io.file::opentext read 0
  io.file::open read 0 write 0
  io.file::writealltext write 0
  io.file::writealllines write 0
  io.file::writeallbytes write 0
  io.file::appendalltext write 0
  io.file::appendalllines write 0
  io.file::appendtext write 0
  io.file::create write 0
  io.file::createtext write 0
  io.file::openwrite write 0
  io.file::setattributes write 0
  io.file::copy copy 0
  io.file::move move 0
  io.file::replace move 0
  io.directory::delete delete-tree 0
  io.directory::createdirectory write 0
  io.directory::move move 0
  io.directory::getfiles read 0
  io.directory::getdirectories read 0
  io.directory::enumeratefiles read 0
  io.directory::setcurrentdirectory read 0
  io.streamreader::new read 0
  io.streamwriter::new write 0
  io.filestream::new read 0 write 0
  io.compression.zipfile::extracttodirectory read 0 write 1
  io.compression.zipfile::createfromdirectory read 0 write 1
  net.webclient::downloadstring connect 0
  net.webclient::downloaddata connect 0
  net.webclient::openread connect 0
  net.webclient::downloadfile connect 0 write 1
  net.webclient::downloadfileasync connect 0 write 1
  net.webclient::uploadstring send 0
  net.webclient::uploaddata send 0
  net.webclient::uploadvalues send 0
  net.webclient::uploadfile send 0 read -1
  net.webrequest::create connect 0
  net.httpwebrequest::create connect 0
  net.http.httpclient::getasync connect 0
  net.http.httpclient::getstringasync connect 0
  net.http.httpclient::getbytearrayasync connect 0
  net.http.httpclient::postasync send 0
  net.http.httpclient::putasync send 0
  net.sockets.tcpclient::new send 0
  net.sockets.tcpclient::connect send 0
  net.dns::gethostaddresses connect 0
  net.dns::gethostentry connect 0
  diagnostics.process::start run 0
  wscript.shell::run run 0
  wscript.shell::exec run 0
  shell.application::shellexecute run 0
  microsoft.visualbasic.fileio.filesystem::deletefile delete 0
  microsoft.visualbasic.fileio.filesystem::deletedirectory delete-tree 0
  scripting.filesystemobject::deletefile delete 0
  scripting.filesystemobject::deletefolder delete-tree 0
  `
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...rest] = line.trim().split(/\s+/);
      const uses: (readonly [Use, number])[] = [];
      for (let at = 0; at + 1 < rest.length; at += 2) uses.push([rest[at] as Use, Number(rest[at + 1])]);
      return [name, uses] as const;
    }),
);

/** Records what a call of a method does; gives what it returns. */
export function useMember(member: Member): Used {
  const { object, name, args, source } = member;
  const type = object.type ?? '';
  const method = name.toLowerCase();
  const uses = methods.get(`${type}::${method}`);
  if (uses !== undefined) {
    const findings = uses.flatMap(([use, at]) => findingsOf(member, use, at));
    return { value: anyValue(source), findings };
  }
  if (method === 'new' && member.isStatic) {
    const [path] = args;
    const made = isFileType(type) && path !== undefined ? oneValue(textOf(path, source)) : anyValue(source);
    return { value: { ...made, type }, findings: [] };
  }
  if (type === 'scriptblock' && method === 'create') return run(args[0], source);
  if (/^(?:invokescript|invoke)$/.test(method) && /executioncontext/.test(type)) return run(args[0], source);
  if (type === 'reflection.assembly' && /^load/.test(method))
    return unknown(member, 'a native library is loaded');
  if (type === 'runtime.interopservices.marshal') return unknown(member, 'memory is written directly');
  const isFile = !member.isStatic && (type === '' || isFileType(type));
  const use = isFile && args.length <= 2 ? ofFile.get(method) : undefined;
  if (use !== undefined) {
    const target = use === 'move' || use === 'copy' ? args[0] && textOf(args[0], source) : undefined;
    const recursive = use === 'delete' && args.length > 0;
    const findings = object.items.map((path) => pathFinding(member, use, path, target, recursive));
    return { value: anyValue(source), findings };
  }
  if (changing.test(type) && !harmless.test(method))
    return unknown(member, 'what this method does is not known');
  return { value: givenBy(type, method, member), findings: [] };
}

/** Whether objects of a class are files or folders. */
export const isFileType = (type: string): boolean => /^io\.(?:file|directory)info$/.test(type);

/** What methods of a file or folder object do with that file. */
const ofFile: ReadonlyMap<string, 'delete' | 'move' | 'copy' | 'write' | 'read'> = new Map([
  ['delete', 'delete'],
  ['moveto', 'move'],
  ['copyto', 'copy'],
  ['openread', 'read'],
  ['opentext', 'read'],
  ['openwrite', 'write'],
  ['create', 'write'],
  ['createtext', 'write'],
  ['appendtext', 'write'],
]);

/** Classes that change files or run programs. Some of their methods only read. */
const changing =
  /^(?:io\.(?:file|directory|fileinfo|directoryinfo|filesystem\w*|compression\.zipfile)|diagnostics\.process|microsoft\.visualbasic\.(?:fileio\.filesystem|interaction)|scripting\.filesystemobject|wscript\.shell|shell\.application|management\.\w+|microsoft\.win32\.\w+)$/;
const harmless =
  /^(?:get|exists|enumerate|is|to|equals|compare|read|refresh|close|dispose|wait|has|new$|specialfolders|environment|expand|folderexists|fileexists|driveexists|buildpath|absolute)/;

function findingsOf(member: Member, use: Use, at: number): CodeFinding[] {
  const { args, source, start, end } = member;
  const value = args.at(at);
  if (value === undefined) return [];
  const base = { certain: true, start, end };
  switch (use) {
    case 'connect':
    case 'send':
      return [{ kind: 'connect', url: textOf(value, source), sends: use === 'send', ...base }];
    case 'run': {
      const rest = args.slice(1).flatMap(({ items }) => items.flatMap(splitShape));
      const words = [...value.items.flatMap(splitShape), ...rest];
      return [{ kind: 'run', words, cwd: undefined, stdin: undefined, ...base }];
    }
    case 'move':
    case 'copy':
      return [pathFinding(member, use, textOf(value, source), args[1] && textOf(args[1], source), false)];
    case 'write':
      return value.items.map((path) =>
        pathFinding(member, use, path, undefined, false, at === 0 ? staticOf(args[1]) : undefined),
      );
    default: {
      const recursive = use === 'delete-tree';
      return value.items.map((path) =>
        pathFinding(member, recursive ? 'delete' : (use as 'read' | 'delete'), path, undefined, recursive),
      );
    }
  }
}

/** A known command line, split into words. */
export function splitShape(shape: Shape): readonly Shape[] {
  const text = staticText(shape);
  if (text === undefined) return [shape];
  return (text.match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) => textShape(word.replaceAll('"', '')));
}

const pathFinding = (
  { start, end }: Member,
  use: 'read' | 'write' | 'delete' | 'move' | 'copy',
  path: Shape,
  target: Shape | undefined,
  recursive: boolean,
  content?: string,
): CodeFinding => ({ kind: 'path', use, path, target, recursive, content, certain: true, start, end });

const run = (text: Value | undefined, source: string): Used => ({
  value: anyValue(source),
  findings: [],
  script: text === undefined ? anyShape(source) : textOf(text, source),
});

const unknown = (member: Member, why: string): Used => ({
  value: anyValue(member.source),
  findings: [
    { kind: 'unknown', text: member.source, why, certain: true, start: member.start, end: member.end },
  ],
});

/** The value that a method without effects returns. */
function givenBy(type: string, method: string, { object, args, source, name }: Member): Value {
  const first = staticOf(args[0]);
  switch (`${type}.${method}`) {
    case 'environment.getfolderpath':
      return oneValue(windowsVariable(folders.get(first?.toLowerCase() ?? '') ?? '', source));
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
      return args[0] ?? anyValue(source);
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
  const text = staticOf(object);
  if (text === undefined || object.type !== undefined) return anyValue(source);
  const second = staticOf(args[1]);
  switch (method) {
    case 'replace':
      return first !== undefined && second !== undefined && first !== '' && text.length < 10_000
        ? oneValue(textShape(text.replaceAll(first, () => second).slice(0, 70_000), source))
        : anyValue(source);
    case 'tolower':
    case 'tostring':
    case 'trim':
      return oneValue(textShape(name.toLowerCase() === 'tolower' ? text.toLowerCase() : text.trim(), source));
    case 'split':
      return first === undefined
        ? anyValue(source)
        : listValue(text.split(first).map((part) => textShape(part)));
    default:
      return anyValue(source);
  }
}

const folders = new Map([
  ['userprofile', 'userprofile'],
  ['personal', 'userprofile'],
  ['applicationdata', 'appdata'],
  ['localapplicationdata', 'localappdata'],
  ['windows', 'windir'],
  ['system', 'windir'],
  ['programfiles', 'programfiles'],
]);
