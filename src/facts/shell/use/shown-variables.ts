/** Which secrets of the environment the output of a command shows, and does not only depend on. */
import { showPathShape } from '../../../pattern/path/path-shape.ts';
import { anyShape, staticText } from '../../../pattern/text/shape.ts';
import type { PathEffect } from '../../effect/effect.ts';
import {
  isOfEnvironment,
  isOfLines,
  isWholeEnvironment,
  linesWith,
  someVariable,
  variableSource,
} from '../../effect/environment-source.ts';
import type { Print } from '../../knowledge/table/entry.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { lookUpParameter } from '../expand/parameter.ts';
import { type Origins, unknownStream, type Word } from '../word.ts';
import type { Running } from './running/running.ts';

/** Outputs that have all of the words or the input. */
const whole: ReadonlySet<Print | undefined> = new Set<Print | undefined>([
  ...(['last-name', 'folder', 'path'] as const),
  ...(['words', 'format', 'files', 'input', 'base64', 'asked-base64', 'hex'] as const),
  ...(['reversed', 'translated', 'one-line'] as const),
]);
/** Outputs that have it in another form, where a line is no longer `NAME=value`. */
const changing: ReadonlySet<Print | undefined> = new Set<Print | undefined>([
  ...(['base64', 'asked-base64', 'hex', 'reversed', 'translated'] as const),
]);
/** Outputs that have some of the input. */
const partly: ReadonlySet<Print | undefined> = new Set<Print | undefined>(['ten-lines', 'matching-lines']);

/**
 * The origins of what a program prints, where each variable says whether its value is shown: `echo $X`, and not `test $X`.
 * What it prints of the environment itself, and what the commands that it runs show, stays as it is.
 */
export function withShown(given: Origins, running: Running): Origins {
  const { prints } = mannersOf(running.invocation.program);
  const filled = prints === 'filled' ? filledBy(running) : [];
  const origins = filled.length === 0 ? given : { ...given, sources: [...given.sources, ...filled] };
  if (!origins.sources.some((each) => isAll(each) || isVariable(each))) return origins;
  const kept = new Set([...filled, ...running.outputs.flatMap(({ sources }) => sources)]);
  const shownBy = showing(running);
  const sources = origins.sources.map((each) => (kept.has(each) ? each : shownBy(each)));
  const chosen = origins.sources.some((each) => isAll(each) && each.isShown !== false && !kept.has(each))
    ? chosenBy(running)
    : [];
  const output = { ...origins, sources: [...sources, ...chosen] };
  // `tee /dev/stderr`
  if (prints === 'input' && running.words.some(({ shape }) => isTerminal.test(staticText(shape) ?? '')))
    running.shell.shown.push(output);
  return output;
}

const isTerminal = /^\/dev\/(?:stderr|tty|fd\/2)$/;

/** Passes on the secrets of the environment that a script shows. */
export function passShown({ sources, from }: Origins, { outputs }: Running): void {
  const shown = sources.filter(({ isShown }) => isShown === true);
  if (shown.length > 0) outputs.push(unknownStream({ sources: shown, from }));
}

/** What a program shows of a variable that is in its words or its input. */
function showing({ invocation, words }: Running): (source: PathEffect) => PathEffect {
  const { prints, passes } = mannersOf(invocation.program);
  const isEncoded = words.some(({ shape }) => /^-?(?:base64|enc|a)$/.test(staticText(shape) ?? ''));
  const isWhole = passes === 'all' || (whole.has(prints) && (prints !== 'asked-base64' || isEncoded));
  const isFew = keepsFew(invocation, words);
  const hidden = new Set(
    isEditor(invocation) ? words.filter(isSearched).flatMap(({ sources }) => sources) : [],
  );
  const passesLines = isWhole || passes !== undefined || partly.has(prints);
  const isCutting = passes === 'changed' && cutsValues(words);
  const isSearching = partly.has(prints) && cutsValues(words);
  const changes = passes === 'changed' || changing.has(prints) ? { isChanged: true } : {};
  return (source) => {
    const keepsLines = passesLines && ((!isCutting && !isSearching) || source.isChanged === true);
    const showsLines = keepsLines && !isMuted(invocation);
    if (isAll(source)) {
      // It may leave out those that are secret: then a search behind it may still find them.
      if (isWhole || source.isShown === false || (passes === 'part' && source.isShown === true))
        return { ...source, ...changes };
      return { ...source, ...changes, isShown: keepsLines ? undefined : false };
    }
    // What a command only used is not in its output, whatever reads that.
    if (!isVariable(source) || source.isShown === false) return source;
    if (isOfLines(showPathShape(source.path)))
      return { ...source, ...changes, isShown: source.isShown === true && showsLines };
    if (hidden.has(source) || isFew) return { ...source, isShown: false };
    // Nothing says what becomes of its words and its input.
    if (!invocation.known) return { ...source, isShown: true, certain: false };
    return {
      ...source,
      isShown: isWhole || passes !== undefined || (partly.has(prints) && !isMuted(invocation)),
    };
  };
}

