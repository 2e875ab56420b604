/**
 * `POST /hooks`: one message a request, one answer at most (protocol-notes.md c).
 * The checks go from the cheap to the dear: credentials, media type, announced
 * size, and only then is anything read. What the message says is the handler's.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Handler, type Reply, unreadableFrame } from '../protocol/handle.ts';
import { headerValues, mediaType } from './header-values.ts';
import type { Limits } from './limits.ts';
import { readBody } from './read-body.ts';
import { decodeUtf8 } from './utf8.ts';

export const hooksPath = '/hooks';

/**
 * Adds the route; `authenticate` comes first, `startBody` is called when the
 * body is wanted.
 */
export function addHooksRoute(
  app: FastifyInstance,
  handler: Handler,
  limits: Limits,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  startBody: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.post(
    hooksPath,
    { onRequest: [authenticate, async (request, reply) => refuse(request, reply, limits)] },
    async (request, reply) => {
      startBody(request, reply);
      const reading = await readBody(request.raw, limits.maxMessageBytes, limits.messageTimeout);
      if (!reading.ok) return reply.code(bodyStatus[reading.problem]).send();
      const text = decodeUtf8(reading.bytes);
      return send(reply, text === undefined ? unreadableFrame('not-utf-8') : await handler.handle(text));
    },
  );
}

const bodyStatus = { 'too-large': 413, 'too-slow': 408, aborted: 400 } as const;

/** Refuses what cannot be a message by its headers. */
async function refuse(request: FastifyRequest, reply: FastifyReply, limits: Limits): Promise<unknown> {
  const { headers, rawHeaders } = request.raw;
  const types = headerValues(rawHeaders, 'content-type');
  if (types.length !== 1 || mediaType(types[0]!) !== 'application/json') return reply.code(415).send();
  // A compressed body would have to be unpacked before its size is known.
  const codings = headerValues(rawHeaders, 'content-encoding');
  if (codings.some((coding) => coding.toLowerCase() !== 'identity')) return reply.code(415).send();
  if (Number(headers['content-length'] ?? 0) > limits.maxMessageBytes) return reply.code(413).send();
  return undefined;
}

/** The statuses of protocol-notes.md c; a notification never gets a body, not even of an error (protocol.md 7.3). */
function send(reply: FastifyReply, answer: Reply): FastifyReply {
  switch (answer.kind) {
    case 'answer':
      return sendJson(reply, 200, answer.body);
    case 'malformed':
      return sendJson(reply, 400, answer.body);
    case 'accepted':
      return reply.code(202).send();
    case 'refused':
      return reply.code(400).send();
    case 'failed':
      return reply.code(500).send();
    default:
      return answer satisfies never;
  }
}

/** Sends JSON text as exactly `application/json`; fastify adds a parameter to strings of that type, but not to octets. */
export function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json').send(Buffer.from(text));
}
