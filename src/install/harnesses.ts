/** Every harness that bylaw can be put in front of, and which of them are here. */
import { existsSync } from 'node:fs';
import type { HarnessId } from '../adapters/harnesses.ts';
import { antigravity } from '../harnesses/antigravity/install.ts';
import { claudeCode } from '../harnesses/claude-code/install.ts';
import { cline } from '../harnesses/cline/install.ts';
import { codex } from '../harnesses/codex/install.ts';
import { copilot } from '../harnesses/copilot/install.ts';
import { crush } from '../harnesses/crush/install.ts';
import { cursor } from '../harnesses/cursor/install.ts';
import { devin } from '../harnesses/devin/install.ts';
import { droid } from '../harnesses/droid/install.ts';
import { geminiCli } from '../harnesses/gemini-cli/install.ts';
import { goose } from '../harnesses/goose/install.ts';
import { grok } from '../harnesses/grok/install.ts';
import { kimi } from '../harnesses/kimi/install.ts';
import { kiro } from '../harnesses/kiro/install.ts';
import { opencode } from '../harnesses/opencode/install.ts';
import { qwenCode } from '../harnesses/qwen-code/install.ts';
import { vscode } from '../harnesses/vscode/install.ts';
import { windsurf } from '../harnesses/windsurf/install.ts';
import type { HarnessInstall } from './harness-install.ts';
import { findProgram, type Machine } from './machine.ts';

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
