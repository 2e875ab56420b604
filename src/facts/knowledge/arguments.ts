/** A program and its words → what each word is, by what is known of the program. */
import { joinPieces, type Shape, showShape, staticText, textShape } from '../../pattern/shape.ts';
import type { CommandOption } from '../effect.ts';
import { toolCommand } from './cmake-tool.ts';
import { commandText } from './command-text.ts';
import { commandsForFiles } from './each-file.ts';
import type {
  FormEntry,
  NotationName,
  OperandEntry,
  OptionEntry,
  ProgramEntry,
  Traits,
  Use,
  UseName,
} from './entry.ts';
import { noTraits } from './format.ts';
import type { Knowledge } from './knowledge.ts';
import { mannersOf } from './manners.ts';
import { fileAt, isBeginning, isWordsNotation, partsOf } from './notation.ts';
import { isUsed, type OperandPlaces } from './operand-places.ts';
import { hostFolder, savedName } from './saved-name.ts';
import { maybeSedScript } from './sed-script.ts';
import { type OptionIndex, type Stage, stageOf } from './stage.ts';

/** A value of an invocation, and how the program uses it. */
export interface UsedValue {
  readonly value: Shape;
  readonly uses: readonly Use[];
  readonly role: string | undefined;
  /** Index of the word among the arguments; the value may be only a part of that word. */
  readonly at: number;
  /** The canonical name of the option that has this value; undefined for an operand. */
  readonly option: string | undefined;
}

export interface Invocation {
  /** The canonical name; the given name for a program that is not in the tables. */
  readonly program: string;
  readonly known: boolean;
  /** Subcommand words in canonical spelling. */
  readonly words: readonly string[];
  readonly options: readonly CommandOption[];
  /** Operands and values of options, in order of the words. */
  readonly values: readonly UsedValue[];
  /** An unknown word could be an option or several words. */
  readonly open: boolean;
  /** How unknown words could be used; empty where all words are known. */
  readonly possible: readonly UseName[];
  readonly traits: Traits;
  /** The operands of the form. */
  readonly places: readonly OperandEntry[];
}

export type Dialect = 'posix' | 'powershell' | 'cmd';

/** Reads the words after a program. It is total: where a word is unknown, the result is `open` or has no uses. */
export function readArguments(
  knowledge: Knowledge,
  program: string,
  words: readonly Shape[],
  dialect: Dialect,
): Invocation {
  const entry = findProgram(knowledge, program, dialect);
  // A Windows program that is no cmdlet is in the table of cmd, and reads its words as it does there.
  const ofWindows =
    dialect === 'powershell' && entry === undefined ? knowledge.cmd.get(program.toLowerCase()) : undefined;
  if (ofWindows !== undefined)
    return new Reader(ofWindows, nameOf(ofWindows, program, 'cmd'), words, 'cmd', knowledge.programs).read();
  if (entry === undefined) return readUnknown(program, words);
  // A program that is no cmdlet reads its words itself, whatever shell calls it; `cmd` has options with slashes.
  const isOwn = dialect === 'posix' || knowledge.programs.get(program.toLowerCase()) !== entry;
  const own = program.length === 3 && /^cmd$/i.test(program) ? 'cmd' : isOwn ? dialect : 'posix';
  // PowerShell accepts its options in any case and abbreviated, whatever shell calls it.
  const reading = isPowerShell(program) ? 'powershell' : own;
  return new Reader(entry, nameOf(entry, program, own), words, reading, knowledge.programs).read();
}

/** The value that is attached to an option for numbers: octal or hexadecimal digits, or a word after a colon. */
const attachedNumber = /^(?:x[\da-f]+|:.*|[0-7]*)/is;

/** Whether a program is PowerShell, by its name. */
export const isPowerShell = (program: string): boolean =>
  (program.startsWith('p') || program.startsWith('P')) && /^(?:pwsh|powershell)/i.test(program);

/**
 * The name that rules have for a program. Similar programs share a line of the tables and keep their own names;
 * `python3`, `gcp` and `ri` are `python`, `cp` and `remove-item`.
 */
function nameOf({ names }: ProgramEntry, program: string, dialect: Dialect): string {
  const given = dialect === 'posix' ? program : program.toLowerCase();
  if (names.length === 1 && names[0] === given) return given;
  if (dialect === 'powershell') {
    const at = names.indexOf(given);
    return names.slice(0, at + 1).findLast((name) => name.includes('-')) ?? names[0] ?? given;
  }
  const synonym = mannersOf(given).is;
  if (synonym !== undefined && names.includes(synonym)) return synonym;
  const plain = /[\d@]/.test(given)
    ? given.replace(/-?\d+(?:\.\d+)*$/, '').replace(/(?<=.)@[\w.^~-]+$/, '')
    : given;
  if (plain !== given && names.includes(plain)) return plain;
  if (given.startsWith('g') && names.includes(given.slice(1))) return given.slice(1);
  return names.includes(given) ? given : (names[0] ?? given);
}

