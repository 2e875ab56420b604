/** What the index once left out, or could: it must find every rule that asking all of them would. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMode } from '../../src/compile/program.ts';
import { evaluate, evaluateEveryRule } from '../../src/engine/evaluate.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { tries } from '../campaign/effort.ts';
import { call, program } from '../engine/program.ts';

/** Whether a rule denies a call, by the index; asking every rule has to say the same. */
function denies(rules: string, input: JsonObject, tool: { name?: string; kind?: string } = {}): boolean {
  const made = program(rules);
  made.index.prepare();
  const facts = derive(call(input, tool));
  const decision = evaluate(made, facts);
  expect(decision).toEqual(evaluateEveryRule(made, facts));
  return decision.effect === 'deny';
}

test.each([
  ['dr\u200bop_table', 'any text in input in @forbidden'],
  ['\uff44\uff52\uff4f\uff50_table', 'input.x in @forbidden'],
  ['DROP_TABLE', 'input.x in @forbidden'],
])('a name in the input is found in every spelling: %j', (x, condition) => {
  expect(denies(`list forbidden = names "drop_*"\ndeny a when ${condition}`, { x })).toBe(true);
});

test('a word with much in it that cannot be seen is found', () => {
  const command = `git pu${'\u200b'.repeat(1100)}sh`;
  expect(
    denies('deny a when runs "git push" when unsure deny', { command }, { name: 'Bash', kind: 'shell' }),
  ).toBe(true);
});

test.each([
  ['bin/rails db:drop', 'bin/rails db:drop', true],
  ['bin/rails db:drop', 'BIN/Rails db:drop', true],
  ['bin/rails db:drop', 'bin\uff0frails db:drop', true],
  ['bin/rails db:drop', 'bin/rail\u200bs db:drop', true],
  ['bin/rails db:drop', 'bin\\\\rails db:drop', false],
  ['bin/rails db:drop', './bin/rails db:drop', true],
  ['bin/rails db:drop', 'rails db:drop', false],
  ['*/rails db:drop', './bin/rails db:drop', true],
  ['*/rails db:drop', '$HOME/bin/rails db:drop', true],
  ['bin/*', 'bin/rails', true],
  ['*rails', 'bin/rails', true],
  ['c/o', '\u2105', true],
  ['\u2105', 'c/o', false],
  ['@openai/codex --yolo', 'npx @openai/codex --yolo', true],
  ['foo\u00b4bar', './foo\u00b4bar x', true],
  ['foo\u00a8 push', 'foo\u00a8 push', true],
  ['bin/foo\u00a8', 'bin/foo\u00a8', true],
  ['bin/foo\u00a8', 'bin/foo', false],
])('a program with a slash in it is found: %s of %s', (pattern, command, isDenied) => {
  const rule = `deny a when runs "${pattern}" when unsure note`;
  expect(denies(rule, { command }, { name: 'Bash', kind: 'shell' })).toBe(isDenied);
});

test.each([
  ['newfs*', 'newfs_msdos /dev/sda', true],
  ['NEWFS*', 'newfs_msdos /dev/sda', true],
  ['newfs*', '/sbin/newfs_msdos /dev/sda', true],
  ['newfs*', 'sudo "new"fs_hfs x', true],
  ['newfs*', '\uff4eew\u200bfs.x', true],
  ['new\u017f*', 'news.x', true],
  ['tool*.exe', 'tool-1', true],
  ['tool*', 'tool-1.exe', true],
  ['/etc/init.d/sys*', '/etc/init.d/syslog-ng stop', true],
  ['/etc/init.d/sys*', 'syslog-ng stop', false],
  ['/opt/ab*', '/opt/abc/run', true],
  ['*', 'ls', true],
  ['newfs*', 'mkfs /dev/sda', false],
])('a program with a star in it is found: %s of %s', (pattern, command, isDenied) => {
  const rule = `deny a when runs "${pattern}" when unsure note`;
  expect(denies(rule, { command }, { name: 'Bash', kind: 'shell' })).toBe(isDenied);
});

test('a star in the name of a program is found in every spelling that matches', () => {
  const letters = [
    'a',
    's',
    'S',
    '\u017f',
    's\u0301',
    '\u200b',
    '\uff41',
    '/',
    '.exe',
    '\u00a8',
    '\u2105',
    'k',
    '\u212a',
  ];
  const part = fc.array(fc.constantFrom(...letters), { maxLength: 3 }).map((all) => all.join(''));
  const pattern = fc.tuple(part, part).map(([before, after]) => `${before}*${after}`);
  const name = fc.array(fc.constantFrom(...letters, '$X', 'x'), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(pattern, name, (text, written) => {
      const rule = `deny a when runs "${text}" when unsure deny`;
      denies(rule, { command: `${written.join('')} y` }, { name: 'Bash', kind: 'shell' });
    }),
    { numRuns: tries(300), seed: 7 },
  );
});

