/** Every harness that bylaw has an adapter for. */
import type { Adapter } from '../adapters/adapter.ts';
import type { HarnessId } from '../adapters/harnesses.ts';
import { antigravity } from './antigravity/adapter.ts';
import { claudeCode } from './claude-code/adapter.ts';
import { cline } from './cline/adapter.ts';
import { codex } from './codex/adapter.ts';
import { copilot } from './copilot/adapter.ts';
import { crush } from './crush/adapter.ts';
import { cursor } from './cursor/adapter.ts';
import { devin } from './devin/adapter.ts';
import { droid } from './droid/adapter.ts';
import { geminiCli } from './gemini-cli/adapter.ts';
import { goose } from './goose/adapter.ts';
import { grok } from './grok/adapter.ts';
import { kimi } from './kimi/adapter.ts';
import { kiro } from './kiro/adapter.ts';
import { opencode } from './opencode/adapter.ts';
import { qwenCode } from './qwen-code/adapter.ts';
import { vscode } from './vscode/adapter.ts';
import { windsurf } from './windsurf/adapter.ts';

/** In the order in which their signs are tried: an envelope that others imitate is behind its imitations. */
export const adapters: Readonly<Record<HarnessId, Adapter>> = {
  antigravity,
  cursor,
  windsurf,
  cline,
  opencode,
  droid,
  grok,
  vscode,
  'qwen-code': qwenCode,
  copilot,
  'gemini-cli': geminiCli,
  codex,
  goose,
  crush,
  kimi,
  devin,
  kiro,
  'claude-code': claudeCode,
};
