/**
 * The four ways in which agent harnesses talk to a model: what a request says, and how a move of the model is reported,
 * whole or as a stream of events. Only what harnesses need is here; no state, no network.
 */

/** A tool that a harness offers. */
export interface Tool {
  readonly name: string;
  readonly schema: Schema | undefined;
  /** Where tools come in groups, the name of the group. */
  readonly namespace?: string | undefined;
}

/** As much of a JSON schema as is needed to fill in arguments. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
}

/** What a request says: the tools on offer, and the results of earlier calls in their order. */
export interface Conversation {
  readonly tools: readonly Tool[];
  readonly results: readonly string[];
}

/** What the model does next. */
export type Move =
  | { readonly kind: 'call'; readonly tool: Tool; readonly input: object }
  | { readonly kind: 'say'; readonly text: string };

/** An event of a stream: its name where the dialect has names, and its data. */
export type StreamEvent = readonly [name: string | undefined, data: object | string];

interface Answer {
  readonly whole: object;
  readonly events: readonly StreamEvent[];
}

export interface Dialect {
  readonly name: string;
  readonly path: RegExp;
  read(body: object): Conversation;
  /** `id` is a number of this answer. */
  answer(move: Move, id: string, model: string): Answer;
}

type Named = { readonly name?: string };
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
const named = (type: string, rest: object): StreamEvent => [type, { type, ...rest }];

/** Messages of Anthropic. */
const anthropic: Dialect = {
  name: 'anthropic',
  path: /\/messages$/,
  read(body) {
    const { tools = [], messages = [] } = body as {
      tools?: readonly (Named & { input_schema?: Schema })[];
      messages?: readonly { content: unknown }[];
    };
    const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
    return {
      tools: tools.flatMap(({ name, input_schema: schema }) => (name ? [{ name, schema }] : [])),
      results: blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => text(content)),
    };
  },
  answer(move, id, model) {
    const block =
      move.kind === 'call'
        ? { type: 'tool_use', id: `toolu_${id}`, name: move.tool.name, input: move.input }
        : { type: 'text', text: move.text };
    const [empty, delta] =
      move.kind === 'call'
        ? [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(move.input) },
          ]
        : [
            { type: 'text', text: '' },
            { type: 'text_delta', text: move.text },
          ];
    const stop = { stop_reason: move.kind === 'call' ? 'tool_use' : 'end_turn', stop_sequence: null };
    const usage = { input_tokens: 20, output_tokens: 5 };
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, usage };
    return {
      whole: { ...message, content: [block], ...stop },
      events: [
        named('message_start', {
          message: { ...message, content: [], stop_reason: null, stop_sequence: null },
        }),
        named('content_block_start', { index: 0, content_block: empty }),
        named('content_block_delta', { index: 0, delta }),
        named('content_block_stop', { index: 0 }),
        named('message_delta', { delta: stop, usage }),
        named('message_stop', {}),
      ],
    };
  },
};

/** Chat completions of OpenAI. */
const chat: Dialect = {
  name: 'chat',
  path: /\/chat\/completions$/,
  read(body) {
    const { tools = [], messages = [] } = body as {
      tools?: readonly { function?: { name: string; parameters?: Schema } }[];
      messages?: readonly { role: string; content: unknown }[];
    };
    return {
      tools: tools.flatMap(({ function: each }) =>
        each ? [{ name: each.name, schema: each.parameters }] : [],
      ),
      results: messages.filter(({ role }) => role === 'tool').map(({ content }) => text(content)),
    };
  },
  answer(move, id, model) {
    const calls =
      move.kind === 'call'
        ? [
            {
              id: `call_${id}`,
              type: 'function',
              function: { name: move.tool.name, arguments: JSON.stringify(move.input) },
            },
          ]
        : undefined;
    const content = move.kind === 'say' ? move.text : null;
    const finish_reason = move.kind === 'call' ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };
    const chunk = (choices: readonly object[], more: object = {}): StreamEvent => [
      undefined,
      { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model, choices, ...more },
    ];
    const delta = (delta: object, finish_reason: string | null = null): StreamEvent =>
      chunk([{ index: 0, delta, finish_reason }]);
    return {
      whole: {
        id: `chatcmpl-${id}`,
        object: 'chat.completion',
        created: 1,
        model,
        usage,
        choices: [
          {
            index: 0,
            finish_reason,
            message: { role: 'assistant', content, ...(calls && { tool_calls: calls }) },
          },
        ],
      },
      events: [
        delta({ role: 'assistant', content: content ?? '' }),
        ...(calls ? [delta({ tool_calls: calls.map((call, index) => ({ index, ...call })) })] : []),
        delta({}, finish_reason),
        chunk([], { usage }),
        [undefined, '[DONE]'],
      ],
    };
  },
};

