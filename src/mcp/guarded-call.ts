/**
 * A message of the client → the call that the policies decide about, if it is one: `tools/call` and
 * `resources/read`. A message that a lenient server could read as one of these is denied; everything else
 * of the protocol passes unread.
 */
import type { JsonObject } from '../language/json.ts';
import { isJsonObject, own } from '../protocol/json.ts';
import { looseName, oddKey } from './client-line.ts';

/**
 * The form of a denial. `result`: a tool result that is an error, which the model reads. `error`: a
 * JSON-RPC error, if the result has no place for one.
 */
export type DenialForm = 'result' | 'error';

export type GuardedCall =
  | { readonly kind: 'other' }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly input: JsonObject;
      readonly form: DenialForm;
    }
  /** `problem`: the text after “bylaw cannot read this call, so it is not allowed: ”. */
  | { readonly kind: 'unreadable'; readonly problem: string; readonly form: DenialForm };

/** Never throws. */
export function readCall(message: JsonObject): GuardedCall {
  const method = own(message, 'method');
  if (typeof method !== 'string') return { kind: 'other' };
  switch (looseName(method)) {
    case 'tools/call':
      return exactly('tools/call', method, toolCall(own(message, 'params')));
    case 'resources/read':
      return exactly('resources/read', method, resourceRead(own(message, 'params')));
    default:
      return { kind: 'other' };
  }
}

/**
 * The call, if its method has the spelling of the protocol: some servers require that, and some ignore case
 * and space.
 */
function exactly(name: string, method: string, call: GuardedCall): GuardedCall {
  if (method === name || call.kind !== 'call') return call;
  return unreadable(`its method is an unusual spelling of \`${name}\``, call.form);
}

function toolCall(params: JsonObject[string] | undefined): GuardedCall {
  if (!isJsonObject(params)) return unreadable('it has no parameters', 'result');
  // The answer to a call that becomes a task has no place for a result.
  const form = own(params, 'task') === undefined ? 'result' : 'error';
  const odd = oddKey(params, ['name', 'arguments', 'task']);
  if (odd !== undefined) return unreadable(`its parameters have an unusual spelling of \`${odd}\``, form);
  const name = own(params, 'name');
  if (typeof name !== 'string' || name === '') return unreadable('it names no tool', form);
  const input = own(params, 'arguments') ?? (Object.hasOwn(params, 'arguments') ? null : {});
  if (!isJsonObject(input)) return unreadable('its arguments are not an object', form);
  return { kind: 'call', name, input, form };
}

function resourceRead(params: JsonObject[string] | undefined): GuardedCall {
  if (!isJsonObject(params)) return unreadable('it has no parameters', 'error');
  if (oddKey(params, ['uri']) !== undefined)
    return unreadable('its parameters have an unusual spelling of `uri`', 'error');
  const uri = own(params, 'uri');
  if (typeof uri !== 'string' || uri === '') return unreadable('it names no resource', 'error');
  return { kind: 'call', name: 'resources/read', input: { uri }, form: 'error' };
}

const unreadable = (problem: string, form: DenialForm): GuardedCall => ({
  kind: 'unreadable',
  problem,
  form,
});
