/**
 * What a program does with one of its values, by the use that its form gives it. Each use has a function; it gives true if the
 * value is a script, so that standard input is data.
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
import { environmentSource, someVariable, variableSource } from '../../effect/environment-source.ts';
import type { Use } from '../../knowledge/table/entry.ts';
import type { Invocation, UsedValue } from '../../knowledge/words/invocation.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { pathInside } from '../../record/path-inside.ts';
import { lookUpParameter } from '../expand/parameter.ts';
import type { ShellState } from '../state/state.ts';
import { mergeOrigins, noOrigins, type Origins, unknownStream, type Word, wordOf } from '../word.ts';
import { nestedIo, runNested } from './commands/nested.ts';
import { keepBefore, makeParents, usePath } from './files/paths.ts';
import { fill, packed, repacked } from './files/repack.ts';
import { useListed, useListedBelow } from './listed-paths.ts';
import { connect, install, readWithBelow, upload, urlToConnect, useRemote } from './network/network.ts';
import { noteScript } from './running/note-script.ts';
import { commandOnFiles } from './running/on-files.ts';
import { runProgramsBelow } from './running/programs-below.ts';
import { anySplits, baseOfRun, type Running, readsInput, recordPipes } from './running/running.ts';
import { loadedText } from './scripts/project-start.ts';
import { operandsAfter, runFile } from './scripts/script.ts';
import { executeSources, runInner, runStream } from './scripts/script-stream.ts';
import { passShown } from './shown-variables.ts';
import { decodePowerShell } from './text/powershell-text.ts';
import { splitCommand } from './text/split-string.ts';
import { typedText } from './text/typed-text.ts';
import { assignEnvironment } from './written/assign-environment.ts';
import { noteAddress, noteBrought } from './written/brought-files.ts';
import { runConfig } from './written/config.ts';
import { loadableBelow, runLoaded, runWritten } from './written/written-module.ts';

/** One use of a value, with what all of them ask for. */
interface UsedOnce {
  readonly use: Use;
  readonly value: UsedValue;
  readonly running: Running;
  /** The value, where all of it is known. */
  readonly text: string | undefined;
  /** Where the word comes from. */
  readonly origins: Origins;
  readonly certain: boolean;
}

type Handler = (used: UsedOnce) => boolean;

/** Applies one use of one value. Gives true if it is a script, so that standard input is data. */
export function applyUse(use: Use, value: UsedValue, running: Running): boolean {
  return handlers[use.name]({
    use,
    value,
    running,
    text: staticText(value.value),
    origins: running.words[value.at] ?? noOrigins,
    certain: running.io.certain && use.certain,
  });
}

/** A use with nothing to do here: other parts of the command see to it, or it does nothing. */
const elsewhere: Handler = () => false;

const usesPath: Handler = ({ use, value, running, text }) => {
  // `-o dir/`: the program fills the folder.
  if (use.name === 'write' && use.certain && value.option !== undefined && text?.endsWith('/') === true) {
    fill(value.value, use.certain, running, value);
    return false;
  }
  // The name of standard input on the disk opens it again.
  if (!readsInput(text) || (text !== '-' && running.shell.recorder.opened.has(0)))
    useFile(use, value, running);
  if (use.name === 'write') {
    keepBefore(value.value, running);
    makeParents(value.value, running);
    if (value.role === 'link') writeLink(value, running);
  }
  return false;
};

function useFile(use: Use, value: UsedValue, running: Running): void {
  const { shell, span, command, base } = running;
  const made = use.name === 'write' ? repacked(value, running) : packed(value, running);
  usePath(use, made ?? value.value, running, value);
  // `gunzip a` looks into `a` first.
  if (made !== undefined && use.name === 'read')
    shell.recorder.path({ use: 'read', path: value.value, certain: false, span, command, base });
}

/** If the target of a link is an existing folder, the link goes into it. */
function writeLink({ value }: UsedValue, { invocation, shell, span, command, base }: Running): void {
  const source = invocation.values.find(({ role }) => role === 'source')?.value;
  if (source === undefined) return;
  const { home } = shell.recorder.disk;
  const about = { use: 'write', certain: false, span, command, base } as const;
  const path = pathInside(value, source, home);
  if (path !== undefined) shell.recorder.path({ ...about, path });
  // If `ln` runs again, its own first link leads into the source. Links with a known name are followed elsewhere.
  const within = pathInside(source, source, home);
  if (within !== undefined && staticText(value) === undefined)
    shell.recorder.path({ ...about, path: within });
}

/** The endings of scripts, by their languages. */
const scriptEndings: Readonly<Record<string, string>> = { python: '.py' };

const runsWords: Handler = ({ use, value, running, text }) => {
  const { invocation } = running;
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
};

