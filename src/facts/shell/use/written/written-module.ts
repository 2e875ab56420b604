/**
 * Runs files of the call or the session that programs load by themselves: modules that a script imports, and
 * files that variables and options name. Modules from before the session are not followed.
 */
import {
  type PathShape,
  parentShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { staticText, textShape } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { type SettingsTexts, textsOfScript, textsOfSettings } from '../../../tasks/settings-commands.ts';
import { hasCodeParts } from '../../command-lines.ts';
import type { Io, Shell } from '../../shell.ts';
import type { ShellState } from '../../state/state.ts';
import { type Stream, streamOf } from '../../word.ts';
import { mayBeBrought } from './brought-files.ts';
import { textOnDisk } from './disk-script.ts';
import { mainFiles } from './package-main.ts';

/** The endings that a name without one may have. */
const endings: Readonly<Record<string, readonly string[]>> = {
  node: ['.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.ts'],
  python: ['.py', '/__init__.py'],
  ruby: ['.rb'],
  perl: ['.pm'],
  php: ['.php', '.inc'],
  lua: ['.lua', '/init.lua'],
};

const languages: Readonly<Record<string, string>> = {
  ...{ js: 'node', mjs: 'node', cjs: 'node', ts: 'node', tsx: 'node', jsx: 'node' },
  ...{ py: 'python', rb: 'ruby', pl: 'perl', pm: 'perl', php: 'php', lua: 'lua', sql: 'sql', R: 'r' },
  ...{ so: 'binary', dylib: 'binary', dll: 'binary', ko: 'binary', node: 'binary', pyd: 'binary' },
  ...{ bats: 'bats', desktop: 'desktop', sh: 'shell', bash: 'shell', command: 'shell', tool: 'shell' },
};

/** Endings of files without code. */
const data: ReadonlySet<string> = new Set([
  ...[
    'json',
    'jsonc',
    'json5',
    'yaml',
    'yml',
    'toml',
    'ini',
    'cfg',
    'conf',
    'xml',
    'properties',
    'txt',
    'lock',
  ],
]);

/** Endings of files that a language reads as data when a script loads them. */
const dataOf: Readonly<Record<string, string>> = { node: '.json' };

/** Whether a language reads a file as data when a script loads it: by its name, and by where that leads. */
export function isDataOf(language: string, file: PathShape, state: ShellState): boolean {
  const ending = dataOf[language];
  const shown = showPathShape(file);
  const isNamed =
    ending !== undefined && [shown, state.files.nameOf(file)].every((name) => name.endsWith(ending));
  // Without such a file, one with a longer name is loaded: `x.json.js`.
  const isWritten = (longer: string): boolean =>
    state.file(pathShapeOfText(`${shown}${longer}`, undefined)) !== undefined;
  return isNamed && !endings[language]?.some(isWritten);
}

/** A text that is known is read as code all the same: another loader may run it, and as code plain data does nothing. */
function isData(file: PathShape, content: Stream, language: string, state: ShellState): boolean {
  return staticText(content.shape) === undefined && isDataOf(language, file, state);
}

/** Runs a loaded file, if the call or the session wrote it. `partOf`: the part of its content that counts. */
export function runWritten(
  path: PathShape,
  language: string,
  shell: Shell,
  state: ShellState,
  io: Io,
  command: number | undefined,
  partOf: (content: Stream) => Stream = (content) => content,
): void {
  if (io.elsewhere || !hasWritten(shell, state)) return;
  const shown = showPathShape(path);
  for (const ending of ['', ...(endings[language] ?? [])]) {
    const file = ending === '' ? path : pathShapeOfText(`${shown}${ending}`, undefined);
    const content = writtenText(file, shell, state);
    if (content === undefined) continue;
    if (isData(file, content, language, state)) return;
    runLoaded(partOf(content), file, language, shell, state, io, command);
    return;
  }
  if (language !== 'node') return;
  const main = writtenText(pathShapeOfText(`${shown}/package.json`, undefined), shell, state);
  for (const name of mainFiles(main === undefined ? '' : (staticText(main.shape) ?? '')))
    if (name !== '' && name !== '.' && !name.includes('..'))
      runWritten(pathShapeOfText(`${shown}/${name}`, undefined), language, shell, state, io, command, partOf);
}

/** The files below a folder that the call or an earlier call of the session wrote. */
export function writtenBelow(folder: PathShape, shell: Shell, { files }: ShellState): readonly PathShape[] {
  const { disk } = shell.recorder;
  const start = `${files.nameOf(folder)}/`;
  const rests = new Set(
    files.paths.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : [])),
  );
  const place = disk.placeOf(folder);
  for (const path of place === undefined ? [] : disk.session.paths)
    if (path.startsWith(`${place}/`)) rests.add(path.slice(`${place}/`.length));
  return [...rests]
    .slice(0, mostFiles)
    .map((rest) => ({ ...folder, segments: [...folder.segments, ...rest.split('/')] }));
}

