/** Which messages of a server its own thread decides, and which others do: a long one in one lane, a very long one in another. */
import { userStateFolder } from '../../host/machine/user-folders.ts';
import type { Handler } from '../../protocol/handle.ts';
import { Lane, type LaneOptions } from '../../server/lanes/lane.ts';
import { Turns } from '../../server/lanes/turns.ts';
import { endedCallsByKeeper } from '../../store/ended-calls.ts';
import { type CommandContext, say } from '../terminal/context.ts';
import type { ThreadStart } from './decide-apart.ts';
import type { Deciding } from './deciding.ts';
import { around, failingPoints } from './points.ts';
import { placesBeside, type ServeSettings } from './serve-settings.ts';
import { startDecidingThread } from './start-deciding-thread.ts';
import { type Asking, handlerOf, type MessageWay } from './ways.ts';

export interface Lanes {
  /** What answers the messages of a way, wherever they are decided. */
  answering(way: Exclude<MessageWay, object>): Handler;
  answering(way: MessageWay): Handler | undefined;
  close(): void;
}

/** `start`: how a thread is started, in tests. */
export function openLanes(
  settings: ServeSettings,
  deciding: Deciding,
  key: string | undefined,
  context: CommandContext,
  start: (data: ThreadStart) => LaneOptions<MessageWay>['start'] = startDecidingThread,
): Lanes {
  const { inForce, points, log, metrics, speakers, slow } = deciding;
  const asking: Asking = {
    hooks: {
      endedOf: endedCallsByKeeper(userStateFolder(context.env), Date.now),
      decidesBy: (paths) => inForce.decidesBy(paths),
      watches: settings.mode.watches === true,
      key,
      now: () => new Date().toISOString(),
    },
    tolerance: { tolerateMissingHarness: settings.tolerateMissingHarness },
  };
  const turns = new Turns();
  const inOrder = around(points, (point) => turns.orderly(point));
  const of = (way: MessageWay, which: typeof points): Handler => handlerOf(way, which, asking) ?? failed;
  const lanes = [1, 2].map(
    () =>
      new Lane<MessageWay>({
        // By the policies that are in force when it starts.
        start: (hear, died) => start(threadStart(settings, inForce.named, key, context))(hear, died),
        turns,
        policies: () => inForce.stamp,
        here: (way, turn) =>
          of(
            way,
            around(points, (point) => turns.within(turn, point)),
          ),
        denying: (way) => of(way, failingPoints),
        server: {
          append: (entry) => log?.append(entry),
          lose: (why) => log?.lose(new Error(why)),
          spoke: (source) => speakers.spoke({ source }),
          isSpokenFor: (source) => speakers.isSpokenFor({ source }),
        },
        tally: metrics.tally,
        answered: metrics.answeredApart,
        lost: (why) => {
          metrics.threadLost();
          const said = `A thread that decides large messages was lost: ${why}. What it had in hand is denied.`;
          void say(context.stderr, 'error', `bylaw: ${said}\n`);
        },
      }),
  );
  const { maxLoopCharacters, maxLaneCharacters } = settings.limits;
  const answering = (way: MessageWay): Handler | undefined => {
    const own = handlerOf(way, inOrder, asking);
    return (
      own && {
        handle(text, client) {
          // A thread knows nothing of a canary, and would answer its sessions by what decides for the others.
          const isAllHere = (deciding.shadow?.shares.answers ?? 0) > 0;
          if (isAllHere || (text.length <= maxLoopCharacters && !slow.has(text)))
            return own.handle(text, client);
          return lanes[text.length <= maxLaneCharacters ? 0 : 1]!.handle(way, text, client);
        },
      }
    );
  };
  return {
    answering: answering as Lanes['answering'],
    close() {
      for (const lane of lanes) lane.close();
    },
  };
}

/** What came in by a way has a handler of that way. */
const failed: Handler = { handle: () => ({ kind: 'failed' }) };

/** What a thread has to know of its server. */
function threadStart(
  settings: ServeSettings,
  policies: readonly string[] | undefined,
  key: string | undefined,
  { cwd, env }: CommandContext,
): ThreadStart {
  const { memory, cluster, mode, log, disk, tolerateMissingHarness } = settings;
  return {
    ...{ policies, memory, cluster, mode, disk, tolerateMissingHarness, key, cwd },
    log: log && { folder: log.folder, inputs: log.inputs },
    beside: placesBeside(settings),
    env: { ...env },
  };
}
