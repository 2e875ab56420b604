/**
 * Files that a program reads as code when it starts, whatever it is asked to do: `~/.bashrc`, `sitecustomize.py`,
 * `vite.config.js`. The trait `starts` lists them. They are followed if the call or the session wrote them, or if they
 * lie in the project and the disk has them; any others belong to the machine. `<library>` in a place is any module that comes with the language: these load each other.
 */
import {
  isKnown,
  type PathShape,
  parentShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { isUnder, restsBelow } from '../../../../pattern/path/path-shape-test.ts';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../../pattern/text/shape.ts';
import { NO } from '../../../../pattern/text/truth.ts';
import { sessionIndex } from '../../../disk/session-index.ts';
import type { InputSpan, PathEffect } from '../../../effect/effect.ts';
import { allManners, mannersOf } from '../../../knowledge/words/manners.ts';
import { shapeOfPath } from '../../../record/mounted-paths.ts';
import { spend } from '../../budget.ts';
import { globPieces } from '../../expand/glob-pieces.ts';
import type { Shell } from '../../shell.ts';
import { alternativesOf, wordsOfChoice } from '../../state/choice.ts';
import { addedPart, type Stream, wordOf, wordOfShape } from '../../word.ts';
import { noteScript } from '../running/note-script.ts';
import { isFor, type Running } from '../running/running.ts';
import { directoriesOf } from '../running/search-path.ts';
import { noteBrought } from '../written/brought-files.ts';
import { runVariable } from '../written/running-variable.ts';
import { hasWritten, runLoaded, runWritten, writtenText } from '../written/written-module.ts';
import { executeByVariables, type StartUpScript } from './loaded-files.ts';
import { looksAtProject, projectFiles, projectText } from './project-start.ts';

/** An item of `starts`: `~/.bashrc:-i`, `$ZDOTDIR/.zshenv:!-f`, `~/.profile?`, `~/.tmux.conf@tmux`. */
interface StartUp {
  readonly place: string;
  /** Its language, if it is not that of the others. `own`: words for the program itself. `npm_config_`: settings, each a variable with this beginning. */
  readonly own: string | undefined;
  readonly asked: Asked | undefined;
  /** It is not known whether the program reads it. */
  readonly perhaps: boolean;
  /** It is read only where someone has set it up, so that one from a network does not count. */
  readonly setUp: boolean;
}

/** With what a program reads such a file: an option, or without it (`!-f`), or one of several subcommands, scripts or operands (`commit/push`, `manage.py`, `.`). */
type Asked =
  | { readonly by: 'option'; readonly name: string; readonly isGiven: boolean }
  | { readonly by: 'word'; readonly words: readonly string[] };

const readItem = (text: string): StartUp => {
  const [, place = '', own, asked, perhaps = ''] =
    /^([^:?@]+)(?:@(\w+))?(?::(!?[^?]+))?(\?{1,2})?$/.exec(text) ?? [];
  return {
    place,
    own,
    asked: asked === undefined ? undefined : readAsked(asked),
    perhaps: perhaps !== '',
    setUp: perhaps === '??',
  };
};

function readAsked(text: string): Asked {
  if (/^[\w.]/.test(text)) return { by: 'word', words: text.split('/') };
  const isGiven = !text.startsWith('!');
  return { by: 'option', name: isGiven ? text : text.slice(1), isGiven };
}

/** The items of a list, each read once. */
function itemsOf(starts: readonly string[]): readonly StartUp[] {
  let items = readItems.get(starts);
  if (items === undefined) {
    items = starts.map(readItem);
    readItems.set(starts, items);
  }
  return items;
}

const readItems = new WeakMap<readonly string[], readonly StartUp[]>();

/**
 * Runs the start-up files of a program that the call or the session wrote. Gives the shell scripts instead of running
 * them, because they change the shell in which everything else runs.
 */
export function runStartUpFiles(running: Running): readonly StartUpScript[] {
  const { invocation, shell, state, io, command, span } = running;
  const { starts = [], speaks } = mannersOf(invocation.program);
  runNamedAfter(running);
  if (starts.length === 0 || !(mayBeWritten(running) || looksAtProject(running))) return [];
  const usual = speaks ?? invocation.traits.language ?? 'shell';
  const scripts: StartUpScript[] = [];
  const isAsked = whatIsAsked(running);
  for (const { place, own: language = usual, asked, perhaps, setUp } of itemsOf(starts)) {
    if (!isAsked(asked)) continue;
    const places = placesOf(place, running);
    if (!isOfOwnProgram(place) && !setUp) for (const path of places) noteBrought(path, running);
    for (const path of filesAt(place, places, running)) {
      // What they run is often the program itself.
      const key = `${showPathShape(path)}\0${language}`;
      if (language === 'own' && shell.loaded.has(key)) continue;
      if (language === 'own') shell.loaded.add(key);
      const written = textsAt(path, running);
      const read = written.length > 0 || setUp ? undefined : projectText(path, { place, language }, running);
      const contents = read === undefined ? written : [read];
      if (contents.length === 0 && isWritten(path, { named: perhaps, surely: setUp }, shell))
        shell.unknown('file', showPathShape(path), 'the call may write this start-up file', span);
      if (contents.length > 0) recordRead(path, { certain: io.certain && !perhaps, span, command }, shell);
      const several = contents.length > 1;
      for (const content of contents) {
        const script = addedPart(content);
        if (language === 'sql') noteScript(upwards(script.shape), running);
        if (language === 'shell') scripts.push({ script, perhaps, several });
        else if (language === 'own')
          scripts.push({ script: asOwnWords(script, invocation.program), perhaps, several });
        else if (language.endsWith('_')) applySettings(script, path, language, running);
      }
      if (contents.length === 0 || /^(?:shell|own|.*_)$/.test(language)) continue;
      const inner = { ...io, certain: io.certain && !perhaps };
      if (read === undefined) runWritten(path, language, shell, state, inner, command, addedPart);
      else runLoaded(read, path, language, shell, state, inner, command);
    }
  }
  return scripts;
}

/** The files of such a list that a program uses as it is called, by their places alone. */
export function placesAsked(items: readonly string[], running: Running): readonly PathShape[] {
  const isAsked = whatIsAsked(running);
  return itemsOf(items).flatMap(({ place, asked }) => (isAsked(asked) ? placesOf(place, running) : []));
}

/**
 * Runs written settings in JavaScript that are named after the program: `docusaurus.config.js`, `.storybook/main.ts`,
 * `.foorc.cjs`. Programs of Node read such files whether or not a list names them, so that no program needs a line.
 */
function runNamedAfter({ invocation: { program }, shell, state, io, command }: Running): void {
  if (!hasWritten(shell, state)) return;
  const { paths } = state.files;
  spend(shell.budget, paths.length >> 4);
  const now = paths.filter((path) => settingsScript.test(path));
  for (const file of new Set([
    ...now,
    ...sessionIndex(shell.recorder.disk.session).matching(settingsScript),
  ])) {
    if (!isNamedAfter(file, program)) continue;
    const path = pathShapeOfText(file, undefined);
    runWritten(path, 'node', shell, state, { ...io, certain: false }, command);
  }
}

const settingsScript = /(?:rc|\.conf|\.config)\.[cm]?[jt]s$|\/\.[\w-]+\/[^/]+\.[cm]?[jt]sx?$/;

/** What names of packages have around the name of the tool: `start-storybook`, `webpack-cli`. */
const aroundName = /^(?:start|build|create)-|-(?:cli|scripts|dev|core)$|^@[^/]*\//g;

function isNamedAfter(file: string, program: string): boolean {
  const name = program
    .replace(/^@[^/]*\//, '')
    .replace(aroundName, '')
    .toLowerCase();
  const [folder = '', last = ''] = file.toLowerCase().split('/').slice(-2);
  if (folder === `.${name}`) return true;
  const stem = last.replace(/(?:rc|\.conf|\.config)\.[cm]?[jt]s$/, '');
  return stem !== last && stem.replace(/^\./, '') === name;
}

/**
 * Whether files that were brought to a place are unknown without it: modules where a script imports them, and those of an
 * environment where the program in it is called.
 */
const isOfOwnProgram = (place: string): boolean => /<library>|^\.?venv\//.test(place);

const isWrite = ({ kind }: PathEffect): boolean => kind === 'write';

/**
 * Whether the call or the session may have written a file at a path so far. With `named`, only a written file with a known
 * name counts, and with `surely` only one that is written for certain: a setting that names a file may also mean a write of it.
 */
function isWritten(
  path: PathShape,
  { named, surely }: { readonly named: boolean; readonly surely: boolean },
  { recorder: { effects, disk }, budget }: Shell,
): boolean {
  const name = path.segments.at(-1);
  const earlier =
    typeof name === 'string' ? (sessionIndex(disk.session).byName.get(name) ?? []) : [...disk.session.paths];
  spend(budget, (effects.paths.length + earlier.length) >> 2);
  const mayBeAt = (written: PathShape, below: boolean): boolean =>
    (below || mayEndAs(written, path, named)) && isUnder(path, written, { exact: true, below }) !== NO;
  return (
    effects.paths.some(
      ({ kind, certain, path: written, recursive, keeps }) =>
        kind === 'write' && keeps !== 'project' && (certain || !surely) && mayBeAt(written, recursive),
    ) || earlier.some((each) => mayBeAt(pathShapeOfText(each, undefined), false))
  );
}

/** Whether the last names of two paths may be the same. The second path is known. */
function mayEndAs({ segments }: PathShape, path: PathShape, named: boolean): boolean {
  const [last, name] = [segments.at(-1), path.segments.at(-1)];
  if (last === undefined || typeof last === 'symbol' || typeof name !== 'string') return !named;
  const end = typeof last === 'string' ? last : last.tokens.at(-1);
  if (typeof end !== 'string') return !named;
  return name.toLowerCase().endsWith(end.toLowerCase());
}

function recordRead(
  path: PathShape,
  about: { readonly certain: boolean; readonly span: InputSpan; readonly command: number },
  { recorder }: Shell,
): void {
  const shape = shapeOfPath(path);
  recorder.path({ use: 'read', path: shape, base: undefined, ...about });
  recorder.execute(shape, undefined, { ...about, sought: true });
}

/** What the call or the session has written to a file, each text that it may hold. What it held before is not among these. */
function textsAt(path: PathShape, { state, shell }: Running): readonly Stream[] {
  const contents = state.contentsAt(path)?.filter((content) => content !== undefined);
  if (contents !== undefined) return contents;
  const text = writtenText(path, shell, state);
  return text === undefined ? [] : [text];
}

/** Lines with words for the program itself, as a script: `run-shell x` in `~/.tmux.conf` is `tmux run-shell x`. */
const asOwnWords = (script: Stream, program: string): Stream => {
  const pieces = script.shape.pieces.map((piece) =>
    piece.kind === 'text'
      ? { ...piece, text: piece.text.replace(/^(?=[ \t]*[^\s#])/gm, `${program} `) }
      : piece,
  );
  return { ...script, shape: joinPieces(pieces, script.shape.source) };
};

/** A script of a migration, without the part that takes it back: the text behind `-- migrate:down`, `-- +goose Down`. */
function upwards(script: Shape): Shape {
  const text = staticText(script);
  return text === undefined
    ? script
    : textShape(text.replace(/^--[^\S\n]*(?:migrate:|\+\w+ )down\b.*/ims, ''));
}

/** Settings `NAME = VALUE` that each count as a variable of the same name behind a prefix: `.npmrc`. */
function applySettings(script: Stream, path: PathShape, prefix: string, running: Running): void {
  const { shell, state, io, span } = running;
  const text = staticText(script.shape);
  if (text === undefined) {
    if (!script.isFile)
      shell.unknown(
        'file',
        showPathShape(path),
        'what the call writes into these settings is not known',
        span,
      );
    return;
  }
  // Files of variables have their names as they are.
  const start = prefix === 'env_' ? '' : prefix;
  const own = state.fork();
  const given = { ...running, state: own, io: { ...io, certain: false } };
  for (const [, key = '', value = ''] of text.matchAll(/^[ \t]*([\w-]+)[ \t]*=[ \t]*(.*?)[ \t]*$/gm)) {
    const name = `${start}${key.replaceAll('-', '_')}`;
    // `${HOME}` is a variable of the environment.
    own.set(
      name,
      value.includes('${') ? wordOfShape(anyShape(value)) : wordOf(value.replace(/^(["'])(.*)\1$/s, '$2')),
    );
    runVariable(name, own, shell, given.io, span);
  }
  executeByVariables(wordOf(running.invocation.program), true, given);
}

/** Whether a call gives what a file is read with. Of a call whose words are not all known, it may. */
function whatIsAsked({ invocation, operands }: Running): (asked: Asked | undefined) => boolean {
  const { options, words, open } = invocation;
  let given: ReadonlySet<string | undefined> | undefined;
  return (asked) => {
    if (asked === undefined || open) return true;
    if (asked.by === 'option')
      return options.some(({ names }) => names.includes(asked.name)) === asked.isGiven;
    // A program in no table has no subcommands: its words are operands.
    given ??= new Set([...words, ...operands.map(({ value }) => staticText(value)?.split('/').at(-1))]);
    return asked.words.some((word) => given?.has(word));
  };
}

/** The files at the places of an item: one if its name is known, or else those of the call and the session with such a name. */
function filesAt(place: string, places: readonly PathShape[], running: Running): readonly PathShape[] {
  const { state, shell, invocation } = running;
  return places.flatMap((path) => {
    const found = projectFiles(place, path, running);
    if (isKnown(path)) return mayBeWritten(running) ? [path] : found;
    const { library = [] } = mannersOf(invocation.program);
    const last = place.slice(place.lastIndexOf('/') + 1);
    const end = last.slice(last.search(/[*>]/) + 1);
    const isMeant = (file: string): boolean =>
      file.endsWith(end) &&
      (!last.startsWith('<library>') || library.includes(file.slice(file.lastIndexOf('/') + 1, -end.length)));
    const all = new Set([...state.files.paths, ...shell.recorder.disk.session.paths]);
    spend(shell.budget, all.size);
    const written = [...all]
      .filter(isMeant)
      .map((each) => pathShapeOfText(each, undefined))
      .filter((each) => isAt(each, path))
      .slice(0, mostFiles);
    const shown = new Set(written.map(showPathShape));
    return [...written, ...found.filter((each) => !shown.has(showPathShape(each)))];
  });
}

const mayBeWritten = ({ shell, state }: Running): boolean =>
  hasWritten(shell, state) || shell.recorder.effects.paths.some(isWrite);

const isAt = (path: PathShape, pattern: PathShape): boolean => {
  const rests = restsBelow(path, pattern);
  return rests === 'anywhere' || rests.some(({ length }) => length === 0);
};

/** The limit of files that one pattern finds. */
const mostFiles = 64;

/** The paths of a place: below the home or the root, in the folders of a variable, beside the script, or in the directory. */
function placesOf(place: string, { state, base, invocation }: Running): readonly PathShape[] {
  const [, start = '', rest = ''] = /^(~|\$\w+|<script>|<operand>|<-[\w-]+>)?\/?(.*)$/s.exec(place) ?? [];
  const below = (pieces: readonly Piece[]): Shape =>
    joinPieces(
      [
        ...pieces,
        ...(pieces.length === 0 ? [] : [{ kind: 'text', text: '/' } as const]),
        ...globPieces(rest.replace('<library>', '*')),
      ],
      place,
    );
  if (place.startsWith('/')) return [readPathShape(below([{ kind: 'text', text: '' }]), base)];
  if (start.startsWith('$'))
    return alternativesOf(state.held(start.slice(1)))
      .flatMap(wordsOfChoice)
      .flatMap(({ shape }) => directoriesOf(shape))
      .map((folder) => readPathShape(below(folder), base));
  if (start === '~') {
    const homes = wordsOfChoice(state.get('HOME'));
    const at: readonly (readonly Piece[])[] =
      homes.length === 0 ? [[{ kind: 'home' }]] : homes.map(({ shape }) => shape.pieces);
    return at.map((pieces) => readPathShape(below(pieces), base));
  }
  if (start.startsWith('<') && start !== '<script>') {
    const named = start === '<operand>' ? undefined : start.slice(1, -1);
    return invocation.values
      .filter(({ option }) => option === named)
      .map(({ value }) => readPathShape(value, base));
  }
  const script =
    start === '' ? undefined : invocation.values.find(({ uses }) => isFor(uses, 'script'))?.value;
  const folder = script === undefined ? base : parentShape(readPathShape(script, base));
  return [readPathShape(below([]), folder)];
}

/** The names of all files that some program reads when it starts, and of modules that come with a language. */
export function isStartUpName(name: string): boolean {
  names ??= new Set(
    allManners.flatMap(({ starts = [], library = [] }) =>
      starts.flatMap((item) => {
        const last = readItem(item).place.replace(/^.*\//s, '');
        return last.startsWith('<library>') ? library.map((each) => last.replace('<library>', each)) : [last];
      }),
    ),
  );
  return names.has(name) || /\.(?:pth|vim|fish)$/.test(name);
}

let names: ReadonlySet<string> | undefined;
