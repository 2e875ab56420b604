/** The server’s answer to a call → its outcome, for the event after the call. */
import type { NativeOutcome } from '../adapters/adapter.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject, own } from '../protocol/json.ts';

/** The outcome of a call; undefined if it only became a task that goes on. */
export function callOutcomeOf(message: JsonObject): NativeOutcome | undefined {
  const error = own(message, 'error');
  if (error !== undefined) {
    const text = isJsonObject(error) ? own(error, 'message') : undefined;
    return { kind: 'error', message: typeof text === 'string' ? text : '' };
  }
  const result = own(message, 'result');
  if (!isJsonObject(result)) return { kind: 'ok', output: result };
  if (isJsonObject(own(result, 'task'))) return undefined;
  const output = textOf(result) ?? result;
  if (own(result, 'isError') !== true) return { kind: 'ok', output };
  return { kind: 'error', message: typeof output === 'string' ? output : JSON.stringify(output) };
}

/** The text of a result that has only text. */
function textOf(result: JsonObject): string | undefined {
  const content: Json | undefined = own(result, 'content');
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const texts = content.map((block: Json) => {
    const text = isJsonObject(block) && own(block, 'type') === 'text' ? own(block, 'text') : undefined;
    return typeof text === 'string' ? text : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.join('\n') : undefined;
}
