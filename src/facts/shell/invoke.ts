/**
 * One command, its words expanded: what it is by the tables of commands, and
 * what it does with each of its words. Wrappers (`sudo`, `xargs`, `bash -c`)
 * are seen through: what they run is a command of its own.
 */

import { readPackage } from '../../pattern/package.ts';
import { type PathShape, readPathShape } from '../../pattern/path-shape.ts';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../pattern/shape.ts';
import type { CommandOperand, InputSpan, PathEffect } from '../effect.ts';
import { type Invocation, isPowerShell, readArguments, type UsedValue } from '../knowledge/arguments.ts';
import type { Use } from '../knowledge/entry.ts';
import { pathInside } from '../recorder.ts';
import { recordPatch } from '../tool/patch.ts';
import { costOfText, spend } from './budget.ts';
import { runConfig } from './config.ts';
import { clonedName, downloadedName, isDirectoryName, repackedName } from './derived-name.ts';
import { runFind } from './find.ts';
import { pathInRevision } from './git-object.ts';
import {
  executeByVariables,
  executeMakefiles,
  executeModule,
  executeOperands,
  executeWithEnding,
} from './loaded-files.ts';
import { scriptOfMakefile } from './makefile.ts';
import { readMount } from './mount.ts';
import { outputOf } from './output.ts';
import { recordLink, recordPassedOn } from './passed-on.ts';
import { decodePowerShell } from './powershell.ts';
import { withPlainDash } from './powershell-start.ts';
import { keep } from './redirect.ts';
import { isPush, pushedRefs } from './refspec.ts';
import { remoteHost } from './remote-host.ts';
import type { Running } from './running.ts';
import { type Dialect, type Io, isSpent, type Shell } from './shell.ts';
import type { ShellState } from './state.ts';
import {
  emptyStream,
  lengthOf,
  linesOf,
  mergeOrigins,
  noOrigins,
  type Origins,
  originsOf,
  originsOfOne,
  type Stream,
  streamOf,
  unknownStream,
  type Word,
  wordOf,
  wordOfShape,
} from './word.ts';

/** The name of a program: without its directory and without what Windows appends. */
export function programOf(shape: Shape): string | undefined {
  const last = shape.pieces[shape.pieces.length - 1];
  const text =
    staticText(shape) ?? (last?.kind === 'text' && /[\\/]/.test(last.text) ? last.text : undefined);
  if (text === undefined) return undefined;
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  return name.includes('.') ? name.replace(/\.(?:exe|cmd|bat|com)$/i, '') : name;
}

/** Of a command that is longer, the rest is not shown. */
const longestCommand = 1000;

/** Runs a program by the tables, without regard to functions and built-ins. */
export function invoke(
  all: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
  dialect: Dialect,
): Stream {
  const [first] = all;
  if (first === undefined) return emptyStream;
  const words = all.slice(1);
  const program = programOf(first.shape);
  const text = commandText(all, io, span);
  if (program === undefined || program === '') return runUnknown(first, words, text, shell, io, span);
  const given = words.map(({ shape }) => shape);
  const shapes = isPowerShell(program) ? given.map(withPlainDash) : given;
  const exact = readArguments(shell.knowledge, program, shapes, dialect);
  // Some file systems find `RM` where `rm` is.
  const lower = exact.known ? program : program.toLowerCase();
  const folded = lower === program ? exact : readArguments(shell.knowledge, lower, shapes, dialect);
  const invocation = folded.known ? folded : exact;
  const command = shell.recorder.command({
    program: invocation.program,
    programWord: first.shape,
    words: invocation.words,
    options: invocation.options,
    operands: operandsOf(invocation, io),
    args: given,
    known: invocation.known,
    open: invocation.open || anySplits(words),
    via: io.via,
    certain: io.certain,
    span,
    text,
  });
  if (io.stdin !== undefined) recordPipes(io.stdin.from, command, shell, io, span);
  recordPipes(first.from, command, shell, io, span);
  const isPath = isPathLike(first.shape);
  if (isPath) {
    shell.recorder.execute(first.shape, state.cwd, { certain: io.certain, span, command });
  }
  const running: Running = {
    invocation,
    words,
    command,
    shell,
    // What `env` sets is set for what it runs alone.
    state: invocation.values.some(({ uses }) => isFor(uses, 'env')) ? state.fork() : state,
    io,
    span,
    base: baseOf(invocation, state.cwd),
    recursive: isRecursive(invocation),
    reads: [],
    writes: [],
    held: [],
    uploads: [],
    hosts: [],
    outputs: [],
  };
  for (const file of executeByVariables(first, isPath, running)) runStream(file, 'shell', running, false);
  applyTraits(running);
  const handled = applyValues(running);
  keepWritten(running);
  applyPossible(running);
  if (program === 'find') runFind(words, command, shell, state, io, span);
  if (!handled) runStdin(running);
  runPatch(running);
  runMakefile(running);
  executeOperands(running);
  recordSends(running);
  runScriptFile(first, running);
  return printed(program, running);
}

function anySplits(words: readonly Word[]): boolean {
  for (const { splits } of words) if (splits) return true;
  return false;
}

/** Whether a program goes through folders: always, or by the option that it has been given. */
function isRecursive({ traits: { recursive }, options }: Invocation): boolean {
  if (typeof recursive !== 'object') return recursive === true;
  return options.some(({ names }) => names.some((name) => recursive.includes(name)));
}

/** A program named by a path, and not looked for in the folders of programs; `\ls` is none. */
function isPathLike({ pieces, source }: Shape): boolean {
  for (const piece of pieces) {
    if (piece.kind === 'home') return true;
    if (piece.kind === 'text' && (piece.text.includes('/') || piece.text.includes('\\'))) return true;
  }
  return source.includes('\\') && /^(?:[\w.:-]|\\\\)[\w.:\\-]*\\[\w.\\-]+$/.test(source.slice(0, 1000));
}

/**
 * Operands in their order, then values of options that rules can ask for, then the
 * script on standard input: only the first of these have places.
 */
function operandsOf(invocation: Invocation, io: Io): readonly CommandOperand[] {
  const given: CommandOperand[] = [];
  let named = 0;
  for (const { value, role, option } of invocation.values) {
    if (option === undefined) given.push({ value, role });
    else if (role !== undefined) named++;
  }
  if (named > 0) {
    for (const { value, role, option } of invocation.values)
      if (option !== undefined && role !== undefined) given.push({ value, role });
  }
  const pushed = isPush(invocation) ? pushedRefs(given, invocation.options) : given;
  const script = scriptOnInput(invocation, io);
  return script === undefined ? pushed : [...pushed, script];
}

