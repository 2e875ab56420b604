/** Which words can be a script of sed on BSD. Where a script or a file could be, all other words are names of files. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';

const address = /\d+|\$|\/(?:[^/\\\n]|\\[\s\S])*\/I?|\\([^\\\n])(?:(?!\1)[^\\\n]|\\[\s\S])*\1I?/y;

/** What may follow a command that takes nothing. */
const ending = /[ \t]*(?:[;}\n#]|$)/y;

/** Whether sed may read a word as a script, by its first command. A path that begins in the home is no script. */
export function maybeSedScript(word: Shape): boolean {
  const text = staticText(word);
  if (text === undefined) return word.pieces[0]?.kind !== 'home';
  const at = commandAt(text);
  return at !== undefined && mayBegin(text, at);
}

/** Where the first command is, after its addresses. */
function commandAt(text: string): number | undefined {
  let at = skip(text, /[\s;{]*/y, 0);
  const first = skip(text, address, at);
  if (first > at) {
    at = skip(text, /[ \t]*/y, first);
    if (text[at] === ',') {
      const from = skip(text, /[ \t]*/y, at + 1);
      at = skip(text, address, from);
      if (at === from) return undefined;
    }
  }
  return skip(text, /[ \t!]*/y, at);
}

function skip(text: string, what: RegExp, from: number): number {
  what.lastIndex = from;
  return what.test(text) ? what.lastIndex : from;
}

function mayBegin(text: string, at: number): boolean {
  const command = text[at];
  if (command === undefined) return text.trim() === '';
  if (/[=dDgGhHlnNpPqx}]/.test(command)) {
    ending.lastIndex = at + 1;
    return ending.test(text);
  }
  if (command === 's' || command === 'y') return isSubstitution(text, at + 1);
  // The text follows on its own line.
  if (/[aci]/.test(command)) return /^[ \t]*\\/.test(text.slice(at + 1));
  if (command === 'b' || command === 't') {
    const label =
      text
        .slice(at + 1)
        .split(/[;\n}]/, 1)[0]
        ?.trim() ?? '';
    return label === '' || text.includes(`:${label}`) || text.includes(`: ${label}`);
  }
  return /[rw:#{]/.test(command);
}

/** The delimiter three times, and flags after the last. */
function isSubstitution(text: string, at: number): boolean {
  const delimiter = text[at];
  if (delimiter === undefined || /[\\\n]/.test(delimiter)) return false;
  let left = 2;
  let place = at + 1;
  for (; place < text.length && left > 0; place++) {
    if (text[place] === '\\') place++;
    else if (text[place] === delimiter) left--;
  }
  return left === 0 && /^(?:[gpiIe\d]*[ \t]*(?:[;}\n#]|$)|[gpiI\d]*w)/.test(text.slice(place));
}
