/** Clients that do not behave, and one that does: what each does to a server, and what it got. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/** How a connection ended: the status of the answer, or `closed` where none came. */
export type Ending = '200' | '400' | '401' | '408' | '413' | '503' | 'closed' | (string & {});

/** A message that policies deny, and one that they pass, as the body of a request. */
export const bodyOf = (id: string, text: string): string => {
  const session = { id: 's', cwd: '/srv/work', workspaceRoots: ['/srv/work'] };
  const tool = { origin: 'native', name: 'Bash', kind: 'shell', input: { command: text } };
  const about = { source: 'urn:example:faults', type: 'tool.before', time: new Date().toISOString() };
  const harness = { name: 'example-agent', version: '1.0.0' };
  const event = { id, ...about, harness, session, call: { id: `call-${id}` }, path: 'native', tool };
  const params = { protocolVersion: 'draft', event, capabilities: { effects: ['deny'] } };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'hooks/intercept', params });
};

export const headOf = (length: number, more = ''): string =>
  `POST /hooks HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`;

export interface Answered {
  readonly status: number;
  /** The code of the denial, null where the call passes, undefined where there is no such answer. */
  readonly code: string | null | undefined;
}

let ids = 0;

/** Asks as a harness does, on a connection of its own. */
export function ask(port: number, text: string, token?: string): Promise<Answered> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: '/hooks', method: 'POST', headers, agent: false });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, code: codeIn(body) }));
      answer.on('error', reject);
    });
    sent.end(bodyOf(`witness-${ids++}`, text));
  });
}

function codeIn(body: string): string | null | undefined {
  try {
    const { result } = JSON.parse(body);
    return result === undefined ? undefined : (result.effects[0]?.code ?? null);
  } catch {
    return undefined;
  }
}

export interface Witness {
  /** Ends it, and gives what was not right. */
  stop(): Promise<{ readonly asked: number; readonly wrong: readonly string[] }>;
}

/** A client that behaves: asks a few times a second, and is answered rightly each time. */
export function startWitness(port: number): Witness {
  let goesOn = true;
  let asked = 0;
  const wrong: string[] = [];
  const done = (async () => {
    for (; goesOn; asked++) {
      const isForbidden = asked % 2 === 0;
      const { status, code } = await ask(port, isForbidden ? 'git push --force' : 'git status').catch(
        (error) => ({
          status: 0,
          code: String(error),
        }),
      );
      const right = isForbidden ? 'io.bylaw.git.force-push' : null;
      if (status !== 200 || code !== right) wrong.push(`${status} ${code}`);
      await after(100);
    }
  })();
  return {
    stop: async () => {
      goesOn = false;
      await done;
      return { asked, wrong };
    },
  };
}

/**
 * Opens connections, lets each do something, and waits until all are closed. None is closed by the client.
 * @param most milliseconds after which one that is still open ends as `open`
 */
export async function crowd(
  port: number,
  count: number,
  act: (socket: Socket, index: number) => void,
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const endings = new Map<string, number>();
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const ending = await endingOf(
        connect({ port, host: '127.0.0.1' }),
        (socket) => act(socket, index),
        most,
      );
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
    }),
  );
  return endings;
}

async function endingOf(
  socket: Socket,
  act: (socket: Socket) => void,
  most: number,
): Promise<Ending | 'open'> {
  let got = '';
  socket.setEncoding('latin1').on('data', (part) => {
    got += part;
  });
  socket.on('error', () => {});
  socket.on('connect', () => act(socket));
  const limit = new AbortController();
  const closed = await Promise.race([
    new Promise<boolean>((resolve) => socket.on('close', () => resolve(true))),
    after(most, false, { signal: limit.signal }).catch(() => false),
  ]);
  limit.abort();
  socket.destroy();
  if (!closed) return 'open';
  return /^HTTP\/1\.1 (\d{3})/.exec(got)?.[1] ?? 'closed';
}
