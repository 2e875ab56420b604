// What bylaw spends to find out what the other engines are handed: the readings of a path in a field, or what a call
// does. Derived anew for each call, and asked of no rule; it decides nothing, and is measured to be set beside the rest.
import { deriveFor } from '../bylaw.mjs';
import { eventOf, programOf } from '../bylaw-program.mjs';

export const title = 'the values alone';
export const decides = false;

const effects = (facts) => facts.effects;
/** Other workloads ask about values that stand in the event as they are. */
const finders = {
  'path-field': (facts) => {
    const { file_path: path } = facts.event.tool.input;
    return path === undefined ? undefined : facts.pathViews(path, false);
  },
  path: effects,
  host: effects,
  command: effects,
  mixed: effects,
  plain: effects,
};

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare(workload) {
  const find = finders[workload.family];
  if (find === undefined) return { cannot: 'the values stand in the event as they are asked for' };
  const program = programOf(workload);
  return { ask: ({ sent }) => eventOf(sent), decide: (event) => find(deriveFor(program, event)) };
}
