/**
 * Codex: the envelope of Claude Code with a turn and a model. It takes no key
 * that it does not know, and a hook that answers with one counts for nothing; so
 * the answers are exactly Claude Code's denial, or nothing at all.
 */
import type { JsonObject } from '../language/json.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import type { Adapter } from './adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from './claude-shape.ts';
import { patchKind } from './patch-kind.ts';

const shape: ClaudeShape = { turnField: 'turn_id', hasModel: true, kindOf };

export const codex: Adapter = {
  id: 'codex',
  name: 'Codex',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer: answerClaudeShape,
};

/** `exec` runs JavaScript that calls tools; elsewhere a tool of this name is a shell. */
function kindOf(name: string, input: JsonObject): Kind | undefined {
  return name === 'exec' ? 'other' : patchKind(name, input);
}
