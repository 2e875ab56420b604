/**
 * Command patterns: a program, the first words it is given, and options that must be there, as in
 * `git push` or `rm -rf`. The reader of the command knows what each word is (a subcommand, an option with
 * its value, an operand); this file only compares. If an unknown word could be a match, the answer is
 * unknown, never no.
 */
import { compileProgramPlace, type PlacedProgram } from './program-place.ts';
import { fold } from './text/fold.ts';
import { compileName } from './text/name.ts';
import { isOpen, type Shape, staticText, textShape } from './text/shape.ts';
import { compileShapeName, type ShapePattern } from './text/shape-text.ts';
import { NO, type Truth, truth, UNKNOWN, YES } from './text/truth.ts';

/** The parts of a command that a pattern compares; `facts/effect.ts` describes each part. */
export interface CommandLike extends PlacedProgram {
  readonly program: string | undefined;
  readonly words: readonly string[];
  readonly options: readonly {
    readonly names: readonly string[];
    readonly value: Shape | undefined;
    readonly certain: boolean;
    readonly isExtra?: true;
    readonly mayBeValue?: true;
  }[];
  readonly operands: readonly { readonly value: Shape; readonly implied?: true }[];
  readonly args: readonly Shape[];
  readonly known: boolean;
  readonly open: boolean;
}

export interface CommandPattern {
  readonly text: string;
  /** `exact` compares names letter by letter; otherwise case is folded too. */
  test(command: CommandLike, exact: boolean): Truth;
}

export type CompiledCommand =
  | { readonly pattern: CommandPattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: string };

export const longestCommandPattern = 1024;

/** Whether a command may run the program of a pattern; no if it runs another one. */
export function compileProgramOf(pattern: string): (command: CommandLike) => Truth {
  const [first = ''] = pattern.trim().split(/\s+/, 1);
  const program = compileProgram(first);
  return (command) => program(command, false);
}

/**
 * The folded names, one of which a command of a known program must have for a pattern to match; undefined
 * if any name may match.
 */
export function programsOfPattern(pattern: string): readonly string[] | undefined {
  const names = [...new Set(programTextsOfPattern(pattern).map(lastName))];
  // Folding can turn other characters into stars.
  return names.some((name) => name === '' || name.includes('*')) ? undefined : names;
}

/**
 * The program of a pattern, folded, with and without the `.exe` that a command need not have. Of one in a place only the last
 * name, since the place has many spellings.
 */
export function programTextsOfPattern(pattern: string): readonly string[] {
  const [first = ''] = pattern.trim().split(/\s+/, 1);
  if (first.includes('/')) return [lastName(fold(first))];
  return [...new Set([fold(first), fold(first.replace(/\.exe$/i, ''))])];
}

/**
 * The folded names of a command's program, with the last part of those with slashes; undefined if they are
 * not known.
 */
export function programsOfCommand(command: CommandLike): readonly string[] | undefined {
  const { program, programWord } = command;
  if (program === undefined) return undefined;
  const { folded } = namesOf(command, program);
  const written = staticText(programWord);
  if (written === program && !folded.some((name) => name.includes('/'))) return folded;
  const last = programWord.pieces.at(-1);
  const end = written === undefined ? (last?.kind === 'text' ? fold(last.text) : '') : fold(written);
  const name = lastName(end);
  // Unknown parts before the last slash do not matter; next to an unknown part, a star counts as any name.
  if (written === undefined && (!end.includes('/') || name.includes('*'))) return undefined;
  return [...folded, ...folded.map(lastName), name];
}

