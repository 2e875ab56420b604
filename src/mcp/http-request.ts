/**
 * One request to the server, with its failures as sentences. It follows redirects only to the same origin:
 * headers may hold secrets, and another origin is another server.
 */
export interface HttpRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Headers;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/** The message is what follows “the MCP server ”; it holds no header. */
export class HttpProblem extends Error {}

const mostRedirects = 5;

/** Sends a request. Rejects with `HttpProblem`, or with the signal’s reason. */
export async function request(url: URL, { method, headers, body, signal }: HttpRequest): Promise<Response> {
  let target = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const init = { method, headers, signal, redirect: 'manual' as const };
    const response = await fetch(target, body === undefined ? init : { ...init, body }).catch(
      (error: unknown) => {
        if (signal.aborted) throw error;
        throw new HttpProblem(`cannot be reached at ${url.origin}${codeOf(error)}`);
      },
    );
    if (response.status < 300 || response.status > 399 || response.status === 304) return response;
    await response.body?.cancel();
    target = redirected(target, response, method);
  }
  throw new HttpProblem(`redirects more than ${mostRedirects} times`);
}

function redirected(from: URL, { status, headers }: Response, method: HttpRequest['method']): URL {
  const location = headers.get('location');
  if (location === null || !URL.canParse(location, from.href))
    throw new HttpProblem(`answered with HTTP ${status} and no address to go to`);
  const target = new URL(location, from);
  if (target.origin !== from.origin)
    throw new HttpProblem(
      `redirects to another origin, ${target.origin}, which bylaw does not follow; if it is right, name it with \`--url\``,
    );
  // The other redirects would drop the message.
  if (method !== 'GET' && status !== 307 && status !== 308)
    throw new HttpProblem(
      `answered with the redirect HTTP ${status}, which a message cannot follow; name the right address with \`--url\``,
    );
  return target;
}

/** The system's code of the failure; never the message, which may repeat a header. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

/** The body, or a `HttpProblem` if it has more octets than `limit`, or breaks off. */
export async function readResponseBody(
  response: Response,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new HttpProblem('broke off its answer');
  }
  if (length > limit) throw new HttpProblem('sent an answer that is too large');
  return Buffer.concat(chunks);
}

/** The media type of a response, without its parameters. */
export const responseMediaType = ({ headers }: Response): string =>
  (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
