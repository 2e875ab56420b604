/** The grammar and the tables of words have the same keywords: a name may be none of them. */
import { expect, test } from 'vitest';
import { parse } from '../../src/language/parse.ts';
import { clauseKeywords, declarationKeywords } from '../../src/language/words.ts';

const accepts = (name: string): boolean =>
  parse({ path: 'a.policy', text: `policy a\nlist ${name} = "x"\n` }).diagnostics.length === 0;

test('the grammar has each word that opens a declaration or a clause in its list `Keyword`', () => {
  expect(accepts('other')).toBe(true);
  expect([...declarationKeywords, ...clauseKeywords].filter(accepts)).toEqual([]);
});
