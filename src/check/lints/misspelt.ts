/**
 * Names inside quotes that are not in the tables, but nearly: a program, a subcommand, an option, a field of a tool. The
 * tables do not have all names, so a name that is not similar to any of theirs is not reported.
 *
 *     when runs "git pus"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { nearest, nearestSlip, sameLetters } from '../../language/words.ts';
import type { CheckedCompare, CheckedEffect, CheckedRule, ObjectTest, Pattern } from '../tree/checked.ts';
import type { KnownNames } from '../tree/known-names.ts';
import { plainPatterns } from '../tree/plain-patterns.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { type ExpressionPart, questionsOf, testsOf } from '../tree/walk.ts';
import { placeOfPattern } from '../values/pattern-place.ts';

/** Misspelt names in the conditions of rules and labels. */
export function findMisspelt(rules: readonly CheckedRule[], known: KnownNames): readonly Diagnostic[] {
  // A list and a question are checked once, however many rules use it.
  const names = { ...known, lists: new Set<Pattern>() };
  const looked = new Set<ExpressionPart>();
  return rules.flatMap(({ when, unless }) => {
    const parts = [...when, ...unless].flatMap(questionsOf);
    const fresh = parts.filter((part) => !looked.has(part));
    for (const part of fresh) looked.add(part);
    return [...fresh.flatMap((part) => misspeltIn(part, names)), ...misspeltValues(parts, names)];
  });
}

interface Names extends KnownNames {
  /** Those whose commands have been looked at. */
  readonly lists: Set<Pattern>;
}

function misspeltIn(part: ExpressionPart, names: Names): readonly Diagnostic[] {
  if (part.kind === 'compare') return misspeltField(part, names);
  const commands = testsOf(part).flatMap((test) => misspeltCommands(test, part.place, names));
  return part.kind === 'effect' ? [...commands, ...misspeltOptions(part, names)] : commands;
}

// ── commands ──────────────────────────────────────────────────────────────────────────────

interface Written<Kind extends Pattern['kind']> {
  readonly pattern: Pattern & { readonly kind: Kind };
  readonly place: SourcePlace;
}

/** The patterns of a kind among those of a test and the items of its lists, with their places. */
function written<Kind extends Pattern['kind']>(
  patterns: readonly Pattern[],
  kind: Kind,
  around: SourcePlace,
): readonly Written<Kind>[] {
  return plainPatterns(patterns).flatMap((pattern): readonly Written<Kind>[] => {
    const isSuch = (each: Pattern): each is Pattern & { readonly kind: Kind } => each.kind === kind;
    return isSuch(pattern) ? [{ pattern, place: placeOfPattern(pattern) ?? around }] : [];
  });
}

function misspeltCommands(
  { patterns }: ObjectTest,
  around: SourcePlace,
  names: Names,
): readonly Diagnostic[] {
  const fresh = patterns.filter((pattern) => pattern.kind !== 'list' || !names.lists.has(pattern));
  for (const pattern of fresh) if (pattern.kind === 'list') names.lists.add(pattern);
  return written(fresh, 'command', around).flatMap(({ pattern, place }) => {
    const words = wordsOf(pattern.value);
    const meant = meantBy(words, names);
    if (meant === undefined) return optionsIn(pattern.value, words, place, names);
    const { wrong, right, what } = meant;
    const text = pattern.value.replace(wrong, right);
    return [
      warningAt('misspelt-command', place.path, place.span, `${what} \`${wrong}\``, {
        help: `did you mean \`"${text}"\`?`,
      }),
    ];
  });
}

const wordsOf = (command: string): readonly string[] =>
  command
    .trim()
    .split(/\s+/)
    .filter((word) => !isOption(word));
const isOption = (word: string): boolean => word.startsWith('-');

interface Slip {
  readonly what: string;
  readonly wrong: string;
  readonly right: string;
}

/** The first word that the tables do not have, where one of theirs is near. */
function meantBy([program = '', ...words]: readonly string[], names: KnownNames): Slip | undefined {
  if (!isPlain(program)) return undefined;
  if (!names.hasProgram(program)) {
    const right = programMeant(program, words, names);
    return right === undefined ? undefined : { what: 'no table has a program', wrong: program, right };
  }
  for (const [at, wrong] of words.entries()) {
    if (!isPlain(wrong)) return undefined;
    const known = names.subcommandsOf([program, ...words.slice(0, at)]);
    if (known.includes(wrong)) continue;
    const right = nearestSlip(wrong, known);
    const before = [program, ...words.slice(0, at)].join(' ');
    return right === undefined ? undefined : { what: `\`${before}\` is not known to have`, wrong, right };
  }
  return undefined;
}

const isPlain = (word: string): boolean => /^[A-Za-z][\w.+-]*$/.test(word);