/** Responses of OpenAI. */
const responses: Dialect = {
  name: 'responses',
  path: /\/responses$/,
  read(body) {
    type Offered = Named & { type: string; parameters?: Schema; tools?: readonly Offered[] };
    const { tools = [], input } = body as {
      tools?: readonly Offered[];
      input?: string | readonly { type: string; output?: unknown }[];
    };
    const flat = tools.flatMap((each) =>
      each.type === 'namespace'
        ? (each.tools ?? []).map((inner) => ({ ...inner, namespace: each.name }))
        : [{ ...each, namespace: undefined }],
    );
    const items = typeof input === 'string' ? [] : (input ?? []);
    return {
      tools: flat.flatMap(({ type, name, parameters: schema, namespace }) =>
        type === 'function' && name ? [{ name, schema, namespace }] : [],
      ),
      results: items.filter(({ type }) => /_call_output$/.test(type)).map(({ output }) => text(output)),
    };
  },
  answer(move, id, model) {
    const item =
      move.kind === 'call'
        ? {
            type: 'function_call',
            id: `fc_${id}`,
            call_id: `call_${id}`,
            name: move.tool.name,
            ...(move.tool.namespace && { namespace: move.tool.namespace }),
            arguments: JSON.stringify(move.input),
          }
        : {
            type: 'message',
            id: `msg_${id}`,
            role: 'assistant',
            content: [{ type: 'output_text', text: move.text, annotations: [] }],
          };
    const begun = move.kind === 'call' ? { ...item, arguments: '' } : { ...item, content: [] };
    const done = { ...item, status: 'completed' };
    const at = { item_id: item.id, output_index: 0 };
    const middle =
      move.kind === 'call'
        ? [
            named('response.function_call_arguments.delta', { ...at, delta: JSON.stringify(move.input) }),
            named('response.function_call_arguments.done', { ...at, arguments: JSON.stringify(move.input) }),
          ]
        : [
            named('response.output_text.delta', { ...at, content_index: 0, delta: move.text }),
            named('response.output_text.done', { ...at, content_index: 0, text: move.text }),
          ];
    const usage = {
      input_tokens: 20,
      output_tokens: 5,
      total_tokens: 25,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const response = { id: `resp_${id}`, object: 'response', created_at: 1, model };
    const whole = { ...response, status: 'completed', output: [done], usage };
    const events = [
      named('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
      named('response.output_item.added', { output_index: 0, item: { ...begun, status: 'in_progress' } }),
      ...middle,
      named('response.output_item.done', { output_index: 0, item: done }),
      named('response.completed', { response: whole }),
    ];
    return {
      whole,
      events: events.map(
        ([name, data], sequence_number): StreamEvent => [name, { ...(data as object), sequence_number }],
      ),
    };
  },
};

/** `generateContent` of Gemini. */
const gemini: Dialect = {
  name: 'gemini',
  path: /:(?:stream)?generateContent$/i,
  read(body) {
    type Declared = Named & { parametersJsonSchema?: Schema; parameters?: Schema };
    const { tools = [], contents = [] } = body as {
      tools?: readonly { functionDeclarations?: readonly Declared[] }[];
      contents?: readonly { parts?: readonly { functionResponse?: { response: unknown } }[] }[];
    };
    return {
      tools: tools
        .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
        .flatMap(({ name, parametersJsonSchema, parameters }) =>
          name ? [{ name, schema: parametersJsonSchema ?? parameters }] : [],
        ),
      results: contents
        .flatMap(({ parts = [] }) => parts)
        .flatMap(({ functionResponse }) => (functionResponse ? [text(functionResponse.response)] : [])),
    };
  },
  answer(move) {
    const part =
      move.kind === 'call'
        ? { functionCall: { name: move.tool.name, args: move.input } }
        : { text: move.text };
    const whole = {
      candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
      usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 5, totalTokenCount: 25 },
    };
    return { whole, events: [[undefined, whole]] };
  },
};

export const dialects: readonly Dialect[] = [anthropic, chat, responses, gemini];