const runsText: Handler = ({ value, running, origins }) => {
  const { invocation } = running;
  runInner(
    { shape: commandOnFiles(value, invocation), sources: origins.sources, from: origins.from },
    handsOn(invocation) ? running : feeding(running),
    operandsAfter(value, running),
  );
  return true;
};

/** All words from this one on are one script: `eval`, `ssh host`, `env -S`, `pwsh -c`. */
const runsJoined: Handler = ({ value, running, text }) => {
  const { words, invocation } = running;
  // `env -S'rm -rf' x`: the value of an option may be a part of its word.
  const [given, ...behind] = words.slice(value.at);
  if (value.role === 'split') {
    const script = { shape: splitCommand(value.value), ...mergeOrigins(given, ...behind) };
    runInner(script, running, [wordOf('env'), ...behind]);
    return true;
  }
  const rest = given === undefined ? [] : [{ ...given, shape: value.value }, ...behind];
  const { language } = invocation.traits;
  if (language === 'powershell' && runsAsPowerShell(value, rest, text, running)) return true;
  if (value.role === 'typed') {
    runInner({ shape: typedText(rest, value.value), ...mergeOrigins(...rest) }, running, undefined);
    return true;
  }
  const isWindows = language === 'cmd' || language === 'powershell';
  const pieces = rest.flatMap(({ shape }, index) => {
    const each = isWindows ? asWritten(shape) : shape.pieces;
    return index === 0 ? each : [{ kind: 'text', text: ' ' } as const, ...each];
  });
  const script = { shape: joinPieces(pieces, showShape(value.value)), ...mergeOrigins(...rest) };
  if (isWindows)
    passShown(
      running.shell.runCode(language, script, placedState(running), nestedIo(running), running.command),
      running,
    );
  else runInner(script, running, undefined);
  return true;
};

/** What PowerShell does before it joins its words: gives true if they are no script. */
function runsAsPowerShell(
  value: UsedValue,
  rest: readonly Word[],
  text: string | undefined,
  running: Running,
): boolean {
  const { stdin } = running.io;
  // From version 6 on it takes the first word for a file.
  if (value.option === undefined && /^[^\s;|&]+\.ps1$/i.test(text ?? '')) runFile(value, running, false);
  // `pwsh -c -` reads its script from standard input.
  if (text !== '-' || rest.length !== 1 || stdin === undefined) return false;
  if (!stdin.isFile) runStream(stdin, 'powershell', running, false);
  return true;
}

const runsCode: Handler = ({ value, running, origins }) => {
  const { invocation, shell, io, span, words, command } = running;
  const language = invocation.traits.language ?? invocation.program;
  const knowsWords = !invocation.open && !anySplits(words);
  executeSources(origins, running);
  recordPipes(origins.from, command, shell, io, span);
  const { printsLast } = mannersOf(invocation.program);
  const printed = shell.runCode(
    language,
    {
      shape: decoded(value),
      sources: origins.sources,
      from: origins.from,
      printsLast:
        value.option !== undefined &&
        invocation.options.some(({ names }) => names.some((name) => printsLast?.includes(name) === true)),
      ...(knowsWords ? { args: operandsAfter(value, running).map(({ shape }) => shape) } : undefined),
    },
    placedState(running),
    nestedIo(running),
    command,
  );
  passShown(printed, running);
  return language !== 'sed' && language !== 'awk';
};

const loads: Handler = ({ use, value, running, certain }) => {
  const { shell, io, state, span, words, command, invocation } = running;
  const { language } = invocation.traits;
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
    const onDisk = loadedText(path, language, running);
    if (onDisk !== undefined) runLoaded(onDisk, path, language ?? '', shell, state, loading, command);
    else runWritten(path, language ?? 'other', shell, state, loading, command);
    for (const file of loadableBelow(path, shell, state))
      runWritten(file, language ?? '', shell, state, loading, command);
    runProgramsBelow(path, shell, state, loading, span);
  }
  const word = words[value.at];
  if (word?.stream !== undefined)
    shell.unknown('file', word.shape.source, 'what it loads is not known', span);
  return false;
};

const readsList: Handler = ({ use, value, running, text, origins }) => {
  const { io, state, words } = running;
  const lists = usePath({ ...use, name: 'read' }, value.value, running, value);
  // What was put into the addresses of a list goes to their hosts: `wget -i list`.
  const listed = readsInput(text)
    ? io.stdin
    : { sources: lists.flatMap(({ path }) => state.sourcesAt(path)), from: [] };
  if (listed !== undefined && listed.sources.length > 0) running.carried.push(listed);
  const useLines = value.role === 'below' ? useListedBelow : useListed;
  useLines({ ...origins, ...words[value.at], shape: value.value, splits: false }, running);
  return false;
};

