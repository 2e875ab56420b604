/** Says which operand of its form each plain word is. */
import { maybeSedScript } from '../notation/sed-script.ts';
import type { OperandEntry, Use } from '../table/entry.ts';
import type { UseName } from '../table/use-names.ts';
import type { ArgumentReading, Positional } from './argument-reading.ts';
import { isUsed } from './operand-places.ts';
import { guess } from './unlisted-program.ts';
import { isAssignment } from './word-parts.ts';

/** Assigns roles to the operands. */
export function assignOperands(reading: ArgumentReading): void {
  if (reading.positionals.length === 0) return;
  const words = reading.positionals.filter(({ mayBeEnding }) => !mayBeEnding);
  placeWords(reading, words, ({ value, at }, entry) =>
    reading.addValue(entry ?? { uses: guess(value), role: 'argument' }, value, at, undefined),
  );
  if (words.length < reading.positionals.length) addUnended(reading, words);
  if (reading.isMoved) addMoved(reading);
}

/** The operands in the reading of GNU, which counts the empty word as an operand: those after it move one place. */
function addUnended(reading: ArgumentReading, words: readonly Positional[]): void {
  const uses = new Map<number, readonly Use[]>();
  placeWords(reading, words, ({ at }, entry) => uses.set(at, entry?.uses ?? []));
  placeWords(reading, reading.positionals, ({ value, at, mayBeEnding }, entry) => {
    // No file has an empty name. An empty script changes nothing, and with `-n` it leaves the file empty.
    if (mayBeEnding) return;
    // On BSD a word that is no script is an error; elsewhere it is a file.
    const isFile = reading.form.traits.language === 'sed' && !maybeSedScript(value);
    const known = new Set(uses.get(at)?.map(({ name }) => name));
    const others = (entry?.uses ?? []).filter(({ name }) => !known.has(name));
    const possible = others.map(({ name, certain }): Use => ({ name, certain: certain && isFile }));
    if (possible.length > 0) reading.addPart(value, possible, undefined, at, undefined);
  });
}

/** The operands if unlisted options take values: those after the value move one place to the front. */
function addMoved(reading: ArgumentReading): void {
  const words = reading.positionals.filter(({ mayBeValue }) => !mayBeValue);
  placeWords(
    reading,
    reading.moved === undefined ? words : [...words, reading.moved],
    ({ value, at }, entry) => {
      const uses = (entry?.uses ?? []).filter(({ name }) => connectingUses.has(name));
      const possible = uses.map(({ name }): Use => ({ name, certain: false }));
      if (possible.length > 0) reading.addPart(value, possible, undefined, at, undefined);
    },
  );
}

/** Assigns each word to an operand of the form. Operands after a repeated one are counted from the end. */
function placeWords(
  reading: ArgumentReading,
  words: readonly Positional[],
  take: (word: Positional, entry: OperandEntry | undefined) => void,
): void {
  const count = words.length;
  const places = reading.known().operands();
  const { before, repeating, after } = hasCode(reading) ? places.withoutCode : places.all;
  const fixedAfter = Math.min(after.length, Math.max(0, count - (repeating?.repeat === 'some' ? 1 : 0)));
  let skipped = 0;
  words.forEach((word, index) => {
    const { value } = word;
    let position = index - skipped;
    let entry = before[position];
    // `NAME=VALUE` words come first, as long as there are some.
    const isForEnv = entry !== undefined && isUsed(entry, 'env');
    while (entry !== undefined && isUsed(entry, 'env') && !isAssignment(value)) {
      position++;
      entry = before[position];
    }
    if (isForEnv && isAssignment(value)) skipped++;
    if (entry === undefined && repeating !== undefined) {
      const fromEnd = count - index;
      entry = fromEnd <= fixedAfter ? after[after.length - fromEnd] : repeating;
    }
    take(word, entry);
  });
}

/** Whether an option has given the code. */
function hasCode(reading: ArgumentReading): boolean {
  for (const value of reading.values) if (value.option !== undefined && isUsed(value, 'code')) return true;
  return false;
}

/** Uses that connect: if the words can be read in another way, the value of that reading is a possible connection too. */
const connectingUses: ReadonlySet<UseName> = new Set([
  ...(['host', 'url', 'image', 'package', 'index', 'further-index'] as const),
]);
