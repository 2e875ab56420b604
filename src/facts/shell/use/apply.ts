/**
 * Applies the tables to one command: the uses of each operand and option, and the traits that the program has
 * with any words.
 */

import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { environmentSource, variableSource } from '../../effect/environment-source.ts';
import type { Use } from '../../knowledge/table/entry.ts';
import type { Invocation, UsedValue } from '../../knowledge/words/invocation.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { pathInside } from '../../record/path-inside.ts';
import type { ShellState } from '../state/state.ts';
import { mergeOrigins, noOrigins, unknownStream, wordOf } from '../word.ts';
import { nestedIo, runNested } from './commands/nested.ts';
import { bringFiles } from './files/bring.ts';
import { keepMounts } from './files/kept-mounts.ts';
import { isNamedByPatch } from './files/patch-input.ts';
import { keepBefore, makeParents, readBelow, relocate, usePath } from './files/paths.ts';
import { fill, keepClone, keepUnpacked, packed, repacked } from './files/repack.ts';
import { setFromFiles } from './files/set-from-files.ts';
import { useListed } from './listed-paths.ts';
import {
  connect,
  hostOfSettings,
  install,
  readWithBelow,
  upload,
  urlToConnect,
  useGitRemote,
  useRemote,
} from './network/network.ts';
import { hasIndex, registrySource } from './network/package-source.ts';
import { connectTo, registriesSet } from './network/set-hosts.ts';
import { newFile } from './output.ts';
import { noteScript } from './running/note-script.ts';
import { commandOnFiles } from './running/on-files.ts';
import { runProgramsBelow } from './running/programs-below.ts';
import {
  anySplits,
  baseOfRun,
  comesFirst,
  isFor,
  type Running,
  readsInput,
  recordPipes,
} from './running/running.ts';
import { noteMarkCode } from './scripts/mark-code.ts';
import { loadedText } from './scripts/project-start.ts';
import { operandsAfter, runFile, runModule } from './scripts/script.ts';
import { executeSources, runInner, runStream } from './scripts/script-stream.ts';
import { decodePowerShell } from './text/powershell-text.ts';
import { splitCommand } from './text/split-string.ts';
import { typedText } from './text/typed-text.ts';
import { assignEnvironment } from './written/assign-environment.ts';
import { noteAddress, noteBrought } from './written/brought-files.ts';
import { runConfig } from './written/config.ts';
import { loadableBelow, runLoaded, runWritten } from './written/written-module.ts';

/** Connects to the hosts of the form, or to those that settings replace them with. */
function connectByTrait(running: Running): void {
  const { traits } = running.invocation;
  if (traits.connects.length === 0) return;
  const set = registriesSet(running, hasIndex(running.invocation));
  for (const host of set?.hosts ?? []) connectTo(host, running, true);
  if (set?.replaces === true) return;
  for (const host of traits.connects) {
    const name = host.replace(/\?$/, '');
    if (name === '*' && namesHost(running.invocation)) continue;
    connect(name === '*' ? hostOfSettings : hostNamed(name), !host.endsWith('?'), running);
  }
}

/** A host, or with `*.` in front some host of that domain, such as the one of a region. */
const hostNamed = (name: string): Shape =>
  name.startsWith('*.')
    ? joinPieces(
        [
          { kind: 'text', text: 'https://' },
          { kind: 'name', isLabels: true },
          { kind: 'text', text: name.slice(1) },
        ],
        name,
      )
    : textShape(name);

/** Whether the command says which host it connects to, so that its settings do not. */
const namesHost = ({ values }: Invocation): boolean =>
  values.some(({ uses }) => isFor(uses, 'host') || isFor(uses, 'url'));

