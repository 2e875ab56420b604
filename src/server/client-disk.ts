/**
 * Decisions for calls that run on another machine: the server asks the client about its disk, and the
 * client answers with the next message. The server keeps nothing between messages: each message has all
 * answers so far.
 */
import { deriveFor, type Program } from '../compile/program.ts';
import type { DecisionPoint } from '../engine/engine.ts';
import { evaluate } from '../engine/evaluate.ts';
import { admit } from '../engine/pins.ts';
import type { DiskEntry, FileText } from '../facts/disk/disk.ts';
import type { Event, Json } from '../facts/event/event.ts';
import { foldersOf } from '../host/disk/disk.ts';
import {
  type DiskAnswer,
  type DiskQuestion,
  GatheredDisk,
  keyOfQuestion,
} from '../host/disk/gathered-disk.ts';
import { isJsonObject, own } from '../protocol/json.ts';

/** The answers of a client about its disk. */
export interface ClientDisk {
  readonly home: string | undefined;
  /** The `PATH` of the client. */
  readonly searchPath: string | undefined;
  readonly answers: readonly (readonly [DiskQuestion, DiskAnswer])[];
  /** Whether the client answers no more questions: the open ones then stay unknown. */
  readonly isLast: boolean;
}

/** A decision point that asks first: its questions go to `ask`, and there is no decision yet. */
export type WithClientDisk = (
  about: ClientDisk,
  ask: (questions: readonly DiskQuestion[]) => void,
) => DecisionPoint;

/**
 * `program`: the present program. The answers of the client count like the disk of this machine only if its
 * credentials allow that; otherwise they can only make the decision stricter.
 */
export const withClientDisk =
  (point: DecisionPoint, program: (event: Event) => Program): WithClientDisk =>
  (about, ask) => ({
    decide(event, asked) {
      const deciding = program(event);
      const { client } = admit(deciding.clients, event, asked?.client);
      const disk = new GatheredDisk(about.searchPath, about.home);
      for (const [question, answer] of about.answers) disk.put(keyOfQuestion(question), answer);
      evaluate(deciding, deriveFor(deciding, event, undefined, { disk, client, at: Date.now() }));
      const open = disk.take();
      if (open.length > 0 && !about.isLast) {
        ask(open.map(([, question]) => question));
        return notYet;
      }
      disk.failed = open.length > 0;
      return point.decide(event, {
        ...asked,
        ...(asked?.client?.tellsDisk === true ? { disk } : { claimedDisk: disk }),
      });
    },
    observe: (event, asked) => point.observe(event, asked),
  });

/** No client sees this decision: it gets the questions instead. It denies, in case that ever changes. */
const notYet = {
  effect: 'deny',
  code: 'io.bylaw.engine.fault',
  reason: 'The disk was not read.',
  matched: [],
  unsure: [],
  watched: [],
  faults: [],
} as const;

/** Folders of a search path: each may be looked into for each program of a call, and one client must not keep the others waiting. */
const mostFolders = 1000;

/** The answers in a message; undefined if it has none. Invalid answers, and a search path that no user has, are left out. */
export function clientDiskIn(value: Json | undefined): ClientDisk | undefined {
  if (!isJsonObject(value)) return undefined;
  const answers = own(value, 'answers');
  const text = (key: string): string | undefined => {
    const found = own(value, key);
    return typeof found === 'string' ? found : undefined;
  };
  const searchPath = text('searchPath');
  return {
    home: text('home'),
    searchPath: (foldersOf(searchPath)?.length ?? 0) > mostFolders ? undefined : searchPath,
    answers: Array.isArray(answers) ? answers.flatMap(answerIn) : [],
    isLast: own(value, 'last') === true,
  };
}

function answerIn(value: Json): readonly (readonly [DiskQuestion, DiskAnswer])[] {
  const [ask, path, answer] = Array.isArray(value) ? value : [];
  if (typeof path !== 'string') return [];
  switch (ask) {
    case 'entry': {
      const entry = entryIn(answer);
      return entry === undefined ? [] : [[[ask, path], entry]];
    }
    case 'names': {
      const isList = Array.isArray(answer) && answer.every((each) => typeof each === 'string');
      return isList || answer === null ? [[[ask, path], isList ? (answer as string[]) : undefined]] : [];
    }
    case 'text': {
      const text = textIn(answer);
      return text === undefined ? [] : [[[ask, path], text]];
    }
    default:
      return [];
  }
}

function entryIn(value: Json | undefined): DiskEntry | undefined {
  if (!isJsonObject(value)) return undefined;
  const [is, to] = [own(value, 'is'), own(value, 'to')];
  if (is === 'link') return typeof to === 'string' ? { is, to } : undefined;
  if (is === 'folder') return own(value, 'isShared') === true ? { is, isShared: true } : { is };
  if (is === 'file') return own(value, 'hasOtherNames') === true ? { is, hasOtherNames: true } : { is };
  return is === 'absent' || is === 'other' || is === 'unknown' || is === 'unseen' ? { is } : undefined;
}

function textIn(value: Json | undefined): FileText | undefined {
  if (!isJsonObject(value)) return undefined;
  const [is, text] = [own(value, 'is'), own(value, 'text')];
  if (is === 'text') return typeof text === 'string' ? { is, text } : undefined;
  if (is === 'unknown') return { is, why: 'the client cannot read it' };
  return is === 'absent' || is === 'binary' || is === 'unseen' ? { is } : undefined;
}
