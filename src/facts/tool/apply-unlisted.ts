/**
 * Guesses the effects of fields that no table lists: all fields of an unknown tool, or the unlisted ones of a known tool.
 * A value that looks like a command, a path or an address may have every use of such a value. All these effects are only
 * possible, and never more than the name of the field allows. Objects, lists and JSON inside texts are searched. Encoded
 * data (base64, `%2F`) are decoded where they hold a text.
 */
import type { HostShape } from '../../pattern/host.ts';
import { readPathShape } from '../../pattern/path/path-shape.ts';
import { firstShapes, textShape } from '../../pattern/text/shape.ts';
import type { PathEffect } from '../effect/effect.ts';
import type { Json, JsonObject } from '../event/event.ts';
import { isList } from '../event/json.ts';
import type { Recorder } from '../record/recorder.ts';
import { decodedText } from './decoded-text.ts';
import {
  couldBeAddress,
  couldBeHost,
  couldBePath,
  couldBePlace,
  type FieldSort,
  holdsData,
  isArgumentField,
  isProgramField,
  isStandardInput,
  isStep,
  looksLikeFileName,
  looksLikeHost,
  looksLikeHostPath,
  looksLikeJson,
  looksLikePath,
  looksLikeUrl,
  namedPlaces,
  sortOfField,
} from './field-look.ts';
import { isObject, parseJson } from './fields.ts';
import { nameKey } from './name-key.ts';
import { pathsBeside, pathsInTree } from './named-files.ts';
import { patternPaths } from './pattern-paths.ts';
import {
  isProgram,
  runByLook,
  runGiven,
  runPossibly,
  runWordsByLook,
  type Where,
} from './possible-command.ts';
import { looksLikePatch, patchPossibly } from './possible-patch.ts';
import { type ApplyContext, mostBases, spanOfField, textsOf } from './reading.ts';
import { recordUrl } from './url.ts';

/** The limits of values and of depth; what is beyond is unknown. */
const mostValues = 2000;
const deepest = 12;
/** The limit of words that are looked at as arguments beside a program. Each field of an object gets all of them. */
const mostArguments = 4000;
/** The limit of different paths and hosts. */
const mostNamed = 100;

interface Walk {
  readonly context: ApplyContext;
  readonly recorder: Recorder;
  readonly paths: PathEffect[];
  readonly hosts: HostShape[];
  /** The tool runs commands, so that fields for steps hold commands too. */
  readonly isShell: boolean;
  left: number;
  argumentsLeft: number;
}

/** A value, its place, and the purpose of its field. */
interface Place extends Where {
  readonly sort: FieldSort;
  readonly depth: number;
}

interface Options {
  /** Keys (of `nameKey`) of top-level fields that a table lists, so that they are skipped. */
  readonly without?: ReadonlySet<string>;
  /** Which top-level fields count. */
  readonly only?: (key: string) => boolean;
  /** Whether the tool runs commands. */
  readonly isShell?: boolean;
}

/** Records the possible effects of the fields of an input. False if no field looks like anything. */
export function applyUnlisted(
  input: JsonObject,
  context: ApplyContext,
  recorder: Recorder,
  { without, only, isShell = false }: Options = {},
): boolean {
  const walk: Walk = {
    context,
    recorder,
    paths: [],
    hosts: [],
    isShell,
    left: mostValues,
    argumentsLeft: mostArguments,
  };
  const before = recorder.count;
  const own =
    without === undefined && only === undefined
      ? input
      : Object.fromEntries(
          Object.entries(input).filter(
            ([key]) => without?.has(nameKey(key)) !== true && only?.(key) !== false,
          ),
        );
  const start: Place = { field: context.prefix, sort: 'other', bases: [context.cwd], args: [], depth: 0 };
  walkObject(walk, own, start, input);
  if (only === undefined) runNamedProgram(walk, input, start);
  sendWhatIsNamed(walk);
  if (walk.left < 0) {
    recorder.unknown({
      sort: 'budget',
      text: '',
      why: `the input has more than ${mostValues} values or ${mostArguments} arguments, or is nested deeper than ${deepest}`,
      span: { field: context.prefix, start: 0, end: 0 },
    });
  }
  return recorder.count > before;
}

const directoryKeys: ReadonlySet<string> = new Set(
  ['cwd', 'workdir', 'working_dir', 'working_directory'].map(nameKey),
);

