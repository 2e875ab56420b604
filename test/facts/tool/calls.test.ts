/**
 * What every tool of the tables does, as text. Commands are only shown as they are
 * handed to the analysis of shells, with their directory and dialect.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Recorder } from '../../../src/facts/record/recorder.ts';
import type { ShellContext } from '../../../src/facts/shell/analyze.ts';
import { toolOf } from './tool-line.ts';

const mockable = (path: string): string => `${path}?mockable`;
const analyzer = mockable('../../../src/facts/shell/analyze.ts');

/** The derivation with an analyzer that only shows what it is handed, and what the cases need beside it. */
const load = async () => ({
  ...((await import(
    mockable('../../../src/facts/facts.ts')
  )) as typeof import('../../../src/facts/facts.ts')),
  ...((await import(
    mockable('../../../src/pattern/path/path-shape.ts')
  )) as typeof import('../../../src/pattern/path/path-shape.ts')),
  ...((await import(
    mockable('../../../src/pattern/text/shape.ts')
  )) as typeof import('../../../src/pattern/text/shape.ts')),
  ...((await import(mockable('../events.ts'))) as typeof import('../events.ts')),
  ...((await import(mockable('./show-effects.ts'))) as typeof import('./show-effects.ts')),
});
let loaded: Awaited<ReturnType<typeof load>>;

// Files share their modules, so that this one loads its own, and leaves none behind.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(analyzer, async () => showing());
  loaded = await load();
});
afterAll(() => {
  vi.doUnmock(analyzer);
  vi.resetModules();
});

function showing() {
  const record = (text: string, { cwd, field }: ShellContext, recorder: Recorder): void => {
    recorder.command({
      program: undefined,
      programWord: loaded.textShape(''),
      words: [],
      options: [],
      operands: [],
      args: [],
      known: false,
      open: false,
      via: [],
      certain: true,
      span: { field, start: 0, end: 0 },
      text: `${text} in ${cwd === undefined ? 'nowhere' : loaded.showPathShape(cwd)}`,
    });
  };
  return {
    analyzeShell: (text: string, context: ShellContext, recorder: Recorder): void =>
      record(`${context.dialect ?? 'any'} ${JSON.stringify(text)}`, context, recorder),
    analyzeWords: (words: readonly string[], context: ShellContext, recorder: Recorder): void =>
      record(`words ${JSON.stringify(words)}`, context, recorder),
    analyzeCode: (language: string, code: string, context: ShellContext, recorder: Recorder): void =>
      record(`${language} ${JSON.stringify(code)}`, context, recorder),
  };
}

interface Case {
  readonly line: string;
  readonly expected: string[];
}

function readCases(): readonly Case[] {
  const cases: Case[] = [];
  for (const line of readFileSync(new URL('./cases/calls.txt', import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('  ')) cases.at(-1)?.expected.push(line.trim());
    else if (line !== '' && !line.startsWith('#')) cases.push({ line, expected: [] });
  }
  return cases;
}

test.each(readCases())('$line', ({ line, expected }) => {
  const { derive, eventWith, showEffects } = loaded;
  const { effects, unmapped } = derive(eventWith({ tool: toolOf(line), session: { cwd: '/w/p' } }));
  const lines = [...showEffects(effects), ...(unmapped === undefined ? [] : [`unmapped ${unmapped}`])];
  expect(lines.length === 0 ? ['nothing'] : lines).toEqual(expected);
});
