/** Reads the loops of `cmd.exe`: `for`, with its lists of words, files, numbers and lines. */
import { anyShape, type Shape, showShape, textShape } from '../../../pattern/text/shape.ts';
import { concat } from '../use/text/powershell-text.ts';
import { addDosCommand, type DosReader, delimiters } from './dos-reader.ts';
import { readDosWord } from './dos-word.ts';
import { character, matchHere, takeHere, unknown } from './text-reader.ts';
import { foundIn } from './windows-script.ts';
import { eachCombination, perhapsRun, repeatRounds } from './windows-state.ts';

/** `for [/f "…"] %i in (…) do …`: reads the command once for each known item. */
export function readFor(reader: DosReader, stdin: number | undefined): number | undefined {
  const begin = reader.at;
  const { kinds, root, name } = head(reader);
  if (name === undefined || character(reader) !== '(') {
    unknown(reader, begin, 'the loop is not understood', Math.max(reader.at, begin + 1));
    return undefined;
  }
  reader.at++;
  reader.depth++;
  const lists =
    reader.way === undefined
      ? eachCombination(reader, () => itemsOf(reader, kinds, root))
      : [itemsOf(reader, kinds, root)];
  const items = lists.flat();
  reader.depth--;
  if (character(reader) === ')') reader.at++;
  delimiters(reader);
  takeHere(reader, /do(?=[\s(,;=@])/iy);
  delimiters(reader);
  const others = kinds.has('f') ? tokensBehind(name) : [];
  const before = [`%${name}`, ...others].map((each) => [each, reader.state.names.get(each)] as const);
  const start = reader.at;
  let last: number | undefined;
  const few = items.length <= reader.turns.left ? items : [anyShape(`%${name}`)];
  reader.turns.left -= few.length;
  const round = (item: Shape): void => {
    reader.at = start;
    for (const other of others) reader.state.set(other, anyShape(other));
    reader.state.set(`%${name}`, item);
    last = reader.grammar.one(reader, stdin);
  };
  // A known word is one round. Anything else may be any number of rounds.
  const isOne = ({ pieces }: Shape): boolean =>
    pieces.every((piece) => piece.kind === 'text' || piece.kind === 'home');
  if (kinds.size === 0 && lists.length === 1 && few.every(isOne)) for (const item of few) round(item);
  else
    repeatRounds(
      reader,
      () => {
        for (const item of few) perhapsRun(reader, () => round(item));
      },
      foundIn(reader),
    );
  for (const [each, held] of before)
    if (held === undefined) reader.state.names.delete(each);
    else reader.state.names.set(each, held);
  return last;
}

interface Head {
  /** The letters of its options: `d`, `f`, `l`, `r`. */
  readonly kinds: ReadonlySet<string>;
  /** The folder behind `/r`. */
  readonly root: Shape | undefined;
  readonly name: string | undefined;
}

const star = { kind: 'glob', glob: '*' } as const;
/** Any folders below another one. */
const below: Shape = {
  pieces: [{ kind: 'text', text: '/' }, star, star, { kind: 'text', text: '/' }],
  source: '',
};

/** Reads what is in front of the list of a loop: `/r C:\\x %i in`. */
function head(reader: DosReader): Head {
  const kinds = new Set<string>();
  let root: Shape | undefined;
  for (let count = 0; count < 5; count++) {
    delimiters(reader);
    const name = matchHere(reader, /%{1,2}~?([^\s%])[\s,;=]+in(?=[\s,;=(])/iy);
    if (name !== undefined) {
      reader.at += name[0].length;
      delimiters(reader);
      return { kinds, root, name: name[1] };
    }
    const option = takeHere(reader, /\/[a-z]/iy);
    if (option !== undefined) kinds.add(option.slice(1).toLowerCase());
    // The options of `/f` are one word, and so is the folder of `/r`.
    else root = readDosWord(reader, false) ?? root;
  }
  return { kinds, root, name: undefined };
}

/** `tokens=1,2` of `for /f` also sets the letters behind the one that is named. */
function tokensBehind(name: string): readonly string[] {
  const first = name.charCodeAt(0);
  return Array.from({ length: 31 }, (_, at) => `%${String.fromCharCode(first + 1 + at)}`);
}

function itemsOf(reader: DosReader, kinds: ReadonlySet<string>, root: Shape | undefined): readonly Shape[] {
  if (kinds.has('l')) {
    takeHere(reader, /[^)\n]*/y);
    return [{ pieces: [{ kind: 'name' }], source: '' }];
  }
  if (kinds.has('f')) return linesOf(reader, root);
  const items: Shape[] = [];
  while (reader.at < reader.end && character(reader) !== ')') {
    const before = reader.at;
    takeHere(reader, /[\s,;=]+/y);
    const item = character(reader) === ')' ? undefined : readDosWord(reader, true);
    if (item !== undefined)
      items.push(kinds.has('r') ? concat([root ?? textShape('.'), below, item], item.source) : item);
    if (reader.at === before) reader.at++;
  }
  return items.length === 0 ? [anyShape('')] : items;
}

/**
 * `for /f … in ('command')`: the command runs, and its lines are unknown. With `usebackq`, back-ticks are around a command,
 * and double quotes around the name of a file.
 */
function linesOf(reader: DosReader, options: Shape | undefined): readonly Shape[] {
  takeHere(reader, /\s+/y);
  const quote = character(reader);
  const isNamed =
    options !== undefined &&
    (options.pieces.some(({ kind }) => kind === 'any') || /usebackq/i.test(showShape(options)));
  if (isNamed && quote === "'") takeHere(reader, /'[^'\n]*'/y);
  else if (quote === "'" || quote === '`') {
    const closing = reader.text.indexOf(`${quote})`, reader.at + 1);
    const end = closing < 0 || closing > reader.end ? reader.end : closing;
    const all: DosReader = { ...reader, end, at: reader.at + 1, depth: reader.depth + 1 };
    // As behind `cmd /c`, quotes around all of the command are dropped.
    const isQuoted =
      /^\s*"[^"]*"\s*$/.test(all.text.slice(all.at, end)) &&
      !/^\s*"[^"\s]*"\s*$/.test(all.text.slice(all.at, end));
    const inner = isQuoted
      ? { ...all, at: all.text.indexOf('"', all.at) + 1, end: all.text.lastIndexOf('"', end - 1) }
      : all;
    while (inner.at < inner.end) {
      const before = inner.at;
      reader.grammar.commandLine(inner);
      if (inner.at === before) inner.at++;
    }
    reader.at = Math.min(end + 1, reader.end);
  } else if (quote === '"' && !isNamed) takeHere(reader, /"[^"\n]*"/y);
  else
    while (character(reader) !== ')' && reader.at < reader.end) {
      const before = reader.at;
      const file = readDosWord(reader, true);
      if (file !== undefined)
        addDosCommand(reader, {
          program: textShape('type'),
          words: [file],
          start: before,
          end: reader.at,
          stdin: undefined,
          redirects: [],
          certain: true,
        });
      takeHere(reader, /[\s,;=]+/y);
      if (reader.at === before) reader.at++;
    }
  takeHere(reader, /\s+/y);
  return [anyShape('')];
}
