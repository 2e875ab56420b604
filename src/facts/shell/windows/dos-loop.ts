/** Reads the loops of `cmd.exe`: `for`, with its lists of words, files, numbers and lines. */
import { anyShape, type Shape, textShape } from '../../../pattern/shape.ts';
import { concat } from '../use/powershell-text.ts';
import { add, character, match, type Reader, spaces, take } from './dos-reader.ts';
import { wordOf } from './dos-word.ts';
import { foundIn } from './windows-script.ts';
import { eachWay, perhaps, repeat } from './windows-state.ts';

/** `for [/f "…"] %i in (…) do …`: reads the command once for each known item. */
export function loop(reader: Reader, stdin: number | undefined): number | undefined {
  spaces(reader);
  const kind = take(reader, /\/[a-z]/iy)?.toLowerCase();
  spaces(reader);
  const isNamed = match(reader, /%{1,2}~?[A-Za-z]\s+in\b/iy) !== undefined;
  const root = kind === '/r' && !isNamed ? wordOf(reader, false) : undefined;
  if (kind === '/f') take(reader, /"[^"\n]{0,200}"\s*|[a-z]+=\S{1,100}\s+/iy);
  spaces(reader);
  const name = take(reader, /%{1,2}~?[A-Za-z]/y)
    ?.slice(-1)
    .toLowerCase();
  take(reader, /\s+in\s+/iy);
  spaces(reader);
  if (name === undefined || character(reader) !== '(') return undefined;
  reader.at++;
  reader.depth++;
  const lists =
    reader.way === undefined
      ? eachWay(reader, () => itemsOf(reader, kind, root))
      : [itemsOf(reader, kind, root)];
  const items = lists.flat();
  reader.depth--;
  if (character(reader) === ')') reader.at++;
  take(reader, /\s*do(?=[\s(])\s*/iy);
  const start = reader.at;
  let last: number | undefined;
  const few = items.length <= reader.turns.left ? items : [anyShape(`%${name}`)];
  reader.turns.left -= few.length;
  const round = (item: Shape): void => {
    reader.at = start;
    reader.state.set(`%${name}`, item);
    last = reader.grammar.one(reader, stdin);
  };
  // A known word is one round. Anything else may be any number of rounds.
  const isOne = ({ pieces }: Shape): boolean =>
    pieces.every((piece) => piece.kind === 'text' || piece.kind === 'home');
  if (kind === undefined && lists.length === 1 && few.every(isOne)) for (const item of few) round(item);
  else
    repeat(
      reader,
      () => {
        for (const item of few) perhaps(reader, () => round(item));
      },
      foundIn(reader),
    );
  reader.state.names.delete(`%${name}`);
  return last;
}

function itemsOf(reader: Reader, kind: string | undefined, root: Shape | undefined): readonly Shape[] {
  if (kind === '/l') {
    take(reader, /[^)\n]*/y);
    return [{ pieces: [{ kind: 'name' }], source: '' }];
  }
  if (kind === '/f') return linesOf(reader);
  const items: Shape[] = [];
  while (reader.at < reader.end && character(reader) !== ')') {
    const before = reader.at;
    take(reader, /[\s,;]+/y);
    const item = character(reader) === ')' ? undefined : wordOf(reader, true);
    if (item !== undefined)
      items.push(root === undefined ? item : concat([root, textShape('/'), anyShape('')], ''));
    if (reader.at === before) reader.at++;
  }
  return items.length === 0 ? [anyShape('')] : items;
}

/** `for /f … in ('command')`: the command runs, and its lines are unknown. */
function linesOf(reader: Reader): readonly Shape[] {
  take(reader, /\s+/y);
  const quote = character(reader);
  if (quote === "'" || quote === '`') {
    const closing = reader.text.indexOf(`${quote})`, reader.at + 1);
    const end = closing < 0 || closing > reader.end ? reader.end : closing;
    const inner: Reader = { ...reader, end, at: reader.at + 1, depth: reader.depth + 1 };
    while (inner.at < end) {
      const before = inner.at;
      reader.grammar.commandLine(inner);
      if (inner.at === before) inner.at++;
    }
    reader.at = Math.min(end + 1, reader.end);
  } else if (quote === '"') take(reader, /"[^"\n]*"/y);
  else
    while (character(reader) !== ')' && reader.at < reader.end) {
      const before = reader.at;
      const file = wordOf(reader, true);
      if (file !== undefined)
        add(reader, {
          program: textShape('type'),
          words: [file],
          start: before,
          end: reader.at,
          stdin: undefined,
          redirects: [],
          certain: true,
        });
      take(reader, /[\s,;]+/y);
      if (reader.at === before) reader.at++;
    }
  take(reader, /\s+/y);
  return [anyShape('')];
}