const isOneOff = (word: string, other: string): boolean => nearest(word, [other], 1) !== undefined;

/**
 * Programs have short names that are near to each other: one alone has to be long, its subcommand has to fit, or its letters
 * are those of the known one in another order (`crul`).
 */
function programMeant(program: string, words: readonly string[], names: KnownNames): string | undefined {
  const [first] = words;
  const fits = (candidate: string): boolean =>
    first === undefined
      ? (program.length > 5 && candidate.length > 5 && `${candidate}d` !== program) ||
        (program.length > 3 && sameLetters(program, candidate))
      : names.subcommandsOf([candidate]).includes(first);
  // Where the program is the whole pattern, one letter differs, however long it is.
  const near = names
    .programsLike(program)
    .filter((each) => fits(each) && (first !== undefined || isOneOff(program, each)));
  return nearestSlip(program, near);
}

// ── options ───────────────────────────────────────────────────────────────────────────────

/** Options inside a command pattern. */
function optionsIn(
  command: string,
  words: readonly string[],
  place: SourcePlace,
  names: KnownNames,
): readonly Diagnostic[] {
  const options = command.trim().split(/\s+/).filter(isLong);
  if (options.length === 0) return [];
  const known = names.optionsOf(words) ?? [];
  return options.flatMap((option) => misspeltOption(option, known, place));
}

/** With more commands the options are not checked. */
const mostCommands = 100;

/** Options after `with` and `without`, where all commands of the predicate are known. */
function misspeltOptions({ tests, place }: CheckedEffect, names: KnownNames): readonly Diagnostic[] {
  const options = tests
    .filter(({ of }) => of === 'option')
    .flatMap(({ patterns }) => written(patterns, 'option', place))
    .filter(({ pattern }) => isLong(pattern.value));
  if (options.length === 0) return [];
  const known = optionsOfAll(tests, place, names);
  return options.flatMap(({ pattern, place: own }) => misspeltOption(pattern.value, known, own));
}

/** `value of --contxt`: it is about one of the commands that the rule asks for. */
function misspeltValues(parts: readonly ExpressionPart[], names: KnownNames): readonly Diagnostic[] {
  const asked = parts.flatMap((part) =>
    testsOf(part).flatMap(({ of, option = '' }) =>
      of === 'value' && isLong(option) ? [{ option, place: part.place }] : [],
    ),
  );
  const [first] = asked;
  if (first === undefined) return [];
  const known = optionsOfAll(parts.flatMap(testsOf), first.place, names);
  return asked.flatMap(({ option, place }) => misspeltOption(option, known, place));
}

/** The options of all commands that are asked for; none where one of them is not known. */
function optionsOfAll(
  tests: readonly ObjectTest[],
  around: SourcePlace,
  names: KnownNames,
): readonly string[] {
  const commands = tests
    .filter(({ of, operator, negated }) => of === 'command' && operator === 'is' && !negated)
    .flatMap(({ patterns }) => written(patterns, 'command', around));
  if (commands.length > mostCommands) return [];
  const known = commands.map(({ pattern }) => names.optionsOf(wordsOf(pattern.value)));
  return known.every((each) => each !== undefined) ? known.flat() : [];
}

/** `--force`: shorter options are too similar to each other. */
const isLong = (option: string): boolean => /^--[a-z][\w-]{2}/.test(option);

function misspeltOption(option: string, known: readonly string[], place: SourcePlace): readonly Diagnostic[] {
  const [, name = ''] = /^(--[a-z][\w-]*)/.exec(option) ?? [];
  if (known.includes(name)) return [];
  const long = known.flatMap((each) => (each.startsWith('--') ? each.slice(2) : []));
  const right = nearestSlip(name.slice(2), long);
  if (right === undefined || right.startsWith('no-') !== name.startsWith('--no-')) return [];
  // Some programs accept two spellings of an option, and the tables have only one of them.
  if (right.replaceAll('-', '') === name.replaceAll('-', '')) return [];
  return [
    warningAt('misspelt-option', place.path, place.span, `the command is not known to have \`${name}\``, {
      help: didYouMean(`--${right}`),
    }),
  ];
}

// ── fields ────────────────────────────────────────────────────────────────────────────────

/** `input.comand`: no known tool has such a field. */
function misspeltField({ field, place }: CheckedCompare, names: KnownNames): readonly Diagnostic[] {
  const [first] = field.steps;
  if (field.entry.id !== 'input' || typeof first !== 'string' || names.hasField(first)) return [];
  const right = first.length < 5 ? undefined : nearestSlip(first, names.fields());
  if (right === undefined) return [];
  return [
    warningAt('misspelt-field', place.path, place.span, `no known tool has a field \`${first}\``, {
      help: didYouMean(`input.${right}`),
    }),
  ];
}

const didYouMean = (right: string): string => `did you mean \`${right}\`?`;
