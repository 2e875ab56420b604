// cases/*.txt: scripts and what is found in them, one file for each language, or with the language in
// the titles. UPDATE=1 rewrites what is found.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { scanCode, scanLanguages } from '../../../src/facts/code/scan.ts';
import type { CodeFinding } from '../../../src/facts/code/values/finding.ts';
import { type Shape, showShape } from '../../../src/pattern/text/shape.ts';

const folder = new URL('cases/', import.meta.url);

interface Case {
  readonly title: string;
  readonly language: string;
  readonly code: string;
  readonly expected: string;
}

function readCases(text: string, file: string): Case[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      const arrow = lines.indexOf('==>');
      const language = scanLanguages.includes(file) ? file : title.slice(0, title.indexOf(':'));
      return {
        title,
        language,
        code: lines.slice(0, arrow).join('\n'),
        expected: lines.slice(arrow + 1).join('\n'),
      };
    });
}

/** Cases as they are written. */
const written = (cases: readonly Case[], found: (each: Case) => string): string =>
  cases.map((each) => `=== ${each.title}\n${each.code}\n==>\n${found(each)}\n`).join('\n');

/** Findings as people read them, one a line. */
const describeFindings = ({ language, code }: Case): string =>
  scanCode(language, code)
    .map((finding) => `${finding.certain ? '' : 'maybe '}${describeFinding(finding)}`)
    .join('\n') || 'nothing';

function describeFinding(finding: CodeFinding): string {
  switch (finding.kind) {
    case 'path': {
      const { use, recursive, path, target, content } = finding;
      const to = target === undefined ? '' : ` to ${show(target)}`;
      const holding = content === undefined ? '' : ` with ${JSON.stringify(content)}`;
      return `${use}${recursive ? ' all of' : ''} ${show(path)}${to}${holding}`;
    }
    case 'load':
      return `load ${show(finding.path)}${finding.ends ? ', perhaps with an ending' : ''}`;
    case 'shell':
      return `shell ${show(finding.text)}${started(finding)}`;
    case 'run':
      return `run ${finding.words.map(show).join(' | ')}${started(finding)}`;
    case 'connect':
      return `${finding.sends ? 'send to' : 'connect to'} ${show(finding.url)}`;
    case 'cwd':
      return `${finding.perhaps ? 'perhaps ' : ''}change to ${show(finding.path)}`;
    case 'variable':
      return `set ${finding.name} to ${show(finding.value)}`;
    case 'environment':
      if (finding.prints !== undefined)
        return finding.prints === 'all' ? 'print all variables' : `print the variable ${finding.name ?? '…'}`;
      return finding.name === undefined ? 'take variables' : `take the variable ${finding.name}`;
    case 'root':
      return `take ${show(finding.path)} for the root`;
    case 'unknown':
      return `unknown: ${finding.why}: ${show({ pieces: [{ kind: 'text', text: finding.text }], source: '' })}`;
    default:
      finding satisfies never;
      return '';
  }
}

const started = ({ cwd, stdin }: { cwd: Shape | undefined; stdin: Shape | undefined }): string =>
  `${cwd === undefined ? '' : ` in ${show(cwd)}`}${stdin === undefined ? '' : ` given ${show(stdin)}`}`;

const show = (shape: Shape): string => showShape(shape).replaceAll('\n', '⏎');

for (const name of readdirSync(folder).sort()) {
  const file = new URL(name, folder);
  const cases = readCases(readFileSync(file, 'utf8'), basename(name, '.txt'));
  if (process.env.UPDATE === '1') {
    writeFileSync(file, written(cases, describeFindings));
    continue;
  }
  // All cases of a language at once: a test for each takes as long as its script.
  test(basename(name, '.txt'), () => {
    expect(written(cases, describeFindings)).toBe(written(cases, ({ expected }) => expected));
  });
}

test('mentions are never found', () => {
  const cases = readCases(readFileSync(new URL('mentions.txt', folder), 'utf8'), 'mentions');
  expect(cases.length).toBeGreaterThan(10);
  expect(cases.filter((each) => describeFindings(each) !== 'nothing')).toEqual([]);
});

test('every language but its other names has cases', () => {
  const others = new Set(['typescript', 'deno', 'bun']);
  const files = new Set(readdirSync(folder).map((name) => basename(name, '.txt')));
  expect(scanLanguages.filter((language) => !others.has(language) && !files.has(language))).toEqual([]);
});

test('a script without calls has one unknown finding where its language is not known', () => {
  expect(scanCode('cobol', 'x').map(({ kind }) => kind)).toEqual(['unknown']);
});
