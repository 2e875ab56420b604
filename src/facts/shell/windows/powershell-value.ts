/** The value of a PowerShell expression, as far as it is known. */
import { anyShape, firstShapes, type Shape, staticText } from '../../../pattern/text/shape.ts';
import { concat } from '../use/text/powershell-text.ts';

/** A value: its items as shapes, and what else is known of it. */
export interface PowerShellValue {
  /** One item for a plain value, several for a list. */
  readonly items: readonly Shape[];
  readonly isList: boolean;
  /** The entries of `@{ … }`. */
  readonly entries?: ReadonlyMap<string, PowerShellValue> | undefined;
  /** The class of an object or, behind `[`, the class whose members are used: in lower case, without `System.`. */
  readonly type?: string | undefined;
  /** The index of the command that gave the value. */
  readonly command?: number | undefined;
  readonly bytes?: Uint8Array | undefined;
  /** The body of `{ … }`, which runs where it is called. */
  readonly block?: PowerShellFunction | undefined;
}

/** A function of the script: where its body opens, and the names of its parameters. */
export interface PowerShellFunction {
  readonly text: string;
  readonly start: number;
  /** Where the brackets with its parameters open, if they are in front of the body. */
  readonly header: number | undefined;
  readonly parameters: readonly string[];
}

/** A value with one item. */
export const oneValue = (shape: Shape): PowerShellValue => ({ items: [shape], isList: false });
export const anyValue = (source: string): PowerShellValue => oneValue(anyShape(source));
export const listOfItems = (items: readonly Shape[]): PowerShellValue => ({
  items: firstShapes(items, 500),
  isList: true,
});

/** A value as one text, as `"$x"` gives it. */
export function textOfValue(value: PowerShellValue, source: string): Shape {
  const [first] = value.items;
  if (value.items.length === 1 && first !== undefined) return first;
  return anyShape(source);
}

/** The text of a value with one known item; undefined for others. */
export const staticItem = (value: PowerShellValue | undefined): string | undefined => {
  const [first] = value?.items ?? [];
  return value?.items.length === 1 && first !== undefined ? staticText(first) : undefined;
};

/** The value of `+`: a longer list, or a longer text. */
export const joined = (left: PowerShellValue, right: PowerShellValue, source: string): PowerShellValue => {
  if (left.isList) return listOfItems([...left.items, ...right.items]);
  return oneValue(concat([textOfValue(left, source), textOfValue(right, source)], source));
};

/** The key of a value: equal values have equal keys. */
export const keyOfPowerShell = (value: PowerShellValue): string =>
  `${value.command ?? ''} ${likeOfValue(value)}`;

/** The same key without the command that gave the value. */
export const likeOfValue = ({ items, isList, entries, type, block }: PowerShellValue): string =>
  JSON.stringify([
    items.map(({ pieces }) => pieces),
    isList,
    entries === undefined ? null : [...entries].map(([name, value]) => [name, likeOfValue(value)]),
    type,
    block?.start,
  ]);

/** An unknown value that keeps the command that it may come from. */
export const madeOfValues = (
  source: string,
  among: readonly (PowerShellValue | undefined)[],
): PowerShellValue => {
  const command = among.find((value) => value?.command !== undefined)?.command;
  return { ...anyValue(source), ...(command === undefined ? {} : { command }) };
};

/** The class of the items of lists, if all have the same. */
export function typeOfItems([first, ...others]: readonly PowerShellValue[]): string | undefined {
  const type = first?.type;
  return type === undefined || type.endsWith(']') || others.some((each) => each.type !== type)
    ? undefined
    : type;
}
