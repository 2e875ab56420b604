/** A program and its words → what each word is, by what is known of the program. */
import { type Shape, showShape, staticText } from '../../pattern/shape.ts';
import type { CommandOption } from '../effect.ts';
import type { FormEntry, OperandEntry, OptionEntry, ProgramEntry, Traits, Use, UseName } from './entry.ts';
import { noTraits } from './format.ts';
import type { Knowledge } from './knowledge.ts';
import { longest, type OptionIndex, type Stage, stageOf } from './stage.ts';

/** A value of an invocation, and what happens with it. */
export interface UsedValue {
  readonly value: Shape;
  readonly uses: readonly Use[];
  readonly role: string | undefined;
  /** Index of the word among the arguments; the value may be a part of it. */
  readonly at: number;
  /** The option whose value it is, canonical; undefined for an operand. */
  readonly option: string | undefined;
}

export interface Invocation {
  /** Canonical; the name as given for a program that is not known. */
  readonly program: string;
  readonly known: boolean;
  /** Subcommand words in canonical spelling. */
  readonly words: readonly string[];
  readonly options: readonly CommandOption[];
  /** Operands and values of options, in order of the words. */
  readonly values: readonly UsedValue[];
  /** A word is not known and could be an option or several words. */
  readonly open: boolean;
  /** What words that are not known could be used for; empty where all are known. */
  readonly possible: readonly UseName[];
  readonly traits: Traits;
}

export type Dialect = 'posix' | 'powershell' | 'cmd';

/** Reads the words after a program. Total: what cannot be told is `open`, or has no uses. */
export function readArguments(
  knowledge: Knowledge,
  program: string,
  words: readonly Shape[],
  dialect: Dialect,
): Invocation {
  const entry = findProgram(knowledge, program, dialect);
  if (entry === undefined) return readUnknown(program, words);
  // A program that is no cmdlet reads its words itself, whatever shell it was called from; `cmd` has slashes.
  const isOwn = dialect === 'posix' || knowledge.programs.get(program.toLowerCase()) !== entry;
  const own = /^cmd$/i.test(program) ? 'cmd' : isOwn ? dialect : 'posix';
  return new Reader(entry, nameOf(entry, program, own), words, own, knowledge.programs).read();
}

/** Other names of the same program, where they are no abbreviation and no version of it. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['.', 'source'],
  ['nodejs', 'node'],
  ['k', 'kubectl'],
  ['gradlew', 'gradle'],
  ['mvnw', 'mvn'],
  ['netcat', 'nc'],
]);

/**
 * What rules call a program. Programs that are alike stand on one line of the
 * tables, and each keeps its own name; `python3`, `gcp` and `ri` are `python`, `cp`
 * and `remove-item`.
 */
function nameOf({ names }: ProgramEntry, program: string, dialect: Dialect): string {
  const given = dialect === 'posix' ? program : program.toLowerCase();
  if (dialect === 'powershell') {
    const at = names.indexOf(given);
    return names.slice(0, at + 1).findLast((name) => name.includes('-')) ?? names[0] ?? given;
  }
  const synonym = synonyms.get(given);
  if (synonym !== undefined && names.includes(synonym)) return synonym;
  const plain = /[\d@]/.test(given)
    ? given.replace(/-?\d+(?:\.\d+)*$/, '').replace(/(?<=.)@[\w.^~-]+$/, '')
    : given;
  if (plain !== given && names.includes(plain)) return plain;
  if (given.startsWith('g') && names.includes(given.slice(1))) return given.slice(1);
  return names.includes(given) ? given : (names[0] ?? given);
}

/** The entry of a program: `python3.11` is `python3`, and `gcc-12` is `gcc`. */
export function findProgram(
  knowledge: Knowledge,
  program: string,
  dialect: Dialect,
): ProgramEntry | undefined {
  if (dialect !== 'posix') {
    const folded = program.toLowerCase();
    const own = (dialect === 'powershell' ? knowledge.powershell : knowledge.cmd).get(folded);
    return own ?? knowledge.programs.get(folded);
  }
  const { programs } = knowledge;
  return (
    programs.get(program) ??
    programs.get(program.replace(/-?\d+(?:\.\d+)*$/, '')) ??
    programs.get(program.replace(/\.\d+$/, '')) ??
    // `npx prisma@5`
    programs.get(program.replace(/(?<=.)@[\w.^~-]+$/, ''))
  );
}

