/**
 * A queue of large messages, which a separate worker thread decides one after the other, so that no other
 * message waits for them. The thread starts with the first message, and again if it has died or has other
 * policies than the server. This file knows neither policies nor events: the caller says what the thread
 * does, and how a message is answered without it.
 */
import type { Awaitable } from '../../engine/awaitable.ts';
import type { Client } from '../../facts/event/client.ts';
import type { Handler, Reply } from '../../protocol/handle.ts';
import type { Tally } from '../limits/counted.ts';
import type { Count, FromThread, LaneQuestion, Message, ServerSide, ToThread } from './lane-messages.ts';
import type { Turn, Turns } from './turns.ts';

export interface Thread<Way> {
  say(message: ToThread<Way>): void;
  /** Ends it, whatever it is doing. */
  end(): void;
}

/** Starts a thread. `died` is called at most once, with the end of a sentence. */
export type StartThread<Way> = (
  hear: (message: FromThread) => void,
  died: (why: string) => void,
) => Thread<Way>;

/** `Way`: how a message came in, as something that can be sent to a thread. */
export interface LaneOptions<Way> {
  readonly start: StartThread<Way>;
  readonly turns: Turns;
  /** The stamp of the policies in force. */
  policies(): string;
  /** Decides in this process, in its turn: if no thread has the policies in force. */
  here(way: Way, turn: Turn): Handler;
  /** Denies: if the thread has died, or takes too long. */
  readonly denying: (way: Way) => Handler;
  readonly server: Omit<ServerSide, 'turn'>;
  readonly tally: Tally;
  /** Called for each message that the thread has answered. */
  answered(): void;
  /** Called if a thread has died, or was ended, in the middle of a message; with the end of a sentence. */
  lost(why: string): void;
  /** The most messages that may wait, and the most characters of them. */
  readonly mostWaiting?: number;
  readonly mostText?: number;
  /** Milliseconds for one message, from its turn on. */
  readonly patience?: number;
}

interface Waiting<Way> extends Message<Way> {
  readonly turn: Turn;
  resolve(reply: Awaitable<Reply>): void;
}

const second = 1000;

export class Lane<Way> {
  readonly #options: LaneOptions<Way>;
  readonly #waiting: Waiting<Way>[] = [];
  #waitingText = 0;
  #working = false;
  #thread: LaneThread<Way> | undefined;
  #isClosed = false;

  constructor(options: LaneOptions<Way>) {
    this.#options = options;
  }

