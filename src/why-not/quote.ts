/** A word as a POSIX shell reads it back, with a leading `~/` that still means a home. */
export function shellQuoted(word: string): string {
  if (word.startsWith('~/')) return `~/${isPlain(word.slice(2)) ? word.slice(2) : inQuotes(word.slice(2))}`;
  return isPlain(word) ? word : inQuotes(word);
}

const isPlain = (word: string): boolean => /^[A-Za-z0-9_./:@%+=,^-]+$/.test(word);
const inQuotes = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