/** A script on standard input is an argument like one after `-c`: `psql <<< 'drop table a'`. */
function scriptOnInput({ traits, values, options }: Invocation, { stdin }: Io): CommandOperand | undefined {
  if (traits.stdin !== 'code' || stdin === undefined || stdin.isFile) return undefined;
  if (options.some(({ names }) => names.includes('-m'))) return undefined;
  if (values.some(({ uses }) => uses.some(({ name }) => name === 'code' || name === 'script')))
    return undefined;
  return { value: stdin.shape, role: 'script' };
}

function commandText(all: readonly Word[], io: Io, span: InputSpan): string {
  const { source } = io;
  const text =
    source.offset === undefined
      ? ''
      : source.text.slice(span.start - source.offset, span.end - source.offset);
  if (text !== '') return text.slice(0, longestCommand);
  return all
    .slice(0, 100)
    .map(({ shape }) => showShape(shape).slice(0, longestCommand))
    .join(' ')
    .slice(0, longestCommand);
}

/** A program that is not known could do anything. */
function runUnknown(
  first: Word,
  words: readonly Word[],
  text: string,
  shell: Shell,
  io: Io,
  span: InputSpan,
): Stream {
  const command = shell.recorder.command({
    program: undefined,
    programWord: first.shape,
    words: [],
    options: [],
    operands: words.map(({ shape }) => ({ value: shape, role: undefined })),
    args: words.map(({ shape }) => shape),
    known: false,
    open: true,
    via: io.via,
    certain: io.certain,
    span,
    text,
  });
  recordPipes([...(io.stdin?.from ?? []), ...first.from], command, shell, io, span);
  shell.unknown(first.shape.source, 'which program this is cannot be told', span);
  return unknownStream(mergeOrigins({ sources: [], from: [command] }, io.stdin, ...words));
}

function recordPipes(from: readonly number[], to: number, shell: Shell, io: Io, span: InputSpan): void {
  for (const each of from)
    if (each !== to) shell.recorder.pipe({ from: each, to, certain: io.certain, span });
}

/** Whether one of the uses is this one. */
function isFor(uses: readonly Use[], wanted: Use['name']): boolean {
  for (const { name } of uses) if (name === wanted) return true;
  return false;
}

function baseOf({ values }: Invocation, cwd: PathShape | undefined): PathShape | undefined {
  let base = cwd;
  for (const { value, uses } of values) if (isFor(uses, 'cwd')) base = readPathShape(value, base);
  return base;
}

function applyTraits(running: Running): void {
  const { invocation, shell, io, span, command } = running;
  const { traits } = invocation;
  const { certain } = io;
  if (traits.elevates) shell.recorder.elevate({ certain, span, command, by: invocation.program });
  if (traits.spawns) shell.recorder.spawn({ certain, span, command, agent: undefined });
  for (const host of traits.connects) connect(textShape(host), true, running);
  for (const { use, path } of traits.fixed) usePath(use, textShape(path), running);
  if (traits.implied.length > 0 && !hasPath(invocation)) {
    // What is piped in is read instead of what lies here.
    const isPiped = traits.stdin === 'data' && io.stdin !== undefined;
    for (const { use, path } of traits.implied) {
      if (use.name === 'read' && isPiped) continue;
      if (traits.recursive === 'perhaps') running.reads.push(...below(textShape(path), running));
      else usePath(use, textShape(path), running);
    }
  }
  keepClone(running);
  keepUnpacked(running);
  if (traits.installs && !invocation.values.some(({ uses }) => isFor(uses, 'package'))) {
    const source = hasIndex(invocation) ? 'index' : 'registry';
    shell.recorder.install({
      ...{ certain, span, command },
      manager: traits.manager ?? invocation.program,
      name: undefined,
      text: invocation.program,
      source,
    });
  }
}

/** Whether an operand is used for something. */
const hasPath = ({ values }: Invocation): boolean =>
  values.some(({ option, uses }) => option === undefined && uses.length > 0);

/** `git clone URL` and `gh repo clone a/b` make a folder of the repository's name, where they are given no other. */
function keepClone(running: Running): void {
  const { program, words, values } = running.invocation;
  const isClone = (program === 'git' && words[0] === 'clone') || (program === 'gh' && words[1] === 'clone');
  if (!isClone) return;
  const operands = values.filter(({ option }) => option === undefined);
  const [repository] = operands;
  if (repository === undefined || operands.length > 1) return;
  const folder = clonedName(repository.value);
  usePath({ name: 'write', certain: folder !== undefined }, folder ?? textShape('.'), running);
}

/** `unzip a.zip` writes into the current directory, unless it is told another, or only looks. */
function keepUnpacked(running: Running): void {
  const { program, options } = running.invocation;
  if (program !== 'unzip') return;
  const otherwise = new Set(['-d', '-l', '-p', '-t', '-v', '-Z']);
  if (options.some(({ names }) => names.some((name) => otherwise.has(name)))) return;
  usePath({ name: 'write', certain: true }, textShape('.'), running);
}

const hasIndex = ({ values }: Invocation): boolean =>
  values.some(({ uses }) => uses.some(({ name }) => name === 'index'));

/** Does with every value what the tables say; true where standard input is thereby spoken for. */
function applyValues(running: Running): boolean {
  const { invocation } = running;
  const { values } = invocation;
  let target: UsedValue | undefined;
  // A wrapper may have several places where its command could begin; behind the last, all words are the command's.
  let lastRun: UsedValue | undefined;
  let moved = 0;
  for (const value of values) {
    const { uses } = value;
    if (isFor(uses, 'target')) target = value;
    if (isFor(uses, 'run')) lastRun = value;
    if (isFor(uses, 'move') || isFor(uses, 'copy')) moved++;
  }
  let handled = false;
  for (const value of values) {
    if (value.role === 'module') runModule(value, running);
    if (value.role === 'remote') useGitRemote(value.value, running);
    if (value.role === 'revision') {
      const path = pathInRevision(staticText(value.value), invocation);
      if (path !== undefined) usePath({ name: 'read', certain: true }, textShape(path), running);
    }
    for (const use of value.uses) {
      if (use.name === 'target') {
        if (moved === 0) usePath({ ...use, name: 'write' }, value.value, running, value);
      } else if (use.name === 'move' || use.name === 'copy') relocate(use, value, target, moved, running);
      else if (applyUse(use, value, running)) handled = true;
      if (use.name === 'shell-words' || (use.name === 'run' && value === lastRun)) return true;
    }
  }
  return handled;
}

