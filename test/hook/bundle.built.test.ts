/** A hook that decides by a bundle: the same as by the policies in it, and by the last good one where another may not decide. */
import { renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFolder } from '../cli/command.ts';
import { bundleOf, contentOf, enveloped, keys } from '../host/bundle/made-bundle.ts';
import { runHook } from './run-hook.ts';

const [release, other] = [keys(), keys()];
const files = { 'a.bundle': bundleOf(contentOf(2), release), 'release.pub': release.publicPem };

const ask = async (home: string, command: string, from = 'a.bundle', ...options: readonly string[]) => {
  const tool = { tool_name: 'Bash', tool_input: { command } };
  const input = JSON.stringify({ session_id: 's', cwd: '/shop', hook_event_name: 'PreToolUse', ...tool });
  const args = ['claude-code', '--bundle', from, '--bundle-key', 'release.pub', ...options];
  const { code, stdout, stderr } = await runHook(args, { home, input });
  return { code, answer: stdout === '' ? 'passes' : (/\[([\w.-]+)\]/.exec(stdout)?.[1] ?? stdout), stderr };
};

const [denied, passed] = [
  { code: 0, answer: 'com.acme.security.it', stderr: '' },
  { code: 0, answer: 'passes', stderr: '' },
];

test('decides by what is signed, and by the last good one when that is gone, older, or of a stranger', () =>
  withFolder(files, async (home) => {
    expect(await ask(home, 'terraform')).toEqual(denied);
    expect(await ask(home, 'ls')).toEqual(passed);
    renameSync(join(home, 'a.bundle'), join(home, 'b.bundle'));
    expect(await ask(home, 'terraform')).toEqual({
      ...denied,
      stderr: expect.stringContaining('it is not there'),
    });
    for (const [octets, why] of [
      [bundleOf(contentOf(1, 'pulumi'), release), 'its sequence is 1'],
      [bundleOf(contentOf(3, 'pulumi'), other), 'trusted here'],
      [enveloped('{},'.repeat(1_000_000)), 'more after its content than 32 signatures take'],
    ] as const) {
      writeFileSync(join(home, 'a.bundle'), octets);
      expect(await ask(home, 'terraform')).toEqual({ ...denied, stderr: expect.stringContaining(why) });
    }
    const { layers, ...content } = contentOf(3);
    const broken = layers.map((layer) => ({
      ...layer,
      files: [{ path: 'a.policy', text: 'policy a.b\n\ndeny\n' }],
    }));
    writeFileSync(join(home, 'a.bundle'), bundleOf({ ...content, layers: broken }, release));
    expect((await ask(home, 'terraform')).answer).toBe('com.acme.security.it');
    writeFileSync(join(home, 'a.bundle'), bundleOf(contentOf(4, 'pulumi'), release));
    expect(await ask(home, 'terraform')).toEqual(passed);
    expect(await ask(home, 'pulumi')).toEqual(denied);
  }));

test('denies where no bundle may decide, and none did before', () =>
  withFolder({ ...files, 'release.pub': other.publicPem }, async (home) => {
    expect((await ask(home, 'ls')).answer).toBe('io.bylaw.engine.invalid-policy');
    expect((await ask(home, 'ls', 'http://acme.example/a')).answer).toBe('io.bylaw.engine.invalid-policy');
    expect((await ask(home, 'ls', 'a.bundle', '--policies', 'x')).answer).toBe('io.bylaw.engine.wrong-usage');
  }));

test('asks an address once a minute, and one that hangs no longer than half of its time', () =>
  withFolder(files, async (home) => {
    let asked = 0;
    const server = createServer((_, response) => {
      // Only the first is answered.
      if (++asked === 1) response.end(files['a.bundle']);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const address = `http://127.0.0.1:${port}/a.bundle`;
      for (const command of ['terraform', 'terraform'])
        expect(await ask(home, command, address)).toEqual(denied);
      expect(asked).toBe(1);
      const hanging = `http://127.0.0.1:${port}/b.bundle`;
      const { answer } = await ask(home, 'ls', hanging, '--deadline', '2000');
      expect(answer).toBe('io.bylaw.engine.invalid-policy');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }));
