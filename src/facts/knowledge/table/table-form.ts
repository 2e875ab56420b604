/** Forms of programs, and forms that a later line of a table adds to. */
import { once } from '../../../language/once.ts';
import type { FormEntry, OptionEntry, Traits } from './entry.ts';
import { type Columns, noTraits } from './read-columns.ts';

/** The words and options that select a form. */
interface Called extends Pick<FormEntry, 'words' | 'given'> {
  readonly wraps?: FormEntry['wraps'] | undefined;
}

/**
 * A form whose columns are read when they are first needed: a call uses one form of a program, and some programs have
 * hundreds. Forms and columns are classes because an object with its own getters takes fifteen times the memory.
 */
export class Form implements FormEntry {
  readonly words: FormEntry['words'];
  readonly given: FormEntry['given'];
  readonly wraps?: NonNullable<FormEntry['wraps']>;
  readonly columns: Columns;

  constructor({ words, given, wraps }: Called, columns: Columns) {
    this.words = words;
    this.given = given;
    if (wraps !== undefined) this.wraps = wraps;
    this.columns = columns;
  }

  get options(): FormEntry['options'] {
    return this.columns.options;
  }

  get operands(): FormEntry['operands'] {
    return this.columns.operands;
  }

  get traits(): FormEntry['traits'] {
    return this.columns.traits;
  }
}

/** A form under other words. */
export const withWords = ({ given, wraps, columns }: Form, words: FormEntry['words']): Form =>
  new Form({ words, given, wraps }, columns);

/** The columns of a form, with those of a line about all forms of the program. */
class MoreColumns implements Columns {
  readonly #form: Form;
  readonly #more: Form;
  /** Whether the line is about exactly this form. */
  readonly #isSame: boolean;
  #options: FormEntry['options'] | undefined;
  #traits: FormEntry['traits'] | undefined;

  constructor(form: Form, more: Form) {
    this.#form = form;
    this.#more = more;
    this.#isSame = form.words.length === more.words.length && form.given.length === 0;
  }

  get options(): FormEntry['options'] {
    const { options } = this.#more;
    const { options: own } = this.#form;
    this.#options ??= [...(this.#isSame ? options : options.filter(isOneOf(own))), ...own];
    return this.#options;
  }

  get operands(): FormEntry['operands'] {
    return (this.#isSame && this.#more.operands.length > 0 ? this.#more : this.#form).operands;
  }

  get traits(): FormEntry['traits'] {
    // A form is used for each command, so its traits are merged once.
    this.#traits ??= this.#isSame
      ? { ...this.#form.traits, ...changed(this.#more.traits) }
      : this.#form.traits;
    return this.#traits;
  }
}

/** A form with the options of another one before its own; if it has the same words, also with the other columns. */
export const withMore = (form: Form, more: Form): Form => new Form(form, new MoreColumns(form, more));

/** A form that inherits the traits of the form around it. */
export function formBelow(forms: readonly Form[], form: Form): Form {
  const around = forms.filter(({ words, given }) => given.length === 0 && startsWith(form, words));
  const [parent] = around.sort((a, b) => b.words.length - a.words.length);
  const traits = once(() => ({ ...(parent?.traits ?? noTraits), ...changed(form.traits) }));
  return new Form(form, {
    get options() {
      return form.options;
    },
    get operands() {
      return form.operands;
    },
    get traits() {
      return traits();
    },
  });
}

const isOneOf =
  (options: readonly OptionEntry[]) =>
  ({ names }: OptionEntry): boolean =>
    options.some((each) => each.names.some((name) => names.includes(name)));

/** The traits that differ from the default ones. */
const changed = (traits: Traits): Partial<Traits> =>
  Object.fromEntries(
    Object.entries(traits).filter(([name, value]) => value !== noTraits[name as keyof Traits]),
  );

export const startsWith = (form: FormEntry, words: FormEntry['words']): boolean =>
  words.every((synonyms, at) => synonyms.some((word) => form.words[at]?.includes(word)));

/** Whether there are words that select both forms. */
export const isSame = (a: FormEntry, b: FormEntry): boolean =>
  a.words.length === b.words.length &&
  a.given.length === b.given.length &&
  a.words.every((synonyms, at) => synonyms.some((word) => b.words[at]?.includes(word))) &&
  a.given.every((option, at) => option === b.given[at]);
