/** Options and settings that variables give a program: `TAR_OPTIONS='-I cmd' tar …`, `GIT_CONFIG_COUNT=1 … git …`. */
import { readPathShape } from '../../../pattern/path/path-shape.ts';
import { joinPieces, type Shape, staticText } from '../../../pattern/text/shape.ts';
import { readArguments } from '../../knowledge/words/arguments.ts';
import type { Invocation } from '../../knowledge/words/invocation.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { noOrigins, type Word, wordOf, wordOfShape } from '../word.ts';
import { applyValues } from './apply.ts';
import { contentOf, listedLines } from './files/items.ts';
import { connect, hostOfSettings } from './network/network.ts';
import { heldBy, wordsHeld, wordsWithQuotes } from './running/held-options.ts';
import type { Running } from './running/running.ts';
import { runTasks } from './scripts/project-tasks.ts';
import { scriptOnDisk } from './written/disk-script.ts';

/** Applies the options that variables hold, as if the command had them among its words. */
export function applyGivenOptions(running: Running): void {
  const { state, invocation } = running;
  if (state.variables.size === 0) return;
  const { options = [], settings = [] } = mannersOf(invocation.program);
  for (const name of options) {
    const value = heldBy(name, running);
    if (value === undefined) continue;
    for (const words of [wordsHeld(value, running), wordsWithQuotes(value)])
      applyWords(words, invocation.words.length, running);
  }
  for (const prefix of settings)
    applyWords(
      settingsIn(prefix, running).flatMap((setting) => [wordOf('-c'), setting]),
      0,
      running,
    );
}

/** Applies the words in files that words name: `gcc @options`. */
export function applyWordsOfFiles(running: Running): void {
  const { invocation, words } = running;
  const { wordsIn, wordsWritten } = mannersOf(invocation.program);
  const mark = wordsIn ?? wordsWritten;
  if (mark === undefined || !words.some(({ shape }) => beginsWith(shape, mark))) return;
  words.forEach((word, at) => {
    const given = wordsOfFile(word, mark, running, mostNested);
    if (given !== undefined) applyWords(given, at + 1, running);
  });
}

/** Applies the lines of files that options name as values of another option, which names hosts: `parallel --slf hosts`. */
export function applyLinesOfFiles(running: Running): void {
  const { invocation } = running;
  for (const item of mannersOf(invocation.program).lines ?? []) {
    const [option = '', ofLines = ''] = item.split(':');
    for (const { names, value } of invocation.options) {
      const content =
        value === undefined || !names.includes(option)
          ? undefined
          : contentOf({ ...noOrigins, ...wordOfShape(value) }, running);
      const isOld = content?.isFile === true && staticText(content.shape) === undefined;
      if (isOld) connect(hostOfSettings, false, running);
      for (const line of content === undefined || isOld ? [] : listedLines(content))
        if (!staticText(line.shape)?.startsWith('#'))
          applyWords([wordOf(ofLines), { ...line, splits: false }], invocation.words.length, running);
    }
  }
}

/** How deep such files may name each other. */
const mostNested = 8;

const beginsWith = ({ pieces: [first] }: Shape, start: string): boolean =>
  first?.kind === 'text' && first.text.startsWith(start);

/** The words in a file that a word names, with those of the files that these name; undefined for any other word. */
function wordsOfFile(
  word: Word,
  wordsIn: string,
  running: Running,
  depth: number,
): readonly Word[] | undefined {
  const { shell, span, base } = running;
  if (!beginsWith(word.shape, wordsIn)) return undefined;
  const file = { ...word, shape: withoutStart(word.shape, wordsIn.length) };
  const content = contentOf(file, running) ?? scriptOnDisk(readPathShape(file.shape, base), running);
  if (mannersOf(running.invocation.program).wordsWritten !== undefined) {
    if (content === undefined || (content.isFile && staticText(content.shape) === undefined)) return [];
    // A list of files that were found: `find . -name '*.java' > list`.
    if (content.paths !== undefined || content.listed !== undefined) return listedLines(content);
  }
  if (content === undefined || staticText(content.shape) === undefined || depth === 0) {
    shell.unknown('file', word.shape.source, 'which options are in this file is not known', span);
    return [];
  }
  return wordsHeld(wordOfShape(content.shape, content), running).flatMap(
    (each) => wordsOfFile(each, wordsIn, running, depth - 1) ?? [each],
  );
}

const withoutStart = ({ pieces, source }: Shape, length: number): Shape =>
  joinPieces(
    pieces.map((piece, at) =>
      at === 0 && piece.kind === 'text' ? { ...piece, text: piece.text.slice(length) } : piece,
    ),
    source,
  );

/** Reads these words among those of the command, and applies only them. */
function applyWords(given: readonly Word[], at: number, running: Running): void {
  if (given.length === 0) return;
  const { shell, invocation } = running;
  const words = [...running.words.slice(0, at), ...given, ...running.words.slice(at)];
  const shapes = words.map(({ shape }) => shape);
  const read = readArguments(shell.knowledge, invocation.program, shapes, 'posix');
  // An option may also change what the other words are for: `TAR_OPTIONS=--remove-files`.
  const known = new Set(invocation.values.map((value) => keyOf(value, value.at < at ? 0 : given.length)));
  const values = read.values.filter(
    (value) => (value.at >= at && value.at < at + given.length) || !known.has(keyOf(value, 0)),
  );
  const inner = { ...running, words, invocation: { ...read, values } };
  applyValues(inner);
  runTasks(inner);
}

const keyOf = ({ at, role, uses, option }: Invocation['values'][number], moved: number): string =>
  JSON.stringify([at + moved, role, uses, option]);

/**
 * The settings in `NAME_COUNT`, `NAME_KEY_0` and `NAME_VALUE_0`, and in `NAME_PARAMETERS`, which has each in
 * quotes.
 */
function settingsIn(prefix: string, running: Running): readonly Word[] {
  const parameters = heldBy(`${prefix}_PARAMETERS`, running);
  const numbered: Word[] = [];
  for (let at = 0; at < mostSettings; at++) {
    const key = heldBy(`${prefix}_KEY_${at}`, running);
    const value = heldBy(`${prefix}_VALUE_${at}`, running);
    if (key === undefined || value === undefined) break;
    const pieces = [...key.shape.pieces, { kind: 'text', text: '=' } as const, ...value.shape.pieces];
    numbered.push(wordOfShape(joinPieces(pieces, value.shape.source), value));
  }
  return parameters === undefined ? numbered : [...numbered, ...wordsHeld(parameters, running)];
}

const mostSettings = 64;
