/**
 * The status of a server. `GET /health` and `GET /metrics` are for administrators: if there are tokens,
 * they need one with `read-metrics`, because they show which rules deny. `GET /healthz` and `GET /readyz`
 * are for probes, which often have no token: they say one word, and the reasons only to clients that may
 * read `/health`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Awaitable } from '../../engine/awaitable.ts';
import { sendJson } from '../lines/send-json.ts';

export const healthPath = '/health';
export const metricsPath = '/metrics';
/** Whether the process is alive: one that does not answer has to be restarted. */
export const alivePath = '/healthz';
/** Whether it can decide: one that is not ready gets no requests, and is not restarted. */
export const readyPath = '/readyz';

/** The state of a server. */
export interface ServerStatus {
  /** Sentences about problems; empty if there are none. */
  problems(): Awaitable<readonly string[]>;
  /** Sentences about what somebody should look at, though all is well. */
  warnings(): readonly string[];
  /** Sentences about why this process cannot decide calls and denies them; empty if it can decide. */
  unready(): readonly string[];
  /** Sentences about what is unknown to rules while this process goes on deciding; empty if nothing is. */
  hindered(): readonly string[];
  /** The text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/**
 * Adds the routes. `authenticate` runs before those with details; `mayKnow`: whether the client may see the
 * reasons.
 */
export function addStatusRoutes(
  app: FastifyInstance,
  status: ServerStatus,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  mayKnow: (request: FastifyRequest) => Promise<boolean>,
): void {
  app.get(alivePath, async (_request, reply) => sendJson(reply, 200, '{"status":"ok"}\n'));
  app.get(readyPath, async (request, reply) => {
    const unready = status.unready();
    const isReady = unready.length === 0;
    const problems = [...unready, ...status.hindered()];
    const body = {
      status: isReady ? 'ready' : 'not ready',
      ...((await mayKnow(request)) ? { problems } : {}),
    };
    return sendJson(reply, isReady ? 200 : 503, `${JSON.stringify(body)}\n`);
  });
  app.get(healthPath, { onRequest: authenticate }, async (_request, reply) => {
    const problems = await status.problems();
    const isWell = problems.length === 0;
    const warnings = status.warnings();
    const more = warnings.length === 0 ? {} : { warnings };
    const text = `${JSON.stringify({ status: isWell ? 'ok' : 'failing', problems, ...more })}\n`;
    return sendJson(reply, isWell ? 200 : 503, text);
  });
  app.get(metricsPath, { onRequest: authenticate }, async (_request, reply) => {
    const text = await status.text();
    return reply.code(200).header('content-type', status.contentType).send(Buffer.from(text));
  });
}
