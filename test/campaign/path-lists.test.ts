/** Lists of paths are found by names in them: it must never matter, least of all for whole directories. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate, evaluateEveryRule } from '../../src/engine/evaluate.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, program } from '../engine/program.ts';
import { effort, seed, tell, timeout } from './effort.ts';

/** Lists, each beside three commands. */
const runs = effort(15_000, 25);

const name = fc.constantFrom('a', 'b', '.git', 'hooks', '.ssh', 'home', 'user', 'repo', 'etc', 'x.pem');
const part = fc.oneof(name, fc.constantFrom('*', '**', 'a*', '*.pem', '{a,.git}'));
const pattern = fc
  .tuple(
    fc.constantFrom('/', '~/', '**/', './', '**/.git/', '~/.ssh/'),
    fc.array(part, { minLength: 1, maxLength: 3 }),
  )
  .map(([start, parts]) => start + parts.join('/'));
const path = fc
  .tuple(
    fc.constantFrom('/', '~/', '/home/user/', '/repo/', '', '../', '$X/'),
    fc.array(name, { maxLength: 3 }),
  )
  .map(([start, names]) => start + names.join('/'));
const command = fc
  .tuple(fc.constantFrom('rm -rf', 'rm', 'cp -r /tmp/y', 'grep -r q', 'cat', 'chmod -R 0'), path)
  .map(([program, at]) => `${program} ${at}`);
const verb = fc.constantFrom('deletes', 'reads', 'writes');

test('a path in a list is one of its paths by itself, found or asked', { timeout }, () => {
  const seen = { deny: 0, none: 0, unsure: 0 };
  fc.assert(
    fc.property(
      fc.uniqueArray(pattern, { minLength: 5, maxLength: 12 }),
      verb,
      fc.constantFrom('is in', 'under'),
      fc.array(command, { minLength: 3, maxLength: 3 }),
      (patterns, does, how, commands) => {
        const quoted = patterns.map((each) => `"${each}"`);
        const alone = quoted.map(
          (each, at) => `deny r${at} when ${does} ${how === 'under' ? 'under ' : ''}${each}`,
        );
        const listed = `list all = paths ${quoted.join(', ')}\ndeny l when ${does} ${how === 'under' ? 'under ' : ''}@all`;
        const one = program(listed);
        const each = program(alone.join('\n'));
        one.index.prepare();
        each.index.prepare();
        for (const text of commands) {
          const facts = derive(call({ command: text }));
          const decision = evaluate(one, facts);
          expect(decision).toEqual(evaluateEveryRule(one, facts));
          const apart = evaluate(each, facts);
          expect(apart).toEqual(evaluateEveryRule(each, facts));
          const holds = apart.matched.length > 0;
          expect(decision.matched.length > 0, `${text} beside ${quoted.join(' ')}`).toBe(holds);
          if (!holds) expect(decision.unsure.length > 0, text).toBe(apart.unsure.length > 0);
          seen[holds ? 'deny' : apart.unsure.length > 0 ? 'unsure' : 'none']++;
        }
      },
    ),
    { numRuns: runs, seed },
  );
  tell({ 'commands beside a list of paths': 3 * runs, denied: seen.deny, unsure: seen.unsure });
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(runs / 16);
});