function walkObject(walk: Walk, object: JsonObject, place: Place, whole = object): void {
  const entries = Object.entries(object);
  const given = Object.entries(whole);
  const directories = given.filter(([key]) => directoryKeys.has(nameKey(key.slice(0, 100))));
  const texts = directories.flatMap(([, value]) => (typeof value === 'string' ? value : []));
  const bases =
    texts.length === 0
      ? place.bases
      : firstShapes(
          texts.map((text) => textShape(text)),
          mostBases,
        ).map((shape) => readPathShape(shape, place.bases[0]));
  const args = argumentsIn(whole);
  for (const [key, value] of entries) {
    const field = [...place.field, key];
    const inner = { field, bases, args, depth: place.depth + 1 };
    // Some tools put names and addresses into keys.
    nameByLook(walk, key, inner);
    for (const path of pathsInTree(field.slice(walk.context.prefix.length))) touch(walk, path, inner);
    runByLook(key, { ...inner, args: [] }, walk.context, walk.recorder);
    // A program may be in one field (`bin`), and its arguments in another.
    if (typeof value === 'string' && args.length > 0 && isProgram(value, walk.context)) {
      walk.argumentsLeft -= args.length;
      if (walk.argumentsLeft < 0) walk.left = -1;
      else runWordsByLook([value], inner, walk.context, walk.recorder);
    }
    walkValue(walk, value, { ...inner, sort: walk.isShell && isStep(key) ? 'command' : sortOfField(key) });
  }
  runApart(walk, entries, given, place, bases);
  runWordsAlone(walk, entries, given, place, bases);
  for (const { key, paths } of pathsBeside(entries, given))
    for (const path of paths) touch(walk, path, { field: [...place.field, key], bases, args: [] });
}

/** A list of words in a field for arguments is a program with them, if no field beside it names one. */
function runWordsAlone(
  { context, recorder }: Walk,
  unlisted: readonly Entry[],
  all: readonly Entry[],
  place: Place,
  bases: Where['bases'],
): void {
  const hasProgram = all.some(([key, value]) => typeof value === 'string' && isProgramField(key));
  if (hasProgram) return;
  for (const [key, value] of unlisted) {
    const words = nameKey(key.slice(0, 100)) === 'argv' ? textsOf(value) : undefined;
    if (words === undefined || words.length === 0) continue;
    runPossibly(words, { field: [...place.field, key], bases, args: [] }, context, recorder);
  }
}

type Entry = readonly [key: string, value: Json];

/** The limit of fields of one object that may be arguments or input of a program in another. */
const mostBeside = 16;

/**
 * Records a command in several fields, where one of them is not listed: its program and its arguments as texts
 * (`program`, `arguments`), or a command and what it reads (`command`, `stdin`).
 */
function runApart(
  walk: Walk,
  unlisted: readonly Entry[],
  all: readonly Entry[],
  place: Place,
  bases: Where['bases'],
): void {
  if (all.length < 2) return;
  const keys = new Set(unlisted.map(([key]) => key));
  const texts = all.flatMap(([key, value]): readonly (readonly [string, string])[] => {
    const text = key.length < 100 ? textOf(value) : undefined;
    return text === undefined || text.trim() === '' ? [] : [[key, text]];
  });
  const { context, recorder } = walk;
  const programs = texts.filter(
    ([key, text]) => isProgramField(key) && !/\s/.test(text.trim()) && isProgram(text.trim(), context),
  );
  for (const [key, program] of programs.slice(0, mostBeside)) {
    const beside = texts.filter(([other]) => other !== key && mayBeArguments(other));
    const isNew = beside.some(([other]) => keys.has(other)) || keys.has(key);
    if (!isNew || beside.length === 0) continue;
    const words = beside.slice(0, mostBeside).map(([, text]) => text);
    const where = { field: [...place.field, key], bases, args: [] };
    for (const rest of new Set([...words, words.join(' ')]))
      runByLook(`${program.trim()} ${rest}`, where, context, recorder);
  }
  for (const [key, input] of texts.filter(([key]) => isStandardInput(key)).slice(0, mostBeside))
    for (const [other, command] of texts)
      if (other !== key && (keys.has(key) || keys.has(other)) && sortOfField(other) === 'command')
        runGiven(command, input, { field: [...place.field, other], bases, args: [] }, context, recorder);
}

/** A text, or the words of a list as one. */
const textOf = (value: Json): string | undefined =>
  typeof value === 'string' ? value : textsOf(value)?.join(' ');

const mayBeArguments = (key: string): boolean =>
  isArgumentField(key) ||
  (['command', 'code', 'place', 'other'].includes(sortOfField(key)) &&
    !isStandardInput(key) &&
    !directoryKeys.has(nameKey(key)));

