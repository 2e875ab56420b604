/**
 * The HTTP application: its routes, built and never listening, so that it can be tested by injection and
 * served on any socket. Every answer that fastify or Node would write by themselves is replaced by a status
 * and a sentence: no stack, no default error body, no name of the software. It does not log, and does not
 * know whether its connections are encrypted.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Client } from '../facts/event/client.ts';
import type { Permission } from '../host/credentials/tokens.ts';
import type { Handler } from '../protocol/handle.ts';
import type { Access, MessageGrant } from './access/access.ts';
import {
  type Authorize,
  type AuthorizeOptions,
  authorizer,
  type RequestRefusal,
  type Resource,
} from './access/authorize.ts';
import { certificateOf, clientOf, doorOf, ownerOf } from './access/door.ts';
import { type Foreign, foreignness, foreignTexts } from './access/local-request.ts';
import { otherMethod, refusalTexts, textType } from './access/refusal-texts.ts';
import { defaultLimits, type Limits } from './limits/limits.ts';
import { Load } from './limits/load.ts';
import { discardRest } from './lines/discard-rest.ts';
import { addResourceRoute, type ResourceMetadata } from './oauth/resource-metadata.ts';
import { type Administration, addAdminRoutes, adminDoors } from './routes/admin-routes.ts';
import { hooksAnswerer, hooksPath, isForHooks } from './routes/hooks-route.ts';
import {
  addStatusRoutes,
  alivePath,
  healthPath,
  metricsPath,
  readyPath,
  type ServerStatus,
} from './routes/status-routes.ts';
import { addUploadRoute, type Uploads, uploadPath } from './routes/upload-route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The scope of the request's credentials, once they are checked. */
    scope: string;
    /** Who asks, once the credentials are checked. */
    client: Client;
  }
}

export interface AppOptions {
  readonly handler: Handler;
  /** For requests without a token that do not come by their own socket; `handler` if it is missing. */
  readonly strangers?: Handler | undefined;
  /** The store for uploads; without it there is no route for them. */
  readonly content?: Uploads | undefined;
  readonly access: Access;
  /** Where clients get tokens of the issuer; undefined without an issuer. */
  readonly resource?: (Resource & ResourceMetadata) | undefined;
  /** The rate limits of clients, and the callbacks for refused ones. */
  readonly doors?: Omit<AuthorizeOptions, 'resource'> | undefined;
  readonly limits?: Limits | undefined;
  /** Shared with other transports of the same handler, if there are any. */
  readonly load?: Load | undefined;
  /** The state of the server; without it there are no routes for that. */
  readonly metrics?: ServerStatus | undefined;
  /** The doors for administrators; undefined where there are none. */
  readonly administration?: Administration | undefined;
  /** Answers requests of hooks, on the local socket or with a token; undefined for any other request. */
  readonly hookOf?: ((request: IncomingMessage, isLocal: boolean) => Handler | undefined) | undefined;
  /** Called for each request that is refused because it is not from this machine. */
  readonly onForeign?: ((why: Foreign) => void) | undefined;
}

const noSchemas = (): never => {
  throw new Error('a route has a schema');
};

