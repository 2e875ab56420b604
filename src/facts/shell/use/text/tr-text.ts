/**
 * The output of `tr` for a text: it replaces or deletes characters. Sets that versions of `tr` read in
 * different ways, classes, repetitions and complements are not followed.
 */

/** The output of `tr FROM TO` and `tr -d FROM` for sets of ASCII; undefined if it is unknown. */
export function translated(text: string, words: readonly string[]): string | undefined {
  const [first, second] = words;
  if (words.length !== 2 || first === undefined || second === undefined) return undefined;
  if (second.startsWith('-')) return undefined;
  if (first === '-d') return without(text, membersOf(second));
  const from = first.startsWith('-') ? undefined : membersOf(first);
  const to = membersOf(second);
  const last = to?.at(-1);
  if (from === undefined || to === undefined || last === undefined) return undefined;
  const map = new Map(from.map((character, at) => [character, to[at] ?? last]));
  return Array.from(text, (character) => map.get(character) ?? character).join('');
}

function without(text: string, members: readonly string[] | undefined): string | undefined {
  if (members === undefined) return undefined;
  const dropped = new Set(members);
  return Array.from(text)
    .filter((character) => !dropped.has(character))
    .join('');
}

/** The characters of a set, with its ranges expanded. */
function membersOf(set: string): readonly string[] | undefined {
  // The meaning of brackets depends on their content.
  if (/[^\u0001-\u007f]|\[[:=]|\[(?:\\[\s\S]{1,3}|.)\*/.test(set)) return undefined;
  const parts = [...set.matchAll(/\\([0-7]{1,3}|[\s\S]|$)|[\s\S]/g)].map(([all, escaped]) =>
    escaped === undefined ? all : unescaped(escaped),
  );
  if (parts.includes(undefined)) return undefined;
  const members: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const low = characterOf(parts[at]);
    // A backslash makes a dash a plain character.
    const high = parts[at + 1] === '-' && at + 2 < parts.length ? characterOf(parts[at + 2]) : undefined;
    if (high === undefined) {
      members.push(low);
      continue;
    }
    if (high < low) return undefined;
    for (let code = low.charCodeAt(0); code <= high.charCodeAt(0); code++)
      members.push(String.fromCharCode(code));
    at += 2;
  }
  return members;
}

/** Marks a character that was escaped. */
const mark = '\\';
const characterOf = (part = ''): string => part.at(-1) ?? '';

function unescaped(escaped: string): string | undefined {
  if (/^[0-7]/.test(escaped)) {
    const code = Number.parseInt(escaped, 8);
    return code > 0 && code < 128 ? `${mark}${String.fromCharCode(code)}` : undefined;
  }
  const at = 'abfnrtv'.indexOf(escaped);
  if (escaped === '' || (at < 0 && /[a-zA-Z89]/.test(escaped))) return undefined;
  return `${mark}${at < 0 ? escaped : '\u0007\b\f\n\r\t\v'.charAt(at)}`;
}
