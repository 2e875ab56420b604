/**
 * A situation is an event and the calls before it, with or without changes. This is the one place where a situation is
 * tried: the evaluator judges it.
 */
import type { Binding } from '../compile/candidate.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import type { Program } from '../compile/program.ts';
import { closestBinding } from '../engine/closest.ts';
import type { Decision } from '../engine/decision.ts';
import type { DryRun } from '../engine/dry-run.ts';
import { evaluate } from '../engine/evaluate.ts';
import { judgeRule, strictestReading } from '../engine/rule-result.ts';
import type { Client } from '../facts/event/client.ts';
import type { Event, Json, JsonObject } from '../facts/event/event.ts';
import type { Facts } from '../facts/facts.ts';
import { YES } from '../pattern/text/truth.ts';
import {
  clientChanges,
  type EarlierChange,
  editSize,
  type FieldChange,
  fieldChanges,
  timeChanges,
} from './change.ts';

/** An event with the calls that are made before it. */
export interface Situation {
  readonly event: JsonObject;
  readonly earlier: readonly EarlierChange[];
  /** The client that makes all of these calls; undefined for the one that asks. */
  readonly client?: Client | undefined;
  /** When the call is decided; undefined for the time of the setting. */
  readonly at?: number | undefined;
}

/** Reads an event as a client sends it; undefined for what is no event. */
export type ReadEvent = (value: Json, name: string) => Event | undefined;

/** What is the same for all situations of a search. */
export interface SearchSetting {
  readonly program: Program;
  /** When the call is decided, in milliseconds since 1970; by default the time of its event. */
  readonly at?: number;
  readonly readEvent: ReadEvent;
  /** The client that asks; undefined where it is not known. */
  readonly client?: Client | undefined;
  /** A session after everything that happened before the event. Its calls come from `client`, or else from the one that asks. */
  readonly before: (client?: Client) => DryRun;
  /** Adds to facts what is assumed about the session. */
  readonly remembering: (facts: Facts) => Facts;
}

/** A situation that has been tried. */
export interface TriedSituation extends Situation {
  readonly facts: Facts;
  readonly binding: Binding;
  /** 0 where the rule holds. */
  readonly distance: number;
  readonly holds: boolean;
  readonly fields: readonly FieldChange[];
  /** How many fields and earlier calls differ. */
  readonly changes: number;
  readonly size: number;
}

/** The name of the event in messages of the decoder; it is never shown. */
const name = 'changed';

/** Tries a situation; undefined where the event is not valid, is no call, or cannot be judged. */
export function trySituation(
  situation: Situation,
  rule: CompiledRule,
  start: JsonObject,
  setting: SearchSetting,
): TriedSituation | undefined {
  try {
    const whole = factsOf(situation, setting);
    if (whole === undefined) return undefined;
    const facts = strictestReading(rule, whole);
    const holds = judgeRule(rule, facts).truth === YES;
    const closest = closestBinding(rule, facts);
    const { client = setting.client } = situation;
    const fields = [
      ...fieldChanges(start, situation.event),
      ...clientChanges(setting.client, client),
      ...timeChanges(setting.at ?? timeOf(start), situation.at),
    ];
    const calls = situation.earlier.reduce((sum, { times }) => sum + times, 0);
    return {
      ...situation,
      facts,
      binding: closest.binding,
      distance: holds ? 0 : Math.max(closest.distance, 0.1),
      holds,
      fields,
      changes: fields.length + calls,
      size: fields.reduce((sum, each) => sum + editSize(each), 0),
    };
  } catch {
    // A rule that throws is reported for a real event; here it only means that this change leads nowhere.
    return undefined;
  }
}

/** What all rules together answer. */
export const decide = ({ facts }: TriedSituation, { program }: SearchSetting): Decision =>
  evaluate(program, facts);

/** When an event says that it happened. */
const timeOf = ({ time }: JsonObject): number => Date.parse(String(time));

function factsOf({ event, earlier, client, at }: Situation, setting: SearchSetting): Facts | undefined {
  const read = setting.readEvent(event, name);
  if (read?.type !== 'tool.before') return undefined;
  const session = setting.before(client);
  const now = Date.parse(read.time);
  for (const [index, each] of earlier.entries())
    if (!happens(each, index, session, setting)) return undefined;
  return setting.remembering(session.facts(read, now, { at: at ?? setting.at ?? now }));
}

/** Puts earlier calls through the rules, as the engine does; false where one of them is not valid. */
function happens(
  { events }: EarlierChange,
  index: number,
  session: DryRun,
  { program, readEvent }: SearchSetting,
): boolean {
  for (const [at, each] of events.entries()) {
    const event = readEvent(each, `earlier-${index}-${at}`);
    if (event === undefined) return false;
    const now = Date.parse(event.time);
    if (event.type === 'tool.before') {
      const facts = session.facts(event, now);
      session.decided({ event, facts, decision: evaluate(program, facts), digest: event.id }, now);
    } else session.ended(event, now);
  }
  return true;
}