  /** Resolves with the answer to a message. Never rejects. */
  handle(way: Way, text: string, client?: Client): Awaitable<Reply> {
    const { mostWaiting = 64, mostText = 32 * 1024 * 1024, turns } = this.#options;
    const isFull = this.#waiting.length >= mostWaiting || this.#waitingText + text.length > mostText;
    // A message that is larger than the bound waits alone.
    if (this.#isClosed || (isFull && this.#waiting.length > 0)) return { kind: 'busy' };
    return new Promise((resolve) => {
      this.#waiting.push({ way, text, client, turn: turns.begin(text, client), resolve });
      this.#waitingText += text.length;
      if (!this.#working) void this.#work();
    });
  }

  /** Ends the thread. Waiting messages are denied. */
  close(): void {
    this.#isClosed = true;
    this.#thread?.end('the server ends');
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { way, text, turn, resolve } = next;
      this.#waitingText -= text.length;
      const reply = await this.#answer(next).catch(() => this.#options.denying(way).handle(text));
      turn.end();
      resolve(reply);
    }
    this.#working = false;
  }

  async #answer({ way, text, client, turn }: Waiting<Way>): Promise<Reply> {
    const { here, denying, answered } = this.#options;
    if (this.#isClosed) return denying(way).handle(text);
    const thread = await this.#ready();
    if (thread === undefined) return here(way, turn).handle(text, client);
    const reply = await thread.answer({ way, text, client }, turn);
    if (reply === undefined) return denying(way).handle(text);
    answered();
    return reply;
  }

  /** A thread with the policies in force; undefined if there is none. */
  async #ready(): Promise<LaneThread<Way> | undefined> {
    const { policies } = this.#options;
    if ((await this.#thread?.has()) !== policies()) {
      this.#thread?.end('it has other policies');
      this.#thread = new LaneThread(this.#options);
    }
    return (await this.#thread?.has()) === policies() ? this.#thread : undefined;
  }
}

/** The message that a thread is deciding. */
interface InHand {
  readonly turn: Turn;
  settle(reply: Reply | undefined): void;
}

class LaneThread<Way> {
  readonly #ready: Promise<string | undefined>;
  readonly #options: LaneOptions<Way>;
  readonly #thread: Thread<Way>;
  #tellReady: (policies: string | undefined) => void = () => {};
  #inHand: InHand | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: LaneOptions<Way>) {
    this.#options = options;
    this.#ready = new Promise((resolve) => {
      this.#tellReady = resolve;
    });
    this.#thread = options.start(
      (message) => this.#hear(message),
      (why) => this.end(why),
    );
    this.#wait();
  }

  /** The stamp of its policies, when it is ready; undefined if it could not start, or has ended. */
  async has(): Promise<string | undefined> {
    const policies = await this.#ready;
    return this.#isOver ? undefined : policies;
  }

  /** The reply; undefined if the thread has died meanwhile, or takes too long. */
  answer(message: Message<Way>, turn: Turn): Promise<Reply | undefined> {
    return new Promise((resolve) => {
      if (this.#isOver) {
        resolve(undefined);
        return;
      }
      this.#inHand = { turn, settle: resolve };
      this.#wait();
      this.#thread.say({ kind: 'text', ...message });
    });
  }

  end(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#tellReady(undefined);
    this.#thread.end();
    if (this.#inHand === undefined) return;
    this.#options.lost(why);
    this.#inHand.settle(undefined);
  }

  #wait(): void {
    const { patience = 30 * second } = this.#options;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(`it took more than ${patience / second} s`), patience).unref();
  }

  #hear(message: FromThread): void {
    if (this.#isOver) return;
    switch (message.kind) {
      case 'ready':
        clearTimeout(this.#timer);
        this.#tellReady(message.policies);
        return;
      case 'reply':
        clearTimeout(this.#timer);
        this.#inHand?.settle(message.reply);
        this.#inHand = undefined;
        return;
      case 'asks':
        void this.#tell(message.id, message);
        return;
      case 'counted':
        count(this.#options.tally, message.count);
        return;
      default:
        message satisfies never;
    }
  }

  async #tell(id: number, question: LaneQuestion): Promise<void> {
    const answer = await this.#answerTo(question).then(
      (value) => ({ value }),
      (error: unknown) => ({
        value: undefined,
        error: error instanceof Error ? error.message : String(error),
      }),
    );
    if (!this.#isOver) this.#thread.say({ kind: 'answer', id, ...answer });
  }

  async #answerTo(question: LaneQuestion): Promise<unknown> {
    const { server } = this.#options;
    switch (question.ask) {
      case 'turn':
        // The time of other messages does not count.
        clearTimeout(this.#timer);
        await this.#inHand?.turn.of(question.about);
        this.#wait();
        return undefined;
      case 'append':
        return server.append(question.about);
      case 'lose':
        return server.lose(question.about);
      case 'spoke':
        return server.spoke(question.about);
      case 'isSpokenFor':
        return server.isSpokenFor(question.about);
      default:
        return question satisfies never;
    }
  }
}

function count(tally: Tally, count: Count): void {
  switch (count.of) {
    case 'took':
      tally.took(count.value);
      return;
    case 'decided':
      tally.decided(count.value);
      return;
    case 'observed':
      tally.observed();
      return;
    case 'disbelieved':
      tally.disbelieved(count.value);
      return;
    default:
      count satisfies never;
  }
}
