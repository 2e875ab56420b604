/**
 * Decisions for calls that run on another machine: what its disk says of them is asked of whoever brings the call, who answers
 * with the next message. The server keeps nothing between: each message has all answers up to then.
 */
import { deriveFor, type Program } from '../compile/program.ts';
import type { DecisionPoint } from '../engine/engine.ts';
import { evaluate } from '../engine/evaluate.ts';
import { admit } from '../engine/pins.ts';
import type { DiskEntry, FileText } from '../facts/disk/disk.ts';
import type { Json } from '../facts/event.ts';
import {
  type DiskAnswer,
  type DiskQuestion,
  GatheredDisk,
  keyOfQuestion,
} from '../host/disk/gathered-disk.ts';
import { isJsonObject, own } from '../protocol/json.ts';

/** What a client tells of its disk. */
export interface ToldDisk {
  readonly home: string | undefined;
  /** As the `PATH` of the client has it. */
  readonly searchPath: string | undefined;
  readonly answers: readonly (readonly [DiskQuestion, DiskAnswer])[];
  /** Whether the client answers no more questions: what is open is not seen then. */
  readonly isLast: boolean;
}

/** A point that asks first: its questions go to `ask`, and the decision then is none. */
export type WithToldDisk = (
  told: ToldDisk,
  ask: (questions: readonly DiskQuestion[]) => void,
) => DecisionPoint;

/**
 * `program`: that which decides now. What the client tells counts as what this machine sees only where its credentials say so;
 * else it can only make the answer stricter.
 */
export const withToldDisk =
  (point: DecisionPoint, program: () => Program): WithToldDisk =>
  (told, ask) => ({
    decide(event, asked) {
      const deciding = program();
      const { client } = admit(deciding.clients, event, asked?.client);
      const disk = new GatheredDisk(told.searchPath, told.home);
      for (const [question, answer] of told.answers) disk.put(keyOfQuestion(question), answer);
      evaluate(deciding, deriveFor(deciding, event, undefined, { disk, client, at: Date.now() }));
      const open = disk.take();
      if (open.length > 0 && !told.isLast) {
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

/** Nobody sees it: in its place the questions are answered. It denies, should that ever be otherwise. */
const notYet = {
  effect: 'deny',
  code: 'io.bylaw.engine.fault',
  reason: 'The disk was not looked at.',
  matched: [],
  unsure: [],
  watched: [],
  faults: [],
} as const;

/** What a message tells; undefined where it tells nothing. An answer that is none is left out. */
export function toldDiskIn(value: Json | undefined): ToldDisk | undefined {
  if (!isJsonObject(value)) return undefined;
  const answers = own(value, 'answers');
  const text = (key: string): string | undefined => {
    const found = own(value, key);
    return typeof found === 'string' ? found : undefined;
  };
  return {
    home: text('home'),
    searchPath: text('searchPath'),
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
  return is === 'file' || is === 'absent' || is === 'other' || is === 'unknown' || is === 'unseen'
    ? { is }
    : undefined;
}

function textIn(value: Json | undefined): FileText | undefined {
  if (!isJsonObject(value)) return undefined;
  const [is, text] = [own(value, 'is'), own(value, 'text')];
  if (is === 'text') return typeof text === 'string' ? { is, text } : undefined;
  if (is === 'unknown') return { is, why: 'whoever asks cannot read it' };
  return is === 'absent' || is === 'binary' || is === 'unseen' ? { is } : undefined;
}
