/** What the hook is to be run with on this machine, and what is doubtful about it. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { HookCommand } from './command-line.ts';
import { findProgram, type Machine } from './machine.ts';
import { packageFolder } from './starter-policies.ts';

/** The command with this node and this package. `policies` is absolute. */
export function ownCommand(machine: Machine, policies: string): HookCommand {
  return { node: lastingNode(machine), script: join(packageFolder, 'dist', 'bylaw.cjs'), policies };
}

/** Homebrew has each version in a folder that goes with the next one; the link on the search path stays. */
function lastingNode(machine: Machine): string {
  if (!process.execPath.includes('/Cellar/')) return process.execPath;
  const linked = findProgram('node', machine);
  try {
    if (linked !== undefined && realpathSync(linked) === realpathSync(process.execPath)) return linked;
  } catch {}
  return process.execPath;
}

/** Sentences about a command that may not last or that others may change. */
export function commandDoubts(
  { node, script }: HookCommand,
  { home }: Machine,
  isManaged: boolean,
): readonly string[] {
  const doubts: string[] = [];
  if (/[\\/]_npx[\\/]|[\\/]\.cache[\\/]/.test(script))
    doubts.push(
      `bylaw runs from ${script}, which may be cleaned up; install it with \`npm install --global bylaw\`.`,
    );
  if (!isManaged) return doubts;
  for (const path of [node, script])
    if (path.startsWith(`${home}/`) && home !== '/')
      doubts.push(`${path} is in a home folder: its owner can change what is run for everybody.`);
  return doubts;
}
