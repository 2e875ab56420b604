/**
 * Values in a syntax that holds other values: `name=@file` for a form, `EXEC:cmd` for socat, `+!cmd` for a pager. Each
 * becomes the values in it with their uses, as if they were separate words. A value in another syntax than the known one
 * holds nothing.
 */
import { hostNamesIn } from '../../../pattern/host-name.ts';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { type BeginningNotation, beginningNames, type NotationName } from '../table/use-names.ts';
import { moduleSettings } from './ansible-module.ts';
import { partsByBeginning } from './beginnings.ts';
import { curlSchemeless, curlTarget, curlUrl } from './curl-address.ts';
import { debuggerCommand } from './debugger-command.ts';
import { ftpScript } from './ftp-script.ts';
import { globbed } from './glob-choices.ts';
import { gitAddress, hostsBehind, hostsIn, isPlainHost, jumpHosts, sshLogins } from './host-notation.ts';
import { makeVariable } from './make-variable.ts';
import { copiedFiles, movedFiles, movedTo, renamedFile, withMarks } from './renamed.ts';
import { serviceNotations } from './service-notation.ts';
import { socatAddress } from './socat-address.ts';
import { toolWord, toolWords } from './tool-words.ts';
import {
  behind,
  cut,
  longestGlob,
  mostParts,
  part,
  perhaps,
  startOf,
  unknownPart,
  type ValuePart,
} from './value-part.ts';
import { variableNotations } from './variable-notation.ts';
import { yqExpression } from './yq-expression.ts';

/** Notations that take all remaining words. The reader of words handles them. */
export type WordsNotation = 'cmake-tool' | 'each-file' | 'module';

export const isWordsNotation = (name: NotationName): name is WordsNotation =>
  name === 'cmake-tool' || name === 'each-file' || name === 'module';

export const isBeginning = (name: NotationName): name is BeginningNotation =>
  (beginningNames as readonly string[]).includes(name);

/** A name that no file has yet. */
const newName: Piece = { kind: 'name' };

const newBelow = ({ pieces, source }: Shape): Shape =>
  joinPieces([...pieces, { kind: 'text', text: '/' }, newName], source);

const eachBelow = ({ pieces, source }: Shape): Shape =>
  joinPieces([...pieces, { kind: 'text', text: '/' }, { kind: 'glob', glob: '*' }], source);

/** The name that is made from a template: the last run of `XXXX` becomes a new name. */
export const fromTemplate = ({ pieces, source }: Shape): Shape =>
  joinPieces(
    pieces.flatMap((piece): readonly Piece[] => {
      const [all, before = '', after = ''] =
        piece.kind === 'text' ? (/^(.*?)X{3,}([^X]*)$/s.exec(piece.text.slice(0, longestGlob)) ?? []) : [];
      return all === undefined
        ? [piece]
        : [{ kind: 'text', text: before }, newName, { kind: 'text', text: after }];
    }),
    source,
  );

const filled = (value: Shape): readonly ValuePart[] => (isElsewhere(value) ? [] : [perhaps(value, 'into')]);

type Notation = (value: Shape) => readonly ValuePart[];

/** The values inside a value of this notation. Total; if there are very many, the rest is unknown. */
export function partsOf(notation: Exclude<NotationName, WordsNotation>, value: Shape): readonly ValuePart[] {
  const found = isBeginning(notation) ? partsByBeginning(notation, value) : notations[notation](value);
  const role = rolesOfCommands[notation];
  const parts = role === undefined ? found : found.map((each) => ({ ...each, role }));
  return parts.length > mostParts ? [...parts.slice(0, mostParts), unknownPart(value)] : parts;
}

/** Notations whose commands are given files. */
const rolesOfCommands: Readonly<Partial<Record<NotationName, string>>> = {
  'colon-shell': 'on-files',
  'fzf-binding': 'with-files',
};

const longestBinding = 10_000;

/** The content of a value in double quotes, without its escapes. */
function unquoted(value: Shape): Shape | undefined {
  if (!startOf(value).startsWith('"')) return undefined;
  const [inside = value] = cut(behind(value, 1), /"/);
  return inside;
}

/** An address, or a page on this machine. */
function page(value: Shape): readonly ValuePart[] {
  const text = startOf(value);
  const isPath =
    /^(?:\.{0,2}\/(?!\/)|~)/.test(text) || value.pieces[0]?.kind === 'home' || !text.includes('.');
  if (isPath) return [part(value, 'read')];
  return [part(value, 'url'), ...(/^[\w.-]+$/.test(text) ? [perhaps(value, 'read')] : [])];
}

/** `[user@]host:path`, an address, or a place that a program has a name for; a single letter before the colon is a drive. */
const isElsewhere = (value: Shape): boolean =>
  /^(?:[^/:@\s]+@[^/:\s]+:|\[[^\]]+\]:|[^/:\s]{2,}:|:[\w-]+[,:])/.test(startOf(value).slice(0, 1000));

