/** A file of configuration that is not valid, and what is said of it. */
import { configReading, type OpenConfigFile } from '../../host/config/config-file.ts';
import { type CommandContext, UsageError } from '../context.ts';
import { countOf, renderAll } from '../policies.ts';
import { namedBy, type Origin, type ServerSettings } from './server-settings.ts';
import type { Key } from './table.ts';

/** The configuration file has errors: there are no settings. */
export class InvalidConfig extends Error {
  readonly file: OpenConfigFile;

  constructor(file: OpenConfigFile) {
    super(`${file.source.path} is not valid`);
    this.file = file;
  }
}

export function invalidConfigText({ source, problems }: OpenConfigFile, context: CommandContext): string {
  const shown = renderAll(problems, { lookup: () => source }, context);
  return `${shown}\nThe file of configuration ${source.path} is not valid: ${countOf(problems.length, 'error')}. Nothing was loaded.\n`;
}

/**
 * The error of two settings that cannot both hold. Where both are in the file it is the second of them there that is
 * pointed at, and the file is not valid; otherwise the command line or the environment is at fault.
 */
export const excludeEachOther = (settings: ServerSettings, one: Key, other: Key, why: string): Error =>
  cannotBoth(
    settings,
    [settings.origin(one), settings.origin(other)],
    `${namedBy(settings, one)} and ${namedBy(settings, other)} exclude each other: ${why}`,
  );

/** The same for any two origins, with a message that names both. */
export function cannotBoth(
  { file }: ServerSettings,
  origins: readonly [Origin, Origin],
  message: string,
): Error {
  const [one, other] = origins;
  if (file === undefined || one.kind !== 'file' || other.kind !== 'file') return new UsageError(message);
  configReading(file).fail(one.span.start > other.span.start ? one.span : other.span, message);
  return new InvalidConfig(file);
}
