import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { withStages } from '../../src/cli/terminal/progress.ts';

/** What is drawn while the clock says what it is told. */
function drawn(isTTY: boolean): string {
  let text = '';
  let now = 0;
  const terminal = Object.assign(
    new Writable({
      write(chunk, _, done) {
        text += chunk;
        done();
      },
    }),
    { isTTY },
  );
  const result = withStages(
    terminal,
    ({ stage, count }) => {
      stage('reading');
      for (let done = 1; done <= 30; done++) {
        now += 10;
        count(() => `${done} tests`);
      }
      return 'done';
    },
    () => now,
  );
  expect(result).toBe('done');
  return text.replaceAll('\r\u001b[K', '|');
}

test('stages and counts are drawn at a terminal, ten times a second, and cleared', () => {
  expect(drawn(true)).toBe('|reading…|10 tests…|20 tests…|30 tests…|');
});

test('nothing is drawn elsewhere', () => {
  expect(drawn(false)).toBe('');
});
