/** Every harness that bylaw can be put in front of, and which of them are here. */
import { existsSync } from 'node:fs';
import type { HarnessId } from '../adapters/harnesses.ts';
import type { HarnessInstall } from '../install/harness-install.ts';
import { findProgram, type Machine } from '../install/machine.ts';
import { antigravity } from './antigravity/install.ts';
import { claudeCode } from './claude-code/install.ts';
import { cline } from './cline/install.ts';
import { codex } from './codex/install.ts';
import { copilot } from './copilot/install.ts';
import { crush } from './crush/install.ts';
import { cursor } from './cursor/install.ts';
import { devin } from './devin/install.ts';
import { droid } from './droid/install.ts';
import { geminiCli } from './gemini-cli/install.ts';
import { goose } from './goose/install.ts';
import { grok } from './grok/install.ts';
import { kimi } from './kimi/install.ts';
import { kiro } from './kiro/install.ts';
import { opencode } from './opencode/install.ts';
import { qwenCode } from './qwen-code/install.ts';
import { vscode } from './vscode/install.ts';
import { windsurf } from './windsurf/install.ts';

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
