/**
 * The proxy without its streams: a line of the client → the part that passes, and the answers instead of
 * the rest; a line of the server → what the proxy learns from it. The part that passes is cut from the text
 * of the line. INVARIANT: a call passes only after the engine allowed it; any failure is a denial.
 */
import type { NativeEvent } from '../adapters/adapter.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject, own, readJson } from '../protocol/json.ts';
import { decodeUtf8 } from '../server/lines/utf8.ts';
import { connectionClosedCode, type Denial, denialText, errorText } from './answers.ts';
import { callOutcomeOf } from './call-outcome.ts';
import { type ClientLine, type ClientMessage, readClientLine, requestId, tooLarge } from './client-line.ts';
import { type DenialForm, readCall } from './guarded-call.ts';
import { CallJudge, type JudgeOptions, unreadableCall } from './judge.ts';
import { keyOf, type OpenRequest, OpenRequests } from './open-requests.ts';
import { PeerInfo } from './peer-info.ts';

/** The part that passes to the server. */
export interface Forwarded {
  /** A line, with its end as it came. */
  readonly octets: Uint8Array;
  /** Keys of the requests in it. */
  readonly requests: readonly string[];
  readonly methods: readonly string[];
}

/** What becomes of a line. */
export interface Passage {
  readonly forwarded: Forwarded | undefined;
  /** The answer to the client, as one line without its newline. */
  readonly answer: string | undefined;
  /** A text for people, about messages that cannot be answered. */
  readonly notice: string | undefined;
}

type MessageLine = ClientLine & { readonly kind: 'messages' };

const nothing: Passage = { forwarded: undefined, answer: undefined, notice: undefined };

export class Gate {
  readonly #peers = new PeerInfo();
  readonly #open = new OpenRequests();
  readonly #judge: CallJudge;
  readonly #isNamed: boolean;
  #naming: Naming | undefined;

  constructor(options: JudgeOptions) {
    this.#judge = new CallJudge(options, this.#peers);
    this.#isNamed = options.name !== undefined;
  }

  /**
   * Set while a server without a configured name has not given its name yet: resolves when it has answered.
   * Calls before that are denied, because rules would see another name of the server.
   */
  get naming(): Promise<void> | undefined {
    return this.#naming?.done;
  }

  /** The session’s id from the server; only servers over HTTP have one. */
  set session(id: string | undefined) {
    this.#judge.session = id;
  }

  /** The version of MCP that client and server agreed on. */
  get protocolVersion(): string | undefined {
    return this.#peers.protocolVersion;
  }

  /** A line over the limit, which cannot be checked and does not pass. */
  tooLong(): Passage {
    return { ...nothing, answer: errorText('null', tooLarge) };
  }

  /** Takes one line of the client, with its end. Never throws. */
  fromClient(octets: Uint8Array): Passage {
    try {
      const line = readClientLine(octets);
      switch (line.kind) {
        case 'blank':
          return { ...nothing, forwarded: { octets, requests: [], methods: [] } };
        case 'refused':
          return { ...nothing, answer: errorText(line.id, line.problem) };
        case 'messages':
          return this.#pass(octets, line);
        default:
          return line satisfies never;
      }
    } catch {
      const message =
        'bylaw failed while it looked at this message, so it is not passed on; please report this';
      return { ...nothing, answer: errorText('null', { code: -32603, message }) };
    }
  }

  /** Learns from a line of the server, which always passes. Never throws. */
  fromServer(octets: Uint8Array): void {
    try {
      const text = decodeUtf8(octets);
      const reading = text === undefined ? undefined : readJson(text);
      if (reading === undefined || (!reading.ok && reading.problem === 'syntax')) return;
      const { value } = reading;
      for (const message of Array.isArray(value) ? value : [value]) {
        if (isJsonObject(message)) this.#learn(message, reading.ok);
      }
    } catch {
      // The line passes anyway, so a failure does not end the session.
    }
  }

  isOpen(request: string): boolean {
    return this.#open.has(request);
  }

  /** Answers those of the requests that have no answer yet with errors. */
  fail(requests: readonly string[], why: string): readonly string[] {
    return requests.flatMap((key) => this.#failed(this.#open.take(key), why));
  }

  /** Answers all requests without an answer with errors. */
  failAll(why: string): readonly string[] {
    return this.#open.takeAll().flatMap((request) => this.#failed(request, why));
  }

  #failed(request: OpenRequest | undefined, message: string): readonly string[] {
    if (request === undefined) return [];
    if (request.method === 'initialize') this.#named();
    this.#judge.observe(request.call, { kind: 'error', message });
    if (request.isCancelled === true) return [];
    return [errorText(request.id, { code: connectionClosedCode, message })];
  }

