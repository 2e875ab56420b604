/** Where decisions are written down, or that they are not. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { askServer } from '../../diagnosis/ask-server.ts';
import type { Diagnosis } from '../../diagnosis/diagnose.ts';
import { defaultSocket, userStateFolder } from '../../host/machine/user-folders.ts';
import { typedWord } from '../../install/command-line.ts';
import type { DoctorFinding } from '../../install/finding.ts';
import type { Machine } from '../../install/machine.ts';
import { typed } from '../../install/own-command.ts';
import { problemsOfLog } from '../../store/decision-log/files.ts';
import { logFiles } from '../../store/decision-log/read-log.ts';
import type { CommandContext } from '../terminal/context.ts';

/** The log of each hook, and what keeps one from being written. */
export async function logFindings(
  diagnoses: readonly Diagnosis[],
  machine: Machine,
  context: CommandContext,
): Promise<readonly DoctorFinding[]> {
  const usual = join(userStateFolder(context.env), 'decisions');
  const folderOf = (named: string): string => (named === 'default' ? usual : resolve(context.cwd, named));
  const folders = new Set(diagnoses.flatMap(({ logs }) => logs.map(folderOf)));
  const servers = new Set(diagnoses.flatMap((diagnosis) => diagnosis.servers));
  // Hooks that decide here, or ask the server of this user, and write nothing themselves.
  const hasSilent = diagnoses.some(({ policies, logs }) => policies.length > 0 && logs.length === 0);
  return [
    ...[...folders].map((folder) =>
      ok(`Hooks write the decision log to ${shownLog(folder, usual, machine)}`),
    ),
    ...[...servers].map((server) =>
      unseen(
        `Whether the server ${server} writes a decision log is not asked here: \`${typed(machine, `log --server ${typedWord(server.includes('://') ? server : `https://${server}`)}`)}\` shows it, with the options of the hook about the server and a token that may \`read-log\`.`,
      ),
    ),
    ...(hasSilent && folders.size === 0 ? [await logOfServer(usual, machine)] : []),
    // A log that cannot be written denies, and one that others can write says nothing.
    ...[...new Set([usual, ...folders])]
      .flatMap(problemsOfLog)
      .map((text) => ({ kind: 'fail', text }) as const),
  ];
}

/** What is written down where hooks themselves write nothing: what the server of this user does, if there is one. */
async function logOfServer(usual: string, machine: Machine): Promise<DoctorFinding> {
  const { kind } = await askServer(defaultSocket(machine.env, machine.platform), undefined, machine.env);
  if (kind === 'answers')
    return lastWritten(usual) === undefined
      ? unseen(
          `Whether the server writes a decision log is not asked here: there is none in ${usual}. It writes one where \`--log\` of \`serve\` says, and none with \`--no-log\`.`,
        )
      : ok(`A decision log is in ${shownLog(usual, usual, machine)}`);
  const earlier = lastWritten(usual);
  const before = earlier === undefined ? '' : ` An earlier one is in ${usual}, last written at ${earlier}.`;
  return {
    kind: 'warning',
    text: `No decision log is kept: the hooks have no \`--log\`, and no server answers them. \`${typed(machine, 'init --log default')}\` has them keep one, and \`${typed(machine, 'init --server')}\` sets up a server that does.${before}`,
  };
}

const ok = (text: string): DoctorFinding => ({ kind: 'pass', text });
/** What another process does and this one cannot see. */
const unseen = (text: string): DoctorFinding => ({ kind: 'hole', text });

/** The place of a log, when it was written last, and the command that shows it; ends the sentence. */
function shownLog(folder: string, usual: string, machine: Machine): string {
  const last = lastWritten(folder);
  const named = folder === usual ? '' : ` ${typedWord(folder)}`;
  return last === undefined
    ? `${folder}; nothing is written there yet.`
    : `${folder}, last at ${last}: \`${typed(machine, `log${named}`)}\` shows it.`;
}

/** RFC 3339 with seconds; undefined where there is no log. */
function lastWritten(folder: string): string | undefined {
  try {
    const last = Math.max(...logFiles(folder).map(({ path }) => statSync(path).mtimeMs));
    return Number.isFinite(last) ? new Date(last).toISOString().replace(/\.\d+/, '') : undefined;
  } catch {
    return undefined;
  }
}