function relocate(
  use: Use,
  { value }: UsedValue,
  target: UsedValue | undefined,
  count: number,
  running: Running,
): void {
  const { shell, io, span, command, base, recursive } = running;
  const to = target?.value;
  const end = to?.pieces[to.pieces.length - 1];
  const isDirectory =
    count > 1 || target?.option !== undefined || (end?.kind === 'text' && /(?:^|\/)\.{0,2}$/.test(end.text));
  const isHome = to?.pieces.length === 1 && to.pieces[0]?.kind === 'home';
  const effects = shell.recorder.path({
    use: use.name === 'move' ? 'move' : 'copy',
    path: value,
    target: to === undefined ? undefined : { path: to, into: isDirectory || isHome ? 'yes' : 'perhaps' },
    base,
    certain: io.certain && use.certain && !io.elsewhere,
    span,
    command,
    recursive,
  });
  running.reads.push(...effects.filter(({ kind }) => kind === 'read'));
  // What is copied is there under the new name too.
  const from = effects.find(({ kind }) => kind === 'read');
  const known = from === undefined ? undefined : running.state.file(from.path);
  const content = known ?? {
    ...unknownStream({ sources: effects.filter(({ kind }) => kind === 'read'), from: [] }),
    isFile: true,
  };
  for (const effect of effects) if (effect.kind === 'write') running.state.write(effect.path, content);
}

/** What is read where files are read: the files, and what the call itself has put into them. */
const withContent = (effects: readonly PathEffect[], state: ShellState): readonly PathEffect[] => {
  if (state.files.size === 0) return effects;
  const held = effects.flatMap(({ path }) => state.sourcesAt(path));
  return held.length === 0 ? effects : [...new Set([...effects, ...held])];
};

/** Programs that put into a file what comes in. */
const keepsInput: ReadonlySet<string> = new Set(['dd', 'sponge', 'pv', 'buffer', 'mbuffer']);

/** What the files that it wrote hold, for whoever reads or runs them later in the same call. */
function keepWritten({ invocation, io, reads, writes, held, outputs, command, state, shell }: Running): void {
  if (writes.length === 0) return;
  const { traits, program } = invocation;
  const input = traits.stdin === 'none' ? undefined : io.stdin;
  const [only] = reads;
  const original = program === 'ln' && only !== undefined ? state.file(only.path) : undefined;
  const made = mergeOrigins({ sources: reads, from: [command] }, input, ...held, ...outputs);
  let content = unknownStream(made);
  if (original !== undefined) content = original;
  else if (program === 'ln') content = { ...unknownStream({ sources: reads, from: [] }), isFile: true };
  else if (traits.stdout === 'input') content = io.stdin ?? emptyStream;
  else if (keepsInput.has(program) && only === undefined && input !== undefined)
    content = streamOf(input.shape, made);
  for (const effect of writes) {
    keep(effect, content, false, state);
    if (linksOrCopies.has(program)) for (const read of reads) recordLink(read, effect, shell);
    else recordPassedOn(content, effect, false, shell);
  }
}

/** Programs that leave what they read under the name that they write. */
const linksOrCopies: ReadonlySet<string> = new Set([
  'ln',
  'link',
  'rsync',
  'rclone',
  'scp',
  'ditto',
  'lndir',
]);

/** PowerShell takes commands in Base64 of UTF-16. */
function decoded({ value, option }: UsedValue): Shape {
  const text = option === '-EncodedCommand' ? staticText(value) : undefined;
  const plain = text === undefined ? undefined : decodePowerShell(text);
  if (option !== '-EncodedCommand') return value;
  return plain === undefined ? anyShape(value.source) : textShape(plain, value.source);
}

/** What words that are not known could do: `dd $X` could write anything, `curl $X` send anything anywhere. */
function applyPossible({ invocation, shell, span, command, base }: Running): void {
  const { possible } = invocation;
  if (possible.length === 0) return;
  const could = (names: readonly string[]): boolean => possible.some((name) => names.includes(name));
  if (could(['run', 'shell', 'shell-words', 'code', 'script', 'source', 'config'])) {
    shell.unknown(invocation.program, 'what it is told to run cannot be told', span);
    return;
  }
  const about = { certain: false, span, command };
  const nothing = anyShape('…');
  for (const [use, names] of [
    ['read', ['read', 'copy', 'move', 'upload', 'upload-at', 'remote-read']],
    ['write', ['write', 'target', 'remote-write']],
    ['delete', ['delete', 'move']],
  ] as const) {
    if (could(names)) shell.recorder.path({ use, path: nothing, base, ...about });
  }
  if (could(['url', 'host', 'remote-read', 'remote-write'])) {
    const host = shell.recorder.connect(nothing, about);
    if (host !== undefined && could(['upload', 'upload-at', 'data', 'remote-write'])) {
      shell.recorder.send({ ...about, source: undefined, host });
    }
  }
  if (could(['package'])) {
    const manager = invocation.traits.manager ?? invocation.program;
    shell.recorder.install({ ...about, manager, name: undefined, text: '…', source: 'unknown' });
  }
}

const readsInput = (text: string | undefined): boolean =>
  text === '-' || text === '/dev/stdin' || text === '/dev/fd/0' || text === '/proc/self/fd/0';

