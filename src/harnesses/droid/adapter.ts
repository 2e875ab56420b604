/** Factory Droid: the envelope of Claude Code and its answers. It gives calls no ids. */
import type { Adapter } from '../../adapters/adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from '../../adapters/claude-shape.ts';
import { splitBare, splitDoubled } from '../../adapters/mcp-name.ts';
import { patchKind } from '../../adapters/patch-kind.ts';
import { isOne } from '../../adapters/signs.ts';
import { own } from '../../protocol/json.ts';

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
  signs: {
    own: (payload) => isOne(own(payload, 'permissionMode'), ...modes),
    likely: (payload) => isOne(own(payload, 'permission_mode'), ...modes),
    hasOwnFiles: true,
  },
};

const modes = ['off', 'spec', 'auto-low', 'auto-medium', 'auto-high'];
