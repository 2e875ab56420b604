/** Files that git prints from its history: `git show HEAD:src/a.ts`, `git cat-file -p :a.ts`. */
import type { Invocation } from '../../knowledge/arguments.ts';

/** Subcommands that print the file which such a word names. */
const printing: ReadonlySet<string> = new Set(['show', 'cat-file', 'diff', 'difftool', 'blame', 'annotate']);

/** The path of a file by its revision, as it lies in the repository; undefined for other words. */
export function pathInRevision(text: string | undefined, { program, words }: Invocation): string | undefined {
  if (text === undefined || program !== 'git' || !printing.has(words[0] ?? '')) return undefined;
  // `:/text` finds a commit by its message, and `:0:path` has a stage.
  const [, path] = /^(?:[^:\s]+:|:(?:[0-3]:)?(?!\/))([^:].*)$/s.exec(text) ?? [];
  return path;
}
