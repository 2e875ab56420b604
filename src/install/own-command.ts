/**
 * The command that runs the hook on this machine, the doubts about it, and the command by which a person runs bylaw
 * here.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { serverKeyFile } from '../host/credentials/server-key.ts';
import { mountsLink } from '../host/machine/mounts.ts';
import { packageFile } from '../host/machine/package-files.ts';
import { defaultSocket } from '../host/machine/user-folders.ts';
import { isLayersFile } from '../host/policy-files/policy-folder.ts';
import { type HookCommand, typedWord } from './command-line.ts';
import { findProgram, type Machine } from './machine.ts';

/** The command with this node and this package. `policies` is absolute; `watch`: it denies nothing. */
export function ownCommand(machine: Machine, policies: string, watch = false): HookCommand {
  return { node: lastingNode(machine), script: packageFile('dist/bylaw.cjs'), policies, watch };
}

/** Where a shell finds the server of this user, with the `curl` of this machine; undefined where there is none. */
export function ownServer(machine: Machine): HookCommand['server'] {
  const curl = findProgram('curl', machine);
  if (curl === undefined || machine.platform === 'win32') return undefined;
  const mounts = machine.platform === 'linux' ? mountsLink : machine.platform;
  return { curl, socket: defaultSocket(machine.env), key: serverKeyFile(machine.env), mounts };
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
      doubts.push(`${path} is in a home folder: its owner can change the program that every user runs.`);
  return doubts;
}

/**
 * A command of bylaw as a person at this machine types it, `init codex` for
 * instance: `bylaw …` where the search path leads to this very bylaw, `npx bylaw …`
 * where npx would take it, and else with its place. `--root` goes along.
 */
export function typed(machine: Machine, command: string): string {
  const root =
    machine.root !== '/' && /^(?:init|uninstall|doctor|packs)\b/.test(command)
      ? ` --root ${typedWord(machine.root)}`
      : '';
  return `${typedName(machine)} ${command}${root}`;
}

/** The server that hooks find by themselves, as a person starts it. */
export const serveCommand = (machine: Machine, policies: string | undefined): string =>
  typed(
    machine,
    `serve --socket default --${policies !== undefined && isLayersFile(policies) ? 'layers' : 'policies'} ${policies === undefined ? 'DIR' : typedWord(policies)}`,
  );

function typedName(machine: Machine): string {
  const { node, script } = ownCommand(machine, '/');
  if (leadsTo(findProgram('bylaw', atShell(machine)), script)) return 'bylaw';
  const folders = foldersAbove(machine.project).map((folder) => join(folder, 'node_modules', '.bin'));
  const local = findProgram('bylaw', { ...machine, env: { PATH: folders.join(delimiter) } });
  if (leadsTo(local, script) || /[\\/]_npx[\\/]/.test(script)) return 'npx bylaw';
  const program = findProgram('node', machine) === undefined ? typedWord(node) : 'node';
  return `${program} ${typedWord(script)}`;
}

/** The machine as a person at a shell has it: npx and npm put folders of packages on the search path. */
const atShell = (machine: Machine): Machine => {
  const folders = (machine.env.PATH ?? '').split(delimiter);
  const own = folders.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  return { ...machine, env: { ...machine.env, PATH: own.join(delimiter) } };
};

/** A link to the script is this bylaw; a small script that names it, as some package managers make them, is taken for it. */
function leadsTo(program: string | undefined, script: string): boolean {
  if (program === undefined) return false;
  try {
    const real = realpathSync(program);
    if (real === realpathSync(script)) return true;
    return statSync(real).size < largestShim && readFileSync(real, 'utf8').includes('bylaw.cjs');
  } catch {
    return false;
  }
}

const largestShim = 8192;

function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}
