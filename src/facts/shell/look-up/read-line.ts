/** `read` and `mapfile`: variables get lines of standard input. */
import { anyShape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { spend } from '../budget.ts';
import { separatorsOf, splitFields } from '../expand/fields.ts';
import { withText } from '../expand/file-text.ts';
import type { Io, Shell } from '../shell.ts';
import { unknownVariable } from '../state/choice.ts';
import type { ShellState } from '../state/state.ts';
import {
  mergeOrigins,
  noOrigins,
  readingsOf,
  unknownStream,
  type Word,
  wordOf,
  wordOfShape,
} from '../word.ts';
import { hasOpenName, literal, text } from './operands.ts';

/**
 * `read a b`: the last name gets the rest of the line. If the input may be one of several texts, each of them
 * is a separate way.
 */
export function assignLine(words: readonly Word[], shell: Shell, state: ShellState, io: Io): void {
  const readings = readingsOf(io.stdin);
  if (readings === undefined) readOneLine(words, shell, state, io);
  else {
    const ways = readings.map((stdin) => {
      const way = state.fork();
      readOneLine(words, shell, way, { ...io, stdin });
      return way;
    });
    state.join(ways);
  }
}

function readOneLine(words: readonly Word[], shell: Shell, state: ShellState, io: Io): void {
  const values = new Set(['-p', '-d', '-n', '-N', '-t', '-u', '-i']);
  const names: string[] = [];
  const others: Word[] = [];
  let from = io.stdin;
  let isArray = false;
  for (let at = 0; at < words.length; at++) {
    const each = text(words[at]) ?? '';
    const descriptor = each === '-u' ? Number(text(words[at + 1]) ?? Number.NaN) : 0;
    if (descriptor !== 0) from = state.descriptors.get(descriptor) ?? unknownStream(noOrigins);
    if (values.has(each)) at++;
    else if (/^-\w*a$/.test(each)) isArray = true;
    else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(each)) names.push(each);
    else others.push(...words.slice(at, at + 1));
  }
  // Options for another line end, or a length, are not followed.
  const isLine = !words.some((word) => /^-\w*[dnN]/.test(text(word) ?? ''));
  // If an earlier command has read from this input, the rest of it is unknown.
  const isFirst = from !== undefined && !shell.partlyRead.has(from);
  const read = isFirst && isLine ? withText(from, shell, io) : undefined;
  const input = read && staticText(read.shape);
  if (from !== undefined) shell.partlyRead.add(from);
  const isRaw = words.some((word) => /^-\w*r/.test(text(word) ?? ''));
  const line = isRaw ? input?.split('\n', 1)[0] : withoutEscapes(input?.split('\n', 1)[0]);
  spend(state.budget, (line?.length ?? 0) >> 3);
  const origins = mergeOrigins(from);
  for (const word of others) {
    const array = /^([A-Za-z_]\w*)\[/.exec(literal(word) ?? '')?.[1];
    const value = wordOfShape(anyShape(word.shape.source), origins);
    if (array !== undefined) state.set(array, unknownVariable(array, [state.get(array), value]));
    else if (hasOpenName(word)) state.setAnyVariable(value);
  }
  if (names.length === 0) names.push('REPLY');
  const separators = separatorsOf(state);
  const parts =
    line === undefined || separators === undefined ? undefined : splitFields(line, separators, names.length);
  names.forEach((name, index) => {
    const shape = parts === undefined ? anyShape(`$${name}`) : textShape(parts[index] ?? '');
    if (!isArray) state.set(name, wordOfShape(shape, origins));
    else if (line === undefined || separators === undefined)
      state.set(name, wordOfShape(anyShape(`$${name}`), origins));
    else
      state.set(
        name,
        splitFields(line, separators, 1024).map((part) => wordOfShape(textShape(part), origins)),
      );
  });
}

/** A line as `read` without `-r` reads it; undefined if a backslash joins lines, or keeps words together. */
const withoutEscapes = (line: string | undefined): string | undefined =>
  line === undefined || /\\(?:[\s:]|$)/.test(line) ? undefined : line.replace(/\\(.)/g, '$1');

export const wordPerLine = (input: string): readonly Word[] =>
  input
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => wordOf(line));
