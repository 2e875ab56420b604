/**
 * A server over Streamable HTTP: each line of the client is a POST, and the answer, JSON or a stream of
 * events, becomes lines again. The proxy continues a broken stream if the server supports that.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, own, readJson } from '../protocol/json.ts';
import { decodeUtf8 } from '../server/lines/utf8.ts';
import { EventStream } from './event-stream.ts';
import type { Forwarded } from './gate.ts';
import { HttpProblem, readResponseBody, request, responseMediaType } from './http-request.ts';
import { keyOf } from './open-requests.ts';
import { resolvesWithin } from './resolves-within.ts';
import type { Upstream, UpstreamOptions } from './upstream.ts';

export interface HttpServerOptions extends UpstreamOptions {
  readonly url: URL;
  /** The configured headers; the proxy adds its own. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The largest answer, in octets: it is kept as a whole, to become one line. */
const largestAnswer = 64 * 1024 * 1024;
/** The most requests at once; the client waits with the next one. */
const mostAtOnce = 64;
/** How often in a row a stream may be continued without an event. */
const mostTries = 5;

export function connectHttp(options: HttpServerOptions): Upstream {
  return new HttpServer(options);
}

class HttpServer implements Upstream {
  /** A server over HTTP has no end; each request has its own errors. */
  readonly ended: Promise<string> = new Promise(() => {});
  readonly #options: HttpServerOptions;
  readonly #over = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #session: string | undefined;
  /** Ends the stream of messages without a request. */
  #listening: AbortController | undefined;

  constructor(options: HttpServerOptions) {
    this.#options = options;
  }

