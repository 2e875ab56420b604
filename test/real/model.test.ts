/** The fake model speaks each dialect, streamed and whole, and plays its script by the results that it gets. */
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialects, type Move, type Schema } from './dialects.ts';
import { call, type Model, prompt, shell, startModel } from './model.ts';

const shellSchema: Schema = {
  type: 'object',
  properties: { command: { type: 'string' }, why: { type: 'string' }, limit: { type: 'number' } },
  required: ['command', 'why', 'limit'],
};
const shellInput = { why: 'a step of the task', limit: 10, command: 'ls' };

/** How a harness asks in a dialect, and how it reads an answer. */
interface Client {
  readonly path: string;
  /** A request with a shell tool and the results of earlier calls. */
  request(results: readonly string[], streamed: boolean): object;
  readonly streamPath?: string;
  /** The name and input of the call in a whole answer, or its text. */
  whole(answer: string): unknown;
  /** The same of a stream. */
  streamed(stream: string): unknown;
}

const clients: Readonly<Record<string, Client>> = {
  anthropic: {
    path: '/v1/messages',
    request: (results, stream) => ({
      stream,
      tools: [{ name: 'Bash', input_schema: shellSchema }],
      messages: [
        { role: 'user', content: prompt },
        ...results.map((content) => ({ role: 'user', content: [{ type: 'tool_result', content }] })),
      ],
    }),
    whole: (answer) => {
      const [block] = JSON.parse(answer).content;
      return block.type === 'text' ? block.text : [block.name, block.input];
    },
    streamed: (stream) => {
      const events = dataOf(stream);
      const block = events.find(({ type }) => type === 'content_block_start').content_block;
      const { delta } = events.find(({ type }) => type === 'content_block_delta');
      expect(events.at(-1)).toEqual({ type: 'message_stop' });
      return block.type === 'text' ? delta.text : [block.name, JSON.parse(delta.partial_json)];
    },
  },
  chat: {
    path: '/v1/chat/completions',
    request: (results, stream) => ({
      stream,
      tools: [{ type: 'function', function: { name: 'bash', parameters: shellSchema } }],
      messages: [{ role: 'user', content: prompt }, ...results.map((content) => ({ role: 'tool', content }))],
    }),
    whole: (answer) => {
      const [{ message }] = JSON.parse(answer).choices;
      return message.content ?? ofFunction(message.tool_calls[0].function);
    },
    streamed: (stream) => {
      expect(stream).toMatch(/\ndata: \[DONE\]\n\n$/);
      const deltas = dataOf(stream).flatMap(({ choices: [choice] }) => choice?.delta ?? []);
      const called = deltas.find(({ tool_calls }) => tool_calls);
      return called ? ofFunction(called.tool_calls[0].function) : deltas[0].content;
    },
  },
  responses: {
    path: '/v1/responses',
    request: (results, stream) => ({
      stream,
      tools: [
        {
          type: 'namespace',
          name: 'system',
          tools: [{ type: 'function', name: 'shell', parameters: shellSchema }],
        },
      ],
      input: [
        { role: 'user', content: prompt },
        ...results.map((output) => ({ type: 'function_call_output', output })),
      ],
    }),
    whole: (answer) => ofItem(JSON.parse(answer).output[0]),
    streamed: (stream) => {
      const events = dataOf(stream);
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()]);
      expect(events.at(-1).type).toBe('response.completed');
      return ofItem(events.find(({ type }) => type === 'response.output_item.done').item);
    },
  },
  gemini: {
    path: '/v1beta/models/m:generateContent',
    streamPath: '/v1beta/models/m:streamGenerateContent?alt=sse',
    request: (results) => ({
      tools: [{ functionDeclarations: [{ name: 'run_shell_command', parametersJsonSchema: shellSchema }] }],
      contents: [
        { role: 'user', parts: [{ text: prompt }] },
        ...results.map((output) => ({ parts: [{ functionResponse: { response: { output } } }] })),
      ],
    }),
    whole: (answer) => ofPart(JSON.parse(answer).candidates[0].content.parts[0]),
    streamed: (stream) => ofPart(dataOf(stream)[0].candidates[0].content.parts[0]),
  },
};

type Called = { readonly name: string; readonly arguments: string };
const ofFunction = ({ name, arguments: input }: Called): unknown => [name, JSON.parse(input)];
const ofItem = (item: Called & { content?: readonly { text: string }[] }): unknown =>
  item.content?.[0]?.text ?? ofFunction(item);
const ofPart = (part: { text?: string; functionCall: { name: string; args: object } }): unknown =>
  part.text ?? [part.functionCall.name, part.functionCall.args];

/** The data of server-sent events that is JSON. */
const dataOf = (stream: string) =>
  [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data));

let model: Model;
beforeAll(async () => {
  model = await startModel('echo downloaded\n');
});
afterAll(() => model.close());

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(model.base + path, { method: 'POST', body: JSON.stringify(body) });
  return await response.text();
}

