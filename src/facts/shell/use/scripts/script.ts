/** Runs the script that a command names: a file, or a module. A file that the call itself wrote is known. */
import {
  DEEP,
  isKnown,
  type PathShape,
  pathShapeOfText,
  readPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { isUnder } from '../../../../pattern/path/path-shape-test.ts';
import {
  anyShape,
  joinPieces,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../../pattern/text/shape.ts';
import { NO } from '../../../../pattern/text/truth.ts';
import { isSecretName } from '../../../disk/open-text.ts';
import type { PathEffect } from '../../../effect/effect.ts';
import type { UsedValue } from '../../../knowledge/words/invocation.ts';
import type { Shell } from '../../shell.ts';
import { alternativesOf, unknownVariable } from '../../state/choice.ts';
import { withSourced } from '../../state/sourced.ts';
import type { ShellState } from '../../state/state.ts';
import type { Stream, Word } from '../../word.ts';
import { usePath, withContent } from '../files/paths.ts';
import { moduleFolders } from '../running/module-folders.ts';
import { noteScript } from '../running/note-script.ts';
import { checkScript, type Running, readsInput, recordPipes, runsInput } from '../running/running.ts';
import { isAbsent, scriptIfThere, scriptOnDisk, withFileRead } from '../written/disk-script.ts';
import { mayFindBeside } from '../written/own-programs.ts';
import { mainFiles } from '../written/package-main.ts';
import { executeModule, executeWithEnding } from './loaded-files.ts';
import { executeSources, runStream, withoutInput } from './script-stream.ts';

/** The words behind the script: in `bash -c text name a b`, `name` is `$0` and `a` is `$1`. */
export function operandsAfter(value: UsedValue, { words, invocation }: Running): readonly Word[] {
  const rest = invocation.values.filter(({ option, at }) => option === undefined && at > value.at);
  return rest.flatMap(({ at }) => words[at] ?? []);
}

/** Whether the text of a running script has changed. Another file in its place does not count: the shell goes on with the old one. */
function changesItself(path: PathShape, before: readonly unknown[] | undefined, state: ShellState): boolean {
  if (!state.isOpen(path)) return false;
  const now = state.contentsAt(path) ?? [];
  return now.some((content) => content?.isOfAnotherFile !== true && before?.includes(content) !== true);
}

/** Whether a script may have written to its own file by another name, a hard link. `since`: its first effect. */
function changesOtherName(path: PathShape, since: number, { recorder: { disk, effects } }: Shell): boolean {
  if (!disk.hasOtherNames(path)) return false;
  return effects.paths
    .slice(since)
    .some((effect) => effect.kind === 'write' && disk.hasOtherNames(effect.leads ?? effect.path));
}

/**
 * Runs a file, whose content is known if the call wrote it. `same`: it runs in this very shell. Gives whether
 * the word was a script.
 */
export function runFile(value: UsedValue, running: Running, same: boolean): boolean {
  const { shell, io, state, span, command, words, invocation } = running;
  const text = staticText(value.value);
  const given = words[value.at];
  if (given !== undefined && invocation.traits.language === 'shell' && endsOptions(given, words)) {
    const next = invocation.values.find(({ option, at }) => option === undefined && at > value.at);
    if (next !== undefined) return runFile(next, running, same);
  }
  if (readsInput(text)) {
    if (io.stdin === undefined || (!same && runsInput(running))) return false;
    if (!same) return runGiven(io.stdin, running);
    runStream(io.stdin, 'shell', withoutInput(running), true);
    return true;
  }
  const word = words[value.at];
  // `. ./x.ps1` is a line of PowerShell.
  const ofWindows = windowsInterpreters.get((text ?? '').slice(-4).toLowerCase());
  const own = invocation.traits.language ?? 'shell';
  // An editor reads a script by its ending: `nvim -S x.lua`.
  const byEnding = own === 'vim' && text?.endsWith('.lua') === true ? 'lua' : own;
  const language = same ? (ofWindows ?? 'shell') : byEnding;
  if (word?.stream !== undefined) {
    executeSources(word.stream, running);
    recordPipes(word.stream.from, command, shell, io, span);
    runStream(withFileRead(word.stream, running), language, running, same);
    return true;
  }
  // A word that was put together again has lost what comes from it: `eval . <(echo x)`.
  if (text === undefined && showShape(value.value).startsWith('/dev/fd/'))
    shell.unknown('code', value.value.source, 'what comes from this descriptor is not known', span);
  const effects = usePath({ name: 'read', certain: true }, value.value, running);
  shell.recorder.executeAll(withContent(effects, state), { certain: io.certain, span, command });
  if (language === 'node' || (language === 'ruby' && value.option !== undefined))
    executeWithEnding(value.value, running);
  const [effect] = effects;
  const known =
    effect === undefined
      ? undefined
      : (withFileRead(state.file(effect.path), running) ??
        scriptIfThere(effect.leads ?? effect.path, running) ??
        loaded(value.value, language, running) ??
        scriptOnDisk(effect.leads ?? effect.path, running));
  const before = effect === undefined ? undefined : state.contentsAt(effect.path);
  const wasOpen = effect !== undefined && state.isOpen(effect.path);
  const since = shell.recorder.effects.paths.length;
  if (known !== undefined) {
    recordPipes(known.from, command, shell, io, span);
    // The file may not exist, or may have changed since.
    const set = new Map(state.variables);
    if (staticText(known.shape) !== undefined)
      state.unsurely(() =>
        runStream(known, language, running, same, { name: word, words: operandsAfter(value, running) }),
      );
    if (same && effect !== undefined && state.file(effect.path) === undefined)
      hideValues(effect, set, running);
  }
  // A shell reads its script while it runs: what the script writes into its own file is run as well.
  const isOpen =
    wasOpen ||
    (effect !== undefined &&
      (changesItself(effect.path, before, state) || changesOtherName(effect.path, since, shell)));
  if (effect !== undefined) checkScript(effect.path, value.value, known, running, isOpen);
  if (effect !== undefined && known === undefined && !hasAny(value.value))
    for (const each of ownFilesAt(effect.path, running))
      state.unsurely(() => runStream(each, language, running, same, { name: word, words: [] }));
  for (const each of scriptsBehind(value.value, running.base, running))
    state.unsurely(() =>
      runStream(each, language, running, same, { name: word, words: operandsAfter(value, running) }),
    );
  const isRead = known !== undefined && staticText(known.shape) !== undefined;
  const isSeen = isRead && effect !== undefined && !isOpen;
  if (!isSeen) noteScript(anyShape(value.value.source), running);
  // An unknown script runs in this shell, so it may set any variable, unless the file does not exist. A name
  // without a slash is looked for among the programs as well.
  const isNowhere =
    effect !== undefined &&
    known === undefined &&
    /\//.test(showShape(value.value)) &&
    isAbsent(effect.leads ?? effect.path, running);
  if (same && !isNowhere && (known === undefined || staticText(known.shape) === undefined)) {
    state.setAnything();
    state.setMode('mayBeElsewhere', true);
    state.mayFail();
    if (effect !== undefined) {
      state.sourced = withSourced(state.sourced, effect);
      mayFindBeside(effect.path, shell);
    }
  }
  return true;
}

/** Runs standard input as the script that a word names: `python3 -m cProfile /dev/stdin`. Gives whether there is one. */
function runGiven(stdin: Stream, running: Running): boolean {
  const { language } = running.invocation.traits;
  if (language === undefined) return false;
  executeSources(stdin, running);
  const input = withFileRead(stdin, running);
  if (input.isFile) noteScript(anyShape(input.shape.source), running);
  else runStream(input, language, withoutInput(running), false);
  return true;
}

/** Makes the values unknown that a file with secrets has set (`. ./.env`). Otherwise an answer could show what is in it. */
function hideValues(effect: PathEffect, before: ReadonlyMap<string, unknown>, { state }: Running): void {
  const { path, leads } = effect;
  if (![path, leads].some((each) => isSecretName(String(each?.segments.at(-1))))) return;
  const sources = [{ ...effect, certain: false }];
  for (const [name, held] of [...state.variables])
    if (before.get(name) !== held)
      state.set(name, { ...unknownVariable(name, alternativesOf(held)), sources });
}

/** Whether a part of a word may be any text. A glob does not count. */
const hasAny = ({ pieces }: Shape): boolean => pieces.some(({ kind }) => kind === 'any');

/**
 * The scripts that match a glob, or that `find` passes on: those of the call and the session, and the one in
 * the folder itself.
 */
function ownFilesAt(path: PathShape, running: Running): readonly Stream[] {
  const { state, shell, io } = running;
  const isFound = io.via.at(-1) === 'find';
  if ((isKnown(path) && !isFound) || io.elsewhere || path.anchor === 'floating') return [];
  const all = [...new Set([...state.files.paths, ...shell.recorder.disk.session.paths])];
  // `find . -name x.sh` starts with the files in the folder itself.
  const here = { ...path, segments: path.segments.filter((step) => step !== DEEP) };
  const first = isFound && isKnown(here) ? [here] : [];
  return [...first, ...all.map((each) => pathShapeOfText(each, undefined))]
    .filter((each) => isUnder(each, path, { exact: true, below: isFound }) !== NO)
    .slice(0, mostScripts)
    .flatMap((each) => withFileRead(state.file(each), running) ?? scriptIfThere(each, running) ?? [])
    .filter(({ shape }) => staticText(shape) !== undefined);
}

const nodeEndings: readonly string[] = ['.js', '.mjs', '.cjs', '.ts', '/index.js'];

/** The endings that an interpreter tries if there is no file with the given name. */
const loadedEndings: Readonly<Record<string, readonly string[]>> = {
  node: nodeEndings,
  awk: ['.awk'],
  python: ['/__main__.py'],
};

/** Languages whose scripts are looked for in the folders of their modules: `AWKPATH=lib awk -f x`. */
const searching: ReadonlySet<string> = new Set(['awk']);

/** `node ./x` runs `x.js` where there is no `x`. */
function loaded(path: Shape, language: string, running: Running): Stream | undefined {
  const endings = loadedEndings[language];
  if (endings === undefined) return undefined;
  const { state, base, shell } = running;
  if (state.files.size === 0 && !shell.recorder.disk.isThere) return undefined;
  const text = staticText(path);
  const isWhole = text !== undefined && /\.(?:[cm]?[jt]sx?|py)$/.test(text);
  const main = language === 'node' && !isWhole ? packageMain(path, running) : undefined;
  if (main !== undefined) return main;
  const isName = text !== undefined && !text.includes('/') && searching.has(language);
  for (const folder of isName ? moduleFolders(language, state) : [])
    for (const ending of ['', ...endings]) {
      const known = scriptIfThere({ ...folder, segments: [...folder.segments, `${text}${ending}`] }, running);
      if (known !== undefined) return known;
    }
  for (const ending of endings) {
    const file = readPathShape(
      joinPieces([...path.pieces, { kind: 'text', text: ending }], path.source),
      base,
    );
    const known = state.file(file) ?? (isWhole ? undefined : scriptIfThere(file, running));
    if (known !== undefined) return known;
  }
  return undefined;
}

/** What Node runs for a folder: the main file of its package. */
function packageMain(path: Shape, running: Running): Stream | undefined {
  const { state, base } = running;
  const at = (name: string): PathShape =>
    readPathShape(joinPieces([...path.pieces, { kind: 'text', text: `/${name}` }], path.source), base);
  const streamAt = (name: string): Stream | undefined =>
    state.file(at(name)) ?? scriptIfThere(at(name), running);
  const text = staticText(streamAt('package.json')?.shape ?? anyShape('package.json'));
  if (text === undefined) return undefined;
  for (const name of mainFiles(text))
    for (const ending of ['', ...nodeEndings]) {
      const found = streamAt(`${name}${ending}`);
      if (found !== undefined && staticText(found.shape) !== undefined) return found;
    }
  return undefined;
}

/** Runs `a/b.py` for `python -m a.b`, if the call wrote that file itself. */
export function runModule(value: UsedValue, running: Running): void {
  const { state, base, shell, command, io, span, invocation } = running;
  const name = staticText(value.value);
  if (name === undefined) shell.unknown('value', value.value.source, 'the module is not known', span);
  if (name === undefined || !/^[\w.]+$/.test(name)) return;
  executeModule(name, running);
  if (state.files.size === 0 && !shell.recorder.disk.isThere) return;
  const path = name.replaceAll('.', '/');
  // A module inside a package also loads the package.
  const packages = name.split('.').map((_, at, parts) => `${parts.slice(0, at + 1).join('/')}/__init__.py`);
  for (const file of [...packages.slice(0, mostPackages), `${path}.py`, `${path}/__main__.py`]) {
    const place = readPathShape(textShape(file), base);
    const known = state.file(place) ?? scriptIfThere(place, running);
    if (known === undefined) continue;
    recordPipes(known.from, command, shell, io, span);
    if (staticText(known.shape) !== undefined)
      runStream(known, invocation.traits.language ?? 'python', running, false);
  }
}

const mostPackages = 8;

/** Whether a word is a dash that ends the options of a shell: `sh - x`, `sh -s - a`. */
export const endsOptions = (word: Word, words: readonly Word[]): boolean =>
  staticText(word.shape) === '-' &&
  !words.slice(0, words.indexOf(word)).some(({ shape }) => staticText(shape) === '--');

/** The interpreter that Windows runs a file with, by its ending. */
export const windowsInterpreters: ReadonlyMap<string, string> = new Map([
  ['.ps1', 'powershell'],
  ['.bat', 'cmd'],
  ['.cmd', 'cmd'],
]);

/** The scripts of this machine that a path in a container leads to. */
export function scriptsBehind(path: Shape, base: PathShape | undefined, running: Running): readonly Stream[] {
  const { io, state, shell } = running;
  if (!io.elsewhere) return [];
  const here = { ...running, io: { ...io, elsewhere: false } };
  return shell.recorder.mounts
    .seenAt(path, base)
    .filter(isKnown)
    .flatMap((each) => withFileRead(state.file(each), here) ?? scriptIfThere(each, here) ?? []);
}

/** The most scripts that one word may name. */
const mostScripts = 16;
