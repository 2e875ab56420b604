/** A program and its words → what each word is, by what is known of the program. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { OperandEntry, Traits } from '../table/entry.ts';
import type { Knowledge } from '../table/knowledge.ts';
import type { UseName } from '../table/use-names.ts';
import { ArgumentReading } from './argument-reading.ts';
import { assignOperands } from './assign-operands.ts';
import { canonicalName, findEntry, isPowerShell } from './find-program.ts';
import { addDownloads, addEntrypoint, addFileCommands, addFilesInWords, addNamed } from './implied-values.ts';
import type { Invocation, UsedValue, WordDialect } from './invocation.ts';
import { addNewNames } from './new-names.ts';
import { readBundle, readOptionAt } from './read-option.ts';
import { runsFrom, runsName } from './run-words.ts';
import { guess, readUnknown } from './unlisted-program.ts';
import { runsNothing, usesBelow, usesInForm, usesOfAnyBelow } from './uses-of-forms.ts';
import { knownStart } from './word-parts.ts';

/** Reads the words after a program. It is total: where a word is unknown, the result is `open` or has no uses. */
export function readArguments(
  knowledge: Knowledge,
  program: string,
  words: readonly Shape[],
  dialect: WordDialect,
): Invocation {
  const entry = findEntry(knowledge, program, dialect);
  // A Windows program that is no cmdlet is in the table of cmd, and reads its words as it does there.
  const ofWindows =
    dialect === 'powershell' && entry === undefined ? knowledge.cmd.get(program.toLowerCase()) : undefined;
  if (ofWindows !== undefined)
    return read(
      new ArgumentReading(
        ofWindows,
        canonicalName(ofWindows, program, 'cmd'),
        words,
        'cmd',
        knowledge.programs,
      ),
    );
  if (entry === undefined) return readUnknown(program, words);
  // A program that is no cmdlet reads its words itself, whatever shell calls it; `cmd` has options with slashes.
  const isOwn = dialect === 'posix' || knowledge.programs.get(program.toLowerCase()) !== entry;
  const own = program.length === 3 && /^cmd$/i.test(program) ? 'cmd' : isOwn ? dialect : 'posix';
  // PowerShell accepts its options in any case and abbreviated, whatever shell calls it.
  const reading = isPowerShell(program) ? 'powershell' : own;
  return read(
    new ArgumentReading(entry, canonicalName(entry, program, own), words, reading, knowledge.programs),
  );
}

/** The values, sorted by their position; almost always they are in order already. */
function inOrder(values: UsedValue[]): readonly UsedValue[] {
  let last = -1;
  for (const { at } of values) {
    if (at < last) return values.sort((a, b) => a.at - b.at);
    last = at;
  }
  return values;
}

function read(reading: ArgumentReading): Invocation {
  readWords(reading);
  assignOperands(reading);
  addFileCommands(reading);
  addEntrypoint(reading);
  addDownloads(reading);
  addNamed(reading);
  addNewNames(reading);
  addFilesInWords(reading);
  const values = inOrder(reading.values);
  const traits = traitsOf(reading, values);
  return {
    program: reading.name,
    known: true,
    words: reading.path,
    options: reading.options,
    values,
    open: reading.open,
    possible: reading.open ? usesOfForms(reading) : [],
    start: reading.start,
    traits,
    places: reading.form.operands,
  };
}

/** The traits of a form, with what it does where it is given no operand, or nothing to run. */
function traitsOf(
  { form: { traits, operands }, open }: ArgumentReading,
  values: readonly UsedValue[],
): Traits {
  if (traits.alone !== undefined && runsNothing(values)) {
    // `ssh` without a host starts nothing.
    const isMissing = ({ repeat, role, uses }: OperandEntry): boolean =>
      repeat === 'one' &&
      uses.some(({ name }) => name === 'host') &&
      !values.some((value) => value.role === role);
    return open || !operands.some(isMissing) ? { ...traits, stdin: traits.alone } : traits;
  }
  return traits.aloneInstalls && values.every(({ option }) => option !== undefined)
    ? { ...traits, installs: true }
    : traits;
}

function readWords(reading: ArgumentReading): void {
  let plain = false;
  let isOfScript = false;
  for (let at = 0; at < reading.words.length; at++) {
    const word = reading.words[at];
    if (word === undefined) break;
    const known = knownStart(word);
    if (known === undefined) {
      if (!isOfScript) reading.open = true;
      noteStart(reading, at);
      if (runsFrom(reading, at, plain)) return;
      reading.addPositional(word, at, plain);
      continue;
    }
    const isDash = known === '-' && reading.form.traits.clears.includes(known);
    if (!plain && (known === '--' || isDash) && staticText(word) !== undefined) {
      plain = !isDash;
      reading.options.push({ names: [known], value: undefined, certain: true });
      reading.choose();
      continue;
    }
    if (!plain && reading.isOption(known, word)) {
      at = readOptionAt(reading, word, known, at);
      continue;
    }
    if (!plain && at === 0 && reading.form.traits.bundled && /^[A-Za-z]+$/.test(known)) {
      at = readBundle(reading, known, at);
      continue;
    }
    const text = staticText(word);
    // `npm -- install` installs: programs take the words after the dashes as their first words.
    if ((!plain || reading.path.length === 0) && text !== undefined && reading.enterSubcommand(text))
      continue;
    if (!plain && reading.unlisted === at - 1 && reading.hasSubcommandBehind(at)) {
      const option = reading.options[reading.options.length - 1]?.names[0];
      reading.values.push({ value: word, uses: guess(word), role: undefined, at, option: option ?? '' });
      continue;
    }
    if (runsFrom(reading, at, plain)) return;
    if (text === undefined && reading.positionals.length === 0 && reading.hasSubcommands())
      reading.open = reading.mayEnter = true;
    reading.addPositional(word, at, plain);
    // After a script, all words are arguments of the script.
    const { isScript, isScriptFile, hasOwnWords } = reading.known().operands();
    if (isScript) plain = true;
    const isFile = text !== undefined && (!hasOwnWords || /[./]/.test(text));
    if (isScriptFile && isFile && !reading.isMoved) isOfScript = true;
  }
  runsName(reading);
}

/** Notes what a word at this position may be, if it is not known: a subcommand, or an option that makes another form. */
function noteStart(reading: ArgumentReading, at: number): void {
  if (reading.positionals.length > 0) return;
  if (reading.hasSubcommands()) reading.mayEnter = true;
  if (reading.path.length === 0 && reading.form.given.length === 0) reading.start = at;
}

/** All uses of the words in the form; if the subcommand is not known, all uses in any form behind the words so far. */
function usesOfForms({ entry, form, path, mayEnter, stage }: ArgumentReading): readonly UseName[] {
  if (mayEnter) return usesOfAnyBelow(entry, path);
  return path.length === 0 && stage.next.size > 0 ? usesBelow(entry, path) : usesInForm(form);
}
