/**
 * Qwen Code has the envelope of Claude Code and its answers, with one exception: where bylaw has nothing to say, the
 * answer is an empty object. All other output of a hook counts as text, also on standard error. If there are several
 * hooks, the last decision counts, but a later one does not take back that a call must not go on. So a denial says
 * both.
 */
import type { Adapter } from '../../adapters/adapter.ts';
import { printing } from '../../adapters/adapter.ts';
import {
  answerClaudeShape,
  type ClaudeShape,
  denialBeforeTool,
  readClaudeShape,
} from '../../adapters/claude-shape.ts';
import { variableIn } from '../../adapters/payload.ts';
import { isOne } from '../../adapters/signs.ts';
import { own } from '../../protocol/json.ts';

const shape: ClaudeShape = { projectVariable: 'QWEN_PROJECT_DIR' };

export const qwenCode: Adapter = {
  id: 'qwen-code',
  name: 'Qwen Code',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer(verdict, moment = 'PreToolUse') {
    if (verdict.denied && moment === 'PreToolUse')
      return printing({
        ...denialBeforeTool(verdict.reason),
        continue: false,
        stopReason: verdict.reason,
      });
    const native = answerClaudeShape(verdict, moment);
    return native.stdout === '' ? printing({}) : native;
  },
  signs: {
    likely: (payload, { env }) =>
      variableIn(env, 'QWEN_PROJECT_DIR') !== undefined ||
      isOne(own(payload, 'permission_mode'), 'auto_edit', 'yolo'),
    isWeak: true,
  },
};
