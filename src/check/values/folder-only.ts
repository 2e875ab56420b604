/**
 * Path patterns that name only a folder where the author probably means its files: `reads "~/.ssh"` holds for a listing of
 * the folder, but for no key.
 */
import type { PolicyValue } from '../../language/expression.ts';
import { wordsIn } from '../../vocabulary/words-in.ts';
import { type Context, reportWarning } from '../names/context.ts';
import type { Pattern } from '../tree/checked.ts';
import { plainPatterns } from '../tree/plain-patterns.ts';

/** Folders that are known to everybody; a path that ends in one of these names is hardly ever a file. */
const folders: ReadonlySet<string> = new Set([
  ...['.ssh', '.aws', '.gnupg', '.kube', '.azure', '.docker', '.password-store', '.git', 'node_modules'],
]);
const systemFolders: ReadonlySet<string> = new Set(
  wordsIn('/etc /boot /usr /bin /sbin /lib /var /sys /dev /root /home /Users ~'),
);

/**
 * Warns of each pattern that names a known folder, where no other pattern names the files in it. `patterns` are those of
 * `values`, in the same order.
 */
export function warnOfFolders(
  context: Context,
  values: readonly PolicyValue[],
  patterns: readonly Pattern[],
): void {
  const all = new Set(patterns.flatMap((pattern) => textsOf(pattern, true)));
  for (const [at, pattern] of patterns.entries()) {
    const folder = textsOf(pattern, false).find((text) => isFolder(text) && !coversInside(all, text));
    const value = values[at];
    if (folder === undefined || value === undefined) continue;
    const inside = `"${folder.replace(/\/$/, '')}/**"`;
    reportWarning(
      context,
      'folder-only',
      value.span,
      `\`${folder}\` names the folder itself, and nothing that lies in it`,
      {
        help:
          pattern.kind === 'list'
            ? `add \`${inside}\` to the list`
            : `write \`${inside}\`; for the folder, too, \`"${folder}" or ${inside}\``,
      },
    );
  }
}

/** The path patterns among a pattern, also those of its lists; what a list excepts only `withExcepted`. */
const textsOf = (pattern: Pattern, withExcepted: boolean): readonly string[] =>
  plainPatterns([pattern], withExcepted).flatMap((each) => (each.kind === 'path' ? [each.value] : []));

const isFolder = (text: string): boolean => {
  const bare = text.replace(/\/$/, '');
  return (
    // Every folder of a place is what `*/` asks for.
    /[^/*]\/$/.test(text) ||
    systemFolders.has(bare) ||
    folders.has(bare.slice(bare.lastIndexOf('/') + 1)) ||
    isPlainWord(bare.replace(/^~\//, ''))
  );
};

/** `secrets`: a word without an ending is mostly a folder, except for well-known names of files. */
const isPlainWord = (text: string): boolean =>
  /^[a-z][a-z_-]{2,}$/.test(text) && !/^id_/.test(text) && !files.has(text);

const files: ReadonlySet<string> = new Set(
  wordsIn(
    'makefile dockerfile containerfile gemfile rakefile procfile justfile vagrantfile jenkinsfile',
    'brewfile caddyfile license readme notice changelog authors codeowners gradlew mvnw configure',
    'manage crontab passwd shadow hosts sudoers credentials',
  ),
);

/** Whether another pattern names the files in a folder. */
const coversInside = (all: ReadonlySet<string>, folder: string): boolean => {
  const start = `${folder.replace(/\/$/, '')}/`;
  return [...all].some((text) => text !== folder && text.startsWith(start) && text !== start);
};
