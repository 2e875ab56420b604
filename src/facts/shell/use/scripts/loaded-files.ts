/**
 * Files that a command executes although none of its words is a script: files that variables make it load
 * (`BASH_ENV=a bash`), files in the search path (`PATH=.:$PATH tool`), and files that it looks for by itself
 * (`make`, `python -m tool`). This file mostly records that they are executed; other files read what they
 * contain.
 */
import { type PathShape, readPathShape } from '../../../../pattern/path/path-shape.ts';
import {
  anyShape,
  firstShapes,
  joinPieces,
  type Shape,
  staticText,
  textShape,
} from '../../../../pattern/text/shape.ts';
import type { UsedValue } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { alternativesOf, wordsOfChoice } from '../../state/choice.ts';
import type { ShellState } from '../../state/state.ts';
import type { Stream, Word } from '../../word.ts';
import { optionsGiven } from '../running/held-options.ts';
import { noteScript } from '../running/note-script.ts';
import { checkScript, type Running } from '../running/running.ts';
import { directoriesOf, mostSearchDirectories } from '../running/search-path.ts';
import { scriptIfThere, scriptOnDisk } from '../written/disk-script.ts';
import { runLoaded as runFile, runWritten, writtenText } from '../written/written-module.ts';

interface Loader {
  /** Every program uses the variable. Otherwise only those that the tables name. */
  readonly ofAll?: true;
  /** Programs use it only under conditions that are not checked. */
  readonly perhaps?: true;
  /** The file is a shell script. */
  readonly isShell?: true;
  /** The separator between files, if the value may name several. */
  readonly between?: RegExp;
  /** The option in front of a file, if the value is a list of options. */
  readonly option?: RegExp;
  /** The name may come without its ending. */
  readonly ends?: true;
}

/** A shell script that a shell runs first. */
export interface StartUpScript {
  readonly script: Stream;
  /** Whether the shell runs it is not known. */
  readonly perhaps: boolean;
  /** It is one of several that the file may hold. */
  readonly several: boolean;
}

/** Options of virtual machines, compilers and Node that load a file. */
const loadingOption =
  /(?:^|\s)(?:-(?:javaagent|agentpath):|-fplugin=|(?:-C\s?)?linker=|(?:-r|--require|--import)[\s=]+)([^\s=]+)/g;

const loaders: readonly (readonly [variable: string, loader: Loader])[] = [
  ['BASH_ENV', { isShell: true }],
  ['ENV', { isShell: true }],
  ['LD_PRELOAD', { ofAll: true, between: /[\s:]+/ }],
  ['LD_AUDIT', { ofAll: true, between: /:/ }],
  ['DYLD_INSERT_LIBRARIES', { ofAll: true, between: /:/ }],
  ['PYTHONSTARTUP', {}],
  [
    'NODE_OPTIONS',
    {
      ofAll: true,
      perhaps: true,
      option: /(?:^|\s)(?:-r|--require|--import|--(?:experimental-)?loader)[\s=]+(\S+)/g,
    },
  ],
  ...[
    ...['JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS', 'JAVA_OPTS', 'MAVEN_OPTS', 'GRADLE_OPTS'],
    ...['SBT_OPTS', 'ANT_OPTS', 'CFLAGS', 'CXXFLAGS', 'LDFLAGS', 'RUSTFLAGS', 'npm_config_node_options'],
  ].map((name) => [name, { ofAll: true, perhaps: true, option: loadingOption }] as const),
  ['RUBYOPT', { ofAll: true, perhaps: true, option: /(?:^|\s)-r\s?(\S+)/g, ends: true }],
];

/**
 * Records what a program executes because of variables that this call sets. Gives those of the shell scripts
 * that the call itself wrote.
 */