  #pass(octets: Uint8Array, line: MessageLine): Passage {
    const judged = line.messages.map((message) => ({ message, ...this.#consider(message) }));
    const passing = judged.filter(({ denied }) => !denied).map(({ message }) => message);
    const answers = judged.flatMap(({ answer }) => answer ?? []);
    const notices = judged.flatMap(({ notice }) => notice ?? []);
    return {
      forwarded: forwardedOf(octets, line, passing),
      answer: line.isBatch && answers.length > 0 ? `[${answers.join(',')}]` : answers[0],
      notice: notices.length === 0 ? undefined : notices.join('; '),
    };
  }

  /** One message: denied, with its answer, or recorded as an open request. */
  #consider(message: ClientMessage): { denied: boolean; answer?: string; notice?: string } {
    const { value } = message;
    const call = readCall(value);
    const id = requestId(message);
    const method = own(value, 'method');
    if (call.kind === 'other') {
      this.#peers.byClient(value);
      if (typeof method === 'string') this.#begin(message, id, method, undefined);
      if (method === 'notifications/cancelled') this.#cancel(own(value, 'params'));
      return { denied: false };
    }
    if (id === undefined && Object.hasOwn(value, 'id')) {
      const problem = {
        code: -32600,
        message: 'bylaw does not pass this call on: its id is no text and no number',
      };
      return { denied: true, answer: errorText('null', problem) };
    }
    if (this.#naming !== undefined) return refusal(id, call.form, unreadableCall(tooEarly));
    if (call.kind === 'unreadable') return refusal(id, call.form, unreadableCall(call.problem));
    const native = this.#judge.eventOf(call, id);
    const denial = this.#judge.decide(native);
    if (denial !== undefined) return refusal(id, call.form, denial);
    this.#begin(message, id, String(method), native);
    return { denied: false };
  }

  #begin(
    { value, text }: ClientMessage,
    id: string | undefined,
    method: string,
    call: NativeEvent | undefined,
  ): void {
    const key = keyOf(own(value, 'id'));
    if (id === undefined || key === undefined) return;
    this.#open.add(key, { id, method, call }, text.length);
    if (method === 'initialize' && !this.#isNamed) this.#naming = startNaming();
  }

  #cancel(params: Json | undefined): void {
    const key = isJsonObject(params) ? keyOf(own(params, 'requestId')) : undefined;
    if (key !== undefined) this.#open.cancel(key);
  }

  #named(): void {
    this.#naming?.end();
    this.#naming = undefined;
  }

  #learn(message: JsonObject, isSound: boolean): void {
    if (own(message, 'method') !== undefined) {
      this.#peers.byServer(message);
      return;
    }
    const key = keyOf(own(message, 'id'));
    const request = key === undefined ? undefined : this.#open.take(key);
    if (request === undefined) return;
    if (request.method === 'initialize') {
      if (isSound) this.#peers.initialized(own(message, 'result'));
      this.#named();
    }
    if (!isSound) return;
    const outcome = callOutcomeOf(message);
    if (outcome !== undefined) this.#judge.observe(request.call, outcome);
  }
}

/** The wait for the name of a server. */
interface Naming {
  readonly done: Promise<void>;
  readonly end: () => void;
}

function startNaming(): Naming {
  let end = (): void => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { done, end };
}

const tooEarly =
  'the server has not answered `initialize`, so it is not known what it is called; give it a name with `--name`';

/** The line as it came, or without the denied messages. */
function forwardedOf(
  octets: Uint8Array,
  { messages, ending }: MessageLine,
  passing: readonly ClientMessage[],
): Forwarded | undefined {
  const isWhole = passing.length === messages.length;
  if (passing.length === 0 && !isWhole) return undefined;
  const requests: string[] = [];
  const methods: string[] = [];
  for (const { value } of passing) {
    const method = own(value, 'method');
    if (typeof method !== 'string') continue;
    methods.push(method);
    const key = keyOf(own(value, 'id'));
    if (key !== undefined) requests.push(key);
  }
  const rest = isWhole ? octets : Buffer.from(`[${passing.map(({ text }) => text).join(',')}]${ending}`);
  return { octets: rest, requests, methods };
}

function refusal(id: string | undefined, form: DenialForm, denial: Denial) {
  if (id !== undefined) return { denied: true, answer: denialText(id, form, denial) };
  // It expects no answer, so the client gets none.
  return {
    denied: true,
    notice: `a call was denied that asks for no answer: ${denial.reason} [${denial.code}]`,
  };
}
