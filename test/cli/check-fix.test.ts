import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bylaw, withFolder } from './command.ts';

const doubtful = `policy com.example.dev
import "b.policy"
import "b.policy"
# bylaw: accept program-path because only the vendor's own build is meant
deny vendor
  when runs "/usr/bin/tool"
deny other
  when runs "/usr/bin/git" and tool == "Bash"
`;
const fixed = `policy com.example.dev
import "b.policy"
# bylaw: accept program-path because only the vendor's own build is meant
deny vendor
  when runs "/usr/bin/tool"
deny other
  when runs "git" and tool is "Bash"
`;
const files = { 'a.policy': doubtful, 'b.policy': 'policy com.example.b\ndeny b\n  when tool is "B"\n' };

describe('bylaw check --fix', () => {
  test('fixes what is certain, in rounds, and leaves what is accepted', async () => {
    await withFolder(files, async (cwd) => {
      chmodSync(join(cwd, 'a.policy'), 0o640);
      const { code, stdout, stderr } = await bylaw(['check', '--fix', '.'], { cwd });
      expect(stderr).toBe('3 findings fixed in 1 file: a.policy.\n');
      expect([code, stdout]).toEqual([
        0,
        '2 files, 3 rules, 0 tests: nothing to report; 1 warning accepted (`program-path` in a.policy).\n',
      ]);
      expect(readFileSync(join(cwd, 'a.policy'), 'utf8')).toBe(fixed);
      expect(statSync(join(cwd, 'a.policy')).mode & 0o777).toBe(0o640);
    });
  });

  test('--diff shows what would be fixed, and writes nothing', async () => {
    await withFolder(files, async (cwd) => {
      const { code, stdout } = await bylaw(['check', '--fix', '--diff', '.'], { cwd });
      expect(code).toBe(1);
      expect(stdout).toContain(
        '-  when runs "/usr/bin/git" and tool == "Bash"\n+  when runs "git" and tool is "Bash"\n',
      );
      expect(stdout).toContain('3 findings would be fixed in 1 file; nothing was written.\n');
      expect(readFileSync(join(cwd, 'a.policy'), 'utf8')).toBe(doubtful);
      const clean = await bylaw(['check', '--fix', '--diff', 'b.policy'], { cwd });
      expect([clean.code, clean.stdout]).toEqual([0, 'There is nothing that could be fixed for certain.\n']);
    });
  });

  test('goes through a link to the file behind it', async () => {
    await withFolder(
      { 'real/a.policy': doubtful.replaceAll('import "b.policy"\n', ''), 'p/x.policy': files['b.policy'] },
      async (cwd) => {
        symlinkSync('../real/a.policy', join(cwd, 'real', '..', 'p', 'a.policy'));
        const { code } = await bylaw(['check', '--fix', 'real'], { cwd });
        expect(code).toBe(0);
        expect(readFileSync(join(cwd, 'real/a.policy'), 'utf8')).toContain('tool is "Bash"');
      },
    );
  });

  test('says where it fixes nothing more than it can', async () => {
    await withFolder({ 'a.policy': 'policy com.example.dev\ndeny x\n  when tool == Bash\n' }, async (cwd) => {
      const { code, stdout } = await bylaw(['check', '--fix', 'a.policy'], { cwd });
      expect(code).toBe(2);
      expect(stdout).toContain('text is written in quotes');
    });
  });

  test('an option without its dash is written where no other plain word is beside it', async () => {
    const lines = ['with "force" or -f', 'with "clear" or "prune"'];
    const policy = (given: readonly string[]): string =>
      `policy com.example.a\n${given.map((line, at) => `\ndeny r${at}\n  when runs "git push" ${line}\n  reason "No."\n`).join('')}`;
    await withFolder({ 'a.policy': policy(lines) }, async (cwd) => {
      const { code } = await bylaw(['check', '--fix', 'a.policy'], { cwd });
      expect(code).toBe(1);
      expect(readFileSync(join(cwd, 'a.policy'), 'utf8')).toBe(
        policy(['with --force or -f', 'with "clear" or "prune"']),
      );
    });
  });

  test.each([
    [['--json', '--sarif'], 'two forms of one report'],
    [['--diff'], 'shows what `--fix` would do'],
    [['--fix', '--diff', '--json'], 'is for people'],
    [['--github', '--sarif'], 'a form of the report'],
    [['--github', '--cost'], 'no place for'],
  ])('%j is wrong usage', async (options, message) => {
    await withFolder(files, async (cwd) => {
      const { code, stderr } = await bylaw(['check', ...options, '.'], { cwd });
      expect(code).toBe(3);
      expect(stderr).toContain(message);
    });
  });
});

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly charOffset: number;
  readonly charLength: number;
}

test('bylaw check --sarif gives a code host each finding with its lines, and what fixes it', async () => {
  await withFolder(files, async (cwd) => {
    const { code, stdout } = await bylaw(['check', '--sarif', '.'], { cwd });
    expect(code).toBe(2);
    const log = JSON.parse(stdout);
    expect(log).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'bylaw' } } }] });
    const [{ results, tool }] = log.runs;
    const codes = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(codes).toEqual(['duplicate-import', 'program-path', 'unknown-operator']);
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      expect(codes[ruleIndex]).toBe(ruleId);
      expect(['error', 'warning']).toContain(level);
      expect(message.text).toMatch(/^[A-Z`].*\.$/);
      const { artifactLocation, region } = locations[0].physicalLocation;
      expect(artifactLocation).toEqual({ uri: 'a.policy', uriBaseId: '%SRCROOT%' });
      const { startLine, startColumn, charOffset, charLength }: Region = region;
      const line = doubtful.split('\n')[startLine - 1] ?? '';
      const words = doubtful.slice(charOffset, charOffset + charLength);
      expect(line.slice(startColumn - 1, startColumn - 1 + words.length)).toBe(words);
    }
    const operator = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'unknown-operator');
    expect(operator.fixes[0].artifactChanges[0].replacements[0]).toMatchObject({
      deletedRegion: { startLine: 8, charLength: 2 },
      insertedContent: { text: 'is' },
    });
    const suppressed = results.filter(
      ({ suppressions }: { suppressions?: unknown }) => suppressions !== undefined,
    );
    expect(suppressed).toMatchObject([
      {
        ruleId: 'program-path',
        suppressions: [{ kind: 'inSource', justification: "only the vendor's own build is meant" }],
      },
    ]);
  });
});

test('bylaw check --sarif names a file by its place below the current folder, where code hosts look for it', async () => {
  await withFolder({ 'my rules/a b.policy': doubtful, 'elsewhere/kept': '' }, async (cwd) => {
    const uriOf = async (folder: string, path: string): Promise<unknown> => {
      const { stdout } = await bylaw(['check', '--sarif', path], { cwd: `${cwd}/${folder}` });
      return JSON.parse(stdout).runs[0].results[0].locations[0].physicalLocation.artifactLocation;
    };
    expect(await uriOf('.', 'my rules')).toEqual({ uri: 'my%20rules/a%20b.policy', uriBaseId: '%SRCROOT%' });
    expect(await uriOf('elsewhere', '../my rules')).toEqual({ uri: 'a%20b.policy', uriBaseId: 'POLICIES' });
  });
});
