/** docs/development/campaigns.md says of each campaign what it checks, in the words that its file begins with. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const path = 'docs/development/campaigns.md';

/** The first sentence of a file's opening comment. */
function purposeOf(file: string): string {
  const text = readFileSync(`test/campaign/${file}`, 'utf8');
  const comment = /^(?:\/\*\*([\s\S]*?)\*\/|((?:\/\/.*\n)+))/.exec(text);
  const words = (comment?.[1] ?? comment?.[2] ?? '')
    .replace(/^\s*(?:\*|\/\/) ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(.*?[.:])(?: |$)/.exec(words)?.[1]?.replace(/:$/, '.') ?? '';
}

test('each campaign is on the page with what it checks', () => {
  const files = readdirSync('test/campaign').filter((name) => name.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(20);
  const rows = files.map((file) => {
    const purpose = purposeOf(file);
    expect(purpose, `${file} begins with what it checks`).not.toBe('');
    return `- \`${file.replace('.test.ts', '')}\`: ${purpose}`;
  });
  const page = readFileSync(path, 'utf8');
  const written = page.replace(
    /(<!-- campaigns: [^\n]* -->\n)[\s\S]*?(<!-- end of campaigns -->)/,
    (_, start: string, end: string) => `${start}${rows.join('\n')}\n${end}`,
  );
  if (process.env.UPDATE === '1') writeFileSync(path, written);
  else expect(page).toBe(written);
});
