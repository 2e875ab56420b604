/**
 * The format of the tables of commands: text → entries. Each line is one form of a program:
 * `names words : options | operands | traits`. Reading a table also checks it: each mistake is an error with its line.
 */
import { once } from '../../language/once.ts';
import {
  type FilterTrait,
  type FormEntry,
  notationNames,
  type OperandEntry,
  type OptionEntry,
  type ProgramEntry,
  type Spelling,
  type Stdin,
  type Traits,
  type Use,
  type UseName,
  useNames,
  type ValueEntry,
} from './entry.ts';

export const noTraits: Traits = {
  language: undefined,
  stdin: 'none',
  alone: undefined,
  entrypoint: undefined,
  saves: false,
  mirrors: [],
  stdout: 'own',
  recursive: false,
  elevates: false,
  manager: undefined,
  installs: false,
  spawns: false,
  connects: [],
  registry: undefined,
  aloneRegistry: undefined,
  offline: false,
  sendsStdin: false,
  implied: [],
  fixed: [],
  bundled: false,
  undashes: false,
  elsewhere: false,
  sees: [],
  keeps: undefined,
  patches: false,
  pushes: false,
  clones: false,
  unpacks: undefined,
  parents: [],
  nests: [],
  places: [],
  backs: [],
  joins: [],
  spares: [],
  leaves: [],
  passes: [],
  filters: undefined,
  empties: [],
  clears: [],
  stays: [],
  lists: [],
  each: false,
  expression: false,
};

/** A mistake in a table: where it is and what to do. */
export class TableError extends Error {}

interface Program {
  names: readonly string[];
  readonly forms: Form[];
  readonly spellings: Spelling[];
}

/** Reads a table. Throws `TableError` at the first mistake: the tables are part of bylaw, and a wrong one must not load. */
export function readTable(text: string, name: string): readonly ProgramEntry[] {
  const programs = readPrograms(text, name, 'every');
  for (const { options, operands, traits } of programs.flatMap(({ forms }) => forms))
    void [options, operands, traits];
  return programs;
}

/**
 * Reads a table that has no mistakes. The columns of a form are read when they are first needed, because a call uses one
 * form of a program, and some programs have hundreds.
 */
export const readTableLazily = (text: string, name: string): readonly ProgramEntry[] =>
  readPrograms(text, name, 'few');

/** Which forms are compared with a new one to find duplicates: `few` are those that it could replace. */
type Compared = 'every' | 'few';

function readPrograms(text: string, name: string, compared: Compared): readonly ProgramEntry[] {
  const programs = new Map<string, Program>();
  const find = (wanted: string): Program | undefined =>
    programs.get(wanted) ?? [...programs.values()].find(({ names }) => names.includes(wanted));
  // Forms that came from a shared line come after the program's own ones.
  const inherited = new Set<Form>();
  const groups: Groups = new Map();
  text.split('\n').forEach((line, index) => {
    if (line === '') return;
    if (line.startsWith('@')) {
      const colon = line.indexOf(' : ');
      groups.set(line.slice(0, colon), tokens(line.slice(colon + 3)));
      return;
    }
    const fail = (message: string): never => {
      throw new TableError(`${name}:${index + 1}: ${message}: ${line.slice(0, 120)}`);
    };
    if (/\s[=~]\s/.test(line)) {
      addSpelling(line, programs, find, compared, fail);
      return;
    }
    const { names, forms, adds } = readLine(line, groups, fail);
    const [canonical = ''] = names;
    if (adds) {
      addToForms(names, forms, programs, find, fail);
      return;
    }
    const known = programs.get(canonical);
    const shared = known === undefined ? find(canonical) : undefined;
    if (known !== undefined) {
      if (names.length > 1) fail('the other names of a program stand at its first line only');
      addForms(known.forms, forms, inherited, compared, fail);
      return;
    }
    const own: Form[] = [];
    if (shared !== undefined) {
      // A program that shared its forms with others until here gets its own copy.
      shared.names = shared.names.filter((each) => each !== canonical);
      own.push(...shared.forms.map((form) => withWords(form, form.words)));
      for (const form of own) inherited.add(form);
    }
    addForms(own, forms, inherited, compared, fail);
    programs.set(canonical, { names, forms: own, spellings: [...(shared?.spellings ?? [])] });
  });
  return [...programs.values()];
}