test('a program in a place is found in every spelling that leads there', () => {
  const steps = fc.array(fc.constantFrom('/', '/', 'a', 'S', 's', '.', '..', '*', '\u017f', '.exe'), {
    maxLength: 7,
  });
  const pattern = fc
    .tuple(fc.constantFrom('/', '/s/', '~/'), steps)
    .map(([root, more]) => root + more.join(''));
  const word = fc
    .tuple(fc.constantFrom('/', './', '../', '~/', '', '$X/'), steps)
    .map(([root, more]) => root + more.join(''));
  const tool = { name: 'Bash', kind: 'shell' };
  fc.assert(
    fc.property(
      pattern,
      word,
      fc.constantFrom('', 'cd /s; ', 'cd ~; ', 'cd "$Y"; '),
      (text, written, before) => {
        const command = `${before}${written}x y`;
        denies(`deny a when runs "${text}x" when unsure deny`, { command }, tool);
        denies(`deny a when runs "${text}x" or "b" or "c" or "e" or "f" when unsure deny`, { command }, tool);
        denies(`deny a when runs "${text}*" when unsure deny`, { command }, tool);
      },
    ),
    { numRuns: tries(200), seed: 11 },
  );
});

test.each(['$X/rails\\*', '$X/"rail*"', '$X/\uff52ails\\*'])(
  'a name that is not known to its end is found: %s',
  (command) => {
    const tool = { name: 'Bash', kind: 'shell' };
    expect(denies('deny a when runs "bin/rails" when unsure deny', { command }, tool)).toBe(true);
    const many = 'deny a when runs "bin/rails" or "a/b" or "c/d" or "e/f" or "g/h" when unsure deny';
    expect(denies(many, { command }, tool)).toBe(true);
  },
);

test.each([
  ['tool contains "a\\tb"', 'xaby'],
  ['tool is "a\\tb*"', 'abc'],
  ['tool ends with "a\\nb"', 'ab'],
])('a pattern with a control character fits a name without it: %s', (condition, name) => {
  expect(denies(`deny a when ${condition}`, {}, { name })).toBe(true);
});

test('what does not fit is left out', () => {
  const made = program('deny a when tool is "A"\ndeny b when tool is "B"\ndeny c when size of input > 10');
  made.index.prepare();
  const codes = made.index.candidates(derive(call({}, { name: 'B' }))).map(({ code }) => code);
  expect(codes).toEqual(['com.example.b', 'com.example.c']);
});

test('a rule about a path is found by all pieces of its pattern, of which the rarest need not be the last', () => {
  const rules = Array.from({ length: 40 }, (_, at) => `deny r${at} when reads "src/part${at}/**/*.pem"`);
  const made = program(rules.join('\n'));
  made.index.prepare();
  const read = (path: string) =>
    made.index.candidates(derive(call({ file_path: path }, { name: 'Read', kind: 'file_read' })));
  expect(read('src/part7/a/b.pem').map(({ code }) => code)).toEqual(['com.example.r7']);
  expect(read('src/part7/a/b.ts')).toEqual([]);
  expect(read('src/other/b.pem')).toEqual([]);
  // What lies in a directory that is taken as a whole has all of them.
  expect(denies(rules.join('\n'), { command: 'cp -r src /tmp' }, { name: 'Bash', kind: 'shell' })).toBe(
    false,
  );
  expect(
    made.index.candidates(derive(call({ command: 'cp -r src /tmp' }, { name: 'Bash', kind: 'shell' })))
      .length,
  ).toBe(40);
});

test('a process that decides one call asks every rule, and makes no index', () => {
  const made = program('deny a when tool is "A"\ndeny b when tool is "B"');
  const facts = derive(call({}, { name: 'B' }));
  const counts = (used: typeof made) => Array.from({ length: 10 }, () => used.index.candidates(facts).length);
  expect(counts(inMode(made, { once: true }))).toEqual(Array(10).fill(2));
  expect(counts(made)).toEqual(Array(10).fill(1));
});

test.each([
  ['a file that is read', 'file_read', 0],
  ['a command', 'shell', 1],
  ['a kind that nobody knows', 'teleport', 1],
])('what the call does is worked out only where its kind matters: %s', (_, kind, count) => {
  const made = program('deny a when kind is shell and runs "git push"');
  made.index.prepare();
  let asked = 0;
  const facts = derive(call({ command: 'git push' }, { name: 'x', kind }));
  const watched = new Proxy(facts, {
    get(target, key) {
      if (key === 'effects') asked++;
      return Reflect.get(target, key, target);
    },
  });
  made.index.candidates(watched);
  expect(asked).toBe(count);
});