const sendsVariable: Handler = ({ text, running }) => {
  const { span } = running;
  // A pattern is for all variables: `SendEnv *`.
  const source = /^\w+$/.test(text ?? '') ? variableSource(text ?? '', span) : environmentSource(span);
  if (source !== undefined) running.uploads.push({ sources: [source], from: [] });
  return false;
};

/** A function that does something with a value that is no script. */
const doing =
  (act: (used: UsedOnce) => unknown): Handler =>
  (used) => {
    act(used);
    return false;
  };

const handlers: Readonly<Record<Use['name'], Handler>> = {
  text: elsewhere,
  // What is run sees them: see mount.ts.
  root: elsewhere,
  mount: elsewhere,
  cwd: elsewhere,
  index: elsewhere,
  'further-index': elsewhere,
  image: elsewhere,
  location: elsewhere,
  set: elsewhere,
  'env-file': elsewhere,
  literal: elsewhere,
  target: elsewhere,
  move: elsewhere,
  copy: elsewhere,
  read: usesPath,
  write: usesPath,
  delete: usesPath,
  into: doing(({ use, value, running }) => fill(value.value, use.certain, running, value)),
  run: runsWords,
  shell: runsText,
  'shell-words': runsJoined,
  code: runsCode,
  script: ({ value, running }) => runFile(value, running, false),
  source: ({ value, running }) => runFile(value, running, true),
  load: loads,
  list: readsList,
  env: doing(({ value, running, origins }) => assignEnvironment(value.value, origins, running)),
  config: doing(({ value, running }) =>
    runConfig(running.invocation.program, value.value, running.words, running),
  ),
  host: doing(({ use, value, running }) => connect(value.value, use.certain, running)),
  url: doing(({ use, value, running, text }) => {
    if (!/^[A-Za-z]:[\\/]/.test(text ?? ''))
      connect(urlToConnect(value.value, running.invocation), use.certain, running);
  }),
  'remote-read': doing(({ value, running }) => useRemote(false, value.value, running)),
  'remote-write': doing(({ value, running }) => useRemote(true, value.value, running)),
  upload: doing(({ use, value, running, text }) => {
    if (readsInput(text)) running.uploads.push(running.io.stdin ?? noOrigins);
    else sendFile(use, value.value, running);
  }),
  'upload-at': doing(({ value, running, origins }) => upload(value.value, origins, running)),
  data: doing(({ running, origins }) => running.uploads.push(origins)),
  variable: doing(({ running, text }) => {
    const source = text === undefined ? someVariable(running.span) : variableSource(text, running.span);
    // What the call has put into it is its value; a part of it may not have run.
    const held = text === undefined ? undefined : lookUpParameter(text, running.state);
    const own = source === undefined ? [] : [held === undefined ? source : { ...source, certain: false }];
    const put = held?.sources.filter(({ isShown }) => isShown !== false) ?? [];
    const sources = put.length > 0 ? put : own;
    if (sources.length > 0)
      running.outputs.push(
        unknownStream({ sources: sources.map((each) => ({ ...each, isShown: true })), from: [] }),
      );
  }),
  'sent-variable': sendsVariable,
  package: doing(({ value, running, certain }) => install(value.value, certain, running)),
  agent: doing(({ running: { shell, span, command }, text, certain }) =>
    shell.recorder.spawn({ certain, span, command, agent: text }),
  ),
};

/** Sends a file, and what lies below a folder where the program sends that. */
export const sendFile = ({ certain }: Use, path: Shape, running: Running): void =>
  void running.uploads.push({ sources: readWithBelow(certain, path, running), from: [] });

/** Whether a command that a text names gets the input of the program: `bash -c`, `su -c`. */
export const handsOn = ({ traits }: Invocation): boolean =>
  traits.language === 'shell' || traits.alone === 'shell' || traits.elsewhere !== false;

/** The same for a command that reads what the program gives it: `split --filter`, `tar --to-command`. */
function feeding(running: Running): Running {
  const { io, reads, command } = running;
  const given = unknownStream(mergeOrigins({ sources: [...reads], from: [command] }, io.stdin));
  return { ...running, io: { ...io, stdin: given } };
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

/**
 * The pieces of a bare word for a Windows program. Its single backslashes separate folders, although a POSIX
 * shell would drop them.
 */
const asWritten = ({ pieces, source }: Shape): readonly Piece[] =>
  /^(?:~|[A-Za-z]:|%\w+%|[\w.-]+)?(?:\\[\w.@-]+)+\\?$/.test(source.slice(0, 1000))
    ? [{ kind: 'text', text: source }]
    : pieces;
