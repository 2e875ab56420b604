/**
 * CONTRIBUTING.md names files and commands that are there. A name in capitals means any name: `HARNESS.ts` is
 * there if some file fits.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const text = readFileSync('CONTRIBUTING.md', 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, body = '']) => body);
const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
const commands = blocks.flatMap((block) =>
  block.split('\n').flatMap((line) => line.replace(/ +#.*/, '').split(' && ')),
);

const startsAsPath =
  /^(?:\.\/)?(?:src|test|docs|grammar|policies|scripts|bench|examples|\.ci|\.github|\.nvmrc)(?:\/|$)/;
const linked = [...prose.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
const quoted = [...prose.matchAll(/`([^`\s]+)`/g)].flatMap(([, word = '']) =>
  startsAsPath.test(word) ? word : [],
);
const inCommands = commands.flatMap((command) =>
  command.split(' ').filter((word) => startsAsPath.test(word)),
);
const paths = [...new Set([...linked, ...quoted, ...inCommands])].sort();

/** `CODE.txt` is a pattern. */
const placeholder = /\b(?:CODE|HARNESS)\b/;

function isThere(path: string): boolean {
  if (!placeholder.test(path)) return existsSync(path);
  const folder = posix.dirname(path);
  // A folder of that name: any one that has the file.
  if (placeholder.test(folder))
    return readdirSync(posix.dirname(folder)).some((name) =>
      existsSync(posix.join(posix.dirname(folder), name, posix.basename(path))),
    );
  const [before = '', after = ''] = posix.basename(path).split(placeholder);
  return readdirSync(folder).some((name) => name.startsWith(before) && name.endsWith(after));
}

test('paths are found at all', () => {
  expect(paths.length).toBeGreaterThan(40);
  expect(paths).toContain('test/check/cases/CODE.txt');
  expect(isThere('test/check/cases/CODE.text')).toBe(false);
});

test.each(paths)('%s is there', (path) => {
  expect(isThere(path)).toBe(true);
});

test('commands are those of the package and of its tools', () => {
  expect(commands.length).toBeGreaterThan(20);
  for (const command of commands.map((each) => each.trim())) {
    const script = /^npm run ([\w:-]+)/.exec(command)?.[1];
    if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
    expect(command).toMatch(
      /^(?:(?:UPDATE=1 )?npx vitest |npm (?:ci|test|run )|node dist\/bylaw\.cjs |git diff |$)/,
    );
  }
});
