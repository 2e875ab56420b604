/** Names of tools, fields and servers are spelt in many cases; what is compared is what they have in common. */
import { fold } from '../../pattern/fold.ts';

/** `read_file`, `readFile`, `ReadFile` and `read-file` are one name. */
export const nameKey = (name: string): string => fold(name).replace(/[\s_.-]+/g, '');

/** The words of a server's name that tell which one it is: `@acme/github-mcp-server` is `github`. */
export function serverWords(name: string): readonly string[] {
  // `DesktopCommanderMCP` has its words joined.
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

/** Whether a server's words hold those of an entry, one after another or written as one. */
export function hasServer(words: readonly string[], entry: readonly string[]): boolean {
  const joined = entry.join('');
  if (words.join('') === joined) return true;
  return words.some(
    (word, at) => word === joined || entry.every((each, index) => words[at + index] === each),
  );
}