export function executeByVariables(
  first: Word,
  isPathLike: boolean,
  running: Running,
): readonly StartUpScript[] {
  const { state, invocation } = running;
  if (state.variables.size === 0) return [];
  const scripts: StartUpScript[] = [];
  const { loads = [], calls } = mannersOf(invocation.program);
  for (const [name, loader] of loaders) {
    const mayLoad = loads.includes(`${name}?`);
    // A shell that some other program starts may load it as well.
    const isForeign = !(loader.ofAll || mayLoad || loads.includes(name));
    if (isForeign && (!loader.isShell || calls === 'none')) continue;
    const words = textsOf(name, state);
    for (const word of words)
      for (const file of filesOf(word.shape, loader)) {
        const path = readPathShape(file, running.base);
        if (isForeign && !isOwn(path, running)) continue;
        execute(file, loader.perhaps || mayLoad || isForeign ? 'perhaps' : 'certain', running);
        noteScript(anyShape(file.source), running);
        if (loader.ends) executeWithEnding(file, running);
        if (!loader.isShell) {
          runLoaded(file, running);
          continue;
        }
        const known = state.file(path) ?? scriptOnDisk(path, running);
        checkScript(path, file, known, running);
        if (known !== undefined)
          scripts.push({ script: known, perhaps: isForeign, several: words.length > 1 });
      }
  }
  if (isPathLike) return scripts;
  for (const path of textsOf('PATH', state))
    for (const directory of directoriesOf(path.shape)) {
      const pieces = [...directory, { kind: 'text', text: '/' } as const, ...first.shape.pieces];
      execute(joinPieces(pieces, first.shape.source), 'sought', running);
    }
  return scripts;
}

/** Whether a file is one that the call or the session wrote, or may have written, or that the disk has. */
const isOwn = (path: PathShape, running: Running): boolean =>
  running.state.mayBeWritten(path) ||
  writtenText(path, running.shell, running.state) !== undefined ||
  scriptIfThere(path, running) !== undefined;

/** The texts that a variable may have. */
function textsOf(name: string, state: ShellState): readonly Word[] {
  const held = state.held(name);
  return held === undefined ? [] : alternativesOf(held).flatMap((value) => only(value) ?? []);
}

function filesOf(value: Shape, { between, option }: Loader): readonly Shape[] {
  const text = staticText(value);
  if (text === undefined || text.length > longestValue) return [value];
  const texts =
    option !== undefined
      ? [...text.matchAll(option)].map(([, file = '']) => file)
      : between === undefined
        ? [text]
        : text.split(between);
  const files = texts.filter((each) => each !== '').map((each) => textShape(each));
  return firstShapes(files, mostSearchDirectories);
}

const longestValue = 4096;

/** Records the files that a tool gets to run, or the possible default names if it gets none. */
export function executeTaskFiles(
  given: readonly UsedValue[] | undefined,
  names: readonly string[],
  running: Running,
): void {
  for (const { value } of given ?? []) execute(value, 'certain', running);
  if (given === undefined) for (const name of names) execute(textShape(name), 'perhaps', running);
}

/** `python -m a.b` runs `a/b.py`, unless a package of that name is installed. */
export function executeModule(name: string, running: Running): void {
  const path = name.replaceAll('.', '/');
  for (const file of [`${path}.py`, `${path}/__main__.py`]) execute(textShape(file), 'sought', running);
}

/** Records the names that an interpreter may complete: `node -r ./a` loads `a.js`. */
export function executeWithEnding(path: Shape, running: Running): void {
  const text = staticText(path);
  if (text === undefined || /\.\w{1,5}$/.test(text)) return;
  for (const ending of ['.', '/index.']) {
    const pieces = [
      ...path.pieces,
      { kind: 'text', text: ending } as const,
      { kind: 'glob', glob: '*' } as const,
    ];
    execute(joinPieces(pieces, path.source), 'sought', running);
  }
}

interface ReadToRun {
  readonly words: readonly string[];
  /** The roles of operands, and the options. */
  readonly names: readonly string[];
  /** The word may also be a name that is looked up elsewhere. It is a file only with a slash or an ending. */
  readonly orName?: true;
}

/**
 * Words that name a file which a program reads in order to run it, without an interpreter that the analysis
 * follows.
 */
const readToRun: ReadonlyMap<string, ReadToRun> = new Map<string, ReadToRun>([
  ['go', { words: ['run'], names: ['target'] }],
  ['crontab', { words: [], names: ['file'] }],
  ['at', { words: [], names: ['-f', '--file'] }],
  ['batch', { words: [], names: ['-f', '--file'] }],
  ['bun', { words: ['run'], names: ['word'], orName: true }],
  ['ruby', { words: [], names: ['-r'], orName: true }],
]);