const lastName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Compiles a command pattern, or says in a sentence what is wrong with it. Never throws. */
export function compileCommand(text: string): CompiledCommand {
  if (text.trim() === '') return { problem: 'it is empty' };
  if (text.length > longestCommandPattern)
    return { problem: `it has ${text.length} characters; at most ${longestCommandPattern} are allowed` };
  if (/[\u0000-\u0008\u000e-\u001f\u007f]/.test(text)) return { problem: 'it has a control character in it' };
  const [first = '', ...rest] = text.trim().split(/\s+/);
  if (first.startsWith('-')) return { problem: 'it must begin with the name of a program' };
  const program = compileProgram(first);
  const words = rest.filter((word) => !isOptionWord(word)).map(compileShapeName);
  const options = rest.filter(isOptionWord).map(readOption);
  return {
    pattern: {
      text,
      test(command, exact) {
        const isProgram = program(command, exact);
        if (isProgram === NO) return NO;
        let result = least(isProgram, testWords(words, command, exact));
        for (const option of options) {
          if (result === NO) return NO;
          result = least(result, testOption(option, command, exact));
        }
        return result;
      },
    },
  };
}

/** Compiles one option, as after `with`: `--force`, `-rf`, `--depth=1`, `of=*`. */
export function compileOption(text: string): CompiledCommand {
  if (!/^(?:[-+/]|[A-Za-z][\w-]*=)/.test(text))
    return { problem: 'an option begins with a dash, as in `--force` or `-f`' };
  if (text.length > longestCommandPattern || /\s/.test(text))
    return { problem: 'an option is a single word, as in `--force` or `-f`' };
  const option = readOption(text);
  return { pattern: { text, test: (command, exact) => testOption(option, command, exact) } };
}

/** Compiles a name pattern that some operand must match; `/set` may also be an option, where a shell of Windows reads it so. */
export function compileOperand(text: string): CommandPattern {
  const name = compileShapeName(text);
  const mayBeOption = /^\/[^/]+$/.test(text);
  return {
    text,
    test(command, exact) {
      let result: Truth = command.open ? UNKNOWN : NO;
      for (const { names, certain } of mayBeOption ? command.options : []) {
        const fits = names.reduce<Truth>(
          (best, each) => greatest(best, name.test(textShape(each), exact)),
          NO,
        );
        result = greatest(result, certain ? fits : least(fits, UNKNOWN));
      }
      if (result === YES) return YES;
      for (const { value, implied } of command.operands) {
        if (implied) continue;
        result = greatest(result, name.test(value, exact));
        if (result === YES) return YES;
      }
      return result;
    },
  };
}

const least = (a: Truth, b: Truth): Truth => (a < b ? a : b);
const greatest = (a: Truth, b: Truth): Truth => (a > b ? a : b);
const isOptionWord = (word: string): boolean => word.startsWith('-') && word !== '-' && word !== '--';

// ── the program ───────────────────────────────────────────────────────────────────────────

/**
 * A program by name, in any folder; one with a slash is compared as it is written, and where a match denies, also with the
 * place that the word leads to.
 */
function compileProgram(text: string): (command: CommandLike, exact: boolean) => Truth {
  if (text.includes('/')) {
    const path = compileShapeName(text);
    const leadsTo = compileProgramPlace(text);
    return (command, exact) => {
      const written = path.test(command.programWord, exact);
      return exact || written === YES ? written : greatest(written, leadsTo(command));
    };
  }
  const name = compileName(text);
  const bareText = text.replace(/\.exe$/i, '');
  const bare = bareText === text ? name : compileName(bareText);
  let unresolved: ShapePattern | undefined;
  return (command, exact) => {
    if (command.program === undefined) {
      unresolved ??= compileShapeName(text);
      return unresolved.test(lastPart(command.programWord), exact);
    }
    const { exactly, folded } = namesOf(command, command.program);
    if (exactly.some(name.testExact)) return YES;
    if (exact) return NO;
    const [own = ''] = folded;
    return truth(folded.some(name.testFolded) || bare.testExact(command.program) || bare.testFolded(own));
  };
}

/** The names of a program: first those of the tables, then the name in the command, if it is known. */
interface ProgramNames {
  readonly exactly: readonly string[];
  readonly folded: readonly string[];
}

