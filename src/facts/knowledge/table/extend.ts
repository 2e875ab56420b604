/** Adds what policies say of commands to the built-in tables. */
import type { AddedCommand, AddedEffect, AddedKnowledge } from '../../../check/tree/checked.ts';
import type { FormEntry, OperandEntry, OptionEntry, ProgramEntry, Use } from './entry.ts';
import type { Knowledge, Programs } from './knowledge.ts';
import { noTraits } from './read-columns.ts';
import type { UseName } from './use-names.ts';

/** The tables with what policies add; the same object where they add nothing. */
export function extendKnowledge(base: Knowledge, added: AddedKnowledge): Knowledge {
  if (added.commands.length + added.wrappers.length + added.aliases.length === 0) return base;
  const changed = new Map<string, ProgramEntry>();
  // The other lines of the tables are not even parsed.
  const programs: Programs = {
    get: (name) => changed.get(name) ?? base.programs.get(name),
    has: (name) => changed.has(name) || base.programs.has(name),
  };
  const add = (name: string, form: FormEntry): void => {
    const known = programs.get(name);
    const entry: ProgramEntry = {
      ...(known ?? { names: [name] }),
      forms: [form, ...otherNames(known, form)].reduce<readonly FormEntry[]>(
        (forms, each) => [...forms.filter((other) => !sameWords(other, each)), each],
        known?.forms ?? [],
      ),
    };
    for (const each of entry.names) changed.set(each, entry);
  };
  for (const words of added.wrappers) {
    const [name = '', ...rest] = words;
    const form = formOf(rest);
    const known = programs.get(name)?.forms.find((each) => sameWords(each, form));
    add(name, {
      ...form,
      // Its options keep their meaning.
      options: known?.options ?? [],
      operands: [{ role: 'command', uses: [certainly('run')], repeat: 'one' }],
      wraps: rest[rest.length - 1] === '--' ? 'dashes' : 'words',
    });
  }
  for (const command of added.commands) {
    const [name = '', ...rest] = command.words;
    add(name, commandForm(rest, command));
  }
  return {
    ...base,
    programs,
    aliases: new Map([...base.aliases, ...added.aliases.map(({ name, words }) => [name, words] as const)]),
  };
}

const formOf = (words: readonly string[]): FormEntry => ({
  // `mise exec --`: the dashes come before the command and are no subcommand.
  words: words.filter((word) => word !== '--').map((word) => [word]),
  given: [],
  options: [],
  operands: [],
  traits: noTraits,
});

/** The same form under the other names of its command: `docker container run` for `docker run`. */
function otherNames(program: ProgramEntry | undefined, form: FormEntry): readonly FormEntry[] {
  const words = form.words.map(([word = '']) => word).join(' ');
  return (program?.spellings ?? []).flatMap((spelling) => {
    if (!spelling.some((name) => name.program === undefined && name.words.join(' ') === words)) return [];
    return spelling
      .filter((name) => name.words.join(' ') !== words)
      .flatMap((name) => program?.forms.find(isFormOf(name.words)) ?? [])
      .map((other) => ({ ...form, words: other.words }));
  });
}

const isFormOf =
  (words: readonly string[]) =>
  (form: FormEntry): boolean =>
    form.given.length === 0 && form.words.map(([word]) => word).join(' ') === words.join(' ');

const certainly = (name: UseName): Use => ({ name, certain: true });

const sameWords = (a: FormEntry, b: FormEntry): boolean =>
  a.given.length === 0 && a.words.map(([word]) => word).join(' ') === b.words.map(([word]) => word).join(' ');

const uses: Readonly<Partial<Record<AddedEffect['verb'], UseName>>> = {
  reads: 'read',
  writes: 'write',
  deletes: 'delete',
  runs: 'run',
  connects: 'url',
  installs: 'package',
  spawns: 'agent',
};

function commandForm(
  words: readonly string[],
  { options, optionsWithValues, effects }: AddedCommand,
): FormEntry {
  const useOf = ({ verb }: AddedEffect): readonly Use[] => {
    const name = uses[verb];
    return name === undefined ? [] : [certainly(name)];
  };
  const onOption = (names: readonly string[]): readonly Use[] =>
    effects.flatMap((effect) =>
      effect.of.kind === 'option' && names.includes(effect.of.name) ? useOf(effect) : [],
    );
  const on = (test: (of: AddedEffect['of']) => boolean): readonly Use[] =>
    effects.flatMap((effect) => (test(effect.of) ? useOf(effect) : []));
  const every = on(({ kind }) => kind === 'operands');
  const first = on((of) => of.kind === 'operand' && of.which === 'first');
  const last = on((of) => of.kind === 'operand' && of.which === 'last');
  const operands: readonly OperandEntry[] = [
    ...(first.length > 0
      ? [{ role: 'argument', uses: [...first, ...every], repeat: 'optional' } as const]
      : []),
    { role: 'argument', uses: every, repeat: 'any' },
    ...(last.length > 0 ? [{ role: 'argument', uses: [...last, ...every], repeat: 'one' } as const] : []),
  ];
  const runs = every.some(({ name }) => name === 'run');
  const entry = (names: readonly string[], value: OptionEntry['value']): OptionEntry => ({
    names,
    value,
    role: undefined,
    uses: value === 'none' ? [] : onOption(names),
  });
  const named = new Set(optionsWithValues.flat());
  const extra = effects.flatMap(({ of }) => (of.kind === 'option' && !named.has(of.name) ? [[of.name]] : []));
  const texts = (verb: AddedEffect['verb']): readonly string[] =>
    effects.flatMap((effect) => (effect.verb === verb && effect.of.kind === 'text' ? effect.of.value : []));
  const implied = (['reads', 'writes', 'deletes'] as const).flatMap((verb) =>
    texts(verb).map((path) => ({ use: certainly(uses[verb] ?? 'read'), path })),
  );
  return {
    ...formOf(words),
    options: [
      ...options.map((names) => entry(names, 'none')),
      ...[...optionsWithValues, ...extra].map((names) => entry(names, 'required')),
    ],
    operands: runs ? [{ role: 'command', uses: [certainly('run')], repeat: 'one' }] : operands,
    ...(runs ? { wraps: 'words' } : {}),
    traits: {
      ...noTraits,
      connects: texts('connects'),
      // The block lists all connections of the command: other addresses among its words are data.
      offline: true,
      fixed: implied,
      // A path that it deletes may be a folder with content.
      recursive: effects.some(({ verb }) => verb === 'deletes'),
      elevates: effects.some(({ verb }) => verb === 'elevates'),
      spawns: effects.some(({ verb, of }) => verb === 'spawns' && of.kind === 'nothing'),
      installs: effects.some(({ verb, of }) => verb === 'installs' && of.kind === 'nothing'),
    },
  };
}
