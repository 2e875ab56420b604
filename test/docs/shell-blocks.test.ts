/** Commands in the documents are on lines of their own: what a reader pastes has to run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const pages = ['README.md', 'CONTRIBUTING.md', ...['docs', 'docs/development'].flatMap(pagesIn)];

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => join(folder, name));
}

/** Lines of blocks for a shell in which another command follows a comment. */
function joinedLines(text: string): string[] {
  const blocks = text.matchAll(/^```(?:sh|bash|shell)\n(.*?)^```/gms);
  return [...blocks].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => /\s#\s.*\s(?:npx )?bylaw (?!and\b|is\b|on\b)[a-z-]+\s/.test(line)),
  );
}

test('no command is behind the comment of another', () => {
  expect(joinedLines('```sh\nbylaw check . # errors bylaw fmt . # the text\n```\n')).toHaveLength(1);
  expect(pages.flatMap((page) => joinedLines(readFileSync(join(root, page), 'utf8')))).toEqual([]);
});
