/**
 * Qwen Code: the envelope of Claude Code and its answers, but for one: where there
 * is nothing to say, it is told so by an empty object, because what a hook prints
 * otherwise, on standard error too, counts as text.
 */
import type { Adapter } from './adapter.ts';
import { printing } from './adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from './claude-shape.ts';

const shape: ClaudeShape = { projectVariable: 'QWEN_PROJECT_DIR' };

export const qwenCode: Adapter = {
  id: 'qwen-code',
  name: 'Qwen Code',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer(verdict, moment) {
    const native = answerClaudeShape(verdict, moment);
    return native.stdout === '' ? printing({}) : native;
  },
};
