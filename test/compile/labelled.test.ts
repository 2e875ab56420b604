// What is asked of files that have labels: `runs any file labelled …`, `path labelled …`, `not labelled`.
import { describe, expect, test } from 'vitest';
import { evaluateEveryRule } from '../../src/engine/evaluate.ts';
import { derive } from '../../src/facts/facts.ts';
import { type LabelledPlace, noMemory } from '../../src/facts/memory-view.ts';
import { anyPath, pathShapeOfText } from '../../src/pattern/path/path-shape.ts';
import { eventOf } from '../../src/scenario/call.ts';
import { program } from '../engine/program.ts';

const home = pathShapeOfText('/home/user/project', undefined);
/** `?a.sh`: perhaps this file, or one below this folder. */
const placeOf = (text: string): LabelledPlace =>
  text === '?'
    ? { path: anyPath, open: true }
    : { path: pathShapeOfText(text.replace(/^\?/, ''), home), open: text.startsWith('?') };

type Call = string | { readonly read: string } | { readonly write: string } | { readonly delete: string };

/** What a rule says of a call while some files are labelled `x`, and others `y`. */
function verdict(rule: string, call: Call, x: readonly string[], y: readonly string[] = []): string {
  const { rules, knowledge } = program(`
label x on file lasts 1h
  when writes any path
label y on file lasts 1h
  when writes any path
watch uses-them when reads any path labelled x or y
deny r
  ${rule}`);
  const [verb = 'read', target = ''] = typeof call === 'string' ? [] : Object.entries(call)[0]!;
  const event = eventOf(
    typeof call === 'string'
      ? { kind: 'command', command: call }
      : { kind: 'action', verb: verb as 'read' | 'write' | 'delete', target, content: undefined },
    new Map(),
  );
  const files: Readonly<Record<string, readonly string[]>> = { 'com.example.x': x, 'com.example.y': y };
  const facts = derive(event, knowledge, {
    ...noMemory,
    files: (code) => (files[code] ?? []).map(placeOf),
  });
  const decision = evaluateEveryRule({ rules: rules.filter(({ code }) => code === 'com.example.r') }, facts);
  return decision.matched.length > 0 ? 'yes' : decision.unsure.length > 0 ? 'unsure' : 'no';
}

