/**
 * What the repository says of its own texts is so: every `*.md` that a source file
 * mentions is there, and so is every place that a page links to.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => !/(?:^|\/)(?:node_modules|generated)\//.test(path) && statSync(path).isFile());

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...['docs', 'bench', 'examples', 'policies'].flatMap(filesBelow).filter((path) => path.endsWith('.md')),
];

const isThere = (path: string): boolean => existsSync(path);

/** The text of a page without its code, in which nothing is a heading or a link. */
const proseOf = (text: string): string => text.replace(/^ *(```+|~~~+)[^\n]*\n[\s\S]*?^ *\1 *$/gm, '');

/** The anchor that GitHub gives a heading: without marks, in small letters, with a dash for each blank. */
function slugOf(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** All anchors of a page; a heading that comes again gets a number. */
function anchorsOf(text: string): Set<string> {
  const prose = proseOf(text);
  const anchors = new Set([...prose.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id));
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = slugOf(heading);
    let anchor = slug;
    for (let turn = 1; anchors.has(anchor); turn++) anchor = `${slug}-${turn}`;
    anchors.add(anchor);
  }
  return anchors;
}

const anchorsByPage = new Map<string, Set<string>>();

function hasAnchor(page: string, anchor: string): boolean {
  if (!existsSync(page)) return false;
  const known = anchorsByPage.get(page) ?? anchorsOf(readFileSync(page, 'utf8'));
  anchorsByPage.set(page, known);
  return known.has(anchor);
}

/** What is wrong with a target as `path#anchor`, from a page. */
function problemOf(page: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(path));
  if (!isThere(file)) return `${page}: ${target} is not there`;
  if (anchor === undefined || !file.endsWith('.md') || hasAnchor(file, anchor)) return undefined;
  return `${page}: ${target} has no such heading`;
}

test('a heading has the anchor that GitHub gives it', () => {
  expect(slugOf('if … missing, and if … unknown')).toBe('if--missing-and-if--unknown');
  expect(slugOf('Which MCP server a tool is of')).toBe('which-mcp-server-a-tool-is-of');
  expect(slugOf('`under` includes the *directory* itself')).toBe('under-includes-the-directory-itself');
  expect([...anchorsOf('# A b\n```sh\n# c\n```\n## A b\n')]).toEqual(['a-b', 'a-b-1']);
});

test.each(pages)('every link of %s leads somewhere', (page) => {
  const prose = proseOf(readFileSync(page, 'utf8')).replace(/`[^`\n]*`/g, '');
  const targets = [
    ...[...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target),
    ...[...prose.matchAll(/^\[[^\]]+\]: *(\S+)$/gm)].map(([, target = '']) => target),
  ].filter((target) => !/^[a-z][a-z+.-]*:/.test(target));
  expect(targets.flatMap((target) => problemOf(page, target) ?? [])).toEqual([]);
});

test('the index links to every page', () => {
  const index = proseOf(readFileSync('docs/README.md', 'utf8'));
  const linked = [...index.matchAll(/\]\(([^()#\s]+)/g)].map(([, target = '']) => posix.join('docs', target));
  const all = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  expect(all.filter((page) => !linked.includes(page))).toEqual([]);
});

describe('the texts that the source mentions', () => {
  const sources = ['src', 'test', 'bench', 'scripts', 'grammar', 'policies']
    .flatMap(filesBelow)
    .filter((path) => /\.(?:ts|js|mjs|json|peggy|policy)$/.test(path) && !path.endsWith('package-lock.json'));

  /** Names of files, as a comment has them: a mention in quotes or in a command is a name that a test made up. */
  const mentioned = /(?<![\w/.~$*{}'"-])((?:[\w.-]+\/)*[\w-]+\.md)(#[\w-]+)?/g;

  /** The lines that say something to a reader: comments, and the comments of schemas. */
  const remarksOf = (text: string): string =>
    text
      .split('\n')
      .filter((line) => /^\s*(?:\/\/|\/\*|\*|#)|\s\/\/ |"\$comment"/.test(line))
      .join('\n')
      .replaceAll('"$comment": "', '"$comment": ');

  test('are in the repository, with the places that are named', () => {
    const found = sources.flatMap((source) =>
      [...remarksOf(readFileSync(source, 'utf8')).matchAll(mentioned)].map(([, path = '', anchor = '']) => ({
        source,
        // A page beside the file itself, such as `README.md beside this file`, or one from the root.
        path: existsSync(path) ? path : posix.join(posix.dirname(source), path),
        anchor: anchor.slice(1),
        text: path + anchor,
      })),
    );
    expect(found.length).toBeGreaterThan(50);
    const wrong = found.filter(
      ({ path, anchor }) => !isThere(path) || (anchor !== '' && !hasAnchor(path, anchor)),
    );
    expect(wrong.map(({ source, text }) => `${source}: ${text}`)).toEqual([]);
  });

  test('also where a message names a page of docs/', () => {
    const named = sources.flatMap((source) =>
      [...readFileSync(source, 'utf8').matchAll(/\bdocs\/[a-z-]+(?:\/[a-z-]+)*\.(?:md|schema\.json)\b/g)]
        .map(([path]) => path)
        .filter((path) => !isThere(path) && !madeUp.includes(path))
        .map((path) => `${source}: ${path}`),
    );
    expect(named).toEqual([]);
  });

  /** Files of the projects that the tests and benches make up. */
  const madeUp = ['docs/a.md', 'docs/notes.md', 'docs/ssh.md'];
});
