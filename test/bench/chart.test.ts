/** The chart and the table of the benches: well-formed, complete, and readable without colours. */
import { expect, test } from 'vitest';
import { drawChart, type Line } from '../../bench/chart.mjs';
import { betweenMarkers } from '../../bench/docs-section.mjs';
import { markdownTables } from '../../bench/table.mjs';

const lines: readonly Line[] = [
  { name: 'bylaw', role: 'own', points: pointsOf([500, 520, 530, 560]) },
  { name: 'a <hash> & "more"', role: 'reference', points: pointsOf([200, 210, 205, 220]) },
  { name: 'close to it', role: 'reference', points: pointsOf([201, 211, 206, 221]) },
  { name: 'stops early', role: 'peer', points: pointsOf([2e6, 5e6]) },
  { name: 'slow', role: 'peer', points: pointsOf([1e5, 1e6, 1e7, 5e8]) },
];

function pointsOf(times: readonly number[]): Line['points'] {
  return times.map((nanoseconds, at) => ({ rules: 10 ** (at + 1), nanoseconds }));
}

test('the chart is well-formed and has a line, dots and a name for each engine', () => {
  const svg = drawChart({ title: 'Time & rules', lines });
  expect(elementsOf(svg)).toMatchObject({ svg: 1, title: 1, desc: 1, polyline: 5, circle: 18 });
  expect(svg).toContain('a &lt;hash&gt; &amp; &quot;more&quot;, 220 ns');
  expect(svg).toContain('slow: 100 µs with 10, 1 ms with 100, 10 ms with 1,000, 500 ms with 10,000.');
  expect(svg).toContain('stops early, 5 ms with 100<');
  expect(svg).not.toContain('NaN');
  expect(svg).toContain('prefers-color-scheme: dark');
});

test('names at the ends of lines do not overlap, and stay on the chart', () => {
  const heights = [...drawChart({ title: 'x', lines }).matchAll(/ name" x="[\d.]+" y="([\d.]+)"/g)]
    .map(([, y]) => Number(y))
    .sort((a, b) => a - b);
  expect(heights).toHaveLength(5);
  const gaps = heights.slice(1).map((height, at) => height - heights[at]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(18);
  expect(heights.at(-1)).toBeLessThan(470);
});

test('a time is where the logarithm puts it', () => {
  const [line] = lines;
  const svg = drawChart({ title: 'x', lines: [{ ...line!, points: pointsOf([1e3, 1e4, 1e5, 1e6]) }] });
  const [points] = /(?<=points=")[^"]+/.exec(svg) ?? [''];
  const places = points.split(' ').map((pair) => pair.split(',').map(Number));
  const steps = places.slice(1).map(([x, y], at) => [x! - places[at]![0]!, y! - places[at]![1]!]);
  for (const [right, up] of steps) {
    expect(right).toBeCloseTo(steps[0]![0]!, 0);
    expect(up).toBeCloseTo(steps[0]![1]!, 0);
  }
});

test('the table has a ratio, a reason or a time in every cell', () => {
  const rounds = (nanoseconds: number) => [nanoseconds, nanoseconds * 1.1, nanoseconds * 0.9];
  const timed = (title: string, nanoseconds: number) => ({
    title,
    loaded: 1,
    checked: 1,
    rounds: rounds(nanoseconds),
  });
  const plan = { family: 'name', rules: 1000, calls: 10, size: 600 };
  const taken = {
    bylaw: timed('bylaw', 2000),
    closures: timed('closures', 20_000),
    cedar: { title: 'cedar', cannot: 'Cedar has no regular expressions' },
    cerbos: { title: 'Cerbos', leftOut: 'loading takes longer than 20 s' },
  };
  const text = markdownTables([{ table: 'rules', title: 'kind', plan, taken }]);
  expect(text.split('\n').map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    '| workload | rules | bylaw | closures | cedar-wasm | Cerbos |',
    '| -------- | ----: | --------: | -------: | ---------: | -----: |',
    '| kind | 1,000 | 2 µs ±10% | ×10 ±0% | – (1) | – (2) |',
    '',
    '1. cedar-wasm: Cedar has no regular expressions.',
    '2. Cerbos: loading takes longer than 20 s.',
  ]);
});

test('only what is between the markers is rewritten', () => {
  const page = '# A\n\n<!-- x:begin -->\nold\n<!-- x:end -->\n\nrest\n';
  const rewritten = betweenMarkers(page, 'x', 'new');
  expect(rewritten).toBe('# A\n\n<!-- x:begin -->\nnew\n<!-- x:end -->\n\nrest\n');
  expect(betweenMarkers(rewritten, 'x', 'new')).toBe(rewritten);
  expect(() => betweenMarkers('# A\n', 'x', 'new')).toThrow('The page has no `<!-- x:begin -->`');
});

/** Counts the elements, and fails where a tag is not closed by its own name. */
function elementsOf(xml: string): Record<string, number> {
  const counts: Record<string, number> = {};
  const open: string[] = [];
  for (const [, slash, name, , self] of xml.matchAll(/<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (slash === '/') expect(open.pop()).toBe(name);
    else {
      counts[name!] = (counts[name!] ?? 0) + 1;
      if (self !== '/') open.push(name!);
    }
  }
  expect(open).toEqual([]);
  expect(xml.replaceAll(/<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g, '')).not.toMatch(/[<>]/);
  return counts;
}