describe('runs any file labelled', () => {
  const rule = 'when runs any file labelled x';
  test.each([
    ['./a.sh', 'yes'],
    ['bash a.sh', 'yes'],
    ['cat a.sh | sh', 'yes'],
    ['bash < a.sh', 'yes'],
    ['sudo env A=1 bash ./a.sh', 'yes'],
    ['find . -exec ./a.sh {} \\;', 'yes'],
    ['cp a.sh b.sh; bash b.sh', 'yes'],
    ['cd sub && ../a.sh', 'yes'],
    ['./A.SH', 'yes'],
    ['make -f a.sh', 'yes'],
    ['BASH_ENV=a.sh bash -c :', 'yes'],
    ['ENV=a.sh sh', 'unsure'],
    ['PATH=.:$PATH a.sh', 'unsure'],
    ['xargs -a list sh', 'unsure'],
    ['find . -name a.sh -exec sh {} \\;', 'unsure'],
    ['find . -exec sh {} \\;', 'unsure'],
    ['find . -exec {} \\;', 'unsure'],
    ['./a*.sh', 'unsure'],
    ['python -c "exec(open(\'a.sh\').read())"', 'unsure'],
    ['python -c "import runpy; runpy.run_path(\'a.sh\')"', 'yes'],
    ['node -r ./a.sh x.js', 'yes'],
    ['source <(cat a.sh)', 'yes'],
    ['bash -s < a.sh', 'yes'],
    ['perl a.sh', 'yes'],
    ['ruby a.sh', 'yes'],
    ['env sh a.sh', 'yes'],
    ['timeout 5 sh a.sh', 'yes'],
    ['nohup ./a.sh &', 'yes'],
    ['eval "$(cat a.sh)"', 'yes'],
    ['mv a.sh b; ./b', 'yes'],
    ['ln -s a.sh b && sh b', 'yes'],
    ['install -m755 a.sh b && ./b', 'yes'],
    ['cp a.sh b', 'no'],
    ['grep x a.sh', 'no'],
    ['chmod +x a.sh', 'no'],
    ['make', 'no'],
    ['python -m http.server', 'no'],
    ['bash b.sh', 'no'],
    ['cat a.sh', 'no'],
    ['a.sh', 'no'],
    ['npm test', 'no'],
    ['bash "$FILE"', 'unsure'],
    ['bash *.sh', 'unsure'],
    ['bash *.txt', 'no'],
    ['$PROGRAM', 'unsure'],
    ['echo hello', 'no'],
  ])('%s: %s', (command, expected) => {
    expect(verdict(rule, command, ['a.sh'])).toBe(expected);
    // Where nothing is labelled, nothing runs that is.
    expect(verdict(rule, command, [])).toBe('no');
  });

  test('what a program looks for by itself is perhaps the file', () => {
    expect(verdict(rule, 'make -C r', ['r/Makefile'])).toBe('unsure');
    expect(verdict(rule, 'make -C r', ['r'])).toBe('unsure');
    expect(verdict(rule, 'python -m tool', ['tool.py'])).toBe('unsure');
    expect(verdict(rule, 'node -r ./a x.js', ['a.js'])).toBe('unsure');
    expect(verdict(rule, 'find r -exec sh {} \\;', ['r/sub/a.sh'])).toBe('unsure');
  });

  test('a folder that has the label stands for all that is in it', () => {
    expect(verdict(rule, 'bash r/sub/a.sh', ['r'])).toBe('yes');
    expect(verdict(rule, 'cd r && ./install', ['r'])).toBe('yes');
    expect(verdict(rule, 'bash rr/a.sh', ['r'])).toBe('no');
    expect(verdict(rule, 'bash a.sh', ['r/a.sh'])).toBe('no');
  });

  test('a label that may be on the file gives unsure, and never no', () => {
    expect(verdict(rule, 'bash a.sh', ['?'])).toBe('unsure');
    expect(verdict(rule, 'bash a.sh', ['?a.sh'])).toBe('unsure');
    expect(verdict(rule, 'bash r/a.sh', ['?r'])).toBe('unsure');
    expect(verdict(rule, 'bash a.sh', ['?r'])).toBe('no');
    expect(verdict(rule, 'bash a.sh', ['?', 'a.sh'])).toBe('yes');
  });

  test('one of several labels is enough; turned round, a file that has none', () => {
    const either = 'when runs any file labelled x or y';
    expect(verdict(either, 'bash a.sh', [], ['a.sh'])).toBe('yes');
    expect(verdict(either, 'bash a.sh', ['b.sh'], ['c.sh'])).toBe('no');
    const neither = 'when runs any file not labelled x or y';
    expect(verdict(neither, 'bash a.sh', ['a.sh'])).toBe('no');
    expect(verdict(neither, 'bash a.sh; bash b.sh', ['a.sh'])).toBe('yes');
    expect(verdict(neither, 'bash a.sh', [])).toBe('yes');
    expect(verdict(neither, 'npm test', [])).toBe('no');
    expect(verdict(neither, 'python -m http.server', [])).toBe('no');
    expect(verdict(neither, 'PATH=~/bin:$PATH ls', [])).toBe('no');
    expect(verdict(neither, 'make', [])).toBe('unsure');
    expect(verdict(neither, 'bash a.sh', ['?a.sh'])).toBe('unsure');
  });
});

