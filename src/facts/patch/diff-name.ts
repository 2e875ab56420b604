/** Reads the names of files in headers of diffs. Names with unusual characters are quoted as strings of C; a time may follow the name. */

const escapes: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['b', 8],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
  ['"', 34],
  ['\\', 92],
]);

export interface DiffName {
  readonly text: string;
  /** Length in the header, with quotes. */
  readonly length: number;
}

/** The name at the start of a text; undefined if a quote is not closed or an escape is invalid. */
export function readDiffName(text: string): DiffName | undefined {
  if (text.startsWith('"')) return readQuoted(text);
  const [beforeTab = ''] = text.split('\t', 1);
  const name = beforeTab.replace(/ \d{4}-\d\d-\d\d[ T]\d\d:.*$/, '').trimEnd();
  return name === '' ? undefined : { text: name, length: name.length };
}

function readQuoted(text: string): DiffName | undefined {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let at = 1; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      return { text: new TextDecoder().decode(new Uint8Array(bytes)), length: at + 1 };
    }
    if (character !== '\\') {
      const point = String.fromCodePoint(text.codePointAt(at) ?? 0);
      bytes.push(...encoder.encode(point));
      at += point.length - 1;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4))?.[0];
    const escaped = escapes.get(text[at + 1] ?? '');
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8));
      at += 3;
    } else if (escaped !== undefined) {
      bytes.push(escaped);
      at++;
    } else return undefined;
  }
  return undefined;
}
