/**
 * What can be looked up about an event to find the rules that could hold: words
 * that it has, or texts in which literals may stand. Every question answers with
 * all there is, or says that it cannot be told, and then every rule could hold.
 * One answer is a text by itself, so that the usual call leaves no garbage.
 */
import type { EffectVerb, ResolvedField } from '../check/checked.ts';
import type { Json } from '../facts/event.ts';
import type { Facts } from '../facts/facts.ts';
import type { Known } from '../facts/known.ts';
import { elementReader, fieldReader, INAPPLICABLE, MISSING, type Reading } from '../facts/read.ts';
import { fold } from '../pattern/fold.ts';
import { hostEndings } from '../pattern/host.ts';
import { staticText } from '../pattern/shape.ts';
import { isEffectVerb } from '../vocabulary/effects.ts';
import { pathVerbs } from './candidate.ts';
import { betweenSlashes, namesOfPath } from './names-of-path.ts';
import { allPrograms } from './object-test.ts';

export type Question = AskedQuestion | PathQuestion;

interface Asking {
  /** Equal for the same question. */
  readonly id: string;
  /**
   * Not asked where the kind of the tool already tells: it takes working out what the
   * call does, or the field may be missing, and then all that rests on it is found.
   */
  readonly waitsForKind: boolean;
  /** The field that many events lack, and of an event without it nothing can be told; undefined where it is about none. */
  readonly without?: string | undefined;
  /** About how many of a thousand events have the word. */
  weigh(word: string): number;
}

/** A question about the paths that are touched: all of these are answered together (`path-pass.ts`). */
export interface PathQuestion extends Asking {
  readonly answers: 'paths';
  /** What is done to them. */
  readonly verbs: readonly EffectVerb[];
}

/** A question that is asked by itself. */
export interface AskedQuestion extends Asking {
  /**
   * Whether answers are words that are looked up; or texts, as they are and composed,
   * in which words are looked for; or texts that words match, as regular expressions.
   */
  readonly answers: 'words' | 'texts' | 'matches';
  /** The form in which words are looked up: that of the answer, folded or composed. */
  readonly form: 'own' | 'folded' | 'composed';
  /** Of regular expressions; empty for the others. */
  readonly flags: string;
  /** Undefined where it cannot be told. May throw where deriving facts does. */
  ask(facts: Facts): Answers | undefined;
  /** The same question where only these words are of interest; undefined where that makes no difference. */
  readonly among?: (words: readonly string[]) => AskedQuestion['ask'];
}

/** What there is: one text, or any number. */
export type Answers = string | readonly string[];

const none: readonly string[] = [];

/** The kind of the tool: the one of the nine, and the word of the harness’s own. */
export const askKind: AskedQuestion = {
  id: 'kind',
  answers: 'words',
  form: 'own',
  flags: '',
  waitsForKind: false,
  ask(facts) {
    const { kind } = facts;
    if (kind.state !== 'known') return undefined;
    const declared = facts.event.tool?.kind;
    return declared === undefined || declared === kind.kind ? kind.kind : [kind.kind, fold(declared)];
  },
  weigh: () => 200,
};

/** What the call does, by verb. */
export const askVerbs: AskedQuestion = {
  id: 'verb',
  answers: 'words',
  form: 'own',
  flags: '',
  waitsForKind: true,
  ask({ effects }) {
    if (effects.unknowns.length > 0) return undefined;
    const verbs = new Set<string>(effects.paths.flatMap(({ kind }) => pathVerbs[kind]));
    if (effects.commands.length > 0) verbs.add('runs');
    if (effects.connects.length > 0) verbs.add('connects');
    if (effects.sends.length > 0) verbs.add('sends');
    if (effects.pipes.length > 0) verbs.add('pipes');
    if (effects.installs.length > 0) verbs.add('installs');
    if (effects.spawns.length > 0) verbs.add('spawns');
    if (effects.elevates.length > 0) verbs.add('elevates');
    return [...verbs];
  },
  weigh: () => 400,
};

/**
 * `folded` as plain names are compared, `composed` as texts are; `names` and `parts`:
 * texts to look for literals in; `matches`: texts beside regular expressions;
 * `path`: the names in all readings of a path, with slashes around them.
 */
