import { applyPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import type { HarnessId } from '../../src/adapters/harnesses.ts';
import { readAnswer } from '../../src/diagnosis/read-answer.ts';
import type { CommandRun } from '../../src/diagnosis/run-command.ts';
import { adapters } from '../../src/harnesses/adapters.ts';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import {
  commandPromptText,
  commandWords,
  hookShellText,
  isHookCommand,
  optionOf,
  powerShellText,
  runsHook,
} from '../../src/install/command-line.ts';
import { shownTo, unifiedDiff } from '../../src/install/diff.ts';

describe('command lines', () => {
  const plain = {
    node: '/usr/bin/node',
    script: '/opt/bylaw/dist/bylaw.cjs',
    policies: '/etc/bylaw/policies',
  };

  test('paths are in quotes, and the rest is not', () => {
    const words = '"/usr/bin/node" "/opt/bylaw/dist/bylaw.cjs" hook codex --policies "/etc/bylaw/policies"';
    expect(commandPromptText(plain, 'codex')).toBe(words);
    expect(hookShellText(plain, adapters.codex).endsWith(` ${words}`)).toBe(true);
  });

  test('what a shell would expand between double quotes is between single ones', () => {
    expect(hookShellText({ ...plain, policies: "/a$b/it's" }, adapters.codex)).toMatch(
      /--policies '\/a\$b\/it'\\''s'$/,
    );
  });

  test('paths of Windows have forward slashes, and PowerShell knows that it is a command', () => {
    const windows = {
      node: 'C:\\Program Files\\nodejs\\node.exe',
      script: 'C:\\b\\bylaw.cjs',
      policies: 'C:\\p',
    };
    expect(powerShellText(windows, 'cursor')).toBe(
      "& 'C:/Program Files/nodejs/node.exe' 'C:/b/bylaw.cjs' hook cursor --policies 'C:/p'",
    );
    expect(commandPromptText(windows, 'codex')).toBe(
      '"C:/Program Files/nodejs/node.exe" "C:/b/bylaw.cjs" hook codex --policies "C:/p"',
    );
  });

  test.each([
    ['bylaw hook claude-code', true],
    ['/usr/local/bin/bylaw hook', true],
    ['"/usr/bin/node" "/x/dist/bylaw.cjs" hook codex', true],
    ["& 'C:/node.exe' 'C:/x/bylaw.cjs' hook codex", true],
    ['echo bylaw', false],
    ['notbylaw hook', false],
    ['bylaw check hook', false],
    ['/home/me/bylaw/scripts/hook.sh', false],
  ])('%s: own %s', (text, own) => {
    expect(runsHook(text)).toBe(own);
  });

  test('words and options are read back from what was written', () => {
    for (const policies of ['/etc/bylaw/policies', '/with blank', "/it's $HOME"]) {
      const line = { kind: 'shell', text: hookShellText({ ...plain, policies }, adapters.codex) } as const;
      expect(commandWords(line)).toEqual([plain.node, plain.script, 'hook', 'codex', '--policies', policies]);
      expect(optionOf(line, '--policies')).toBe(policies);
      expect(isHookCommand({ kind: 'words', words: commandWords(line) })).toBe(true);
    }
  });
});

describe('differences', () => {
  test('only what changes is shown, with the lines around it', () => {
    const before = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join('\n');
    const after = before.replace('line 15', 'LINE 15');
    expect(unifiedDiff({ path: '/x/f', before, after })).toBe(
      '--- a/x/f\n+++ b/x/f\n@@ -12,7 +12,7 @@\n line 12\n line 13\n line 14\n-line 15\n+LINE 15\n line 16\n line 17\n line 18\n',
    );
    expect(unifiedDiff({ path: 'f', before, after: before })).toBe('');
  });

  test('a terminal is not told what to do by a file', () => {
    const text = '+a\u001b[2Jb\tc\n';
    expect(shownTo({ isTTY: true }, text)).toBe('+a·[2Jb    c\n');
    expect(shownTo({}, text)).toBe(text);
  });

  test('files that are large in the middle are shown all the same', () => {
    const many = (word: string): string =>
      Array.from({ length: 1200 }, (_, at) => `${word} ${at}`).join('\n');
    const [before, after] = [many('a'), many('b')];
    const diff = unifiedDiff({ path: 'f', before, after });
    expect(diff.split('\n').filter((line) => /^[-+]\w/.test(line))).toHaveLength(2400);
    expect(applyPatch(before, diff)).toBe(after);
  });
});

describe('what a harness makes of an answer', () => {
  const run = (stdout: string, exitCode: number | undefined = 0, stderr = ''): CommandRun => ({
    stdout,
    stderr,
    exitCode,
    late: false,
    milliseconds: 1,
  });
  const claudeDeny = (reason: string): string =>
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: reason,
      },
    });

  test.each<[HarnessId, CommandRun, string]>([
    ['claude-code', run(''), 'passes'],
    ['claude-code', run('{}'), 'passes'],
    ['claude-code', run(claudeDeny('no')), 'denies'],
    ['claude-code', run(claudeDeny('')), 'unusable'],
    ['claude-code', run(claudeDeny('no').replace('deny', 'allow')), 'grants'],
    ['claude-code', run('{"permissionDecision":"deny","permissionDecisionReason":"no"}'), 'unusable'],
    ['claude-code', run('', 2, 'no'), 'denies'],
    ['claude-code', run('', 1, 'Error'), 'unusable'],
    ['claude-code', run('', 127, 'not found'), 'unusable'],
    ['claude-code', { ...run(''), late: true }, 'unusable'],
    ['codex', run('{}'), 'unusable'],
    ['codex', run('', 2), 'unusable'],
    ['cursor', run('{}'), 'passes'],
    ['cursor', run(''), 'unusable'],
    ['cursor', run('{"permission":"deny","user_message":"no","agent_message":"no"}'), 'denies'],
    ['cursor', run('{"permission":"allow"}'), 'grants'],
    ['copilot', run('{"permissionDecision":"deny","permissionDecisionReason":"no"}'), 'denies'],
    ['gemini-cli', run('{"decision":"deny","reason":"no"}'), 'denies'],
    ['gemini-cli', run('{"decision":"deny"}'), 'unusable'],
    ['gemini-cli', run('plain words'), 'unusable'],
    ['antigravity', run('{"decision":"ask"}'), 'passes'],
    ['antigravity', run('{}'), 'unusable'],
    ['cline', run('{"cancel":false}'), 'passes'],
    ['cline', run('{"cancel":true,"errorMessage":"no"}'), 'denies'],
    ['windsurf', run('', 2, 'no'), 'denies'],
    ['windsurf', run('{"decision":"deny","reason":"no"}'), 'unusable'],
    ['goose', run('{"decision":"block","reason":"no"}'), 'denies'],
    ['grok', run('{"decision":"deny","reason":"no"}', 2, 'no'), 'denies'],
  ])('%s: %j is “%s”', (id, output, kind) => {
    expect(readAnswer(output, harnessInstalls[id].check.answers).kind).toBe(kind);
  });
});
