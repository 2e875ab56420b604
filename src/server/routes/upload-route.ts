/**
 * `POST /content`: one upload a request, a receipt for it (docs/development/protocol-notes.md#uploads). The
 * order of the checks is route, credentials, scope, framing, size, body, digest. The scope is that of the
 * credentials; the store chooses the folder and the name.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodeReceipt } from '../../protocol/receipt.ts';
import type { ContentStore } from '../../store/content.ts';
import type { PutProblem } from '../../store/upload.ts';
import { textType } from '../access/refusal-texts.ts';
import { type Framing, readFraming } from '../lines/framing.ts';
import { sendJson } from '../lines/send-json.ts';

export const uploadPath = '/content';

/** The part of a store that the route uses. */
export type Uploads = Pick<ContentStore, 'maxBytes' | 'put' | 'close'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** What the headers of an upload announce, once they are checked. */
    framing: Framing | undefined;
  }
}

/**
 * Adds the route; `authenticate` comes first and sets the request's scope,
 * `startBody` is called when the body is wanted.
 */
export function addUploadRoute(
  app: FastifyInstance,
  content: Uploads,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  startBody: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.decorateRequest('framing', undefined);
  // A cut connection ends its upload a moment later: a closed application leaves no unfinished one.
  const underWay = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => {
    content.close();
    await Promise.all(underWay);
  });
  app.post(
    uploadPath,
    { onRequest: [authenticate, async (request, reply) => refuse(request, reply, content.maxBytes)] },
    async (request, reply) => {
      const { size, sha256 } = request.framing!;
      startBody(request, reply);
      // Ending the iteration early must leave the connection open for the answer.
      const stream = request.raw.iterator({ destroyOnReturn: false });
      const putting = content.put(request.scope, size, sha256, stream);
      underWay.add(putting);
      const result = await putting.finally(() => underWay.delete(putting));
      if (result.ok) return sendJson(reply, 201, encodeReceipt(result.receipt));
      const [status, text] = answers[result.problem];
      return sendText(reply, status, text);
    },
  );
}

/** Refuses an upload by its headers, and keeps what they announce. */
async function refuse(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<unknown> {
  const reading = readFraming(request.raw.rawHeaders);
  if (!reading.ok) return sendText(reply, 400, reading.problem);
  if (reading.framing.size > maxBytes) {
    return sendText(reply, 413, `The body is too large: this receiver takes at most ${maxBytes} octets.`);
  }
  request.framing = reading.framing;
  return undefined;
}

const answers: Readonly<Record<PutProblem, readonly [status: number, text: string]>> = {
  'too-large': [413, 'The body is too large for this receiver.'],
  length: [400, 'The body does not have the length that Content-Length says: send exactly so many octets.'],
  digest: [
    400,
    'The body does not have the digest that AHP-Content-SHA256 says: send the digest of its octets.',
  ],
  aborted: [400, 'The body ended before it was complete.'],
  full: [
    507,
    'The receiver has no room for the upload: content leaves when it is too old (--content-age), or when its administrator removes it. A server without tokens keeps less than one with --tokens; in a cluster `cluster.content-room` is the limit.',
  ],
  failed: [500, 'The receiver could not store the upload: send it again later.'],
};

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', textType).send(`${text}\n`);
}