  async send(line: Forwarded): Promise<void> {
    const body = withoutEnd(line.octets);
    if (body.length === 0) return;
    const work = this.#exchange(line, body);
    this.#underWay.add(work);
    void work.then(() => this.#underWay.delete(work));
    // Messages without an answer keep their order, and nothing is sent before the session exists.
    if (line.requests.length === 0) await resolvesWithin(this.#options.grace, work);
    else if (line.methods.includes('initialize')) await work;
    else if (this.#underWay.size >= mostAtOnce) await Promise.race(this.#underWay);
  }

  async close(signal: NodeJS.Signals | undefined): Promise<void> {
    const { grace, url } = this.#options;
    // What the server sends by itself meanwhile may be about these.
    if (signal === undefined) await resolvesWithin(grace, Promise.all(this.#underWay));
    this.#listening?.abort();
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    await resolvesWithin(grace, Promise.all(this.#underWay));
    if (this.#session === undefined) return;
    try {
      const limit = AbortSignal.timeout(grace);
      const response = await request(url, {
        method: 'DELETE',
        headers: this.#headers(),
        signal: limit,
      });
      await response.body?.cancel();
    } catch {
      // The server removes the session by itself, sooner or later.
    }
  }

  #headers(own: Readonly<Record<string, string>> = {}): Headers {
    const headers = new Headers(
      this.#options.headers.map(([name, value]): [string, string] => [name, value]),
    );
    if (this.#session !== undefined) headers.set('mcp-session-id', this.#session);
    const version = this.#options.gate.protocolVersion;
    if (version !== undefined) headers.set('mcp-protocol-version', version);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    return headers;
  }

  /**
   * Sends a line and passes the answers back; afterwards every request in it has an answer, unless the
   * session ended. Never rejects.
   */
  async #exchange(line: Forwarded, body: Uint8Array): Promise<void> {
    const { gate, output, notify } = this.#options;
    try {
      await this.#post(line, body);
      const unanswered = gate.fail(line.requests, 'The MCP server ended its answer without answering.');
      if (this.#over.signal.aborted) return;
      for (const text of unanswered) await output.answer(text);
    } catch (error) {
      if (this.#over.signal.aborted) return;
      const why = error instanceof HttpProblem ? error.message : 'could not be spoken to';
      for (const text of gate.fail(line.requests, `The MCP server ${why}.`)) await output.answer(text);
      if (line.requests.length === 0) await notify(`a message was not taken: the MCP server ${why}`);
    }
  }

  async #post({ requests, methods }: Forwarded, body: Uint8Array): Promise<void> {
    const { url, gate } = this.#options;
    const isInitialize = methods.includes('initialize');
    // A new session; the server removes the earlier one.
    if (isInitialize) this.#setSession(undefined);
    const { signal } = this.#over;
    const headers = this.#headers({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    });
    if (isInitialize) headers.delete('mcp-protocol-version');
    const session = this.#session;
    const response = await request(url, { method: 'POST', headers, body, signal });
    if (isInitialize && response.ok) this.#setSession(response.headers.get('mcp-session-id') || undefined);
    if (!response.ok) return this.#refused(response, requests, session);
    if (methods.includes('notifications/initialized')) this.#listen();
    if (requests.length === 0) {
      await response.body?.cancel();
      return;
    }
    const isAnswered = (): boolean => !requests.some((key) => gate.isOpen(key));
    switch (responseMediaType(response)) {
      case 'text/event-stream':
        return this.#readStream(response, isAnswered, signal);
      case 'application/json':
        await this.#deliver(await readResponseBody(response, largestAnswer, signal));
        return;
      default:
        await response.body?.cancel();
        throw new HttpProblem(
          `answered with HTTP ${response.status}, and neither JSON nor a stream of events`,
        );
    }
  }

  #setSession(session: string | undefined): void {
    this.#listening?.abort();
    this.#session = session;
    this.#options.gate.session = session;
  }

  /** An HTTP error: the server's own answer to the request, or the failure. */
  async #refused(
    response: Response,
    requests: readonly string[],
    session: string | undefined,
  ): Promise<void> {
    const body = await readResponseBody(response, largestAnswer, this.#over.signal);
    const text = decodeUtf8(body);
    const reading = text === undefined ? undefined : readJson(text);
    const message = reading?.ok === true && isJsonObject(reading.value) ? reading.value : {};
    const key = keyOf(own(message, 'id'));
    if (key !== undefined && requests.includes(key) && own(message, 'method') === undefined)
      return this.#deliver(body);
    const error = own(message, 'error');
    const detail = isJsonObject(error) ? own(error, 'message') : undefined;
    const said = typeof detail === 'string' && detail !== '' ? `: ${detail.slice(0, 300)}` : '';
    throw new HttpProblem(`answered with HTTP ${response.status}${said}${hintOf(response.status, session)}`);
  }

  /** Passes one JSON text on as one line. */
  async #deliver(octets: Uint8Array): Promise<void> {
    const { gate, output } = this.#options;
    const text = decodeUtf8(octets);
    if (text === undefined || !isJson(text)) throw new HttpProblem('answered with something that is no JSON');
    // A newline can only be between the parts of the JSON, where a space means the same.
    const line = Buffer.from(`${text.replace(/[\r\n]+/g, ' ').trim()}\n`);
    gate.fromServer(line);
    await output.pass(line);
  }

  /** Reads a stream until it ends or is complete; continues it if the server supports that. */
  async #readStream(first: Response, isDone: () => boolean, signal: AbortSignal): Promise<void> {
    const stream = { lastId: undefined as string | undefined, retry: 1000 };
    let response = first;
    for (let tries = 0; tries < mostTries; tries++) {
      if (await this.#readEvents(response, stream, isDone, signal)) tries = 0;
      if (isDone() || stream.lastId === undefined) return;
      await sleep(stream.retry, undefined, { signal });
      response = await this.#openStream(stream.lastId, signal);
      if (!isEventStream(response)) {
        await response.body?.cancel();
        return;
      }
    }
  }

  /** Reads one response to its end. True when an event came. Rejects only when the session is over. */
  async #readEvents(
    response: Response,
    stream: { lastId: string | undefined; retry: number },
    isDone: () => boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    const events = new EventStream(largestAnswer);
    let came = false;
    try {
      for await (const chunk of response.body ?? []) {
        for (const { type, data } of events.push(chunk)) {
          came = true;
          if (type === 'message' && data !== '') await this.#deliver(Buffer.from(data));
        }
        if (events.lastId !== undefined) stream.lastId = events.lastId;
        if (events.retry !== undefined) stream.retry = Math.min(Math.max(events.retry, 100), 60_000);
        if (isDone()) break;
      }
    } catch (error) {
      if (signal.aborted) throw error;
      // It broke off here, for whatever reason, and may be continued.
    }
    return came;
  }

  #openStream(lastId: string | undefined, signal: AbortSignal): Promise<Response> {
    const resume = lastId === undefined ? {} : { 'last-event-id': lastId };
    const headers = this.#headers({ accept: 'text/event-stream', ...resume });
    return request(this.#options.url, { method: 'GET', headers, signal });
  }

  /** Listens to messages without a request, if the server offers that, until the session ends. */
  #listen(): void {
    this.#listening?.abort();
    const listening = new AbortController();
    this.#listening = listening;
    const { signal } = listening;
    void this.#listenTo(signal).catch(async (error: unknown) => {
      if (signal.aborted) return;
      const why = error instanceof HttpProblem ? error.message : 'could not be listened to';
      await this.#options.notify(
        `messages that the server sends by itself are not received any more: it ${why}`,
      );
    });
  }

  async #listenTo(signal: AbortSignal): Promise<void> {
    const stream = { lastId: undefined as string | undefined, retry: 1000 };
    for (let tries = 0; tries < mostTries; tries++) {
      const response = await this.#openStream(stream.lastId, signal);
      if (!isEventStream(response)) {
        await response.body?.cancel();
        // 405 means that the server has no such stream, which is allowed.
        if (response.status === 405 || response.ok) return;
        throw new HttpProblem(`answered with HTTP ${response.status}`);
      }
      if (await this.#readEvents(response, stream, () => false, signal)) tries = 0;
      await sleep(stream.retry, undefined, { signal });
    }
  }
}

/** What to do about an HTTP error; `session` is that of the request. */
function hintOf(status: number, session: string | undefined): string {
  if (status === 401 || status === 403) return '; if it asks for a token, give it with `--header`';
  if (status === 404 && session !== undefined)
    return '; the session is over, and the client has to start a new one';
  if (status === 404 || status === 405)
    return '; the address may not be that of an MCP server with Streamable HTTP';
  return '';
}

const isEventStream = (response: Response): boolean =>
  response.ok && responseMediaType(response) === 'text/event-stream';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withoutEnd(line: Uint8Array): Uint8Array {
  let end = line.length;
  while (end > 0 && spaces.has(line[end - 1]!)) end--;
  return line.subarray(0, end);
}

const spaces: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
