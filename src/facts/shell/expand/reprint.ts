/** Whether a text that is printed again means the same. */
import type { Io, Shell } from '../shell.ts';

/** The most here-documents of one substitution that are checked. */
const mostDocuments = 20;

/**
 * Records an unknown if bash may change the meaning of these commands: it prints them again before it runs
 * them. It then moves the text behind a here-document, and in a list of words it makes a blank of a line end in a word with
 * `\'` in front.
 */
export function checkReprint(text: string, { unknown }: Shell, { source }: Io): void {
  const why =
    text.includes('<<') && goesOnBehind(text)
      ? 'a shell reads the text behind this here-document differently'
      : losesLineEnd(text)
        ? 'a shell reads the line ends in this list of words differently'
        : undefined;
  if (why !== undefined) unknown('code', text.slice(0, 200), why, source.whole);
}

function losesLineEnd(text: string): boolean {
  const list = text.indexOf('=(');
  const quote = list < 0 ? -1 : text.indexOf("\\'", list);
  return quote >= 0 && text.includes('\n', quote);
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
