import { expect, test } from 'vitest';
import { type ClauseTrace, type Explanation, explainRule } from '../../src/engine/explain.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, program } from './program.ts';

const explain = (rule: string, of: Event): Explanation => {
  const [first] = program(rule).rules;
  if (first === undefined) throw new Error('no rule');
  return explainRule(first, derive(of));
};

/** A trace on one line: `and=unknown(tool=yes input.owner=unknown)`. */
function shown({ kind, name, value, parts }: ClauseTrace): string {
  const own = `${name === '' ? kind : name}=${value}`;
  return parts.length === 0 ? own : `${own}(${parts.map(shown).join(' ')})`;
}

const nodes = (trace: ClauseTrace): ClauseTrace[] => [trace, ...trace.parts.flatMap(nodes)];

test('every clause has its value, its place and what was seen', () => {
  const rule = `
condition large = size of input > 10
deny a
  when tool is "Bash" and (input.owner is not "x" or might input.path under "/srv")
  unless large
`;
  const { result, when, unless, unknowns } = explain(rule, call({ path: 'a'.repeat(300) }));
  expect(result).toBe('no');
  expect(shown(when)).toBe(
    'and=unknown(and=unknown(tool=yes or=unknown(input.owner=unknown might=no(input.path=no))))',
  );
  expect(unless && shown(unless)).toBe('or=yes(large=yes(input=yes))');
  const seen = nodes(when).flatMap((node) => (node.seen === undefined ? [] : [node.seen]));
  expect(seen[0]).toBe('Bash');
  expect(seen[1]).toHaveLength(200);
  expect(unknowns.map(({ field, cause }) => `${field}: ${cause}`)).toEqual(['input.owner: missing']);
  const text = `policy com.example\n${rule}`;
  const [tool] = nodes(when).filter(({ name }) => name === 'tool');
  expect(text.slice(tool?.place.span.start, tool?.place.span.end)).toBe('tool is "Bash"');
});

test('a rule that is unsure only for what it notes is explained as noted', () => {
  const rule = 'deny a when input.owner is not "x"\n  if input.owner missing note\n  when unsure deny';
  expect(explain(rule, call({}))).toMatchObject({ result: 'unknown', noted: true, effect: 'deny' });
  expect(explain(rule, call({ owner: 'y' }))).toMatchObject({ result: 'yes', noted: false });
});

test('what is seen has no secrets and no control characters', () => {
  const token = `ghp_${'a'.repeat(36)}`;
  const { when } = explain('deny a when input.text is "x"', call({ text: `\u001b[1m ${token}\u202e` }));
  const seen = nodes(when).find(({ name }) => name === 'input.text')?.seen;
  expect(seen).toBeDefined();
  expect(seen).not.toContain(token);
  expect(seen).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
