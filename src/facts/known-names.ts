/** The names in the tables of commands and tools, for the checks that look for misspelt names. */
import type { AddedKnowledge } from '../check/tree/checked.ts';
import type { KnownNames } from '../check/tree/known-names.ts';
import { once } from '../language/once.ts';
import { fold } from '../pattern/text/fold.ts';
import { builtInKnowledge } from './knowledge/table/built-in.ts';
import type { FormEntry } from './knowledge/table/entry.ts';
import { type Known, knownWith } from './known.ts';
import { nativeLines, serverLines } from './tool/cut-tables.ts';
import type { ToolLine } from './tool/format.ts';
import { nameKey } from './tool/name-key.ts';

/** The names in the built-in tables, and in what policies add. */
export function namesKnown(added: AddedKnowledge): KnownNames {
  const known = knownWith(added);
  const ownNames = [
    ...added.commands.map(({ words }) => words),
    ...added.wrappers,
    ...added.aliases.map(({ name }) => [name]),
  ].flatMap(([name = '']) => name);
  const ownFields = new Set(
    added.tools.flatMap(({ effects }) =>
      effects.flatMap(({ of }) => (of.kind === 'field' ? [nameKey(String(of.steps[0]))] : [])),
    ),
  );
  const ownTools = new Set(added.tools.map(({ tool }) => nameKey(tool)));
  return {
    hasProgram: (name) => isProgram(name, known),
    programsLike: (name) =>
      [...(programsByLetter().get(name[0] ?? '') ?? []), ...ownNames].filter((each) => isAlike(each, name)),
    subcommandsOf: oncePerCommand(([name = '', ...words]) =>
      distinct(formsBehind(name, words, known).flatMap((form) => form.words[words.length] ?? [])),
    ),
    optionsOf: oncePerCommand(([name = '', ...words]) => optionsIn(formsOf(name, words, known))),
    rolesOf: oncePerCommand(([name = '', ...words]) => rolesOf(formsOf(name, words, known))),
    hasTool: (name) => toolKeys().has(nameKey(name)) || ownTools.has(nameKey(name)),
    toolsLike: (name) => [...toolKeys()].filter((each) => isAlike(each, nameKey(name))),
    hasField: (name) => fieldKeys().has(nameKey(name)) || ownFields.has(nameKey(name)),
    fields: nativeFields,
  };
}

/** Rules ask about the same commands over and over, and some have hundreds of forms. */
function oncePerCommand<Value>(
  find: (words: readonly string[]) => Value,
): (words: readonly string[]) => Value {
  const found = new Map<string, Value>();
  return (words) => {
    const key = words.join(' ');
    const before = found.get(key);
    if (before !== undefined) return before;
    const value = find(words);
    found.set(key, value);
    return value;
  };
}

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)];

function isProgram(name: string, { commands }: Known): boolean {
  const { programs, powershell, cmd, aliases } = commands;
  const folded = fold(name);
  return aliases.has(name) || programs.has(name) || powershell.has(folded) || cmd.has(folded);
}

const isAlike = (name: string, other: string): boolean =>
  name[0] === other[0] && Math.abs(name.length - other.length) <= 2;

const canStand = (form: FormEntry, words: readonly string[]): boolean =>
  words.every((word, at) => form.words[at]?.includes(word));

/** Forms whose subcommands begin with these words; an alias is replaced by its words. */
function formsBehind(name: string, words: readonly string[], { commands }: Known): readonly FormEntry[] {
  const forms = commands.programs.get(name)?.forms ?? [];
  return forms.filter((form) => form.words.length > words.length && canStand(form, words));
}

/** The forms of the program itself, of the command, and of its subcommands; undefined where the tables do not have it. */
function formsOf(
  name: string,
  words: readonly string[],
  { commands }: Known,
): readonly FormEntry[] | undefined {
  // A word that is no subcommand is an operand, and so are the words after it.
  return commands.programs
    .get(name)
    ?.forms.filter((form) =>
      form.words.every((each, at) => at >= words.length || each.includes(words[at] ?? '')),
    );
}

const optionsIn = (forms: readonly FormEntry[] | undefined): readonly string[] | undefined =>
  forms && distinct(forms.flatMap(({ options }) => options.flatMap(({ names }) => names)));

/** What is behind a command of another program is not known. */
function rolesOf(forms: readonly FormEntry[] | undefined): readonly string[] | undefined {
  if (forms === undefined || forms.length === 0 || forms.some(({ wraps }) => wraps !== undefined))
    return undefined;
  const roles = forms.flatMap(({ operands, options }) => [
    ...operands.map(({ role }) => role),
    ...options.flatMap(({ role, more = [] }) => [role, ...more.map((each) => each.role)]),
  ]);
  return [...new Set(roles.flatMap((role) => role ?? []))];
}

/** The first names of the fields on a line, as they are written. */
function fieldsOn({ uses }: ToolLine): readonly string[] {
  return uses.split(';').flatMap((use) => {
    const [name = '', ...words] = use.trim().split(/[\s,]+/);
    // Templates follow these.
    if (/^(?:words|connect)\b/.test(name)) return [];
    return words.flatMap((word) => word.replace(/[[.=].*$/, ''));
  });
}

/** The names of programs by their first letters. */
const programsByLetter = once((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const name of builtInKnowledge().programs.names()) {
    const names = found.get(name[0] ?? '');
    if (names === undefined) found.set(name[0] ?? '', [name]);
    else names.push(name);
  }
  return found;
});
const nativeFields = once((): readonly string[] => [...new Set(nativeLines().flatMap(fieldsOn))]);
const fieldKeys = once(
  (): ReadonlySet<string> =>
    new Set(
      [...nativeLines(), ...serverLines().flatMap(({ lines }) => lines)].flatMap(fieldsOn).map(nameKey),
    ),
);
const toolKeys = once(
  (): ReadonlySet<string> => new Set(nativeLines().flatMap(({ names }) => names.trim().split(' '))),
);
