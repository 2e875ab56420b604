/** Lists and tables, their items and slices. */
import { anyShape } from '../../../pattern/text/shape.ts';
import type { Expression } from '../syntax/expression.ts';
import type { Shown } from '../values/shown-names.ts';
import {
  choicesOf,
  dictValue,
  elementOf,
  listValue,
  nameValue,
  perhapsChanged,
  refValue,
  shapeValue,
  showing,
  shownIn,
  staticOf,
  textValue,
  union,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { holderValue } from './evaluate-call.ts';
import { constantOf } from './evaluate-text.ts';
import { noteReadIn, noteVariable } from './note-variable.ts';
import { boundProgram } from './program-family.ts';
import { environmentOf } from './results.ts';
import { canonical, evaluateExpression, type Of, orMissing, type Runtime, sourceOf } from './runtime.ts';
import { lookUp } from './scope.ts';
import { shownOf, shownOfItem } from './shown.ts';

export function listOf(runtime: Runtime, items: readonly Expression[]): Value {
  const values: Value[] = [];
  const more: Value[] = [];
  for (const item of items) {
    const value = evaluateExpression(runtime, item.kind === 'splat' ? item.value : item);
    if (item.kind !== 'splat' && item.kind !== 'loop') (more.length === 0 ? values : more).push(value);
    else if (value.kind === 'list' && more.length === 0) {
      values.push(...value.items);
      if (value.more !== undefined) more.push(value.more);
    } else more.push(elementOf(value));
  }
  return listValue(values, more.length === 0 ? undefined : union(...more));
}

export function dictOf(runtime: Runtime, { items }: Of<'dict'>): Value {
  const { dialect } = runtime.language;
  const isScript = dialect.blocks === 'brace' && dialect.lines === 'soft';
  const isList =
    items.length > 0 &&
    items.every(
      ({ key, value }) =>
        key === undefined && value.kind !== 'assign' && !(value.kind === 'splat' && value.pairs),
    );
  if (isList && !isScript)
    return listOf(
      runtime,
      items.map(({ value }) => value),
    );
  const entries = new Map<string, Value>();
  let isOpen = false;
  let spread: Shown | undefined;
  for (const { key, value } of items) {
    if (key === undefined && value.kind === 'assign' && value.target.kind === 'name' && !isScript) {
      entries.set(value.target.name, evaluateExpression(runtime, value.value));
      continue;
    }
    if (key === undefined) {
      const result = evaluateExpression(runtime, value.kind === 'splat' ? value.value : value);
      if (value.kind === 'name') entries.set(value.name, result);
      else if (value.kind === 'function' && value.name !== undefined) entries.set(value.name, result);
      else if (result.kind === 'dict') for (const [name, item] of result.entries) entries.set(name, item);
      else {
        isOpen = true;
        spread = shownIn([{ ...result, shows: shownOf(runtime, result) }, showing(unknownValue, spread)]);
      }
      continue;
    }
    // `{ [k]: x }` of JavaScript is read as a list of one item.
    const computed = isScript && key.kind === 'list' ? key.items[0] : key;
    const name = key.kind === 'name' ? key.name : keyOf(evaluateExpression(runtime, computed ?? key));
    const result = evaluateExpression(runtime, value);
    if (name === undefined) isOpen = true;
    else entries.set(name, result);
    noteVariable(runtime, name, result, value);
  }
  const made = dictValue(entries);
  return showing(isOpen ? perhapsChanged(made) : made, spread);
}

/** The text of a key; that of a list has commas: `[:out, :err] => x`. */
function keyOf(key: Value): string | undefined {
  if (key.kind !== 'list' || key.more !== undefined) return staticOf(key);
  const texts = key.items.map(staticOf);
  return texts.includes(undefined) ? undefined : texts.join();
}

export function indexOf(runtime: Runtime, { object, at, start, end }: Of<'index'>): Value {
  const value = listBehind(runtime, object) ?? holderValue(runtime, object);
  const index = at === undefined ? undefined : evaluateExpression(runtime, at);
  const source = sourceOf(runtime, { start, end });
  noteReadIn(runtime, value, index, { start, end });
  const items = choicesOf(value).map(
    (each) =>
      boundProgram(runtime, each, index, { start, end }, source) ?? itemOf(runtime, each, index, source),
  );
  const isWhole = value.kind === 'text' || value.kind === 'unknown';
  return showing(union(...items), isWhole ? shownOfItem(value.shows, index) : undefined);
}

export function sliceOf(runtime: Runtime, { object, bounds, start, end }: Of<'slice'>): Value {
  const value = evaluateExpression(runtime, object);
  const given = bounds.map((bound) => (bound === undefined ? undefined : evaluateExpression(runtime, bound)));
  runtime.parts = undefined;
  const [from, to, step] = given.map((bound) => (bound === undefined ? undefined : Number(staticOf(bound))));
  const isKnown = [from, to].every((bound) => bound === undefined || Number.isInteger(bound));
  const reversed = step === -1 && from === undefined && to === undefined;
  const text = staticOf(value);
  // The first or the last few letters show little.
  const isFew =
    (from ?? 0) === 0 ? to !== undefined && to > 0 && to <= 4 : from !== undefined && from < 0 && from >= -4;
  const shows = isFew && isKnown && value.kind === 'text' ? undefined : value.shows;
  if (value.kind === 'list') {
    if (value.more !== undefined || !isKnown) return showing(listValue([], elementOf(value)), shows);
    if (reversed) return listValue([...value.items].reverse());
    if (step !== undefined && !(step > 0)) return listValue([], elementOf(value));
    return listValue(value.items.slice(from, to).filter((_, at) => at % (step ?? 1) === 0));
  }
  if (text !== undefined && reversed) return textValue([...text].reverse().join(''));
  if (text !== undefined && isKnown && step === undefined) return textValue(text.slice(from, to));
  const part = value.kind === 'text' ? shapeValue(anyShape(sourceOf(runtime, { start, end }))) : unknownValue;
  return showing(part, shows);
}

/** Perl: `$x[0]` is an item of `@x`. */
function listBehind(runtime: Runtime, object: Expression): Value | undefined {
  if (object.kind !== 'name' || !object.name.startsWith('$')) return undefined;
  const list = `@${object.name.slice(1)}`;
  return lookUp(runtime, list) ?? constantOf(runtime, list);
}

function itemOf(runtime: Runtime, value: Value, index: Value | undefined, source: string): Value {
  const key = staticOf(index);
  switch (value.kind) {
    case 'list': {
      const at = Number(key);
      if (key !== undefined && Number.isInteger(at) && value.more === undefined)
        return value.items.at(at) ?? unknownValue;
      // A part of a list may be meant: `x[1..]`.
      if (index !== undefined && choicesOf(index).some(({ kind }) => kind === 'unknown'))
        return perhapsChanged(elementOf(value));
      return key !== undefined && at >= 0 && at < value.items.length
        ? (value.items[at] ?? unknownValue)
        : orMissing(runtime, { ...value, items: [] }, elementOf(value));
    }
    case 'dict':
      return (key === undefined ? union(...value.entries.values()) : value.entries.get(key)) ?? unknownValue;
    case 'ref': {
      const name = canonical(runtime, value.name);
      if (runtime.language.environments.has(name)) return environmentOf(index, { source }, runtime);
      if (key !== undefined) return runtime.evaluator.memberOf(runtime, value, key, source);
      return runtime.language.modules.has(name) ? refValue(`${name}.?`) : unknownValue;
    }
    case 'text':
      // In Perl it may be a list with one item, or the result of a function that returns a list.
      if (runtime.language.callsNames === 'all')
        return key === '0' || key === '-1' ? perhapsList(value) : unknownValue;
      return key !== undefined && /^\d+$/.test(key)
        ? itemOfText(value, Number(key), source)
        : shapeValue(anyShape(source));
    case 'object':
      return key === undefined || /^-?\d+$/.test(key)
        ? unknownValue
        : runtime.evaluator.memberOf(runtime, value, key, source);
    default:
      return key === undefined || /^-?\d+$/.test(key)
        ? unknownValue
        : runtime.evaluator.memberOf(runtime, value, key, source);
  }
}

const perhapsList = (value: Value): Value => (staticOf(value) === undefined ? unknownValue : value);

function itemOfText(value: Value & { kind: 'text' }, at: number, source: string): Value {
  const character = staticOf(value)?.[at];
  if (character !== undefined) return textValue(character, source);
  const hasNoSlash = value.shapes.every(({ pieces }) =>
    pieces.every((piece) => piece.kind === 'name' || (piece.kind === 'text' && !piece.text.includes('/'))),
  );
  return hasNoSlash ? nameValue(source) : shapeValue(anyShape(source));
}
