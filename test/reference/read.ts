/** Fields of an event, read one by one without a table. */
import type { ResolvedField } from '../../src/check/tree/checked.ts';
import type { Event, Json } from '../../src/facts/event/event.ts';
import { clientOf } from './event.ts';
import { folded } from './text.ts';

/**
 * What is found: a value, nothing, something that cannot hold the field, or a
 * field that means nothing for such a call.
 */
export type Found =
  | { readonly state: 'value'; readonly value: Json }
  | { readonly state: 'missing' | 'misfit' | 'meaningless' };

const missing: Found = { state: 'missing' };
const misfit: Found = { state: 'misfit' };
const found = (value: Json | undefined): Found => (value === undefined ? missing : { state: 'value', value });

export function readField({ entry, steps }: ResolvedField, event: Event): Found {
  let here = readRoot(entry.id, event);
  for (const step of steps) {
    if (here.state !== 'value') return here;
    here = stepInto(here.value, step);
  }
  return here;
}

/** What the field leads to when steps go through every element of the lists on their way. */
export function readElements({ entry, steps }: ResolvedField, event: Event): Found | readonly Found[] {
  const root = readRoot(entry.id, event);
  if (root.state !== 'value') return root;
  return elements(root.value, steps, false);
}

function elements(
  value: Json,
  [step, ...rest]: readonly (string | number)[],
  many: boolean,
): Found | readonly Found[] {
  if (step === undefined) {
    if (Array.isArray(value)) return value.map((each: Json) => found(each));
    return many ? [found(value)] : misfit;
  }
  if (Array.isArray(value) && typeof step === 'string') {
    return value.flatMap((each: Json) => elements(each, [step, ...rest], true));
  }
  const next = stepInto(value, step);
  return next.state === 'value' ? elements(next.value, rest, many) : next;
}

function stepInto(value: Json, step: string | number): Found {
  if (Array.isArray(value)) return typeof step === 'number' ? found(value[step]) : misfit;
  if (value === null || typeof value !== 'object' || typeof step === 'number') return misfit;
  return found(new Map(Object.entries(value)).get(step));
}

/** One that calls itself native and of kind `mcp` has a server that it does not tell. */
const isNative = (tool: Event['tool']): boolean =>
  tool?.origin === 'native' && folded(tool.kind ?? '') !== 'mcp';

function readRoot(id: ResolvedField['entry']['id'], event: Event): Found {
  const { tool, session, harness, raw } = event;
  switch (id) {
    case 'tool':
      return found(tool?.name);
    case 'kind': {
      const kind = kindOf(event);
      return kind.state === 'missing' ? missing : found(kind.word);
    }
    case 'origin':
      return found(tool?.origin);
    case 'mcp.server':
      return isNative(tool) ? { state: 'meaningless' } : found(tool?.mcp?.server);
    case 'mcp.tool':
      return isNative(tool) ? { state: 'meaningless' } : found(tool?.mcp?.tool);
    case 'input':
      return found(tool?.input);
    case 'session.id':
      return found(session?.id);
    case 'session.cwd':
      return found(session?.cwd);
    case 'session.workspaceRoots':
      return found(session?.workspaceRoots);
    case 'session.model':
      return found(session?.model);
    case 'session.agent.id':
      return found(session?.agent?.id);
    case 'session.agent.type':
      return found(session?.agent?.type);
    case 'harness.name':
      return found(harness?.name);
    case 'harness.version':
      return found(harness?.version);
    case 'source':
      return found(event.source);
    case 'client.way':
      return found(clientOf(event).way);
    case 'client.token':
      return found(clientOf(event).token);
    case 'client.certificate':
      return found(clientOf(event).certificate);
    case 'client.user':
      return found(clientOf(event).user);
    case 'client.source':
      return found(clientOf(event).source);
    case 'client.harness':
      return found(clientOf(event).harness);
    case 'client.agent':
      return found(clientOf(event).agent);
    case 'extension':
      return stepInto(raw, 'extensions');
    case 'event':
      return found(raw);
    case 'repository.branch':
    case 'repository.host':
      // The oracle has no disk.
      return missing;
    default:
      return id satisfies never;
  }
}

const portable = ['shell', 'file_read', 'file_write', 'file_edit', 'search', 'fetch', 'task', 'mcp', 'other'];
/** The names of tools that generated events have and that tell a kind. */
const wellKnown: ReadonlyMap<string, string> = new Map([
  ['bash', 'shell'],
  ['read', 'file_read'],
  ['write_file', 'file_write'],
]);

/** One of the portable kinds, a word of the harness's own, or nothing. */
export function kindOf({
  tool,
}: Event): { readonly state: 'portable' | 'foreign'; readonly word: string } | { readonly state: 'missing' } {
  if (tool === undefined) return { state: 'missing' };
  const declared = folded(tool.kind ?? '');
  if (portable.includes(declared)) return { state: 'portable', word: declared };
  if (tool.origin === 'mcp') return { state: 'portable', word: 'mcp' };
  const told = wellKnown.get(folded(tool.name));
  if (told !== undefined) return { state: 'portable', word: told };
  return tool.kind === undefined ? { state: 'missing' } : { state: 'foreign', word: tool.kind };
}

export const isPortable = (word: string): boolean => portable.includes(word);

/** Every string inside a value; with `keys`, also the names of members. */
export function textsIn(value: Json, keys: boolean): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each: Json) => textsIn(each, keys));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => [...(keys ? [key] : []), ...textsIn(each, keys)]);
}
