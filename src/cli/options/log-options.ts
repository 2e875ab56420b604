/** The options of commands that keep a decision log, and what their help says of them. */
import { resolve } from 'node:path';
import { type LogSettings, readLogSettings } from '../../host/decision-log/log-settings.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { LogUnavailable } from '../../store/decision-log/decision-log.ts';
import { openLog, type RunningLog } from '../../store/decision-log/open-log.ts';
import { logInputs, whenFullChoices } from '../../store/decision-log/record.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { choice, folder, textArg } from './options.ts';

export const logOptions = {
  log: folder,
  'log-inputs': choice(logInputs),
  'log-when-full': choice(whenFullChoices),
  'log-max-size': textArg,
  'log-max-age': textArg,
  'log-keep': textArg,
} as const;

export const logHelp = `  --log-inputs HOW    which part of a call's input is kept: full, masked (without
                      secrets), hashed (comparable, not readable) or none (default: masked)
  --log-when-full HOW what happens while nothing can be written: block denies calls,
                      drop-and-count lets them go on without a record (default: block)
  --log-max-size SIZE, --log-max-age AGE
                      when the next file begins (default: 64MiB, 7d)
  --log-keep N        files to keep; older ones are deleted (default: 32)
`;

type Values = Partial<Readonly<Record<keyof typeof logOptions, string | undefined>>>;

/** The settings that the options of a command name, for a folder; undefined where there is none. Throws `UsageError`. */
export function logSettings(
  values: Values,
  folder: string | undefined,
  { cwd }: CommandContext,
): LogSettings | undefined {
  if (folder === undefined) {
    const stray = Object.entries(values).find(
      ([name, value]) => name.startsWith('log-') && value !== undefined,
    );
    if (stray !== undefined)
      throw new UsageError(
        `\`--${stray[0]}\` is about a decision log, and there is none; name its folder with \`--log DIR\``,
      );
    return undefined;
  }
  if (folder === '') throw new UsageError('`--log` takes a folder');
  const settings = readLogSettings(resolve(cwd, folder), values);
  if (typeof settings === 'string') throw new UsageError(settings);
  return settings;
}

/** Opens a log for a command that stays. Throws `UsageError`. */
export async function openLogFor(
  settings: LogSettings,
  by: 'serve' | 'mcp' | 'stdio',
  policies: string,
  instead: string,
): Promise<RunningLog> {
  const { inputs } = settings;
  try {
    return await openLog({ ...settings, start: { bylaw: versionOfBylaw(), by, policies, inputs } });
  } catch (error) {
    if (!(error instanceof LogUnavailable)) throw error;
    throw new UsageError(
      `decisions cannot be logged in \`${settings.folder}\`: ${error.message}; ${instead}`,
    );
  }
}
