/**
 * `POST /hooks`: one message a request, one answer at most (docs/development/protocol-notes.md#http). The
 * checks go from the cheap to the expensive: credentials, media type, announced size; only then is the body
 * read. The handler reads the message. Every call of every agent waits for this route, so it uses Node
 * directly, and only the other routes use the web framework.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Awaitable, whenThere } from '../../engine/awaitable.ts';
import type { Client } from '../../facts/event/client.ts';
import { type Handler, type Reply, unreadableFrame } from '../../protocol/handle.ts';
import type { MessageGrant } from '../access/access.ts';
import type { Authorize, RequestRefusal } from '../access/authorize.ts';
import { refusalTexts, textType } from '../access/refusal-texts.ts';
import type { Limits } from '../limits/limits.ts';
import type { Load } from '../limits/load.ts';
import { discardRest } from '../lines/discard-rest.ts';
import { headerValues, isOtherCharset, mediaType } from '../lines/header-values.ts';
import { type BodyReading, readBody } from '../lines/read-body.ts';
import { decodeUtf8 } from '../lines/utf8.ts';

export const hooksPath = '/hooks';

export interface HooksContext {
  handlerOf(request: IncomingMessage): Handler;
  /** The client; `grant`: what the credentials of the request permit. */
  clientOf(request: IncomingMessage, grant: MessageGrant): Client;
  readonly authorize: Authorize;
  readonly limits: Limits;
  readonly load: Load;
  /** Called when the body is wanted. */
  startBody(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the connection ends with this answer. */
  isLast(request: IncomingMessage): boolean;
}

/** Whether a request is for this route, in the usual spelling; the router handles other spellings of the path. */
export const isForHooks = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url === hooksPath;

/** The handler of the route. Never throws. */
export function hooksAnswerer(
  context: HooksContext,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { handlerOf, clientOf, authorize, limits, load } = context;
  const take = (request: IncomingMessage, response: ServerResponse, grant: MessageGrant): void => {
    const send = (answer: Answer): void => respond(context, request, response, answer);
    const status = refuse(request, limits);
    if (status !== undefined) {
      send(refusalOf(status));
      return;
    }
    const client = clientOf(request, grant);
    // Room is taken for received octets, and not for announced ones: a slow client does not keep others
    // out.
    let held = 0;
    const hasRoom = (bytes: number): boolean => {
      const isRoom = load.beginReading(bytes);
      if (isRoom) held += bytes;
      return isRoom;
    };
    const done = (reading: BodyReading): void => {
      load.endReading(held);
      if (!reading.ok) {
        send(reading.problem === 'refused' ? tooMuch : refusalOf(bodyStatus[reading.problem]));
        return;
      }
      const reply = load.take(() => replyTo(handlerOf(request), reading.bytes, client), request.socket);
      if (reply instanceof Promise)
        reply.then(
          (late) => send(answerOf(late)),
          () => send(fault),
        );
      else send(answerOf(reply));
    };
    context.startBody(request, response);
    readBody(request, limits.maxMessageBytes, limits.messageTimeout, done, hasRoom);
  };
  return (request, response) =>
    void whenThere(
      authorize(request, 'messages'),
      (authorized) => {
        // The client may have gone while the token was verified.
        if (request.destroyed) return;
        if (authorized.ok) take(request, response, authorized.grant);
        else respond(context, request, response, { ...authorized.refusal, type: textType });
      },
      () => respond(context, request, response, fault),
    );
}

const bodyStatus = { 'too-large': 413, 'too-slow': 408, aborted: 400 } as const;

/** The status for a request that cannot be a message, from its headers. */
function refuse({ rawHeaders }: IncomingMessage, limits: Limits): number | undefined {
  const types = headerValues(rawHeaders, 'content-type');
  const [type = '', ...others] = types;
  if (others.length > 0 || mediaType(type) !== 'application/json' || isOtherCharset(type)) return 415;
  // A compressed body would have to be unpacked before its size is known.
  const codings = headerValues(rawHeaders, 'content-encoding');
  if (codings.some((coding) => coding.toLowerCase() !== 'identity')) return 415;
  const [length] = headerValues(rawHeaders, 'content-length');
  return length !== undefined && Number(length) > limits.maxMessageBytes ? 413 : undefined;
}

interface Answer {
  readonly status: number;
  /** Empty if there is no body. */
  readonly text: string;
  readonly type: 'application/json' | typeof textType;
  readonly headers?: RequestRefusal['headers'];
}

const jsonAnswer = (status: number, text: string): Answer => ({ status, text, type: 'application/json' });
/** What a status means, for the author of the client. */
const refusalOf = (status: number): Answer => ({ status, text: refusalTexts[status] ?? '', type: textType });

const failed: Reply = { kind: 'failed' };
const fault: Answer = jsonAnswer(500, '');
/** There is no decision: a harness that lets the call pass is not set to fail closed. */
const tooMuch: Answer = { ...refusalOf(503), headers: [['Retry-After', '1']] };

/** Never throws, also if the handler does. */
function replyTo(handler: Handler, bytes: Uint8Array, client: Client): Awaitable<Reply> {
  const text = decodeUtf8(bytes);
  try {
    return text === undefined ? unreadableFrame('not-utf-8') : handler.handle(text, client);
  } catch {
    return failed;
  }
}

/**
 * The statuses of docs/development/protocol-notes.md#http; a notification never
 * gets a body, not even of an error.
 */
function answerOf(reply: Reply): Answer {
  switch (reply.kind) {
    case 'answer':
      return jsonAnswer(200, reply.body);
    case 'malformed':
      return jsonAnswer(400, reply.body);
    case 'accepted':
      return jsonAnswer(202, '');
    case 'refused':
      return jsonAnswer(400, '');
    case 'failed':
      return fault;
    case 'busy':
      return tooMuch;
    default:
      return reply satisfies never;
  }
}

/** Sends an answer; without a body there is no type. */
function respond(
  { isLast, limits }: HooksContext,
  request: IncomingMessage,
  response: ServerResponse,
  { status, text, type, headers = [] }: Answer,
): void {
  if (response.headersSent || response.destroyed) return;
  const all = ['Content-Length', String(Buffer.byteLength(text)), ...headers.flat()];
  if (text !== '') all.push('Content-Type', type);
  if (isLast(request)) all.push('Connection', 'close');
  // As text, so that Node writes it together with the headers.
  response.writeHead(status, all).end(text);
  if (!request.complete) discardRest(request, limits.lingerTimeout);
}
