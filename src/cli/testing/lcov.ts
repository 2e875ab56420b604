/** Coverage as code hosts and editors read it: the LCOV tracefile. */
import { join, relative, sep } from 'node:path';
import type { Coverage } from '../../scenario/coverage/coverage.ts';
import { type CoveredFile, coveredFiles } from './coverage-marks.ts';
import type { TestRun } from './test-run.ts';

/**
 * The tracefile: a rule is a function, hit by the calls that tests asked it about; a
 * value of a clause and an entry of a list are branches. Paths are relative to `cwd`.
 */
export function lcovReport(coverage: Coverage, { loaded }: Pick<TestRun, 'loaded'>, cwd: string): string {
  const nameOf = (path: string): string => relative(cwd, join(loaded.root, path)).split(sep).join('/');
  return coveredFiles(coverage, loaded.sources)
    .map((file) => record(file, nameOf(file.source.path)))
    .join('');
}

function record({ rules, branches, hits, lines }: CoveredFile, name: string): string {
  const ordered = [...hits].sort(([a], [b]) => a - b);
  const firstOf = new Map<number, number>();
  const inOrder = [...branches].sort((a, b) => a.line - b.line || a.block - b.block);
  return [
    'TN:bylaw',
    `SF:${name}`,
    ...rules.map(({ code, place }) => `FN:${lines.positionAt(place.span.start).line},${code}`),
    ...rules.map(({ code, calls }) => `FNDA:${calls},${code}`),
    `FNF:${rules.length}`,
    `FNH:${rules.filter(({ calls }) => calls > 0).length}`,
    ...inOrder.map(({ line, block, taken }) => {
      const branch = firstOf.get(block) ?? 0;
      firstOf.set(block, branch + 1);
      return `BRDA:${line},${block},${branch},${taken ?? '-'}`;
    }),
    `BRF:${branches.length}`,
    `BRH:${branches.filter(({ taken }) => (taken ?? 0) > 0).length}`,
    ...ordered.map(([line, times]) => `DA:${line},${times}`),
    `LF:${ordered.length}`,
    `LH:${ordered.filter(([, times]) => times > 0).length}`,
    'end_of_record',
    '',
  ].join('\n');
}
