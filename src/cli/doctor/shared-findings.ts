/** Findings about what all hooks of this user share: the server, the folders, the memory and the log. */
import { accessSync, constants, statSync } from 'node:fs';
import { askServer } from '../../diagnosis/ask-server.ts';
import type { Diagnosis } from '../../diagnosis/diagnose.ts';
import { isHeldByManager } from '../../diagnosis/socket-holder.ts';
import { isNamedPipe } from '../../host/machine/named-pipe.ts';
import { defaultSocket, userCacheFolder, userStateFolder } from '../../host/machine/user-folders.ts';
import { notInForce } from '../../host/policy-files/misnamed.ts';
import { defaultMemory, problemsOfMemory } from '../../host/remembering.ts';
import type { DoctorFinding } from '../../install/finding.ts';
import type { Machine } from '../../install/machine.ts';
import { otherPacks } from '../../install/other-packs.ts';
import { serveCommand } from '../../install/own-command.ts';
import type { CommandContext } from '../terminal/context.ts';
import { logFindings } from './log-findings.ts';

/** The findings about the policies, servers and logs that several hooks name. */
export async function sharedFindings(
  diagnoses: readonly Diagnosis[],
  machine: Machine,
  context: CommandContext,
): Promise<readonly DoctorFinding[]> {
  const policies = [...new Set(diagnoses.flatMap((diagnosis) => diagnosis.policies))];
  // Without a hook on this machine's policies nothing here needs a server: all ask one elsewhere, or there is none.
  const needsNone = policies.length === 0;
  return [
    ...(needsNone ? [] : await judgeServer(policies, machine)),
    ...policies
      .flatMap((folder) => otherPacks(folder, machine))
      .map((text) => ({ kind: 'warning', text }) as const),
    ...notInForce(policies, context.cwd).map((text) => ({ kind: 'warning', text }) as const),
    ...judgeFolders(context),
    ...judgeMemory(context),
    ...(await logFindings(diagnoses, machine, context)),
  ];
}

/** What earlier calls left is read by every hook: where it cannot be, rules that ask for it deny, and files of sessions are unknown. */
function judgeMemory({ env }: CommandContext): readonly DoctorFinding[] {
  const problems = problemsOfMemory(defaultMemory(env));
  const more =
    problems.length > mostProblems ? [`… and ${problems.length - mostProblems} more like this.`] : [];
  return [...problems.slice(0, mostProblems), ...more].map((text) => ({ kind: 'fail', text }));
}

const mostProblems = 5;

/** What the server makes of the policies that hooks name; each folder for itself. */
async function judgeServer(folders: readonly string[], machine: Machine): Promise<readonly DoctorFinding[]> {
  const socket = defaultSocket(machine.env, machine.platform);
  const findings: DoctorFinding[] = [];
  for (const folder of folders.length === 0 ? [undefined] : folders) {
    const state = await askServer(socket, folder, machine.env);
    findings.push(serverFinding(state, socket, folder, machine));
    // Where no server is, the other folders say the same.
    if (state.kind === 'absent' || state.kind === 'silent') break;
  }
  return findings;
}

function serverFinding(
  state: Awaited<ReturnType<typeof askServer>>,
  socket: string,
  policies: string | undefined,
  machine: Machine,
): DoctorFinding {
  const start = `\`${serveCommand(machine, policies)}\``;
  const by = policies === undefined ? '' : ` with the policies ${policies}`;
  switch (state.kind) {
    case 'absent':
      return {
        kind: 'pass',
        text: `There is no server at ${socket}, so each hook decides itself; ${start} would make that faster.`,
      };
    case 'silent':
      return {
        kind: 'warning',
        text: `${socket} is there, but no process listens, so each hook decides itself; start ${start} again, or delete the file.`,
      };
    case 'answers':
      return {
        kind: 'pass',
        text: `A server listens at ${socket}${policies === undefined ? '' : ` and decides by the policies ${policies} as they are now`}. ${whoMayReplace(socket)}`,
      };
    case 'refuses':
      return {
        kind: 'warning',
        text: `A server listens at ${socket}, but hooks${by} get no answer from it and decide themselves, which takes longer: the server ${state.problem}.${remedyFor(state.problem, start)}`,
      };
    default:
      return state satisfies never;
  }
}

/** What to do about a server that does not answer, where its problem does not say so. */
function remedyFor(problem: string, start: string): string {
  if (problem.includes('policies'))
    return ` It may have been started with another folder, or it keeps older policies because the new ones are not valid: fix those first, it then takes them by itself. Else end it and start ${start}; one of systemd is started again by \`systemctl --user restart bylaw\`.`;
  if (problem.includes('--watch')) return ' Start both with `--watch`, or both without it.';
  return problem.includes('key') ? ` End whatever listens there, and start ${start}.` : '';
}

/** From whom the place of the socket is safe. */
function whoMayReplace(socket: string): string {
  if (isNamedPipe(socket))
    return 'The first process that takes the name of a pipe has it, and the hook trusts it only with the key of this user: the rules of self-protection keep an agent from that.';
  const owner = statSync(socket, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner !== process.getuid?.())
    return 'It belongs to another user, so nothing that this user runs can answer in its place.';
  return isHeldByManager(socket)
    ? 'The service manager holds it, so nothing can take its place while the server is not there; what keeps an agent from removing it are the rules of self-protection.'
    : 'It runs as this user, as agents do: other users cannot answer in its place, and what keeps an agent from it are the rules of self-protection. No service manager holds it.';
}

/** The folders for what is kept between calls. */
function judgeFolders({ env }: CommandContext): readonly DoctorFinding[] {
  const kept = [
    [userCacheFolder(env), 'policies are read anew for each call'],
    [userStateFolder(env), 'two equal calls of a harness without call ids are taken for one'],
  ] as const;
  return kept.flatMap(([folder, consequence]) => {
    const problem = folderProblem(folder);
    return problem === undefined
      ? []
      : [{ kind: 'warning', text: `${folder} ${problem}: ${consequence}.` } as const];
  });
}

/** A folder that is not there is made by the first hook. */
function folderProblem(folder: string): string | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) return 'is not a folder';
  if (process.platform !== 'win32' && (stats.mode & 0o022) !== 0)
    return 'can be written by others, so what is kept there does not count';
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return 'cannot be used by this user';
  }
}
