/** JSON as an answer of the web framework, without the parameter that it would add. */
import type { FastifyReply } from 'fastify';

/** Sends JSON text as exactly `application/json`; fastify adds a parameter to strings of that type, but not to octets. */
export function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json').send(Buffer.from(text));
}
