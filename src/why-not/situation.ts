/**
 * An event and the calls before it, as it is or with changes, and what the
 * evaluator makes of it: the one place where a change is tried.
 */
import type { Binding } from '../compile/candidate.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import type { Program } from '../compile/program.ts';
import { closestBinding } from '../engine/closest.ts';
import type { Decision } from '../engine/decision.ts';
import type { DryRun } from '../engine/dry-run.ts';
import { evaluate } from '../engine/evaluate.ts';
import { judgeRule, readingOf } from '../engine/rule-result.ts';
import type { Client } from '../facts/client.ts';
import type { Event, Json, JsonObject } from '../facts/event.ts';
import type { Facts } from '../facts/facts.ts';
import { YES } from '../pattern/truth.ts';
import { clientChanges, type EarlierChange, editSize, type FieldChange, fieldChanges } from './change.ts';

/** An event with the calls that are made before it. */
export interface Situation {
  readonly event: JsonObject;
  readonly earlier: readonly EarlierChange[];
  /** Who makes all of these calls, where that is not who asks. */
  readonly client?: Client | undefined;
}

/** Reads an event as it is sent; undefined for what is none. */
export type ReadEvent = (value: Json, name: string) => Event | undefined;

/** What does not change from one try to the next. */
export interface Setting {
  readonly program: Program;
  /** When the call is decided, in milliseconds since 1970; when its event says, by default. */
  readonly at?: number;
  readonly readEvent: ReadEvent;
  /** Who asks; undefined where nobody says. */
  readonly client?: Client | undefined;
  /** A session in which all has happened that did before the event; calls in it come from the client, or from who asks. */
  readonly before: (client?: Client) => DryRun;
  /** Facts with what is said of the session without having happened. */
  readonly remembering: (facts: Facts) => Facts;
}

/** A situation that has been looked at. */
export interface Tried extends Situation {
  readonly facts: Facts;
  readonly binding: Binding;
  /** 0 where the rule holds. */
  readonly distance: number;
  readonly holds: boolean;
  readonly fields: readonly FieldChange[];
  /** Fields and earlier calls that differ. */
  readonly changes: number;
  readonly size: number;
}

/** Whatever stands in an event of a test, the name of the call is not. */
const name = 'changed';

/** Looks at a situation; undefined where the event is none, is no call, or cannot be judged. */
export function trySituation(
  situation: Situation,
  rule: CompiledRule,
  start: JsonObject,
  setting: Setting,
): Tried | undefined {
  try {
    const whole = factsOf(situation, setting);
    if (whole === undefined) return undefined;
    const facts = readingOf(rule, whole);
    const holds = judgeRule(rule, facts).truth === YES;
    const closest = closestBinding(rule, facts);
    const { client = setting.client } = situation;
    const fields = [...fieldChanges(start, situation.event), ...clientChanges(setting.client, client)];
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
    // A fault of a rule is for the evaluator to tell, of an event that somebody sends.
    return undefined;
  }
}

/** What all rules together say. */
export const decide = ({ facts }: Tried, { program }: Setting): Decision => evaluate(program, facts);

function factsOf({ event, earlier, client }: Situation, setting: Setting): Facts | undefined {
  const read = setting.readEvent(event, name);
  if (read?.type !== 'tool.before') return undefined;
  const session = setting.before(client);
  const now = Date.parse(read.time);
  for (const [index, each] of earlier.entries())
    if (!happens(each, index, session, setting)) return undefined;
  return setting.remembering(session.facts(read, now, { at: setting.at ?? now }));
}

/** Goes through earlier calls as the engine would. */
function happens(
  { events }: EarlierChange,
  index: number,
  session: DryRun,
  { program, readEvent }: Setting,
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