let lastCommand: CommandLike | undefined;
let lastNames: ProgramNames | undefined;

/**
 * The names of a command's program; those of the last command are cached, because many patterns ask one
 * after the other.
 */
function namesOf(command: CommandLike, own: string): ProgramNames {
  if (command === lastCommand && lastNames !== undefined) return lastNames;
  const given = staticText(command.programWord)?.replace(/^.*[/\\]/s, '');
  const exactly = given === undefined || given === own ? [own] : [own, given];
  lastCommand = command;
  lastNames = { exactly, folded: exactly.map(fold) };
  return lastNames;
}

/** The last part of the word of a program, which thousands of patterns ask for. */
const lastParts = new WeakMap<Shape, Shape>();

function lastPart(word: Shape): Shape {
  let last = lastParts.get(word);
  if (last === undefined) {
    last = findLastPart(word);
    lastParts.set(word, last);
  }
  return last;
}

/** The known text of the last part of a path that may have unknown parts. */
function findLastPart({ pieces, source }: Shape): Shape {
  const at = pieces.findLastIndex((piece) => piece.kind === 'text' && /[/\\]/.test(piece.text));
  const first = pieces[at];
  if (first?.kind !== 'text') {
    // An unknown part may end in a slash: then the text before it is a directory.
    const unknown = pieces.findIndex(({ kind }) => kind === 'any');
    return { pieces: unknown < 0 ? pieces : pieces.slice(unknown), source };
  }
  const rest = pieces.slice(at + 1);
  const unknown = rest.findIndex(({ kind }) => kind === 'any');
  if (unknown >= 0) return { pieces: rest.slice(unknown), source };
  const text = first.text.replace(/^.*[/\\]/s, '');
  return { pieces: text === '' ? rest : [{ kind: 'text', text }, ...rest], source };
}

// ── words ─────────────────────────────────────────────────────────────────────────────────

function testWords(wanted: readonly ShapePattern[], command: CommandLike, exact: boolean): Truth {
  if (wanted.length === 0) return YES;
  return command.known ? testKnown(wanted, command, exact) : testUnknown(wanted, command, exact);
}

/** Subcommands, in either spelling, and then operands, each in its place. */
function testKnown(wanted: readonly ShapePattern[], command: CommandLike, exact: boolean): Truth {
  const { words, operands } = command;
  let given: readonly GivenWord[] | undefined;
  let result: Truth = YES;
  for (const [index, pattern] of wanted.entries()) {
    const word = words[index];
    const operand = operands[index - words.length];
    const value = word !== undefined ? textShape(word) : operand?.implied ? undefined : operand?.value;
    if (value === undefined) return command.open ? UNKNOWN : NO;
    let fits = pattern.test(value, exact);
    if (fits !== YES) {
      given ??= givenWords(command);
      const spelled = word === undefined ? undefined : given[index];
      if (spelled !== undefined) fits = greatest(fits, pattern.test(textShape(spelled.text), exact));
      if (fits === NO && command.open && hidesBefore(command, spelled?.at, value)) fits = UNKNOWN;
      if (fits === NO) return NO;
    }
    result = least(result, fits);
  }
  return result;
}

interface GivenWord {
  readonly text: string;
  /** Index among the arguments. */
  readonly at: number;
}

const givenWordsOf = new WeakMap<CommandLike, readonly GivenWord[]>();

/** The words of the subcommands in the command, which need not be their canonical names. Hundreds of patterns ask for them. */
function givenWords(command: CommandLike): readonly GivenWord[] {
  const found = givenWordsOf.get(command) ?? findGivenWords(command);
  givenWordsOf.set(command, found);
  return found;
}

