/** Follows the labels of a batch file: `goto` and `call :label`. */
import { type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import type { DosReader, DosState } from './dos-reader.ts';
import { matchHere } from './text-reader.ts';
import { joinStates } from './windows-state.ts';

/** The labels of a script, with the offset of the line behind each. */
export function startsOf(text: string): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const found of text.matchAll(/^[ \t;,=@]*:[ \t]*([^\s:+&|<>()^,;=]+)[^\n]*(?:\n|$)/gm)) {
    const name = (found[1] ?? '').toLowerCase();
    if (!starts.has(name)) starts.set(name, found.index + found[0].length);
  }
  return starts;
}

/** Reads a label, if the line is one. The script may come to it from every `goto` that names it. */
export function atLabel(reader: DosReader): void {
  const found = matchHere(reader, /[ \t;,=@]*:[ \t]*([^\s:+&|<>()^,;=]+)/y);
  const label = found?.[1]?.toLowerCase();
  if (label === undefined) return;
  const { incoming, called, starts } = reader.labels;
  const others = incoming.get(label);
  const { state } = reader;
  if (others !== undefined) reader.state = joinStates([state, others]) ?? state;
  // A label that is only called is read for each call, and is not reached otherwise.
  else if (state.ended && called.has(label)) {
    const here = starts.get(label) ?? reader.at;
    reader.at = Math.min(
      reader.end,
      ...[...starts].filter(([, start]) => start > here).map(([name]) => lineOf(reader, name)),
    );
  }
}

/** The offset of the line with the label itself. */
function lineOf({ text, labels }: DosReader, label: string): number {
  const end = (labels.starts.get(label) ?? 0) - 1;
  return text.lastIndexOf('\n', end - 1) + 1;
}

/** `goto label`: this way goes on there. An unknown label may be any of them. */
export function goTo(reader: DosReader, target: Shape | undefined): void {
  const { starts, incoming } = reader.labels;
  const name = target === undefined ? undefined : staticText(target)?.replace(/^:/, '').toLowerCase();
  const names =
    name === undefined || !(starts.has(name) || name === 'eof') ? [...starts.keys(), 'eof'] : [name];
  for (const each of names) {
    if (each === 'eof') {
      reader.returning?.push(reader.state.fork());
      continue;
    }
    const before = incoming.get(each);
    const state = joinStates([...(before === undefined ? [] : [before]), reader.state]) ?? reader.state;
    incoming.set(each, state);
    const isBack = (starts.get(each) ?? 0) <= reader.at;
    if (isBack && (before === undefined || !state.isLike(before))) reader.labels.again = true;
  }
  reader.state.ended = true;
}

/** `call :label a b`: reads the lines of the label with these arguments, and goes on behind the call. */
export function callLabel(reader: DosReader, label: string, args: readonly Shape[]): void {
  const start = reader.labels.starts.get(label);
  if (start === undefined) return;
  reader.labels.called.add(label);
  if (++reader.labels.calls > 50 || reader.depth > 20) {
    reader.state.setAnything();
    return;
  }
  const { at, line, returning, state: before } = reader;
  const { ended, depth } = before;
  const returned: DosState[] = [];
  const own = before.fork();
  for (let index = 1; index <= 9; index++) own.set(`%${index}`, args[index - 1] ?? textShape(''));
  Object.assign(reader, { at: start, state: own, returning: returned, depth: 0 });
  reader.grammar.lines(reader, true);
  const ways = [reader.state, ...returned];
  const end = joinStates(ways) ?? own;
  end.restore(depth);
  for (let index = 1; index <= 9; index++) {
    const held = before.names.get(`%${index}`);
    if (held === undefined) end.names.delete(`%${index}`);
    else end.names.set(`%${index}`, held);
  }
  end.ended = ended;
  Object.assign(reader, { at, line, returning, state: end, depth: reader.depth });
}