/** Whether it prints at most four letters, or one letter instead of each, or changes a file instead. */
function keepsFew({ program, options }: Running['invocation'], words: readonly Word[]): boolean {
  const { few = [], inPlace = [] } = mannersOf(program);
  const has = ({ names }: (typeof options)[number], wanted: readonly string[]): boolean =>
    names.some((name) => wanted.includes(name));
  if (options.some((each) => has(each, inPlace))) return true;
  const [option, ...others] = options;
  // Of several numbers the last one counts.
  if (option !== undefined && others.length === 0 && has(option, few))
    return /^[1-4]$/.test(staticText(option.value ?? option.next ?? anyShape('')) ?? '');
  const [word, ...more] = words;
  return (
    isEditor({ program }) && more.length === 0 && masks.test(staticText(word?.shape ?? anyShape('')) ?? '')
  );
}

/** Whether a program edits what it reads by commands such as `s/a/b/`. */
const isEditor = ({ program }: Pick<Running['invocation'], 'program'>): boolean =>
  mannersOf(program).inPlace !== undefined;

/** A replacement of each letter, or of each line: `s/./x/g`. */
const masks = /^s(?<by>[/|,#])\.\*?\k<by>[^&\\/|,#]*\k<by>g$/;

/** Whether all that is not known of a word is what it looks for, and replaces by something else: `s/$TOKEN/x/g`. */
const isSearched = ({ shape: { pieces } }: Word): boolean =>
  /^s(?<by>[/|,#@])(?:(?!\k<by>)[^\\])*\k<by>[^\0]*$/.test(
    pieces.map((piece) => (piece.kind === 'text' ? piece.text : '\0')).join(''),
  );

/** The variables whose values a program puts into its input: `envsubst`. */
function filledBy({ io: { stdin }, state, span }: Running): readonly PathEffect[] {
  const text = stdin === undefined ? undefined : staticText(stdin.shape);
  if (text === undefined) return [{ ...someVariable(span), isShown: true }];
  const names = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name);
  return names.flatMap((name) => {
    const source = lookUpParameter(name, state) === undefined ? variableSource(name, span) : undefined;
    return source === undefined ? [] : [{ ...source, isShown: true }];
  });
}

/** Whether one of its options has a search print no lines, or those without what it looks for. */
const isMuted = ({ program, options }: Running['invocation']): boolean =>
  options.some(({ names }) => names.some((name) => mannersOf(program).mutes?.includes(name) === true));

/** The variables that a program chooses among the lines of all, by the names in its words: `env | grep TOKEN`. */
function chosenBy({ words, invocation, span }: Running): readonly PathEffect[] {
  const { prints, passes } = mannersOf(invocation.program);
  if ((prints !== 'matching-lines' && passes !== 'changed') || isMuted(invocation) || cutsValues(words))
    return [];
  return words.flatMap(({ shape }) => {
    const text = staticText(shape);
    if (text === undefined) return [{ ...someVariable(span), isShown: true }];
    const sought = text.replace(/^(?:--regexp=|-[A-Za-z]*?e)/, '');
    const names = sought.startsWith('-') ? [] : [...sought.matchAll(/[A-Za-z_]\w+/g)];
    return names.map(([name]) => ({ ...linesWith(name.toUpperCase(), span), isShown: true }));
  });
}

/**
 * Words that keep the name of a line `NAME=value` and nothing of its value: `cut -d= -f1`, `awk -F= '{print $1}'`,
 * `sed 's,=.*,,'`, `grep -o '^[A-Z_]*'`. All of the words are compared: any other word may show more.
 */
const keepsNames =
  /^(?:-d ?= -f ?1|-f ?1 -d ?=|-F ?= (?:\/\w+\/ ?)?\{ ?print \$1;? ?\}|(?:-[Ern]+ )?s(?<by>[/|,#])=\.\*\k<by>[^&\\/|,#]*\k<by>[gp]*|-oi?E? \^\[(?:\^=|[\w-]+)\][*+]\w*)$/;

const cutsValues = (words: readonly Word[]): boolean =>
  keepsNames.test(words.map(({ shape }) => staticText(shape) ?? '=').join(' '));

const isAll = ({ path, recursive }: PathEffect): boolean =>
  recursive && isWholeEnvironment(showPathShape(path));
const isVariable = ({ path }: PathEffect): boolean => isOfEnvironment(showPathShape(path));