/** Applies one use of one value; true where it is a script, so that standard input is data. */
function applyUse(use: Use, value: UsedValue, running: Running): boolean {
  const { shell, io, state, span, words, command, invocation } = running;
  const word = words[value.at];
  const origins = word ?? noOrigins;
  const text = staticText(value.value);
  const certain = io.certain && use.certain;
  switch (use.name) {
    case 'text':
    case 'cwd':
    case 'index':
    case 'target':
    case 'move':
    case 'copy':
      return false;
    case 'read':
    case 'write':
    case 'delete':
      if (!readsInput(text)) usePath(use, value.value, running, value);
      if (use.name === 'write') repack(value, running);
      // Where a link is to be made and a folder is, it is made in that.
      if (use.name === 'write' && value.role === 'link') {
        const source = invocation.values.find(({ role }) => role === 'source')?.value;
        const path = source && pathInside(value.value, source);
        const about = { certain: false, span, command, base: running.base };
        if (path !== undefined) shell.recorder.path({ use: 'write', path, ...about });
      }
      return false;
    case 'run':
      runNested(value, use.certain, running);
      return true;
    case 'shell':
      runInner(
        { shape: value.value, sources: origins.sources, from: origins.from },
        running,
        operandsAfter(value, running),
      );
      return true;
    case 'shell-words': {
      // `env -S'rm -rf' x`: the value of an option may be a part of its word.
      const [given, ...behind] = words.slice(value.at);
      const rest = given === undefined ? [] : [{ ...given, shape: value.value }, ...behind];
      const { language } = invocation.traits;
      const isWindows = language === 'cmd' || language === 'powershell';
      // `pwsh -c -` takes its script from standard input.
      if (language === 'powershell' && text === '-' && rest.length === 1 && io.stdin !== undefined) {
        if (!io.stdin.isFile) runStream(io.stdin, language, running, false);
        return true;
      }
      const pieces = rest.flatMap(({ shape }, index) => {
        const each = isWindows ? asWritten(shape) : shape.pieces;
        return index === 0 ? each : [{ kind: 'text', text: ' ' } as const, ...each];
      });
      const script = { shape: joinPieces(pieces, showShape(value.value)), ...mergeOrigins(...rest) };
      if (isWindows) {
        shell.runCode(language, script, state, nestedIo(running), command);
      } else runInner(script, running, undefined);
      return true;
    }
    case 'code': {
      const language = invocation.traits.language ?? invocation.program;
      executeSources(origins, running);
      recordPipes(origins.from, command, shell, io, span);
      shell.runCode(
        language,
        { shape: decoded(value), sources: origins.sources, from: origins.from },
        state,
        nestedIo(running),
        command,
      );
      return language !== 'sed' && language !== 'awk';
    }
    case 'script':
      return runFile(value, running, false);
    case 'source':
      return runFile(value, running, true);
    case 'env':
      assignEnvironment(value.value, origins, running);
      return false;
    case 'config':
      runConfig(invocation.program, value.value, words, running);
      return false;
    case 'host':
      connect(value.value, use.certain, running);
      return false;
    case 'url':
      if (!/^[A-Za-z]:[\\/]/.test(text ?? '')) connect(urlOf(value.value, invocation), use.certain, running);
      return false;
    case 'remote-read':
    case 'remote-write':
      useRemote(use.name === 'remote-write', value.value, running);
      return false;
    case 'upload':
      if (readsInput(text)) running.uploads.push(io.stdin ?? noOrigins);
      else
        running.uploads.push({
          sources: usePath({ name: 'read', certain: use.certain }, value.value, running),
          from: [],
        });
      return false;
    case 'upload-at':
      upload(value.value, origins, running);
      return false;
    case 'data':
      running.uploads.push(origins);
      return false;
    case 'package':
      install(value.value, certain, running);
      return false;
    case 'mount':
      useMount(value.value, running);
      return false;
    case 'agent':
      shell.recorder.spawn({ certain, span, command, agent: text });
      return false;
    default:
      return use.name satisfies never;
  }
}

/** A bare word with single back-slashes, for a program of Windows: they separate, whatever a shell would make of them. */
const asWritten = ({ pieces, source }: Shape): readonly Piece[] =>
  /^(?:~|[A-Za-z]:|%\w+%|[\w.-]+)?(?:\\[\w.@-]+)+\\?$/.test(source.slice(0, 1000))
    ? [{ kind: 'text', text: source }]
    : pieces;

/** Programs that change a file and leave what it holds. */
const keepsContent: ReadonlySet<string> = new Set([
  ...['chmod', 'chown', 'chgrp', 'touch', 'setfacl', 'chattr', 'mkdir', 'xattr', 'chflags', 'attrib'],
]);

function usePath(use: Use, path: Shape, running: Running, value?: UsedValue): readonly PathEffect[] {
  if (use.name !== 'read' && use.name !== 'write' && use.name !== 'delete') return [];
  const { shell, io, span, command, base, recursive, invocation, state, words } = running;
  const stream = value === undefined ? undefined : words[value.at]?.stream;
  if (stream !== undefined && use.name === 'read') {
    running.held.push(stream);
    return [];
  }
  const { traits } = invocation;
  const passes = traits.stdout === 'input' && use.name === 'write';
  const content = passes && io.stdin !== undefined ? staticText(io.stdin.shape) : undefined;
  const sink = value === undefined ? undefined : words[value.at]?.sink;
  if (sink !== undefined && use.name === 'write') {
    const given = passes
      ? (io.stdin ?? emptyStream)
      : unknownStream({ sources: running.reads, from: [command] });
    running.outputs.push(sink.feed(given));
    return [];
  }
  const effects = shell.recorder.path({
    use: use.name,
    path,
    base,
    certain: io.certain && use.certain && !io.elsewhere,
    span,
    command,
    recursive,
    content,
  });
  if (use.name === 'read') {
    running.reads.push(...withContent(effects, state));
    for (const effect of effects) {
      const known = state.file(effect.path);
      if (known !== undefined) running.held.push(known);
    }
    if (traits.recursive === 'perhaps' && value?.option === undefined)
      running.reads.push(...below(path, running));
  }
  if (use.name === 'write' && use.certain && !keepsContent.has(invocation.program)) {
    running.writes.push(...effects);
  }
  return effects;
}

/** `gzip a` makes `a.gz`, and `gunzip a.gz` makes `a`. */
function repack({ value, option }: UsedValue, running: Running): void {
  const { program, options } = running.invocation;
  const unpacks = options.some(({ names }) => names.includes('-d'));
  const file = option === undefined ? repackedName(program, unpacks, value) : undefined;
  if (file !== undefined) usePath({ name: 'write', certain: true }, file, running);
}

/** Where a path is a directory, what lies below is read too, but for what the program leaves out. */
const below = (path: Shape, { shell, span, command, base }: Running): readonly PathEffect[] =>
  shell.recorder.path({ use: 'read', path, base, certain: false, span, command, recursive: true });

/** What a container sees of this machine it could read, and write where nothing forbids it. */
function useMount(value: Shape, { shell, span, command, base }: Running): void {
  const mount = readMount(value);
  if (mount === undefined) return;
  const about = { path: mount.path, base, certain: false, span, command, recursive: true };
  shell.recorder.path({ use: 'read', ...about });
  if (mount.writes) shell.recorder.path({ use: 'write', ...about });
}

// ── what runs ─────────────────────────────────────────────────────────────────────────────

function nestedIo(running: Running): Io {
  const { io, span, invocation } = running;
  return {
    ...io,
    via: [...io.via, invocation.program],
    depth: io.depth + 1,
    elsewhere: io.elsewhere || (invocation.traits.elsewhere && invocation.program !== 'ssh'),
    source: { ...io.source, whole: span },
  };
}

