/** The findings of `bylaw check` for people, and how many there are. */
import { resolve } from 'node:path';
import type { LoadedPolicies } from '../../host/load/load.ts';
import { isOfPacks } from '../../install/packs.ts';
import { isError, isNote } from '../../language/diagnostic.ts';
import { countOf, renderAll } from '../policies/policies.ts';
import { type CommandContext, write } from '../terminal/context.ts';

/** Policies with everything that was found in them. */
export interface FoundPolicies extends LoadedPolicies {
  /** How many tests they have; 0 where they have errors. */
  readonly testCount: number;
}

export async function printFindings(found: FoundPolicies, context: CommandContext): Promise<void> {
  const { diagnostics } = found;
  const sum = `${findingsLine(found)}\n`;
  if (diagnostics.length === 0) return write(context.stdout, `${sum}${notRun(found)}`);
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  const hint =
    fixable === 0
      ? ''
      : `\`bylaw check --fix\` fixes ${fixable === diagnostics.length ? 'all' : fixable} of them.\n`;
  await write(
    context.stdout,
    `${renderAll(diagnostics, found, context)}\n${sum}${hint}${diagnostics.some(isError) ? '' : notRun(found)}`,
  );
}

/** Whoever reads that nothing is wrong could take it that the tests pass. */
const notRun = ({ testCount }: FoundPolicies): string =>
  testCount === 0
    ? ''
    : `No test was run. Policies with a failing test inside do not load, and then every call is denied. \`bylaw test\` runs ${testCount === 1 ? 'it' : 'them'}.\n`;

/** So many accepted warnings are named; all, and those that packs accept, are in `--json`. */
const mostNamed = 4;

/** `2 files: 1 error, 0 warnings; 1 warning accepted (`wide-host` in own.policy).` */
export function findingsLine(found: FoundPolicies): string {
  const { diagnostics, sources, program, testCount, root } = found;
  const files = countOf(sources.length, 'file');
  // Users cannot change a warning that the shipped packs accept, so it is not counted.
  const accepted = found.accepted.filter(({ diagnostic }) => !isOfPacks(resolve(root, diagnostic.path)));
  const which = [
    ...new Set(accepted.map(({ diagnostic }) => `\`${diagnostic.code}\` in ${diagnostic.path}`)),
  ].slice(0, mostNamed);
  const also =
    accepted.length === 0
      ? ''
      : `; ${countOf(accepted.length, 'warning')} accepted (${which.join(', ')}${which.length < mostNamed ? '' : ', …'})`;
  if (diagnostics.length === 0)
    return `${files}, ${countOf(program?.rules.length ?? 0, 'rule')}, ${countOf(testCount, 'test')}: nothing to report${also}.`;
  const errors = diagnostics.filter(isError).length;
  const notes = diagnostics.filter(isNote).length;
  const noted = notes === 0 ? '' : `, ${countOf(notes, 'note')}`;
  return `${files}: ${countOf(errors, 'error')}, ${countOf(diagnostics.length - errors - notes, 'warning')}${noted}${also}.`;
}