interface Positional {
  readonly value: Shape;
  readonly at: number;
  /** It stands behind `--`. */
  readonly plain: boolean;
}

/** Uses of a word that run something. */
const runningUses: ReadonlySet<UseName> = new Set([
  ...(['run', 'shell', 'shell-words', 'code', 'script', 'source', 'config'] as const),
]);

/** Languages whose interpreters give all words behind the script to it. */
const takesScript: ReadonlySet<string> = new Set(['shell', 'python', 'node', 'ruby', 'perl', 'php', 'lua']);

/** Behind options that nobody knows, so many words are looked at. */
const mostStarts = 16;

/** Of a program of which no form stands without an option or a subcommand. */
const noForm: FormEntry = { words: [], given: [], options: [], operands: [], traits: noTraits };

/** Reads one invocation; the forms that it can still be grow fewer with every word. */
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
  #form: FormEntry;
  /** What is known for the path so far. */
  #stage: Stage;
  #open = false;
  /** Where an option stands that nobody knows, so that the next word may be its value. */
  #hungry = -2;

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
    this.#stage = stageOf(entry, []);
    this.#form = this.#stage.plain ?? noForm;
  }

  read(): Invocation {
    this.#readWords();
    this.#assignOperands();
    const values = this.#values.sort((a, b) => a.at - b.at);
    return {
      program: this.#name,
      known: true,
      words: this.#path,
      options: this.#options,
      values,
      open: this.#open,
      possible: this.#open ? this.#usesOfForms() : [],
      traits: this.#form.traits,
    };
  }

  /** All that the form does with its words; of a program whose subcommand is not known, all that any form does. */
  #usesOfForms(): readonly UseName[] {
    const unknownWord = this.#path.length === 0 && this.#hasSubcommands();
    const forms = unknownWord ? this.#entry.forms : [this.#form];
    const operands = forms.flatMap((form) => form.operands.flatMap((each) => each.uses));
    // `git push --receive-pack=…` runs something too, and nobody means it by `git push $X`.
    const isRunner =
      operands.some(({ name }) => runningUses.has(name)) ||
      forms.some(({ traits }) => traits.language !== undefined);
    const options = forms.flatMap((form) => form.options.flatMap((each) => each.uses));
    const uses = [...operands, ...options.filter(({ name }) => isRunner || !runningUses.has(name))];
    return [...new Set(uses.map(({ name }) => name))];
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
        this.#positionals.push({ value: word, at, plain });
        continue;
      }
      if (!plain && known === '--' && staticText(word) !== undefined) {
        plain = true;
        this.#options.push({ names: ['--'], value: undefined, certain: true });
        this.#choose();
        continue;
      }
      if (!plain && this.#isOption(known, word)) {
        at = this.#readOption(word, known, at);
        continue;
      }
      if (!plain && at === 0 && this.#form.traits.bundled && /^[A-Za-z]+$/.test(known)) {
        at = this.#readBundle(known, at);
        continue;
      }
      const text = staticText(word);
      if (!plain && text !== undefined && this.#enterSubcommand(text)) continue;
      if (!plain && this.#hungry === at - 1 && this.#hasSubcommandBehind(at)) {
        const option = this.#options[this.#options.length - 1]?.names[0];
        this.#values.push({ value: word, uses: guess(word), role: undefined, at, option: option ?? '' });
        continue;
      }
      if (this.#runsFrom(at, plain)) return;
      if (text === undefined && this.#positionals.length === 0 && this.#hasSubcommands()) this.#open = true;
      this.#positionals.push({ value: word, at, plain });
      // Behind a script, everything is the script's.
      const [taken] = this.#form.operands;
      const isScript =
        taken?.role === 'argument' || taken?.uses.some(({ name }) => name === 'script') === true;
      if (isScript && takesScript.has(this.#form.traits.language ?? '')) plain = true;
    }
  }

  #hasSubcommands(): boolean {
    return this.#entry.forms.some(({ words }) => words.length > this.#path.length);
  }

  /** Whether a subcommand stands behind a word which may be the value of an option that nobody knows. */
  #hasSubcommandBehind(at: number): boolean {
    if (this.#positionals.length > 0 || !this.#hasSubcommands()) return false;
    return this.#words.slice(at + 1, at + 1 + mostStarts).some((word) => {
      const text = staticText(word);
      return text !== undefined && this.#nextWord(text) !== undefined;
    });
  }

  #isOption(known: string, word: Shape): boolean {
    if (this.#dialect === 'cmd') return /^\/[A-Za-z?]/.test(known) && !known.slice(1).includes('/');
    if (this.#dialect === 'powershell') return /^-[A-Za-z]/.test(known);
    if (/^-./.test(known) || (known === '-' && staticText(word) === undefined)) return true;
    if (/^\+./.test(known)) return this.#find(known) !== undefined;
    return this.#known().keys.some(({ names }) =>
      names.some((name) => name.endsWith('=') && known.startsWith(name)),
    );
  }

  #known(): OptionIndex {
    return this.#stage.optionsOf(this.#form);
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

  /** Takes an option, and its value where it has one; gives the index of the last word taken. */
  #readOption(word: Shape, known: string, at: number): number {
    const text = staticText(word);
    const sign = this.#dialect === 'posix' ? known.indexOf('=') : known.indexOf(':');
    const key = this.#known().keys.find(({ names }) =>
      names.some((name) => name.endsWith('=') && !name.startsWith('-') && known.startsWith(name)),
    );
    if (key !== undefined) {
      const [name = ''] = key.names;
      this.#take(key, rest(word, name.length), at);
      return at;
    }
    const name = sign > 0 ? known.slice(0, sign) : known;
    const entry = this.#find(name);
    if (entry !== undefined) {
      if (sign > 0) {
        this.#take(entry, rest(word, sign + 1), at);
        return at;
      }
      if (text === undefined) {
        // Its end is not known: it may be this option, or another that begins like it.
        this.#open = true;
        this.#options.push({ names: entry.names, value: undefined, certain: false });
        return at;
      }
      return this.#takeWithNext(entry, at);
    }
    if (/^-[^-]./.test(known) && this.#dialect === 'posix' && !this.#hasLongNames(known))
      return this.#readMerged(word, known, at);
    if (text === undefined && sign < 0) this.#open = true;
    const value = sign > 0 ? rest(word, sign + 1) : undefined;
    this.#options.push({ names: [name], value, certain: true });
    if (value !== undefined)
      this.#values.push({ value, uses: guess(value), role: undefined, at, option: name });
    else this.#hungry = at;
    this.#choose();
    return at;
  }

  /** Whether the program has options of several letters with one dash, and this may be one. */
  #hasLongNames(known: string): boolean {
    const { hasLongNames, byName } = this.#known();
    return hasLongNames && !byName.has(known.slice(0, 2));
  }

  /** `-uf`, `-n5`, `-Cdir`: options of one letter; the first that takes a value takes what is left. */
  #readMerged(word: Shape, known: string, at: number): number {
    for (let letter = 1; letter < known.length; letter++) {
      const name = `-${known[letter]}`;
      const entry = this.#find(name);
      if (entry === undefined) {
        this.#options.push({ names: [name], value: undefined, certain: true });
        if (letter + 1 === known.length) this.#hungry = at;
        continue;
      }
      const attached = letter + 1 < known.length || staticText(word) === undefined;
      if (entry.value === 'none') this.#take(entry, undefined, at);
      else if (attached) {
        this.#take(entry, rest(word, known[letter + 1] === '=' ? letter + 2 : letter + 1), at);
        return at;
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
      return at;
    }
    this.#take(entry, this.#words[at + 1], at + 1);
    return at + 1;
  }

  #take(entry: OptionEntry, value: Shape | undefined, at: number): void {
    this.#options.push({ names: entry.names, value, certain: true });
    if (value !== undefined && entry.value !== 'none') {
      this.#values.push({ value, uses: entry.uses, role: entry.role, at, option: entry.names[0] });
    }
    this.#choose();
  }

  /** Goes into a subcommand, where the word is one. */
  #enterSubcommand(text: string): boolean {
    if (this.#positionals.length > 0) return false;
    const next = this.#nextWord(text);
    if (next === undefined) return false;
    this.#path.push(next);
    this.#stage = stageOf(this.#entry, this.#path);
    this.#choose();
    return true;
  }

  /** The canonical spelling of a word that is a subcommand here. */
  #nextWord(text: string): string | undefined {
    return this.#stage.next.get(this.#dialect === 'posix' ? text : text.toLowerCase());
  }

  /** The form for the subcommand and the options so far: of those for the longest path, one that an option asks for. */
  #choose(): void {
    const { plain, asked: forms } = this.#stage;
    const asked = longest(
      forms.filter(({ given }) =>
        this.#options.some(({ names }) => names.some((name) => given.includes(name))),
      ),
    );
    const isNearer = asked !== undefined && (plain === undefined || asked.words.length >= plain.words.length);
    this.#form = (isNearer ? asked : plain) ?? this.#form;
  }

  /** Whether the words from here on are a command of their own: then they are taken as one value. */
  #runsFrom(at: number, plain: boolean): boolean {
    if (this.#form.wraps !== undefined && !plain) {
      this.#readWrapped(at, this.#form.wraps);
      return true;
    }
    const operand = operandAt(this.#form.operands, this.#positionals, this.#words[at]);
    if (operand === undefined || !operand.uses.some(({ name }) => name === 'run' || name === 'shell-words'))
      return false;
    const value = this.#words[at];
    if (value !== undefined)
      this.#values.push({ value, uses: operand.uses, role: operand.role, at, option: undefined });
    return true;
  }

  /**
   * The command that a wrapper of a policy runs. Behind an option that nobody
   * knows, a word may be its value or the command: each of them is possible.
   * What stands behind `--` is the command, unless a program before it that is
   * known may take the dashes for itself.
   */
  #readWrapped(first: number, wraps: 'words' | 'dashes'): void {
    const isBehindUnknown = this.#hungry === first - 1;
    const starts = this.#startsFrom(first, isBehindUnknown);
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

  /** Where the command of a wrapper may begin: at the first word that is no value of an option, for all that is known. */
  #startsFrom(first: number, isBehindUnknown: boolean): readonly number[] {
    const starts: number[] = [];
    let mayBeValue = isBehindUnknown;
    for (let at = first; at < this.#words.length && starts.length < mostStarts; at++) {
      const word = this.#words[at];
      const known = word === undefined ? undefined : knownStart(word);
      if (word === undefined || known === '--') break;
      if (known !== undefined && at > first && this.#isOption(known, word)) {
        const entry = this.#find(known.replace(/=.*$/s, ''));
        if (entry?.value === 'required' && !known.includes('=')) at++;
        mayBeValue = entry === undefined && !known.includes('=');
        continue;
      }
      starts.push(at);
      if (!mayBeValue) break;
      mayBeValue = false;
    }
    return starts;
  }

  /** Gives operands their roles: those behind one that repeats are taken from the end. */
  #assignOperands(): void {
    const hasCode = this.#values.some(
      ({ option, uses }) => option !== undefined && uses.some(({ name }) => name === 'code'),
    );
    const entries = this.#form.operands.filter(
      ({ uses }) =>
        !uses.some(({ name }) => name === 'run' || name === 'shell-words') &&
        // `sed -e script file`: the script has been given, and no operand is one.
        !(hasCode && uses.some(({ name }) => name === 'code')),
    );
    const repeating = entries.findIndex(({ repeat }) => repeat === 'any' || repeat === 'some');
    const before = repeating < 0 ? entries : entries.slice(0, repeating);
    const after = repeating < 0 ? [] : entries.slice(repeating + 1);
    const count = this.#positionals.length;
    const fixedAfter = Math.min(
      after.length,
      Math.max(0, count - (entries[repeating]?.repeat === 'some' ? 1 : 0)),
    );
    let skipped = 0;
    this.#positionals.forEach(({ value, at }, index) => {
      let position = index - skipped;
      let entry = before[position];
      // `NAME=VALUE` words come first, as long as there are some.
      while (entry?.uses.some(({ name }) => name === 'env') === true && !isAssignment(value)) {
        position++;
        entry = before[position];
      }
      if (before[index - skipped]?.uses.some(({ name }) => name === 'env') === true && isAssignment(value))
        skipped++;
      if (entry === undefined && repeating >= 0) {
        const fromEnd = count - index;
        entry = fromEnd <= fixedAfter ? after[after.length - fromEnd] : entries[repeating];
      }
      const uses = entry === undefined ? guess(value) : entry.uses;
      this.#values.push({ value, uses, role: entry?.role ?? 'argument', at, option: undefined });
    });
  }
}

