/**
 * Secrets of the environment that a script prints: `print(os.environ["TOKEN"])`. A value says which of them it shows, and so
 * does what is made of it: joined, cut, encoded, as an argument or a result. What is only known of it (`len`, `in`), and
 * what a module of others makes with it (`Client(key)`), shows nothing.
 */
import type { Span } from '../../../language/source.ts';
import { mayBeSecret } from '../../effect/environment-source.ts';
import { allShown as all, oneShown, type Shown } from '../values/shown-names.ts';
import {
  choicesOf,
  listValue,
  nameValue,
  shapesOf,
  shapeValue,
  showing,
  shownIn,
  staticOf,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { givenTo } from './call.ts';
import { entryOf } from './named-function.ts';
import { isEnvironment } from './note-variable.ts';
import { type Call, emit, moduleOf, type Runtime } from './runtime.ts';

/** Methods that give all variables with their values. */
const givesAll =
  /^(?:items|values|copy|to_\w+|inspect|select|filter\w*|reject|map|each|each_pair|sort\w*|entries|collect|find_all|grep)$/;

/** The value of a variable of the environment, or of one of several; without a key, of all. */
export function showingVariable(value: Value, key: Value | undefined): Value {
  if (key === undefined || givesAll.test(staticOf(key) ?? '')) return showing(value, all);
  const names = shapesOf(key, '').map((shape) => staticOf(shapeValue(shape)) ?? '');
  const secret = names.filter((name) => name === '' || mayBeSecret(name));
  return showing(value, secret.length === 0 ? undefined : new Set(secret));
}

/** What a value shows, also where it is the environment itself. */
export const shownOf = (runtime: Runtime, value: Value): Shown | undefined =>
  isAll(runtime, value) ? all : value.shows;

/** Whether a value may be the environment itself. */
const isAll = (runtime: Runtime, value: Value): boolean =>
  choicesOf(value).some((each) => each.kind === 'ref' && isEnvironment(runtime, each.name));

const areAll = (runtime: Runtime, values: readonly Value[]): boolean =>
  values.length > 0 && values.every((each) => isAll(runtime, each));

/** Names of functions that give the names of a table. */
const named = /^(?:list|sorted|set|tuple|iter|enumerate|array_keys)$/;

/** Names of functions that give one item of a table. */
const isItem = /^(?:get|fetch|pop|dig|setdefault|values_at)$/;

/** The variables whose values are put into a text: `$TOKEN`. */
function shownInText(text: string | undefined): Shown {
  if (text === undefined) return oneShown;
  return new Set([...text.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name).filter(mayBeSecret));
}

/** Names of functions that only say something of a value, in any language. */
const measures =
  /^(?:len|length|size|bytesize|count|bool|isinstance|type|typeof|hash|int|float|number|parseint|index|find|test|has|includes|contains|exists?|defined|any|all|equals?|key|keys|has_?own\w*|starts_?with|ends_?with|is[_A-Z]?\w*|(?:mb_)?strlen|nchar|empty|isset|compare\w*|locale_?compare|strn?c(?:ase)?cmp|\w*(?:hash|sha\d*|md5|hmac|crypt|digest|uuid)\w*|\w+\?)$/i;

/** The result of a call with what it shows of the object and the arguments. */
export const showingCall = (runtime: Runtime, callee: Value, call: Call, result: Value): Value =>
  showing(
    partsOf(runtime, callee, call) ?? result,
    shownIn(choicesOf(callee).map((each) => showing(unknownValue, shownByCall(runtime, each, call)))),
  );

/** The parts of all variables, where a function gives them: names, values, or pairs of both. */
function partsOf(runtime: Runtime, callee: Value, call: Call): Value | undefined {
  if (callee.kind !== 'ref') return undefined;
  const last = callee.name.slice(callee.name.lastIndexOf('.') + 1);
  const from = [call.self ?? callee.self, ...givenTo(call)].filter((each) => each !== undefined);
  if (!from.some((each) => shownOf(runtime, each)?.has('*'))) return undefined;
  if (named.test(last) && areAll(runtime, from)) return listValue([], nameValue());
  const value = showing(unknownValue, oneShown);
  if (/^(?:entries|items|each_pair)$/.test(last)) return listValue([], listValue([nameValue(), value]));
  return last === 'values' ? listValue([], value) : undefined;
}

/** What an item of a value shows: of all variables, that of the key. */
export function shownOfItem(shows: Shown | undefined, key: Value | undefined): Shown | undefined {
  const name = staticOf(key);
  if (shows?.has('*') !== true) return shows;
  if (name === undefined || /^-?\d+$/.test(name)) return oneShown;
  return mayBeSecret(name) ? new Set([name]) : undefined;
}

/** What items of a value show, by their keys. A further argument may be a default, which is given instead. */
const shownOfItems = (shows: Shown | undefined, keys: readonly Value[]): Shown | undefined =>
  shownIn(keys.flatMap((key) => [key, showing(unknownValue, shownOfItem(shows, key))]));

function shownByCall(runtime: Runtime, callee: Value, call: Call): Shown | undefined {
  if (callee.kind !== 'ref') return callee.kind === 'function' ? undefined : callee.shows;
  const last = callee.name.slice(callee.name.lastIndexOf('.') + 1);
  const self = call.self ?? callee.self;
  const isMethod = self !== undefined && self.kind !== 'ref' && self.kind !== 'object';
  if (measures.test(last) || (!isMethod && !isPure(runtime, callee.name))) return undefined;
  if (named.test(last) && areAll(runtime, givenTo(call))) return undefined;
  if (/^expandvars$/.test(last)) return shownInText(staticOf(call.args[0]));
  if (isMethod && isItem.test(last)) return shownOfItems(self?.shows, call.args);
  // Each line of a text joins the names.
  const given =
    named.test(last) || (isMethod && last === 'join' && self?.kind === 'text')
      ? givenTo(call).map(({ shows }) => shows)
      : givenTo(call).map((each) => shownOf(runtime, each));
  return shownIn([self, ...given.map((shows) => ({ ...unknownValue, shows }))].slice(isMethod ? 0 : 1));
}

/** Functions of the objects that a language has without a module. */
const ofLanguage = /^(?:re|JSON|Object|Array|String|bytes|Base64|POSIX|CGI)\./;

/** Whether a function belongs to the language and does nothing to files, programs and hosts. */
function isPure(runtime: Runtime, name: string): boolean {
  const { language, imported, defined } = runtime;
  const entry = entryOf(runtime, name);
  if (entry !== undefined) return entry.actions.length === 0 && entry.gives[0] !== 'environment';
  if (language.own?.isHarmless(name) === true || ofLanguage.test(name)) return true;
  return !name.includes('.') && !imported.has(moduleOf(name)) && !defined.has(name);
}

/** Notes what a call prints, if it is to a function that prints. */
export function notePrintedBy(runtime: Runtime, name: string, call: Call): void {
  const { language } = runtime;
  const isPrinted =
    language.prints.has(name) || (writes.test(name) && [call.self, call.args[0]].some(isOutput));
  if (!isPrinted) return;
  // `print(x, file=f)`
  const file = call.named.get('file');
  if (file !== undefined && !(file.kind === 'ref' && /std(?:out|err)/.test(file.name))) return;
  // `console.assert(x, text)` prints what is behind the condition.
  const given = givenTo(call).slice(name.endsWith('.assert') ? 1 : 0);
  notePrinted(runtime, call.self === undefined ? given : [call.self, ...given], call);
}

/** Functions that write what they are given, first of which is where to: a number, a path or an open file. */
const writes =
  /(?:^|\.)(?:write|writeSync|writeFileSync|appendFileSync|writelines|write_text|fwrite|fputs|file_put_contents|syswrite)$/;

/** Whether a file is standard output, standard error or the terminal. */
const isOutput = (file: Value | undefined): boolean =>
  file !== undefined &&
  choicesOf(file).some((each) =>
    each.kind === 'ref'
      ? /^\$?(?:\w+\.)?std(?:out|err)$/i.test(each.name)
      : shapesOf(each, '').some((shape) => output.test(staticOf(shapeValue(shape)) ?? '')),
  );

const output = /^(?:[12]|php:\/\/(?:stdout|stderr|output)|\/dev\/(?:stdout|stderr|tty|fd\/[12]))$/;

/** Notes that values are printed. */
export function notePrinted(runtime: Runtime, values: readonly Value[], { start, end }: Span): void {
  const about = { kind: 'environment', certain: true, start, end } as const;
  const shows = values.map((value) => ({ ...unknownValue, shows: shownOf(runtime, value) }));
  for (const name of shownIn(shows) ?? [])
    emit(runtime, {
      ...about,
      name: name === '' || name === '*' ? undefined : name,
      prints: name === '*' ? 'all' : 'one',
    });
}
