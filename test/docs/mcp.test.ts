/** The policy in docs/mcp.md checks, and passes its own tests. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bylaw, withFolder } from '../cli/command.ts';

test('the policy in docs/mcp.md is sound, whichever way a secret is spelt', async () => {
  const [, policy = ''] = /^```policy\n([\s\S]*?)^```$/m.exec(readFileSync('docs/mcp.md', 'utf8')) ?? [];
  expect(policy).toContain('note://%73ecret');
  await withFolder({ 'mcp.policy': policy }, async (cwd) => {
    expect((await bylaw(['check', 'mcp.policy'], { cwd })).code).toBe(0);
    expect((await bylaw(['test', 'mcp.policy'], { cwd })).stdout).toBe('7 passed, 0 failed\n');
  });
});
