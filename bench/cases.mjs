// Which workloads are measured, with how many rules and how large events, and which engines. A case is a plan and the
// table that it is in.
import { familyTitles } from './workloads.mjs';

/** In the order of the columns, with their headings. */
export const engines = {
  bylaw: 'bylaw',
  hash: 'hash',
  closures: 'closures',
  'cel-js': 'cel-js',
  'bufbuild-cel': '@bufbuild/cel',
  cedar: 'cedar-wasm',
  casbin: 'casbin',
  'json-rules-engine': 'json-rules-engine',
  cerbos: 'Cerbos',
  'bylaw-values': 'values alone',
  'bylaw-message': 'text to text',
};

/** Written by hand: what the machine allows. */
export const references = ['hash', 'closures'];

export const peers = ['cel-js', 'bufbuild-cel', 'cedar', 'casbin', 'json-rules-engine', 'cerbos'];

export const ruleCounts = [10, 100, 1000, 10_000];

/** Of events, in bytes of JSON. */
export const ordinarySize = 600;
const sizes = [200, 2048, 16_384, 65_536];

/**
 * @typedef {{ table: 'rules' | 'mixed' | 'sizes', title: string, plan: import('./workloads.mjs').Plan }} Case
 * @returns {readonly Case[]}
 */
export function allCases() {
  const byRules = Object.entries(familyTitles).flatMap(([family, title]) =>
    ruleCounts.map((rules) => ({ table: 'rules', title, plan: planOf(family, rules, ordinarySize) })),
  );
  const mixed = [
    { table: 'mixed', title: 'kind and name alone', plan: planOf('plain', 1000, ordinarySize) },
    { table: 'mixed', title: 'with globs, expressions, commands', plan: planOf('mixed', 1600, ordinarySize) },
    {
      table: 'mixed',
      title: 'and calls of unknown tools that act',
      plan: planOf('unknown', 1600, ordinarySize),
    },
  ];
  const bySize = ['name', 'regex'].flatMap((family) =>
    sizes.map((size) => ({ table: 'sizes', title: familyTitles[family], plan: planOf(family, 1000, size) })),
  );
  return [...byRules, ...mixed, ...bySize];
}

/** What the baseline has: every workload with 1,000 rules, the plainest with any number, and the mixed ones. */
export const baselineCases = () =>
  allCases().filter(
    ({ table, plan }) =>
      table === 'mixed' || (table === 'rules' && (plan.rules === 1000 || plan.family === 'name')),
  );

/** The names of all workloads, for a help text: some to a line, `indent` columns from the left. */
export function familyLines(indent) {
  const names = [...new Set(allCases().map(({ plan }) => plan.family))];
  const perLine = 8;
  const lines = Array.from({ length: Math.ceil(names.length / perLine) }, (_, at) =>
    names.slice(at * perLine, (at + 1) * perLine).join(', '),
  );
  return lines.map((line) => `${' '.repeat(indent)}${line}`).join(',\n');
}

/** Many different calls, as far as memory allows. */
export const planOf = (family, rules, size) => ({ family, rules, size, calls: size > 4096 ? 200 : 1000 });

/** A name for a case that stays the same from run to run. */
export const caseName = ({ family, rules, size }) => `${family}, ${rules} rules, ${size} bytes`;
