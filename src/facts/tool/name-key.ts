/** Names of tools, fields and servers have many spellings; these functions reduce them to the part that is compared. */
import { fold } from '../../pattern/text/fold.ts';

/** `read_file`, `readFile`, `ReadFile` and `read-file` have the same key. */
export const nameKey = (name: string): string => fold(name).replace(/[\s_.-]+/g, '');

/** The words that identify a server: `@acme/github-mcp-server` is `github`. */
export function serverWords(name: string): readonly string[] {
  // The words of `DesktopCommanderMCP` have no separator.
  const spaced =
    name.length > 200 ? name : name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=MCP$)/g, '-');
  const last =
    fold(spaced)
      .split('/')
      .findLast((part) => part !== '') ?? '';
  const words = last.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const telling = words.filter((word) => !plainWords.has(word));
  return telling.length === 0 ? words : telling;
}

const plainWords: ReadonlySet<string> = new Set(['mcp', 'server', 'plugin', 'the', 'official', 'local']);

/** Whether the words of a server contain those of an entry, in order or joined into one. */
export function hasServer(words: readonly string[], entry: readonly string[]): boolean {
  const joined = entry.join('');
  if (words.join('') === joined) return true;
  return words.some(
    (word, at) => word === joined || entry.every((each, index) => words[at + index] === each),
  );
}
