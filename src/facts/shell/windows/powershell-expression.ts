/** Reads the expressions of PowerShell: operators, tables, types and variables. */
import { anyShape, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { Choice, choiceOf, type Held } from '../state/choice.ts';
import { concat } from '../use/text/powershell-text.ts';
import { callMember, readPostfix } from './powershell-member.ts';
import { isMethod } from './powershell-net.ts';
import { combineValues } from './powershell-operator.ts';
import {
  deeper,
  here,
  isOutside,
  nameWithoutScope,
  nextCharacter,
  type PowerShellReader,
  sees,
  setsAddress,
  settled,
  skipSpaces,
  sourceAt,
  typeName,
  useFile,
} from './powershell-reader.ts';
import { onlyComputes } from './powershell-types.ts';
import {
  anyValue,
  keyOfPowerShell,
  listOfItems,
  oneValue,
  type PowerShellValue,
  staticItem,
} from './powershell-value.ts';
import { changesShared } from './powershell-variables.ts';
import { hereString, isCurly, quotedText } from './powershell-word.ts';
import { character, matchHere, takeHere, unknown } from './text-reader.ts';
import { windowsVariable } from './windows-environment.ts';

const operators =
  /-(?:join|split|f|replace|eq|ne|gt|lt|ge|le|like|notlike|match|notmatch|contains|notcontains|in|notin|is|isnot|as|and|or|xor|band|bor|creplace|ireplace|ceq|ieq|isplit|csplit)(?![\w-])|\.\.|[-+*/%](?!=)/iy;

/**
 * Reads operands with operators between them. Commas make lists of operands, except between the arguments of a
 * method.
 */
export function readExpression(reader: PowerShellReader, lists = true): PowerShellValue {
  return deeper(
    reader,
    () => anyValue(''),
    () => {
      const start = reader.at;
      let left = operand(reader, lists);
      for (let count = 0; count < 1000; count++) {
        skipSpaces(reader, !lists);
        const operator = takeHere(reader, operators)?.toLowerCase();
        if (operator === undefined) return chosen(reader, left, lists, start);
        skipSpaces(reader, true);
        left = combineValues(operator, left, operand(reader, lists), sourceAt(reader, start));
      }
      return left;
    },
  );
}

/** `x ?? y` and `x ? y : z`: the value may be either of the two. */
function chosen(
  reader: PowerShellReader,
  left: PowerShellValue,
  lists: boolean,
  start: number,
): PowerShellValue {
  const either = (values: readonly PowerShellValue[]): PowerShellValue => {
    const source = sourceAt(reader, start);
    return settled(reader, choiceOf(values, keyOfPowerShell), source) ?? anyValue(source);
  };
  if (takeHere(reader, /\?\?(?![.?=])/y) !== undefined) {
    skipSpaces(reader, true);
    return either([left, readExpression(reader, lists)]);
  }
  if (takeHere(reader, /\?(?=[\s"'$(@\d])/y) === undefined) return left;
  skipSpaces(reader, true);
  const yes = readExpression(reader, lists);
  skipSpaces(reader, true);
  if (takeHere(reader, /:/y) === undefined) return yes;
  skipSpaces(reader, true);
  return either([yes, readExpression(reader, lists)]);
}

/** `'a', 'b'`: commas bind tighter than operators. */
function operand(reader: PowerShellReader, lists: boolean): PowerShellValue {
  const first = unary(reader);
  if (!lists) return first;
  const items = [...first.items];
  let { isList } = first;
  for (let count = 0; count < 1000; count++) {
    skipSpaces(reader, false);
    if (takeHere(reader, /,/y) === undefined) break;
    skipSpaces(reader, true);
    items.push(...unary(reader).items);
    isList = true;
  }
  return items.length === first.items.length ? first : { ...listOfItems(items), isList };
}

function unary(reader: PowerShellReader): PowerShellValue {
  const start = reader.at;
  const operator = takeHere(
    reader,
    /-(?:not|bnot|join|split)(?![\w-])|!|\+\+|--|-(?=[$(\d])|\+(?=[$(\d])/iy,
  )?.toLowerCase();
  skipSpaces(reader, false);
  const value = deeper(
    reader,
    () => undefined,
    () => (operator === undefined ? readPostfix(reader, primary(reader)) : unary(reader)),
  );
  if (value === undefined) return anyValue(sourceAt(reader, start));
  if (operator === '-join') return oneValue(concat(value.items, sourceAt(reader, start)));
  return operator === undefined ? value : anyValue(sourceAt(reader, start));
}

/**
 * Reads an operand: brackets, a variable, a table or list, a block, a text or a number. Undefined if there is
 * none.
 */
export function primary(reader: PowerShellReader): PowerShellValue | undefined {
  const start = reader.at;
  const next = character(reader);
  switch (next) {
    case '(':
      reader.at++;
      return deeper(
        reader,
        () => undefined,
        () => inParentheses(reader),
      );
    case '$':
      if (nextCharacter(reader) === '(') {
        reader.at += 2;
        return deeper(
          reader,
          () => undefined,
          () => reader.grammar.inBrackets(reader, ')'),
        );
      }
      return variable(reader, false);
    case '@':
      return collection(reader);
    case '{':
      return reader.grammar.blockValue(reader);
    case '[':
      return typeLiteral(reader);
    default:
      break;
  }
  if (next === '"' || next === "'" || isCurly(next)) return quotedText(reader);
  const number = takeHere(reader, /\d\w*(?:\.\d\w*)*|\.\d\w*/y);
  if (number !== undefined) return oneValue(textShape(number));
  // Reads a command in the place of a value: `$x = Get-Content y`.
  const value = /[A-Za-z_&.\\/]/.test(next)
    ? reader.grammar.command(reader, undefined, undefined, start)
    : undefined;
  return value;
}

/** `( … )`. An assignment in it gives its value: `ri ($x = 'a')`. */
function inParentheses(reader: PowerShellReader): PowerShellValue {
  const { at } = reader;
  const value = reader.grammar.assignment(reader);
  skipSpaces(reader, true);
  if (value === undefined || !sees(reader, ')')) {
    const rest = reader.grammar.inBrackets(reader, ')');
    return value ?? filled(rest, reader.text.slice(at, reader.at));
  }
  reader.at++;
  return value;
}

/** A value of something that is not empty: it may be a value that is not followed. */
const filled = (value: PowerShellValue, written: string): PowerShellValue =>
  value.items.length > 0 || /^[\s()@{}]*$/.test(written) ? value : { ...value, ...anyValue(written) };

function collection(reader: PowerShellReader): PowerShellValue | undefined {
  const start = reader.at;
  const next = nextCharacter(reader);
  if (next === '(') {
    reader.at += 2;
    const value = deeper(
      reader,
      () => undefined,
      () => reader.grammar.inBrackets(reader, ')'),
    );
    return value === undefined
      ? undefined
      : { ...filled(value, reader.text.slice(start, reader.at)), isList: true };
  }
  if (next === '{') return table(reader);
  if (next === '"' || next === "'") return hereString(reader);
  return undefined;
}

/** `@{ Name = value; … }`. */
function table(reader: PowerShellReader): PowerShellValue {
  reader.at += 2;
  const entries = new Map<string, PowerShellValue>();
  while (reader.at < reader.end) {
    const before = reader.at;
    skipSpaces(reader, true);
    if (sees(reader, '}')) {
      reader.at++;
      break;
    }
    const name =
      takeHere(reader, /[\w.-]+/y) ??
      staticItem(/["']/.test(character(reader)) ? quotedText(reader) : undefined);
    skipSpaces(reader, true);
    if (sees(reader, '=')) {
      reader.at++;
      skipSpaces(reader, true);
      const value = deeper(
        reader,
        () => undefined,
        () => reader.grammar.assigned(reader),
      );
      if (name !== undefined && value !== undefined) entries.set(name.toLowerCase(), value);
    } else takeHere(reader, /;/y);
    if (reader.at === before) reader.at++;
  }
  const parts = [...entries].flatMap(([name, { items }]) => [textShape(`;${name}=`), ...items]);
  return { items: [concat([textShape('@{'), ...parts, textShape('}')], '@{…}')], isList: false, entries };
}

/** The beginning of an attribute with a script block, up to the block. */
const attributeOfBlock = /\[[\w.]{1,80}\s*\(\s*(?=\{)/y;

function typeLiteral(reader: PowerShellReader): PowerShellValue | undefined {
  const start = reader.at;
  const written = takeHere(reader, /\[[\w.+\s,[\]`]{1,200}?\](?=::|[\s\d$("'@[{.;|)]|$)/y);
  if (written === undefined) {
    if (takeHere(reader, attributeOfBlock) === undefined) reader.at++;
    else {
      // `[ValidateScript({ … })]` runs its block for each value.
      reader.grammar.mayCall(reader, reader.grammar.blockValue(reader));
      takeHere(reader, /\s*\)/y);
    }
    reader.grammar.inBrackets(reader, ']');
    return undefined;
  }
  const type = typeName(reader, written.slice(1, -1));
  if (matchHere(reader, /\s*::/y) !== undefined) {
    skipSpaces(reader, false);
    return { items: [], isList: false, type };
  }
  skipSpaces(reader, false);
  if (type === 'ref') mayChange(reader);
  const value = /["'$(@[\d]/.test(character(reader)) ? unary(reader) : undefined;
  return value === undefined ? { ...anyValue(written), type } : cast(reader, type, value, start);
}

/** `[ref]$x` is a reference: any code that has it may change the variable later. */
function mayChange(reader: PowerShellReader): void {
  const name = matchHere(reader, /\$\{?([\w:]+)/y)?.[1];
  if (name === undefined) return;
  reader.state.handled.set(nameWithoutScope(name), anyValue(`$${name}`));
  reader.state.setOutside(nameWithoutScope(name), anyValue(`$${name}`));
}

/** A value as one of a class. Some classes do something when they are made: `[IO.StreamWriter]'x'`. */
export function cast(
  reader: PowerShellReader,
  type: string,
  value: PowerShellValue,
  start: number,
): PowerShellValue {
  if (type === 'char') {
    const point = Number(staticItem(value));
    if (Number.isInteger(point) && point > 0 && point <= 0x10ffff)
      return oneValue(textShape(String.fromCodePoint(point)));
  }
  if (
    /^(?:string|scriptblock|array|object|uri|ordered|pscustomobject|hashtable|string\[\]|object\[\])$/.test(
      type,
    )
  )
    return value;
  const source = sourceAt(reader, start);
  if (!onlyComputes(type, '', true)) setsAddress(reader, value);
  if (type === 'char[]') return { ...listOfItems(value.items.flatMap(charactersOf)), type };
  if (changesText.test(type) && !/^[1-9]?\d{1,8}$/.test(staticItem(value) ?? ''))
    return { ...anyValue(source), type };
  if (isMethod(type, 'new'))
    return callMember(reader, { items: [], isList: false, type }, 'new', [value], start, true);
  return value.entries === undefined ? { ...value, type } : { ...anyValue(source), type };
}

/** Classes whose values are shown in another way than they are written: `[int]'0x10'`. */
const changesText =
  /^(?:s?byte|bool|boolean|u?short|u?int|u?long|u?int(?:16|32|64)|single|float|double|decimal|bigint|char|datetime|timespan|version|guid|switch)(?:\[\])?$/;

/** The characters of a text, or the one with a number. */
function charactersOf(item: Shape): readonly Shape[] {
  const text = staticText(item);
  if (text === undefined) return [anyShape(item.source)];
  const point = Number(text);
  if (text.length > 1 && Number.isInteger(point) && point > 0 && point <= 0x10ffff)
    return [textShape(String.fromCodePoint(point))];
  return Array.from(text.slice(0, 500), (each) => textShape(each));
}

/** Reads a variable, and gives its value. In a text a `$` without a name is plain text. */
export function variable(reader: PowerShellReader, inText: boolean): PowerShellValue | undefined {
  const start = reader.at;
  const found = matchHere(
    reader,
    /\$(?:\{([^}\n]{1,300})\}|((?:env|script|global|local|private|using|variable|[a-z](?=:\w)):\w+|[A-Za-z_]\w*|[?^$_]|\d+))/iy,
  );
  if (found === undefined) {
    reader.at++;
    return inText ? oneValue(textShape('$')) : undefined;
  }
  reader.at += found[0].length;
  const source = sourceAt(reader, start);
  const written = found[1] ?? found[2] ?? '';
  const file = namedFile(written);
  if (file !== undefined) {
    useFile(reader, 'read', file, start);
    return anyValue(source);
  }
  const name = nameWithoutScope(written);
  const known = isOutside(written) ? outerValue(reader, name, source) : ownValue(reader, name, source);
  if (name === 'psdefaultparametervalues')
    unknown(reader, start, 'commands get words that are not written with them');
  // `$list.Add('x')` changes the value in its place.
  if (known !== undefined && matchHere(reader, changing) !== undefined) {
    changesShared(reader, name, known);
    reader.state.setOutside(name, { ...anyValue(source), type: known.type });
  }
  if (known !== undefined) return known;
  if (name.startsWith('env:')) return oneValue(windowsVariable(name.slice(4), source));
  switch (name) {
    case 'home':
      return oneValue(windowsVariable('home', source));
    case 'pwd':
      return oneValue(here(reader, source));
    case 'true':
    case 'false':
      return oneValue(textShape(name, source));
    case 'null':
      return oneValue(textShape('', source));
    case 'executioncontext':
      return { ...anyValue(source), type: 'executioncontext' };
    default:
      return anyValue(source);
  }
}

/** The file that a name between `${` and `}` names, whose text is the value: `${C:\\a.txt}`. */
export function namedFile(written: string): Shape | undefined {
  const name = written.replace(/`(.)/gs, '$1');
  return /^(?:[a-z]:|temp:|[\w.\\]*filesystem::)/i.test(name)
    ? textShape(name.replace(/^temp:/i, '/tmp'), written)
    : undefined;
}

const changing =
  /\.(?:add|insert|set|remove|clear|push|pop|enqueue|dequeue|append|union|except|intersect|sort|reverse|replace(?=item))\w*\(/iy;

/** The value of a name outside of the current function: `$global:x`. */
function outerValue(reader: PowerShellReader, name: string, source: string): PowerShellValue | undefined {
  const { outer, state } = reader;
  if (outer === undefined || name.startsWith('env:')) return ownValue(reader, name, source);
  const since = state.outside.get(name);
  return settled(
    reader,
    since === undefined ? outer.names.get(name) : anyOf(since, outer.names.get(name)),
    source,
  );
}

const anyOf = (
  one: Held<PowerShellValue>,
  other: Held<PowerShellValue> | undefined,
): Held<PowerShellValue> | undefined => choiceOf([one, other], keyOfPowerShell);

/** The value that the script has given to a name, on the current way. The name keeps that value on the way. */
function ownValue(reader: PowerShellReader, name: string, source: string): PowerShellValue | undefined {
  const { names } = reader.state;
  const held = names.get(name);
  const value = settled(reader, held, source);
  if (!(held instanceof Choice) || reader.way === undefined) return value;
  if (value === undefined) names.delete(name);
  else names.set(name, value);
  return value;
}
