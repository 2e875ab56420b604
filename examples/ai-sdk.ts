/**
 * bylaw in front of the tools of the AI SDK: a tool that the policies deny does
 * not run, and the model reads why.
 */
import type { ToolSet } from 'ai';
import type { EventInput, PolicyEngine } from 'bylaw';

/** The same tools, each of which asks the engine before it runs. */
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
        const call = { session, call: { id: options.toolCallId }, tool: { name, input: { ...input } } };
        const { effect, reason, code } = engine.decide({ id: options.toolCallId, ...call });
        if (effect === 'deny') throw new Error(`${reason} [${code}]`);
        return execute(input, options as never);
      },
    };
    return [name, guardedTool];
  });
  return Object.fromEntries(guarded);
}
