/** Questions about a field of the event. */
import type { Json } from '../facts/event/event.ts';
import type { Facts } from '../facts/facts.ts';
import { elementReader, fieldReader, INAPPLICABLE, MISSING, type Reading } from '../facts/read.ts';
import { betweenSlashes, namesOfPath } from './names-in-call.ts';
import type { Answers, AskedField, AskedQuestion } from './question.ts';

/** Asks about fields. */
export type AskField = (about: AskedField) => AskedQuestion;

/** As `askField`, with one question for all that are equal: the rules of a bundle ask few different ones. */
export function askFieldsOnce(): AskField {
  const made = new Map<string, AskedQuestion>();
  return (about) => {
    const id = idOf(about);
    const question = made.get(id) ?? askField(about);
    made.set(id, question);
    return question;
  };
}

const idOf = ({ field, view, many, inside, flags, isNeeded }: AskedField): string =>
  `${many ? 'any ' : ''}${inside ? 'text in ' : ''}${view}${flags === '' ? '' : `/${flags}`}${isNeeded ? '!' : ''} ${field.text}`;

/**
 * The question about a field in a view. There is no answer for a text with characters beyond printable ASCII where names are
 * compared otherwise than as whole words: folded, it could be like any of them.
 */
export function askField(about: AskedField): AskedQuestion {
  const { view, many, inside, flags, isNeeded } = about;
  const { entry, steps, text } = about.field;
  const read = fieldReader(entry.id, steps);
  const readAll = elementReader(entry.id, steps);
  const isOfWords = view === 'folded' || view === 'composed';
  const isText = entry.type === 'text' || entry.type === 'any';
  const onlyPrintable = view === 'names' || (!isOfWords && view !== 'path' && !isText);
  const isAnswer = (value: Json): value is string =>
    typeof value === 'string' && (!onlyPrintable || printable.test(value));
  const longest = view === 'matches' ? longestForSets : Number.POSITIVE_INFINITY;
  const show = view === 'path' ? namesInPath : view === 'matches' && !isText ? inBothCases : asItIs;
  return {
    id: idOf(about),
    about,
    answers: isOfWords ? 'words' : view === 'matches' ? 'matches' : 'texts',
    form: isOfWords ? view : 'own',
    flags,
    waitsForKind: entry.id !== 'tool' && entry.id !== 'kind',
    without: ownFields.has(entry.id) && steps.length > 0 && !isNeeded ? text : undefined,
    ask(facts) {
      const value = many && !inside ? readAll(facts) : read(facts);
      if (typeof value === 'string' && !inside) {
        return isAnswer(value) && value.length <= longest ? show(value, facts) : undefined;
      }
      if (value === INAPPLICABLE || (value === MISSING && isNeeded)) return none;
      if (typeof value === 'symbol') return undefined;
      if (inside && facts.areTextsCut(value as Json)) return undefined;
      const found = valuesOf(value);
      // `null` is never a word. A text that is searched has no answer for it.
      const asked = isOfWords && !inside ? found.filter((each) => each !== null) : found;
      if (!asked.every(isAnswer) || lengthOf(asked) > longest) return undefined;
      return show === asItIs ? asked : shownAll(asked, show, facts);

      function valuesOf(value: Json | readonly Reading[]): readonly Json[] {
        if (inside) return facts.textsIn(value as Json, true);
        return many ? (value as readonly Json[]) : [value as Json];
      }
    },
    weigh(word, rules) {
      // Rules about one tool are made where that tool is called, and all of them are asked then.
      if (isOfWords) return rules < fewRules ? 1 : Math.min(mostEvents, rules * rules);
      // Few expressions are tried one by one, in the rules: an index by them saves nothing then.
      return view === 'matches' ? 300 : 20 + 400 / (1 + word.length);
    },
  };
}

/** Fewer rules than this are cheaper to ask than a text is to search. */
const fewRules = 4;
/** Half of all events. */
const mostEvents = 500;

const none: readonly string[] = [];

/** Each tool, or each harness, has its own fields in these. */
const ownFields: ReadonlySet<string> = new Set(['input', 'extension', 'event']);

/** The part of an answer that comes from one text; undefined where it could be anything. */
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

/** Expressions are matched with a name as it is, and with the folded name. */
const inBothCases: Show = (name) => {
  const small = name.toLowerCase();
  return small === name ? name : [name, small];
};

/**
 * In more characters than this, expressions are tried one by one: the automaton for all together can grow with what it
 * reads, and is slower then.
 */
const longestForSets = 16 * 1024;

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

const printable = /^[ -~]*$/;
