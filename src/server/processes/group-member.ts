/**
 * The group of processes that serve one port, from the side of one of them: the orders that it gets, and
 * the reports that it sends. `process-group.ts` runs the group.
 */
import cluster from 'node:cluster';
import process from 'node:process';
import { Writable } from 'node:stream';
import type { InheritedSocket } from '../sockets/inherited-sockets.ts';
import { type FromProcess, inheritedVariable, socketVariable, type ToProcess } from './group-messages.ts';
import type { GroupReports, ProcessReport } from './process-report.ts';

/** Whether this process is one of those that serve for a group. */
export const isServingProcess = (): boolean => cluster.isWorker && process.send !== undefined;

/** Whether this process of a group serves what only one process can. */
export const holdsSocket = (): boolean => process.env[socketVariable] === '1';

/** The inherited sockets of the group. Each process listens on them through the first one, which has them. */
export const inheritedOfGroup = (): readonly InheritedSocket[] =>
  JSON.parse(process.env[inheritedVariable] ?? '[]');

/** The group, as one of its processes sees it. */
export interface Group {
  /** Reports that this process serves; `text` says where and what. */
  ready(text: string): void;
  /** Has all processes read their policies anew. */
  reload(): void;
  /** The reports of all processes, within about a second. */
  reports(): Promise<GroupReports>;
}

export interface GroupMember {
  stop(): void;
  reload(): void;
  report(): Promise<ProcessReport>;
}

/** Ends the connection of a serving process to its group; nothing in another process. */
export const leaveGroup = (): void => {
  if (isServingProcess()) cluster.worker?.disconnect();
};

/** Joins the group that started this process. */
export function joinGroup(member: GroupMember): Group {
  const waiting = new Map<number, (reports: GroupReports) => void>();
  let ids = 0;
  process.on('message', (message: ToProcess) => {
    switch (message.kind) {
      case 'stop':
        member.stop();
        return;
      case 'reload':
        member.reload();
        return;
      case 'report':
        void member.report().then((report) => send({ kind: 'report', id: message.id, report }));
        return;
      case 'reports':
        waiting.get(message.id)?.(message);
        waiting.delete(message.id);
        return;
      default:
        message satisfies never;
    }
  });
  return {
    ready: (text) => send({ kind: 'ready', text }),
    reload: () => send({ kind: 'reload' }),
    reports: () =>
      new Promise((resolve) => {
        const id = ++ids;
        waiting.set(id, resolve);
        send({ kind: 'reports', id });
      }),
  };
}

/** Does nothing if the first process has ended. */
function send(message: FromProcess): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/**
 * The output of a process of a group for messages about itself: the first process prints them, and prints a
 * message of several processes once. Each write is one message, so write each message at once.
 */
export const groupOutput = ({ isTTY = false }: { readonly isTTY?: boolean }): Output =>
  Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        send({ kind: 'say', text: String(chunk) });
        done();
      },
    }),
    { isTTY, takesLevels: true as const },
  );

type Output = Writable & { readonly isTTY: boolean; readonly takesLevels: true };
