/**
 * `bylaw check --fix`: what can be fixed for certain is, in every file that is
 * named. A fixed text is checked again, and again fixed, until nothing is left;
 * then the files are written, all or none.
 */
import { join } from 'node:path';
import type { LoadedPolicies } from '../../host/load/load.ts';
import { applyChanges, fileChange } from '../../install/file-change.ts';
import { type Diagnostic, isError } from '../../language/diagnostic.ts';
import { applyFixes } from '../../language/fix.ts';
import type { Source } from '../../language/source.ts';

export interface FixedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface FixedPolicies {
  readonly files: readonly FixedFile[];
  readonly applied: readonly Diagnostic[];
  /** What is wrong or doubtful after that. */
  readonly left: readonly Diagnostic[];
}

/** More rounds than this would mean that two fixes undo each other. */
const mostRounds = 10;

/** Fixes texts by what `check` finds in them. Pure where `check` is: nothing is written. */
export function fixPolicies(
  sources: readonly Source[],
  check: (sources: readonly Source[]) => readonly Diagnostic[],
): FixedPolicies {
  const applied: Diagnostic[] = [];
  let texts = sources;
  let found = check(texts);
  for (let round = 0; round < mostRounds; round++) {
    const fixes: Diagnostic[] = [];
    const next = texts.map((source) => {
      const fixed = applyFixes(
        source.text,
        found.filter(({ path }) => path === source.path),
      );
      fixes.push(...fixed.applied);
      return { ...source, text: fixed.text };
    });
    if (fixes.length === 0) break;
    const left = check(next);
    // A text that got worse stays as it was: what is meant is then not what was thought.
    if (left.filter(isError).length > found.filter(isError).length) break;
    applied.push(...fixes);
    texts = next;
    found = left;
  }
  const files = sources.flatMap(({ path, text }, at) => {
    const after = texts[at]?.text ?? text;
    return after === text ? [] : [{ path, before: text, after }];
  });
  return { files, applied, left: found };
}

/** Writes fixed files below the policy root. Throws where one cannot be written, or has changed meanwhile. */
export function writeFixed({ root }: LoadedPolicies, files: readonly FixedFile[]): void {
  const changes = files.map(({ path, before, after }) => fileChange(join(root, path), before, after));
  const applied = applyChanges(changes, '');
  if (!applied.ok) throw new Error(`${applied.path}: ${applied.problem}; run \`bylaw check --fix\` again`);
}