/** Records the executed files of `go run a.go`, `at -f a`, `crontab a`, `ruby -r ./a`. */
export function executeOperands(running: Running): void {
  const { program, words, values } = running.invocation;
  const entry = readToRun.get(program);
  if (entry === undefined || !entry.words.every((word, index) => words[index] === word)) return;
  for (const { value, role, option } of values) {
    const text = staticText(value);
    if (!entry.names.includes(option ?? role ?? '') || text === '-') continue;
    if (entry.orName === true && text !== undefined && !/[\\/]|\.[cm]?[jt]sx?$/.test(text)) continue;
    execute(value, 'certain', running);
    if (entry.orName === true) runLoaded(value, running);
    if (option !== undefined && entry.orName === true) executeWithEnding(value, running);
  }
}

/** Options that name a module, the separator in the name that a slash replaces, and the folder of those of an option. */
const moduleOptions: Readonly<
  Record<string, { readonly between: string; readonly folders: Readonly<Record<string, string>> }>
> = {
  perl: { between: '::', folders: { '-M': '', '-m': '', '-d:': 'Devel/' } },
  ruby: { between: '/', folders: { '-r': '' } },
  lua: { between: '.', folders: { '-l': '' } },
};

/** Runs the modules that the call or the session wrote: `perl -Ilib -MA::B`, `ruby -I. -rx`, `lua -l x`. */
export function runNamedModules(running: Running): void {
  const { invocation, base } = running;
  const { traits } = invocation;
  const given = moduleOptions[traits.language ?? ''];
  if (given === undefined) return;
  const options = [...invocation.options, ...optionsGiven(running)];
  const valuesOf = (name: string): readonly string[] =>
    options.flatMap(({ names, value }) => {
      const text = names.includes(name) && value !== undefined ? staticText(value) : undefined;
      return text === undefined ? [] : [text];
    });
  const ofVariables = (mannersOf(invocation.program).folders ?? []).flatMap((name) =>
    wordsOfChoice(running.state.get(name)).flatMap(({ shape }) =>
      directoriesOf(shape).flatMap((pieces) => staticText({ pieces, source: name }) ?? []),
    ),
  );
  const folders =
    traits.language === 'lua' ? ['.'] : [...valuesOf('-I'), ...foldersOfLib(valuesOf), ...ofVariables];
  for (const [option, inside] of Object.entries(given.folders))
    for (const text of valuesOf(option)) {
      const [name = ''] = text.replace(/^-/, '').split(/[=\s]/);
      for (const folder of folders.slice(0, mostSearchDirectories)) {
        const file = textShape(`${folder}/${inside}${name.replaceAll(given.between, '/')}`, text);
        if (name !== '' && base !== undefined) runLoaded(file, running);
      }
    }
}

/** The folders that `perl -Mlib=DIR` adds. */
const foldersOfLib = (valuesOf: (name: string) => readonly string[]): readonly string[] =>
  ['-M', '-m'].flatMap(valuesOf).flatMap((text) => /^lib=(.*)$/s.exec(text)?.[1]?.split(',') ?? []);

/** Runs a loaded file, if the call or the session wrote it. */
function runLoaded(name: Shape, running: Running): void {
  const { shell, state, io, command, base, invocation } = running;
  const path = readPathShape(name, base);
  const language = invocation.traits.language ?? '';
  const isNew = writtenText(path, shell, state) !== undefined;
  const onDisk = isNew || language === '' ? undefined : scriptIfThere(path, running);
  if (onDisk === undefined) runWritten(path, language, shell, state, io, command);
  else runFile(onDisk, path, language, shell, state, io, command);
}

/** `perhaps`: a file like this one may be executed. `sought`: this file is executed if it exists. */
type Sureness = 'certain' | 'perhaps' | 'sought';

function execute(path: Shape, how: Sureness, running: Running): void {
  const { shell, io, span, command, base } = running;
  const about = { certain: how === 'certain' && io.certain, span, command };
  shell.recorder.execute(path, base, how === 'sought' ? { ...about, sought: true } : about);
}

const only = (value: Word | readonly Word[] | undefined): Word | undefined =>
  Array.isArray(value) ? (value as readonly Word[])[0] : (value as Word | undefined);
