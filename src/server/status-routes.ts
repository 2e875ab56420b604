/**
 * `GET /health` and `GET /metrics`: for whoever looks after the server. Where there
 * are tokens, they need one of their own list, because they tell which rules deny.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Awaitable } from '../engine/awaitable.ts';
import { sendJson } from './send-json.ts';

export const healthPath = '/health';
export const metricsPath = '/metrics';

/** What a server can be asked about itself. */
export interface ServerStatus {
  /** Sentences about what is wrong; none if all is well. */
  problems(): Awaitable<readonly string[]>;
  /** The text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Adds the routes; `authenticate` comes first. */
export function addStatusRoutes(
  app: FastifyInstance,
  status: ServerStatus,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.get(healthPath, { onRequest: authenticate }, async (_request, reply) => {
    const problems = await status.problems();
    const isWell = problems.length === 0;
    const text = `${JSON.stringify({ status: isWell ? 'ok' : 'failing', problems })}\n`;
    return sendJson(reply, isWell ? 200 : 503, text);
  });
  app.get(metricsPath, { onRequest: authenticate }, async (_request, reply) => {
    const text = await status.text();
    return reply.code(200).header('content-type', status.contentType).send(Buffer.from(text));
  });
}
