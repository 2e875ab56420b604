/** The examples of docs/explain.md, run as they are printed. `UPDATE=1` prints them anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bylaw, withFolder } from '../cli/command.ts';

const path = 'docs/explain.md';
const page = readFileSync(path, 'utf8');

/** Words of a command line with nothing in it but single quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, inQuotes, plain]) => inQuotes ?? plain ?? '');

test('every command prints what the page says', async () => {
  const [, policy = ''] = /^```policy\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const blocks = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, body]) => body ?? '');
  expect(blocks.length).toBeGreaterThan(4);
  await withFolder({ 'policies/dev.policy': policy }, async (cwd) => {
    let printed = page;
    for (const block of blocks) {
      const lines = block.split('\n').filter((line) => line.startsWith('$ bylaw '));
      const parts: string[] = [];
      for (const line of lines) {
        const { stdout, stderr } = await bylaw(wordsOf(line.slice('$ bylaw '.length)), { cwd });
        parts.push(`${line}\n${stdout}${stderr}`);
      }
      printed = printed.replace(
        `\`\`\`console\n${block}\`\`\``,
        () => `\`\`\`console\n${parts.join('')}\`\`\``,
      );
    }
    if (process.env.UPDATE === '1') writeFileSync(path, printed);
    else expect(printed).toBe(page);
  });
});