/**
 * `tar also : -I=shell`: options that all forms of a program have, before those of their own lines. Operands and other
 * traits belong only to the form with exactly these words, which may be new.
 */
function addToForms(
  names: readonly string[],
  added: readonly Form[],
  programs: Map<string, Program>,
  find: (name: string) => Program | undefined,
  fail: Fail,
): void {
  const found = new Set(names.map((name) => find(name) ?? fail(`\`${name}\` is no program above this line`)));
  for (const program of found) {
    const isThere = ({ words }: FormEntry): boolean =>
      program.forms.some((each) => each.words.length === words.length && startsWith(each, words));
    const forms = program.forms.map((form) => {
      const more = added.find(({ words }) => startsWith(form, words));
      return more === undefined ? form : withMore(form, more);
    });
    forms.push(...added.filter((form) => !isThere(form)).map((form) => below(program.forms, form)));
    const own = program.names.filter((each) => names.includes(each));
    const others = program.names.filter((each) => !names.includes(each));
    for (const [key, each] of programs) if (each === program) programs.delete(key);
    programs.set(own[0] ?? '', { names: own, forms, spellings: [...program.spellings] });
    if (others.length > 0) programs.set(others[0] ?? '', { ...program, names: others });
  }
}

const startsWith = (form: FormEntry, words: FormEntry['words']): boolean =>
  words.every((synonyms, at) => synonyms.some((word) => form.words[at]?.includes(word)));

/** Adds forms to those of a program. Each form exists once; a new one may replace a form from a shared line. */
function addForms(
  to: Form[],
  forms: readonly Form[],
  inherited: Set<Form>,
  compared: Compared,
  fail: Fail,
): void {
  if (compared === 'few' && inherited.size === 0) {
    to.push(...forms);
    return;
  }
  for (const form of forms) {
    const at = to.findIndex((each) => isSame(each, form));
    const before = to[at];
    if (before === undefined) to.push(form);
    else if (inherited.delete(before)) to[at] = form;
    else fail(`\`${form.words.map(([word]) => word).join(' ')}\` is here twice`);
  }
}

/** Whether there are words that select both forms. */
const isSame = (a: FormEntry, b: FormEntry): boolean =>
  a.words.length === b.words.length &&
  a.given.length === b.given.length &&
  a.words.every((synonyms, at) => synonyms.some((word) => b.words[at]?.includes(word))) &&
  a.given.every((option, at) => option === b.given[at]);

/**
 * `docker container run = docker run`: the forms of the command on the right, and those below it, also exist under the
 * name on the left. `kubectl delete po ~ kubectl delete pod`: the same for words that are operands and not subcommands;
 * only rules use it.
 */
function addSpelling(
  line: string,
  programs: Map<string, Program>,
  find: (name: string) => Program | undefined,
  compared: Compared,
  fail: Fail,
): void {
  const sign = line.search(/\s[=~]\s/);
  const hasForms = line[sign + 1] === '=';
  const [name = [], ...long] = tokens(line.slice(0, sign)).map((word) => word.split(','));
  const [program = ''] = name;
  const [meant = '', ...short] = tokens(line.slice(sign + 2));
  const from = find(meant) ?? fail(`\`${meant}\` is no program of this table`);
  const to = find(program) ?? { names: name, forms: [], spellings: [] };
  if (find(program) === undefined) programs.set(program, to);
  if (hasForms) {
    const below = from.forms.filter(
      (form) => short.every((word, at) => form.words[at]?.[0] === word) && !(to === from && spelt.has(form)),
    );
    if (below.length === 0) fail(`\`${meant} ${short.join(' ')}\` is no command of this table`);
    const forms = below.map((form) => withWords(form, [...long, ...form.words.slice(short.length)]));
    if (to === from) for (const form of forms) spelt.add(form);
    addForms(to.forms, forms, new Set(), compared, fail);
  }
  // For rules, synonyms of a subcommand are one word; those of an operand are not.
  const paths = long.reduce<readonly (readonly string[])[]>(
    (all, words) =>
      (hasForms ? words.slice(0, 1) : words).flatMap((word) => all.map((path) => [...path, word])),
    [[]],
  );
  const isOwn = to === from;
  for (const words of paths) {
    const spelling: Spelling = [
      { program: isOwn ? undefined : program, words },
      { program: isOwn ? undefined : meant, words: short },
    ];
    for (const each of new Set([to, from])) each.spellings.push(spelling);
  }
}