test('a file that has the label excuses its command, and no other file beside it', () => {
  const rule = 'when runs "bash" or "sh"\n  unless runs any file labelled x';
  expect(verdict(rule, 'bash a.sh', ['a.sh'])).toBe('no');
  expect(verdict(rule, 'bash a.sh; bash b.sh', ['a.sh'])).toBe('yes');
  expect(verdict(rule, 'cat a.sh b.sh | bash', ['a.sh'])).toBe('yes');
  expect(verdict(rule, 'bash < a.sh', ['a.sh'])).toBe('no');
  // What is in the two together is not known, and could run more.
  expect(verdict(rule, 'cat a.sh b.sh | bash', ['a.sh', 'b.sh'])).toBe('unsure');
  expect(verdict(rule, 'bash -c "ls"', ['a.sh'])).toBe('yes');
  expect(verdict(rule, 'bash ./A.sh', ['a.sh'])).toBe('yes');
  expect(verdict(rule, 'bash a.sh', ['?a.sh'])).not.toBe('no');
});

describe('labelled paths', () => {
  test('behind any verb about paths', () => {
    expect(verdict('when reads any path labelled x', { read: 'a.txt' }, ['a.txt'])).toBe('yes');
    expect(verdict('when reads any path labelled x', 'cat a.txt', ['a.txt'])).toBe('yes');
    expect(verdict('when reads any path labelled x', { read: 'b.txt' }, ['a.txt'])).toBe('no');
    expect(verdict('when writes any path labelled x', { write: 'a.txt' }, ['a.txt'])).toBe('yes');
    expect(verdict('when writes any path not labelled x', { write: 'a.txt' }, ['a.txt'])).toBe('no');
    expect(verdict('when writes any path not labelled x', { write: 'b.txt' }, ['a.txt'])).toBe('yes');
    expect(verdict('when deletes any path labelled x', { delete: 'a.txt' }, ['a.txt'])).toBe('yes');
  });

  test('what is done to a whole folder is done to the files in it', () => {
    expect(verdict('when deletes any path labelled x', 'rm -rf dist', ['dist/a.js'])).toBe('yes');
    expect(verdict('when deletes any path labelled x', 'rm -rf dist', ['?dist/a.js'])).toBe('unsure');
    expect(verdict('when deletes any path labelled x', 'rm dist', ['dist/a.js'])).toBe('no');
    expect(verdict('when deletes any path labelled x', 'rm -rf other', ['dist/a.js'])).toBe('no');
  });

  test('in an exception all of it must be known, and letter by letter', () => {
    const rule = 'when deletes any path\n  unless path labelled x';
    expect(verdict(rule, 'rm a.txt', ['a.txt'])).toBe('no');
    expect(verdict(rule, 'rm b.txt', ['a.txt'])).toBe('yes');
    expect(verdict(rule, 'rm a.txt b.txt', ['a.txt'])).toBe('yes');
    expect(verdict(rule, 'rm A.TXT', ['a.txt'])).toBe('yes');
    expect(verdict(rule, 'rm a.txt', ['?a.txt'])).not.toBe('no');
    expect(verdict(rule, 'rm "$F"', ['a.txt'])).not.toBe('no');
    expect(verdict(rule, 'rm -rf dist', ['dist/a.js'])).toBe('yes');
    expect(verdict(rule, 'rm dist/a.js', ['dist'])).toBe('no');
    expect(verdict(rule, 'rm -rf dist', ['dist'])).toBe('no');
    const turned = 'when deletes any path\n  unless path not labelled x';
    expect(verdict(turned, 'rm A.TXT', ['a.txt'])).toBe('yes');
    expect(verdict(turned, 'rm b.txt', ['a.txt'])).toBe('no');
    expect(verdict(turned, 'rm b.txt', ['?'])).not.toBe('no');
  });

  test('of two files, each by its own name', () => {
    const rule =
      'when reads any path and writes any path\n  unless written path labelled x or read path labelled y';
    expect(verdict(rule, 'cp a b', [])).toBe('yes');
    expect(verdict(rule, 'cp a b', ['b'])).toBe('no');
    expect(verdict(rule, 'cp a b', [], ['a'])).toBe('no');
    expect(verdict(rule, 'cp a b', ['a'], ['b'])).toBe('yes');
  });
});