export type FieldView = 'folded' | 'composed' | 'names' | 'parts' | 'matches' | 'path';

interface FieldOptions {
  /** Each element by itself. */
  readonly many: boolean;
  /** Every text in it, with the keys of objects. */
  readonly inside: boolean;
  /** Of regular expressions. */
  readonly flags?: string;
  /** Without the field no rule that asks can hold, nor be unsure. */
  readonly isNeeded: boolean;
}

/**
 * A field, in a view. Where names are compared otherwise than as whole words, a text
 * that folds to anything but its small letters could be like any of them.
 */
export function askField(
  { entry, steps, text }: ResolvedField,
  view: FieldView,
  { many, inside, flags = '', isNeeded }: FieldOptions,
): AskedQuestion {
  const read = fieldReader(entry.id, steps);
  const readAll = elementReader(entry.id, steps);
  const isOfWords = view === 'folded' || view === 'composed';
  const isText = entry.type === 'text' || entry.type === 'any';
  const onlyPrintable = view === 'names' || (!isOfWords && view !== 'path' && !isText);
  const canTell = (value: Json): value is string =>
    typeof value === 'string' && (!onlyPrintable || printable.test(value));
  const longest = view === 'matches' ? longestForSets : Number.POSITIVE_INFINITY;
  const show = view === 'path' ? namesInPath : view === 'matches' && !isText ? inBothCases : asItIs;
  return {
    id: `${many ? 'any ' : ''}${inside ? 'text in ' : ''}${view}${flags === '' ? '' : `/${flags}`}${isNeeded ? '!' : ''} ${text}`,
    answers: isOfWords ? 'words' : view === 'matches' ? 'matches' : 'texts',
    form: isOfWords ? view : 'own',
    flags,
    waitsForKind: entry.id !== 'tool' && entry.id !== 'kind',
    without: ownFields.has(entry.id) && steps.length > 0 && !isNeeded ? text : undefined,
    ask(facts) {
      const value = many && !inside ? readAll(facts) : read(facts);
      if (typeof value === 'string' && !inside) {
        return canTell(value) && value.length <= longest ? show(value, facts) : undefined;
      }
      if (value === INAPPLICABLE || (value === MISSING && isNeeded)) return none;
      if (typeof value === 'symbol') return undefined;
      const found = valuesOf(value);
      // Beside words, `null` is just another value; in it nothing can be looked for.
      const asked = isOfWords && !inside ? found.filter((each) => each !== null) : found;
      if (!asked.every(canTell) || lengthOf(asked) > longest) return undefined;
      return show === asItIs ? asked : shownAll(asked, show, facts);

      function valuesOf(value: Json | readonly Reading[]): readonly Json[] {
        if (inside) return facts.textsIn(value as Json, true);
        return many ? (value as readonly Json[]) : [value as Json];
      }
    },
    weigh(word) {
      if (isOfWords) return 1;
      return view === 'matches' ? 50 : 20 + 400 / (1 + word.length);
    },
  };
}

/** Of these each tool, or each harness, has fields of its own. */
const ownFields: ReadonlySet<string> = new Set(['input', 'extension', 'event']);

/** What is looked up of one text; undefined where it could be anything. */
type Show = (text: string, facts: Facts) => Answers | undefined;

function shownAll(texts: readonly string[], show: Show, facts: Facts): Answers | undefined {
  const all: string[] = [];
  for (const text of texts) {
    const shown = show(text, facts);
    if (shown === undefined) return undefined;
    if (typeof shown === 'string') all.push(shown);
    else all.push(...shown);
  }
  return all;
}

const asItIs: Show = (text) => text;

const namesInPath: Show = (text, facts) => betweenSlashes(namesOfPath(text, facts, false));

/** Expressions look at a name as it is, and folded. */
const inBothCases: Show = (name) => {
  const small = name.toLowerCase();
  return small === name ? name : [name, small];
};

/**
 * In more characters than this expressions are tried one by one: there are some of
 * which the automaton for all together grows with what it reads, and is slower then.
 */