/** As many words as the command has subcommands: the rest are operands and options. */
function findGivenWords({ words, args, operands, options }: CommandLike): readonly GivenWord[] {
  if (words.length === 0) return [];
  const values = new Set<Shape | undefined>([
    ...operands.map(({ value }) => value),
    ...options.map(({ value }) => value),
  ]);
  const texts = new Set([...values].flatMap((value) => (value && staticText(value)) ?? []));
  const given: GivenWord[] = [];
  for (const [at, arg] of args.entries()) {
    const text = staticText(arg);
    if (text === undefined || text.startsWith('-') || values.has(arg) || texts.has(text)) continue;
    given.push({ text, at });
    if (given.length === words.length) break;
  }
  return given;
}

/** Whether there is an unknown word before this one, so that the position of this one is not certain. */
function hidesBefore({ args }: CommandLike, at: number | undefined, value: Shape): boolean {
  const place = at ?? args.findIndex((arg) => arg === value || sameText(arg, value));
  return (place < 0 ? args : args.slice(0, place)).some(isOpen);
}

function sameText(a: Shape, b: Shape): boolean {
  const text = staticText(a);
  return text !== undefined && text === staticText(b);
}

/**
 * The first words of an unknown program. A word after an option may be its value: a match that depends on
 * that is only possible.
 */
function testUnknown(wanted: readonly ShapePattern[], command: CommandLike, exact: boolean): Truth {
  const end = wanted.length;
  // How certain it is that so many of the wanted words come before the present position.
  let sure: Truth[] = [YES, ...wanted.map(() => NO as Truth)];
  let result: Truth = NO;
  let skips = false;
  for (const arg of command.args) {
    const text = staticText(arg);
    if (text !== undefined && isOptionWord(text)) {
      skips = !text.includes('=');
      continue;
    }
    if (text === '--') continue;
    const open = text === undefined && command.open;
    const next: Truth[] = sure.map((before, done) =>
      done < end && (skips || open) ? least(before, UNKNOWN) : NO,
    );
    for (const [done, pattern] of wanted.entries()) {
      const before = sure[done] ?? NO;
      if (before === NO) continue;
      next[done + 1] = greatest(next[done + 1] ?? NO, least(before, pattern.test(arg, exact)));
      // It may stand for several words.
      if (open)
        for (let more = done + 1; more <= end; more++) next[more] = greatest(next[more] ?? NO, UNKNOWN);
    }
    result = greatest(result, next[end] ?? NO);
    if (result === YES || next.every((each) => each === NO)) return result;
    sure = next;
    skips = open;
  }
  return result;
}

// ── options ───────────────────────────────────────────────────────────────────────────────

interface Option {
  /** As written, without its value. */
  readonly name: string;
  /** `-rf` may be two options, each a letter. */
  readonly letters: readonly string[];
  readonly value: ShapePattern | undefined;
}

function readOption(text: string): Option {
  const equals = text.indexOf('=');
  // An option without a dash, as those of `dd`, has the `=` in its name.
  const name = equals < 0 ? text : text.slice(0, text.startsWith('-') ? equals : equals + 1);
  const value = equals < 0 ? '' : text.slice(equals + 1);
  const letters = /^-[A-Za-z0-9]{2,}$/.test(name) ? [...name.slice(1)].map((letter) => `-${letter}`) : [];
  return { name, letters, value: value === '' ? undefined : compileShapeName(value) };
}

function testOption({ name, letters, value }: Option, command: CommandLike, exact: boolean): Truth {
  const whole = testName(name, value, command, exact);
  if (whole === YES || letters.length === 0) return whole;
  let each: Truth = YES;
  for (const [at, letter] of letters.entries()) {
    each = least(each, testName(letter, at === letters.length - 1 ? value : undefined, command, exact));
  }
  return greatest(whole, each);
}

/**
 * An option of a command. In an exception it has to hold however often the option is given, and even if
 * another option may undo it.
 */