/** The words for a program that another field names. */
const argumentsIn = (object: JsonObject): readonly string[] =>
  Object.entries(object)
    .filter(([key]) => isArgumentField(key.slice(0, 100)))
    .flatMap(
      ([, value]) =>
        textsOf(value) ??
        (isObject(value) ? Object.values(value) : []).flatMap((each) => textsOf(each) ?? []),
    );

/** Where no field names the program of the arguments, a word of the tool's own name may: `kubectl_run`. */
function runNamedProgram({ context, recorder, left }: Walk, input: JsonObject, place: Place): void {
  const args = left < 0 ? [] : argumentsIn(input);
  if (args.length === 0 || args.length > mostNamed) return;
  for (const word of wordsOfName(context.tool ?? ''))
    if (isProgram(word, context)) runByLook([word, ...args].join(' '), place, context, recorder);
}

const wordsOfName = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .slice(0, 100)
      .replace(/([a-z\d])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split(/[^a-z\d-]+|__/),
  );

function walkValue(walk: Walk, value: Json, place: Place): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    // An address may be written as one number.
    if (place.sort === 'address' && value > 65_535) reach(walk, String(value), place);
    return;
  }
  if (walk.left < 0) return;
  walk.left = place.depth > deepest ? -1 : walk.left - 1;
  if (walk.left < 0) return;
  if (typeof value === 'string') walkText(walk, value, place);
  else if (isObject(value)) walkObject(walk, value, place);
  else if (isList(value)) {
    const words = place.sort === 'command' || place.sort === 'code' ? textsOf(value) : undefined;
    if (words !== undefined && words.length > 0) {
      runPossibly(words, place, walk.context, walk.recorder);
      // A list of whole commands.
      for (const word of words.slice(0, mostNamed))
        if (/\s/.test(word)) runPossibly(word, { ...place, args: [] }, walk.context, walk.recorder);
    } else {
      const texts = place.sort === 'prose' ? undefined : textsOf(value);
      if (texts !== undefined) runWordsByLook(texts, { ...place, args: [] }, walk.context, walk.recorder);
      if (texts !== undefined && looksLikePatch(texts.join('\n')))
        patchPossibly(texts.join('\n'), place, walk.recorder);
      value.forEach((each, index) => {
        walkValue(walk, each, { ...place, field: [...place.field, index], depth: place.depth + 1 });
      });
    }
  }
}

function walkText(walk: Walk, text: string, place: Place): void {
  if (place.sort !== 'prose' && looksLikeJson(text)) {
    const inner = parseJson(text);
    if (inner !== undefined && inner !== null && (typeof inner === 'object' || inner !== text)) {
      walkValue(walk, inner, { ...place, depth: place.depth + 1 });
      return;
    }
  }
  if ((place.sort !== 'prose' || isData(place)) && looksLikePatch(text))
    patchPossibly(text, place, walk.recorder);
  lookAt(walk, text, place);
  const decoded = place.sort === 'prose' ? undefined : decodedText(text);
  if (decoded !== undefined) walkValue(walk, decoded, { ...place, depth: place.depth + 1 });
}

/** Records one text, by the purpose of its field. */
function lookAt(walk: Walk, text: string, place: Place): void {
  if (text.trim() === '') return;
  switch (place.sort) {
    case 'prose':
      proseByLook(walk, text, place);
      return;
    case 'command':
    case 'code':
      runPossibly(text, place, walk.context, walk.recorder);
      return;
    case 'path':
      // Programs in C end a path at a zero byte.
      for (const each of separated(text.split('\0', 1)[0] ?? '')) {
        if (looksLikeUrl(each)) reach(walk, each, place);
        else if (couldBePath(each)) touch(walk, each, place);
      }
      return;
    case 'place':
      if (couldBeHost(text)) reach(walk, text, place);
      if (couldBePlace(text)) touch(walk, text, place);
      reachRecipients(walk, text, place);
      nameByLook(walk, text, place);
      runByLook(text, place, walk.context, walk.recorder);
      return;
    case 'address':
      for (const each of separated(text)) {
        if (looksLikePath(each)) {
          touch(walk, each, place);
          if (looksLikeHostPath(each)) reach(walk, `https:${each}`, place);
          else if (couldBeHost(each)) reach(walk, each, place);
        } else if (couldBeAddress(each)) reach(walk, each, place);
      }
      return;
    case 'recipient':
      reachRecipients(walk, text, place);
      return;
    case 'other':
      nameByLook(walk, text, place);
      runByLook(text, place, walk.context, walk.recorder);
      return;
    default:
      place.sort satisfies never;
  }
}

