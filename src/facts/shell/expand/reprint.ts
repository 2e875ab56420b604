/** Whether a text that is printed again means the same. */
import type { Io, Shell } from '../shell.ts';

/** The most here-documents of one substitution that are checked. */
const mostDocuments = 20;

/**
 * Records an unknown if bash may change the meaning of these commands: it prints them again before it runs
 * them, and then moves the text behind a here-document.
 */
export function checkReprint(text: string, { unknown }: Shell, { source }: Io): void {
  if (text.includes('<<') && goesOnBehind(text))
    unknown(
      'code',
      text.slice(0, 200),
      'a shell reads the text behind this here-document differently',
      source.whole,
    );
}

/** Whether there is text behind the end of a here-document. With very many here-documents the answer is yes. */
function goesOnBehind(text: string): boolean {
  let left = mostDocuments;
  for (const { 1: word, index } of text.matchAll(/<<-?\s*\\?["']?(\w+)/g)) {
    if (left-- === 0) return true;
    const end = text.indexOf(`${word}\n`, text.indexOf('\n', index));
    const behind = end < 0 ? '' : text.slice(end + (word ?? '').length).trimStart();
    if (behind !== '' && !/^[)`]/.test(behind)) return true;
  }
  return false;
}
