/** Finds the words at which the command of a program like `sudo` or `env` may begin. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { OperandEntry, Use } from '../table/entry.ts';
import type { ArgumentReading, Positional } from './argument-reading.ts';
import { mostStarts } from './argument-reading.ts';
import { isUsed, type OperandPlaces } from './operand-places.ts';
import { isAssignment, knownStart } from './word-parts.ts';

/** Whether the words from here on are a command. Then they are one value. */
export function runsFrom(reading: ArgumentReading, at: number, plain: boolean): boolean {
  if (reading.form.wraps !== undefined && !plain) {
    readWrapped(reading, at, reading.form.wraps);
    return true;
  }
  const places = reading.known().operands();
  if (!places.runs) return false;
  const operand = operandAt(places, reading.positionals, reading.words[at]);
  if (operand === undefined || !(isUsed(operand, 'run') || isUsed(operand, 'shell-words'))) return false;
  const value = reading.words[at];
  if (value === undefined) return true;
  reading.moved = { value, at, plain, mayBeValue: false, mayBeEnding: false };
  const starts = commandStarts(reading, at, plain, places);
  for (const start of starts) addCommand(reading, start, operand, starts.length === 1);
  return true;
}

/**
 * The words at which the command may begin. An operand in front of it that may be missing (`setarch -R rm x`) may be
 * the command itself. For each word that may be the value of an unlisted option, it may begin one word later.
 */
function commandStarts(
  reading: ArgumentReading,
  at: number,
  plain: boolean,
  places: OperandPlaces,
): readonly number[] {
  const mayBeMissing = nameThatMayBeMissing(reading, places);
  const values = reading.positionals.filter(({ mayBeValue }) => mayBeValue).length;
  const isBehindUnlisted = !plain && reading.unlisted === at - 1;
  const later = values + (isBehindUnlisted ? 1 : 0);
  if (mayBeMissing === undefined && later === 0) return [at];
  const earlier = mayBeMissing === undefined ? [] : [mayBeMissing.at];
  return [...earlier, ...startsFrom(reading, at, later)];
}

const nameThatMayBeMissing = (reading: ArgumentReading, places: OperandPlaces): Positional | undefined =>
  reading.positionals.find(
    // A number is no program.
    ({ value }, index) =>
      isNameThatMayBeMissing(places.others[index]) && !/^-?\d+$/.test(staticText(value) ?? ''),
  );

/** Where the words end before a command (`setarch -R id`), it may be the operand in front of it. */
export function runsName(reading: ArgumentReading): void {
  const places = reading.known().operands();
  const name = places.runs ? nameThatMayBeMissing(reading, places) : undefined;
  const command = places.others[reading.positionals.length];
  if (name !== undefined && command !== undefined && isUsed(command, 'run'))
    addCommand(reading, name.at, command, false);
}

/** One of the commands that a wrapper may run. If there are several, one with a known program is certain. */
function addCommand(
  reading: ArgumentReading,
  at: number,
  { uses, role }: OperandEntry,
  isOnly: boolean,
): void {
  const value = reading.words[at];
  if (value === undefined) return;
  const program = staticText(value);
  const isCertain = isOnly || (program !== undefined && reading.programs.has(program.replace(/^.*\//s, '')));
  const named = isCertain ? uses : uses.map(({ name }): Use => ({ name, certain: false }));
  reading.values.push({ value, uses: named, role, at, option: undefined });
}

/**
 * The command that a wrapper of a policy runs. The word after an unlisted option may be its value or the command: each
 * is possible. The words after `--` are the command, unless a known program before the `--` may take the dashes for
 * itself.
 */
function readWrapped(reading: ArgumentReading, first: number, wraps: 'words' | 'dashes'): void {
  const isBehindUnknown = reading.unlisted === first - 1;
  const starts = startsFrom(reading, first, isBehindUnknown ? 1 : 0);
  const last = starts[starts.length - 1] ?? first;
  const dashes = reading.words.findIndex((word, at) => at > first && staticText(word) === '--');
  const behind = reading.words[dashes + 1];
  const isCommand = dashes >= 0 && behind !== undefined && !/^-/.test(knownStart(behind) ?? '');
  const run = (at: number, certain: boolean): void => {
    const value = reading.words[at];
    if (value !== undefined)
      reading.values.push({
        value,
        uses: [{ name: 'run', certain }],
        role: 'command',
        at,
        option: undefined,
      });
  };
  if (!isCommand) {
    for (const start of starts) run(start, !isBehindUnknown);
    return;
  }
  const isValue = isBehindUnknown && starts.length === 1 && dashes === last + 1;
  const program = staticText(reading.words[first] ?? { pieces: [], source: '' });
  const isProgram = !isBehindUnknown && program !== undefined && reading.programs.has(program);
  if (wraps === 'words' && !isValue) for (const start of starts) run(start, isProgram);
  run(dashes + 1, wraps === 'dashes' || !isProgram);
}

/**
 * The possible first words of a wrapper's command. At most `values` words, and one more for each unlisted option
 * among them, may be values of options.
 */
function startsFrom(reading: ArgumentReading, first: number, values: number): readonly number[] {
  const starts: number[] = [];
  let left = values;
  for (let at = first; at < reading.words.length && starts.length < mostStarts; at++) {
    const word = reading.words[at];
    const known = word === undefined ? undefined : knownStart(word);
    if (word === undefined || known === '--') break;
    if (known !== undefined && at > first && reading.isOption(known, word)) {
      const entry = reading.find(known.replace(/=.*$/s, ''));
      if (entry?.value === 'required' && !known.includes('=')) at++;
      if (entry === undefined && !known.includes('=')) left++;
      continue;
    }
    if (at > first && isAssignment(word) && reading.known().operands().env !== undefined) continue;
    starts.push(at);
    if (left === 0) break;
    left--;
  }
  return starts;
}

/** The operand for the next word: assignments come first, and count for nothing else. */
function operandAt(
  { env, others }: OperandPlaces,
  before: readonly Positional[],
  word: Shape | undefined,
): OperandEntry | undefined {
  let left = env === undefined ? before.length : before.filter(({ value }) => !isAssignment(value)).length;
  if (env !== undefined && left === 0 && word !== undefined && isAssignment(word)) return env;
  for (const operand of others) {
    if (left === 0 || operand.repeat === 'any' || operand.repeat === 'some') return operand;
    left--;
  }
  return undefined;
}

/** Whether an operand is a name (`arch:text?`) that may be missing in front of a command. */
const isNameThatMayBeMissing = (entry: OperandEntry | undefined): boolean =>
  entry?.repeat === 'optional' && entry.uses.length === 0 && entry.notation === undefined;
