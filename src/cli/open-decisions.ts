/** What `bylaw stdio` and `bylaw mcp` have in common: policies, memory and log, behind one decision point. */
import { askedBy } from '../engine/asked-by.ts';
import { Engine, type ImmediateDecisionPoint } from '../engine/engine.ts';
import type { Disk } from '../facts/disk/disk.ts';
import { withLog } from '../host/decision-log/logged.ts';
import { ownUser } from '../host/machine/own-user.ts';
import { logOptions, logSettings, openLogFor } from './options/log-options.ts';
import { flag, folder, type GivenOptions } from './options/options.ts';
import { loadForUse, memoryForUse } from './policies/policies.ts';
import { policiesFrom, policiesOrBundle } from './settings/bundle-option.ts';
import type { CommandContext } from './terminal/context.ts';

export const decisionOptions = {
  ...policiesOrBundle,
  memory: folder,
  'forget-files': flag,
  watch: flag,
  ...logOptions,
};

export interface OpenDecisions {
  readonly point: ImmediateDecisionPoint;
  close(): Promise<void>;
}

/** Undefined where the policies are not valid, which is said then. Throws `UsageError`. */
export async function openDecisions(
  by: 'stdio' | 'mcp',
  values: GivenOptions<typeof decisionOptions>['values'],
  context: CommandContext,
  disk?: Disk,
): Promise<OpenDecisions | undefined> {
  const settings = logSettings(values, values.log, context);
  const use = await loadForUse(context, await policiesFrom(values, context), {
    mode: { forgetsFiles: values['forget-files'], watches: values.watch },
    beside: [values.memory, values.log],
  });
  if (use === undefined) return undefined;
  const { digest: policies } = use.loaded;
  const log = settings && (await openLogFor(settings, by, policies, 'name another folder with `--log DIR`'));
  const engine = new Engine({
    program: use.program,
    memory: memoryForUse(context, use, values.memory),
    disk,
  });
  const decided = log === undefined ? engine : withLog(engine, log, { policies });
  return {
    point: askedBy({ way: by, user: ownUser() }, decided),
    close: async () => await log?.close(),
  };
}
