/** Hooks of harnesses that run as functions of the host instead of as commands. */
import type { NativeAnswer } from '../adapters/adapter.ts';
import type { HarnessId } from '../adapters/harnesses.ts';
import type { ImmediateDecisionPoint } from '../engine/engine.ts';
import { nothingEnded } from '../store/ended-calls.ts';
import { answerHook } from './answer-hook.ts';

export interface NativeHookOptions {
  readonly harness: HarnessId;
  readonly engine: ImmediateDecisionPoint;
  /** Whether a call passes that bylaw cannot decide about; it does not by default. */
  readonly failOpen?: boolean;
}

/**
 * A function from a harness's own payload to its own answer, as text and exit
 * code; the same that `bylaw hook` does. Never throws.
 */
export function createNativeHook({
  harness,
  engine,
  failOpen = false,
}: NativeHookOptions): (payload: unknown) => NativeAnswer {
  return (payload) => {
    let text: string;
    try {
      text = JSON.stringify(payload) ?? '';
    } catch {
      text = '';
    }
    const request = { harness, payload: text, host: { env: {}, cwd: process.cwd() } };
    return answerHook(request, { engine, ended: nothingEnded, now: new Date().toISOString(), failOpen });
  };
}
