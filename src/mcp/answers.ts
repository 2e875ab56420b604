/** The proxy's own answers, as JSON-RPC texts without their newline. An id is always a JSON text. */
import type { RpcProblem } from './client-line.ts';
import type { DenialForm } from './guarded-call.ts';

/** A code that JSON-RPC leaves to implementations; MCP gives it no meaning. */
const deniedCode = -32003;
/** The code in the SDKs of MCP for a lost connection. */
export const connectionClosedCode = -32000;

export interface Denial {
  readonly reason: string;
  readonly code: string;
}

/** A denial in the form that the call allows; reason and code are in its text. */
export function denialText(id: string, form: DenialForm, { reason, code }: Denial): string {
  const text = `${reason} [${code}]`;
  if (form === 'error') return errorText(id, { code: deniedCode, message: text });
  return withId(id, `"result":${JSON.stringify({ content: [{ type: 'text', text }], isError: true })}`);
}

export const errorText = (id: string, { code, message }: RpcProblem): string =>
  withId(id, `"error":${JSON.stringify({ code, message })}`);

const withId = (id: string, member: string): string => `{"jsonrpc":"2.0","id":${id},${member}}`;
