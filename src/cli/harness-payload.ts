/** Recognises a payload of a harness's hooks, which is no event, and says how to make it one. */
import { readRequest } from '../hook/read-request.ts';
import { isJsonObject, own, readJson } from '../protocol/json.ts';

/** What people call it all over the harnesses: the fields of a call beside those of an event. */
const fieldsOfPayloads = [
  'hook_event_name',
  'hookEventName',
  'tool_name',
  'toolName',
  'tool_input',
  'toolInput',
];

/** A sentence of help where a text is such a payload; undefined where it is none. Never throws. */
export function adviceForPayload(text: string, cwd: string): string | undefined {
  const json = readJson(text);
  if (!json.ok || !isJsonObject(json.value) || Object.hasOwn(json.value, 'tool')) return undefined;
  const payload = json.value;
  // Whoever the hook would take it for: a payload without a sign of its own may still have the usual form.
  const sender = readRequest({ harness: undefined, payload: text, host: { env: {}, cwd } }).adapter?.id;
  if (sender === undefined && !fieldsOfPayloads.some((name) => own(payload, name) !== undefined))
    return undefined;
  const whose = sender === undefined ? 'a harness' : `\`${sender}\``;
  const name = sender === undefined ? '; HARNESS is its name, such as `claude-code` or `cursor`' : '';
  return `it looks like a payload of the hooks of ${whose}: \`bylaw hook ${sender ?? 'HARNESS'} --print-event < FILE | bylaw eval -\` makes it an event${name}`;
}