/** Builds the application; `startServer` listens for it. */
export function createApp({
  handler,
  strangers = handler,
  content,
  access,
  resource,
  doors,
  limits = defaultLimits,
  load = new Load(limits),
  metrics,
  administration,
  hookOf,
  onForeign,
}: AppOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    // The routes read and write bodies themselves: none has a schema, and the compilers of schemas are not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    exposeHeadRoutes: false,
    // Requests that arrive while the server closes are answered like others, and their connection closed.
    return503OnClosing: false,
    requestTimeout: limits.uploadTimeout,
    connectionTimeout: limits.connectionTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      headersTimeout: Math.min(limits.headersTimeout, limits.uploadTimeout),
      requestTimeout: limits.uploadTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      maxHeaderSize: limits.maxHeaderBytes,
      insecureHTTPParser: false,
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, latest.get(socket)),
    // For example a path with a broken escape: no route has one.
    frameworkErrors: (_error, _request, reply) => refuse(reply as FastifyReply, 404),
  });
  app.server.maxConnections = limits.maxConnections;
  // The headers are bounded by size. A bound on their number would hide the last ones from the checks.
  app.server.maxHeadersCount = 0;

  const authorize = authorizer(access, { ...doors, resource });
  /** The last request of a connection. */
  const latest = new WeakMap<Duplex, Exchange>();
  /** Requests whose client waits for `100 Continue` before it sends the body. */
  const expecting = new WeakSet<IncomingMessage>();
  const startBody = (request: IncomingMessage, response: ServerResponse) => {
    if (expecting.delete(request)) response.writeContinue();
  };
  const authenticate = (permission: Permission) => async (request: FastifyRequest, reply: FastifyReply) => {
    const authorized = await authorize(request.raw, permission);
    if (!authorized.ok) return refuseWith(reply, authorized.refusal);
    request.scope = ownerOf(authorized.grant);
    request.client = clientOf(request.raw.socket, authorized.grant, request.raw.rawHeaders);
    return undefined;
  };

  app.decorateRequest('scope', '');
  app.decorateRequest('client');
  app.addHook('onRequest', async (request, reply) => {
    latest.set(request.raw.socket, { request: request.raw, response: reply.raw });
  });
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // A client that still waits may send the body or not; only a new connection separates that from the next
  // request.
  const isLast = (request: IncomingMessage): boolean => closing || expecting.has(request);
  app.addHook('onSend', async (request, reply) => {
    reply.headers(guardHeaders);
    if (isLast(request.raw)) reply.header('Connection', 'close');
  });
  app.addHook('onResponse', async (request) => discardRest(request.raw, limits.lingerTimeout));
  // The routes read bodies themselves, after their checks.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error;
    return reply.code(statusCode >= 400 && statusCode < 500 ? statusCode : 500).send();
  });
  const methods = new Map([
    [hooksPath, 'POST'],
    ...(content === undefined ? [] : [[uploadPath, 'POST'] as const]),
    ...(metrics === undefined
      ? []
      : [alivePath, readyPath, healthPath, metricsPath].map((path) => [path, 'GET'] as const)),
    ...(administration === undefined
      ? []
      : Object.values(adminDoors).map(({ path, method }) => [path, method] as const)),
    ...(resource?.paths ?? []).map((path) => [path, 'GET'] as const),
  ]);
  app.setNotFoundHandler((request, reply) => {
    // Each path has one method, so a known path gets here only with another method.
    const [path = ''] = request.raw.url?.split('?', 1) ?? [];
    const method = methods.get(path);
    return method === undefined
      ? refuse(reply, 404)
      : refuse(reply.header('Allow', method), 405, otherMethod(method));
  });
  const handlerOf = ({ socket }: IncomingMessage): Handler =>
    access.anonymous && doorOf(socket) !== 'socket' ? strangers : handler;
  const remote = {
    ...{ limits, load, startBody, isLast, authorize },
    // Without tokens all clients have one scope, which proves nothing.
    clientOf: ({ socket, rawHeaders }: IncomingMessage, grant: MessageGrant): Client =>
      clientOf(socket, access.anonymous ? undefined : grant, rawHeaders),
  };
  const answerHooks = hooksAnswerer({ ...remote, handlerOf });
  // Only this user can open the socket: it needs no tokens, as for lines.
  const local = {
    ...remote,
    authorize: asThisUser,
    clientOf: ({ socket, rawHeaders }: IncomingMessage): Client => clientOf(socket, undefined, rawHeaders),
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const foreign = access.anonymous ? foreignness(request) : undefined;
    if (foreign !== undefined) {
      onForeign?.(foreign);
      turnAway(response, foreign);
      discardRest(request, limits.lingerTimeout);
    } else if (isForHooks(request)) {
      latest.set(request.socket, { request, response });
      answerHooks(request, response);
    } else {
      const isLocal = doorOf(request.socket) === 'socket';
      const hook = isLocal || !access.anonymous ? hookOf?.(request, isLocal) : undefined;
      if (hook === undefined) app.routing(request, response);
      else hooksAnswerer({ ...(isLocal ? local : remote), handlerOf: () => hook })(request, response);
    }
  };
  app.server.removeAllListeners('request').on('request', answer);
  // Node would answer `100 Continue` before any check; a refusal must come before the body is asked for.
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expecting.add(request);
    answer(request, response);
  });
  // For other spellings of the path that the router accepts, and for injected requests in tests.
  const hijack = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    answerHooks(request.raw, reply.raw);
  };
  app.post(hooksPath, { onRequest: hijack }, async () => undefined);
  if (metrics !== undefined) {
    const mayKnow = async ({ raw }: FastifyRequest): Promise<boolean> =>
      // Most probes send no credentials, and that is not reported as a refusal.
      (access.anonymous ||
        raw.headers.authorization !== undefined ||
        certificateOf(raw.socket) !== undefined) &&
      (await authorize(raw, 'read-metrics')).ok;
    addStatusRoutes(app, metrics, authenticate('read-metrics'), mayKnow);
  }
  if (administration !== undefined) addAdminRoutes(app, administration, authenticate);
  if (resource !== undefined) addResourceRoute(app, resource);
  if (content !== undefined) {
    addUploadRoute(app, content, authenticate('upload'), ({ raw }, reply) => startBody(raw, reply.raw));
  }
  return app;
}

/** No answer is a page: browsers must not cache, sniff or frame it, or send its address to others. */
const guardHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const refuse = (reply: FastifyReply, status: number, text = refusalTexts[status]): FastifyReply =>
  reply.code(status).header('content-type', textType).send(text);

const refuseWith = (reply: FastifyReply, { status, headers, text }: RequestRefusal): FastifyReply =>
  reply.code(status).headers(Object.fromEntries(headers)).header('content-type', textType).send(text);

/** The socket of this user needs no credentials. */
const asThisUser: Authorize = () => ({
  ok: true,
  grant: { scope: '', by: 'token', may: ['intercept', 'observe'] },
});

/** Answers before it reads the request. The connection then ends. */
function turnAway(response: ServerResponse, foreign: Foreign): void {
  const text = foreignTexts[foreign];
  const headers = {
    'Content-Type': textType,
    'Content-Length': text.length,
    Connection: 'close',
  };
  response.writeHead(403, headers).end(text);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers a request that is no HTTP, or is too slow or too large, unless the answer could be mistaken for
 * that of another request.
 */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, latest: Exchange | undefined): void {
  const isAnswering = latest !== undefined && !latest.response.writableFinished;
  const belongsElsewhere = isAnswering && (latest.request.complete || latest.response.headersSent);
  if (error.code === 'ECONNRESET' || !socket.writable || belongsElsewhere) {
    socket.destroy();
    return;
  }
  const status = clientErrorStatus(error.code);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    () => socket.destroy(),
  );
}

function clientErrorStatus(code: string | undefined): number {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    default:
      return 400;
  }
}