/** The forms that a program has under other words. They do not nest: `gcloud beta` and `gcloud alpha` never follow one another. */
const spelt = new WeakSet<Form>();

/** The names of programs in a line. A statement about one of them may hold for the others. */
export function programsOnLine(line: string): readonly string[] {
  const names = nameAt(line, 0).split(',');
  const sign = Math.max(line.indexOf(' = '), line.indexOf(' ~ '));
  return sign < 0 ? names : [...names, nameAt(line, sign + 3)];
}

/** The word that begins at this offset of a line. */
function nameAt(line: string, start: number): string {
  let end = start;
  while (end < line.length && line[end] !== ' ' && line[end] !== '\n') end++;
  return line.slice(start, end);
}

type Fail = (message: string) => never;

/** Groups of options, by their names: `@docker-run`. */
type Groups = Map<string, readonly string[]>;

/** `a/b` means two forms with the same columns, one for each name. */
function readLine(
  line: string,
  groups: Groups,
  fail: Fail,
): { readonly names: readonly string[]; readonly forms: readonly Form[]; readonly adds: boolean } {
  const colon = line.search(/\s:(?:\s|$)/);
  if (colon < 0) return fail('a colon with blanks around it must stand after the name');
  const [head = '', ...rest] = [line.slice(0, colon).trim(), line.slice(colon + 2)];
  const [options = '', operands = '', traits = '', ...more] = rest.join('').split(/\s*\|\s*/);
  if (more.length > 0) fail('there are more than three columns');
  const [first = '', ...others] = head.split(/\s+/);
  const adds = others[others.length - 1] === 'also';
  const given = others.indexOf('given');
  const words = given < 0 ? others.slice(0, adds ? -1 : undefined) : others.slice(0, given);
  const read = new LineColumns({ options, operands, traits }, groups, fail);
  const form = {
    given: given < 0 ? [] : others.slice(given + 1).flatMap((each) => each.split(',')),
    // The command comes after `--`, whatever is before it.
    ...(tokens(traits).includes('dashes') ? { wraps: 'dashes' as const } : {}),
  };
  const paths = words.reduce<readonly (readonly string[])[][]>(
    (before, word) => before.flatMap((path) => word.split('/').map((each) => [...path, each.split(',')])),
    [[]],
  );
  return {
    names: first.split(','),
    forms: paths.map((path) => new Form({ ...form, words: path }, read)),
    adds,
  };
}

/** The words and options that select a form. */
interface Called extends Pick<FormEntry, 'words' | 'given'> {
  readonly wraps?: FormEntry['wraps'] | undefined;
}

/** The parsed columns of a line. */
type Columns = Pick<FormEntry, 'options' | 'operands' | 'traits'>;

/**
 * A form whose columns are read when they are first needed: a call uses one form of a program, and some programs have
 * hundreds. Forms and columns are classes because an object with its own getters takes fifteen times the memory.
 */
class Form implements FormEntry {
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

/** The columns of a line as written, and as parsed. */
class LineColumns implements Columns {
  readonly #text: Readonly<Record<keyof Columns, string>>;
  readonly #groups: Groups;
  readonly #fail: Fail;
  #options: FormEntry['options'] | undefined;
  #operands: FormEntry['operands'] | undefined;
  #traits: FormEntry['traits'] | undefined;

  constructor(text: Readonly<Record<keyof Columns, string>>, groups: Groups, fail: Fail) {
    this.#text = text;
    this.#groups = groups;
    this.#fail = fail;
  }

