// The action for GitHub, run as the runner does.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withFolder } from '../cli/command.ts';
import { readAnnotations } from '../cli/read-annotations.ts';
import { readAction, runAction } from './run-action.ts';

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

const annotationsIn = (log: string) =>
  readAnnotations(log).annotations.map(({ command, title, file, line }) => ({ command, title, file, line }));

describe('the action', () => {
  test('passes where there is nothing to say', async () => {
    await withFolder({ 'policies/dev.policy': good }, async (workspace) => {
      const { code, stdout, outputs, summary } = runAction(workspace);
      expect(code).toBe(0);
      expect(stdout).toBe('1 file, 1 rule, 2 tests: nothing to report.\n2 passed, 0 failed\n');
      expect(outputs).toEqual({ errors: '0', warnings: '0', 'failed-tests': '0', sarif: '' });
      expect(summary).toContain('### bylaw check\n');
      expect(summary).toContain('### bylaw test\n');
    });
  });

  test('shows a warning, and fails on it only when asked', async () => {
    await withFolder({ 'policies/dev.policy': warned }, async (workspace) => {
      const { code, stdout, outputs } = runAction(workspace);
      expect(code).toBe(0);
      expect(annotationsIn(stdout)).toEqual([
        { command: 'warning', title: 'unused-list', file: 'policies/dev.policy', line: '3' },
      ]);
      expect(outputs).toMatchObject({ errors: '0', warnings: '1', 'failed-tests': '0' });
      const strict = runAction(workspace, { 'fail-on': 'warnings' });
      expect(strict.code).toBe(1);
      // The tests are run all the same.
      expect(strict.stdout).toContain('2 passed, 0 failed');
    });
  });

  test('fails on an error, says it once, and writes the log', async () => {
    await withFolder({ 'my rules/dev.policy': broken }, async (workspace) => {
      const { code, stdout, outputs } = runAction(workspace, {
        paths: 'my rules',
        'sarif-file': 'out put/bylaw.sarif',
      });
      expect(code).toBe(1);
      expect(annotationsIn(stdout)).toMatchObject([
        { command: 'error', file: 'my rules/dev.policy', line: '4' },
      ]);
      expect(outputs).toEqual({
        errors: '1',
        warnings: '0',
        'failed-tests': '',
        sarif: 'out put/bylaw.sarif',
      });
      const log = JSON.parse(readFileSync(join(workspace, 'out put/bylaw.sarif'), 'utf8'));
      expect(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation).toEqual({
        uri: 'my%20rules/dev.policy',
        uriBaseId: '%SRCROOT%',
      });
    });
  });

  test('fails on a failing test', async () => {
    await withFolder({ 'policies/dev.policy': failing }, async (workspace) => {
      const { code, stdout, outputs } = runAction(workspace);
      expect(code).toBe(1);
      expect(annotationsIn(stdout)).toEqual([
        { command: 'error', title: 'failing-test', file: 'policies/dev.policy', line: '9' },
      ]);
      expect(outputs).toMatchObject({ errors: '0', warnings: '0', 'failed-tests': '1' });
      expect(runAction(workspace, { command: 'check' }).code).toBe(0);
      expect(runAction(workspace, { command: 'test' }).outputs).toMatchObject({
        errors: '',
        'failed-tests': '1',
      });
    });
  });

  test('takes several paths, one a line', async () => {
    const files = {
      'a b/one.policy': good,
      'c/two.policy': good.replace('com.example.dev', 'com.example.two').replaceAll('git push', 'git tag'),
    };
    await withFolder(files, async (workspace) => {
      const { code, stdout } = runAction(workspace, { paths: 'a b\r\n\nc\n' });
      expect(code).toBe(0);
      expect(stdout).toContain('2 files, 2 rules');
    });
  });

  test.each([
    [{ paths: '; touch made' }],
    [{ paths: '$(touch made)' }],
    [{ paths: '`touch made`' }],
    [{ paths: '"; touch made; "' }],
    [{ paths: '--fix' }],
    [{ paths: '-' }],
    [{ paths: '\n\n' }],
    [{ command: 'check; touch made' }],
    [{ command: '' }],
    [{ 'fail-on': '$(touch made)' }],
    [{ 'sarif-file': 'x\nerrors=0' }],
  ])('takes %j as a text, and fails', async (inputs) => {
    await withFolder({ 'policies/dev.policy': good }, async (workspace) => {
      const { code, outputs } = runAction(workspace, inputs);
      expect(code).not.toBe(0);
      expect(existsSync(join(workspace, 'made'))).toBe(false);
      expect(outputs.errors).not.toBe('0');
      expect(readFileSync(join(workspace, 'policies/dev.policy'), 'utf8')).toBe(good);
    });
  });

  test.each(['$(touch made).sarif', '-n', '; touch made', 'a=b'])('writes the log to %j', async (name) => {
    await withFolder({ 'policies/dev.policy': good }, async (workspace) => {
      const { code, outputs } = runAction(workspace, { command: 'check', 'sarif-file': name });
      expect(code).toBe(0);
      expect(outputs.sarif).toBe(name);
      expect(JSON.parse(readFileSync(join(workspace, name), 'utf8'))).toMatchObject({ version: '2.1.0' });
      expect(existsSync(join(workspace, 'made'))).toBe(false);
    });
  });

  test.each(['v18.20.0', 'v9.0.0', 'nonsense'])('refuses Node %s with a sentence', async (version) => {
    await withFolder(
      { 'policies/dev.policy': good, 'bin/node': `#!/bin/sh\necho ${version}\n` },
      async (workspace) => {
        chmodSync(join(workspace, 'bin/node'), 0o755);
        const { code, stdout } = runAction(workspace, {}, { PATH: `${workspace}/bin:${process.env.PATH}` });
        expect(code).toBe(1);
        expect(stdout).toBe(
          `::error title=bylaw::bylaw needs Node 20 or newer, and this runner has ${version}: put actions/setup-node before this step\n`,
        );
      },
    );
  });

  test('builds bylaw where there is no build', async () => {
    await withFolder(
      { 'policies/dev.policy': good, 'bin/npm': '#!/bin/sh\necho "npm $*" >> log\n' },
      async (workspace) => {
        chmodSync(join(workspace, 'bin/npm'), 0o755);
        const action = join(workspace, 'bin');
        runAction(workspace, {}, { PATH: `${action}:${process.env.PATH}`, GITHUB_ACTION_PATH: action });
        expect(readFileSync(join(action, 'log'), 'utf8')).toBe(
          'npm ci --ignore-scripts --no-audit --no-fund\nnpm run build\n',
        );
      },
    );
  });

  test('puts no expression into a script', () => {
    for (const { run, shell } of readAction().runs.steps) {
      expect(shell).toBe('bash');
      expect(run).not.toContain('${{');
    }
  });
});

test('a policy cannot speak to the runner', async () => {
  const name = 'x,line=1::.policy';
  const text = good.replace('com.example.dev', '::add-mask::a\n##[error]x');
  await withFolder({}, async (workspace) => {
    writeFileSync(join(workspace, name), text);
    const { stdout, stderr } = runAction(workspace, { paths: '.' });
    for (const line of `${stdout}\n${stderr}`.split('\n')) {
      expect(line).not.toMatch(/^\s*::(?!(error|warning) )/);
      if (!line.startsWith('::')) expect(line).not.toContain('##[');
    }
  });
});
