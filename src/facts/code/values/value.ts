/**
 * The possible values of an expression, as far as they are known: texts, lists, library objects, and what was made with
 * them. A few possible texts are kept side by side; if there are more, the text is unknown.
 */
import {
  anyShape,
  joinPieces,
  nameShape,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import type { FunctionExpression } from '../syntax/expression.ts';
import { holdsMark } from '../syntax/token.ts';
import { oneShown, type Shown, shownOfBoth } from './shown-names.ts';

export type Value = Known & {
  /** Variables of the environment that may be secret, and that its text or its items have in any form: see `shown.ts`. */
  readonly shows?: Shown | undefined;
};

type Known =
  | { readonly kind: 'text'; readonly shapes: readonly Shape[] }
  /** An object that the library has made: an open file, a `Path`. The shapes are its path or address. */
  | {
      readonly kind: 'object';
      readonly type: string;
      readonly shapes: readonly Shape[];
      readonly written: Written | undefined;
    }
  /** `more`: the possible further items, whose number is not known. */
  | {
      readonly kind: 'list';
      readonly items: readonly Value[];
      readonly more: Value | undefined;
      readonly weight: number;
    }
  | { readonly kind: 'dict'; readonly entries: ReadonlyMap<string, Value>; readonly weight: number }
  /** A library object, or an unknown name: `os.system`. `self`: the object of the method. */
  | { readonly kind: 'ref'; readonly name: string; readonly self: Value | undefined }
  | { readonly kind: 'function'; readonly node: FunctionExpression }
  | { readonly kind: 'choice'; readonly values: readonly Value[]; readonly weight: number }
  | { readonly kind: 'unknown' };

/** What a script writes to an open file: `texts` are the known ones, up to the first unknown one. */
export interface Written {
  /** Indices of the findings that opened it. */
  readonly findings: readonly number[];
  texts: string[] | undefined;
}

export const unknownValue: Value = { kind: 'unknown' };
export const textValue = (text: string, source = text): Value => ({
  kind: 'text',
  shapes: [textShape(text, source)],
});
export const shapeValue = (...shapes: readonly Shape[]): Value => ({ kind: 'text', shapes });
/** An unknown text. */
export const anyText = ({ source }: { readonly source: string }): Value => shapeValue(anyShape(source));
export const refValue = (name: string, self?: Value): Value => ({ kind: 'ref', name, self });

/** What these values show. */
export function shownIn(values: Iterable<Value | undefined>): Shown | undefined {
  let all: Shown | undefined;
  for (const value of values) {
    const own = value?.shows;
    if (own !== undefined) all = shownOfBoth(all, own);
  }
  return all;
}

/** A value that also shows these variables. */
export const showing = (value: Value, shows: Shown | undefined): Value =>
  shows === undefined ? value : { ...value, shows: shownIn([value, { ...unknownValue, shows }]) };

/**
 * The limit of the weight of a value, with everything in it. A heavier value is unknown: after `x = [x, x]` many times, a
 * walk over it would not end. Plain values weigh little, so that long flat lists are fine.
 */
const heaviest = 150;
/** What a value adds to the weight of the one that holds it. Each level adds a quarter, so that values are not deep. */
const weightOf = (value: Value | undefined): number =>
  value !== undefined && 'weight' in value ? value.weight * 1.25 : 0.1;
const weigh = (values: Iterable<Value>): number => {
  let weight = 1;
  for (const value of values) weight += weightOf(value);
  return weight;
};

/** Whether a list has too many items: the rest is unknown. */
const longestList = 1000;

export function listValue(items: readonly Value[], more?: Value): Extract<Value, { kind: 'list' }> {
  if (items.length > longestList)
    return listValue(
      items.slice(0, longestList),
      more === undefined ? unknownValue : union(more, unknownValue),
    );
  const weight = weigh(items) + weightOf(more);
  const shows = shownIn(more === undefined ? items : [...items, more]);
  if (weight > heaviest)
    return { kind: 'list', items: [], more: showing(unknownValue, shows), weight: 2, shows };
  return { kind: 'list', items, more, weight, shows };
}

/** Joins lists. After further items whose number is not known, positions are unknown too. */
export function concatLists(...values: readonly Value[]): Extract<Value, { kind: 'list' }> {
  const items: Value[] = [];
  const more: Value[] = [];
  for (const value of values) {
    if (value.kind !== 'list') more.push(elementOf(value));
    else {
      for (const item of value.items) (more.length === 0 ? items : more).push(item);
      if (value.more !== undefined) more.push(value.more);
    }
  }
  return listValue(items, more.length === 0 ? undefined : union(...more));
}

export function dictValue(entries: ReadonlyMap<string, Value>): Value {
  const weight = weigh(entries.values());
  const shows = shownIn(entries.values());
  return weight > heaviest ? showing(unknownValue, shows) : { kind: 'dict', entries, weight, shows };
}

export const homeShape = (source: string): Shape => ({ pieces: [{ kind: 'home' }], source });
export const nameValue = (source = ''): Value => shapeValue(nameShape(source));

/** The limit of possible texts; with more, the text is unknown. */
const mostShapes = 24;
const longestText = 70_000;

/**
 * A mark in a text: the directory in which the script begins. Code that takes the text apart treats it as unknown.
 * INVARIANT: no finding contains the mark.
 */
export const hereMark = '\uEFFF';
export const hereShape = (source: string): Shape => textShape(hereMark, source);
/** The mark at the beginning of a word, and nowhere else. */
const placed = /(?<=^|[\s'"=:])\uEFFF(?=$|[\s'"/])/g;

/** Replaces the mark by `.` if it is a whole path; in any other place, and if `.` is another directory, it is unknown text. */
export function hereAsDot(shape: Shape, isElsewhere: boolean): Shape {
  if (!shape.pieces.some((piece) => piece.kind === 'text' && piece.text.includes(hereMark))) return shape;
  const pieces = shape.pieces.flatMap((piece, at): readonly Piece[] => {
    if (piece.kind !== 'text') return [piece];
    const isFirst = at === 0 && !isElsewhere;
    const [first = '', ...rest] = (isFirst ? piece.text.replace(placed, '.') : piece.text).split(hereMark);
    return [
      { kind: 'text', text: first },
      ...rest.flatMap((text): readonly Piece[] => [{ kind: 'any' }, { kind: 'text', text }]),
    ];
  });
  return joinPieces(pieces, shape.source);
}

/** A home is only valid at the start of a shape; in any other place it is unknown text. */
export function homeFirst(shape: Shape): Shape {
  const misplaced = shape.pieces.some(({ kind }, index) => kind === 'home' && index > 0);
  if (!misplaced) return shape;
  const pieces = shape.pieces.map(
    (piece, index): Piece => (piece.kind === 'home' && index > 0 ? { kind: 'any' } : piece),
  );
  return joinPieces(pieces, shape.source);
}

/** In text for a shell, each home is `$HOME`. */
export function homeAsVariable(shape: Shape): Shape {
  if (!shape.pieces.some(({ kind }) => kind === 'home')) return shape;
  const pieces = shape.pieces.map(
    (piece): Piece => (piece.kind === 'home' ? { kind: 'text', text: '$HOME' } : piece),
  );
  return joinPieces(pieces, shape.source);
}

/** INVARIANT: while values are joined, a home may be anywhere; in findings it is only at the start. */
export function concatShapes(shapes: readonly Shape[], source: string): Shape {
  const shape = joinPieces(
    shapes.flatMap(({ pieces }) => pieces),
    source,
  );
  let length = 0;
  for (const piece of shape.pieces) length += piece.kind === 'text' ? piece.text.length : 1;
  return length > longestText ? anyShape(source) : shape;
}

/** All combinations of one item of each. */
export function concatAll(parts: readonly (readonly Shape[])[], source: string): readonly Shape[] {
  let all: Shape[][] = [[]];
  for (const part of parts) {
    const choices = all.length * part.length > mostShapes ? [anyShape(source)] : part;
    const [only] = choices;
    if (choices.length === 1 && only !== undefined) for (const shapes of all) shapes.push(only);
    else all = all.flatMap((before) => choices.map((shape) => [...before, shape]));
  }
  return distinct(all.map((shapes) => concatShapes(shapes, source)));
}

const keyOf = ({ pieces }: Shape): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'text') return `t${piece.text}`;
      return piece.kind === 'glob' ? `g${piece.glob}` : piece.kind;
    })
    .join('\0');