test('where looking up fails, every rule is asked, so that the failure shows', () => {
  const made = program('deny a when runs "git push"\ndeny b when tool is "B"');
  made.index.prepare();
  const facts = new Proxy(derive(call({}, { name: 'x' })), {
    get(target, key) {
      if (key === 'effects') throw new Error('no effects');
      return Reflect.get(target, key, target);
    },
  });
  expect(made.index.candidates(facts).length).toBe(2);
  expect(evaluate(made, facts)).toMatchObject({ effect: 'deny', faults: [{ message: 'no effects' }] });
});

test.each([
  ['input.x matches /^[ab]{2}$/', { x: 'ba' }, true],
  ['input.x matches /^[ab]{2}$/', { x: 'b' }, false],
  ['input.x matches /^[ab]{2}$/i', { x: 'bA' }, true],
  ['input.x matches /^\\pL{2}$/', { x: 'ae\u0301' }, true],
  ['input.x matches /^\\pL{2}$/', { x: 1 }, false],
  ['any text in input matches /^[ab]{2}$/', { x: ['c', { ba: 1 }] }, true],
  ['tool matches /^[ab]{2}_$/', {}, true],
])('an expression without a literal is found: %s beside %j', (condition, input, expected) => {
  expect(denies(`deny a when ${condition}`, input, { name: 'Ab_' })).toBe(expected);
});

test('of many expressions only those are asked that match', () => {
  const rules = Array.from(
    { length: 50 },
    (_, at) => `deny r${at} when input.x matches /^[a-f]{${at + 1}}$/`,
  );
  const made = program(rules.join('\n'));
  made.index.prepare();
  const codes = made.index.candidates(derive(call({ x: 'cafe' }))).map(({ code }) => code);
  expect(codes).toEqual(['com.example.r3']);
});

test.each([
  ['kind matches /^.{5}$/ and input.x is "a"', { x: 'a' }],
  ['kind contains "ell" and input.x is "a"', { x: 'a' }],
])('a kind that is asked for in another way keeps nothing out: %s', (condition, input) => {
  expect(denies(`deny a when ${condition}`, input, { name: 'Bash', kind: 'shell' })).toBe(true);
});

test('what stands in a text a hundred thousand times is found once', () => {
  const rules = Array.from(
    { length: 200 },
    (_, at) => `deny r${at} when any text in input contains "${'-'.repeat(16)}${at}"`,
  );
  const made = program(rules.join('\n'));
  made.index.prepare();
  const found = made.index.candidates(derive(call({ x: '-'.repeat(100_000) })));
  expect(found.length).toBe(200);
  expect(
    evaluate(made, derive(call({ x: `${'-'.repeat(100_000)}7` }))).matched.map(({ code }) => code),
  ).toEqual(['com.example.r7']);
});

test('many expressions beside more texts than a set is good for are tried one by one', () => {
  const rules = Array.from(
    { length: 20 },
    (_, at) => `deny r${at} when any text in input matches /a[ab]{${at + 3}}[bc]$/`,
  );
  const made = program(rules.join('\n'));
  made.index.prepare();
  const x = Array.from({ length: 400 }, () => 'c'.repeat(60));
  expect(made.index.candidates(derive(call({ x }))).length).toBe(20);
  expect(made.index.candidates(derive(call({ x: x.slice(0, 10) }))).length).toBe(0);
  const facts = derive(call({ x: [...x, 'aaaab'] }));
  expect(evaluate(made, facts)).toEqual(evaluateEveryRule(made, facts));
});

test('paths in fields of any type are found by their names', () => {
  const rules = Array.from(
    { length: 20 },
    (_, at) => `list l${at} = paths "/srv/d${at}/**"\ndeny r${at} when input.p in @l${at}`,
  );
  const made = program(`${rules.join('\n')}\ndeny u when input.p under "/etc"`);
  made.index.prepare();
  const codes = (p: string): readonly string[] =>
    made.index.candidates(derive(call({ p }))).map(({ code }) => code.slice('com.example.'.length));
  expect(codes('/srv/d7/x')).toEqual(['r7']);
  expect(codes('/srv/x/../D7/../d9/x')).toEqual(['r9']);
  expect(codes('/etc/passwd')).toEqual(['u']);
  expect(codes('~/x').length).toBe(21);
});
