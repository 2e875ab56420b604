/**
 * Ordinary work with a part that is not known: a project that was just cloned and is built, a program in a variable. A rule
 * that denies when it is unsure needs more than a common word beside such a part.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decide } from './decide.ts';

const lines = readFileSync(new URL('unknown-parts.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

test.each(lines)('%s', (line) => expect(decide(line).code).toBeUndefined());
