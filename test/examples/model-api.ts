/** A model behind the Messages API, on loopback, that calls one tool and then says that it is done. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ToolCall {
  readonly name: string;
  readonly input: object;
}

/** Serves until the callback is done; `url` is where, `results` what the tools gave back. */
export async function withModelApi<Result>(
  call: ToolCall,
  use: (url: string, results: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const results: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const message = body === '' ? {} : JSON.parse(body);
    const last = JSON.stringify(message.messages?.at(-1) ?? '');
    const answered = last.includes('"tool_result"');
    if (answered) results.push(last);
    const isDone = answered || !message.tools?.some((tool: { name: string }) => tool.name === call.name);
    const block = isDone ? { type: 'text', text: 'done' } : { type: 'tool_use', id: 'toolu_1', ...call };
    const stop = { stop_reason: isDone ? 'end_turn' : 'tool_use', stop_sequence: null };
    const start = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: message.model ?? 'model',
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    if (message.stream !== true) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...start, content: [block], ...stop }));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const send = (type: string, data: object): void => {
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    };
    send('message_start', { message: { ...start, content: [], stop_reason: null, stop_sequence: null } });
    if (isDone) {
      send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
      send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'done' } });
    } else {
      send('content_block_start', { index: 0, content_block: { ...block, input: {} } });
      const partial = JSON.stringify(call.input);
      send('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: partial } });
    }
    send('content_block_stop', { index: 0 });
    send('message_delta', { delta: stop, usage: { output_tokens: 1 } });
    send('message_stop', {});
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, results);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The environment in which Claude Code talks to that model and to no other server. */
export const claudeEnvironment = (url: string, home: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  ANTHROPIC_API_KEY: 'none',
  ANTHROPIC_BASE_URL: url,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
});
