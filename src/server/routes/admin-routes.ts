/**
 * The doors for administrators: the decision log, the policies in force, the tokens, and a reload. Each needs
 * a token or certificate with its permission; a server without tokens opens none of them. INVARIANT: a use is
 * recorded before it is answered, and one that cannot be recorded is refused.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../../facts/event/client.ts';
import type { Permission } from '../../host/credentials/tokens.ts';
import { type AdminAction, adminActions } from '../../store/decision-log/record.ts';
import { textType } from '../access/refusal-texts.ts';

interface AdminDoor {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly permission: Permission;
}

export const adminDoors: Readonly<Record<AdminAction, AdminDoor>> = {
  'read-log': { method: 'GET', path: '/log', permission: 'read-log' },
  'show-policies': { method: 'GET', path: '/admin/policies', permission: 'admin' },
  'list-tokens': { method: 'GET', path: '/admin/tokens', permission: 'admin' },
  reload: { method: 'POST', path: '/admin/reload', permission: 'admin' },
};

export interface AdminAnswer {
  readonly status: 200 | 202 | 400 | 404 | 409;
  readonly type: 'application/json' | 'application/x-ndjson' | 'text/plain; charset=utf-8';
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Administration {
  /** Records a use. Rejects if it cannot be recorded. */
  used(action: AdminAction, client: Client): Promise<void>;
  /** Never rejects for what a request says. */
  answer(action: AdminAction, query: URLSearchParams): Promise<AdminAnswer>;
}

/** Adds the routes. `authenticate` comes first and sets the client of the request. */
export function addAdminRoutes(
  app: FastifyInstance,
  { used, answer }: Administration,
  authenticate: (
    permission: Permission,
  ) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  for (const action of adminActions) {
    const { method, path: url, permission } = adminDoors[action];
    const handler = async ({ client, raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        await used(action, client);
      } catch {
        return reply.code(503).header('content-type', textType).send(unrecorded);
      }
      const [, query = ''] = /\?(.*)$/s.exec(raw.url ?? '') ?? [];
      const { status, type, headers = {}, text } = await answer(action, new URLSearchParams(query));
      return reply.code(status).headers(headers).header('content-type', type).send(Buffer.from(text));
    };
    app.route({ method, url, onRequest: authenticate(permission), handler });
  }
}

const unrecorded = 'This use cannot be written to the decision log, so it is refused: see GET /health.\n';
