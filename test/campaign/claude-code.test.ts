/**
 * The example for the Claude Agent SDK, and the hook of Claude Code, with the real thing and a model on loopback. Each
 * start of it takes seconds, so none is in the gate. The campaign `harnesses` runs the command-line program in the same way.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, test } from 'vitest';
import { bylawHooks } from '../../examples/claude-agent-sdk.ts';
import { createEngine } from '../../src/index.ts';
import { withFolder } from '../cli/command.ts';
import { claudeEnvironment, withModelApi } from '../examples/model-api.ts';
import { command, runHook } from '../hook/run-hook.ts';
import { isFull, tell } from './effort.ts';

describe('the Claude Agent SDK', () => {
  test.runIf(isFull)('asks bylaw before a tool, and the model reads why it may not run', () =>
    withFolder({ 'work/notes.txt': 'x' }, (home) =>
      withModelApi(
        { name: 'Bash', input: { command: 'rm -rf ../notes && git push --force' } },
        async (url, results) => {
          const engine = createEngine({ policies: 'policies' });
          const options = {
            hooks: bylawHooks(engine),
            env: claudeEnvironment(url, home),
            cwd: join(home, 'work'),
            allowedTools: ['Bash'],
          };
          const ended = [];
          for await (const message of query({ prompt: 'push', options }))
            if (message.type === 'result') ended.push(message.subtype);
          expect(ended).toEqual(['success']);
          expect(results.join()).toContain('[io.bylaw.');
          expect(engine.counts.denied).toBeGreaterThan(0);
        },
      ),
    ),
  );

  test.runIf(isFull)('lets a call run that no policy denies', () =>
    withFolder({ 'work/notes.txt': 'x' }, (home) =>
      withModelApi({ name: 'Bash', input: { command: 'echo hello > made.txt' } }, async (url, results) => {
        const engine = createEngine({ policies: 'policies' });
        const options = {
          hooks: bylawHooks(engine),
          env: claudeEnvironment(url, home),
          cwd: join(home, 'work'),
          allowedTools: ['Bash'],
        };
        for await (const _message of query({ prompt: 'write', options }));
        expect(results.length).toBeGreaterThan(0);
        expect(existsSync(join(home, 'work/made.txt'))).toBe(true);
        expect(engine.counts).toMatchObject({ denied: 0 });
        expect(engine.counts.observed).toBeGreaterThan(0);
      }),
    ),
  );
});

describe('Claude Code with the hook in its settings', () => {
  const shipped = join(process.cwd(), 'policies');
  const settings = (policies: string): string =>
    JSON.stringify({
      hooks: {
        PreToolUse: [
          {
            matcher: '*',
            hooks: [
              {
                type: 'command',
                command: `"${process.execPath}" "${command}" hook claude-code --policies "${policies}"`,
              },
            ],
          },
        ],
      },
    });

  test.runIf(isFull)('a denied call does not run, and the model reads why', () =>
    withFolder({ 'work/notes.txt': 'x', '.claude/settings.json': settings(shipped) }, (home) =>
      withModelApi(
        { name: 'Bash', input: { command: 'touch ran.txt; git reset --hard' } },
        async (url, results) => {
          // Checked once before, as `bylaw init` does: a busy machine takes its time for that.
          const warm = ['claude-code', '--policies', shipped, '--deadline', '60000'];
          await runHook(warm, { home, input: '{}' });
          const options = {
            env: claudeEnvironment(url, home),
            cwd: join(home, 'work'),
            allowedTools: ['Bash'],
            settingSources: ['user' as const],
          };
          for await (const _message of query({ prompt: 'go', options }));
          expect(results.join()).toContain('[io.bylaw.git.discard-changes]');
          expect(existsSync(join(home, 'work/ran.txt'))).toBe(false);
          tell({ 'calls of the real Claude Code denied': 1 });
        },
      ),
    ),
  );
});
