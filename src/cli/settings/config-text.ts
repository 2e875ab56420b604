/** What is said of a file of configuration that is not valid. */
import type { OpenConfigFile } from '../../host/config/config-file.ts';
import type { CommandContext } from '../context.ts';
import { countOf, renderAll } from '../policies.ts';

export function invalidConfigText({ source, problems }: OpenConfigFile, context: CommandContext): string {
  const shown = renderAll(problems, { lookup: () => source }, context);
  return `${shown}\nThe file of configuration ${source.path} is not valid: ${countOf(problems.length, 'error')}. Nothing was loaded.\n`;
}
