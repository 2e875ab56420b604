/** Factory Droid: the envelope of Claude Code and its answers. It gives calls no ids. */
import type { Adapter } from './adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from './claude-shape.ts';
import { splitBare, splitDoubled } from './mcp-name.ts';
import { patchKind } from './patch-kind.ts';

/** `server___tool`. */
const shape: ClaudeShape = {
  projectVariable: 'FACTORY_PROJECT_DIR',
  kindOf: patchKind,
  mcpOf: (name) => splitDoubled(name) ?? splitBare(name, '___'),
};

export const droid: Adapter = {
  id: 'droid',
  name: 'Factory Droid',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer: answerClaudeShape,
};
