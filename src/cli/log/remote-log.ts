/** The decision log of a server, page by page, as `GET /log` gives it. */
import { printable } from '../../language/render.ts';
import { NoAnswer, type RemoteServer, tokenAdvice } from '../options/remote-server.ts';
import { UsageError } from '../terminal/context.ts';
import { filterOptions } from './log-filter.ts';

/** A page; the lines are those of the log. */
export interface LogPage {
  readonly lines: readonly string[];
  /** Whether there is more already. */
  readonly hasMore: boolean;
}

/** Milliseconds for an answer. */
const patience = 30_000;
/** Characters of an answer: a page is about a mebibyte, and its last record may be long. */
const mostPage = 32 * 1024 * 1024;

export type Filters = Readonly<Partial<Record<keyof typeof filterOptions, string | boolean>>>;

/** Pages of records that the filters let through, without an end: after the last page come empty ones. Throws `UsageError`. */
export async function* remotePages(
  server: RemoteServer,
  filters: Filters,
  stop: AbortSignal,
): AsyncGenerator<LogPage> {
  const query = new URLSearchParams();
  for (const name of Object.keys(filterOptions) as (keyof Filters)[]) {
    const value = filters[name];
    if (value !== undefined && value !== false) query.set(name, String(value));
  }
  while (!stop.aborted) {
    const reply = await asked(server, `/log?${query}`, stop);
    if (reply === undefined) return;
    const { 'bylaw-next': next, 'bylaw-more': more } = reply.headers;
    if (typeof next !== 'string')
      throw new UsageError(`\`${server.origin}\` is no server of bylaw that has a log`);
    const hasMore = more === 'true';
    const lines = reply.text.split('\n').filter((line) => line !== '');
    if (lines.some((line) => !/^\{.*\}$/s.test(line)))
      throw new UsageError(`\`${server.origin}\` gives lines that are no records of a log`);
    if (hasMore && lines.length === 0 && (next === '' || next === query.get('after')))
      throw new UsageError(`\`${server.origin}\` says that there are more records, and gives none`);
    if (next !== '') query.set('after', next);
    yield { lines, hasMore };
  }
}

/** Undefined where it was asked to end meanwhile. */
async function asked(server: RemoteServer, path: string, stop: AbortSignal) {
  try {
    const reply = await server.ask(path, { patience, most: mostPage, signal: stop });
    if (reply.status === 200) return reply;
    const isCredential = reply.status === 401 || reply.status === 403;
    const advice = isCredential ? tokenAdvice('read-log') : printable(reply.text.slice(0, 300).trim());
    throw new UsageError(`${server.origin} answers with ${reply.status}: ${advice}`);
  } catch (error) {
    if (stop.aborted) return undefined;
    if (error instanceof NoAnswer) throw new UsageError(error.message);
    throw error;
  }
}
