/**
 * Policies and what the checker says about them, as text: a title behind `===`,
 * one policy or several (each behind `--- its/path.policy`), `==>`, and the
 * diagnostics as people see them, or `nothing`. `⟪text × 3⟫` means the text
 * three times, with `\n` for a line end, `$n` for the turn (from 1) and `$p` for
 * the turn before: so that what is too long or too deep has a short case.
 */
import { type CheckResult, check } from '../../src/check/check.ts';
import type { Layers } from '../../src/check/names/layers.ts';
import { checkTests } from '../../src/check/tests/tests-file.ts';
import type { CheckedTests } from '../../src/check/tree/checked-tests.ts';
import { namesKnown } from '../../src/facts/known-names.ts';
import { layersOfFiles } from '../../src/host/load/layers-of-files.ts';
import { layerOf } from '../../src/host/policy-files/layer.ts';
import { acceptWarnings } from '../../src/language/acceptance.ts';
import { type Diagnostic, inReadingOrder } from '../../src/language/diagnostic.ts';
import { parse } from '../../src/language/parse.ts';
import { parseTests } from '../../src/language/parse-tests.ts';
import { renderDiagnostic } from '../../src/language/render.ts';
import type { Source } from '../../src/language/source.ts';

export interface Case {
  readonly title: string;
  /** As written in the case file. */
  readonly input: string;
  readonly sources: readonly Source[];
  readonly expected: string;
}

export function readCases(text: string): Case[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      const arrow = lines.indexOf('==>');
      const input = lines.slice(0, arrow < 0 ? undefined : arrow).join('\n');
      const expected = arrow < 0 ? '' : lines.slice(arrow + 1).join('\n');
      return { title, input, sources: readSources(input), expected };
    });
}

export const writeCases = (cases: readonly Case[], outcome: (each: Case) => string): string =>
  cases.map((each) => `=== ${each.title}\n${each.input}\n==>\n${outcome(each)}\n`).join('\n');

export function readSources(input: string): Source[] {
  const [alone = '', ...files] = expand(input).split(/^--- /m);
  if (files.length === 0) return [{ path: 'main.policy', text: `${alone}\n` }];
  if (alone.trim() !== '')
    throw new Error(`a text in front of \`--- ${files[0]?.split('\n')[0]}\` has no path`);
  return files.map((file) => {
    const end = file.indexOf('\n');
    return { path: file.slice(0, end), text: file.slice(end + 1) };
  });
}

function expand(input: string): string {
  return input.replace(/⟪([^⟫]*) × ([0-9]+)⟫/g, (_, pattern: string, times: string) =>
    Array.from({ length: Number(times) }, (_each, index) =>
      pattern
        .replaceAll('\\n', '\n')
        .replaceAll('$n', String(index + 1))
        .replaceAll('$p', String(index)),
    ).join(''),
  );
}

/** The day on which these policies are checked: what ends is told by it. */
const checkedAt = Date.UTC(2026, 10, 23);

/** Parses and checks files as one bundle, and those that end in `.tests.policy` as what is expected of it. */
export function checkSources(sources: readonly Source[]): CheckResult & { readonly tests: CheckedTests } {
  const isTests = ({ path }: Source): boolean => path.endsWith('.tests.policy');
  const parsed = sources.filter((source) => !isTests(source)).map(parse);
  const parsedTests = sources.filter(isTests).map(parseTests);
  const checked = check(
    parsed.map(({ policy }) => policy),
    parsed.flatMap(({ diagnostics }) => diagnostics),
    { layers: layersIn(sources), at: checkedAt, namesKnown },
  );
  const outside = checkTests(
    parsedTests.map(({ tests }) => tests),
    {
      policies: parsed.flatMap(({ policy }) => policy.headers.map(({ name }) => name.text)),
      rules: checked.bundle?.rules ?? [],
      exceptions: checked.bundle?.exceptions ?? [],
      labels: checked.bundle?.labels ?? [],
    },
    parsedTests.flatMap(({ diagnostics }) => diagnostics),
  );
  const all = inReadingOrder([...checked.diagnostics, ...outside.diagnostics]);
  const diagnostics = inReadingOrder(acceptWarnings(sources, all).diagnostics);
  return { bundle: checked.bundle, diagnostics, tests: outside.tests };
}

/** Files in folders called `layer-1`, `layer-2`, … are of layers. */
function layersIn(sources: readonly Source[]): Layers | undefined {
  const placeOf = (path: string): number => Number(/^layer-(\d)\//.exec(path)?.[1] ?? 1);
  const last = Math.max(...sources.map(({ path }) => placeOf(path)));
  if (last === 1) return undefined;
  const places = Array.from({ length: last }, (_, at) => at + 1);
  const files = places.map((place) => ({
    sources: sources.filter(({ path }) => placeOf(path) === place),
    tests: [],
    diagnostics: [],
    profiles: [],
  }));
  return layersOfFiles(
    places.map((place) => layerOf(`layer-${place}`, [])),
    files,
  );
}

/** The diagnostics of a bundle as people see them. */
export function describeDiagnostics(sources: readonly Source[]): string {
  const { diagnostics } = checkSources(sources);
  const lookup = (path: string): Source | undefined => sources.find((source) => source.path === path);
  const rendered = abridge(diagnostics).map((each) =>
    typeof each === 'string' ? each : renderDiagnostic(each, lookup),
  );
  return rendered.length === 0 ? 'nothing' : rendered.join('\n\n');
}

/** Of very many diagnostics, the first two and the last two. */
function abridge(diagnostics: readonly Diagnostic[]): readonly (Diagnostic | string)[] {
  if (diagnostics.length <= 40) return diagnostics;
  return [...diagnostics.slice(0, 2), `(${diagnostics.length - 4} more)`, ...diagnostics.slice(-2)];
}
