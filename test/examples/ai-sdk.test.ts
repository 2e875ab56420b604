/** The example for the AI SDK, with the SDK itself and a model that says what a test tells it. */
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { guardTools } from '../../examples/ai-sdk.ts';
import { createEngine, type PolicyEngine } from '../../src/index.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** Calls `shell` with each command in turn, one a step, and then says that it is done. */
const modelThatRuns = (commands: readonly string[]) => {
  let step = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const command = commands[step++];
      const finishReason = {
        unified: command === undefined ? 'stop' : 'tool-calls',
        raw: undefined,
      } as const;
      const content =
        command === undefined
          ? ({ type: 'text', text: 'done' } as const)
          : ({
              type: 'tool-call',
              toolCallId: `call-${step}`,
              toolName: 'shell',
              input: JSON.stringify({ command }),
            } as const);
      return { content: [content], finishReason, usage, warnings: [] };
    },
  });
};

test('a denied tool does not run, and the model reads why', async () => {
  const engine = createEngine({ policies: 'policies' });
  const ran: string[] = [];
  const tools = {
    shell: tool({
      description: 'Runs a command.',
      inputSchema: z.object({ command: z.string() }),
      execute: async ({ command }) => {
        ran.push(command);
        return 'ok';
      },
    }),
  };
  const { steps, text } = await generateText({
    model: modelThatRuns(['npm test', 'git push --force origin main']),
    tools: guardTools(tools, engine, { id: 's1', cwd: '/home/dev/shop' }),
    stopWhen: stepCountIs(4),
    prompt: 'go',
  });
  expect(text).toBe('done');
  expect(ran).toEqual(['npm test']);
  const errors = steps.flatMap(({ content }) => content.filter((part) => part.type === 'tool-error'));
  expect(errors).toHaveLength(1);
  expect(String(errors[0]?.error)).toContain('[io.bylaw.git.force-push]');
  expect(engine.counts).toMatchObject({ decided: 2, denied: 1 });
});

test('the engine learns how each call ended', async () => {
  const engine = createEngine({ policies: 'policies' });
  const told: unknown[] = [];
  const watched: PolicyEngine = {
    ...engine,
    observe: (event) => {
      const isRead = engine.observe(event);
      const { call, outcome, error } = JSON.parse(JSON.stringify(event));
      told.push({ isRead, call: call.id, outcome, ...(error === undefined ? {} : { error }) });
      return isRead;
    },
  };
  const tools = {
    shell: tool({
      description: 'Runs a command.',
      inputSchema: z.object({ command: z.string() }),
      execute: async ({ command }) => {
        if (command === 'npm test') throw new Error('2 tests failed');
        return 'ok';
      },
    }),
  };
  const { steps } = await generateText({
    model: modelThatRuns(['npm run build', 'npm test', 'git push --force origin main']),
    tools: guardTools(tools, watched, { id: 's1', cwd: '/home/dev/shop' }),
    stopWhen: stepCountIs(5),
    prompt: 'go',
  });
  expect(told).toEqual([
    { isRead: true, call: 'call-1', outcome: 'ok' },
    { isRead: true, call: 'call-2', outcome: 'error', error: { message: 'Error: 2 tests failed' } },
    { isRead: true, call: 'call-3', outcome: 'denied' },
  ]);
  expect(engine.counts).toMatchObject({ decided: 3, denied: 1, observed: 3 });
  const errors = steps.flatMap(({ content }) => content.filter((part) => part.type === 'tool-error'));
  expect(String(errors[0]?.error)).toContain('2 tests failed');
});
