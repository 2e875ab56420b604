/** Recorded events that tests name. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { decodeEvent } from '../../protocol/decode.ts';
import { readJson } from '../../protocol/json.ts';
import type { ReadRecorded } from '../../scenario/run-tests.ts';
import { describeError } from '../policy-files/policy-files.ts';

/** A recorded event larger than this is no event. */
const largestEvent = 16 * 1024 * 1024;

/** Reads recorded events of tests, below the policy root only: of calls that are about to run, which alone are decided. */
export function recordedBelow(root: string): ReadRecorded {
  return (file) => {
    const path = join(root, file);
    try {
      const real = realpathSync(path);
      if (!real.startsWith(realpathSync(root) + sep))
        return `\`${file}\` is a link that leads out of the policy root`;
      if (statSync(real).size > largestEvent) return `\`${file}\` is larger than an event can be`;
      const json = readJson(readFileSync(real, 'utf8'));
      if (!json.ok) return `\`${file}\` is not JSON that can be used: ${json.message}`;
      const decoded = decodeEvent(json.value);
      if (!decoded.ok) return `\`${file}\` is not a usable event: ${decoded.problem.message}`;
      const { type } = decoded.event;
      return type === 'tool.before'
        ? decoded.event
        : `\`${file}\` is an event \`${type}\`: only \`tool.before\` is decided, so that every rule would let it pass`;
    } catch (error) {
      return `\`${file}\` cannot be read: ${describeError(error)}`;
    }
  };
}