function nestedState(running: Running): ShellState {
  const { state, invocation, base } = running;
  const inner = state.child();
  // What it reads comes with the command.
  inner.open(0, undefined);
  inner.cwd = invocation.traits.elsewhere ? { anchor: 'floating', segments: [] } : base;
  // `bash -O dotglob`, `zsh -o globdots`
  for (const { shape } of running.words) inner.turn(staticText(shape) ?? '', true);
  return inner;
}

/** `sudo cmd …`, `xargs cmd …`: the rest of the words is a command. */
function runNested(value: UsedValue, certain: boolean, running: Running): void {
  const { words, shell, io, span, invocation } = running;
  const rest = invocation.traits.undashes ? withoutDashes(words, value.at) : words.slice(value.at);
  const state = nestedState(running);
  const inner = { ...nestedIo(running), certain: io.certain && certain };
  if (invocation.traits.stdin !== 'arguments') {
    running.outputs.push(shell.runWords(rest, state, inner, span));
    return;
  }
  // For no argument at all it may not run.
  state.unsurely(() => runWithArguments(rest, inner, state, running));
}

/** `xargs cmd`: the command, with what is read as its last words. */
function runWithArguments(rest: readonly Word[], inner: Io, state: ShellState, running: Running): void {
  const { shell, span, invocation } = running;
  for (const each of withArguments(rest, running)) {
    if (invocation.program === 'parallel') {
      // What it makes of its words goes through a shell.
      const pieces = each.flatMap(({ shape }, index) =>
        index === 0 ? shape.pieces : [{ kind: 'text', text: ' ' } as const, ...shape.pieces],
      );
      const text = { shape: joinPieces(pieces, 'parallel …'), ...mergeOrigins(...each) };
      running.outputs.push(shell.runText(text, state.fork(), { ...inner, stdin: undefined }));
      continue;
    }
    running.outputs.push(shell.runWords(each, state, { ...inner, stdin: undefined }, span));
  }
}

/** The words of the command from `start` on, without the first `--` of all words. */
function withoutDashes(words: readonly Word[], start: number): readonly Word[] {
  const dashes = words.findIndex(({ shape }) => staticText(shape) === '--');
  return words.filter((_, at) => at >= start && at !== dashes);
}

/** The commands that `xargs` and `parallel` make of their input. */
function withArguments(rest: readonly Word[], running: Running): readonly (readonly Word[])[] {
  const { options, program } = running.invocation;
  const separator = rest.findIndex(({ shape }) => /^:::{1,2}\+?$/.test(staticText(shape) ?? ''));
  const command = separator < 0 ? rest : rest.slice(0, separator);
  const areFiles = staticText(rest[separator]?.shape ?? textShape(''))?.startsWith('::::') === true;
  const behind = separator < 0 ? undefined : rest.slice(separator + 1);
  const replaced = options.find(
    ({ names }) => names.includes('-I') || names.includes('--replace') || names.includes('-i'),
  );
  const mark =
    replaced === undefined
      ? program === 'parallel'
        ? '{}'
        : undefined
      : (staticTextOr(replaced.value) ?? '{}');
  const byLine = replaced !== undefined || program === 'parallel';
  const between = separatorOf(options, byLine);
  const files = areFiles ? (behind ?? []) : argumentFiles(running);
  const items =
    files.length > 0
      ? files.flatMap((file) => itemsOf(contentOf(file, running), between))
      : (behind ?? itemsOf(running.io.stdin, between));
  const marked = mark !== undefined && command.some(({ shape }) => hasText(shape, mark));
  if (marked && mark !== undefined)
    return items.map((item) => command.map((word) => replaceMark(word, mark, item)));
  if (replaced !== undefined) return [command];
  return program === 'parallel' ? items.map((item) => [...command, item]) : [[...command, ...items]];
}

/** `xargs -a file`: where the arguments are read from. */
const argumentFiles = ({ invocation, words }: Running): readonly Word[] =>
  invocation.values
    .filter(({ option }) => option === '-a' || option === '--arg-file')
    .map(({ value, at }) => ({ ...noOrigins, ...words[at], shape: value, splits: false }));

/** What a file gives that the call names: what a command prints, or what the call itself wrote. */
function contentOf(file: Word, { io, state, base }: Running): Stream | undefined {
  if (readsInput(staticText(file.shape))) return io.stdin;
  return file.stream ?? state.file(readPathShape(file.shape, base));
}

const staticTextOr = (shape: Shape | undefined): string | undefined =>
  shape === undefined ? undefined : staticText(shape) || undefined;

const hasText = ({ pieces }: Shape, text: string): boolean =>
  pieces.some((piece) => piece.kind === 'text' && piece.text.includes(text));

type Separator = string | RegExp;
const blanks = /[\s\0]+/;

/** What stands between the words that are read: blanks, or what `-d` and `-0` say; undefined where that cannot be told. */
function separatorOf(options: Running['invocation']['options'], byLine: boolean): Separator | undefined {
  const given = options.findLast(({ names }) => names.includes('-d') || names.includes('-0'));
  if (given === undefined) return byLine ? '\n' : blanks;
  if (given.names.includes('-0')) return '\0';
  const text = given.value === undefined ? undefined : staticText(given.value);
  return text?.length === 1 ? text : escapes.get(text ?? '');
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\0', '\0'],
]);

