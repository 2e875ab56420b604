/** Cases of `said-of-commands.txt`: the clauses of a rule, and below them calls with what the rule comes to for each. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgeRule } from '../../src/engine/rule-result.ts';
import { derive } from '../../src/facts/facts.ts';
import { truthName } from '../../src/pattern/text/truth.ts';
import { program } from '../engine/program.ts';
import { shellEvent, toolEvent } from '../variants/shell-event.ts';

const text = readFileSync(new URL('said-of-commands.txt', import.meta.url), 'utf8');

for (const block of text.split(/^=== /m).slice(1)) {
  const [head = '', ...calls] = block.trimEnd().split('\n  ');
  const [title = '', ...clauses] = head.split('\n');
  // All calls of a rule at once: a test for each takes as long as its call.
  test(title, () => {
    const [rule] = program(`deny x ${clauses.join(' ')}`).rules;
    if (rule === undefined) throw new Error('the case has no rule');
    const answers = calls.map((line) => {
      const [, call = ''] = line.trim().split(/\s+(.*)/s, 2);
      const [tool, path] = /^(\w+): (.*)$/.exec(call)?.slice(1) ?? [];
      const event =
        tool === undefined
          ? shellEvent(call.replaceAll('\\n', '\n'))
          : toolEvent(tool, 'file_write', { file_path: path ?? '', content: 'x' });
      const answer = truthName(judgeRule(rule, derive(event)).truth);
      return line.replace(/\S+/, answer === 'unknown' ? 'unsure' : answer);
    });
    expect(answers).toEqual(calls);
  });
}
