/** What the operators of PowerShell make of two values. */
import { anyShape, firstShapes, staticText, textShape } from '../../../pattern/text/shape.ts';
import { concat } from '../use/text/powershell-text.ts';
import {
  anyValue,
  joined,
  listOfItems,
  oneValue,
  type PowerShellValue,
  staticItem,
  textOfValue,
} from './powershell-value.ts';

export function combineValues(
  operator: string,
  left: PowerShellValue,
  right: PowerShellValue,
  source: string,
): PowerShellValue {
  switch (operator) {
    case '+':
      return mayBeSum(left, right) ? anyValue(source) : joined(left, right, source);
    case '-join': {
      const separator = textOfValue(right, source);
      return oneValue(
        concat(
          left.items.flatMap((item, index) => (index === 0 ? [item] : [separator, item])),
          source,
        ),
      );
    }
    case '-f':
      return formatted(left, right, source);
    case '-replace':
    case '-creplace':
    case '-ireplace': {
      const [from, to = textShape('')] = right.items;
      const parts = partsAround(staticItem(left), from && staticText(from), operator === '-creplace');
      const by = staticText(to);
      return parts !== undefined && by !== undefined && right.items.length < 3
        ? oneValue(textShape(parts.join(by).slice(0, 70_000), source))
        : anyValue(source);
    }
    case '-split':
    case '-isplit':
    case '-csplit': {
      const parts = partsAround(staticItem(left), staticItem(right), operator === '-csplit');
      return parts === undefined ? anyValue(source) : listOfItems(parts.map((part) => textShape(part)));
    }
    default:
      return anyValue(source);
  }
}

/** Whether `+` may add numbers. A text of digits and a number are the same value here. */
const mayBeSum = (left: PowerShellValue, right: PowerShellValue): boolean =>
  !left.isList && /^[\d.]+$/.test(staticItem(left) ?? '') && !/[^\d.]/.test(staticItem(right) ?? '');

/** `'{0}-{1}' -f 'a', 'b'`. */
function formatted(left: PowerShellValue, right: PowerShellValue, source: string): PowerShellValue {
  const text = staticItem(left);
  if (text === undefined || text.length > 10_000) return anyValue(source);
  const parts = text.match(/\{\d+[^{}]{0,20}\}|[^{}]+|[{}]/g) ?? [];
  const shapes = parts.map((part) => {
    const at = /^\{(\d+)/.exec(part)?.[1];
    if (at !== undefined && part !== `{${at}}`) return anyShape(part);
    return at === undefined ? textShape(part) : (right.items[Number(at)] ?? anyShape(part));
  });
  return oneValue(concat(firstShapes(shapes, 500), source));
}

/**
 * The parts of a text around a text without special characters; undefined if it is a regular expression. Upper and
 * lower case are the same, unless it says so.
 */
function partsAround(
  text: string | undefined,
  by: string | undefined,
  isExact: boolean,
): string[] | undefined {
  if (text === undefined || by === undefined || text.length >= 10_000) return undefined;
  if (!/^[\w\s~@#,;:%&=<>/-]+$/.test(by)) return undefined;
  const [all, part] = isExact ? [text, by] : [text.toLowerCase(), by.toLowerCase()];
  // Some letters have another length in lower case.
  if (all.length !== text.length) return undefined;
  const parts: string[] = [];
  let from = 0;
  for (let at = all.indexOf(part); at >= 0; at = all.indexOf(part, from)) {
    parts.push(text.slice(from, at));
    from = at + part.length;
  }
  return [...parts, text.slice(from)];
}