/** Each shape once; a single unknown one if there are too many. */
export function distinct(shapes: readonly Shape[]): readonly Shape[] {
  if (shapes.length < 2) return shapes;
  const seen = new Map<string, Shape>();
  for (const shape of shapes) {
    const key = keyOf(shape);
    if (!seen.has(key)) seen.set(key, shape);
  }
  return seen.size > mostShapes ? [anyShape(shapes[0]?.source ?? '')] : [...seen.values()];
}

/** A value that is one of these. */
export function union(...values: readonly (Value | undefined)[]): Value {
  const [first] = values;
  if (first !== undefined && values.every((value) => value === first)) return first;
  return showing(unionOf(values), shownIn(values));
}

function unionOf(values: readonly (Value | undefined)[]): Value {
  // Lists that grow by themselves have the same values thousands of times.
  const flat = [...new Set(values)].flatMap((value) =>
    value?.kind === 'choice' ? value.values : (value ?? []),
  );
  const shapes = distinct(flat.flatMap((value) => (value.kind === 'text' ? value.shapes : [])));
  const lists = flat.filter((value) => value.kind === 'list');
  const others = flat.filter(({ kind }) => kind !== 'text' && kind !== 'list' && kind !== 'unknown');
  const kept: Value[] = [...new Map(others.map((value) => [identityOf(value), value])).values()];
  if (shapes.length > 0) kept.unshift({ kind: 'text', shapes });
  const list = unionLists(lists);
  if (list !== undefined) kept.push(list);
  if (flat.some(({ kind }) => kind === 'unknown')) kept.push(unknownValue);
  const [only] = kept;
  if (only === undefined || kept.length > mostShapes) return unknownValue;
  if (kept.length === 1) return only;
  const weight = weigh(kept);
  return weight > heaviest ? unknownValue : { kind: 'choice', values: kept, weight };
}

