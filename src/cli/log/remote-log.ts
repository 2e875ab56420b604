/** The decision log of a server, page by page, as `GET /log` gives it. */
import { whyNoConnection } from '../../host/machine/why-no-connection.ts';
import { type CommandContext, UsageError } from '../context.ts';
import { filterOptions } from './log-filter.ts';

/** A page; the lines are those of the log. */
export interface LogPage {
  readonly lines: readonly string[];
  /** Whether there is more already. */
  readonly hasMore: boolean;
}

/** Milliseconds for an answer. */
const patience = 30_000;

export type Filters = Readonly<Partial<Record<keyof typeof filterOptions, string | boolean>>>;

/** Pages of records that the filters let through, without an end: after the last page come empty ones. Throws `UsageError`. */
export async function* remotePages(
  server: string,
  filters: Filters,
  { env, stop }: Pick<CommandContext, 'env' | 'stop'>,
): AsyncGenerator<LogPage> {
  const address = addressOf(server);
  for (const name of Object.keys(filterOptions) as (keyof Filters)[]) {
    const value = filters[name];
    if (value !== undefined && value !== false) address.searchParams.set(name, String(value));
  }
  while (!stop.aborted) {
    const response = await asked(address, env.BYLAW_TOKEN || undefined, stop);
    if (response === undefined) return;
    const text = await response.text();
    const next = response.headers.get('bylaw-next');
    if (next === null) throw new UsageError(`\`${server}\` is no server of bylaw that has a log`);
    if (next !== '') address.searchParams.set('after', next);
    yield {
      lines: text.split('\n').filter((line) => line !== ''),
      hasMore: response.headers.get('bylaw-more') === 'true',
    };
  }
}

function addressOf(server: string): URL {
  const address = URL.canParse(server) ? new URL('/log', server) : undefined;
  const isOwn = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(address?.hostname ?? '');
  if (address?.protocol === 'https:' || (address?.protocol === 'http:' && isOwn)) return address;
  throw new UsageError(
    `\`--server\` takes the address of a server, such as \`https://bylaw.acme.example:4517\`, and \`http://\` for this machine only; not \`${server}\``,
  );
}

/** Undefined where it was asked to end meanwhile. */
async function asked(
  address: URL,
  token: string | undefined,
  stop: AbortSignal,
): Promise<Response | undefined> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  let response: Response;
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(patience)]);
    response = await fetch(address, { headers, redirect: 'error', signal });
  } catch (error) {
    if (stop.aborted) return undefined;
    throw new UsageError(
      `${address.origin} cannot be asked: ${whyNoConnection(error, '`NODE_EXTRA_CA_CERTS=FILE` in the environment')}`,
    );
  }
  if (response.status === 200) return response;
  const isCredential = response.status === 401 || response.status === 403;
  const advice = isCredential
    ? 'a token that may `read-log` goes into the environment as `BYLAW_TOKEN`'
    : (await response.text()).slice(0, 300).trim();
  throw new UsageError(`${address.origin} answers with ${response.status}: ${advice}`);
}
