/** Reads the members of values in PowerShell, and calls their methods: `.Name`, `::Name(…)`, `[0]`. */
import { isMethod, useMember } from './powershell-net.ts';
import {
  addFinding,
  type PowerShellReader,
  sees,
  setInEnvironment,
  setsAddress,
  skipSpaces,
  sourceAt,
} from './powershell-reader.ts';
import { anyValue, oneValue, type PowerShellValue, staticItem, typeOfItems } from './powershell-value.ts';
import { word } from './powershell-word.ts';
import { matchHere, span, unknown } from './text-reader.ts';

/** Reads the members right behind an argument that is a variable or a text: `$x.Path`. */
export const members = (
  reader: PowerShellReader,
  value: PowerShellValue | undefined,
): PowerShellValue | undefined =>
  matchHere(reader, /\.(?:[A-Za-z_]\w*|['"])|::|\[/y) === undefined ? value : readPostfix(reader, value);

/** `.Name`, `::Name(…)`, `[0]`. */
export function readPostfix(
  reader: PowerShellReader,
  first: PowerShellValue | undefined,
): PowerShellValue | undefined {
  let value = first;
  const start = reader.at;
  for (let count = 0; count < 200 && value !== undefined; count++) {
    const next = matchHere(reader, /(\?\.|::|\.)(\w+|(?=["'$({]))/y);
    if (next !== undefined) {
      reader.at += next[0].length;
      const given = next[2] === '' ? word(reader) : undefined;
      const name = next[2] === '' ? (given === undefined ? '' : (staticItem(given) ?? '')) : (next[2] ?? '');
      value = member(reader, value, name, next[1] === '::', start);
    } else if (sees(reader, '[') && reader.text[reader.at - 1] !== ' ') {
      reader.at++;
      const index = reader.grammar.inBrackets(reader, ']');
      value = itemAt(value, index, sourceAt(reader, start));
    } else break;
  }
  return value;
}

function itemAt(value: PowerShellValue, index: PowerShellValue, source: string): PowerShellValue {
  const key = staticItem(index);
  if (value.entries !== undefined && key !== undefined)
    return value.entries.get(key.toLowerCase()) ?? anyValue(source);
  const items = key === undefined ? [] : [value.items.at(Number(key))];
  const [item] = items;
  const one = value.isList && item !== undefined ? oneValue(item) : anyValue(source);
  const type = typeOfItems([value]);
  return type === undefined ? one : { ...one, type };
}

function member(
  reader: PowerShellReader,
  object: PowerShellValue,
  name: string,
  isStatic: boolean,
  start: number,
): PowerShellValue {
  // `$files.Where{ … }`
  if (sees(reader, '{') && /^(?:where|foreach)$/i.test(name)) {
    reader.grammar.mayCall(reader, reader.grammar.blockValue(reader));
    return /^where$/i.test(name) ? object : anyValue(sourceAt(reader, start));
  }
  if (!sees(reader, '(')) {
    const entry = object.entries?.get(name.toLowerCase());
    if (entry !== undefined) return entry;
    const source = sourceAt(reader, start);
    if (isStatic && isMethod(object.type ?? '', name))
      unknown(reader, start, 'what a method is passed on for is not known');
    if (isStatic) return { ...anyValue(source), type: `${object.type ?? ''}.${name.toLowerCase()}` };
    if (/^(?:fullname|path|value|source|definition)$/i.test(name)) return object;
    if (object.type === 'executioncontext') return object;
    return anyValue(source);
  }
  reader.at++;
  const args = callArguments(reader);
  if (object.block !== undefined)
    return reader.grammar.call(
      reader,
      object.block,
      args.flatMap(({ items }) => items),
      undefined,
    );
  if (/^where$/i.test(name)) return object;
  // `$files.ForEach('Delete')`
  const called = name.toLowerCase() === 'foreach' ? staticItem(args[0]) : undefined;
  if (called !== undefined) return callMember(reader, object, called, args.slice(1), start);
  return callMember(reader, object, name, args, start, isStatic);
}

/** Calls a method of an object: records what it does, and gives its value. */
export function callMember(
  reader: PowerShellReader,
  object: PowerShellValue,
  name: string,
  args: readonly PowerShellValue[],
  start: number,
  isStatic = false,
): PowerShellValue {
  const source = sourceAt(reader, start);
  // The methods of a class of the script have been read with the class.
  if (object.type === 'environment' && /^setenvironmentvariable$/i.test(name)) {
    // It may stay for programs that start later.
    if (args.length > 2 && args[1] !== undefined) setsAddress(reader, args[1]);
    setInEnvironment(reader, (args[0] && staticItem(args[0])) ?? '', args[1] ?? anyValue(source));
  }
  if (reader.classes.has(object.type ?? '')) return { ...anyValue(source), type: object.type };
  const {
    value,
    findings: found,
    script: text,
  } = useMember({ object, isStatic, name, args, source, ...span(reader, start) });
  for (const finding of found) addFinding(reader, finding, start);
  if (text !== undefined) reader.grammar.script(reader, text, start);
  return value;
}

function callArguments(reader: PowerShellReader): readonly PowerShellValue[] {
  const args: PowerShellValue[] = [];
  while (reader.at < reader.end) {
    const before = reader.at;
    skipSpaces(reader, true);
    if (sees(reader, ')')) {
      reader.at++;
      break;
    }
    if (sees(reader, ',')) {
      reader.at++;
      continue;
    }
    const value = reader.at < reader.end ? reader.grammar.expression(reader, false) : undefined;
    if (value !== undefined) {
      reader.grammar.mayCall(reader, value);
      args.push(value);
    }
    if (reader.at === before) reader.at++;
  }
  return args;
}
