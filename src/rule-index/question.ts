/**
 * Questions about an event whose answers are looked up to find rules. An answer is everything that the event has: words, or
 * texts that may contain words. Where a question has no answer, every rule found by it could hold. An answer of one text is
 * that text itself, so that the usual call leaves no garbage.
 */
import type { EffectVerb, ResolvedField } from '../check/tree/checked.ts';
import { pathVerbs } from '../facts/effect/effect-verbs.ts';
import type { Facts } from '../facts/facts.ts';
import type { Known } from '../facts/known.ts';
import { hostEndings } from '../pattern/host.ts';
import { fold } from '../pattern/text/fold.ts';
import { staticText } from '../pattern/text/shape.ts';
import { isEffectVerb } from '../vocabulary/effects.ts';
import { programNamesOf } from './names-in-call.ts';

/** One thing that an event may have: a question about the event, and the word that its answer must have. */
export interface IndexKey {
  readonly question: IndexQuestion;
  readonly word: string;
  /** Words that the answer must have as well: the rule can be found by any of them instead. */
  readonly also?: readonly string[];
}

/** The event must have one of these. Where a question has no answer, the event may have any. */
export type KeySet = readonly IndexKey[];

export type IndexQuestion = AskedQuestion | PathQuestion;

interface CommonQuestion {
  /** Equal for equal questions. */
  readonly id: string;
  /**
   * Not asked where no rule found by it is about the kind of the call's tool: to answer takes deriving what the call does,
   * or the field may be missing, and then all of its rules are found.
   */
  readonly waitsForKind: boolean;
  /** The field that the question is about, where many events lack it: without the field there is no answer. */
  readonly without?: string | undefined;
  /** A guess: in how many of a thousand events the answer has the word. `rules` is how many rules require it. */
  weigh(word: string, rules: number): number;
}

/** A question about the paths that a call touches. All of these are answered in one search (`path-search.ts`). */
export interface PathQuestion extends CommonQuestion {
  readonly answers: 'paths';
  /** What is done to the paths. */
  readonly verbs: readonly EffectVerb[];
}

/**
 * How the value of a field is looked up. `folded`: as plain names are compared. `composed`: as texts are. `names` and
 * `parts`: literals are searched in it. `matches`: regular expressions are matched with it. `path`: the names in all
 * readings of a path, with slashes around them.
 */
export type FieldView = 'folded' | 'composed' | 'names' | 'parts' | 'matches' | 'path';

/** What a question about a field is made of, as plain data. */
export interface AskedField {
  readonly field: ResolvedField;
  readonly view: FieldView;
  /** Whether each element counts by itself. */
  readonly many: boolean;
  /** Whether every text inside counts, the keys of objects too. */
  readonly inside: boolean;
  /** The flags of regular expressions; empty for other views. */
  readonly flags: string;
  /** Whether no rule that asks can hold, or be unsure, without the field. */
  readonly isNeeded: boolean;
}

/** A question that is asked by itself. */
export interface AskedQuestion extends CommonQuestion {
  /** Undefined for a question that is about no field. */
  readonly about?: AskedField;
  /**
   * `words`: the answer is looked up in a table of words. `texts`: words are searched in the answer, as it is and composed.
   * `matches`: words are regular expressions, and are matched with the answer.
   */
  readonly answers: 'words' | 'texts' | 'matches';
  /** The form in which the answer is looked up. */
  readonly form: 'own' | 'folded' | 'composed';
  /** Flags of the regular expressions; empty for other answers. */
  readonly flags: string;
  /** Undefined where there is no answer. May throw where deriving facts does. */
  ask(facts: Facts): Answers | undefined;
  /** The same question for these words only; undefined where that saves nothing. */
  readonly among?: (words: readonly string[]) => AskedQuestion['ask'];
}

/** One text, or any number of them. */
export type Answers = string | readonly string[];

/** How a question is answered whose words are looked up in a table. */
const lookedUp = { answers: 'words', form: 'own', flags: '' } as const;

/** The kind of the tool: one of the nine, and the word of the harness’s own. */
export const askKind: AskedQuestion = {
  id: 'kind',
  ...lookedUp,
  waitsForKind: false,
  ask(facts) {
    const { kind } = facts;
    if (kind.state !== 'known') return undefined;
    const declared = facts.event.tool?.kind;
    return declared === undefined || declared === kind.kind ? kind.kind : [kind.kind, fold(declared)];
  },
  weigh: () => 200,
};

/** The verb of each list of effects besides the paths. */
const verbsOfEffects = [
  ['commands', 'runs'],
  ['connects', 'connects'],
  ['sends', 'sends'],
  ['pipes', 'pipes'],
  ['installs', 'installs'],
  ['spawns', 'spawns'],
  ['elevates', 'elevates'],
] as const;