  get options(): FormEntry['options'] {
    this.#options ??= tokens(this.#text.options)
      .flatMap((token) => this.#groups.get(token) ?? [token])
      .map((token) => readOption(token, this.#fail));
    return this.#options;
  }

  get operands(): FormEntry['operands'] {
    this.#operands ??= tokens(this.#text.operands).map((token) => readOperand(token, this.#fail));
    return this.#operands;
  }

  get traits(): FormEntry['traits'] {
    this.#traits ??= readTraits(tokens(this.#text.traits), this.#fail);
    return this.#traits;
  }
}

/** A form under other words. */
const withWords = ({ given, wraps, columns }: Form, words: FormEntry['words']): Form =>
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
const withMore = (form: Form, more: Form): Form => new Form(form, new MoreColumns(form, more));

/** A form that inherits the traits of the form around it. */
function below(forms: readonly Form[], form: Form): Form {
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

const tokens = (column: string): string[] => column.split(/\s+/).filter((token) => token !== '');

/** `-f,--force`, `-o,--output=write`, `--color[=text]`, `of==write`, `-agentpath:=load`, `--image=image:text`, `-F=<curl-form>`. */
function readOption(token: string, fail: Fail): OptionEntry {
  const key = /^([a-z]+=|-[\w/]+:)=(.+)$/.exec(token);
  if (key !== null) return { names: [key[1] ?? ''], value: 'required', ...readValue(key[2] ?? '', fail) };
  const [, names = '', , optional, required] =
    /^((?:[-+][^\s,=[]+|\/[^\s,=[]+|\+)(?:,(?:[-+][^\s,=[]+|\/[^\s,=[]+))*)(\[=([^\]]+)\]\??|=(.+))?$/.exec(
      token,
    ) ?? fail(`\`${token}\` is no option`);
  const list = names.split(',');
  if (optional !== undefined)
    return {
      names: list,
      value: 'optional',
      ...(token.endsWith('?') ? { mayTakeNext: true as const } : {}),
      ...readValue(optional, fail),
    };
  if (required !== undefined) {
    // `--rawfile=text,read` takes two words.
    const [first = '', ...more] = required.split(',');
    return {
      names: list,
      value: 'required',
      ...readValue(first, fail),
      ...(more.length === 0 ? {} : { more: more.map((each) => readValue(each, fail)) }),
    };
  }
  return { names: list, value: 'none', role: undefined, uses: [] };
}

/** `role:use+use?`, `use` or `<notation>`. */
function readValue(text: string, fail: Fail): ValueEntry {
  const colon = text.indexOf(':');
  const role = colon < 0 ? undefined : text.slice(0, colon);
  return { role, ...readUsesOrNotation(colon < 0 ? text : text.slice(colon + 1), fail) };
}

function readUsesOrNotation(text: string, fail: Fail): Pick<ValueEntry, 'uses' | 'notation'> {
  const [, name] = /^<([a-z-]+)>$/.exec(text) ?? [];
  if (name === undefined) return { uses: readUses(text, fail) };
  const notation = notationNames.find((each) => each === name);
  return notation === undefined
    ? fail(`\`<${name}>\` is no notation; the notations are ${notationNames.join(', ')}`)
    : { uses: [], notation };
}

function readUses(text: string, fail: Fail): readonly Use[] {
  return text.split('+').flatMap((part): Use[] => {
    const certain = !part.endsWith('?');
    const name = certain ? part : part.slice(0, -1);
    if (!(useNames as readonly string[]).includes(name))
      fail(`\`${name}\` is no use; the uses are ${useNames.join(', ')}`);
    return name === 'text' ? [] : [{ name: name as UseName, certain }];
  });
}

/** `role:use`, then nothing, `?`, `*` or `+`. A `?` behind the use alone makes the operand optional; `use??`, `use?*` and `use?+` make the use only possible too. */
function readOperand(token: string, fail: Fail): OperandEntry {
  const [, role = '', uses = '', mark = ''] =
    /^([A-Za-z][A-Za-z-]*):(<[a-z-]+>|[a-z-]+\??(?:\+[a-z-]+\??)*)([?*+]?)$/.exec(token) ??
    fail(`\`${token}\` is no operand: write \`role:use\``);
  const optional = mark === '?' || (mark === '' && uses.endsWith('?'));
  return {
    role,
    ...readUsesOrNotation(mark === '' && optional ? uses.slice(0, -1) : uses, fail),
    repeat: mark === '*' ? 'any' : mark === '+' ? 'some' : optional ? 'optional' : 'one',
  };
}

const inputs: readonly Stdin[] = ['none', 'data', 'shell', 'code', 'arguments', 'statements'];

function readTraits(words: readonly string[], fail: Fail): Traits {
  let traits = noTraits;
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const value = equals < 0 ? undefined : word.slice(equals + 1);
    const needed = (): string => value ?? fail(`the trait \`${name}\` needs a value`);
    switch (name) {
      case 'language':
        traits = { ...traits, language: needed() };
        break;
      case 'stdin':
        if (!(inputs as readonly string[]).includes(needed())) fail(`\`${word}\` is no standard input`);
        traits = { ...traits, stdin: value as Stdin };
        break;
      case 'alone':
        if (!(inputs as readonly string[]).includes(needed())) fail(`\`${word}\` is no standard input`);
        traits = { ...traits, alone: value as Stdin };
        break;
      case 'stdout':
        if (!['own', 'arguments', 'input'].includes(needed())) fail(`\`${word}\` is no standard output`);
        traits = { ...traits, stdout: value as Traits['stdout'] };
        break;
      case 'recursive':
        traits = {
          ...traits,
          recursive: value === undefined ? true : value === '?' ? 'perhaps' : value.split(','),
        };
        break;
      case 'saves':
        traits = { ...traits, saves: value === undefined ? true : value.split(',') };
        break;
      case 'unpacks':
      case 'mirrors':
      case 'parents':
      case 'places':
      case 'nests':
      case 'backs':
      case 'joins':
      case 'spares':
      case 'leaves':
      case 'sees':
      case 'passes':
      case 'empties':
      case 'clears':
        traits = { ...traits, [name]: needed().split(',') };
        break;
      case 'omits':
      case 'omits-files':
      case 'omits-folders':
      case 'omits-paths':
      case 'limits':
      case 'restores':
      case 'chooses':
        traits = {
          ...traits,
          filters: { ...traits.filters, [name satisfies FilterTrait]: needed().split(',') },
        };
        break;
      case 'stays':
        traits = { ...traits, stays: needed().split(',') };
        break;
      case 'manager':
        traits = { ...traits, manager: needed() };
        break;
      case 'connects':
        traits = { ...traits, connects: [...traits.connects, ...needed().split(',')] };
        break;
      case 'lists':
        traits = { ...traits, lists: needed().split(',') };
        break;
      case 'entrypoint':
        traits = { ...traits, entrypoint: needed() };
        break;
      case 'registry':
        traits = { ...traits, registry: needed() };
        break;
      case 'alone-registry':
        traits = { ...traits, aloneRegistry: needed() };
        break;
      case 'keeps':
        if (!['content', 'input', 'source', 'link', 'program'].includes(needed()))
          fail(`\`${word}\` is nothing that is kept`);
        traits = { ...traits, keeps: value as Traits['keeps'] };
        break;
      case 'elsewhere':
        if (value !== undefined && value !== 'both') fail(`\`${word}\` is no place`);
        traits = { ...traits, elsewhere: value === 'both' ? 'both' : true };
        break;
      case 'offline':
      case 'patches':
      case 'pushes':
      case 'clones':
      case 'each':
      case 'expression':
      case 'elevates':
      case 'installs':
      case 'spawns':
      case 'sendsStdin':
      case 'bundled':
      case 'undashes':
        if (value !== undefined) fail(`the trait \`${name}\` takes no value`);
        traits = { ...traits, [name]: true };
        break;
      case 'dashes':
        break;
      case 'reads':
      case 'writes':
      case 'deletes': {
        const certain = !needed().endsWith('?');
        const use = { name: name.slice(0, -1) as UseName, certain };
        const path = certain ? needed() : needed().slice(0, -1);
        traits = { ...traits, implied: [...traits.implied, { use, path }] };
        break;
      }
      default:
        fail(`\`${name}\` is no trait`);
    }
  }
  return traits;
}