/** Applies what a program does with any words: connections, fixed files, packages. */
export function applyTraits(running: Running): void {
  const { invocation, shell, io, state, span, command, words } = running;
  const { traits } = invocation;
  const { certain } = io;
  if (traits.elevates) shell.recorder.elevate({ certain, span, command, by: invocation.program });
  if (traits.spawns) shell.recorder.spawn({ certain, span, command, agent: undefined });
  connectByTrait(running);
  if (traits.printsEnvironment && invocation.values.every(({ option }) => option !== undefined))
    running.reads.push(environmentSource(span));
  for (const { use, path } of traits.fixed)
    if (use.name !== 'env-file') usePath(use, textShape(path), running);
  if (traits.implied.length > 0 && !hasPath(invocation)) {
    // Piped input takes the place of the files in this folder.
    const isPiped = traits.stdin === 'data' && io.stdin !== undefined;
    for (const { use, path } of traits.implied) {
      if (use.name === 'read' && isPiped) continue;
      if (use.name === 'upload') sendFile(use, textShape(path), running);
      else if (traits.recursive === 'perhaps') running.reads.push(...readBelow(textShape(path), running));
      else usePath(use, path === '*' ? (newFile(words, state) ?? anyShape('…')) : textShape(path), running);
    }
  }
  noteMarkCode(running);
  bringFiles(running);
  keepClone(running);
  keepMounts(running);
  if (!isNamedByPatch(running)) keepUnpacked(running);
  if (traits.installs && !invocation.values.some(({ uses }) => isFor(uses, 'package'))) {
    shell.recorder.install({
      ...{ certain, span, command },
      manager: traits.manager ?? invocation.program,
      name: undefined,
      text: '',
      source: registrySource(running),
    });
  }
}

/** Uses that do nothing in this folder. */
const idle: ReadonlySet<Use['name']> = new Set(['literal', 'image', 'location', 'set']);

/** Whether an operand, or a part of one, is used for something. */
const hasPath = ({ values }: Invocation): boolean =>
  values.some(({ option, uses }) => !option && uses.some(({ name }) => !idle.has(name)));

/** Sends a file, and what lies below a folder where the program sends that. */
const sendFile = ({ certain }: Use, path: Shape, running: Running): void =>
  void running.uploads.push({ sources: readWithBelow(certain, path, running), from: [] });

/** Applies the uses of every value. Gives true if standard input is thereby used as data. */
export function applyValues(running: Running): boolean {
  const fed: FedCommand[] = [];
  let handled = applyEach(running, fed);
  // What the program gives to these commands is from the files that its other words name.
  for (const [use, value] of fed) if (applyOne(use, value, running)) handled = true;
  return handled;
}

/** A command that gets its input from the program: `split --filter`. */
type FedCommand = readonly [use: Use, value: UsedValue];

const applyOne = (use: Use, value: UsedValue, running: Running): boolean =>
  applyUse(use, value, running) && !comesFirst(running.invocation.program, value);

/** The same, without the commands that the program feeds, which come into the list. */
function applyEach(running: Running, fed: FedCommand[]): boolean {
  const { invocation } = running;
  const { values } = invocation;
  let target: UsedValue | undefined;
  // A wrapper may have several words where its command could begin. Behind the last of these, all words belong
  // to the command.
  let lastRun: UsedValue | undefined;
  let moved = 0;
  for (const value of values) {
    const { uses, option } = value;
    if (isFor(uses, 'target')) target = value;
    // Behind an option whose words are only perhaps a command, they are first of all those of the program itself.
    if (uses.some(({ name, certain }) => name === 'run' && (certain || option === undefined)))
      lastRun = value;
    if (isFor(uses, 'move') || isFor(uses, 'copy')) moved++;
  }
  let handled = false;
  setFromFiles(running);
  for (const value of values) {
    if (value.role === 'module') runModule(value, running);
    if (value.role === 'remote') useGitRemote(value.value, running);
    for (const use of value.uses) {
      if (use.name === 'target') {
        if (moved === 0) {
          usePath({ ...use, name: 'write' }, value.value, running, value);
          makeParents(value.value, running);
        }
      } else if (use.name === 'move' || use.name === 'copy') relocate(use, value, target, moved, running);
      else if (use.name === 'shell' && !handsOn(invocation)) fed.push([use, value]);
      else if (applyOne(use, value, running)) handled = true;
      if (use.name === 'shell-words' || (use.name === 'run' && value === lastRun)) return true;
    }
  }
  linkHere(running);
  return handled;
}

