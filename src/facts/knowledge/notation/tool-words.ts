/** Words that a compiler passes on to the tools that it starts: `-Wl,-Map,a.map`, `-Wa,-al=a.lst`, `-Xlinker -Map=a.map`. */
import { joinPieces, type Piece, type Shape, staticText } from '../../../pattern/text/shape.ts';
import { behind, cut, part, perhaps, startOf, type ValuePart } from './value-part.ts';

/** What the compiler starts for each letter. */
const tools: Readonly<Record<string, string>> = { l: 'ld', a: 'as', p: 'cc1' };

/** The command of the tool, if a value of `-W` has words for one. */
export function toolWords(value: Shape): readonly ValuePart[] {
  const [before = '', letter = ''] = /^([lap]),/.exec(startOf(value)) ?? [];
  const tool = tools[letter];
  if (tool === undefined) return [];
  const words = cut(behind(value, before.length), /,/).flatMap((word): readonly Piece[] => [
    { kind: 'text', text: ' ' },
    ...quoted(word),
  ]);
  return [part(joinPieces([{ kind: 'text', text: tool }, ...words], value.source), 'shell')];
}

const quoted = (word: Shape): readonly Piece[] => {
  const text = staticText(word);
  return text === undefined ? word.pieces : [{ kind: 'text', text: `'${text.replaceAll("'", "'\\''")}'` }];
};

/** One word for such a tool. It may be an option with a file, or the file of the option in the word before. */
export function toolWord(value: Shape): readonly ValuePart[] {
  const start = startOf(value);
  if (!start.startsWith('-')) return [perhaps(value, 'read', 'write')];
  // `-oFILE`, `-RFILE`: an option of one letter may have its file attached.
  const sign = Math.max(start.indexOf('='), /^-[oTRc](?=.)/.test(start) ? 1 : -1);
  return sign < 0 ? [] : [perhaps(behind(value, sign + 1), 'read', 'write')];
}