test('there is a client for each dialect', () => {
  expect(Object.keys(clients)).toEqual(dialects.map(({ name }) => name));
});

describe.each(Object.entries(clients))('%s', (_name, client) => {
  const ask = async (results: readonly string[], streamed: boolean): Promise<unknown> => {
    const path = streamed ? (client.streamPath ?? client.path) : client.path;
    const answer = await post(path, client.request(results, streamed));
    return streamed ? client.streamed(answer) : client.whole(answer);
  };

  test.each([
    ['whole', false],
    ['streamed', true],
  ])('a script, %s', async (_, streamed) => {
    const seen = model.play({ steps: [shell('ls'), shell('pwd')] });
    expect(await ask([], streamed)).toEqual([expect.any(String), shellInput]);
    expect(await ask(['a.txt'], streamed)).toEqual([expect.any(String), { ...shellInput, command: 'pwd' }]);
    expect(await ask(['a.txt', '/tmp'], streamed)).toBe('done');
    expect(seen.calls.length).toBe(2);
    expect(seen.results).toHaveLength(2);
    expect(seen.results.join()).toContain('a.txt');
  });
});

describe('what the model does', () => {
  const ask = async (messages: readonly object[], tools: readonly object[]) => {
    const offered = tools.map((each) => ({ type: 'function', function: each }));
    const answer = await post('/v1/chat/completions', { messages, tools: offered });
    return JSON.parse(answer).choices[0].message;
  };
  const bash = { name: 'bash', parameters: shellSchema };
  const task = {
    name: 'task',
    parameters: {
      properties: { prompt: { type: 'string' }, kind: { enum: ['a', 'b'] } },
      required: ['kind'],
    },
  };

  test('a subagent takes the steps where one is wanted, and the agent only starts it', async () => {
    const seen = model.play({ steps: [shell('ls')], subagent: { level: 1 } });
    const outer = [{ role: 'user', content: prompt }];
    const started = (await ask(outer, [bash, task])).tool_calls[0].function;
    expect(started.name).toBe('task');
    const input = JSON.parse(started.arguments);
    expect(input).toEqual({ kind: 'a', prompt: expect.any(String), level: 1 });
    expect(seen.calls).toEqual([]);
    const inner = await ask([{ role: 'user', content: input.prompt }], [bash]);
    expect(inner.tool_calls[0].function.name).toBe('bash');
    expect(seen.calls.length).toBe(1);
    expect((await ask([...outer, { role: 'tool', content: 'x' }], [bash, task])).content).toBe('done');
  });

  test('a tool is found by its name, and none is made up', async () => {
    const seen = model.play({ steps: [call(/publish$/, { to: 'all' })] });
    const messages = [{ role: 'user', content: prompt }];
    const called = (await ask(messages, [{ name: 'notes__publish' }])).tool_calls[0].function;
    expect(ofFunction(called)).toEqual(['notes__publish', { to: 'all' }]);
    expect((await ask(messages, [bash])).content).toMatch(/^no .* among bash$/);
    expect((await ask(messages, [])).content).toBe('done');
    expect(seen.calls.map((move: Move) => move.kind)).toEqual(['call']);
  });

  test('a shell that takes a list of words, or of commands, gets one', async () => {
    model.play({ steps: [shell('ls')] });
    const inputOf = async (name: string): Promise<unknown> => {
      const parameters = { properties: { [name]: { type: 'array' } } };
      const { tool_calls } = await ask([], [{ name: 'shell', parameters }]);
      return JSON.parse(tool_calls[0].function.arguments)[name];
    };
    expect(await inputOf('command')).toEqual(['bash', '-lc', 'ls']);
    expect(await inputOf('commands')).toEqual(['ls']);
  });

  test('what is sent away and what is downloaded is seen', async () => {
    const seen = model.play({ steps: [] });
    await post('/leak', { secret: 1 });
    expect(await (await fetch(`${model.base}/install.sh`)).text()).toBe('echo downloaded\n');
    expect(seen).toMatchObject({ leaks: ['{"secret":1}'], downloads: 1 });
    const nowhere = await fetch(`${model.base}/telemetry`, { method: 'POST' });
    expect(nowhere.status).toBe(404);
    expect(seen.log).toEqual([{ nowhere: 'POST /telemetry' }]);
  });

  test('as a proxy it lets nothing out', async () => {
    const seen = model.play({ steps: [] });
    const { port } = new URL(model.base);
    const asked = request({ host: '127.0.0.1', port, method: 'CONNECT', path: 'example.com:443' }).end();
    const [response] = await once(asked, 'connect');
    expect(response.statusCode).toBe(403);
    asked.destroy();
    expect(seen.log).toEqual([{ nowhere: 'CONNECT example.com:443' }]);
  });
});
