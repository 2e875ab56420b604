/**
 * Libraries whose members are programs: `sh.git.push('--force')` and `local['git']('push')` run `git push`. A program that
 * is a value is a reference with the words that it has so far.
 */
import type { Span } from '../../../language/source.ts';
import { anyShape } from '../../../pattern/text/shape.ts';
import {
  choicesOf,
  listValue,
  refValue,
  staticOf,
  textValue,
  truthOf,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { emitWords } from './call.ts';
import type { Call, Language, ProgramFamily, Runtime } from './runtime.ts';

/** Members of any program that keep words for later, and run nothing. */
const keepsWords: ReadonlySet<string> = new Set(['bake', 'bound_command']);

interface Named {
  readonly family: ProgramFamily;
  readonly words: readonly Value[];
  /** The name of the family; undefined for a program that is a value. */
  readonly name: string | undefined;
  readonly last: string;
}

/** A program with the words that it has so far. */
export const programValue = (words: readonly Value[]): Value => refValue('program', listValue(words));

/** The words of a program that is a value. */
function heldWords(value: Value | undefined): readonly Value[] | undefined {
  if (value?.kind !== 'ref') return undefined;
  if (value.name === 'program') return value.self?.kind === 'list' ? value.self.items : undefined;
  return value.name.startsWith('program.') ? heldWords(value.self) : undefined;
}

/** The program that a name of the library means, with its first words. */
export function programNamed(
  { programFamilies, programMethods }: Language,
  name: string,
  self: Value | undefined,
): Named | undefined {
  const held =
    name === 'program'
      ? heldWords(refValue(name, self))
      : name.startsWith('program.')
        ? heldWords(self)
        : undefined;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (held !== undefined) {
    const members = name.split('.').slice(1);
    return {
      family: { words: [], takesWords: programMethods },
      words: [...held, ...members.map(wordOf)],
      name: undefined,
      last,
    };
  }
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const prefix = name.slice(0, dot);
    const family = programFamilies.get(prefix);
    if (family === undefined) continue;
    const members = name
      .slice(dot + 1)
      .split('.')
      .map(wordOf);
    const [object, ...rest] = members;
    const placed = family.hasObjects === true && object !== undefined ? [...rest, object] : members;
    return { family, words: [...family.words.map((word) => textValue(word)), ...placed], name: prefix, last };
  }
  return undefined;
}

/** A member as a word: underscores are dashes. */
const wordOf = (member: string): Value =>
  member === '?'
    ? unknownValue
    : textValue(
        member.replaceAll('_', '-').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      );

/**
 * `a | b`, `a << text`: what the last program reads comes from another program or from the script, and is not followed.
 * It counts as run.
 */
export function fedProgram(
  runtime: Runtime,
  values: readonly Value[],
  span: Span,
  source: string,
): Value | undefined {
  const heldBy = (value: Value): readonly Value[] | undefined =>
    value.kind === 'ref' ? programNamed(runtime.language, value.name, value.self)?.words : undefined;
  const words = values.map(heldBy).findLast((each) => each !== undefined);
  if (words === undefined || values.length < 2) return undefined;
  const call = { ...span, name: 'program', self: undefined, args: words, named: new Map(), more: undefined };
  emitWords(runtime, { ...call, partial: false, source }, words, anyShape(source));
  return programValue(words);
}

/** Runs the program, or keeps the words that it gets. */
export function callProgram(runtime: Runtime, { family, words, name, last }: Named, call: Call): Value {
  const given = family.takesRepository === true ? call.args.slice(1) : call.args;
  const command = family.commands?.get(last);
  if (command?.length === 0)
    return family.chains === true && name !== undefined ? refValue(name) : unknownValue;
  const keeps = keepsWords.has(last);
  const takes = keeps || command !== undefined || family.takesWords?.has(last) === true;
  const front = [...(takes ? words.slice(0, -1) : words), ...(command ?? []).map((word) => textValue(word))];
  const options = [...call.named].flatMap(([option, value]) => optionWords(option, value));
  const behind = given.flatMap(wordsOfArgument).map((word) => {
    const option = family.options?.get(staticOf(word) ?? '');
    return option === undefined ? word : textValue(option);
  });
  const more = call.more === undefined ? [] : [call.more];
  const all = [...front, ...options, ...behind, ...more];
  emitWords(runtime, call, all);
  if (keeps) return programValue(all);
  return family.chains === true && name !== undefined ? refValue(name) : unknownValue;
}

/** `local['git']['push']`: the words so far, which count as run. */
export function boundProgram(
  runtime: Runtime,
  value: Value,
  index: Value | undefined,
  span: Span,
  source: string,
): Value | undefined {
  const words = value.kind === 'ref' ? wordsSoFar(runtime.language, value) : undefined;
  if (words === undefined) return undefined;
  const all = [...words, ...(index === undefined ? [unknownValue] : wordsOfArgument(index))];
  const call = { ...span, name: 'program', self: undefined, args: all, named: new Map(), more: undefined };
  if (words.length > 0) emitWords(runtime, { ...call, partial: false, source }, all);
  return programValue(all);
}

const wordsSoFar = (
  language: Language,
  { name, self }: Value & { kind: 'ref' },
): readonly Value[] | undefined =>
  language.programTables.has(name) ? [] : programNamed(language, name, self)?.words;

const wordsOfArgument = (value: Value): readonly Value[] => {
  if (value.kind === 'list')
    return value.more === undefined ? value.items.flatMap(wordsOfArgument) : [...value.items, value.more];
  if (value.kind === 'dict')
    return [...value.entries].flatMap(([key, item]) => [
      textValue(hasText(item) ? `${key}=${staticOf(item)}` : key),
    ]);
  if (value.kind === 'ref') return heldWords(value) ?? [value];
  return value.kind === 'function' ? [] : [value];
};

const hasText = (value: Value): boolean =>
  !/^(?:|true|false|null|none|undefined)$/i.test(staticOf(value) ?? '');

/** `force=True` is `--force`, and `m='x'` is `-m x`. */
function optionWords(name: string, value: Value): readonly Value[] {
  if (name.startsWith('_')) return [];
  const option = name.length === 1 ? `-${name}` : `--${name.replaceAll('_', '-')}`;
  const isOn = truthOf(value);
  if (isOn === false || (value.kind === 'ref' && value.name === 'None')) return [];
  return choicesOf(value).every((each) => staticOf(each) === 'true')
    ? [textValue(option)]
    : [textValue(option), value];
}
