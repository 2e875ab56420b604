/**
 * Which memory an event belongs to, for each scope. A session without an id shares the memory of its source, and so does
 * an unknown workspace. The main agent of a session has no id.
 */
import { type Client, keeperOf } from '../facts/event/client.ts';
import type { Event } from '../facts/event/event.ts';
import type { MemoryScope } from '../facts/memory-view.ts';

/** A digest of a text, long enough that no two texts have the same one: SHA-256 in hexadecimal, say. */
export type Digest = (text: string) => string;

/**
 * The key of a memory in a store, of bounded length for any event. `owner`: the user of the system whom the store belongs to.
 * The memory of another client has another key: the client is written as an object, so that no source reads like it.
 */
export function memoryKey(
  scope: MemoryScope,
  event: Event,
  digest: Digest,
  client?: Client,
  owner?: string,
): string {
  const keeper = keeperOf(client, owner);
  const parts = partsOf(scope, event, client);
  const all = keeper === undefined || scope === 'client' ? parts : [{ keeper }, ...parts];
  return `${scope}:${digest(JSON.stringify(all))}`;
}

function partsOf(
  scope: MemoryScope,
  { source, session }: Event,
  client: Client | undefined,
): readonly unknown[] {
  switch (scope) {
    case 'source':
      return [source];
    case 'client':
      return [keeperOf(client, undefined) ?? null];
    case 'session':
      return session === undefined ? [source] : [source, session.id];
    case 'agent':
      return [source, session?.id ?? null, session?.agent?.id ?? null];
    case 'workspace': {
      const roots = session?.workspaceRoots ?? [];
      if (roots.length > 0) return [source, ...[...new Set(roots)].sort()];
      return session?.cwd === undefined ? [source] : [source, session.cwd];
    }
    default:
      return scope satisfies never;
  }
}

/** The key of the answers to one event: the event and its client. No client gets, or spoils, the answers of another. */
export function answerKey(event: Event, client: Client | undefined): string {
  const keeper = keeperOf(client, undefined);
  return keeper === undefined ? `- ${eventKey(event)}` : `${keeper.length} ${keeper} ${eventKey(event)}`;
}

/** The same for an event and its retries. The length keeps two different pairs apart. */
export const eventKey = ({ source, id }: Event): string => `${source.length} ${source} ${id}`;

/** The key that a call and its later events share; null where the call has no id. */
export const callKey = ({ source, session, call }: Event): string | null =>
  call === undefined ? null : JSON.stringify([source, session?.id ?? null, call]);
