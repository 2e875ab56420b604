/** Options and settings that variables give a program: `TAR_OPTIONS='-I cmd' tar …`, `GIT_CONFIG_COUNT=1 … git …`. */
import { readPathShape } from '../../../pattern/path/path-shape.ts';
import { joinPieces, staticText } from '../../../pattern/text/shape.ts';
import { readArguments } from '../../knowledge/words/arguments.ts';
import type { Invocation } from '../../knowledge/words/invocation.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { type Word, wordOf, wordOfShape } from '../word.ts';
import { applyValues } from './apply.ts';
import { contentOf } from './files/items.ts';
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
  const { invocation, words, shell, span, base } = running;
  const { wordsIn } = mannersOf(invocation.program);
  if (wordsIn === undefined) return;
  words.forEach((word, at) => {
    const [first, ...rest] = word.shape.pieces;
    if (first?.kind !== 'text' || !first.text.startsWith(wordsIn)) return;
    const pieces = [{ ...first, text: first.text.slice(wordsIn.length) }, ...rest];
    const file = { ...word, shape: joinPieces(pieces, word.shape.source) };
    const content = contentOf(file, running) ?? scriptOnDisk(readPathShape(file.shape, base), running);
    if (content === undefined || staticText(content.shape) === undefined)
      shell.unknown('file', word.shape.source, 'which options are in this file is not known', span);
    else applyWords(wordsHeld(wordOfShape(content.shape, content), running), at + 1, running);
  });
}

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