/** The operand for the next word: assignments come first, and count for nothing else. */
function operandAt(
  operands: readonly OperandEntry[],
  before: readonly Positional[],
  word: Shape | undefined,
): OperandEntry | undefined {
  const takesEnv = operands.find(({ uses }) => uses.some(({ name }) => name === 'env'));
  const others = operands.filter((operand) => operand !== takesEnv);
  let left =
    takesEnv === undefined ? before.length : before.filter(({ value }) => !isAssignment(value)).length;
  if (takesEnv !== undefined && left === 0 && word !== undefined && isAssignment(word)) return takesEnv;
  for (const operand of others) {
    if (left === 0 || operand.repeat === 'any' || operand.repeat === 'some') return operand;
    left--;
  }
  return undefined;
}

const isAssignment = ({ pieces }: Shape): boolean =>
  pieces[0]?.kind === 'text' && /^[A-Za-z_][A-Za-z0-9_]*=/.test(pieces[0].text);

/** The known characters at the start of a word; undefined where not even those are known. */
function knownStart({ pieces }: Shape): string | undefined {
  const [first] = pieces;
  if (first === undefined) return '';
  if (first.kind === 'text') return first.text;
  return first.kind === 'any' ? undefined : '\u0000';
}

/** What is left of a word behind its first characters. */
function rest(word: Shape, from: number): Shape {
  const [first, ...others] = word.pieces;
  if (first?.kind !== 'text') return word;
  const text = first.text.slice(from);
  return { pieces: text === '' ? others : [{ kind: 'text', text }, ...others], source: word.source };
}

const possibleRead: readonly Use[] = [
  { name: 'read', certain: false },
  { name: 'write', certain: false },
];

/** What a word of which nothing is known could be used for: its spelling says. */
function guess(value: Shape): readonly Use[] {
  const text = staticText(value) ?? showShape(value);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [{ name: 'url', certain: false }];
  if (value.pieces[0]?.kind === 'home') return possibleRead;
  if (/\s/.test(text) || text.length > 400) return [];
  if (/^(?:\.{0,2}\/|~(?:\/|$)|\.\.?$|[A-Za-z]:[\\/])/.test(text) || /^[^=:@,]*\/[^=:]*$/.test(text))
    return possibleRead;
  return /^[\w.-]*\.[A-Za-z][A-Za-z0-9]{0,4}$/.test(text) || /^\.[A-Za-z]/.test(text) ? possibleRead : [];
}

/** A program that is in no table: its words by their spelling alone. */
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
      options.push({ names: [name], value, certain: true });
      if (sign < 0 && /^-[A-Za-z]{2,}$/.test(known)) {
        for (const letter of known.slice(1))
          options.push({ names: [`-${letter}`], value: undefined, certain: false });
      }
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
  };
}
