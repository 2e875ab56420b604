/**
 * Attacks that rules with words in front of them must stop: the words are in another order, or another program does it. A
 * rule whose words are too narrow lets such a call pass.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decide } from './decide.ts';

const lines = readFileSync(new URL('written-apart.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

test.each(lines)('%s', (line) => expect(decide(line).effect).toBe('deny'));
