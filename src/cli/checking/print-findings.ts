/** The findings of `bylaw check` for people, and how many there are. */
import type { LoadedPolicies } from '../../host/load.ts';
import { isError } from '../../language/diagnostic.ts';
import { type CommandContext, write } from '../context.ts';
import { countOf, renderAll } from '../policies.ts';

export async function printFindings(loaded: LoadedPolicies, context: CommandContext): Promise<void> {
  const { diagnostics, accepted, sources } = loaded;
  const errors = diagnostics.filter(isError).length;
  const files = countOf(sources.length, 'file');
  const also = accepted.length === 0 ? '' : `; ${countOf(accepted.length, 'warning')} accepted`;
  if (diagnostics.length === 0) {
    await write(
      context.stdout,
      `${files}, ${countOf(loaded.program?.rules.length ?? 0, 'rule')}: nothing to report${also}.\n`,
    );
    return;
  }
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  const counts = `${countOf(errors, 'error')}, ${countOf(diagnostics.length - errors, 'warning')}${also}`;
  const hint =
    fixable === 0
      ? ''
      : `\`bylaw check --fix\` mends ${fixable === diagnostics.length ? 'all' : fixable} of them.\n`;
  await write(context.stdout, `${renderAll(diagnostics, loaded, context)}\n${files}: ${counts}.\n${hint}`);
}
