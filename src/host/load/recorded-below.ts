/** Recorded events that tests name. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { decodeEvent } from '../../protocol/decode.ts';
import { readJson } from '../../protocol/json.ts';
import { describeFault } from '../../protocol/json-fault.ts';
import type { ReadRecorded } from '../../scenario/run-tests.ts';
import { FileTooLarge, readRegularFile } from '../machine/regular-file.ts';
import { describeError, isBelow } from '../policy-files/policy-files.ts';

/** A recorded event larger than this is no event. */
const largestEvent = 16 * 1024 * 1024;

/**
 * Reads recorded events of tests: of calls that are about to run, which alone are decided. Their paths start at `root`; those of
 * a layer are below its `own` folder, as its policies are.
 */
export function recordedBelow(root: string, own = root): ReadRecorded {
  return (file) => {
    const path = join(root, file);
    if (!isBelow(path, own)) return `\`${file}\` is not in the folder of the policies that name it`;
    try {
      const real = realpathSync(path);
      if (!isBelow(real, realpathSync(own))) return `\`${file}\` is a link that leads out of the policy root`;
      const text = readRegularFile(real, largestEvent).toString('utf8');
      const json = readJson(text);
      if (!json.ok)
        return `\`${file}\` is not JSON that can be used: ${json.problem === 'syntax' ? describeFault(text) : json.message}`;
      const decoded = decodeEvent(json.value);
      if (!decoded.ok) return `\`${file}\` is not a usable event: ${decoded.problem.message}`;
      const { type } = decoded.event;
      return type === 'tool.before'
        ? decoded.event
        : `\`${file}\` is an event \`${type}\`: only \`tool.before\` is decided, so that every rule would let it pass`;
    } catch (error) {
      if (error instanceof FileTooLarge) return `\`${file}\` is larger than an event can be`;
      return `\`${file}\` cannot be read: ${describeError(error)}`;
    }
  };
}
