/**
 * Decision or error → the text of a response, built from encoded parts: no object goes through
 * JSON.stringify, so nothing on a prototype can get into it. An answer has only what the harness needs: the
 * reason and the code of a decision.
 */
import type { Decision } from '../engine/decision.ts';
import type { ErrorData, RpcError } from './error.ts';
import type { Revision } from './revision.ts';

/** The part of a decision in the answer. */
export type Answerable = Pick<Decision, 'effect' | 'reason' | 'code'>;

/**
 * The answer to an intercept request (docs/development/protocol-notes.md#the-answer): no effect, or
 * one deny; in the request's revision.
 */
export function encodeResult(id: string, revision: Revision, decision: Answerable): string {
  const effect = decision.effect === 'none' ? '' : denyEffect(decision.reason, decision.code);
  const version = JSON.stringify(revision);
  return response(id, `"result":{"protocolVersion":${version},"effects":[${effect}]}`);
}

/**
 * One deny effect: type, reason and code, because a harness ignores a response with any other field. The
 * reason is never empty.
 */
export function denyEffect(reason: string | undefined, code: string | undefined): string {
  const text = reason === undefined || reason.trim() === '' ? 'A policy denies this call.' : reason;
  const denial = code === undefined || code === '' ? 'io.bylaw.engine.fault' : code;
  return `{"type":"deny","reason":${JSON.stringify(text)},"code":${JSON.stringify(denial)}}`;
}

/** An error response; the id is null when it could not be read. */
export function encodeError(id: string | number | null, error: RpcError): string {
  const data = error.data === undefined ? '' : `,"data":${encodeData(error.data)}`;
  return response(id, `"error":{"code":${error.code},"message":${JSON.stringify(error.message)}${data}}`);
}

function response(id: string | number | null, content: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${content}}`;
}

function encodeData(data: ErrorData): string {
  const members = Object.entries(data).map(([key, value]) => {
    const text = typeof value === 'string' ? JSON.stringify(value) : `[${value.map(quote).join(',')}]`;
    return `${JSON.stringify(key)}:${text}`;
  });
  return `{${members.join(',')}}`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
