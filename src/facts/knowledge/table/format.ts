/**
 * The format of the tables of commands: text → entries. Each line is one form of a program:
 * `names words : options | operands | traits`. Reading a table also checks it: each mistake is an error with its line.
 */
import type { FormEntry, ProgramEntry, Spelling } from './entry.ts';
import { type Fail, type Groups, LineColumns, tokens } from './read-columns.ts';
import { Form, formBelow, isSame, startsWith, withMore, withWords } from './table-form.ts';

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
      if (names.length > 1) fail('the other names of a program belong to its first line only');
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
    forms.push(...added.filter((form) => !isThere(form)).map((form) => formBelow(program.forms, form)));
    const own = program.names.filter((each) => names.includes(each));
    const others = program.names.filter((each) => !names.includes(each));
    for (const [key, each] of programs) if (each === program) programs.delete(key);
    programs.set(own[0] ?? '', { names: own, forms, spellings: [...program.spellings] });
    if (others.length > 0) programs.set(others[0] ?? '', { ...program, names: others });
  }
}

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

/** `a/b` means two forms with the same columns, one for each name. */
function readLine(
  line: string,
  groups: Groups,
  fail: Fail,
): { readonly names: readonly string[]; readonly forms: readonly Form[]; readonly adds: boolean } {
  const colon = line.search(/\s:(?:\s|$)/);
  if (colon < 0) return fail('put a colon with blanks around it after the name');
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
