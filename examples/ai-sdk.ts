/**
 * bylaw in front of the tools of the AI SDK: a tool that the policies deny does not run, and the model
 * reads why. The engine gets the outcome of each call.
 */
import type { ToolSet } from 'ai';
import type { EventInput, PolicyEngine } from 'bylaw';

/** The same tools; each asks the engine before it runs, and reports the outcome. */
export function guardTools<Tools extends ToolSet>(
  tools: Tools,
  engine: PolicyEngine,
  session: NonNullable<EventInput['session']>,
): Tools {
  const guarded = Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool;
    // Tools without `execute` run somewhere else: there is nothing here to stop.
    if (execute === undefined) return [name, tool];
    const guardedTool = {
      ...tool,
      execute: async (input: object, options: { readonly toolCallId: string }) => {
        const id = options.toolCallId;
        const call = { session, call: { id }, tool: { name, input: { ...input } } };
        // Each event of a call has a different id: the same id would be a retry.
        const tell = (end: Pick<EventInput, 'outcome' | 'error'>) =>
          engine.observe({ id: `${id}-after`, type: 'tool.after', ...call, ...end });
        const { effect, reason, code } = engine.decide({ id, ...call });
        if (effect === 'deny') {
          tell({ outcome: 'denied' });
          throw new Error(`${reason} [${code}]`);
        }
        try {
          const result = await execute(input, options as never);
          tell({ outcome: 'ok' });
          return result;
        } catch (error) {
          tell({ outcome: 'error', error: { message: String(error) } });
          throw error;
        }
      },
    };
    return [name, guardedTool];
  });
  return Object.fromEntries(guarded);
}
