/**
 * The agent that runs inside VS Code itself (“Local”): the envelope of Claude
 * Code, tools and inputs of its own, and an object for an answer. The other agents
 * that VS Code can show run outside of it and send their own payloads.
 */
import type { Adapter, HookVerdict, NativeAnswer } from '../../adapters/adapter.ts';
import { printing } from '../../adapters/adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from '../../adapters/claude-shape.ts';
import { splitOnce } from '../../adapters/mcp-name.ts';
import { patchKind } from '../../adapters/patch-kind.ts';
import { textField } from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import type { JsonObject } from '../../language/json.ts';
import { isJsonObject, own } from '../../protocol/json.ts';
import type { Kind } from '../../vocabulary/kinds.ts';

const shape: ClaudeShape = { mcpOf: (name) => splitOnce(name, 'mcp_', '_'), kindOf };

export const vscode: Adapter = {
  id: 'vscode',
  name: 'VS Code',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer,
  signs: { likely: isVsCode },
};

function answer(verdict: HookVerdict, moment?: string): NativeAnswer {
  const said = answerClaudeShape(verdict, moment);
  return said.stdout === '' ? printing({}) : said;
}

/** The prefix shows that it is a tool of a server, even where the server is not known. */
function kindOf(name: string, input: JsonObject): Kind | undefined {
  return name.startsWith('mcp_') ? 'mcp' : patchKind(name, input);
}

function isVsCode(payload: JsonObject): boolean {
  if (!has(payload, 'timestamp', 'tool_use_id')) return false;
  const input = own(payload, 'tool_input');
  return (
    textField(payload, 'tool_use_id')?.includes('__vscode-') === true ||
    (has(payload, 'hookEventName') && has(payload, 'tool_name')) ||
    (isJsonObject(input) && Object.hasOwn(input, 'filePath'))
  );
}
