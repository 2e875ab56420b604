/**
 * A page of the decision log for `GET /log`: the lines as they are on disk, and the place behind them. It reads
 * about a mebibyte at most, so that calls hardly wait for it.
 */
import { placeIn, placeText } from '../../host/ship/cursor.ts';
import { placeSince } from '../../host/ship/first-place.ts';
import { nextBatch } from '../../host/ship/unshipped.ts';
import { printable } from '../../language/render.ts';
import { suggestion } from '../../language/words.ts';
import type { AdminAnswer } from '../../server/routes/admin-routes.ts';
import { filterOptions, recordFilter } from '../log/log-filter.ts';
import { parseTime } from '../options/time-option.ts';
import { UsageError } from '../terminal/context.ts';

/** `now`: milliseconds since 1970. Never throws for what a query says. */
export function logPage(folder: string, query: URLSearchParams, now: number): AdminAnswer {
  const wrong = problemOf(query);
  if (wrong !== undefined) return refused(wrong);
  const { after, unsure, ...values } = Object.fromEntries(query);
  try {
    const filter = recordFilter({ ...values, unsure: unsure !== undefined }, now);
    const offsets =
      after !== undefined
        ? placeIn(after)
        : values.since === undefined
          ? new Map()
          : placeSince(folder, parseTime('since', values.since, now));
    if (offsets === undefined)
      return refused('`after` takes what the header Bylaw-Next of an earlier answer said');
    const { items, next, isFull, lostFiles } = nextBatch(folder, { offsets, shipped: 0 }, filter);
    return {
      status: 200,
      type: 'application/x-ndjson',
      headers: {
        'bylaw-next': placeText(next.offsets),
        'bylaw-more': isFull ? 'true' : 'false',
        ...(lostFiles === 0 ? {} : { 'bylaw-lost-files': String(lostFiles) }),
      },
      text: items.map(({ line }) => `${line}\n`).join(''),
    };
  } catch (error) {
    if (error instanceof UsageError) return refused(error.message.replaceAll('`--', '`'));
    throw error;
  }
}

/** What a query may say. */
const known = [...Object.keys(filterOptions), 'after'];
/** Characters of a word that an answer repeats. */
const longestWord = 64;

function problemOf(query: URLSearchParams): string | undefined {
  const stray = [...query.keys()].find((name) => !known.includes(name));
  if (stray !== undefined) return noFilter(stray);
  const twice = known.find((name) => query.getAll(name).length > 1);
  return twice === undefined ? undefined : `\`${twice}\` is there twice`;
}

function noFilter(word: string): string {
  const near = suggestion(word, known) ?? `there are ${known.join(', ')}`;
  return `there is no filter \`${printable(word.slice(0, longestWord))}\`; ${near}`;
}

/** A sentence that begins with a letter begins with a capital one; a name in backticks stays as it is. */
const refused = (why: string): AdminAnswer => ({
  status: 400,
  type: 'text/plain; charset=utf-8',
  text: `${why.charAt(0).toUpperCase()}${why.slice(1)}${why.endsWith('?') ? '' : '.'}\n`,
});
