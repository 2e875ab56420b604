/** A file of configuration that is not valid, and what is said of it. */
import { configReading, type OpenConfigFile } from '../../host/config/config-file.ts';
import type { Span } from '../../language/source.ts';
import { countOf, renderAll } from '../policies/policies.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { namedBy, type Origin, type ServerSettings } from './server-settings.ts';
import type { Key } from './table.ts';

/** The configuration file has errors: there are no settings. */
export class InvalidConfig extends Error {
  readonly file: OpenConfigFile;
  /** What is wrong beside the file, with options and variables. */
  readonly others: readonly string[];

  constructor(file: OpenConfigFile, others: readonly string[] = []) {
    super(`${file.source.path} is not valid`);
    this.file = file;
    this.others = others;
  }
}

export function invalidConfigText({ file, others }: InvalidConfig, context: CommandContext): string {
  const { source } = file;
  const problems = file.problems.toSorted((one, other) => one.span.start - other.span.start);
  const shown = renderAll(problems, { lookup: () => source }, context);
  const beside = others.map((each) => `bylaw: ${each}\n`).join('');
  return `${shown}\n${beside}The file of configuration ${source.path} is not valid: ${countOf(problems.length, 'error')}. Nothing was loaded.\n`;
}

/**
 * What is wrong with a setting. Where the file says it, the setting is pointed at; where it is missing, the section that it
 * belongs to. Otherwise the command line or the environment is at fault. `beside`: the settings that it depends on. Where one
 * of them could not be read, that is what is wrong, and has been said.
 */
export function mistake(
  settings: ServerSettings,
  key: Key,
  message: string | readonly string[],
  beside: readonly Key[] = [],
): Error {
  const { file } = settings;
  const span = placeOf(settings, key);
  const messages = [message].flat();
  if (file === undefined || span === undefined) return new UsageError(messages.join('\nbylaw: '));
  if (![key, ...beside].some((each) => settings.isUnreadable(each)))
    for (const each of messages) configReading(file).fail(span, each);
  return new InvalidConfig(file);
}

function placeOf({ origin, file }: ServerSettings, key: Key): Span | undefined {
  const from = origin(key);
  if (from.kind === 'file') return from.span;
  const [section = ''] = key.split('.');
  const entries: ReadonlyMap<string, { readonly span: Span }> | undefined = file?.sections;
  return from.kind === 'default' ? entries?.get(section)?.span : undefined;
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
