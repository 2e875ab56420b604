// Reports for GitHub's runner: each line is read back as the runner reads it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bylaw, withFolder } from './command.ts';
import { readAnnotations } from './read-annotations.ts';

const good = `policy com.example.dev

deny push
  when runs "git push" with --force
  when unsure note
  reason "History that others have is kept."
  test
    denies "git push --force"
    passes "git push"
`;
const warned = good.replace('deny push', 'list unused = paths "a"\n\ndeny push');
const broken = good.replace('when runs', 'when rnus');
const failing = good.replace('passes "git push"', 'denies "git push"');

const env = { GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary.md' };

/** The runner gives absolute names. */
const runnerOf = (cwd: string): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, file]) => [name, join(cwd, file)]));

describe('bylaw check --github', () => {
  test('annotates each finding at its place in the checkout', async () => {
    await withFolder({ 'rules/dev.policy': broken }, async (cwd) => {
      const { code, stdout } = await bylaw(['check', '--github', 'rules'], { cwd, env: runnerOf(cwd) });
      expect(code).toBe(2);
      const { annotations, rest } = readAnnotations(stdout);
      expect(annotations).toMatchObject([
        { command: 'error', file: 'rules/dev.policy', line: '4', endLine: '4', col: '8' },
      ]);
      expect(annotations[0]?.message).toContain('rnus');
      expect(annotations[0]?.message).toContain('\nhelp: ');
      expect(rest).toEqual(['1 file: 1 error, 0 warnings.']);
      expect(readFileSync(join(cwd, 'output'), 'utf8')).toBe('errors=1\nwarnings=0\n');
      const summary = readFileSync(join(cwd, 'summary.md'), 'utf8');
      expect(summary).toContain(
        '### bylaw check\n\n| | code | place | message |\n| --- | --- | --- | --- |\n| error |',
      );
      expect(summary).toContain(' | rules/dev.policy&#58;4 | ');
    });
  });

  test('warns, and writes nothing for a runner that names no files', async () => {
    await withFolder({ 'dev.policy': warned }, async (cwd) => {
      const { code, stdout } = await bylaw(['check', '--github', '.'], { cwd });
      expect(code).toBe(1);
      expect(readAnnotations(stdout).annotations.map(({ command }) => command)).toEqual(['warning']);
    });
  });

  test('places files by the top of the checkout, wherever the step runs', async () => {
    await withFolder({ 'sub/rules/dev.policy': broken }, async (top) => {
      const { stdout } = await bylaw(['check', '--github', 'rules'], {
        cwd: join(top, 'sub'),
        env: { GITHUB_WORKSPACE: top },
      });
      expect(readAnnotations(stdout).annotations[0]?.file).toBe('sub/rules/dev.policy');
    });
  });

  test('escapes what the runner would take as its own', async () => {
    const name = '50%, a::b,c.policy';
    const text = good.replace('runs "git push"', 'rnus "::error::%0A##[add-mask]"');
    await withFolder({ [name]: text }, async (cwd) => {
      const { stdout } = await bylaw(['check', '--github', '.'], { cwd, env: runnerOf(cwd) });
      const { annotations, rest } = readAnnotations(stdout);
      expect(annotations.map(({ file }) => file)).toEqual(annotations.map(() => name));
      expect(rest).toHaveLength(1);
      for (const line of stdout.split('\n')) expect(line).not.toMatch(/^\s*::(?!error |warning )/);
      expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).not.toMatch(/[<`[\]%]/);
    });
  });

  test('says so where the file of the runner cannot be written', async () => {
    await withFolder({ 'dev.policy': good }, async (cwd) => {
      const { code, stderr } = await bylaw(['check', '--github', '.'], {
        cwd,
        env: { GITHUB_OUTPUT: join(cwd, 'not/there') },
      });
      expect(code).toBe(3);
      expect(stderr).toContain('cannot be written');
    });
  });
});

describe('bylaw test --github', () => {
  test('annotates a failing test, with what each clause came to', async () => {
    await withFolder({ 'rules/dev.policy': failing }, async (cwd) => {
      const { code, stdout } = await bylaw(['test', '--github', 'rules'], { cwd, env: runnerOf(cwd) });
      expect(code).toBe(1);
      const { annotations, rest } = readAnnotations(stdout);
      expect(annotations).toMatchObject([
        { command: 'error', title: 'failing-test', file: 'rules/dev.policy', line: '9', col: '5' },
      ]);
      expect(annotations[0]?.message).toContain('when runs "git push" with --force: no');
      expect(rest).toEqual(['1 passed, 1 failed']);
      expect(readFileSync(join(cwd, 'output'), 'utf8')).toBe('failed-tests=1\n');
    });
  });

  test('annotates what keeps tests from running, and says nothing twice', async () => {
    await withFolder({ 'dev.policy': broken }, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(['test', '--github', '.'], { cwd });
      expect(code).toBe(2);
      expect(stderr).toBe('');
      const { annotations, rest } = readAnnotations(stdout);
      expect(annotations).toHaveLength(1);
      expect(rest).toEqual(['The policies or their tests are not valid: 1 error. No test was run.']);
    });
  });

  test('is an error without a place where there is no test', async () => {
    await withFolder({ 'dev.policy': good.replace(/ {2}test\n.*/s, '') }, async (cwd) => {
      const { code, stdout } = await bylaw(['test', '--report', 'github', '.'], { cwd });
      expect(code).toBe(1);
      expect(stdout).toContain('::error title=bylaw test::there is no test to run\n');
    });
  });

  test('is one form, and not two', async () => {
    await withFolder({ 'dev.policy': good }, async (cwd) => {
      expect((await bylaw(['test', '--github', '--json', '.'], { cwd })).code).toBe(3);
      expect((await bylaw(['test', '--github', '--report', 'tap', '.'], { cwd })).code).toBe(3);
      expect((await bylaw(['test', '--github', '--report', 'github', '.'], { cwd })).code).toBe(0);
    });
  });
});
