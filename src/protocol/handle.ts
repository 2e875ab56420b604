/**
 * Engine × message text → what a transport does about it. The transport knows sockets, statuses and lines;
 * this file knows whether there is an answer, and which one. INVARIANT: an empty list of effects is only
 * ever the engine's own `none`.
 */
import { type Awaitable, whenThere } from '../engine/awaitable.ts';
import type { DecisionPoint, ImmediateDecisionPoint } from '../engine/engine.ts';
import type { Client } from '../facts/event/client.ts';
import { type DecodedMessage, decodeText } from './decode.ts';
import { type Answerable, encodeError, encodeResult } from './encode.ts';
import { engineFault, frameTooLarge, parseError, type RpcError, unenforceable } from './error.ts';
import type { Tolerance } from './validate.ts';

/** What to do about one message; the HTTP statuses are those of docs/development/protocol-notes.md#http. */
export type Reply =
  /** A result, or an error to a request whose id is known: 200, a line on stdio. */
  | { readonly kind: 'answer'; readonly body: string }
  /** An error to a message whose id could not be read: 400, a line on stdio. */
  | { readonly kind: 'malformed'; readonly body: string }
  /** A valid notification: 202, nothing on stdio. */
  | { readonly kind: 'accepted' }
  /** A notification that is not valid: 400 without a body, nothing on stdio. `error` is for a log. */
  | { readonly kind: 'refused'; readonly error: RpcError }
  /** The engine failed over a notification: 500 without a body, nothing on stdio. */
  | { readonly kind: 'failed' }
  /** Too much load, without a decision: 503, an error on stdio. */
  | { readonly kind: 'busy' };

export interface Handler {
  /**
   * Handles the text of one message. Never throws or rejects, whatever the text and whatever the engine
   * does. `client`: what the transport can prove about the client; undefined if another part says that.
   */
  handle(text: string, client?: Client): Awaitable<Reply>;
}

const failed: Reply = { kind: 'failed' };

/** A handler in front of an engine that answers at once. */
export interface ImmediateHandler extends Handler {
  handle(text: string, client?: Client): Reply;
}

/** A handler of messages in front of an engine; it keeps nothing between messages. */
export function createHandler(engine: ImmediateDecisionPoint, tolerance?: Tolerance): ImmediateHandler;
export function createHandler(engine: DecisionPoint, tolerance?: Tolerance): Handler;
export function createHandler(engine: DecisionPoint, tolerance: Tolerance = {}): Handler {
  return {
    handle(text, client) {
      try {
        return whenThere(
          replyTo(engine, decodeText(text, tolerance), client),
          (reply) => reply,
          () => failed,
        );
      } catch {
        // Then nothing is known about the message, not even whether it may get an answer.
        return failed;
      }
    },
  };
}

/** The reply to a frame that is no text: over the transport's limit, or not UTF-8. */
export function unreadableFrame(problem: 'too-large' | 'not-utf-8'): Reply & { readonly kind: 'malformed' } {
  const error = problem === 'too-large' ? frameTooLarge : parseError;
  return { kind: 'malformed', body: encodeError(null, error) };
}

function replyTo(
  engine: DecisionPoint,
  message: DecodedMessage,
  client: Client | undefined,
): Awaitable<Reply> {
  switch (message.kind) {
    case 'intercept':
      return intercept(engine, message, client);
    case 'observe':
      return whenThere(engine.observe(message.event, { client }), () => ({ kind: 'accepted' }));
    case 'unused':
      return { kind: 'accepted' };
    case 'error':
      return {
        kind: message.malformed ? 'malformed' : 'answer',
        body: encodeError(message.id, message.error),
      };
    case 'refused':
      return { kind: 'refused', error: message.error };
    default:
      return message satisfies never;
  }
}

function intercept(
  engine: DecisionPoint,
  message: DecodedMessage & { readonly kind: 'intercept' },
  client: Client | undefined,
): Awaitable<Reply> {
  const { id, revision, event, effects } = message;
  const mayDeny = effects.includes('deny');
  const fault = (): Reply =>
    answerWith(mayDeny ? encodeResult(id, revision, faultDenial) : encodeError(id, engineFault));
  const encode = ({ effect, reason, code }: Answerable): Reply =>
    // A deny that the request did not advertise would be a failure in the harness, and an empty answer a
    // pass.
    answerWith(
      effect !== 'none' && !mayDeny
        ? encodeError(id, unenforceable)
        : encodeResult(id, revision, { effect, reason, code }),
    );
  try {
    return whenThere(engine.decide(event, { mayDeny, client }), encode, fault);
  } catch {
    return fault();
  }
}

const answerWith = (body: string): Reply => ({ kind: 'answer', body });

const faultDenial: Answerable = {
  effect: 'deny',
  code: 'io.bylaw.engine.fault',
  reason: 'The policy engine failed while it looked at this call, so the call is not allowed to run.',
};