/** Whether a command that a text names gets the input of the program: `bash -c`, `su -c`. */
const handsOn = ({ traits }: Invocation): boolean =>
  traits.language === 'shell' || traits.alone === 'shell' || traits.elsewhere !== false;

/** The same for a command that reads what the program gives it: `split --filter`, `tar --to-command`. */
function feeding(running: Running): Running {
  const { io, reads, command } = running;
  const given = unknownStream(mergeOrigins({ sources: [...reads], from: [command] }, io.stdin));
  return { ...running, io: { ...io, stdin: given } };
}

/** `ln -s a/b` makes the link `b`, here. */
function linkHere(running: Running): void {
  const { traits, values } = running.invocation;
  if (traits.keeps !== 'link' || values.length !== 1) return;
  for (const { value, uses, role } of values)
    if (role === 'source')
      for (const use of uses)
        usePath(
          { ...use, name: 'write' },
          pathInside(textShape('.'), value, running.shell.recorder.disk.home),
          running,
        );
}

/** The value of an option; for PowerShell, the command that it encodes in Base64 of UTF-16. */
function decoded({ value, option }: UsedValue): Shape {
  const text = option === '-EncodedCommand' ? staticText(value) : undefined;
  const plain = text === undefined ? undefined : decodePowerShell(text);
  if (option !== '-EncodedCommand') return value;
  return plain === undefined ? anyShape(value.source) : textShape(plain, value.source);
}

/** The state in which code of a command runs: an option may name another directory (`pwsh -wd x -c y`). */
function placedState(running: Running): ShellState {
  const base = baseOfRun(running);
  if (base === running.state.cwd) return running.state;
  const placed = running.state.fork();
  placed.cwd = base;
  return placed;
}