/** Those of them that a program may load from a folder that it is given for that: scripts and libraries. */
export const loadableBelow = (folder: PathShape, shell: Shell, state: ShellState): readonly PathShape[] =>
  writtenBelow(folder, shell, state).filter(isLoadable);

/** Whether the ending of a file is that of a script or a library. */
export function isLoadable({ segments }: PathShape): boolean {
  const last = showPathShape({ anchor: 'floating', segments: segments.slice(-1) });
  const ending = last.slice(last.lastIndexOf('.') + 1);
  return languages[ending] !== undefined || library.test(ending);
}

const library = /^(?:jar|class|el|vim|scm|nix|hcl|tcl)$/;

/** The most files of a folder that are looked at. */
const mostFiles = 200;

/** Whether the call or an earlier call of the session wrote any file, or a program can read what is piped to it by a name. */
export const hasWritten = ({ recorder: { disk } }: Shell, { files, input }: ShellState): boolean => {
  if (files.size > 0 || input !== undefined) return true;
  for (const _ of disk.session.paths) return true;
  return false;
};

/** Whether a path with unknown parts may be a file that the call or an earlier call of the session wrote: by its last name. */
export function mayBeWritten(path: PathShape, { recorder: { disk } }: Shell, { files }: ShellState): boolean {
  const last = path.segments.at(-1);
  const fits = (name: string): boolean =>
    typeof last !== 'string' || name.slice(name.lastIndexOf('/') + 1) === last;
  return files.paths.some(fits) || [...disk.session.paths].some(fits);
}

/** The content of a file that the call or an earlier call of the session wrote. */
export function writtenText(path: PathShape, shell: Shell, state: ShellState): Stream | undefined {
  const { disk } = shell.recorder;
  const held = state.file(path);
  if (held !== undefined) return held;
  const place = disk.placeOf(path);
  return place === undefined || disk.session.file(place) === undefined ? undefined : textOnDisk(path, shell);
}

/** Runs the text of a loaded file. */
export function runLoaded(
  content: Stream,
  path: PathShape,
  language: string,
  shell: Shell,
  state: ShellState,
  io: Io,
  command: number | undefined,
): void {
  const shown = showPathShape(path);
  const text = staticText(content.shape);
  if (text === undefined) {
    if (!content.isFile)
      shell.unknown('file', shown, 'what the call writes into this module is not known', io.source.whole);
    return;
  }
  // Each module is loaded once; for certain also if it was possibly loaded before. The parts of a file are not the file.
  const key = `${shown}\0${text}\0${io.certain}\0${hasCodeParts(language) ? language : ''}`;
  if (shell.loaded.has(key)) return;
  shell.loaded.add(key);
  const ending = shown.slice(shown.lastIndexOf('.') + 1);
  const { keys, speaks } = mannersOf(language);
  const own = hasCodeParts(language)
    ? language
    : (languages[ending] ?? (keys === undefined ? language : (speaks ?? language)));
  if (own === '' && data.has(ending)) return;
  const inner = { ...io, stdin: undefined, depth: io.depth + 1 };
  if (keys !== undefined) {
    const found = own === language ? textsOfSettings(text, keys) : textsOfScript(text, keys);
    if (found === undefined || found.namesOther)
      shell.unknown('file', shown, 'what it runs from this file is not known', io.source.whole);
    if (found !== undefined) runSettings(found, path, shell, state, inner, command);
    if (own === language) return;
  }
  state.unsurely(() =>
    shell.recorder.inFile(shown, () => shell.runCode(own, content, state.fork(), inner, command)),
  );
}

/** Runs the commands of settings, and the files that they name, which lie beside them or where the command is. */
function runSettings(
  { commands, files }: SettingsTexts,
  path: PathShape,
  shell: Shell,
  state: ShellState,
  io: Io,
  command: number | undefined,
): void {
  state.unsurely(() =>
    shell.recorder.inFile(showPathShape(path), () => {
      for (const { text, certain } of commands)
        shell.runText(streamOf(textShape(text)), state.fork(), { ...io, certain: io.certain && certain });
    }),
  );
  const folders = [parentShape(path), ...(state.cwd === undefined ? [] : [state.cwd])];
  for (const file of new Set(files))
    for (const folder of folders)
      runWritten(
        readPathShape(textShape(file), folder),
        '',
        shell,
        state,
        { ...io, certain: false },
        command,
      );
}

