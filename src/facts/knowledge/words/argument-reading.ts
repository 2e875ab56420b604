/** What is known of an invocation while its words are read. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { CommandOption } from '../../effect/effect.ts';
import { fileAt } from '../notation/file-address.ts';
import { isBeginning, isWordsNotation, partsOf } from '../notation/notation.ts';
import type { FormEntry, OptionEntry, ProgramEntry, Use } from '../table/entry.ts';
import type { Knowledge } from '../table/knowledge.ts';
import { noTraits } from '../table/read-columns.ts';
import type { NotationName, UseName } from '../table/use-names.ts';
import type { UsedValue, WordDialect } from './invocation.ts';
import { isUsed } from './operand-places.ts';
import { type OptionIndex, type Stage, stageOf } from './stage.ts';
import { withExtra } from './unlisted-program.ts';
import { startsOption } from './word-parts.ts';

/** One invocation while its words are read. Each word reduces the forms that it can still be. */
export class ArgumentReading {
  readonly entry: ProgramEntry;
  readonly programs: Knowledge['programs'];
  readonly name: string;
  readonly words: readonly Shape[];
  readonly dialect: WordDialect;
  readonly options: CommandOption[] = [];
  readonly values: UsedValue[] = [];
  readonly path: string[] = [];
  positionals: Positional[] = [];
  /** Whether a word may be the value of an unlisted option, so that the operands after it move one place. */
  isMoved = false;
  /** The first word of a command that it runs, which may then be an operand. */
  moved: Positional | undefined;
  form: FormEntry;
  /** What the tables say for the subcommand words so far. */
  stage: Stage;
  /** The options and operands of the form at this stage; undefined until they are needed. */
  index: OptionIndex | undefined;
  open = false;
  /** A word that is not known is at the place of a subcommand. */
  mayEnter = false;
  /** The position of a word that is not known and that no operand is in front of. */
  start: number | undefined;
  /** Commands that run for each found file, and their positions. */
  readonly fileCommands: { readonly words: readonly Shape[]; readonly at: number }[] = [];
  /** The position of an unlisted option: the next word may be its value. */
  unlisted = -2;
  /** The position of an option whose optional value is missing. */
  optional = -2;

  constructor(
    entry: ProgramEntry,
    name: string,
    words: readonly Shape[],
    dialect: WordDialect,
    programs: Knowledge['programs'],
  ) {
    this.entry = entry;
    this.programs = programs;
    this.name = name;
    this.words = words;
    this.dialect = dialect;
    this.stage = stageOf(entry);
    this.form = this.stage.plain ?? noForm;
  }

  addPositional(value: Shape, at: number, plain: boolean): void {
    const mayBeValue = !plain && this.unlisted === at - 1;
    if (mayBeValue) this.isMoved = true;
    const mayBeEnding = this.optional === at - 1 && staticText(value) === '';
    this.positionals.push({ value, at, plain, mayBeValue, mayBeEnding });
  }

  hasSubcommands(): boolean {
    return this.stage.next.size > 0;
  }

  /** Whether a subcommand follows a word that may be the value of an unlisted option. */
  hasSubcommandBehind(at: number): boolean {
    if (this.positionals.length > 0 || !this.hasSubcommands()) return false;
    return this.words.slice(at + 1, at + 1 + mostStarts).some((word) => {
      const text = staticText(word);
      return text !== undefined && this.nextWord(text) !== undefined;
    });
  }

  isOption(known: string, word: Shape): boolean {
    if (this.name === 'cmd' && this.dialect === 'cmd') return /^\/{1,2}[A-Za-z?]/.test(known);
    if (this.dialect === 'cmd')
      return known.startsWith('-')
        ? this.find(known.replace(/:.*$/s, '')) !== undefined
        : /^\/[A-Za-z?]/.test(known) && !known.slice(1).includes('/');
    if (this.dialect === 'powershell') return /^-[A-Za-z]/.test(known);
    if (startsOption(known) || (known === '-' && staticText(word) === undefined)) return true;
    if (known === '+') return this.find('+') !== undefined;
    if (/^\+./.test(known)) return this.find(known) !== undefined || this.takesPlus(known);
    const { keys } = this.known();
    return (
      keys.length > 0 &&
      keys.some(({ names }) => names.some((name) => name.endsWith('=') && known.startsWith(name)))
    );
  }

  /** Options that begin with a plus: letters in `bash +x`, one option with a value in `vim +cmd`. */
  takesPlus(known: string): boolean {
    if (this.find('+') !== undefined) return true;
    return this.form.traits.language === 'shell' && /^\+[A-Za-z]+$/.test(known);
  }

  /** The options of the form and of the forms around it; if an option selects the form, also those of the form without that option. */
  known(): OptionIndex {
    this.index ??= this.stage.optionsOf(this.form);
    return this.index;
  }

  find(name: string): OptionEntry | undefined {
    const { byName, all: options } = this.known();
    const exact = byName.get(name);
    if (exact !== undefined) return exact;
    if (this.dialect !== 'posix') {
      const folded = name.toLowerCase();
      const same = options.filter(({ names }) => names.some((each) => each.toLowerCase() === folded));
      if (same.length > 0) return same[0];
      // Most programs of Windows also take `-s` for `/s`.
      if (this.dialect === 'cmd') return name.startsWith('-') ? this.find(`/${name.slice(1)}`) : undefined;
      const abbreviated = options.filter(({ names }) =>
        names.some((each) => each.toLowerCase().startsWith(folded)),
      );
      return abbreviated.length > 0 ? abbreviated[0] : undefined;
    }
    if (!isLong(name)) return undefined;
    const abbreviated = this.begunBy(name);
    // `terraform apply --auto-approve`: a program whose long options have one dash mostly takes two as well.
    if (abbreviated.length === 0) return byName.get(name.slice(1));
    return abbreviated.length === 1 ? abbreviated[0] : undefined;
  }

