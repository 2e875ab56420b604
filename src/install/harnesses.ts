/** Every harness that bylaw can be put in front of, and which of them are here. */
import { existsSync } from 'node:fs';
import type { HarnessId } from '../adapters/adapter.ts';
import { antigravity } from './antigravity.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot, vscode } from './copilot.ts';
import { crush } from './crush.ts';
import { cursor } from './cursor.ts';
import { devin } from './devin.ts';
import { droid } from './droid.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { grok } from './grok.ts';
import type { HarnessInstall } from './harness-install.ts';
import { kimi } from './kimi.ts';
import { kiro } from './kiro.ts';
import { findProgram, type Machine } from './machine.ts';
import { opencode } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';
import { windsurf } from './windsurf.ts';

export const harnessInstalls: Readonly<Record<HarnessId, HarnessInstall>> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  copilot,
  vscode,
  opencode,
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  kimi,
  droid,
  windsurf,
  kiro,
  cline,
  goose,
  crush,
  devin,
  antigravity,
  grok,
};

/** Where a harness was seen. */
export interface Sighting {
  readonly harness: HarnessInstall;
  /** A program or a folder of the user. */
  readonly forUser: string | undefined;
  /** A folder of the project. */
  readonly inProject: string | undefined;
}

/** The harnesses that are installed or in use, in the order of the table. */
export function findHarnesses(machine: Machine): readonly Sighting[] {
  return Object.values(harnessInstalls).flatMap((harness) => {
    const { user, project } = harness.traces(machine);
    const program = harness.programs
      .map((name) => findProgram(name, machine))
      .find((path) => path !== undefined);
    const forUser = program ?? user.find((path) => existsSync(path));
    const inProject = project.find((path) => existsSync(path));
    return forUser === undefined && inProject === undefined ? [] : [{ harness, forUser, inProject }];
  });
}
