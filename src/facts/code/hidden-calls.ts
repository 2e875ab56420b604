/**
 * The calls of a script that its text does not show: `db["dr" + "op"]()`, `db.runCommand(c)`. Rules match the queries of
 * document stores as text, so each of these calls becomes a text of its own.
 */
import { scanCode } from './scan.ts';
import { staticOf, type Value } from './values/value.ts';

export interface HiddenCalls {
  /** Each as it would be written: `.drop()`, `.runCommand({dropDatabase:…})`. */
  readonly texts: readonly string[];
  /** Whether every function that is called is known. */
  readonly isKnown: boolean;
}

/** The hidden calls of a script in a language of `scanCode`. */
export function hiddenCalls(language: string, code: string): HiddenCalls {
  const written = new Set(
    [...code.matchAll(methodCall)].flatMap(([, name, brace]) => [name, `${name}${brace}`]),
  );
  const texts = new Set<string>();
  let isKnown = true;
  const onCall = (name: string | undefined, [first]: readonly Value[]): void => {
    const key = name !== undefined && takesCommand.test(name) ? commandOf(first) : firstKey(first);
    if (name === undefined || key === unknownKey) {
      isKnown = false;
      return;
    }
    const isShown = key === undefined ? written.has(name) : written.has(`${name}{`) && code.includes(key);
    if (!isShown) texts.add(`.${name}(${first === undefined ? '' : key === undefined ? '…' : object(key)})`);
  };
  const findings = scanCode(language, code, { onCall });
  return { texts: [...texts], isKnown: isKnown && !findings.some(({ kind }) => kind === 'unknown') };
}

/** Methods whose argument is a command of the database: `runCommand`, `adminCommand`. */
const takesCommand = /Command$/;

/** `.find(`, `.runCommand({`. */
const methodCall = /\.\s*([\w$]+)\s*\(\s*(\{?)/g;

/** An object may have any first key. */
const unknownKey = Symbol('unknown key');

/** The first key of an object; empty for an object without keys, undefined for another value. */
function firstKey(value: Value | undefined): string | undefined | typeof unknownKey {
  // An object that is written there, with keys that are not known: `{ [k]: 1 }`.
  if (value?.kind === 'choice' && value.values.some(({ kind }) => kind === 'dict')) return unknownKey;
  if (value?.kind !== 'dict') return undefined;
  const [key = ''] = value.entries.keys();
  return key;
}

/** The command of the database that a value is: the first key of an object, or a text. */
function commandOf(value: Value | undefined): string | undefined | typeof unknownKey {
  if (value === undefined) return undefined;
  return (value.kind === 'text' ? staticOf(value) : firstKey(value)) ?? unknownKey;
}

const object = (key: string): string => (key === '' ? '{}' : `{${key}:…}`);