function testName(
  name: string,
  value: ShapePattern | undefined,
  command: CommandLike,
  exact: boolean,
): Truth {
  let result: Truth = command.open ? UNKNOWN : NO;
  let isSure = true;
  for (const option of command.options) {
    if (!isOptionNamed(option, name, command)) continue;
    const fits = testGiven(option, value, exact);
    isSure &&= fits === YES && option.mayBeValue !== true && !isTakenBack(option.names, command);
    result = greatest(result, option.certain ? fits : least(fits, UNKNOWN));
  }
  if (exact && !isSure) return least(result, UNKNOWN);
  if (command.known || result === YES) return result;
  for (const arg of command.args) {
    if (staticText(arg) === '--') break;
    result = greatest(result, testSpelling(name, value, arg, exact));
    if (result === NO && command.program === undefined && couldBeSame(name, arg)) result = UNKNOWN;
  }
  return exact && result === YES && isTakenBack([name], command) ? UNKNOWN : result;
}

/**
 * Whether an option of a command has this name: `--jar` is `-jar` of `java`. Where the tables have the program, `-jar` here is a
 * word, and not `-j -a -r`; no table has both spellings for two things.
 */
export const isOptionNamed = (
  { names }: { readonly names: readonly string[] },
  name: string,
  { known }: { readonly known: boolean },
): boolean =>
  names.includes(name) || (known && /^--[A-Za-z][\w-]/.test(name) && names.includes(name.slice(1)));

/** Whether an option and its value match. In an exception the value must not switch it off: `--dry-run=false`. */
function testGiven(
  { value: given, isExtra }: CommandLike['options'][number],
  wanted: ShapePattern | undefined,
  exact: boolean,
): Truth {
  if (wanted !== undefined) return given === undefined ? NO : wanted.test(given, exact);
  if (!exact || given === undefined) return YES;
  const text = staticText(given) ?? 'no';
  return (isExtra ? on.test(text) : !off.test(text)) ? YES : UNKNOWN;
}

const on = /^(?:true|yes|on|1|t|y)$/i;
const off = /^(?:false|no|none|never|off|disabled?|n|f|0)$/i;

/** Whether something among the words may switch an option off: `--no-dry-run`, or `-localhost no`. */
function isTakenBack(names: readonly string[], { args, known }: CommandLike): boolean {
  return args.some((arg, at) => {
    const text = staticText(arg) ?? '';
    if (text.startsWith('--no-')) return names.includes(`--${text.slice(5).replace(/=.*/s, '')}`);
    const next = args[at + 1];
    if (next === undefined || !names.includes(text)) return false;
    return off.test(staticText(next) ?? (known ? '' : 'no'));
  });
}

/** The most letters that are merged after one dash; more of them are probably a word. */
const mergedLetters = 3;

/** An option of an unknown program, by its spelling alone. */
function testSpelling(name: string, value: ShapePattern | undefined, arg: Shape, exact: boolean): Truth {
  const text = staticText(arg);
  if (text === undefined) return NO;
  const attached = name.endsWith('=') ? name : `${name}=`;
  if (text.startsWith(attached)) {
    const given = text.slice(attached.length);
    if (value === undefined) return !exact || on.test(given) ? YES : UNKNOWN;
    return value.test(textShape(given), exact);
  }
  if (value !== undefined) return NO;
  if (text === name) return YES;
  if (!/^-[A-Za-z0-9]$/.test(name) || !/^-[A-Za-z0-9]+$/.test(text) || !text.includes(name.slice(1)))
    return NO;
  return text.length <= mergedLetters + 1 ? YES : UNKNOWN;
}

/** Options that are the same in short and in long begin with the same letter, as a rule: `-f`, `--force`. */
function couldBeSame(name: string, arg: Shape): boolean {
  const [, dashes = '', letter = ''] = /^(--?)([A-Za-z])/.exec(name) ?? [];
  const text = staticText(arg) ?? '';
  if (letter === '' || !isOptionWord(text)) return false;
  if (dashes === '--') return /^-[A-Za-z]+$/.test(text) && text.toLowerCase().includes(letter.toLowerCase());
  return text.toLowerCase().startsWith(`--${letter.toLowerCase()}`);
}