/**
 * Records what is in a field for data (`text`, `query`), if that is nothing but an address, an absolute path, or a
 * command with an option. A title or a message stays prose.
 */
function proseByLook(walk: Walk, text: string, place: Place): void {
  if (text.length > longestAlone || !isData(place)) return;
  if (!/\s/.test(text.trim())) {
    if (/^(?:[/~\\]|[a-z][a-z0-9+.-]*:)/i.test(text)) nameByLook(walk, text, place);
  } else if (!text.trim().includes('\n') && /\s-{1,2}[a-z]/i.test(text))
    runByLook(text, place, walk.context, walk.recorder);
}

/** Whether the name of the field leaves it open that a program reads it. */
function isData({ field }: Place): boolean {
  const name = field.findLast((step) => typeof step === 'string');
  return name !== undefined && holdsData(name);
}

const longestAlone = 500;

/** A text, and the parts of a text that is a list. */
const separated = (text: string): readonly string[] =>
  /[\n,;]/.test(text) && !/[{}]/.test(text)
    ? [text, ...text.split(/[\n,;]/, mostNamed)].map((each) => each.trim()).filter((each) => each !== '')
    : [text];

/** Records a text that looks like a path or an address, whatever the name of its field. */
function nameByLook(walk: Walk, text: string, where: Where): void {
  if (looksLikeUrl(text) || looksLikeHost(text)) reach(walk, text, where);
  if (looksLikeHostPath(text)) reach(walk, `https:${text}`, where);
  if (looksLikePath(text) || looksLikeFileName(text)) touch(walk, text, where);
  const { hosts, paths } = namedPlaces(text);
  for (const host of hosts) reach(walk, host, where);
  for (const path of paths) touch(walk, path, where);
}

/** Data for people go to the hosts after the `@`. */
function reachRecipients(walk: Walk, text: string, where: Where): void {
  for (const [, domain = ''] of text.matchAll(/@([^\s@<>"'(),;]+)/g)) reach(walk, domain, where);
}

/** Records every possible effect on the path, and on what is below it. */
function touch(walk: Walk, text: string, { field, bases }: Where): void {
  const { recorder, paths } = walk;
  const span = spanOfField({ field, value: text });
  const shapes = [
    textShape(text),
    ...(/[*?[{]/.test(text) ? patternPaths(text) : []),
    // Some programs read the file after the sign.
    ...(/^@[^@/]/.test(text) ? [textShape(text.slice(1))] : []),
  ];
  for (const base of bases) {
    for (const path of shapes) {
      if (paths.length >= mostNamed) {
        recorder.unknown({
          sort: 'budget',
          text: '',
          why: `the input names more than ${mostNamed} paths`,
          span,
        });
        return;
      }
      const about = { path, base, certain: false, span, command: undefined };
      const [, read] = recorder.path({ ...about, use: 'move', recursive: true });
      recorder.path({ ...about, use: 'copy', recursive: true });
      recorder.path({ ...about, use: 'write', recursive: true });
      recorder.execute(path, base, { certain: false, span, command: undefined });
      if (read !== undefined) paths.push(read);
    }
  }
}

/** Records a possible connection. */
function reach(walk: Walk, address: string, { field }: Where): void {
  const { recorder, hosts } = walk;
  const span = spanOfField({ field, value: address });
  if (hosts.length >= mostNamed) {
    recorder.unknown({ sort: 'budget', text: '', why: `the input names more than ${mostNamed} hosts`, span });
    return;
  }
  const about = { certain: false, span, command: undefined };
  const host = looksLikeUrl(address)
    ? recordUrl(address, about, recorder)
    : recorder.connect(
        textShape(/^[\da-f]*(?::[\da-f]*){2,7}$/i.test(address) ? `http://[${address}]/` : address),
        about,
      );
  if (host !== undefined) hosts.push(host);
}

/** Records that the files of the call may be sent to its hosts, or to a host that only the tool knows. */
function sendWhatIsNamed({ recorder, paths, hosts }: Walk): void {
  const about = { certain: false, command: undefined };
  const some: HostShape = { value: undefined, suffix: undefined, text: '…', others: [] };
  for (const source of paths) recorder.send({ ...about, span: source.span, source, host: some });
  const [first] = paths;
  for (const host of hosts.slice(0, mostSent)) {
    const span = first?.span ?? { field: [], start: 0, end: 0 };
    recorder.send({ ...about, span, source: undefined, inline: true, host });
    for (const source of paths.slice(0, mostSent))
      recorder.send({ ...about, span: source.span, source, host });
  }
}

/** The limit of pairs of files and hosts; the unknown host covers the rest. */
const mostSent = 10;
