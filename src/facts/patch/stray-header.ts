/**
 * Lines of a patch that a strict reader skips and a lenient one reads as the header of another file: they are indented,
 * follow an unusual line end, or have no markers around them. A change of the file that they name is possible.
 */
import { readDiffName } from './diff-name.ts';
import type { PatchChange } from './patch-change.ts';
import type { PatchLine } from './patch-line.ts';

/** Line ends that some readers accept besides those of Unix and Windows. */
const oddEnd = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** The parts of a line behind an unusual line end. Some readers take each of them for a separate line. */
export function hiddenLines({ text, start }: PatchLine): readonly PatchLine[] {
  if (!oddEnd.test(text)) return [];
  const found: PatchLine[] = [];
  let at = start;
  for (const [index, part] of text.split(oddEnd).entries()) {
    if (index > 0) found.push({ text: part, start: at });
    at += part.length + 1;
  }
  return found;
}

/** The names that a line between the files of a diff may mean; empty for most lines. */
export function strayDiffNames(line: PatchLine): readonly PatchChange[] {
  const text = line.text.trim();
  const match =
    /^(?:---|\+\+\+|\*\*\*|Index:|rename to|copy to|diff --git)[ \t]+(?!\d+(?:,\d+)?[ \t]+[-*]{4}$)(.+)$/.exec(
      text,
    );
  const rest = match?.[1];
  if (rest === undefined) return [];
  const parts = text.startsWith('diff ') ? rest.split(/\s+/, 4) : [rest];
  return parts.flatMap((part) => {
    const name = readDiffName(part.trim())?.text;
    if (name === undefined || name === '/dev/null' || /^[-*]{3,}$/.test(name)) return [];
    const slash = name.indexOf('/');
    const stripped = name.slice(slash + 1).replace(/^\/+/, '');
    const paths = slash < 0 || stripped === '' ? [name] : [stripped, name];
    return paths.flatMap((path) => perhaps(path, ['read', 'write', 'delete'], line));
  });
}

/** The names that a line between `*** Begin Patch` and `*** End Patch` may mean. */
export function strayPatchHeader(line: PatchLine): readonly PatchChange[] {
  const match = /^\*{3}\s*(Add|Create|Delete|Update|Move)(?:\s*File|\s*to)?\s*:\s*(.+)$/i.exec(
    line.text.trim(),
  );
  const [, verb = '', path = ''] = match ?? [];
  if (path === '') return [];
  const uses: readonly PatchChange['use'][] =
    verb.toLowerCase() === 'delete'
      ? ['delete']
      : verb.toLowerCase() === 'update'
        ? ['read', 'write']
        : ['write'];
  return spellingsOfHeader(path).flatMap((each) => perhaps(each, uses, line));
}

/** A name as written, and without the part after a second colon, where some readers cut it. */
export function spellingsOfHeader(path: string): readonly string[] {
  const cut = /^([A-Za-z]:[\\/])?[^:]*/.exec(path)?.[0] ?? path;
  return cut === path || cut.trim() === '' ? [path] : [path, cut];
}

/** Possible changes; the content that they write is not known. */
function perhaps(
  path: string,
  uses: readonly PatchChange['use'][],
  { text, start }: PatchLine,
): readonly PatchChange[] {
  return uses.map((use) => ({
    use,
    path,
    target: undefined,
    content: undefined,
    certain: false,
    start,
    end: start + text.length,
  }));
}

/** The possible changes that are not among the certain ones. */
export function withoutKnown(
  possible: readonly PatchChange[],
  certain: readonly PatchChange[],
): readonly PatchChange[] {
  const known = new Set(
    certain.flatMap(({ use, path, target }) => [`${use} ${path}`, `write ${target ?? path}`]),
  );
  return possible.filter(({ use, path }) => {
    const key = `${use} ${path}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
