/**
 * The agent that runs inside VS Code itself (“Local”): the envelope of Claude
 * Code, tools and inputs of its own, and an object for an answer. The other agents
 * that VS Code can show run outside of it and send their own payloads.
 */
import type { JsonObject } from '../language/json.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import type { Adapter, NativeAnswer, Verdict } from './adapter.ts';
import { printing } from './adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from './claude-shape.ts';
import { splitOnce } from './mcp-name.ts';
import { patchKind } from './patch-kind.ts';

const shape: ClaudeShape = { mcpOf: (name) => splitOnce(name, 'mcp_', '_'), kindOf };

export const vscode: Adapter = {
  id: 'vscode',
  name: 'VS Code',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer,
};

function answer(verdict: Verdict, moment?: string): NativeAnswer {
  const said = answerClaudeShape(verdict, moment);
  return said.stdout === '' ? printing({}) : said;
}

/** A server's tool is told by its prefix, even where its server is not. */
function kindOf(name: string, input: JsonObject): Kind | undefined {
  return name.startsWith('mcp_') ? 'mcp' : patchKind(name, input);
}
