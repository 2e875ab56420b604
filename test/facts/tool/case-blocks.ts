/**
 * Cases as text: a title behind `#`, an input, `==>`, and what is expected, with a
 * line of five dashes between cases.
 */
import { readFileSync } from 'node:fs';

export interface CaseBlock {
  readonly title: string;
  readonly input: string;
  readonly expected: readonly string[];
}

export function readCaseBlocks(url: URL): readonly CaseBlock[] {
  return readFileSync(url, 'utf8')
    .split('\n-----\n')
    .map((block) => {
      const [head = '', expected = ''] = block.split('\n==>\n');
      const [title = '', ...input] = head.split('\n');
      if (!title.startsWith('# ') || input.length === 0) throw new Error(`a case without title:\n${block}`);
      return {
        title: title.slice(2),
        input: input.join('\n'),
        expected: expected.split('\n').filter((line) => line !== ''),
      };
    });
}
