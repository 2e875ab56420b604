/**
 * What a rule says of commands, as text: a file for each rule, which its first line holds. A line `yes`, `unsure` or `no` is a
 * command; `FILE: TEXT` a file of the disk from there on (`\n` for the end of a line), and `no disk` takes the disk away. Calls of one session have ` ||| ` between
 * them: the verdict is that of the last one.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Decision } from '../../src/engine/decision.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import { type WrittenEntry, writtenDisk } from '../../src/facts/disk/written-disk.ts';
import { derive } from '../../src/facts/facts.ts';
import { eventOf } from '../../src/scenario/call.ts';
import { program } from './program.ts';
import { bash, Setting } from './setting.ts';

const folder = new URL('verdicts/', import.meta.url);
const workspace = '/home/user/project';

function answered(text: string): readonly string[] {
  const [rule = '', ...lines] = text.split('\n');
  const policies = program(rule);
  const files = new Map<string, WrittenEntry>();
  return lines.map((line) => {
    const [, command] = /^(?:yes|unsure|no) {2,}(.*)$/.exec(line) ?? [];
    const [, file, held = ''] = command === undefined ? (/^([^#\s]\S*): (.*)$/.exec(line) ?? []) : [];
    if (line === 'no disk') files.clear();
    if (file !== undefined)
      files.set(file.startsWith('/') ? file : `${workspace}/${file}`, { text: held.replaceAll('\\n', '\n') });
    if (command === undefined && file === undefined && !/^(?:no disk|#.*)?$/.test(line))
      throw new Error(`no verdict, file or comment: ${line}`);
    if (command === undefined) return line;
    const [...calls] = command.replaceAll('⏎', '\n').split(' ||| ');
    if (calls.length > 1) return `${shown(afterCalls(rule, calls)).padEnd(7)} ${command}`;
    const event = eventOf({ kind: 'command', command: command.replaceAll('⏎', '\n') }, new Map());
    const disk = files.size === 0 ? undefined : writtenDisk(files, '/home/user');
    const verdict = shown(evaluate(policies, derive(event, undefined, undefined, { disk })));
    return `${verdict.padEnd(7)} ${command}`;
  });
}

const shown = ({ effect, unsure }: Pick<Decision, 'effect' | 'unsure'>): string =>
  effect === 'deny' ? 'yes' : unsure.length > 0 ? 'unsure' : 'no';

/** What the last call of a session in `/w` is answered, without a disk; the others have succeeded. */
function afterCalls(rule: string, calls: readonly string[]): Decision {
  const setting = new Setting(rule);
  const events = calls.map((call, at) => bash(call, `${at}`));
  for (const event of events.slice(0, -1)) {
    setting.decide(event);
    setting.tell(event, 'ok');
  }
  return setting.decide(events.at(-1)!);
}

const names = readdirSync(folder).sort();

test.each(names)('%s', (name) => {
  const file = new URL(name, folder);
  const text = readFileSync(file, 'utf8');
  const [rule = '', ...lines] = text.split('\n');
  const answers = answered(text);
  if (process.env.UPDATE === '1') writeFileSync(file, [rule, ...answers].join('\n'));
  // All lines at once: a test for each of the six thousand takes as long as their commands.
  else expect(answers.join('\n')).toBe(lines.join('\n'));
});
