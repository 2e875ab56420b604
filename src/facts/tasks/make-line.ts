/** Parts of one line of a makefile: its comment, its colon, what it sets. */

/** A word that is only an unset variable, after other words, is empty: `pytest $(ARGS)`. */
export function withoutLone(line: string): string {
  return line.replace(
    /(?<=\S[ \t]+)\u0001(?!(?:HOME|PWD|PATH|USER|TMPDIR|stem|goal)\u0002)\w+\u0002(?=\s|$)/g,
    '',
  );
}

/** `X = y` and the like. */
export function settingIn(line: string): MakeSetting | undefined {
  const [, name, operator, value = ''] =
    /^\s*((?:[^\s:#=+?!$]|[+?!](?!=)|\$[({][^)}]*[)}])+)\s*(:{1,3}=|[+?!]?=)\s*(.*)$/s.exec(line) ?? [];
  return name === undefined || operator === undefined ? undefined : [name, operator, value];
}

/** The colon between targets and prerequisites; not that of a drive, or one after a back-slash. */
export function colonIn(text: string): number {
  for (let at = 0, depth = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\u0001') depth++;
    else if (sign === '\u0002') depth--;
    else if (
      sign === ':' &&
      depth === 0 &&
      text[at - 1] !== '\\' &&
      !/(?:^|\s)[A-Za-z]:[\\/]/.test(text.slice(Math.max(0, at - 2), at + 2))
    )
      return at;
  }
  return -1;
}

/** A text up to a sign that is outside brackets, and the rest after it. */
export function splitAt(text: string, sign: string): readonly [string, string | undefined] {
  for (let at = 0, depth = 0; at < text.length; at++) {
    if (text[at] === '$' && /[({]/.test(text[at + 1] ?? '')) depth++;
    else if (depth > 0 && /[)}]/.test(text[at] ?? '')) depth--;
    else if (text[at] === sign && depth === 0) return [text.slice(0, at), text.slice(at + 1)];
  }
  return [text, undefined];
}

export function withoutComment(line: string): string {
  const at = line.search(/(?<!\\)#/);
  if (at < 0) return line;
  // In a recipe on the line of its rule, the text is for the shell.
  const [head, inline] = splitAt(line, ';');
  if (inline !== undefined && head.length < at && colonIn(head) >= 0) return line;
  return line.slice(0, at).replaceAll('\\#', '#');
}

export type MakeSetting = readonly [name: string, operator: string, text: string];
