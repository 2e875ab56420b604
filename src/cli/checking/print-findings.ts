/** The findings of `bylaw check` for people, and how many there are. */
import type { LoadedPolicies } from '../../host/load/load.ts';
import { isError } from '../../language/diagnostic.ts';
import { type CommandContext, write } from '../context.ts';
import { countOf, renderAll } from '../policies.ts';

export async function printFindings(loaded: LoadedPolicies, context: CommandContext): Promise<void> {
  const { diagnostics } = loaded;
  if (diagnostics.length === 0) return write(context.stdout, `${findingsLine(loaded)}\n`);
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  const hint =
    fixable === 0
      ? ''
      : `\`bylaw check --fix\` fixes ${fixable === diagnostics.length ? 'all' : fixable} of them.\n`;
  await write(context.stdout, `${renderAll(diagnostics, loaded, context)}\n${findingsLine(loaded)}\n${hint}`);
}

/** `2 files: 1 error, 0 warnings; 1 warning accepted.` */
export function findingsLine({ diagnostics, accepted, sources, program }: LoadedPolicies): string {
  const files = countOf(sources.length, 'file');
  const also = accepted.length === 0 ? '' : `; ${countOf(accepted.length, 'warning')} accepted`;
  if (diagnostics.length === 0)
    return `${files}, ${countOf(program?.rules.length ?? 0, 'rule')}: nothing to report${also}.`;
  const errors = diagnostics.filter(isError).length;
  return `${files}: ${countOf(errors, 'error')}, ${countOf(diagnostics.length - errors, 'warning')}${also}.`;
}