/** Records what unknown words may do: `dd $X` may write any file, `curl $X` may send any file anywhere. */
export function applyPossible({ invocation, shell, span, command, base }: Running): void {
  const { possible } = invocation;
  if (possible.length === 0) return;
  const could = (names: readonly string[]): boolean => possible.some((name) => names.includes(name));
  if (could(['run', 'shell', 'shell-words', 'code', 'script', 'source', 'config'])) {
    shell.unknown('value', invocation.program, 'what it runs is not known', span);
    return;
  }
  const about = { certain: false, span, command };
  const nothing = anyShape('…');
  for (const [use, names] of [
    ['read', ['read', 'copy', 'move', 'upload', 'upload-at', 'remote-read']],
    ['write', ['write', 'into', 'target', 'remote-write']],
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

/** The endings of scripts, by their languages. */
const scriptEndings: Readonly<Record<string, string>> = { python: '.py' };

/** Applies one use of one value. Gives true if it is a script, so that standard input is data. */
function applyUse(use: Use, value: UsedValue, running: Running): boolean {
  const { shell, io, state, span, words, command, invocation } = running;
  const word = words[value.at];
  const origins = word ?? noOrigins;
  const text = staticText(value.value);
  const certain = io.certain && use.certain;
  switch (use.name) {
    case 'text':
    // What is run sees them: see mount.ts.
    case 'root':
    case 'mount':
    case 'cwd':
    case 'index':
    case 'further-index':
    case 'image':
    case 'location':
    case 'set':
    case 'env-file':
    case 'literal':
    case 'target':
    case 'move':
    case 'copy':
      return false;
    case 'read':
    case 'write':
    case 'delete':
      // `-o dir/`: the program fills the folder.
      if (use.name === 'write' && use.certain && value.option !== undefined && text?.endsWith('/') === true) {
        fill(value.value, use.certain, running, value);
        return false;
      }
      // The name of standard input on the disk opens it again.
      if (!readsInput(text) || (text !== '-' && running.shell.recorder.opened.has(0))) {
        const made = use.name === 'write' ? repacked(value, running) : packed(value, running);
        usePath(use, made ?? value.value, running, value);
        // `gunzip a` looks into `a` first.
        if (made !== undefined && use.name === 'read')
          shell.recorder.path({
            use: 'read',
            path: value.value,
            certain: false,
            span,
            command,
            base: running.base,
          });
      }
      if (use.name === 'write') {
        keepBefore(value.value, running);
        makeParents(value.value, running);
      }
      // If the target of a link is an existing folder, the link goes into it.
      if (use.name === 'write' && value.role === 'link') {
        const source = invocation.values.find(({ role }) => role === 'source')?.value;
        const path = source && pathInside(value.value, source, shell.recorder.disk.home);
        const about = { certain: false, span, command, base: running.base };
        if (path !== undefined) shell.recorder.path({ use: 'write', path, ...about });
        // If `ln` runs again, its own first link leads into the source. Links with a known name are followed elsewhere.
        const within = source && pathInside(source, source, shell.recorder.disk.home);
        if (within !== undefined && staticText(value.value) === undefined)
          shell.recorder.path({ use: 'write', path: within, ...about });
      }
      return false;
    case 'into':
      fill(value.value, use.certain, running, value);
      return false;
    case 'run': {
      const { speaks } = mannersOf(invocation.program);
      // `uv run a.py` runs a script of its own language, also one in the directory.
      if (speaks !== undefined && text?.endsWith(scriptEndings[speaks] ?? '\0') === true)
        return runFile(
          value,
          { ...running, invocation: { ...invocation, traits: { ...invocation.traits, language: speaks } } },
          false,
        );
      runNested(value, use.certain, running);
      return true;
    }
    case 'shell':
      runInner(
        { shape: commandOnFiles(value, invocation), sources: origins.sources, from: origins.from },
        handsOn(invocation) ? running : feeding(running),
        operandsAfter(value, running),
      );
      return true;
    case 'shell-words': {
      // `env -S'rm -rf' x`: the value of an option may be a part of its word.
      const [given, ...behind] = words.slice(value.at);
      if (value.role === 'split') {
        const script = { shape: splitCommand(value.value), ...mergeOrigins(given, ...behind) };
        runInner(script, running, [wordOf('env'), ...behind]);
        return true;
      }
      const rest = given === undefined ? [] : [{ ...given, shape: value.value }, ...behind];
      const { language } = invocation.traits;
      const isWindows = language === 'cmd' || language === 'powershell';
      // PowerShell from version 6 on takes the first word for a file.
      if (language === 'powershell' && value.option === undefined && /^[^\s;|&]+\.ps1$/i.test(text ?? ''))
        runFile(value, running, false);
      // `pwsh -c -` reads its script from standard input.
      if (language === 'powershell' && text === '-' && rest.length === 1 && io.stdin !== undefined) {
        if (!io.stdin.isFile) runStream(io.stdin, language, running, false);
        return true;
      }
      if (value.role === 'typed') {
        runInner({ shape: typedText(rest, value.value), ...mergeOrigins(...rest) }, running, undefined);
        return true;
      }
      const pieces = rest.flatMap(({ shape }, index) => {
        const each = isWindows ? asWritten(shape) : shape.pieces;
        return index === 0 ? each : [{ kind: 'text', text: ' ' } as const, ...each];
      });
      const script = { shape: joinPieces(pieces, showShape(value.value)), ...mergeOrigins(...rest) };
      if (isWindows) {
        shell.runCode(language, script, placedState(running), nestedIo(running), command);
      } else runInner(script, running, undefined);
      return true;
    }
    case 'code': {
      const language = invocation.traits.language ?? invocation.program;
      executeSources(origins, running);
      recordPipes(origins.from, command, shell, io, span);
      shell.runCode(
        language,
        {
          shape: decoded(value),
          sources: origins.sources,
          from: origins.from,
          ...(invocation.open || anySplits(words)
            ? undefined
            : { args: operandsAfter(value, running).map(({ shape }) => shape) }),
        },
        placedState(running),
        nestedIo(running),
        command,
      );
      return language !== 'sed' && language !== 'awk';
    }
    case 'script':
      return runFile(value, running, false);
    case 'load': {
      // The value of a setting may be any address.
      if (use.certain && value.role !== 'value') noteAddress(value.value, running);
      const read = usePath({ name: 'read', certain: use.certain }, value.value, running, value);
      shell.recorder.executeAll(read, { certain, span, command });
      // What the client of a database loads is a query.
      const texts = read.map(({ path }) => state.file(path)?.shape ?? anyShape(value.value.source));
      for (const text of texts) noteScript(text, running);
      // The program itself loads it, here.
      const loading = { ...nestedIo(running), elsewhere: io.elsewhere };
      // What it is given by name it runs, whatever the name ends in.
      for (const { path } of read) {
        noteBrought(path, running);
        const onDisk = loadedText(path, invocation.traits.language, running);
        if (onDisk !== undefined)
          runLoaded(onDisk, path, invocation.traits.language ?? '', shell, state, loading, command);
        else runWritten(path, invocation.traits.language ?? 'other', shell, state, loading, command);
        for (const file of loadableBelow(path, shell, state))
          runWritten(file, invocation.traits.language ?? '', shell, state, loading, command);
        runProgramsBelow(path, shell, state, loading, span);
      }
      if (word?.stream !== undefined)
        shell.unknown('file', word.shape.source, 'what it loads is not known', span);
      return false;
    }
    case 'list': {
      const lists = usePath({ ...use, name: 'read' }, value.value, running, value);
      // What was put into the addresses of a list goes to their hosts: `wget -i list`.
      const listed = readsInput(text)
        ? io.stdin
        : { sources: lists.flatMap(({ path }) => state.sourcesAt(path)), from: [] };
      if (listed !== undefined && listed.sources.length > 0) running.carried.push(listed);
      useListed({ ...origins, ...words[value.at], shape: value.value, splits: false }, running);
      return false;
    }
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
      if (!/^[A-Za-z]:[\\/]/.test(text ?? ''))
        connect(urlToConnect(value.value, invocation), use.certain, running);
      return false;
    case 'remote-read':
    case 'remote-write':
      useRemote(use.name === 'remote-write', value.value, running);
      return false;
    case 'upload':
      if (readsInput(text)) running.uploads.push(io.stdin ?? noOrigins);
      else sendFile(use, value.value, running);
      return false;
    case 'upload-at':
      upload(value.value, origins, running);
      return false;
    case 'data':
      running.uploads.push(origins);
      return false;
    case 'variable': {
      const source = text === undefined ? undefined : variableSource(text, span);
      if (source !== undefined) running.reads.push(source);
      return false;
    }
    case 'sent-variable': {
      // A pattern is for all variables: `SendEnv *`.
      const source = /^\w+$/.test(text ?? '') ? variableSource(text ?? '', span) : environmentSource(span);
      if (source !== undefined) running.uploads.push({ sources: [source], from: [] });
      return false;
    }
    case 'package':
      install(value.value, certain, running);
      return false;
    case 'agent':
      shell.recorder.spawn({ certain, span, command, agent: text });
      return false;
    default:
      return use.name satisfies never;
  }
}

/**
 * The pieces of a bare word for a Windows program. Its single backslashes separate folders, although a POSIX
 * shell would drop them.
 */
const asWritten = ({ pieces, source }: Shape): readonly Piece[] =>
  /^(?:~|[A-Za-z]:|%\w+%|[\w.-]+)?(?:\\[\w.@-]+)+\\?$/.test(source.slice(0, 1000))
    ? [{ kind: 'text', text: source }]
    : pieces;
