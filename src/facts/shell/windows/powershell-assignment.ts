/** Reads the assignments of PowerShell: to variables, to several of them, and to what is inside of them. */
import { choiceOf, type Held } from '../state/choice.ts';
import { cast, namedFile } from './powershell-expression.ts';
import { callMember } from './powershell-member.ts';
import {
  deeper,
  isOutside,
  nameWithoutScope,
  type PowerShellReader,
  setInEnvironment,
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
  joined,
  keyOfPowerShell,
  listOfItems,
  oneValue,
  type PowerShellValue,
  staticItem,
} from './powershell-value.ts';
import { changesShared, setItem, setVariable } from './powershell-variables.ts';
import { matchHere, unknown } from './text-reader.ts';

export const assignmentSign =
  /((?:\[[\w.[\],+]{1,80}\]\s*)*)\$(?:\{([^}\n]{1,300})\}|([\w:]+))\s*(\+|-|\*|\/|%|\?\?)?=(?!=)/y;

/** `$x = …`: gives the assigned value. The right side may be another assignment. */
export function readAssigned(reader: PowerShellReader): PowerShellValue {
  const start = reader.at;
  const target = matchHere(reader, assignmentSign);
  if (target === undefined)
    return (
      settled(reader, reader.grammar.statement(reader), sourceAt(reader, start)) ??
      anyValue(sourceAt(reader, start))
    );
  reader.at += target[0].length;
  skipSpaces(reader, true);
  reader.around.assignments++;
  const value = deeper(
    reader,
    () => anyValue(''),
    () => readAssigned(reader),
  );
  reader.around.assignments--;
  const [, types = '', braced, plain = '', operator] = target;
  const type = /\[([^[\]]+)\]\s*$/.exec(types)?.[1];
  const made = type === undefined ? value : cast(reader, typeName(reader, type), value, start);
  bind(reader, braced ?? plain, operator, made, sourceAt(reader, start));
  return value;
}

function bind(
  reader: PowerShellReader,
  written: string,
  operator: string | undefined,
  value: PowerShellValue,
  source: string,
): void {
  const file = namedFile(written);
  if (file !== undefined) {
    useFile(reader, 'write', file, reader.at);
    return;
  }
  const name = nameWithoutScope(written);
  if (name === 'psdefaultparametervalues') defaults(reader);
  const [, drive, item = ''] = /^(alias|function):(.*)$/.exec(name) ?? [];
  if (drive !== undefined) {
    setItem(reader, drive, item, value, value.block, reader.at);
    return;
  }
  const before = settled(reader, reader.state.names.get(name), source);
  const made = ((): Held<PowerShellValue> => {
    switch (operator) {
      case undefined:
        return value;
      case '??':
        return choiceOf([before ?? anyValue(source), value], keyOfPowerShell) ?? value;
      case '+': {
        const isCount = /^\d+$/.test(staticItem(before) ?? '') && /^\d+$/.test(staticItem(value) ?? '');
        return isCount ? someNumber(source) : joined(before ?? anyValue(''), value, source);
      }
      default:
        return someNumber(source);
    }
  })();
  assign(reader, written, made);
}

/** `$PSDefaultParameterValues['Remove-Item:Path'] = …` gives commands words that are not written with them. */
const defaults = (reader: PowerShellReader): void =>
  unknown(reader, reader.at, 'commands get words that are not written with them', reader.at + 1);

/** Sets a name in its scope: `$script:x` and `$env:x` outside of the function. */
function assign(reader: PowerShellReader, written: string, value: Held<PowerShellValue>): void {
  const name = nameWithoutScope(written);
  if (name.startsWith('env:')) setInEnvironment(reader, name.slice(4), value);
  else if (isOutside(written)) reader.state.setOutside(name, value);
  else reader.state.set(name, value);
}

/** `[Environment]::CurrentDirectory = …`: what the property changes is known of a few classes only. */
function assignStatic(reader: PowerShellReader, target: string, value: PowerShellValue): void {
  const [, written, property = ''] = /^\[([^\]]+)\]\s*::\s*(\w+)/.exec(target) ?? [];
  if (written === undefined) return;
  const type = typeName(reader, written);
  if (type === 'environment' && /^currentdirectory$/i.test(property))
    callMember(
      reader,
      { items: [], isList: false, type: 'io.directory' },
      'SetCurrentDirectory',
      [value],
      reader.at,
      true,
    );
  else if (!onlyComputes(type, property.toLowerCase(), true))
    unknown(reader, reader.at, 'what this property changes is not known', reader.at + 1);
}

/** `$x.y = …`, `$x[0] = …`, `$x, $y = …`: each variable of the target gets the value, or becomes unknown. */
export function assignInside(reader: PowerShellReader, target: string, value: PowerShellValue): void {
  if (/^\$(?:\w+:)?psdefaultparametervalues/i.test(target)) defaults(reader);
  setsAddress(reader, value);
  assignStatic(reader, target, value);
  const [, written, member, key] = /^\$([\w:]+)(?:\.(\w+)|\[\s*["']?([\w.-]+)["']?\s*\])$/.exec(target) ?? [];
  const inside = member ?? key;
  const held =
    written === undefined
      ? undefined
      : settled(reader, reader.state.names.get(nameWithoutScope(written)), target);
  if (/[.[]/.test(target)) changesShared(reader, nameWithoutScope(written ?? ''), held);
  if (written !== undefined && inside !== undefined && held?.entries !== undefined) {
    assign(reader, written, { ...held, entries: new Map([...held.entries, [inside.toLowerCase(), value]]) });
    return;
  }
  // The object may be a variable: `(Get-Variable x).Value = …`.
  if (/\.value$/i.test(target)) setVariable(reader, undefined, anyValue(target), reader.at);
  const item = value.items[0];
  if (
    written !== undefined &&
    held !== undefined &&
    item !== undefined &&
    /^\d+$/.test(inside ?? '') &&
    Number(inside) < held.items.length
  ) {
    assign(reader, written, listOfItems(held.items.with(Number(inside), item)));
    return;
  }
  const names = [...target.matchAll(/\$([\w:]+)/g)].map(([, name = '']) => name);
  const isList = /^\$[\w:]+(?:\s*,\s*\$[\w:]+)+$/.test(target) && value.items.length >= names.length;
  for (const [at, name] of names.entries()) {
    const part = value.items[at];
    const isLast = at === names.length - 1;
    if (!isList || part === undefined) assign(reader, name, anyValue(`$${name}`));
    else
      assign(
        reader,
        name,
        isLast && value.items.length > names.length ? listOfItems(value.items.slice(at)) : oneValue(part),
      );
  }
}

export const someNumber = (source: string): PowerShellValue =>
  oneValue({ pieces: [{ kind: 'name' }], source });
