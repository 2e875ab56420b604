/**
 * The calls of a script that its text does not show: `db["dr" + "op"]()`, `db.runCommand(c)`. Rules match the queries of
 * document stores as text, so each of these calls becomes a text of its own.
 */
import { scanCode } from './scan.ts';
import type { Value } from './value.ts';

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
    if (name === undefined || hasOpenKeys(first)) {
      isKnown = false;
      return;
    }
    const key = firstKey(first);
    const isShown = key === undefined ? written.has(name) : written.has(`${name}{`) && code.includes(key);
    if (!isShown) texts.add(`.${name}(${first === undefined ? '' : key === undefined ? '…' : object(key)})`);
  };
  const findings = scanCode(language, code, { onCall });
  return { texts: [...texts], isKnown: isKnown && !findings.some(({ kind }) => kind === 'unknown') };
}

/** `.find(`, `.runCommand({`. */
const methodCall = /\.\s*([\w$]+)\s*\(\s*(\{?)/g;

/** Whether an argument is an object that is written there, with keys that are not known: `{ [k]: 1 }`. */
const hasOpenKeys = (value: Value | undefined): boolean =>
  value?.kind === 'choice' && value.values.some(({ kind }) => kind === 'dict');

/** The first key of an object says which command of the database it is. An object without keys has an empty one. */
function firstKey(value: Value | undefined): string | undefined {
  if (value?.kind !== 'dict') return undefined;
  const [key = ''] = value.entries.keys();
  return key;
}

const object = (key: string): string => (key === '' ? '{}' : `{${key}:…}`);
