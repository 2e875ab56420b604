/** Reads an option of a program, with its value and what belongs to it. Each function gives the index of the last word that it read. */
import { joinPieces, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import type { CommandOption } from '../../effect/effect.ts';
import { commandText } from '../notation/command-text.ts';
import type { OptionEntry, Use } from '../table/entry.ts';
import type { ArgumentReading } from './argument-reading.ts';
import { certainly } from './argument-reading.ts';
import { toolCommand } from './cmake-tool.ts';
import { guess, withExtra, withNext } from './unlisted-program.ts';
import { rest } from './word-parts.ts';

/** Whether an option may be the value of an unlisted option before it. */
export function readOptionAt(reading: ArgumentReading, word: Shape, known: string, at: number): number {
  const mayBeValue = reading.unlisted === at - 1;
  const before = reading.options.length;
  const last = readOption(reading, word, known, at);
  if (mayBeValue)
    for (let index = before; index < reading.options.length; index++) {
      const option = reading.options[index];
      if (option !== undefined) reading.options[index] = { ...option, mayBeValue };
    }
  return last;
}

/** Reads an option and its value, if it has one; returns the index of the last word read. */
function readOption(reading: ArgumentReading, word: Shape, known: string, at: number): number {
  if (reading.name === 'cmd' && reading.dialect === 'cmd') return readSwitches(reading, word, known, at);
  const text = staticText(word);
  const sign = reading.dialect === 'posix' ? known.indexOf('=') : known.indexOf(':');
  const { keys } = reading.known();
  const key =
    keys.length === 0
      ? undefined
      : keys.find(({ names }) => names.some((name) => /^\w+:?=$|:$/.test(name) && known.startsWith(name)));
  if (key !== undefined) {
    const [name = ''] = key.names;
    reading.take(key, rest(word, name.length), at);
    return at;
  }
  const name = sign > 0 ? known.slice(0, sign) : known;
  const entry = reading.find(name);
  const plus = known.startsWith('+') && entry === undefined ? reading.find('+') : undefined;
  if (plus !== undefined || known === '+') {
    const command = rest(word, 1);
    reading.take(plus ?? entry ?? plainPlus, command.pieces.length === 0 ? undefined : command, at);
    return at;
  }
  if (entry !== undefined) {
    if (sign > 0) {
      if (entry.value === 'none') {
        reading.take(entry, rest(word, sign + 1), at);
        return at;
      }
      return takeWords(reading, entry, rest(word, sign + 1), at, at - 1);
    }
    if (text === undefined && takesRest(reading, entry, word, known))
      return takeRest(reading, entry, rest(word, known.length), at);
    if (text === undefined) {
      // The end of the word is unknown: it may be this option, or another with the same beginning.
      reading.open = true;
      reading.options.push({ names: entry.names, value: undefined, certain: false });
      return at;
    }
    return takeWithNext(reading, entry, at);
  }
  if (/^(?:-[^-]|\+[A-Za-z])./.test(known) && reading.dialect === 'posix' && !hasLongNames(reading, known))
    return readMerged(reading, word, known, at);
  if (text === undefined && sign < 0) reading.open = true;
  const value = sign > 0 ? rest(word, sign + 1) : undefined;
  const begun = reading.begunBy(name);
  if (begun.length > 0) return readBeginning(reading, begun, value, at);
  reading.options.push(value === undefined ? unlistedOption(reading, name, at) : withExtra([name], value));
  if (value !== undefined)
    reading.values.push({ value, uses: guess(value), role: undefined, at, option: name });
  else reading.unlisted = at;
  reading.choose();
  return at;
}

/** `--end x` may be any of several options that begin so. The next word may be its value. */
function readBeginning(
  reading: ArgumentReading,
  begun: readonly OptionEntry[],
  attached: Shape | undefined,
  at: number,
): number {
  const isOwn = attached === undefined;
  const value = attached ?? reading.words[at + 1];
  for (const entry of begun) {
    const takes = value !== undefined && entry.value !== 'none' && (!isOwn || entry.value === 'required');
    reading.options.push({
      names: entry.names,
      value: takes ? value : undefined,
      certain: false,
      isOneOfSeveral: true,
    });
    if (takes) reading.addPerhaps(entry, value, isOwn ? at + 1 : at);
    if (reading.stage.asked.some(({ given }) => entry.names.some((name) => given.includes(name))))
      reading.open = true;
  }
  reading.choose();
  if (isOwn) reading.unlisted = at;
  return at;
}

/**
 * Whether the end of a word belongs to the option of one letter at its beginning, as in `-j$(nproc)`: the option takes a
 * value, none that is listed has a longer name with this beginning, and what is not known is part of one word.
 */
const takesRest = (reading: ArgumentReading, entry: OptionEntry, { pieces }: Shape, known: string): boolean =>
  reading.dialect === 'posix' &&
  /^-[A-Za-z]$/.test(known) &&
  entry.value !== 'none' &&
  pieces.every(({ kind }) => kind === 'text' || kind === 'name') &&
  !reading.known().all.some(({ names }) => names.some((name) => name.length > 2 && name.startsWith(known)));

/** Takes the rest of a word as the value of an option. If that may be empty, the value may be the next word. */
function takeRest(reading: ArgumentReading, entry: OptionEntry, value: Shape, at: number): number {
  const last = takeWords(reading, entry, value, at, at - 1);
  const mayBeEmpty = value.pieces.every(({ kind }) => kind === 'any' || kind === 'name');
  if (mayBeEmpty && entry.value === 'required' && last === at) mayTake(reading, entry, at);
  return last;
}

/** An unlisted option: the next word may be its value. */
function unlistedOption(reading: ArgumentReading, name: string, at: number): CommandOption {
  return withNext(name, reading.words[at + 1]);
}

/** Whether the program has options of several letters with one dash, and this word may be one. */
function hasLongNames(reading: ArgumentReading, known: string): boolean {
  const { hasLongNames, byName } = reading.known();
  return hasLongNames && !byName.has(known.slice(0, 2));
}

/**
 * `-uf`, `-n5`, `-Cdir`: options of one letter in one word. The first that takes a value takes the rest of the word. An
 * option for numbers takes only the digits: `-0777ne`.
 */
function readMerged(reading: ArgumentReading, word: Shape, known: string, at: number): number {
  // An unlisted letter may take the letters behind it as its value.
  let hasUnlisted = false;
  for (let letter = 1; letter < known.length; letter++) {
    const name = `${known[0]}${known[letter]}`;
    const entry = reading.find(name);
    if (entry === undefined) {
      const isLast = letter + 1 === known.length;
      reading.options.push(
        isLast ? unlistedOption(reading, name, at) : { names: [name], value: undefined, certain: true },
      );
      if (isLast) reading.unlisted = at;
      hasUnlisted = known.startsWith('-');
      continue;
    }
    const attached = letter + 1 < known.length || staticText(word) === undefined;
    if (entry.value === 'none') reading.take(entry, undefined, at);
    else if (attached && entry.notation === 'number') {
      const [digits = ''] = attachedNumber.exec(known.slice(letter + 1)) ?? [];
      reading.take(entry, digits === '' ? undefined : textShape(digits), at);
      letter += digits.length;
    } else if (attached)
      return takeRest(reading, entry, rest(word, known[letter + 1] === '=' ? letter + 2 : letter + 1), at);
    else if (hasUnlisted && entry.value === 'required') {
      reading.take(entry, undefined, at);
      mayTake(reading, entry, at);
    } else return takeWithNext(reading, entry, at);
  }
  if (staticText(word) === undefined) reading.open = true;
  reading.choose();
  return at;
}

/** The value that is attached to an option for numbers: octal or hexadecimal digits, or a word after a colon. */
const attachedNumber = /^(?:x[\da-f]+|:.*|[0-7]*)/is;

const plainPlus: OptionEntry = { names: ['+'], value: 'none', role: undefined, uses: [] };

/** `tar xzf file`: letters without a dash, whose values follow in order. */
export function readBundle(reading: ArgumentReading, known: string, at: number): number {
  let last = at;
  for (const letter of known) {
    const entry = reading.find(`-${letter}`);
    if (entry === undefined) reading.options.push({ names: [`-${letter}`], value: undefined, certain: true });
    else if (entry.value === 'required') {
      const value = reading.words[++last];
      reading.take(entry, value, last);
    } else reading.take(entry, undefined, at);
  }
  reading.choose();
  return last;
}

function takeWithNext(reading: ArgumentReading, entry: OptionEntry, at: number): number {
  if (entry.value !== 'required') {
    reading.take(entry, undefined, at);
    if (entry.value === 'optional') reading.optional = at;
    const next = reading.words[at + 1];
    if (entry.mayTakeNext === 'number' && next !== undefined && isNumber(next)) {
      reading.addValue(entry, next, at + 1, entry.names[0]);
      return at + 1;
    }
    if (entry.mayTakeNext) mayTake(reading, entry, at);
    return at;
  }
  return takeMore(reading, entry, takeWords(reading, entry, reading.words[at + 1], at + 1, at + 1));
}

/** Whether a word has digits and nothing else. */
const isNumber = ({ pieces }: Shape): boolean =>
  pieces.length > 0 &&
  pieces.every((piece) =>
    piece.kind === 'text' ? /^\d+$/.test(piece.text) : piece.kind === 'name' && piece.isNumber === true,
  );

/** The next word may be the value of this option, or may not belong to it. */
function mayTake(reading: ArgumentReading, { uses, names }: OptionEntry, at: number): void {
  const value = reading.words[at + 1];
  const possible = uses.map(({ name }): Use => ({ name, certain: false }));
  if (value !== undefined && possible.length > 0)
    reading.addPart(value, possible, undefined, at + 1, names[0]);
  reading.unlisted = at;
}

/** The words after the value that belong to the option too. */
function takeMore(reading: ArgumentReading, { more = [], names }: OptionEntry, at: number): number {
  more.forEach((entry, index) => {
    const value = reading.words[at + 1 + index];
    if (value !== undefined) reading.addValue(entry, value, at + 1 + index, names[0]);
  });
  return at + more.length;
}

/** Records an option with its value and returns the index of the last word read: the last of all, if they are a command. */
function takeWords(
  reading: ArgumentReading,
  entry: OptionEntry,
  value: Shape | undefined,
  at: number,
  next: number,
): number {
  const last = reading.words.length - 1;
  if (value === undefined) reading.take(entry, undefined, at);
  else if (entry.notation === 'each-file') return takeFileCommand(reading, entry, value, at, next);
  else if (entry.notation === 'module' && runsModule(reading, entry, value, at, next)) return last;
  else if (entry.notation === 'cmake-tool') {
    takeTool(reading, entry, value, at);
    return last;
  } else if (entry.uses.some(({ name, certain }) => name === 'run' && certain)) {
    takeCommand(reading, entry, value, at, next);
    return last;
  } else reading.take(at === next ? entry : withoutRun(entry), value, at);
  return at;
}

/** An option whose value is only a part of its word, and so not the first word of a command. */
const withoutRun = (entry: OptionEntry): OptionEntry =>
  entry.uses.some(({ name }) => name === 'run')
    ? { ...entry, uses: entry.uses.filter(({ name }) => name !== 'run') }
    : entry;

/** `nix develop -c cmd …`: the value of an option and all words after it are a command. */
function takeCommand(
  reading: ArgumentReading,
  entry: OptionEntry,
  value: Shape,
  at: number,
  next: number,
): void {
  const [option] = entry.names;
  reading.options.push({ names: entry.names, value, certain: true });
  // If the value is only a part of its word, the words cannot be used as they are written.
  const [uses, command]: [readonly Use[], Shape] =
    at === next
      ? [[certainly('run')], value]
      : [[certainly('shell')], commandText([value, ...reading.words.slice(at + 1)], value.source)];
  reading.values.push({ value: command, uses, role: entry.role, at, option });
  reading.choose();
}

/** `python -m pip …`: a module that is also a program. */
function runsModule(
  reading: ArgumentReading,
  entry: OptionEntry,
  value: Shape,
  at: number,
  next: number,
): boolean {
  const name = staticText(value);
  if (name === undefined) return false;
  const program = programNames(name).find((each) => reading.programs.has(each));
  if (program === undefined) return false;
  if (program === name) takeCommand(reading, { ...entry, uses: [certainly('run')] }, value, at, next);
  else {
    const words = [textShape(program, value.source), ...reading.words.slice(at + 1)];
    takeText(reading, entry, value, commandText(words, value.source), at);
  }
  return true;
}

/** How the program of a module of Python may be called: `pre_commit` is `pre-commit`, and `build` is `pyproject-build`. */
const programNames = (module: string): readonly string[] => [
  module,
  module.replaceAll('_', '-'),
  `pyproject-${module}`,
];

/** `cmake -E remove x`: tools of cmake that do what other programs do. */
function takeTool(reading: ArgumentReading, entry: OptionEntry, value: Shape, at: number): void {
  takeText(reading, entry, value, toolCommand(value, reading.words.slice(at + 1)), at);
}

/** Records an option whose value and the words behind it are a command, which is written anew. */
function takeText(
  reading: ArgumentReading,
  entry: OptionEntry,
  value: Shape,
  command: Shape,
  at: number,
): void {
  reading.options.push({ names: entry.names, value, certain: true });
  reading.values.push({
    value: command,
    uses: [certainly('shell')],
    role: undefined,
    at,
    option: entry.names[0],
  });
  reading.choose();
}

/** `cmd /d/c dir`, `cmd //c dir`, `cmd /cdir`: options of `cmd` need no blanks, and Git Bash doubles their slashes. */
function readSwitches(reading: ArgumentReading, word: Shape, known: string, at: number): number {
  let left = known.startsWith('//') ? 1 : 0;
  for (;;) {
    const [all = '', name = ''] = /^(\/[A-Za-z?])(?::\w+)?/.exec(known.slice(left)) ?? [];
    if (all === '') break;
    left += all.length;
    const entry = reading.find(name);
    const runs = entry?.uses.some((use) => use.name === 'shell-words') === true;
    if (entry !== undefined && runs) {
      const behind = rest(word, left);
      if (behind.pieces.length === 0) return takeWithNext(reading, entry, at);
      const pieces = [behind, ...reading.words.slice(at + 1)].flatMap((each, index) =>
        index === 0 ? each.pieces : [{ kind: 'text', text: ' ' } as const, ...each.pieces],
      );
      reading.options.push({ names: entry.names, value: behind, certain: true });
      const value = joinPieces(pieces, known.slice(left));
      reading.values.push({ value, uses: [certainly('code')], role: undefined, at, option: name });
      return reading.words.length - 1;
    }
    reading.options.push({ names: entry?.names ?? [name], value: undefined, certain: true });
  }
  reading.choose();
  return at;
}

/** `fd … -x cmd … ;`: the command ends at a semicolon, and the words after it belong to the program again. */
function takeFileCommand(
  reading: ArgumentReading,
  entry: OptionEntry,
  value: Shape,
  at: number,
  next: number,
): number {
  const behind = reading.words.findIndex((word, index) => index > at && staticText(word) === ';');
  const end = behind < 0 ? reading.words.length : behind;
  reading.options.push({ names: entry.names, value, certain: true });
  reading.fileCommands.push({ words: [value, ...reading.words.slice(Math.max(at, next) + 1, end)], at });
  reading.choose();
  return Math.min(end, reading.words.length - 1);
}
