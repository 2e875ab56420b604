/** What is written in `knowledge/` for people becomes one line for each form. */
import { expect, test } from 'vitest';
import { writeOut } from '../../scripts/build/knowledge.mjs';

const linesOf = (text: string): readonly string[] => writeOut(text, 'a.commands').map(({ line }) => line);

test('a line that begins with a blank goes on with the one before, and comments are left out', () => {
  expect(
    linesOf('# Copies.\n\ncp :\n  -r\n# no\n  -f\n  | source:copy\nmv,\n  gmv : | source:move\n'),
  ).toEqual(['cp : -r -f | source:copy', 'mv,gmv : | source:move']);
});

test('a group stands for its options, also in another group', () => {
  expect(linesOf('@a :\n  -a\n@b : @a -b\nx : -c @b | file:read\n')).toEqual(['x : -c -a -b | file:read']);
});

test('a family stands under further words, and names of operands under each verb', () => {
  expect(linesOf('gcloud also under beta/alpha\nkubectl get/delete named pod,po\n')).toEqual([
    'gcloud beta = gcloud',
    'gcloud alpha = gcloud',
    'kubectl get po,pod/*,po/* ~ kubectl get pod',
    'kubectl delete po,pod/*,po/* ~ kubectl delete pod',
  ]);
});

test.each([
  ['x : -a\n\ny : @none\n', 'a.commands:3: there is no group `@none` above this line: y : @none'],
  ['@a : -a\n@a : -b\n', 'a.commands:2: the group `@a` is there twice: @a : -b'],
])('%j is a mistake with its place', (text, message) => {
  expect(() => writeOut(text, 'a.commands')).toThrow(message);
});