/** The files of the modules that a script imports by name, relative to a folder in which modules are looked for. */
export function modulesIn(language: string, text: string): readonly string[] {
  const found = new Set<string>();
  if (language === 'python') {
    for (const [, from, names = ''] of text.matchAll(
      /(?:^|[;:])[ \t]*from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(?:\(\s*)?([\w, \t]*)/gm,
    )) {
      const start = (from ?? '').replace(/^\.+/, '');
      if (start !== '') found.add(start);
      for (const name of namesIn(names)) found.add(start === '' ? name : `${start}.${name}`);
    }
    for (const [, names = ''] of text.matchAll(/(?:^|;)[ \t]*import[ \t]+([\w., \t]+)/gm))
      for (const name of namesIn(names)) found.add(name);
    for (const [, name = ''] of text.matchAll(/(?:__import__|import_module)\(\s*['"]([\w.]+)['"]/g))
      found.add(name);
    // A module inside a package also loads the package.
    for (const name of [...found])
      for (let at = name.indexOf('.'); at > 0; at = name.indexOf('.', at + 1)) found.add(name.slice(0, at));
  } else if (language === 'perl') {
    for (const [, name = ''] of text.matchAll(/(?:^|[;{}])\s*(?:use|require)\s+([A-Za-z]\w*(?:::\w+)*)/gm))
      found.add(name.replaceAll('::', '.'));
    for (const [, classes = ''] of text.matchAll(/(?:^|[;{}])\s*use\s+(?:parent|base)\b([^;}]*)/gm))
      if (!/-norequire/.test(classes))
        for (const [name] of classes.matchAll(/[A-Za-z]\w*(?:::\w+)*/g))
          found.add(name.replaceAll('::', '.'));
  } else if (language === 'ruby') {
    // Where its folders may be, the text says as well: `$: << 'lib'`.
    for (const [, , name = ''] of text.matchAll(/\b(?:require|load)\b[\s(]*(["'])([\w./-]+)\1/g))
      found.add(name);
    for (const [, , name = ''] of text.matchAll(/\bautoload\b[^,;\n]*,\s*(["'])([\w./-]+)\1/g))
      found.add(name);
    const folders = /\$(?::|LOAD_PATH\b)[^;\n]*/.exec(text)?.[0].matchAll(/(["'])([^"']+)\1/g) ?? [];
    for (const [, , folder = ''] of folders) for (const name of [...found]) found.add(`${folder}/${name}`);
    return [...found].slice(0, mostModules);
  } else if (language === 'lua') {
    for (const [, , name = ''] of text.matchAll(/\brequire\b[\s(]*(["']|\[\[)([\w./-]+)/g)) found.add(name);
  } else if (language === 'php') {
    if (!text.includes('autoload')) return [];
    for (const [, name = ''] of text.matchAll(
      /(?:\bnew\s+|\bextends\s+|\bimplements\s+|\bclass_exists\s*\(\s*["'])\\?([A-Za-z_][\w\\]*)/g,
    ))
      found.add(name);
    for (const [, name = ''] of text.matchAll(/([A-Za-z_][\w\\]*)::/g)) found.add(name);
    // The loader that comes with PHP looks for small letters.
    return [...found]
      .slice(0, mostModules)
      .map((name) => name.replace(/\\+/g, '/'))
      .flatMap((name) => [name, name.toLowerCase()]);
  } else if (language === 'node') {
    const relative = /\b(?:from|import)\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;
    const named = /\b(?:from|import|require)\b[\s(]*(['"`])((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^'"`\n]+)?\1/g;
    return [
      ...[...text.matchAll(relative)].map(([, , name = '']) => name),
      ...[...text.matchAll(named)].map(([, , name = '']) => packages + name),
    ].slice(0, mostModules);
  }
  return [...found].slice(0, mostModules).map((name) => name.replaceAll('.', '/'));
}

/** Runtimes whose scripts import addresses. */
const scripting: ReadonlySet<string> = new Set(['node', 'deno', 'bun']);

/** The addresses from which a script imports modules. */
export const addressesImported = (language: string, text: string): readonly string[] =>
  scripting.has(language)
    ? [...text.matchAll(/\b(?:from|import|require)\b[\s(]*(['"`])([a-z][\w+.-]*:[^'"`\n]+)\1/gi)]
        .map(([, , name = '']) => name)
        .slice(0, mostModules)
    : [];

const mostModules = 200;

/** The folder of packages of Node. */
const packages = 'node_modules/';

/** Runs a module that a script imports by name; of a package, each file that it may load. */
export function runImported(
  name: string,
  folder: PathShape,
  language: string,
  shell: Shell,
  state: ShellState,
  io: Io,
  command: number | undefined,
): void {
  const path = readPathShape(textShape(name), folder);
  if (!io.elsewhere && mayFindBrought(name, folder, language, { shell, state }))
    shell.unknown('file', name, 'this module came from a network or an archive', io.source.whole);
  if (!hasWritten(shell, state)) return;
  runWritten(path, language, shell, state, io, command);
  if (name.startsWith(packages))
    for (const file of loadableBelow(path, shell, state))
      runWritten(file, language, shell, state, io, command);
}

/** Whether a module may be in a folder that was filled from a network or an archive. */
const mayFindBrought = (
  name: string,
  folder: PathShape,
  language: string,
  asking: { readonly shell: Shell; readonly state: ShellState },
): boolean =>
  !mannersOf(language).early?.includes(name.replace(packages, '')) &&
  (name.startsWith(packages) ? [''] : (endings[language] ?? [])).some((end) =>
    mayBeBrought(readPathShape(textShape(`${name}${end}`), folder), asking),
  );

const namesIn = (list: string): readonly string[] =>
  list.split(',').flatMap((each) => /^\s*([\w.]+)/.exec(each)?.[1] ?? []);
