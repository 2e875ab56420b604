/** Calls that are sent to a server, as events before them, and the connections that they are sent on. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** What is known of a session, by the answers that came. */
export interface Session {
  readonly id: string;
  /** Fetches with an answer. */
  counted: number;
  asked: boolean;
  succeeded: boolean;
}

export interface Call {
  readonly session: Session;
  readonly event: {
    readonly id: string;
    readonly tool: { readonly kind: string; readonly input: Readonly<Record<string, string>> };
  };
}

let ids = 0;

export function callOf(
  session: Session,
  name: string,
  kind: string,
  input: Readonly<Record<string, string>>,
): Call {
  const id = `event-${ids++}`;
  const event = {
    id,
    source: 'urn:example:crash',
    type: 'tool.before',
    time: new Date().toISOString(),
    harness: { name: 'example-agent', version: '1.0.0' },
    session: { id: session.id, cwd: '/srv/work', workspaceRoots: ['/srv/work'] },
    call: { id: `call-${id}` },
    path: 'native',
    tool: { origin: 'native', name, kind, input },
  };
  return { session, event };
}

export const fetchOf = (session: Session): Call =>
  callOf(session, 'WebFetch', 'fetch', { url: 'https://docs.example.net/' });
export const readOf = (session: Session, path: string): Call =>
  callOf(session, 'Read', 'file_read', { file_path: path });
export const writeOf = (session: Session): Call =>
  callOf(session, 'Write', 'file_write', { file_path: '/srv/out/x', content: 'x' });
export const deleteOf = (session: Session): Call =>
  callOf(session, 'Bash', 'shell', { command: 'rm /srv/out/x' });

export interface Denial {
  readonly code: string;
  readonly reason: string;
}

export interface Connection {
  /** The code of the denial, null where the call passes; rejects when the server is gone. */
  ask(call: Call): Promise<string | null>;
  /** The denial, null where the call passes; rejects when the server is gone. */
  answer(call: Call): Promise<Denial | null>;
  end(): void;
}

interface Answer {
  readonly id: string;
  readonly error?: unknown;
  readonly result: { readonly effects: readonly Denial[] };
}

export async function openConnection(socket: string): Promise<Connection> {
  const stream = connect(socket);
  await once(stream, 'connect');
  const waiting = new Map<string, Waiting>();
  let gone = false;
  stream.on('error', () => {});
  stream.on('close', () => {
    gone = true;
    for (const { reject } of waiting.values()) reject(new Error('the server is gone'));
  });
  const lines = createInterface({ input: stream });
  // It passes on what goes wrong with the stream, of which `close` tells as well.
  lines.on('error', () => {});
  lines.on('line', (line) => {
    // The last line of a server that is killed may be torn.
    const answer = parse(line);
    if (answer === undefined) return;
    const asked = waiting.get(answer.id);
    if (asked === undefined) throw new Error(`an answer that nobody waits for: ${line}`);
    waiting.delete(answer.id);
    if (answer.error === undefined) asked.resolve(answer.result.effects[0] ?? null);
    else asked.reject(new Error(`an error instead of an answer: ${line}`));
  });
  const answer = ({ event }: Call): Promise<Denial | null> =>
    new Promise((resolve, reject) => {
      if (gone) return reject(new Error('the server is gone'));
      waiting.set(event.id, { resolve, reject });
      const params = { protocolVersion: 'draft', event, capabilities: { effects: ['deny'] } };
      stream.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: event.id, method: 'hooks/intercept', params })}\n`,
      );
    });
  return {
    answer,
    ask: async (call) => (await answer(call))?.code ?? null,
    end: () => stream.destroy(),
  };
}

interface Waiting {
  resolve(denial: Denial | null): void;
  reject(error: Error): void;
}

function parse(line: string): Answer | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Says over HTTP that a call succeeded; gives the status of the answer, undefined where none came. */
export function tellSuccess(socket: string, { event }: Call): Promise<number | undefined> {
  const after = { ...event, id: `${event.id}-after`, type: 'tool.after', outcome: 'ok', items: [] };
  const params = { protocolVersion: 'draft', event: { ...after, execution: { status: 'executed' } } };
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const sent = request({ socketPath: socket, path: '/hooks', method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', () => resolve(undefined));
    sent.end(JSON.stringify({ jsonrpc: '2.0', method: 'hooks/observe', params }));
  });
}
