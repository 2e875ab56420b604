/**
 * Commands of clients for file transfer: `lftp -c 'open host; put file'`, `tftp host -c put file`, `smbclient -c 'put
 * file'`. Reads which files are sent and which are received; a remote name is no path on this machine. A command that is
 * in none of the lists is code: it may run another one, or use a file here.
 */
import { joinPieces, type Shape, showShape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { type FtpCommand, ftpCommands } from './ftp-commands.ts';
import { part, perhaps, unknownPart, type ValuePart } from './value-part.ts';

/** The limit of commands that are read. */
const mostCommands = 200;
const longestScript = 10_000;
const deepest = 4;

/** The values in such commands. If a part is unknown, the known parts are still read, and it may be any command. */
export function ftpScript(value: Shape): readonly ValuePart[] {
  const text = staticText(value) ?? showShape(value);
  if (text.length > longestScript) return [unknownPart(value)];
  const commands = ftpCommands(text);
  const rest = commands.length > mostCommands ? [unknownPart(value)] : [];
  const unseen = staticText(value) === undefined ? [part(value, 'code')] : [];
  return [...commands.slice(0, mostCommands).flatMap((each) => readCommand(each)), ...rest, ...unseen];
}

/** Commands that do nothing here, whatever their words are: they work on the other machine, or on the connection. */
const remoteCommands: ReadonlySet<string> = new Set(
  `ls nlist cls rels renlist recls dir cd pwd lpwd exit quit bye close disconnect user login mkdir rm rmdir mrm mv rename
  chmod chown chgrp ln symlink find du df echo help ? version jobs wait kill cache ascii binary bin image type mode
  passive pasv epsv verbose hash bell prompt recurse mask del delete mdelete deltree lowercase status timeout trace rexmt
  connect-timeout slot scache stat allinfo size modtime quote site system umask sync noop literal logon translate progress
  cdup hardlink volume rd md bind`.split(/\s+/),
);

/** Commands that show files, which are on the other machine unless they have an address. */
const showing: ReadonlySet<string> = new Set(['cat', 'more', 'zcat', 'zmore', 'bzcat', 'bzmore', 'less']);

/** Commands behind which another one is. */
const around: ReadonlySet<string> = new Set(['command', 'glob', 'queue', 'repeat', 'eval']);

function readCommand(command: FtpCommand, depth = 0): readonly ValuePart[] {
  const { text, shell, output, pipe } = command;
  if (shell !== undefined) return [part(textShape(shell), 'shell')];
  return [
    ...readWords(command, depth),
    ...(output === undefined ? [] : [part(here(output), 'write')]),
    ...(pipe === undefined ? [] : [part(textShape(pipe), 'shell')]),
    ...(command.isOpen ? [part(textShape(text), 'code')] : []),
  ];
}

function readWords({ words: [given = '', ...words], text }: FtpCommand, depth: number): readonly ValuePart[] {
  const name = given.toLowerCase();
  const code = [part(textShape(text), 'code')];
  if (name === '' || name.startsWith('#')) return [];
  if (around.has(name)) {
    if (words[0]?.startsWith('-') || depth > deepest) return code;
    const joined = name === 'eval' ? ftpCommands(words.join(' ')) : [];
    if (joined.length > 1) return code;
    return readCommand(joined[0] ?? { text, words }, depth + 1);
  }
  if (showing.has(name))
    return words.flatMap((word) => (isLocal(word) ? [part(here(word), 'read')] : remote(textShape(word))));
  // Without a scheme of its own, such an address makes the commands behind it work here.
  if (remoteCommands.has(name))
    return words.some(isLocal) ? code : words.flatMap((word) => remote(textShape(word)));
  return transfers[name]?.(words, code) ?? code;
}

type Reader = (words: readonly string[], code: readonly ValuePart[]) => readonly ValuePart[];

const put: Reader = (words, code) => {
  const { operands, isKnown } = operandsOf(words, /^-(?:[OoPn])$/, /^-[acEeR]+$/);
  const [first, ...others] = operands.map((word) => here(word));
  // The second word is the name there, or another file.
  return [
    ...(first === undefined ? [] : [sent(first, words)]),
    ...others.map((each) => perhaps(each, 'upload')),
    ...(isKnown ? [] : code),
  ];
};

const get: Reader = (words, code) => {
  const { operands, isKnown, values } = operandsOf(words, /^-(?:[OoPn])$/, /^-[acEefPpr]+$/);
  const folder = values.get('-O')?.[0];
  const below = (name: Shape): Shape => (folder === undefined ? name : inFolder(here(folder), name));
  const names = operands.map((word) => below(fileName(word)));
  const given = values.get('-o')?.map((each) => below(here(each))) ?? [];
  const [, second] = operands;
  return [
    ...operands.flatMap((word) => (isLocal(word) ? [part(here(word), 'read')] : remote(textShape(word)))),
    ...given.map((each) => part(each, 'write')),
    ...(given.length > 0 && operands.length === given.length
      ? []
      : second === undefined
        ? names.map((each) => part(each, 'write'))
        : // The second word is the name here, or another file.
          [part(here(second), 'write'), ...names.map((each) => perhaps(each, 'write'))]),
    ...(isKnown ? [] : code),
  ];
};

const getMany: Reader = (words, code) => {
  const { operands, isKnown, values } = operandsOf(words, /^-[OPn]$/, /^-[acEedfPpr]+$/);
  return [
    ...operands.flatMap((word) => (isLocal(word) ? [part(here(word), 'read')] : remote(textShape(word)))),
    part(here(values.get('-O')?.[0] ?? '.'), 'into'),
    ...(isKnown ? [] : code),
  ];
};

const mirror: Reader = (words, code) => {
  const { operands, isKnown, values } = operandsOf(
    words,
    /^(?:-[xXiIPON]|--(?:exclude|include|exclude-glob|include-glob|parallel|newer-than|older-than|size-range|log|script|use-pget-n))$/,
    /^(?:-[acEeRrvLpsdnT]+|-[P]\d+|--(?:reverse|delete|delete-first|delete-excluded|only-newer|only-missing|only-existing|continue|no-[\w-]+|verbose|verbose=\d+|dry-run|dereference|ignore-time|ignore-size|allow-[a-z]+|recursion=\w+|depth-first|loop|overwrite|(?:parallel|exclude|include|exclude-glob|include-glob|use-pget-n|newer-than|older-than|size-range)=.*|Remove-source-(?:files|dirs)|Move))$/s,
  );
  const [first, second] = operands.map((word) => here(word));
  const files = [...(values.get('--log') ?? []), ...(values.get('--script') ?? [])];
  const rest = [
    ...files.map((each) => part(here(each), 'write')),
    ...(isKnown && !operands.some(isLocal) ? [] : code),
  ];
  if (!words.some((word) => word === '--reverse' || /^-[A-Za-z]*R/.test(word)))
    return [
      ...(operands[0] === undefined ? [] : remote(textShape(operands[0]))),
      part(second ?? textShape('.'), 'into'),
      ...(words.some((word) => /^-[A-Za-z]*e|^--delete/.test(word))
        ? [part(allBelow(second ?? textShape('.')), 'delete')]
        : []),
      ...rest,
    ];
  return [
    part(first ?? textShape('.'), 'upload'),
    ...(takes(words) ? [part(allBelow(first ?? textShape('.')), 'delete')] : []),
    ...rest,
  ];
};

const open: Reader = (words, code) => {
  const { operands, isKnown } = operandsOf(
    words,
    /^-[upP]$|^--(?:user|password|port|env-password)$/,
    /^-[ds]$/,
  );
  const [host] = operands;
  return [
    ...(host === undefined ? [] : [part(textShape(host), 'host')]),
    ...(isKnown && !operands.some(isLocal) ? [] : code),
  ];
};

/** Settings that name a program, a file, an action, or how a name without a scheme is read. */
const set: Reader = ([name = '', ...values], code) => {
  const [key = ''] = name.split('/');
  const given = values.filter((each) => each !== '').map((each) => textShape(each));
  if (/proxy/.test(key)) return given.map((each) => part(each, 'url'));
  if (/^ssl:[\w-]*file$/.test(key)) return given.map((each) => part(each, 'read'));
  if (/^(?:xfer|log):(?:log-)?file$/.test(key)) return given.map((each) => part(each, 'write'));
  const isPlain =
    /^(?:ssl|net|ftps?|https?|hftp|dns|mirror|pget|color):[\w-]+$/.test(key) ||
    /^(?:sftp|fish):(?:auto-confirm|max-packets-in-flight|charset)$/.test(key) ||
    /^cmd:(?:fail-exit|interactive|verbose|trace|parallel|set-term-status|status-interval)$/.test(key) ||
    /^xfer:(?:clobber|use-temp-file|log|verify|eta-period|rate-period|timeout|parallel|max-redirections)$/.test(
      key,
    );
  return isPlain ? [] : code;
};

const transfers: Readonly<Record<string, Reader | undefined>> = Object.assign(Object.create(null), {
  put,
  send: put,
  reput: put,
  append: put,
  mput: (words: readonly string[]) =>
    words.filter((word) => !word.startsWith('-')).map((word) => sent(here(word), words)),
  get,
  recv: get,
  reget: get,
  get1: get,
  pget: get,
  mget: getMany,
  mirror,
  open,
  connect: open,
  o: open,
  set,
  lcd: ([folder]: readonly string[], code: readonly ValuePart[]) =>
    folder === undefined ? [] : folder === '-' ? code : [part(here(folder), 'cwd')],
  // The history of commands, which is in a file on this machine.
  history: (words: readonly string[], code: readonly ValuePart[]) => {
    const { operands, isKnown, values } = operandsOf(words, /^-[wr]$/, /^-[cl]$/);
    return [
      ...(values.get('-w') ?? []).map((each) => part(here(each), 'write')),
      ...(values.get('-r') ?? []).map((each) => part(here(each), 'read')),
      ...(isKnown && operands.every((each) => /^(?:\d+|all)$/.test(each)) ? [] : code),
    ];
  },
  shell: (words: readonly string[]) => [part(textShape(words.join(' ')), 'shell')],
  local: (words: readonly string[]) => [
    part(textShape(words.join(' ')), 'shell'),
    part(textShape(words.join(' ')), 'code'),
  ],
  source: ([file]: readonly string[], code: readonly ValuePart[]) =>
    file === undefined ? [] : file.startsWith('-') ? code : [part(here(file), 'load')],
} satisfies Record<string, Reader>);

interface Operands {
  readonly operands: readonly string[];
  /** The values of the options that take one. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Whether all options are known ones. */
  readonly isKnown: boolean;
}

function operandsOf(words: readonly string[], taking: RegExp, flags: RegExp): Operands {
  const operands: string[] = [];
  const values = new Map<string, string[]>();
  let isKnown = true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!/^-./.test(word)) operands.push(word);
    else if (taking.test(word)) values.set(word, [...(values.get(word) ?? []), words[++at] ?? '']);
    else if (!flags.test(word)) isKnown = false;
  }
  return { operands, values, isKnown };
}

/** An address of a file on this machine. */
const isLocal = (word: string): boolean => /^file:/i.test(word);

/** A path on this machine, which may be written as an address. */
const here = (word: string): Shape => textShape(word.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, ''));

/** The host of a remote name that is an address. */
const remote = (name: Shape): readonly ValuePart[] =>
  /^[a-z]+:\/\//i.test(staticText(name) ?? '') ? [part(name, 'url')] : [];

/** Whether what is sent is deleted afterwards. */
const takes = (words: readonly string[]): boolean =>
  words.some((word) => /^-[A-Za-z]*E|^--(?:Remove|Move)/.test(word));

const sent = (path: Shape, words: readonly string[]): ValuePart =>
  takes(words) ? part(path, 'upload', 'delete') : part(path, 'upload');

const allBelow = ({ pieces, source }: Shape): Shape =>
  joinPieces([...pieces, { kind: 'text', text: '/' }, { kind: 'glob', glob: '**' }], source);

const inFolder = (folder: Shape, name: Shape): Shape =>
  joinPieces([...folder.pieces, { kind: 'text', text: '/' }, ...name.pieces], folder.source);

const fileName = (path: string): Shape => textShape(path.replace(/^.*[/\\]/s, '').replace(/^file:/i, ''));
