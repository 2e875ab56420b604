/**
 * The two revisions of the protocol and the types of event that each knows. A message names its revision in
 * one exact string; nothing is negotiated and nothing is guessed
 * (docs/development/protocol-notes.md#revisions).
 */
import type { EventType } from '../facts/event/event.ts';
import { wordsIn } from '../vocabulary/words-in.ts';

export const revisions = ['0.1', 'draft'] as const;

export type Revision = (typeof revisions)[number];

/** The types that the engine observes (docs/development/protocol-notes.md#types-of-event). */
export const eventTypes: Readonly<Record<Revision, readonly EventType[]>> = {
  '0.1': ['tool.before', 'tool.after', 'tool.error', 'session.start', 'session.end'],
  draft: ['tool.before', 'tool.after', 'session.start', 'session.end'],
};

/**
 * The other types of the public draft (docs/development/protocol-notes.md#types-of-event): accepted when
 * observed, and not used.
 */
export const unusedTypes: ReadonlySet<string> = new Set(
  wordsIn(
    'config.change.before config.change.after turn.start turn.finish.before turn.end',
    'turn.progress model.request.before model.response.after model.error model.switch.before',
    'model.switch.after tool.permission.request tool.permission.resolved tool.progress',
    'tool.batch.after context.compact.before context.compact.after task.change.before',
    'task.change.after user.attention user.elicitation.request user.elicitation.result',
    'user.message.inbound user.message.outbound workspace.change.before workspace.change.after',
    'file.changed hook.failure',
  ),
);

export function isRevision(text: string): text is Revision {
  return (revisions as readonly string[]).includes(text);
}

export function isEventType(revision: Revision, type: string): type is EventType {
  return (eventTypes[revision] as readonly string[]).includes(type);
}
