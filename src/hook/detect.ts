/**
 * Which harness sent a payload, read from its shape: harnesses load each other's
 * hook files, and then start a command that was written for another one. The
 * first sign that holds decides; without any it is the harness that the command
 * names.
 */
import type { HookHost } from '../adapters/adapter.ts';
import type { HarnessId } from '../adapters/harnesses.ts';
import { adapters } from '../harnesses/adapters.ts';
import type { JsonObject } from '../language/json.ts';

/** The sender of a payload; undefined where no sign holds. */
export function detectSender(
  payload: JsonObject,
  host: HookHost,
  named: HarnessId | undefined,
): HarnessId | undefined {
  const all = Object.values(adapters);
  const found =
    all.find(({ signs }) => signs.own?.(payload, host) === true) ??
    all.find(({ signs }) => signs.likely?.(payload, host) === true);
  if (found === undefined || found.id === named || named === undefined) return found?.id;
  // Signs that others could have too say nothing against a command that is written for one harness alone.
  return found.signs.isWeak === true && adapters[named].signs.hasOwnFiles === true ? undefined : found.id;
}