/** A key that is equal for the same value: that of a name or a function; any other value is equal only to itself. */
const identityOf = (value: Value): unknown =>
  value.kind === 'function'
    ? value.node
    : value.kind === 'ref' && value.self === undefined
      ? value.name
      : value;

type ListValue = Extract<Value, { kind: 'list' }>;

/** Merges lists item by item, up to the shortest length; further items are those of any of them. */
function unionLists(lists: readonly ListValue[]): ListValue | undefined {
  const [first, ...rest] = lists;
  if (first === undefined || rest.every((list) => list === first)) return first;
  const length = Math.min(mostShapes, ...lists.map(({ items }) => items.length));
  const items = first.items.slice(0, length).map((_, at) => union(...lists.map((list) => list.items[at])));
  const others = lists.flatMap((list) => [
    ...list.items.slice(length),
    ...(list.more === undefined ? [] : [list.more]),
  ]);
  return listValue(items, others.length === 0 ? undefined : union(...new Set(others)));
}

/** The value, or an unknown one: code that is not followed may have changed it. */
export const perhapsChanged = (value: Value): Value => union(value, unknownValue);

/** The extra work for a value: for long lists and texts, and for many texts. */
export function costOf(value: Value): number {
  switch (value.kind) {
    case 'list':
      return (value.items.length >> 3) + (value.weight >> 2);
    case 'dict':
      return value.entries.size >> 3;
    case 'text':
      return value.shapes.length - 1;
    case 'choice':
      return value.values.reduce((cost, each) => cost + costOf(each), 20);
    default:
      return 0;
  }
}

/** The items of a loop over a value. */
export function elementOf(value: Value): Value {
  switch (value.kind) {
    case 'list':
      return value.items.length === 0 && value.more === undefined
        ? unknownValue
        : union(...value.items, value.more);
    case 'dict':
      return union(...[...value.entries.keys()].map((key) => textValue(key)));
    case 'choice':
      return union(...value.values.map(elementOf));
    default:
      // Of all variables, an item is some variable.
      return showing(unknownValue, value.shows?.has('*') ? oneShown : value.shows);
  }
}

/** The possible texts of a value; an unknown one if it is something else. */
export function shapesOf(value: Value | undefined, source: string): readonly Shape[] {
  switch (value?.kind) {
    case 'text':
      return value.shapes;
    case 'object':
      return value.shapes.length === 0 ? [anyShape(source)] : value.shapes;
    case 'list':
      return distinct([
        ...value.items.flatMap((item) => shapesOf(item, source)),
        ...(value.more === undefined ? [] : shapesOf(value.more, source)),
      ]);
    case 'choice':
      return distinct(value.values.flatMap((each) => shapesOf(each, source)));
    default:
      return [anyShape(source)];
  }
}

/** The text of a value that has exactly one. */
export function staticOf(value: Value | undefined): string | undefined {
  if (value?.kind !== 'text' || value.shapes.length !== 1) return undefined;
  const [shape] = value.shapes;
  const text = shape === undefined ? undefined : staticText(shape);
  return text === undefined || holdsMark(text) ? undefined : text;
}

/** Whether it counts as true; undefined where that is not known. */
export function truthOf(value: Value | undefined): boolean | undefined {
  if (value === undefined) return false;
  if (value.kind === 'ref' || value.kind === 'function' || value.kind === 'object') return true;
  const text = staticOf(value);
  return text === undefined ? undefined : !/^(?:|0|false|none|null|nil|undefined|f)$/i.test(text);
}

/** The alternatives of a value, one by one. */
export const choicesOf = (value: Value): readonly Value[] =>
  value.kind === 'choice' ? value.values : [value];

/** Perl: the table that a list of names and values becomes. */
export function asTable(list: Value): Value {
  if (list.kind !== 'list' || list.more !== undefined) return list;
  const keys = list.items.filter((_, at) => at % 2 === 0).map(staticOf);
  if (keys.includes(undefined)) return list;
  return dictValue(new Map(keys.map((key = '', at) => [key, list.items[2 * at + 1] ?? unknownValue])));
}