/** The entry of a program: `python3.11` is `python3`, and `gcc-12` is `gcc`. */
function findProgram(knowledge: Knowledge, program: string, dialect: Dialect): ProgramEntry | undefined {
  if (dialect !== 'posix') {
    const folded = program.toLowerCase();
    const own = (dialect === 'powershell' ? knowledge.powershell : knowledge.cmd).get(folded);
    return own ?? knowledge.programs.get(folded);
  }
  const { programs } = knowledge;
  const known = programs.get(program);
  if (known !== undefined || !/[\d@]/.test(program)) return known;
  return (
    programs.get(program.replace(/-?\d+(?:\.\d+)*$/, '')) ??
    programs.get(program.replace(/\.\d+$/, '')) ??
    // `npx prisma@5`
    programs.get(program.replace(/(?<=.)@[\w.^~-]+$/, ''))
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

const usesKept = new WeakMap<ProgramEntry | FormEntry, readonly UseName[]>();

/** All uses of the words in any of these forms; `owner` is the program or form that has them. */
function usesOf(owner: ProgramEntry | FormEntry, forms: readonly FormEntry[]): readonly UseName[] {
  let uses = usesKept.get(owner);
  if (uses === undefined) {
    uses = gatherUses(forms);
    usesKept.set(owner, uses);
  }
  return uses;
}

function gatherUses(forms: readonly FormEntry[]): readonly UseName[] {
  const operands = forms.flatMap((form) => form.operands.flatMap((each) => each.uses));
  // `git push --receive-pack=…` runs something too, but `git push $X` hardly ever means that.
  const isRunner =
    operands.some(({ name }) => runningUses.has(name)) ||
    forms.some(({ traits }) => traits.language !== undefined);
  const options = forms.flatMap((form) => form.options.flatMap((each) => each.uses));
  const uses = [...operands, ...options.filter(({ name }) => isRunner || !runningUses.has(name))];
  return [...new Set(uses.map(({ name }) => name))];
}

/** The words of an entry point that is a list in JSON: `["sh","-c"]`. */
function wordsInJson(entry: Shape): readonly Shape[] | undefined {
  const text = staticText(entry);
  if (text === undefined || !/^\s*\[\s*"/.test(text)) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map((each) => textShape(String(each), entry.source)) : undefined;
  } catch {
    return undefined;
  }
}

export const runsNothing = (values: readonly UsedValue[]): boolean =>
  !values.some(({ uses }) => uses.some(({ name }) => runningUses.has(name)));

interface Positional {
  readonly value: Shape;
  readonly at: number;
  /** It comes after `--`. */
  readonly plain: boolean;
  /** It follows an option that is in no table, and may be its value. */
  readonly mayBeValue: boolean;
  /** It is empty and follows an option with an optional value. On BSD it is that value (`sed -i ''`). */
  readonly mayBeEnding: boolean;
}

/** Uses that connect: if the words can be read in another way, the value of that reading is a possible connection too. */
const connectingUses: ReadonlySet<UseName> = new Set([
  ...(['host', 'url', 'image', 'package', 'index', 'further-index'] as const),
]);

/** Uses that run something. */
const runningUses: ReadonlySet<UseName> = new Set([
  ...(['run', 'shell', 'shell-words', 'code', 'script', 'source', 'config'] as const),
]);

const plainPlus: OptionEntry = { names: ['+'], value: 'none', role: undefined, uses: [] };

/** The limit of words after unlisted options that are checked. */
const mostStarts = 16;

/** The form of a program that always needs an option or a subcommand. */
const noForm: FormEntry = { words: [], given: [], options: [], operands: [], traits: noTraits };

/** Reads one invocation. Each word reduces the forms that it can still be. */
class Reader {
  readonly #entry: ProgramEntry;
  readonly #programs: Knowledge['programs'];
  readonly #name: string;
  readonly #words: readonly Shape[];
  readonly #dialect: Dialect;
  readonly #options: CommandOption[] = [];
  readonly #values: UsedValue[] = [];
  readonly #path: string[] = [];
  #positionals: Positional[] = [];
  /** Whether a word may be the value of an unlisted option, so that the operands after it move one place. */
  #isMoved = false;
  /** The first word of a command that it runs, which may then be an operand. */
  #moved: Positional | undefined;
  #form: FormEntry;
  /** What the tables say for the subcommand words so far. */
  #stage: Stage;
  /** The options and operands of the form at this stage; undefined until they are needed. */
  #index: OptionIndex | undefined;
  #open = false;
  /** Commands that run for each found file, and their positions. */
  readonly #fileCommands: { readonly words: readonly Shape[]; readonly at: number }[] = [];
  /** The position of an unlisted option: the next word may be its value. */
  #unlisted = -2;
  /** The position of an option whose optional value is missing. */
  #optional = -2;

  constructor(
    entry: ProgramEntry,
    name: string,
    words: readonly Shape[],
    dialect: Dialect,
    programs: Knowledge['programs'],
  ) {
    this.#entry = entry;
    this.#programs = programs;
    this.#name = name;
    this.#words = words;
    this.#dialect = dialect;
    this.#stage = stageOf(entry);
    this.#form = this.#stage.plain ?? noForm;
  }

  read(): Invocation {
    this.#readWords();
    this.#assignOperands();
    this.#addFileCommands();
    this.#addEntrypoint();
    this.#addDownloads();
    const values = inOrder(this.#values);
    const { traits } = this.#form;
    return {
      program: this.#name,
      known: true,
      words: this.#path,
      options: this.#options,
      values,
      open: this.#open,
      possible: this.#open ? this.#usesOfForms() : [],
      traits: traits.alone !== undefined && runsNothing(values) ? { ...traits, stdin: traits.alone } : traits,
      places: this.#form.operands,
    };
  }

  /** All uses of the words in the form; if the subcommand is not known, all uses in any form. */
  #usesOfForms(): readonly UseName[] {
    const unknownWord = this.#path.length === 0 && this.#hasSubcommands();
    return unknownWord ? usesOf(this.#entry, this.#entry.forms) : usesOf(this.#form, [this.#form]);
  }

  #readWords(): void {
    let plain = false;
    for (let at = 0; at < this.#words.length; at++) {
      const word = this.#words[at];
      if (word === undefined) break;
      const known = knownStart(word);
      if (known === undefined) {
        this.#open = true;
        if (this.#runsFrom(at, plain)) return;
        this.#addPositional(word, at, plain);
        continue;
      }
      const isDash = known === '-' && this.#form.traits.clears.includes(known);
      if (!plain && (known === '--' || isDash) && staticText(word) !== undefined) {
        plain = !isDash;
        this.#options.push({ names: [known], value: undefined, certain: true });
        this.#choose();
        continue;
      }
      if (!plain && this.#isOption(known, word)) {
        at = this.#readOptionAt(word, known, at);
        continue;
      }
      if (!plain && at === 0 && this.#form.traits.bundled && /^[A-Za-z]+$/.test(known)) {
        at = this.#readBundle(known, at);
        continue;
      }
      const text = staticText(word);
      // `npm -- install` installs: programs take the words after the dashes as their first words.
      if ((!plain || this.#path.length === 0) && text !== undefined && this.#enterSubcommand(text)) continue;
      if (!plain && this.#unlisted === at - 1 && this.#hasSubcommandBehind(at)) {
        const option = this.#options[this.#options.length - 1]?.names[0];
        this.#values.push({ value: word, uses: guess(word), role: undefined, at, option: option ?? '' });
        continue;
      }
      if (this.#runsFrom(at, plain)) return;
      if (text === undefined && this.#positionals.length === 0 && this.#hasSubcommands()) this.#open = true;
      this.#addPositional(word, at, plain);
      // After a script, all words are arguments of the script.
      if (this.#known().operands().isScript) plain = true;
    }
  }

  #addPositional(value: Shape, at: number, plain: boolean): void {
    const mayBeValue = !plain && this.#unlisted === at - 1;
    if (mayBeValue) this.#isMoved = true;
    const mayBeEnding = this.#optional === at - 1 && staticText(value) === '';
    this.#positionals.push({ value, at, plain, mayBeValue, mayBeEnding });
  }

  #hasSubcommands(): boolean {
    return this.#stage.next.size > 0;
  }

  /** Whether a subcommand follows a word that may be the value of an unlisted option. */
  #hasSubcommandBehind(at: number): boolean {
    if (this.#positionals.length > 0 || !this.#hasSubcommands()) return false;
    return this.#words.slice(at + 1, at + 1 + mostStarts).some((word) => {
      const text = staticText(word);
      return text !== undefined && this.#nextWord(text) !== undefined;
    });
  }

  #isOption(known: string, word: Shape): boolean {
    if (this.#name === 'cmd' && this.#dialect === 'cmd') return /^\/{1,2}[A-Za-z?]/.test(known);
    if (this.#dialect === 'cmd')
      return known.startsWith('-')
        ? this.#find(known.replace(/:.*$/s, '')) !== undefined
        : /^\/[A-Za-z?]/.test(known) && !known.slice(1).includes('/');
    if (this.#dialect === 'powershell') return /^-[A-Za-z]/.test(known);
    if (startsOption(known) || (known === '-' && staticText(word) === undefined)) return true;
    if (known === '+') return this.#find('+') !== undefined;
    if (/^\+./.test(known)) return this.#find(known) !== undefined || this.#takesPlus(known);
    const { keys } = this.#known();
    return (
      keys.length > 0 &&
      keys.some(({ names }) => names.some((name) => name.endsWith('=') && known.startsWith(name)))
    );
  }

  /** Options that begin with a plus: letters in `bash +x`, one option with a value in `vim +cmd`. */
  #takesPlus(known: string): boolean {
    if (this.#find('+') !== undefined) return true;
    return this.#form.traits.language === 'shell' && /^\+[A-Za-z]+$/.test(known);
  }

  /** The options of the form and of the forms around it; if an option selects the form, also those of the form without that option. */
  #known(): OptionIndex {
    this.#index ??= this.#stage.optionsOf(this.#form);
    return this.#index;
  }

  #find(name: string): OptionEntry | undefined {
    const { byName, all: options } = this.#known();
    const exact = byName.get(name);
    if (exact !== undefined) return exact;
    if (this.#dialect !== 'posix') {
      const folded = name.toLowerCase();
      const same = options.filter(({ names }) => names.some((each) => each.toLowerCase() === folded));
      if (same.length > 0) return same[0];
      if (this.#dialect === 'cmd') return undefined;
      const abbreviated = options.filter(({ names }) =>
        names.some((each) => each.toLowerCase().startsWith(folded)),
      );
      return abbreviated.length > 0 ? abbreviated[0] : undefined;
    }
    if (!name.startsWith('--') || name.length < 4) return undefined;
    const abbreviated = options.filter(({ names }) => names.some((each) => each.startsWith(name)));
    return new Set(abbreviated.map(({ names: [canonical] }) => canonical)).size === 1
      ? abbreviated[0]
      : undefined;
  }

  /** Whether an option may be the value of an unlisted option before it. */
  #readOptionAt(word: Shape, known: string, at: number): number {
    const mayBeValue = this.#unlisted === at - 1;
    const before = this.#options.length;
    const last = this.#readOption(word, known, at);
    if (mayBeValue)
      for (let index = before; index < this.#options.length; index++) {
        const option = this.#options[index];
        if (option !== undefined) this.#options[index] = { ...option, mayBeValue };
      }
    return last;
  }

  /** Reads an option and its value, if it has one; returns the index of the last word read. */
  #readOption(word: Shape, known: string, at: number): number {
    if (this.#name === 'cmd' && this.#dialect === 'cmd') return this.#readSwitches(word, known, at);
    const text = staticText(word);
    const sign = this.#dialect === 'posix' ? known.indexOf('=') : known.indexOf(':');
    const { keys } = this.#known();
    const key =
      keys.length === 0
        ? undefined
        : keys.find(({ names }) => names.some((name) => /^\w+=$|:$/.test(name) && known.startsWith(name)));
    if (key !== undefined) {
      const [name = ''] = key.names;
      this.#take(key, rest(word, name.length), at);
      return at;
    }
    const name = sign > 0 ? known.slice(0, sign) : known;
    const entry = this.#find(name);
    const plus = known.startsWith('+') && entry === undefined ? this.#find('+') : undefined;
    if (plus !== undefined || known === '+') {
      const command = rest(word, 1);
      this.#take(plus ?? entry ?? plainPlus, command.pieces.length === 0 ? undefined : command, at);
      return at;
    }
    if (entry !== undefined) {
      if (sign > 0) {
        if (entry.value === 'none') {
          this.#take(entry, rest(word, sign + 1), at);
          return at;
        }
        return this.#takeWords(entry, rest(word, sign + 1), at, at - 1);
      }
      if (text === undefined) {
        // The end of the word is unknown: it may be this option, or another with the same beginning.
        this.#open = true;
        this.#options.push({ names: entry.names, value: undefined, certain: false });
        return at;
      }
      return this.#takeWithNext(entry, at);
    }
    if (/^(?:-[^-]|\+[A-Za-z])./.test(known) && this.#dialect === 'posix' && !this.#hasLongNames(known))
      return this.#readMerged(word, known, at);
    if (text === undefined && sign < 0) this.#open = true;
    const value = sign > 0 ? rest(word, sign + 1) : undefined;
    this.#options.push(value === undefined ? this.#unlistedOption(name, at) : withExtra([name], value));
    if (value !== undefined)
      this.#values.push({ value, uses: guess(value), role: undefined, at, option: name });
    else this.#unlisted = at;
    this.#choose();
    return at;
  }

  /** An unlisted option: the next word may be its value. */
  #unlistedOption(name: string, at: number): CommandOption {
    return withNext(name, this.#words[at + 1]);
  }

  /** Whether the program has options of several letters with one dash, and this word may be one. */
  #hasLongNames(known: string): boolean {
    const { hasLongNames, byName } = this.#known();
    return hasLongNames && !byName.has(known.slice(0, 2));
  }

  /**
   * `-uf`, `-n5`, `-Cdir`: options of one letter in one word. The first that takes a value takes the rest of the word. An
   * option for numbers takes only the digits: `-0777ne`.
   */
  #readMerged(word: Shape, known: string, at: number): number {
    // An unlisted letter may take the letters behind it as its value.
    let hasUnlisted = false;
    for (let letter = 1; letter < known.length; letter++) {
      const name = `${known[0]}${known[letter]}`;
      const entry = this.#find(name);
      if (entry === undefined) {
        const isLast = letter + 1 === known.length;
        this.#options.push(
          isLast ? this.#unlistedOption(name, at) : { names: [name], value: undefined, certain: true },
        );
        if (isLast) this.#unlisted = at;
        hasUnlisted = known.startsWith('-');
        continue;
      }
      const attached = letter + 1 < known.length || staticText(word) === undefined;
      if (entry.value === 'none') this.#take(entry, undefined, at);
      else if (attached && entry.notation === 'number') {
        const [digits = ''] = attachedNumber.exec(known.slice(letter + 1)) ?? [];
        this.#take(entry, digits === '' ? undefined : textShape(digits), at);
        letter += digits.length;
      } else if (attached)
        return this.#takeWords(
          entry,
          rest(word, known[letter + 1] === '=' ? letter + 2 : letter + 1),
          at,
          at - 1,
        );
      else if (hasUnlisted && entry.value === 'required') {
        this.#take(entry, undefined, at);
        this.#mayTake(entry, at);
      } else return this.#takeWithNext(entry, at);
    }
    if (staticText(word) === undefined) this.#open = true;
    this.#choose();
    return at;
  }

  /** `tar xzf file`: letters without a dash, whose values follow in order. */
  #readBundle(known: string, at: number): number {
    let last = at;
    for (const letter of known) {
      const entry = this.#find(`-${letter}`);
      if (entry === undefined) this.#options.push({ names: [`-${letter}`], value: undefined, certain: true });
      else if (entry.value === 'required') {
        const value = this.#words[++last];
        this.#take(entry, value, last);
      } else this.#take(entry, undefined, at);
    }
    this.#choose();
    return last;
  }

  #takeWithNext(entry: OptionEntry, at: number): number {
    if (entry.value !== 'required') {
      this.#take(entry, undefined, at);
      if (entry.value === 'optional') this.#optional = at;
      if (entry.mayTakeNext) this.#mayTake(entry, at);
      return at;
    }
    return this.#takeMore(entry, this.#takeWords(entry, this.#words[at + 1], at + 1, at + 1));
  }

  /** The next word may be the value of this option, or may not belong to it. */
  #mayTake({ uses, names }: OptionEntry, at: number): void {
    const value = this.#words[at + 1];
    const possible = uses.map(({ name }): Use => ({ name, certain: false }));
    if (value !== undefined && possible.length > 0)
      this.#addPart(value, possible, undefined, at + 1, names[0]);
    this.#unlisted = at;
  }

  /** The words after the value that belong to the option too. */
  #takeMore({ more = [], names }: OptionEntry, at: number): number {
    more.forEach((entry, index) => {
      const value = this.#words[at + 1 + index];
      if (value !== undefined) this.#addValue(entry, value, at + 1 + index, names[0]);
    });
    return at + more.length;
  }

  /** Records an option with its value and returns the index of the last word read: the last of all, if they are a command. */
  #takeWords(entry: OptionEntry, value: Shape | undefined, at: number, next: number): number {
    const last = this.#words.length - 1;
    if (value === undefined) this.#take(entry, undefined, at);
    else if (entry.notation === 'each-file') return this.#takeFileCommand(entry, value, at, next);
    else if (entry.notation === 'module' && this.#runsModule(entry, value, at, next)) return last;
    else if (entry.notation === 'cmake-tool') {
      this.#takeTool(entry, value, at);
      return last;
    } else if (entry.uses.some(({ name }) => name === 'run')) {
      this.#takeCommand(entry, value, at, next);
      return last;
    } else this.#take(entry, value, at);
    return at;
  }

  /** `nix develop -c cmd …`: the value of an option and all words after it are a command. */
  #takeCommand(entry: OptionEntry, value: Shape, at: number, next: number): void {
    const [option] = entry.names;
    this.#options.push({ names: entry.names, value, certain: true });
    // If the value is only a part of its word, the words cannot be used as they are written.
    const [uses, command]: [readonly Use[], Shape] =
      at === next
        ? [[certainly('run')], value]
        : [[certainly('shell')], commandText([value, ...this.#words.slice(at + 1)], value.source)];
    this.#values.push({ value: command, uses, role: entry.role, at, option });
    this.#choose();
  }

  /** `python -m pip …`: a module that is also a program. */
  #runsModule(entry: OptionEntry, value: Shape, at: number, next: number): boolean {
    const name = staticText(value);
    if (name === undefined || !this.#programs.has(name)) return false;
    this.#takeCommand({ ...entry, uses: [certainly('run')] }, value, at, next);
    return true;
  }

  /** `cmake -E remove x`: tools of cmake that do what other programs do. */
  #takeTool(entry: OptionEntry, value: Shape, at: number): void {
    const command = toolCommand(value, this.#words.slice(at + 1));
    this.#options.push({ names: entry.names, value, certain: true });
    this.#values.push({
      value: command,
      uses: [certainly('shell')],
      role: undefined,
      at,
      option: entry.names[0],
    });
    this.#choose();
  }

  /**
   * `docker run --entrypoint sh image -c cmd`, `su -s sh user -- -c cmd`: the operands are arguments of the entry point.
   * `su -c cmd` gives the entry point a `-c`.
   */
  #addEntrypoint(): void {
    const given = this.#values.find(({ role }) => role === 'entrypoint');
    const own = this.#form.traits.entrypoint;
    if (given === undefined && own === undefined) return;
    const at = this.#values.findIndex(
      ({ option, uses }) => option === undefined && uses.some(({ name }) => name === 'run'),
    );
    const run = this.#values[at];
    const entry = given?.value ?? (run === undefined ? undefined : textShape(own ?? ''));
    if (entry === undefined || staticText(entry) === '') return;
    // Behind the image, no word is an option.
    const image = this.#values.find(({ role, option }) => role === 'image' && option === undefined);
    const script = own === undefined ? undefined : this.#values.find(({ option }) => option === '-c')?.value;
    const words = [
      ...(script === undefined ? [] : [textShape('-c'), script]),
      ...(image === undefined && run === undefined ? [] : this.#words.slice(image ? image.at + 1 : run?.at)),
    ];
    const value = commandText([...(wordsInJson(entry) ?? [entry]), ...words], entry.source);
    const whole = { value, uses: [certainly('shell')], role: run?.role, at: run?.at ?? given?.at ?? 0 };
    if (run === undefined) this.#values.push({ ...whole, option: '--entrypoint' });
    else this.#values[at] = { ...whole, option: undefined };
  }

  /** `curl -O url`, `wget url`: files are saved under the last names of their addresses. */
  #addDownloads(): void {
    const { saves, mirrors } = this.#form.traits;
    if (saves === false) return;
    const isSaved =
      saves === true || this.#options.some(({ names }) => names.some((name) => saves.includes(name)));
    if (!isSaved) return;
    const directory = this.#values.find(({ role }) => role === 'directory')?.value;
    for (const { value, uses, at } of [...this.#values]) {
      if (!uses.some(({ name }) => name === 'url')) continue;
      const isBelow = this.#options.some(({ names }) => names.some((name) => mirrors.includes(name)));
      const [file, use] = isBelow
        ? [hostFolder(value, directory), certainly('into')]
        : [savedName(value, directory), certainly('write')];
      this.#values.push({ value: file, uses: [use], role: undefined, at, option: '' });
    }
  }

  /** `cmd /d/c dir`, `cmd //c dir`, `cmd /cdir`: options of `cmd` need no blanks, and Git Bash doubles their slashes. */
  #readSwitches(word: Shape, known: string, at: number): number {
    let left = known.startsWith('//') ? 1 : 0;
    for (;;) {
      const [all = '', name = ''] = /^(\/[A-Za-z?])(?::\w+)?/.exec(known.slice(left)) ?? [];
      if (all === '') break;
      left += all.length;
      const entry = this.#find(name);
      const runs = entry?.uses.some((use) => use.name === 'shell-words') === true;
      if (entry !== undefined && runs) {
        const behind = rest(word, left);
        if (behind.pieces.length === 0) return this.#takeWithNext(entry, at);
        const pieces = [behind, ...this.#words.slice(at + 1)].flatMap((each, index) =>
          index === 0 ? each.pieces : [{ kind: 'text', text: ' ' } as const, ...each.pieces],
        );
        this.#options.push({ names: entry.names, value: behind, certain: true });
        const value = joinPieces(pieces, known.slice(left));
        this.#values.push({ value, uses: [certainly('code')], role: undefined, at, option: name });
        return this.#words.length - 1;
      }
      this.#options.push({ names: entry?.names ?? [name], value: undefined, certain: true });
    }
    this.#choose();
    return at;
  }

  /** `fd … -x cmd … ;`: the command ends at a semicolon, and the words after it belong to the program again. */
  #takeFileCommand(entry: OptionEntry, value: Shape, at: number, next: number): number {
    const behind = this.#words.findIndex((word, index) => index > at && staticText(word) === ';');
    const end = behind < 0 ? this.#words.length : behind;
    this.#options.push({ names: entry.names, value, certain: true });
    this.#fileCommands.push({ words: [value, ...this.#words.slice(Math.max(at, next) + 1, end)], at });
    this.#choose();
    return Math.min(end, this.#words.length - 1);
  }

  /** Writes out the commands that run for each found file, now that the searched directories are known. */
  #addFileCommands(): void {
    if (this.#fileCommands.length === 0) return;
    const valuesOf = (role: string): readonly Shape[] =>
      this.#values.flatMap((each) => (each.role === role ? [each.value] : []));
    const has = (name: string): boolean => this.#options.some(({ names }) => names.includes(name));
    const search = {
      pattern: valuesOf('pattern')[0],
      isGlob: has('--glob') && !has('--regex'),
      extensions: valuesOf('extension'),
      roots: valuesOf('path'),
    };
    for (const { words, at } of this.#fileCommands) {
      const source = showShape(words[0] ?? { pieces: [], source: '' });
      const value = commandsForFiles(words, search, source);
      this.#values.push({ value, uses: [certainly('shell')], role: undefined, at, option: '--exec' });
    }
  }

  #take(entry: OptionEntry, value: Shape | undefined, at: number): void {
    this.#options.push(
      entry.value === 'none' ? withExtra(entry.names, value) : { names: entry.names, value, certain: true },
    );
    if (value !== undefined && entry.value !== 'none') this.#addValue(entry, value, at, entry.names[0]);
    this.#choose();
  }

  /** Records a value with its uses, and the values inside it. */
  #addValue(
    entry: {
      readonly uses: readonly Use[];
      readonly role: string | undefined;
      readonly notation?: NotationName;
    },
    value: Shape,
    at: number,
    option: string | undefined,
  ): void {
    const { role, notation } = entry;
    const path = isUsed(entry, 'url') ? fileAt(value) : undefined;
    const parts = notation === undefined || isWordsNotation(notation) ? [] : partsOf(notation, value);
    // A value that begins in none of the known ways is a plain word.
    const isPlain = parts.length === 0 && notation !== undefined && isBeginning(notation);
    const uses = isPlain ? entry.uses : usesOfWhole(entry, value, path !== undefined);
    this.#values.push({ value, uses, role, at, option });
    if (path === undefined && notation === undefined) return;
    if (path !== undefined) this.#addPart(path, [certainly('read')], undefined, at, option);
    for (const part of parts) {
      const file = part.uses.some(({ name }) => name === 'url') ? fileAt(part.value) : undefined;
      if (part.isOperand === true)
        this.#values.push({ value: part.value, uses: part.uses, role: part.role, at, option: undefined });
      else if (file === undefined) this.#addPart(part.value, part.uses, part.role, at, option);
      else this.#addPart(file, [certainly('read')], undefined, at, option);
    }
  }

  /** A value inside another is no operand. */
  #addPart(
    value: Shape,
    uses: readonly Use[],
    role: string | undefined,
    at: number,
    option: string | undefined,
  ): void {
    this.#values.push({ value, uses, role, at, option: option ?? '' });
  }

  /** Enters a subcommand, if the word is one. */
  #enterSubcommand(text: string): boolean {
    if (this.#positionals.length > 0) return false;
    const next = this.#nextWord(text);
    if (next === undefined) return false;
    this.#path.push(next);
    this.#stage = this.#stage.behind(next);
    this.#index = undefined;
    this.#choose();
    return true;
  }

  /** The canonical spelling of a word that is a subcommand at this stage. */
  #nextWord(text: string): string | undefined {
    return this.#stage.next.get(this.#dialect === 'posix' ? text : text.toLowerCase());
  }

  /** The form for the subcommand and the options so far: the longest path wins, and then a form that an option selects. */
  #choose(): void {
    const { plain, asked: forms } = this.#stage;
    let asked: FormEntry | undefined;
    for (const form of forms)
      if (this.#isAsked(form) && (asked === undefined || form.words.length > asked.words.length))
        asked = form;
    const isNearer = asked !== undefined && (plain === undefined || asked.words.length >= plain.words.length);
    const form = (isNearer ? asked : plain) ?? this.#form;
    if (form === this.#form) return;
    this.#form = form;
    this.#index = undefined;
  }

  /** Whether an option selects the form. */
  #isAsked({ given }: FormEntry): boolean {
    for (const { names } of this.#options) for (const name of names) if (given.includes(name)) return true;
    return false;
  }

  /** Whether the words from here on are a command. Then they are one value. */
  #runsFrom(at: number, plain: boolean): boolean {
    if (this.#form.wraps !== undefined && !plain) {
      this.#readWrapped(at, this.#form.wraps);
      return true;
    }
    const places = this.#known().operands();
    if (!places.runs) return false;
    const operand = operandAt(places, this.#positionals, this.#words[at]);
    if (operand === undefined || !(isUsed(operand, 'run') || isUsed(operand, 'shell-words'))) return false;
    const value = this.#words[at];
    if (value === undefined) return true;
    this.#moved = { value, at, plain, mayBeValue: false, mayBeEnding: false };
    const starts = this.#commandStarts(at, plain, places);
    for (const start of starts) this.#addCommand(start, operand, starts.length === 1);
    return true;
  }

  /**
   * The words at which the command may begin. An operand in front of it that may be missing (`setarch -R rm x`) may be
   * the command itself. For each word that may be the value of an unlisted option, it may begin one word later.
   */
  #commandStarts(at: number, plain: boolean, places: OperandPlaces): readonly number[] {
    const mayBeMissing = this.#positionals.find(
      // A number is no program.
      ({ value }, index) =>
        isNameThatMayBeMissing(places.others[index]) && !/^-?\d+$/.test(staticText(value) ?? ''),
    );
    const values = this.#positionals.filter(({ mayBeValue }) => mayBeValue).length;
    const isBehindUnlisted = !plain && this.#unlisted === at - 1;
    const later = values + (isBehindUnlisted ? 1 : 0);
    if (mayBeMissing === undefined && later === 0) return [at];
    const earlier = mayBeMissing === undefined ? [] : [mayBeMissing.at];
    return [...earlier, ...this.#startsFrom(at, later)];
  }

  /** One of the commands that a wrapper may run. Of several, one with a known program is certain. */
  #addCommand(at: number, { uses, role }: OperandEntry, isOnly: boolean): void {
    const value = this.#words[at];
    if (value === undefined) return;
    const program = staticText(value);
    const isCertain = isOnly || (program !== undefined && this.#programs.has(program.replace(/^.*\//s, '')));
    const named = isCertain ? uses : uses.map(({ name }): Use => ({ name, certain: false }));
    this.#values.push({ value, uses: named, role, at, option: undefined });
  }

  /**
   * The command that a wrapper of a policy runs. The word after an unlisted option may be its value or the command: each
   * is possible. The words after `--` are the command, unless a known program before the `--` may take the dashes for
   * itself.
   */
  #readWrapped(first: number, wraps: 'words' | 'dashes'): void {
    const isBehindUnknown = this.#unlisted === first - 1;
    const starts = this.#startsFrom(first, isBehindUnknown ? 1 : 0);
    const last = starts[starts.length - 1] ?? first;
    const dashes = this.#words.findIndex((word, at) => at > first && staticText(word) === '--');
    const behind = this.#words[dashes + 1];
    const isCommand = dashes >= 0 && behind !== undefined && !/^-/.test(knownStart(behind) ?? '');
    const run = (at: number, certain: boolean): void => {
      const value = this.#words[at];
      if (value !== undefined)
        this.#values.push({
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
    const program = staticText(this.#words[first] ?? { pieces: [], source: '' });
    const isProgram = !isBehindUnknown && program !== undefined && this.#programs.has(program);
    if (wraps === 'words' && !isValue) for (const start of starts) run(start, isProgram);
    run(dashes + 1, wraps === 'dashes' || !isProgram);
  }

  /**
   * The possible first words of a wrapper's command. At most `values` words, and one more for each unlisted option
   * among them, may be values of options.
   */
  #startsFrom(first: number, values: number): readonly number[] {
    const starts: number[] = [];
    let left = values;
    for (let at = first; at < this.#words.length && starts.length < mostStarts; at++) {
      const word = this.#words[at];
      const known = word === undefined ? undefined : knownStart(word);
      if (word === undefined || known === '--') break;
      if (known !== undefined && at > first && this.#isOption(known, word)) {
        const entry = this.#find(known.replace(/=.*$/s, ''));
        if (entry?.value === 'required' && !known.includes('=')) at++;
        if (entry === undefined && !known.includes('=')) left++;
        continue;
      }
      if (at > first && isAssignment(word) && this.#known().operands().env !== undefined) continue;
      starts.push(at);
      if (left === 0) break;
      left--;
    }
    return starts;
  }

  /** Whether an option has given the code. */
  #hasCode(): boolean {
    for (const value of this.#values) if (value.option !== undefined && isUsed(value, 'code')) return true;
    return false;
  }

  /** Assigns roles to the operands. */
  #assignOperands(): void {
    if (this.#positionals.length === 0) return;
    const words = this.#positionals.filter(({ mayBeEnding }) => !mayBeEnding);
    this.#place(words, ({ value, at }, entry) =>
      this.#addValue(entry ?? { uses: guess(value), role: 'argument' }, value, at, undefined),
    );
    if (words.length < this.#positionals.length) this.#addUnended(words);
    if (this.#isMoved) this.#addMoved();
  }

  /** The operands in the reading of GNU, which counts the empty word as an operand: those after it move one place. */
  #addUnended(words: readonly Positional[]): void {
    const uses = new Map<number, readonly Use[]>();
    this.#place(words, ({ at }, entry) => uses.set(at, entry?.uses ?? []));
    this.#place(this.#positionals, ({ value, at, mayBeEnding }, entry) => {
      // No file has an empty name. An empty script changes nothing, and with `-n` it leaves the file empty.
      if (mayBeEnding) return;
      // On BSD a word that is no script is an error; elsewhere it is a file.
      const isFile = this.#form.traits.language === 'sed' && !maybeSedScript(value);
      const known = new Set(uses.get(at)?.map(({ name }) => name));
      const others = (entry?.uses ?? []).filter(({ name }) => !known.has(name));
      const possible = others.map(({ name, certain }): Use => ({ name, certain: certain && isFile }));
      if (possible.length > 0) this.#addPart(value, possible, undefined, at, undefined);
    });
  }

  /** The operands if unlisted options take values: those after the value move one place to the front. */
  #addMoved(): void {
    const words = this.#positionals.filter(({ mayBeValue }) => !mayBeValue);
    this.#place(this.#moved === undefined ? words : [...words, this.#moved], ({ value, at }, entry) => {
      const uses = (entry?.uses ?? []).filter(({ name }) => connectingUses.has(name));
      const possible = uses.map(({ name }): Use => ({ name, certain: false }));
      if (possible.length > 0) this.#addPart(value, possible, undefined, at, undefined);
    });
  }

  /** Assigns each word to an operand of the form. Operands after a repeated one are counted from the end. */
  #place(
    words: readonly Positional[],
    take: (word: Positional, entry: OperandEntry | undefined) => void,
  ): void {
    const count = words.length;
    const places = this.#known().operands();
    const { before, repeating, after } = this.#hasCode() ? places.withoutCode : places.all;
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

/** A dash, and something behind it on the same line. */
const startsOption = (known: string): boolean =>
  known.startsWith('-') && known.length > 1 && /^-./.test(known);

/** An option with a value that no table lists. */
const withExtra = (names: readonly string[], value: Shape | undefined): CommandOption =>
  value === undefined ? { names, value, certain: true } : { names, value, certain: true, isExtra: true };

const certainly = (name: UseName): Use => ({ name, certain: true });

const isAssignment = ({ pieces }: Shape): boolean =>
  pieces[0]?.kind === 'text' && /^[A-Za-z_][A-Za-z0-9_]*(?:%%)?=/.test(pieces[0].text);

/** The known characters at the start of a word; undefined where the start is unknown. */
function knownStart({ pieces }: Shape): string | undefined {
  const [first] = pieces;
  if (first === undefined) return '';
  if (first.kind === 'text') return first.text;
  return first.kind === 'any' ? undefined : '\u0000';
}

/** The rest of a word after its first characters. */
function rest(word: Shape, from: number): Shape {
  const [first, ...others] = word.pieces;
  if (first?.kind !== 'text') return word;
  const text = first.text.slice(from);
  return { pieces: text === '' ? others : [{ kind: 'text', text }, ...others], source: word.source };
}

const literal: readonly Use[] = [certainly('literal')];

/** The uses of a value as a whole. If it is in a notation, the values inside it have their own uses. */
function usesOfWhole(
  { uses, notation }: Pick<OptionEntry, 'uses' | 'notation'>,
  value: Shape,
  isFile: boolean,
): readonly Use[] {
  if (notation !== undefined && uses.length === 0) return literal;
  if (isFile) return uses.filter(({ name }) => name !== 'url');
  if (staticText(value) !== '-') return uses;
  return uses.map((use): Use => (use.name === 'remote-read' ? { ...use, name: 'upload' } : use));
}

const possibleRead: readonly Use[] = [
  { name: 'read', certain: false },
  { name: 'write', certain: false },
];

/** The possible uses of a word that no table describes, by its spelling. */
function guess(value: Shape): readonly Use[] {
  const text = staticText(value) ?? showShape(value);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [{ name: 'url', certain: false }];
  if (value.pieces[0]?.kind === 'home') return possibleRead;
  // No system accepts a longer path.
  if (/\s/.test(text) || text.length > 4096) return [];
  if (/^(?:\.{0,2}\/|~(?:\/|$)|\.\.?$|[A-Za-z]:[\\/])/.test(text) || /^[^=:@,/]*\/[^=:]*$/.test(text))
    return possibleRead;
  return /^[\w.-]*\.[A-Za-z][A-Za-z0-9]{0,4}$/.test(text) || /^\.[A-Za-z]/.test(text) ? possibleRead : [];
}

/** A program that is in no table: its words are read by their spelling alone. An option may have the next word as its value. */
const withNext = (name: string, next: Shape | undefined): CommandOption =>
  next === undefined || startsOption(knownStart(next) ?? '')
    ? { names: [name], value: undefined, certain: true }
    : { names: [name], value: undefined, certain: true, next };

/** The readings of `-nprod` or `-xf file` for an unlisted program: single letters, each of which may take the rest as its value. */
const merged = (known: string, next: Shape | undefined): readonly CommandOption[] =>
  [...known.slice(1)].map((letter, index) => {
    const behind = known.slice(index + 2);
    const value = behind === '' ? next : textShape(behind);
    const option = { names: [`-${letter}`], value: undefined, certain: false } as const;
    return value === undefined ? option : { ...option, next: value };
  });

function readUnknown(program: string, words: readonly Shape[]): Invocation {
  const options: CommandOption[] = [];
  const values: UsedValue[] = [];
  let open = false;
  let plain = false;
  words.forEach((word, at) => {
    const known = knownStart(word);
    if (known === undefined) open = true;
    if (known === '--' && staticText(word) !== undefined) plain = true;
    else if (!plain && known !== undefined && /^-./.test(known)) {
      const sign = known.indexOf('=');
      const name = sign > 0 ? known.slice(0, sign) : known;
      const value = sign > 0 ? rest(word, sign + 1) : undefined;
      options.push(value === undefined ? withNext(name, words[at + 1]) : withExtra([name], value));
      if (sign < 0 && /^-[A-Za-z]{2,}$/.test(known)) options.push(...merged(known, words[at + 1]));
      else if (/^-[A-Za-z]./.test(known))
        options.push({ names: [known.slice(0, 2)], value: undefined, certain: false, next: rest(word, 2) });
      if (sign < 0 && staticText(word) === undefined) open = true;
      if (value !== undefined) values.push({ value, uses: guess(value), role: undefined, at, option: name });
    } else values.push({ value: word, uses: guess(word), role: undefined, at, option: undefined });
  });
  return {
    program,
    known: false,
    words: [],
    options,
    values,
    open,
    possible: [],
    traits: { ...noTraits, stdin: 'data' },
    places: [],
  };
}
