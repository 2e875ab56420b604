/** The decision log as the hook loads it: a bundle of its own, so that a hook without one never reads it. */
import type { ImmediateDecisionPoint } from '../engine/engine.ts';
import { trialsOf } from '../host/credentials/trial.ts';
import type { LogSettings } from '../host/decision-log/log-settings.ts';
import { withLog } from '../host/decision-log/logged.ts';
import { openImmediateLog } from '../store/decision-log/open-immediate-log.ts';

export interface HookLogContext {
  readonly version: string;
  /** Digest of the policies in force. */
  readonly policies: string;
}

/** Writes down what a decision point says, before it is said. */
export function logged(
  point: ImmediateDecisionPoint,
  settings: LogSettings,
  { version, policies }: HookLogContext,
): ImmediateDecisionPoint {
  const start = { bylaw: version, by: 'hook', policies, inputs: settings.inputs };
  const log = openImmediateLog({ ...settings, start, stays: false });
  return withLog(point, log, { policies, isTrial: trialsOf(process.env) });
}