const notations: Readonly<Record<Exclude<NotationName, WordsNotation | BeginningNotation>, Notation>> = {
  /** `mc cp file name/bucket`: a host that has a name in the settings of the program. */
  'alias-path': (value) =>
    /^(?:\.{0,2}\/|\.{1,2}$|~)/.test(startOf(value))
      ? [part(value, 'write')]
      : [part(anyShape(value.source), 'host')],
  ...serviceNotations,
  ...variableNotations,
  /** A database by name, by address, or as `host=x dbname=y`. */
  conninfo: (value) => {
    const text = startOf(value);
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [part(value, 'url')];
    const isKnown = staticText(value) !== undefined;
    const known = isKnown ? text : text.slice(0, text.lastIndexOf(' ') + 1);
    // A service is a name in a file, which has its host.
    if (/\bservice\s*=/.test(known)) return [part(anyShape(value.source), 'host')];
    const hosts = [...known.matchAll(/\bhost(?:addr)?\s*=\s*'?([^\s']+)/g)].flatMap(([, host = '']) =>
      host.startsWith('/') ? [] : host.split(',').map((each) => part(textShape(each), 'host')),
    );
    // The unknown part may name another host.
    return isKnown ? hosts : [...hosts, part(anyShape(value.source), 'host')];
  },
  /** The file of a database without a server, or `file:PATH?mode=ro`. */
  sqlite: (value) => {
    const text = staticText(value);
    if (text === '' || text === ':memory:') return [];
    const [, path, settings = ''] = /^file:(?:\/\/(?=\/))?([^?]*)\??(.*)$/s.exec(text ?? '') ?? [];
    const file = path === undefined ? value : textShape(path, value.source);
    if (/(?:^|&)mode=memory/.test(settings)) return [];
    return /(?:^|&)(?:mode=ro|immutable=1)/.test(settings)
      ? [part(file, 'read')]
      : [part(file, 'read'), perhaps(file, 'write')];
  },
  // Such a file could contain any option.
  // A pattern may name any script.
  'npm-script': (value) => [part(npmRun(staticText(value)) ?? anyShape(value.source), 'shell')],
  'npm-script-or-shell': (value) => {
    const [, script] = /^(?:npm|yarn|pnpm|bun|node|deno):(.*)$/s.exec(startOf(value)) ?? [];
    if (script === undefined) return [part(value, 'shell')];
    const isKnown = staticText(value) !== undefined;
    return [part((isKnown ? npmRun(script) : undefined) ?? anyShape(value.source), 'shell')];
  },
  'curl-config': (value) => {
    const anywhere = anyShape(value.source);
    return [
      part(value, 'read'),
      ...[perhaps(anywhere, 'url'), perhaps(anywhere, 'upload'), perhaps(anywhere, 'write')],
    ];
  },
  'curl-connect-to': (value) => hostsBehind(value, 2),
  // curl sends the cookies of such a file to the hosts that they belong to.
  'curl-cookie': (value) => (showShape(value).includes('=') ? [] : [perhaps(value, 'upload')]),
  'curl-data': (value) =>
    startOf(value).startsWith('@') && staticText(value) !== '@'
      ? [part(behind(value, 1), 'upload')]
      : [part(value, 'data')],
  'curl-form': (value) => {
    const [before] = /^[^=]*=[@<]/.exec(startOf(value)) ?? [];
    if (before === undefined) return [part(value, 'data')];
    const files = behind(value, before.length);
    const quoted = unquoted(files);
    if (quoted !== undefined) return [part(quoted, 'upload')];
    const [paths = files] = cut(files, /;/);
    return (before.endsWith('@') ? cut(paths, /,/) : [paths]).map((path) =>
      part(unquoted(path) ?? path, 'upload'),
    );
  },
  'curl-header': (value) => (startOf(value).startsWith('@') ? [part(behind(value, 1), 'upload')] : []),
  'curl-resolve': (value) => hostsBehind(value, 2),
  'curl-output': (value) => [part(withMarks(value), 'write')],
  'make-variable': makeVariable,
  'mmv-source': movedFiles,
  'mmv-copied': copiedFiles,
  'tool-word': toolWord,
  'tool-words': toolWords,
  'mmv-target': movedTo,
  'renamed-file': renamedFile,
  'curl-upload': (value) =>
    staticText(value) === '.'
      ? [part(textShape('-', value.source), 'upload')]
      : globbed(value).map((each) => part(each, 'upload')),
  'curl-url': curlUrl,
  'curl-schemeless': curlSchemeless,
  'curl-target': curlTarget,
  'curl-variable': (value) => {
    const [name] = /^%?[^=@]*@/.exec(startOf(value)) ?? [];
    if (name !== undefined) return [part(behind(value, name.length), 'upload')];
    const [, variable] = /^%(\w+)/.exec(startOf(value)) ?? [];
    return variable === undefined ? [] : [part(textShape(variable), 'sent-variable')];
  },
  'curl-write-out': (value) => {
    const text = startOf(value);
    if (text.startsWith('@')) return [part(behind(value, 1), 'read')];
    return cut(value, /%output\{(?:>>)?/)
      .slice(1)
      .flatMap((each) => {
        const [path] = cut(each, /\}/);
        return path === undefined ? [] : [part(path, 'write')];
      });
  },
  /** The words of a query to a name server: `@server`, a type of record, or a name. */
  'dns-name': (value) => {
    const text = startOf(value);
    if (text.startsWith('@')) return [part(behind(value, 1), 'host')];
    const isType =
      /^(?:A|AAAA|MX|NS|TXT|CNAME|SOA|SRV|PTR|CAA|ANY|AXFR|IXFR(?:=\d+)?|DS|DNSKEY|TLSA|HINFO|IN|CH|HS|\d+)$/i;
    return isType.test(staticText(value) ?? '') || text.startsWith('+') ? [] : [part(value, 'host')];
  },
  /** What is deleted, on this machine or elsewhere: `rclone purge`. */
  'deleted-target': (value) => [part(value, isElsewhere(value) ? 'remote-write' : 'delete')],
  /** A target in which a copy deletes everything else: `rsync --delete`. */
  'emptied-target': (value) => [
    part(value, 'remote-write'),
    ...(isElsewhere(value) ? [] : [part(value, 'delete')]),
  ],
  // A message goes to the host in its address.
  'mail-address': (value) =>
    cut(value, /[,\s]+/).flatMap((each) => (/@[\w-]/.test(showShape(each)) ? [part(each, 'host')] : [])),
  'moved-source': (value) => [
    part(value, 'remote-read'),
    ...(isElsewhere(value) ? [] : [part(value, 'delete')]),
  ],
  /** A folder of archives, here or on another machine. Even a program that only lists it writes its lock files. */
  store: (value) => [part(value, 'remote-read'), ...filled(value)],
  /** A folder of archives that the program creates. */
  'new-store': (value) => [part(value, 'remote-write'), ...filled(value)],
  'ftp-script': ftpScript,
  'gdb-command': debuggerCommand,
  'file-or-name': fileOrName,
  /** `ctrl-x:execute(cmd {})+abort`: actions of `fzf` that run a command. */
  'fzf-binding': (value) => {
    const action =
      /(?:execute(?:-silent|-multi)?|become|reload(?:-sync)?|preview|transform[\w-]*)\s*([([{<:~!@#$%^&*;/|])/;
    const text = startOf(value);
    if (text.length > longestBinding) return [unknownPart(value)];
    const found = action.exec(text);
    if (found === null) return [];
    const inside = behind(value, found.index + found[0].length);
    const ends: Readonly<Record<string, RegExp>> = {
      '(': /\)(?=\+|,|$)/,
      '[': /\](?=\+|,|$)/,
      '{': /\}(?=\+|,|$)/,
      '<': />(?=\+|,|$)/,
    };
    const end = ends[found[1] ?? ''];
    return [part(end === undefined ? inside : (cut(inside, end)[0] ?? inside), 'shell')];
  },
  'git-address': gitAddress,
  /** `HEAD:src/a.ts`, `:a.ts`: a file by its revision. `:/text` finds a commit by its message, and `:0:path` has a stage. */
  'git-object': (value) => {
    const [, path] = /^(?:[^:\s]+:|:(?:[0-3]:)?(?!\/))([^:].*)$/s.exec(staticText(value) ?? '') ?? [];
    return [path === undefined ? perhaps(value, 'read') : part(textShape(path), 'read')];
  },
  /** `sftp host:dir/a` keeps a file in the directory, under its own name. */
  'sftp-place': (value) => {
    const [, name] = /:(?:.*\/)?([^/:]+)$/s.exec(staticText(value) ?? '') ?? [];
    return name === undefined
      ? [part(value, 'host')]
      : [part(value, 'host'), perhaps(textShape(`./${name}`, value.source), 'write')];
  },
  'git-url': (value) => {
    const parts = gitAddress(value);
    if (parts.length > 0) return parts;
    // Without a colon it is a repository on this machine.
    const text = staticText(value);
    return text === undefined || text.includes(':')
      ? [part(value, 'url')]
      : [perhaps(value, 'url'), perhaps(value, 'read')];
  },
  /** `git -c remote.x.pushurl=URL`, `-c url.URL.insteadOf=x`: another address for the command. */
  'git-setting': (value) => {
    const text = startOf(value);
    const sign = text.indexOf('=');
    const key = sign < 0 ? text : text.slice(0, sign);
    const given = behind(value, sign + 1);
    const config = part(value, 'config');
    if (/^remote\./i.test(key) && /\.(?:push)?url$/i.test(key))
      return [config, { ...part(given), role: 'remote' }];
    if (/^url\./i.test(key) && /\.(?:push)?insteadof$/i.test(key)) {
      const base = textShape(key.slice(key.indexOf('.') + 1, key.lastIndexOf('.')), value.source);
      return [config, { ...part(base), role: 'remote' }];
    }
    const isProxy = /^(?:https?|remote)\./i.test(key) && /\.proxy$/i.test(key);
    return isProxy && sign > 0 ? [config, part(given, 'url')] : [config];
  },
  // `http` takes an optional method before the address; data to send follow the address.
  'http-target': (value) => (/^[A-Za-z]+$/.test(staticText(value) ?? '') ? [] : [part(value, 'url')]),
  'http-item': (value) =>
    /^(?:[a-z][a-z0-9+.-]*:\/\/|:\d*(?:\/|$)|[\w.-]+(?::\d+)?(?:\/[^=@]*)?$)/i.test(startOf(value))
      ? [part(value, 'url')]
      : [part(value, 'upload-at')],
  /** `ssh -J a,user@b:22`: machines on the way. */
  'jump-hosts': jumpHosts,
  'yq-expression': yqExpression,
  /** The address of a repository that is only stored. */
  'kept-address': (value) => [...gitAddress(value), part(value, 'set')],
  /** A file, and others beside it whose names begin with its name: `ssh-keygen -f key` makes `key.pub` as well. */
  'and-beside': (value) => [
    part(value, 'write'),
    part(joinPieces([...value.pieces, newName], value.source), 'write'),
  ],
  /** A key that is read; if it does not exist, it is made with its `.pub`. */
  'key-or-new': (value) => [
    perhaps(value, 'read'),
    perhaps(value, 'write'),
    perhaps(joinPieces([...value.pieces, newName], value.source), 'write'),
  ],
  /** A file that is signed: `ssh-keygen -Y sign` makes `file.sig`. */
  signed: (value) => [
    part(value, 'read'),
    perhaps(joinPieces([...value.pieces, newName], value.source), 'write'),
  ],
  'less-command': (value) => {
    const [before, saves] = /^\+?(?:[!|]|(s\s+))/.exec(startOf(value)) ?? [];
    if (before === undefined) return [];
    return [part(behind(value, before.length), saves === undefined ? 'shell' : 'write')];
  },
  /** `key=path`, `key=@path`, or a path: `--from-file=key=path`. */
  'named-file': (value) => {
    const [name] = /^[\w.-]+=@?/.exec(startOf(value)) ?? [''];
    return [part(behind(value, name.length), 'upload')];
  },
  /** A prefix for the names of new files: `split a part-`. */
  new: (value) => [part(joinPieces([...value.pieces, newName], value.source), 'write')],
  /** How names in an archive are changed: files with any names are written below. */
  'unpacked-as': (value) => [
    perhaps(joinPieces([{ kind: 'text', text: './' }, { kind: 'any' }], value.source), 'write'),
  ],
  /** A number, and a file that gets the messages: `-V9file`. */
  'verbose-file': (value) => {
    const [digits] = /^\d*/.exec(startOf(value)) ?? [''];
    return staticText(value) === digits ? [] : [part(behind(value, digits.length), 'write')];
  },
  /** A file that is edited, or behind a `!` a command whose output is: `ed '!ls'`. */
  'file-or-command': (value) =>
    startOf(value).startsWith('!')
      ? [part(behind(value, 1), 'shell')]
      : [part(value, 'read'), perhaps(value, 'write')],
  /** A command, or the settings of a module: `path=a state=absent`. */
  'ansible-arguments': (value) => [part(value, 'shell'), ...moduleSettings(value)],
  /** A module or a file of Python, with a name in it: `a.b:app`, `a/b.py`. */
  'python-app': (value) => {
    const text = staticText(value)?.replace(/:[^/\\]*$/, '');
    if (text === undefined || text === '') return [];
    const file = /\.py$|\//.test(text) ? text : `${text.replaceAll('.', '/')}.py`;
    return [perhaps(textShape(file, value.source), 'load')];
  },
  /** A folder whose files are run as scripts: `run-parts dir`. */
  'each-script': (value) => [part(value, 'read'), part(eachBelow(value), 'script')],
  /** A folder for a file with a new name: `mktemp -p dir`. The empty word is the folder for temporary files. */
  'new-below': (value) =>
    staticText(value) === '' ? [perhaps(anyShape('$TMPDIR'), 'write')] : [part(newBelow(value), 'write')],
  number: () => [],
  /** A package of Go: a file, a folder with all below it (`./...`), or a name that is no path. */
  'go-package': (value) => {
    const text = staticText(value);
    if (text === undefined) return [perhaps(value, 'read')];
    if (!/^\.{0,2}\/|^\.{1,2}$|\.go$/.test(text)) return [];
    const folder = textShape(text.replace(/\/?\.{3}$/, '') || '.', value.source);
    return [{ ...perhaps(folder, 'read'), isOperand: true }];
  },
  /** One host, or several, in any spelling: `db`, `nats://db.app:4222,b`, `tcp:db.example,1433`. */
  'host-names': (value) => {
    const found = hostsIn(value);
    const names = found.length > 0 ? [] : (staticText(value) ?? '').split(',');
    return [...found, ...names.filter(isPlainHost).map((name) => perhaps(textShape(name), 'host'))];
  },
  'ssh-login': sshLogins,
  /** The names of hosts and the addresses somewhere in a text: `user/pw@//db.example:1521/x`, `dst=media.example`. */
  'host-words': hostsIn,
  /** `git send-email --smtp-server`: a path is that of a program, everything else a host. */
  'host-or-shell': (value) => [
    part(value, /^[/~]|\s/.test(startOf(value)) || staticText(value) === undefined ? 'shell' : 'host'),
  ],
  /** `100644,OBJECT,a.txt`: a file as the index has it. */
  'index-entry': (value) => {
    const [, , path] = cut(value, /,/);
    return path === undefined ? [] : [perhaps(path, 'write')];
  },
  /** `ansible -i db.example,`: a list of hosts has a comma; everything else is a file or a program. */
  inventory: (value) => {
    const text = staticText(value);
    if (text?.includes(',') !== true) return [part(value, 'load')];
    return text.split(',').flatMap((host) => (host === '' ? [] : [part(textShape(host), 'host')]));
  },
  /** `go mod edit -replace=old=new`: the new place of a module, which is a folder or below a host. */
  'module-place': (value) => {
    const [, place] = cut(value, /=/);
    if (place === undefined) return [];
    if (staticText(place) === undefined && /^[\w-]+(?:\.[\w-]+)*\//.test(startOf(place)))
      return [perhaps(textShape(startOf(place).replace(/\/.*$/s, '')), 'host')];
    return hostNamesIn(staticText(place) ?? '').map((name) => perhaps(textShape(name), 'host'));
  },
  /**
   * `sysctl kernel.core_pattern='|cmd'`: a value of the kernel, which is a file below `/proc/sys`. Some of them name a
   * program that the kernel runs.
   */
  'kernel-setting': (value) => {
    const [, key = '', sign = ''] = /^\s*-?([^\s=]*)(\s*=\s*)?/.exec(startOf(value)) ?? [];
    const file = `/proc/sys/${/^[^/]*\./.test(key) ? key.replace(/[./]/g, (each) => (each === '.' ? '/' : '.')) : key}`;
    if (sign === '') {
      const isWhole = staticText(value) !== undefined;
      return [isWhole ? part(textShape(file), 'read') : perhaps(textShape('/proc/sys'), 'into')];
    }
    const given = behind(value, startOf(value).indexOf('=') + 1 + (/=(\s*)$/.exec(sign)?.[1]?.length ?? 0));
    const isProgram = /^kernel[./](?:core_pattern|modprobe|poweroff_cmd|hotplug)$/.test(key);
    const command = startOf(given).startsWith('|') ? behind(given, 1) : undefined;
    return [
      part(textShape(file), 'write'),
      ...(command === undefined || !isProgram ? [] : [part(command, 'shell')]),
      ...(command === undefined && isProgram ? [part(given, 'write')] : []),
    ];
  },
  /** `sysctl -p file`: a file whose lines are such settings. */
  'settings-file': (value) => [part(value, 'read'), perhaps(textShape('/proc/sys'), 'into')],
  /** What the desktop opens: it starts programs, and shows files and pages. */
  opened: (value) => [
    ...hostNamesIn(staticText(value) ?? '').map((name) => perhaps(textShape(name), 'host')),
    perhaps(
      value,
      /\.(?:app|command|tool|terminal|workflow|scpt|desktop|jar|sh|bash)\/?$/i.test(staticText(value) ?? '')
        ? 'load'
        : 'read',
    ),
  ],
  page,
  served: (value) => [{ ...part(value, 'read'), role: 'directory', isOperand: true }],
  socat: socatAddress,
  /** `ssh -o ProxyJump=host`, `-o HostName=host`: machines that a setting names. */
  'ssh-setting': (value) => {
    const [before = '', name = ''] = /^\s*([A-Za-z]+)\s*[=\s]\s*/.exec(startOf(value)) ?? [];
    const config = part(value, 'config');
    const given = behind(value, before.length);
    if (/^proxyjump$/i.test(name)) return [config, ...jumpHosts(given)];
    if (/^sendenv$/i.test(name))
      // Variables of the language are no secrets: `LC_*`.
      return [
        config,
        ...cut(given, /\s+/).flatMap((each) =>
          /^(?:LC_|LANG)/.test(startOf(each)) ? [] : [part(each, 'sent-variable')],
        ),
      ];
    return /^hostname$/i.test(name) ? [config, part(given, 'host')] : [config];
  },
  /** An address has a scheme; everything else is a file: `aria2c a.torrent`. */
  // `file:type/subtype`: a file may have a colon in its name as well.
  'typed-file': (value) => {
    const [, file] = /^(.+):/s.exec(startOf(value)) ?? [];
    return file === undefined
      ? [part(value, 'upload')]
      : [part(textShape(file), 'upload'), perhaps(value, 'upload')];
  },
  'url-or-file': (value) =>
    staticText(value) === undefined
      ? [part(value, 'url'), part(value, 'read')]
      : [part(value, /^[a-z][a-z0-9+.-]*:/i.test(startOf(value)) ? 'url' : 'read')],
  /** `vg/x` is `/dev/vg/x`. */
  volume: (value) => {
    const isPath = startOf(value).startsWith('/');
    const device = joinPieces([{ kind: 'text', text: '/dev/' }, ...value.pieces], value.source);
    return [part(isPath ? value : device, 'delete')];
  },
  /** `wget -e use_proxy=on`, `-e output_document=x`: a line of its settings. */
  'wget-setting': (value) => {
    const [, name = ''] = /^\s*([\w-]+)\s*=\s*/.exec(startOf(value)) ?? [];
    const given = behind(value, startOf(value).indexOf('=') + 1);
    const key = name.toLowerCase().replace(/[-_]/g, '');
    if (/^(?:postfile|bodyfile)$/.test(key)) return [part(given, 'upload')];
    if (/^(?:outputdocument|logfile|dirprefix|savecookies|warcfile)$/.test(key))
      return [part(given, 'write')];
    if (/^(?:https?proxy|ftpproxy|base)$/.test(key)) return [part(given, 'url')];
    if (/^(?:postdata|bodydata|header)$/.test(key)) return [part(given, 'data')];
    if (/^(?:input|loadcookies)$/.test(key)) return [part(given, 'read')];
    return key === 'useaskpass' ? [part(given, 'shell')] : [];
  },
};

/** A script, or the name of an installed module: only a script has a slash or an ending. */
function fileOrName(value: Shape): readonly ValuePart[] {
  const text = staticText(value);
  return [part(value, text === undefined || /[\\/]|\.\w+$/.test(text) ? 'script' : 'literal')];
}

/** A command that runs a script of `package.json`; undefined if it is not known which. */
const npmRun = (script: string | undefined): Shape | undefined =>
  script === undefined || /[*!]/.test(script) ? undefined : textShape(`npm run ${script}`);
