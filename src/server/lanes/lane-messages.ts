/** The messages between a server and a worker thread that decides for it. */
import type { Awaitable } from '../../engine/awaitable.ts';
import type { Client } from '../../facts/event/client.ts';
import type { Reply } from '../../protocol/handle.ts';
import type { LogEntry } from '../../store/decision-log/record.ts';
import type { CountedDecision, Tally } from '../limits/counted.ts';
import type { SessionName } from './turns.ts';

/** What only the server knows or does. */
export interface ServerSide {
  /** Resolves when the earlier calls of the session are decided. */
  turn(session: SessionName): Awaitable<unknown>;
  /** Writes an entry of the decision log. */
  append(entry: LogEntry): Awaitable<void>;
  /** Counts an entry that could not be made. */
  lose(why: string): Awaitable<void>;
  spoke(source: string): Awaitable<void>;
  isSpokenFor(source: string): Awaitable<boolean>;
}

export type LaneQuestion = {
  [Name in keyof ServerSide]: { readonly ask: Name; readonly about: Parameters<ServerSide[Name]>[0] };
}[keyof ServerSide];

/** A message, how it came in, and its client. */
export interface Message<Way> {
  readonly way: Way;
  readonly text: string;
  readonly client: Client | undefined;
}

/** The thread gets one message at a time. */
export type ToThread<Way> =
  | ({ readonly kind: 'text' } & Message<Way>)
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown; readonly error?: string };

export type FromThread =
  /** The stamp on disk of the policies by which it decides. */
  | { readonly kind: 'ready'; readonly policies: string }
  | { readonly kind: 'reply'; readonly reply: Reply }
  | ({ readonly kind: 'asks'; readonly id: number } & LaneQuestion)
  | { readonly kind: 'counted'; readonly count: Count };

/** A call of one of the functions of a tally. */
export type Count =
  | { readonly of: 'took'; readonly value: number }
  | { readonly of: 'decided'; readonly value: CountedDecision }
  | { readonly of: 'observed' }
  | { readonly of: 'disbelieved'; readonly value: Parameters<Tally['disbelieved']>[0] };