const longestForSets = 16 * 1024;

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

const printable = /^[ -~]*$/;

const programs = new WeakMap<Known, AskedQuestion>();

/** The programs that run: `git`, and `git push` for every word that one is given; `git *` where a word cannot be told. */
export function askPrograms(known: Known): AskedQuestion {
  let question = programs.get(known);
  if (question === undefined) {
    question = {
      id: 'program',
      answers: 'words',
      form: 'own',
      flags: '',
      waitsForKind: true,
      ask: ({ effects }) => programWords(effects, known, undefined),
      among: (words) => {
        const asked = new Set(words.flatMap(beginningsOf));
        return ({ effects }) => programWords(effects, known, asked);
      },
      weigh: (word) => (word.endsWith(' *') ? 0 : word.includes(' ') ? 5 : 30),
    };
    programs.set(known, question);
  }
  return question;
}

/** What the name of a program in a word could be: one that is folded can have blanks in it. */
function beginningsOf(word: string): readonly string[] {
  const parts = word.split(' ');
  return parts.map((_, at) => parts.slice(0, at + 1).join(' '));
}

/** Of the programs that are asked for, if not of all. */
function programWords(
  { commands, pipes, unknowns }: Facts['effects'],
  known: Known,
  asked: ReadonlySet<string> | undefined,
): readonly string[] | undefined {
  const isLoose = pipes.some(({ from, to }) => commands[from] === undefined || commands[to] === undefined);
  if (unknowns.length > 0 || isLoose) return undefined;
  const found: string[] = [];
  for (const command of commands) {
    const all = allPrograms(command, known.commands);
    if (all === undefined) return undefined;
    const names = asked === undefined ? all : all.filter((name) => asked.has(name));
    if (names.length === 0) continue;
    const words = new Set(command.words.map(fold));
    let open = command.open;
    for (const value of [...command.args, ...command.operands.map((each) => each.value)]) {
      const text = staticText(value);
      // A word too long to be one may be short when what is invisible in it is dropped.
      if (text === undefined || text.length > longestWord) open = true;
      else words.add(fold(text));
    }
    for (const name of names) {
      found.push(name);
      // A word that cannot be told may be any.
      if (open) found.push(`${name} *`);
      else for (const word of words) found.push(`${name} ${word}`);
    }
  }
  return found;
}

/** Longer words are not folded: no pattern has one. */
const longestWord = 1024;

/** The paths that some verbs are done to. */
export function askPaths(verbs: readonly EffectVerb[]): PathQuestion {
  return {
    id: `path ${verbs.join(' ')}`,
    answers: 'paths',
    verbs,
    waitsForKind: true,
    weigh: (word) => 5 + 200 / (1 + word.length),
  };
}

/** The hosts that some verbs are about: their names, and what these end with. */
export function askHosts(verbs: readonly EffectVerb[]): AskedQuestion {
  const asked = new Set(verbs);
  return {
    id: `host ${verbs.join(' ')}`,
    answers: 'words',
    form: 'own',
    flags: '',
    waitsForKind: true,
    ask({ effects }) {
      if (effects.unknowns.length > 0) return undefined;
      const found: string[] = [];
      const about = [
        ...(asked.has('connects') ? effects.connects : []),
        ...(asked.has('sends') ? effects.sends : []),
      ];
      for (const { host } of about) {
        if (host.value === undefined) return undefined;
        for (const value of [host.value, ...host.others]) found.push(...hostEndings(value));
      }
      return found;
    },
    weigh: (word) => (word === '*' ? 300 : 5),
  };
}

/** The question of an id that says all of it; undefined for a question about a field, which only a rule that asks it can make. */
export function questionOfId(id: string, known: Known): Question | undefined {
  const simple = [askKind, askVerbs, askPrograms(known)].find((each) => each.id === id);
  if (simple !== undefined) return simple;
  const [object, ...verbs] = id.split(' ');
  if (verbs.length === 0 || !verbs.every(isEffectVerb)) return undefined;
  return object === 'path' ? askPaths(verbs) : object === 'host' ? askHosts(verbs) : undefined;
}
