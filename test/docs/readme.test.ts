/** The README's five minutes, walked through as they are printed. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bylaw, withFolder } from '../cli/command.ts';

const readme = readFileSync('README.md', 'utf8');

/** The fenced blocks of a language, in order. */
function blocks(language: string): string[] {
  return [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, tag, body]) =>
    tag === language ? [body ?? ''] : [],
  );
}

test('the first policy checks, passes its tests, and denies as printed', async () => {
  const [policy = ''] = blocks('policy');
  const event = /^echo '(\{.*\})' > event\.json$/m.exec(readme)?.[1] ?? '';
  const printed = blocks('').find((block) => block.startsWith('deny  com.example.first.curl'));
  expect(policy).toContain('policy com.example.first');
  await withFolder({ 'first.policy': policy, 'event.json': event }, async (cwd) => {
    expect((await bylaw(['check', 'first.policy'], { cwd })).code).toBe(0);
    expect((await bylaw(['test', 'first.policy'], { cwd })).stdout).toBe('3 passed, 0 failed\n');
    const { code, stdout } = await bylaw(['eval', '--policies', 'first.policy', 'event.json'], { cwd });
    expect(stdout).toBe(printed);
    expect(code).toBe(1);
  });
});

test('the recorded event that is shipped is denied by the shipped policies', async () => {
  const { code, stdout } = await bylaw(['eval', 'examples/shell-call.json'], { cwd: '.' });
  expect(code).toBe(1);
  expect(stdout).toContain('deny  io.bylaw.git.force-push');
});

test('every file that the README links to is there', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) => target ?? '');
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});