function itemsOf(stdin: Stream | undefined, separator: Separator | undefined): readonly Word[] {
  // What a file or a terminal gives is not known.
  if (stdin === undefined || separator === undefined)
    return [{ ...wordOfShape(anyShape('…'), mergeOrigins(stdin)), splits: true }];
  const lines = linesOf(stdin);
  // A home is a part of one word.
  if (lines === undefined && stdin.shape.pieces.every(({ kind }) => kind === 'text' || kind === 'home'))
    return wordsBetween(stdin, separator);
  if (lines === undefined)
    return [
      { ...wordOfShape(stdin.shape.pieces.length > 1 ? stdin.shape : anyShape('…'), stdin), splits: true },
    ];
  const byBlanks = separator === blanks;
  const texts = lines
    .join('\n')
    .split(separator)
    .map((text) => (byBlanks ? text.replace(/^(['"])(.*)\1$/, '$2') : text));
  return texts
    .filter((text) => text !== '')
    .slice(0, 64)
    .map((text) => ({ ...wordOf(text), sources: stdin.sources, from: stdin.from }));
}

/** The words of a text in which a home stands, as far as separators in its known parts tell. */
function wordsBetween(stdin: Stream, separator: Separator): readonly Word[] {
  const words: Piece[][] = [[]];
  for (const piece of stdin.shape.pieces) {
    const [first = '', ...rest] = piece.kind === 'text' ? piece.text.split(separator) : [];
    words[words.length - 1]?.push(piece.kind === 'text' ? { kind: 'text', text: first } : piece);
    for (const text of rest) words.push([{ kind: 'text', text }]);
  }
  return words
    .map((pieces) => joinPieces(pieces, stdin.shape.source))
    .filter(({ pieces }) => pieces.length > 0)
    .slice(0, 64)
    .map((shape) => wordOfShape(shape, stdin));
}

function replaceMark(word: Word, mark: string, item: Word): Word {
  const pieces = word.shape.pieces.flatMap((piece) => {
    if (piece.kind !== 'text' || !piece.text.includes(mark)) return [piece];
    return piece.text
      .split(mark)
      .flatMap((part, index) =>
        index === 0
          ? [{ kind: 'text', text: part } as const]
          : [...item.shape.pieces, { kind: 'text', text: part } as const],
      );
  });
  return { ...word, ...mergeOrigins(word, item), shape: joinPieces(pieces, word.shape.source) };
}

/** Text for a shell that the program starts. `positional`: its `$1` and so on. */
function runInner(
  text: Stream | (Origins & { shape: Shape }),
  running: Running,
  positional: readonly Word[] | undefined,
): void {
  const { shell, io, span, command } = running;
  const state = nestedState(running);
  if (positional !== undefined) {
    const [name, ...rest] = positional;
    state.positional = rest;
    if (name !== undefined) state.set('0', name);
  }
  recordPipes(text.from, command, shell, io, span);
  executeSources(text, running);
  running.outputs.push(shell.runText(text, state, nestedIo(running)));
}

/** `bash -c text name a b`: `name` is `$0`, and `a` is `$1`. */
function operandsAfter(value: UsedValue, { words, invocation }: Running): readonly Word[] {
  const rest = invocation.values.filter(({ option, at }) => option === undefined && at > value.at);
  return rest.flatMap(({ at }) => words[at] ?? []);
}

/** A file that is run. What the call itself wrote to it is known. */
function runFile(value: UsedValue, running: Running, same: boolean): boolean {
  const { shell, io, state, span, command, words, invocation } = running;
  const text = staticText(value.value);
  if (readsInput(text)) {
    const { language: own, stdin } = invocation.traits;
    if (!same && stdin === 'data' && own !== undefined && io.stdin?.isFile === false) {
      runStream(io.stdin, own, running, false);
      return true;
    }
    if (!same || running.io.stdin === undefined) return false;
    runStream(running.io.stdin, 'shell', running, true);
    return true;
  }
  const word = words[value.at];
  const language = same ? 'shell' : (invocation.traits.language ?? 'shell');
  if (word?.stream !== undefined) {
    executeSources(word.stream, running);
    recordPipes(word.stream.from, command, shell, io, span);
    runStream(word.stream, language, running, same);
    return true;
  }
  const effects = usePath({ name: 'read', certain: true }, value.value, running);
  shell.recorder.executeAll(withContent(effects, state), { certain: io.certain, span, command });
  if (language === 'node' || (language === 'ruby' && value.option !== undefined))
    executeWithEnding(value.value, running);
  const [effect] = effects;
  const known =
    effect === undefined ? undefined : (state.file(effect.path) ?? loaded(value.value, language, running));
  if (known !== undefined) {
    recordPipes(known.from, command, shell, io, span);
    if (staticText(known.shape) !== undefined)
      runStream(known, language, running, same, operandsAfter(value, running));
  }
  if (effect !== undefined && state.isOpen(effect.path))
    shell.unknown(value.value.source, 'what the script in this file is depends on the way to it', span);
  // A script that this shell runs, and nobody sees, may set anything in it.
  if (same && (known === undefined || staticText(known.shape) === undefined)) state.setAnything();
  return true;
}

/** `node ./x` runs `x.js` where there is no `x`. */
function loaded(path: Shape, language: string, { state, base }: Running): Stream | undefined {
  if (language !== 'node' || state.files.size === 0) return undefined;
  const files = ['.js', '.mjs', '.cjs', '.ts', '/index.js'].map((ending) =>
    state.file(
      readPathShape(joinPieces([...path.pieces, { kind: 'text', text: ending }], path.source), base),
    ),
  );
  return files.find((file) => file !== undefined);
}

/** `python -m a.b` runs `a/b.py`, where the call wrote that file itself. */
function runModule(value: UsedValue, running: Running): void {
  const { state, base, shell, command, io, span, invocation } = running;
  const name = staticText(value.value);
  if (name === undefined) shell.unknown(value.value.source, 'which module this is cannot be told', span);
  if (name === undefined || !/^[\w.]+$/.test(name)) return;
  executeModule(name, running);
  if (state.files.size === 0) return;
  const path = name.replaceAll('.', '/');
  for (const file of [`${path}.py`, `${path}/__main__.py`]) {
    const known = state.file(readPathShape(textShape(file), base));
    if (known === undefined) continue;
    recordPipes(known.from, command, shell, io, span);
    if (staticText(known.shape) !== undefined)
      runStream(known, invocation.traits.language ?? 'python', running, false);
  }
}

function runStream(
  stream: Stream,
  language: string,
  running: Running,
  same: boolean,
  parameters?: readonly Word[],
): void {
  const { shell, state, command } = running;
  const inner = { ...nestedIo(running), stdin: undefined };
  if (language === 'shell') {
    const own = same ? state : nestedState(running);
    // A script has the words behind it as its parameters; which these are is known where it is a file.
    if (!same) own.positional = parameters;
    if (same && parameters !== undefined && parameters.length > 0) runSourced(stream, parameters, running);
    else running.outputs.push(shell.runText(stream, own, inner));
  } else shell.runCode(language, stream, state, inner, command);
}

/** `. FILE a b`: the script has parameters of its own; this shell has its own again behind it, unless the script sets them. */
function runSourced(stream: Stream, parameters: readonly Word[], running: Running): void {
  const { shell, state } = running;
  const { positionals } = state;
  state.positional = parameters;
  running.outputs.push(shell.runText(stream, state, { ...nestedIo(running), stdin: undefined }));
  if (/\bset\b/.test(staticText(stream.shape) ?? 'set')) state.positional = undefined;
  else state.positionals = positionals;
}

/** A shell or an interpreter with no script to run takes it from standard input. */
function runStdin(running: Running): void {
  const { invocation, io } = running;
  const { stdin, language } = invocation.traits;
  const isParallel = invocation.program === 'parallel' || invocation.program === 'sem';
  const files = isParallel ? argumentFiles(running) : [];
  if (isParallel && (files.length > 0 || io.stdin?.isFile === true)) {
    // Without a command, every line is one.
    const streams = files.length > 0 ? files.map((file) => contentOf(file, running)) : [io.stdin];
    for (const each of streams) {
      if (each !== undefined && !each.isFile) runStream(each, 'shell', running, false);
      else running.shell.unknown(invocation.program, 'the commands in the file are not known', running.span);
    }
    return;
  }
  if ((stdin !== 'shell' && stdin !== 'code') || io.stdin === undefined) return;
  executeSources(io.stdin, running);
  if (io.stdin.isFile) return;
  // `python -m json.tool`: a module is run, and standard input is data for it.
  if (invocation.options.some(({ names }) => names.includes('-m')) && stdin === 'code') return;
  runStream(io.stdin, stdin === 'shell' ? 'shell' : (language ?? invocation.program), running, false);
}

/** What was read from files is executed: `bash < a.sh`, `sh -c "$(cat a.sh)"`. */
function executeSources({ sources }: Origins, { shell, io, span, command }: Running): void {
  shell.recorder.executeAll(sources, { certain: io.certain, span, command });
}

const patches: ReadonlySet<string> = new Set(['apply_patch', 'applypatch', 'patch']);

/** `apply_patch <<EOF`, `patch -p1 < x.diff`: what a patch on standard input does. */
function runPatch({ invocation, io, shell, base, span, command }: Running): void {
  const { program, words } = invocation;
  if (io.stdin === undefined || io.stdin.isFile) return;
  const isPatch = patches.has(program) || (program === 'git' && (words[0] === 'apply' || words[0] === 'am'));
  if (!isPatch) return;
  const text = staticText(io.stdin.shape);
  if (text === undefined) {
    shell.unknown(io.stdin.shape.source, 'the patch is not known', span);
    return;
  }
  if (text.trim() === '') return;
  const place = {
    base,
    certain: io.certain && !io.elsewhere,
    field: span.field,
    offset: undefined,
    length: span.end,
    command,
  };
  recordPatch(text, place, shell.recorder);
}

/** A makefile that the call wrote, or that comes from a pipe: all of its recipes may be run. */
function runMakefile(running: Running): void {
  const { invocation, words, io, state, shell, base, command, span } = running;
  const { program, options, values } = invocation;
  if (!makes.has(program) || options.some(({ names }) => names.includes('-n'))) return;
  const given = values.filter(({ option }) => option === '-f');
  executeMakefiles(
    given.filter(({ value, at }) => words[at]?.stream === undefined && !readsInput(staticText(value))),
    given.length > 0 ? [] : makefiles,
    running,
  );
  const files = given.length > 0 ? given : makefiles.map((name) => ({ value: textShape(name), at: -1 }));
  const read = files.flatMap(({ value, at }): readonly (Stream | undefined)[] => {
    if (readsInput(staticText(value))) return [{ ...(io.stdin ?? emptyStream), from: [] }];
    return [words[at]?.stream ?? state.file(readPathShape(value, base))];
  });
  for (const stream of read) if (stream !== undefined) executeSources(stream, running);
  const evaluated = options
    .filter(({ names }) => names.includes('--eval'))
    .map(({ value }) => streamOf(value ?? textShape('')));
  for (const stream of [...read, ...evaluated]) {
    if (stream === undefined) continue;
    recordPipes(stream.from, command, shell, io, span);
    const text = staticText(stream.shape);
    const script = text === undefined ? undefined : scriptOfMakefile(text);
    if (script !== undefined) runStream(streamOf(textShape(script)), 'shell', running, false);
    else if (!stream.isFile) shell.unknown(stream.shape.source, 'what the makefile does is not known', span);
  }
}

const makes: ReadonlySet<string> = new Set(['make', 'gmake', 'bmake', 'mingw32-make', 'nmake', 'remake']);
const makefiles = ['GNUmakefile', 'makefile', 'Makefile'];

/** The program that `#!/usr/bin/env python3` names; a shell where nothing is named. */
function interpreterOf(content: string): string {
  if (!content.startsWith('#!')) return 'sh';
  const words = content.slice(2, 300).split('\n')[0]?.trim().split(/\s+/) ?? [];
  const names = words.map((word) => word.slice(word.lastIndexOf('/') + 1));
  const name = names[0] === 'env' ? names.slice(1).find((each) => !/^-|=/.test(each)) : names[0];
  return name ?? 'sh';
}

/** What Windows runs a file with, by the end of its name. */
const windowsInterpreters: ReadonlyMap<string, string> = new Map([
  ['.ps1', 'powershell'],
  ['.bat', 'cmd'],
  ['.cmd', 'cmd'],
]);

/** `./build.sh`, where the call wrote that file itself. */
function runScriptFile(first: Word, running: Running): void {
  const { state, invocation, shell, io, command, span } = running;
  const text = staticText(first.shape);
  if (state.files.size === 0 || text === undefined || !text.includes('/')) return;
  const known = state.file(state.resolve(first.shape));
  if (state.isOpen(state.resolve(first.shape)))
    shell.unknown(first.shape.source, 'what the script in this file is depends on the way to it', span);
  if (known === undefined) return;
  recordPipes(known.from, command, shell, io, span);
  executeSources(known, running);
  if (invocation.known) return;
  const content = staticText(known.shape);
  const named = windowsInterpreters.get(text.slice(-4).toLowerCase()) ?? interpreterOf(content ?? '');
  const interpreter = named.replace(/[\d.]+$/, '');
  recordInterpreter(interpreter, named, first, known, running);
  if (content === undefined) return;
  const shells = ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash'];
  runStream(known, shells.includes(interpreter) ? 'shell' : interpreter, running, false);
}

/** To run a script is to run its interpreter on it, which is what rules speak of. */
function recordInterpreter(
  interpreter: string,
  named: string,
  script: Word,
  content: Stream,
  running: Running,
): void {
  const { shell, io, span, invocation, words } = running;
  if (content.from.length === 0) return;
  const given = words.map(({ shape }) => shape);
  const command = shell.recorder.command({
    program: interpreter,
    programWord: textShape(named),
    words: [],
    options: [],
    operands: [
      { value: script.shape, role: 'script' },
      ...given.map((value) => ({ value, role: undefined })),
    ],
    args: [script.shape, ...given],
    known: true,
    open: anySplits(words),
    via: [...io.via, invocation.program],
    certain: io.certain,
    span,
    text: script.shape.source,
  });
  recordPipes(content.from, command, shell, io, span);
}

function assignEnvironment(value: Shape, origins: Origins, running: Running): void {
  const [first, ...rest] = value.pieces;
  if (first?.kind !== 'text') return;
  const [, name, start = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(first.text) ?? [];
  if (name === undefined) return;
  const shape = joinPieces([{ kind: 'text', text: start }, ...rest], value.source);
  running.state.set(name, wordOfShape(shape, origins));
  running.state.export(name);
}

// ── what is connected to, sent and installed ──────────────────────────────────────────────

function connect(url: Shape, certain: boolean, running: Running): void {
  const { shell, io, span, command } = running;
  const host = shell.recorder.connect(url, { certain: io.certain && certain, span, command });
  if (host !== undefined) running.hosts.push(host);
}

/** What is connected to: git takes `host:path` for a machine, and many programs `sftp:user@host:path`. */
const urlOf = (value: Shape, { program }: Invocation): Shape =>
  program === 'git' || /^(?:sftp|rest|s3|rclone):/i.test(staticText(value) ?? '')
    ? (remoteHost(value) ?? value)
    : value;

/** What is an address, and no place as `scp` writes it. */
const address = /^[A-Za-z][A-Za-z0-9+.-]+:\/\//;

/** Where a remote is given by its address, git connects to it; a push sends there. */
function useGitRemote(value: Shape, running: Running): void {
  const text = staticText(value);
  const host = text !== undefined && address.test(text) ? value : remoteHost(value);
  if (host === undefined) return;
  connect(host, true, running);
  if (running.invocation.words[0] === 'push') running.uploads.push(noOrigins);
}

/** `[user@]host:path` or a path here. */
function useRemote(writes: boolean, value: Shape, running: Running): void {
  const text = staticText(value);
  const known = text ?? (value.pieces[0]?.kind === 'text' ? value.pieces[0].text : undefined);
  const path = (certain: boolean): void => {
    const effects = usePath({ name: writes ? 'write' : 'read', certain }, value, running);
    if (!writes) running.uploads.push({ sources: effects, from: [] });
  };
  const host = remoteHost(value);
  if (host !== undefined) connect(host, true, running);
  else if (known !== undefined && address.test(known)) connect(value, true, running);
  else if (text !== undefined || value.pieces[0]?.kind !== 'any') {
    path(true);
    if (writes) keepDownloads(value, running);
  } else {
    connect(value, false, running);
    path(false);
  }
}

/** `scp host:a .`: what is fetched is put into a directory under its own name. */
function keepDownloads(directory: Shape, running: Running): void {
  const isDirectory = isDirectoryName(directory);
  for (const { value, uses } of running.invocation.values) {
    if (!uses.some(({ name }) => name === 'remote-read')) continue;
    if (remoteHost(value) === undefined && !address.test(staticText(value) ?? '')) continue;
    const file = downloadedName(value, directory);
    if (file === undefined) continue;
    const effects = usePath({ name: 'write', certain: isDirectory }, file, running);
    if (!isDirectory) running.writes.push(...effects);
  }
}

/** `@path`, `name=@path`, `name=<path` and plain data. */
function upload(value: Shape, origins: Origins, running: Running): void {
  const [first, ...rest] = value.pieces;
  const [, before, path] =
    first?.kind === 'text' ? (/^((?:[^=@<]*[=])?[@<]|[^=@<\s]*@)(.*)$/s.exec(first.text) ?? []) : [];
  if (before === undefined || path === undefined || (path === '' && rest.length === 0)) {
    running.uploads.push(origins);
    return;
  }
  const file = joinPieces(
    [{ kind: 'text', text: path.replace(/;(?:type|filename)=.*$/, '') }, ...rest],
    value.source,
  );
  if (readsInput(staticText(file))) running.uploads.push(running.io.stdin ?? noOrigins);
  else running.uploads.push({ sources: usePath({ name: 'read', certain: true }, file, running), from: [] });
}

/** What goes out: uploads, whatever words hold the content of files, and standard input where it is sent. */
function recordSends(running: Running): void {
  const { hosts, uploads, words, invocation, io, shell, span, command } = running;
  if (hosts.length === 0) return;
  const own = mergeOrigins(...words);
  const stdin = invocation.traits.sendsStdin ? io.stdin : undefined;
  const sources = withContent(mergeOrigins(...uploads, own, stdin).sources, running.state);
  // Data that stands in the command itself is no file's; what a repository sends is.
  const isInline =
    stdin === undefined &&
    !uploads.some((each) => each === io.stdin || each === noOrigins) &&
    invocation.program !== 'git' &&
    words.every(({ shape }) => staticText(shape) !== undefined);
  const about = { certain: io.certain, span, command };
  for (const host of hosts) {
    if (isSpent(shell, span)) break;
    for (const source of sources)
      shell.recorder.send({ ...about, certain: io.certain && source.certain, source, host });
    if (sources.length === 0 && (uploads.length > 0 || stdin !== undefined)) {
      shell.recorder.send({
        ...about,
        source: undefined,
        host,
        ...(isInline ? { inline: true as const } : {}),
      });
    }
  }
}

function install(value: Shape, certain: boolean, running: Running): void {
  const { shell, span, command, invocation } = running;
  const manager = invocation.traits.manager ?? invocation.program;
  const text = staticText(value);
  const about = { certain, span, command, manager, text: showShape(value) };
  if (text === undefined) {
    shell.recorder.install({ ...about, name: undefined, source: 'unknown' });
    return;
  }
  const { name, source } = readPackage(manager, text);
  shell.recorder.install({
    ...about,
    name,
    source: source === 'registry' && hasIndex(invocation) ? 'index' : source,
  });
  if (source === 'url' || source === 'git') connect(value, true, running);
}

/** What the command prints, and what that may hold. */
function printed(program: string, running: Running): Stream {
  const { words, io, state, reads, outputs, held, command, invocation } = running;
  const stdin = invocation.traits.stdin === 'none' ? undefined : io.stdin;
  const length = io.stdin === undefined ? 0 : lengthOf(io.stdin.shape);
  spend(state.budget, reads.length + originsOf(outputs) + originsOf(held) + costOfText(length));
  const own = { sources: reads, from: [command] };
  const ordered =
    originsOfOne(stdin) + originsOf(words) + originsOf(outputs) + originsOf(held) === 0
      ? own
      : mergeOrigins(own, stdin, ...words, ...outputs, ...held);
  const shape = outputOf(program, words, io.stdin, state);
  if (shape !== undefined) return streamOf(shape, ordered);
  const [only] = outputs;
  return only !== undefined && outputs.length === 1 ? { ...only, ...ordered } : unknownStream(ordered);
}
