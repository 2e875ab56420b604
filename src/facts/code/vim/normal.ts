/** Keys of `normal`: commands that they type, and whether they do more than to move and to write text. */
import { hasUnknownMark } from './expression.ts';

interface Keys {
  readonly commands: readonly string[];
  readonly isUnknown: boolean;
}

/** Moves, and then a key behind which everything is text, but for keys that fill something in. */
const writesText =
  /^(?:[\dhjklwbeWBEG$^0{}\s]|gg)*(?:[iIaAoOCSR]|c(?:[ia].|[wWbBeE$0^c]))[^\u0000\u000F\u0012\u0018\u001C]*$/s;

/** A filter, a program for the word, a register that is run, a file that is opened, an expression. */
const runsSomething = /[!K@\u0012\u001D]|g[fFx@]|\u0017[f\u0006]|"=|&/;

export function pressKeys(keys: string): Keys {
  const commands: string[] = [];
  let isUnknown = hasUnknownMark(keys);
  for (const part of keys.split(/[\u001B\u0003]/)) {
    if (writesText.test(part)) continue;
    let rest = part;
    while (rest !== '') {
      const colon = rest.indexOf(':');
      const pressed = colon < 0 ? rest : rest.slice(0, colon);
      if (runsSomething.test(pressed)) isUnknown = true;
      if (colon < 0) break;
      const [typed = ''] = /^[^\r\n]*/.exec(rest.slice(colon + 1)) ?? [];
      // Keys that edit the line of a command, or fill something in.
      if (/[\u0000-\u0008\u000B-\u001F\u007F]/.test(typed)) isUnknown = true;
      commands.push(typed);
      rest = rest.slice(colon + 1 + typed.length + 1);
    }
  }
  return { commands, isUnknown };
}
