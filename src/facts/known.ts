/** All that is known of commands and tools: what comes with bylaw, and what policies add to it. */
import type { AddedKnowledge } from '../check/checked.ts';
import { builtInKnowledge } from './knowledge/built-in.ts';
import { extendKnowledge } from './knowledge/extend.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { builtInTools, type ToolKnowledge, withTools } from './tool/tables.ts';

export interface Known {
  readonly commands: Knowledge;
  readonly tools: ToolKnowledge;
}

/** What comes with bylaw. Its tables are read when they are first asked for. */
export const builtIn: Known = {
  get commands() {
    return builtInKnowledge();
  },
  get tools() {
    return builtInTools();
  },
};

/** The same with what policies add; the very same where they add nothing. */
export function knownWith(added: AddedKnowledge): Known {
  const { commands, wrappers, aliases, tools } = added;
  if (commands.length + wrappers.length + aliases.length + tools.length === 0) return builtIn;
  return {
    commands: extendKnowledge(builtIn.commands, added),
    tools: withTools(builtIn.tools, tools),
  };
}