  /**
   * The long options with this beginning. Each of several may be meant: the program may not have the others, or none
   * at this place.
   */
  begunBy(name: string): readonly OptionEntry[] {
    const isKnown = this.stage.asked.some(({ given }) => given.includes(name));
    if (this.dialect !== 'posix' || !isLong(name) || isKnown) return [];
    const begun = new Map<string, OptionEntry>();
    for (const option of this.known().all) {
      const [canonical = ''] = option.names;
      if (!begun.has(canonical) && option.names.some((each) => each.startsWith(name)))
        begun.set(canonical, option);
    }
    return [...begun.values()];
  }

  take(entry: OptionEntry, value: Shape | undefined, at: number): void {
    this.options.push(
      entry.value === 'none' ? withExtra(entry.names, value) : { names: entry.names, value, certain: true },
    );
    if (value !== undefined && entry.value !== 'none') this.addValue(entry, value, at, entry.names[0]);
    // `--dry-run=$X` may be on or off: the command may be what it is without the switch.
    if (value !== undefined && entry.value === 'none' && staticText(value) === undefined) this.open = true;
    this.choose();
  }

  /** Records a value with its uses, and the values inside it. */
  addValue(
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
    this.values.push({ value, uses, role, at, option });
    if (path === undefined && notation === undefined) return;
    if (path !== undefined) this.addPart(path, [certainly('read')], undefined, at, option);
    for (const part of parts) {
      const file = part.uses.some(({ name }) => name === 'url') ? fileAt(part.value) : undefined;
      if (part.isOperand === true)
        this.values.push({ value: part.value, uses: part.uses, role: part.role, at, option: undefined });
      else if (file === undefined) this.addPart(part.value, part.uses, part.role, at, option);
      else this.addPart(file, [certainly('read')], undefined, at, option);
    }
  }

  /** A value that only may be that of an option: what the option does with it is possible. */
  addPerhaps({ uses, notation, names }: OptionEntry, value: Shape, at: number): void {
    const parts = notation === undefined || isWordsNotation(notation) ? [] : partsOf(notation, value);
    for (const each of [{ value, uses, role: undefined }, ...parts])
      if (each.uses.length > 0)
        this.addPart(
          each.value,
          each.uses.map(({ name }): Use => ({ name, certain: false })),
          each.role,
          at,
          names[0],
        );
  }

  /** A value inside another is no operand. */
  addPart(
    value: Shape,
    uses: readonly Use[],
    role: string | undefined,
    at: number,
    option: string | undefined,
  ): void {
    this.values.push({ value, uses, role, at, option: option ?? '' });
  }

  /** Enters a subcommand, if the word is one. */
  enterSubcommand(text: string): boolean {
    if (this.positionals.length > 0) return false;
    const next = this.nextWord(text);
    if (next === undefined) return false;
    this.path.push(next);
    this.stage = this.stage.behind(next);
    this.index = undefined;
    this.choose();
    return true;
  }

  /** The canonical spelling of a word that is a subcommand at this stage. */
  nextWord(text: string): string | undefined {
    return this.stage.next.get(this.dialect === 'posix' ? text : text.toLowerCase());
  }

  /** The form for the subcommand and the options so far: the longest path wins, and then a form that an option selects. */
  choose(): void {
    const { plain, asked: forms } = this.stage;
    let asked: FormEntry | undefined;
    for (const form of forms)
      if (this.isAsked(form) && (asked === undefined || form.words.length > asked.words.length)) asked = form;
    const isNearer = asked !== undefined && (plain === undefined || asked.words.length >= plain.words.length);
    const form = (isNearer ? asked : plain) ?? this.form;
    if (form === this.form) return;
    this.form = form;
    this.index = undefined;
  }

  /** Whether an option selects the form. */
  isAsked({ given }: FormEntry): boolean {
    // A later one takes an earlier one of the same name back: `--dry-run --dry-run=false`.
    const asked = new Map<string, boolean>();
    for (const option of this.options)
      if (option.isOneOfSeveral !== true && option.names.some((name) => given.includes(name)))
        asked.set(option.names[0] ?? '', !isOff(option));
    return [...asked.values()].includes(true);
  }
}

/** Whether a name is that of a long option, or its beginning. */
const isLong = (name: string): boolean => name.startsWith('--') && name.length > 2;

/** Whether a switch has a value that switches it off: `--dry-run=false`. */
const isOff = ({ isExtra, value }: CommandOption): boolean =>
  isExtra === true && value !== undefined && /^(?:false|f|0|no|n|off)$/i.test(staticText(value) ?? '');

export interface Positional {
  readonly value: Shape;
  readonly at: number;
  /** It comes after `--`. */
  readonly plain: boolean;
  /** It follows an option that is in no table, and may be its value. */
  readonly mayBeValue: boolean;
  /** It is empty and follows an option with an optional value. On BSD it is that value (`sed -i ''`). */
  readonly mayBeEnding: boolean;
}

/** The form of a program that always needs an option or a subcommand. */
const noForm: FormEntry = { words: [], given: [], options: [], operands: [], traits: noTraits };

export const certainly = (name: UseName): Use => ({ name, certain: true });

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

/** The limit of words after unlisted options that are checked. */
export const mostStarts = 16;
