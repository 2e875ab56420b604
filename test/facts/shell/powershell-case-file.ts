/** Scripts for Windows and what is read in them, as text; shared by the tests of both readers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CodeFinding } from '../../../src/facts/code/values/finding.ts';
import type { WindowsScript } from '../../../src/facts/shell/windows/windows-script.ts';
import { type Shape, showShape } from '../../../src/pattern/text/shape.ts';

type Read = (text: string) => WindowsScript;

/** A test for each case of a file, or with UPDATE=1 the file written anew. */
export function caseTests(file: URL, read: Read): void {
  const cases = readFileSync(file, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      const arrow = lines.indexOf('==>');
      return { title, code: lines.slice(0, arrow).join('\n'), expected: lines.slice(arrow + 1).join('\n') };
    });
  if (process.env.UPDATE === '1') {
    const text = cases.map(
      ({ title, code }) => `=== ${title}\n${code}\n==>\n${describeScript(read(code))}\n`,
    );
    writeFileSync(file, text.join('\n'));
    return;
  }
  test.each(cases)('$title', ({ code, expected }) => {
    expect(describeScript(read(code))).toBe(expected);
  });
}

/** Commands with their words in brackets where one has a space, then what else was found. */
function describeScript({ commands, unknowns, findings }: WindowsScript): string {
  const lines = commands.map(({ program, words, stdin, redirects }) => {
    const redirected = redirects.map(({ use, path }) => `, ${use}s ${show(path)}`).join('');
    const from = stdin === undefined ? '' : `, fed by ${show(commands[stdin]?.program ?? program)}`;
    return `${[program, ...words].map(word).join(' ')}${from}${redirected}`;
  });
  const others = [
    ...findings.map(describeFinding),
    ...unknowns.map(({ text, why }) => `unknown: ${why}: ${text}`),
  ];
  return [...lines, ...others.map((line) => line.replaceAll('\n', '⏎'))].join('\n') || 'nothing';
}

const show = (shape: Shape): string => showShape(shape).replaceAll('\n', '⏎');
const word = (shape: Shape): string => (/^$|\s/.test(show(shape)) ? `[${show(shape)}]` : show(shape));

function describeFinding(finding: CodeFinding): string {
  switch (finding.kind) {
    case 'path': {
      const to = finding.target === undefined ? '' : ` to ${show(finding.target)}`;
      const holding = finding.content === undefined ? '' : ` with ${finding.content}`;
      return `> ${finding.use}${finding.recursive ? ' all of' : ''} ${show(finding.path)}${to}${holding}`;
    }
    case 'connect':
      return `> ${finding.sends ? 'send to' : 'connect to'} ${show(finding.url)}`;
    case 'run':
      return `> run ${finding.words.map(word).join(' ')}`;
    default:
      return `> ${finding.kind}`;
  }
}

/** Offsets that are not in the text, or inputs that are no commands: there must be none. */
export function outOfRange({ commands, unknowns, findings }: WindowsScript, length: number): unknown[] {
  const spans = [...commands, ...unknowns, ...findings];
  return [
    ...spans.filter(({ start, end }) => start < 0 || end > length || start > end),
    ...commands.filter(({ stdin }) => stdin !== undefined && (stdin < 0 || stdin >= commands.length)),
  ];
}