/** The verbs of what the call does. */
export const askVerbs: AskedQuestion = {
  id: 'verb',
  ...lookedUp,
  waitsForKind: true,
  ask({ effects }) {
    if (effects.unknowns.length > 0) return undefined;
    const verbs = new Set<string>(effects.paths.flatMap(({ kind }) => pathVerbs[kind]));
    for (const [name, verb] of verbsOfEffects) if (effects[name].length > 0) verbs.add(verb);
    return [...verbs];
  },
  weigh: () => 400,
};

/**
 * The programs that run: `git`, and `git push` for every word that one is given. `git *` is a word that is not
 * known.
 */
export const askPrograms = (known: Known): AskedQuestion => ({
  id: 'program',
  ...lookedUp,
  waitsForKind: true,
  ask: ({ effects }) => programWords(effects, known, undefined),
  among: (words) => {
    const asked = new Set(words.flatMap(beginningsOf));
    return ({ effects }) => programWords(effects, known, asked);
  },
  weigh: weighProgram,
});

const weighProgram = (word: string): number => (word.endsWith(' *') ? 0 : word.includes(' ') ? 5 : 30);

/** The possible names of a program in a word: a folded name can contain blanks. */
function beginningsOf(word: string): readonly string[] {
  const parts = word.split(' ');
  return parts.map((_, at) => parts.slice(0, at + 1).join(' '));
}

/** Whether every program that runs is among the commands. */
const areProgramsKnown = ({ commands, pipes, unknowns }: Facts['effects']): boolean =>
  unknowns.length === 0 &&
  pipes.every(({ from, to }) => commands[from] !== undefined && commands[to] !== undefined);

/** The words of the programs in `asked`; of all where that is undefined. */
function programWords(
  effects: Facts['effects'],
  known: Known,
  asked: ReadonlySet<string> | undefined,
): readonly string[] | undefined {
  if (!areProgramsKnown(effects)) return undefined;
  const found: string[] = [];
  for (const command of effects.commands) {
    const all = programNamesOf(command, known.commands);
    if (all === undefined) return undefined;
    const names = asked === undefined ? all : all.filter((name) => asked.has(name));
    if (names.length === 0) continue;
    const words = new Set(command.words.map(fold));
    let open = command.open;
    for (const value of [...command.args, ...command.operands.map((each) => each.value)]) {
      const text = staticText(value);
      // A word that is too long may be short without its invisible characters.
      if (text === undefined || text.length > longestWord) open = true;
      else words.add(fold(text));
    }
    for (const name of names) {
      found.push(name);
      // A word that is not known may be any.
      if (open) found.push(`${name} *`);
      else for (const word of words) found.push(`${name} ${word}`);
    }
  }
  return found;
}

/** The names of the programs that run, as texts: patterns such as `newfs*` are found by a part of them. */
export const askProgramParts = (known: Known): AskedQuestion => ({
  id: 'program part',
  answers: 'texts',
  form: 'own',
  flags: '',
  waitsForKind: true,
  ask: ({ effects }) => programTexts(effects, known),
  weigh: (word) => 5 + 200 / (1 + word.length),
});

/** Every name of the programs, folded, also with its folder; undefined where one is not known. */
function programTexts(effects: Facts['effects'], known: Known): readonly string[] | undefined {
  if (!areProgramsKnown(effects)) return undefined;
  const found: string[] = [];
  for (const command of effects.commands) {
    const names = programNamesOf(command, known.commands);
    const written = staticText(command.programWord);
    if (names === undefined || written === undefined || command.program === undefined) return undefined;
    found.push(...names, fold(written), fold(command.program));
  }
  return found;
}

/** Longer words are not folded: no pattern has one. */
const longestWord = 1024;

/** The paths to which some verbs are done. */
export const askPaths = (verbs: readonly EffectVerb[]): PathQuestion => ({
  id: `path ${verbs.join(' ')}`,
  answers: 'paths',
  verbs,
  waitsForKind: true,
  weigh: (word) => 5 + 200 / (1 + word.length),
});

/** The hosts that some verbs are about: their names, and every ending of these. */
export function askHosts(verbs: readonly EffectVerb[]): AskedQuestion {
  const asked = new Set(verbs);
  return {
    id: `host ${verbs.join(' ')}`,
    ...lookedUp,
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
export function questionOfId(id: string, known: Known): IndexQuestion | undefined {
  const simple = [askKind, askVerbs, askPrograms(known), askProgramParts(known)].find(
    (each) => each.id === id,
  );
  if (simple !== undefined) return simple;
  const [object, ...verbs] = id.split(' ');
  if (verbs.length === 0 || !verbs.every(isEffectVerb)) return undefined;
  return object === 'path' ? askPaths(verbs) : object === 'host' ? askHosts(verbs) : undefined;
}
