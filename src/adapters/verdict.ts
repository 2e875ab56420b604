/** A decision as a verdict, with a reason that every harness can show. */
import type { Decision } from '../engine/decision.ts';
import type { HookVerdict } from './adapter.ts';

export function verdictOf({ effect, reason, code }: Decision): HookVerdict {
  if (effect === 'none') return { denied: false };
  const text = oneLine(reason ?? '');
  return {
    denied: true,
    reason: text === '' ? 'This call is not allowed by policy.' : text,
    code: code ?? 'io.bylaw.engine.fault',
  };
}

/** Longer reasons are cut by some harnesses in places of their own choosing. */
const longestReason = 2000;

/** A reason that every harness can show: one line, without control characters, not longer than it can be. */
export function oneLine(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  if (line.length <= longestReason) return line;
  const cut = line.slice(0, longestReason - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
