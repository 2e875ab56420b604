/**
 * Reads fields of an event. A field that is absent has a value of its own, so that absence is never mistaken for an
 * answer.
 */
import { fold } from '../pattern/text/fold.ts';
import type { FieldId } from '../vocabulary/fields.ts';
import type { Event, Json } from './event/event.ts';
import { isList } from './event/json.ts';
import type { Facts } from './facts.ts';

/** The event does not carry the field. */
export const MISSING = Symbol('missing');
/** A step on the way to the field has a type that cannot hold it. */
export const MISFIT = Symbol('misfit');
/** The field has no meaning for such a call: a native tool has no MCP server. */
export const INAPPLICABLE = Symbol('inapplicable');

export type Reading = Json | typeof MISSING | typeof MISFIT | typeof INAPPLICABLE;

export type Steps = readonly (string | number)[];

/** A function that reads one field of facts. */
export function fieldReader(id: FieldId, steps: Steps): (facts: Facts) => Reading {
  const root = rootReader(id);
  if (steps.length === 0) return root;
  return (facts) => {
    const value = root(facts);
    return typeof value === 'symbol' ? value : follow(value, steps);
  };
}

/** Like `fieldReader`, but each step goes into all elements of a list. */
export function elementReader(
  id: FieldId,
  steps: Steps,
): (facts: Facts) => readonly Reading[] | typeof MISSING | typeof MISFIT | typeof INAPPLICABLE {
  const root = rootReader(id);
  return (facts) => {
    const value = root(facts);
    if (typeof value === 'symbol') return value;
    const elements: Reading[] = [];
    const shape = collect(value, steps, 0, false, elements);
    return shape ?? elements;
  };
}

const orMissing = <Value extends Json>(value: Value | undefined): Value | typeof MISSING =>
  value === undefined ? MISSING : value;

/** A tool that is declared native and of kind `mcp` contradicts itself, so its server is withheld. */
const isNative = ({ tool }: Event): boolean => tool?.origin === 'native' && fold(tool.kind ?? '') !== 'mcp';

function rootReader(id: FieldId): (facts: Facts) => Reading {
  switch (id) {
    case 'tool':
      return ({ event }) => orMissing(event.tool?.name);
    case 'kind':
      return ({ kind }) =>
        kind.state === 'known' ? kind.kind : kind.state === 'foreign' ? kind.declared : MISSING;
    case 'origin':
      return ({ event }) => orMissing(event.tool?.origin);
    case 'mcp.server':
      return ({ event }) => (isNative(event) ? INAPPLICABLE : orMissing(event.tool?.mcp?.server));
    case 'mcp.tool':
      return ({ event }) => (isNative(event) ? INAPPLICABLE : orMissing(event.tool?.mcp?.tool));
    case 'input':
      return ({ event }) => orMissing(event.tool?.input);
    case 'session.id':
      return ({ event }) => orMissing(event.session?.id);
    case 'session.cwd':
      return ({ event }) => orMissing(event.session?.cwd);
    case 'session.workspaceRoots':
      return ({ event }) => orMissing(event.session?.workspaceRoots);
    case 'repository.branch':
      return ({ repository }) => orMissing(repository.branch);
    case 'repository.host':
      return ({ repository }) => orMissing(repository.host);
    case 'session.model':
      return ({ event }) => orMissing(event.session?.model);
    case 'session.agent.id':
      return ({ event }) => orMissing(event.session?.agent?.id);
    case 'session.agent.type':
      return ({ event }) => orMissing(event.session?.agent?.type);
    case 'harness.name':
      return ({ event }) => orMissing(event.harness?.name);
    case 'harness.version':
      return ({ event }) => orMissing(event.harness?.version);
    case 'source':
      return ({ event }) => event.source;
    case 'client.way':
      return ({ client }) => orMissing(client?.way);
    case 'client.token':
      return ({ client }) => orMissing(client?.token);
    case 'client.certificate':
      return ({ client }) => orMissing(client?.certificate);
    case 'client.user':
      return ({ client }) => orMissing(client?.user);
    case 'client.source':
      return ({ client }) => orMissing(client?.source);
    case 'client.harness':
      return ({ client }) => orMissing(client?.harness);
    case 'client.agent':
      return ({ client }) => orMissing(client?.agent);
    case 'extension':
      return ({ event }) =>
        orMissing(Object.hasOwn(event.raw, 'extensions') ? event.raw.extensions : undefined);
    case 'event':
      return ({ event }) => event.raw;
    default:
      return id satisfies never;
  }
}

/** Follows steps into a value; only own properties exist. */
export function follow(value: Json, steps: Steps): Reading {
  let current: Json = value;
  for (const step of steps) {
    const next = stepInto(current, step);
    if (typeof next === 'symbol') return next;
    current = next;
  }
  return current;
}

function stepInto(value: Json, step: string | number): Json | typeof MISSING | typeof MISFIT {
  if (value === null || typeof value !== 'object') return MISFIT;
  if (isList(value)) {
    if (typeof step !== 'number') return MISFIT;
    return orMissing(value[step]);
  }
  if (typeof step === 'number') return MISFIT;
  return Object.hasOwn(value, step) ? orMissing(value[step]) : MISSING;
}

/**
 * Collects the values at the end of the steps. Lists on the way are entered; a list at the end gives its elements. If
 * there is nothing to collect, returns why.
 */
function collect(
  value: Json,
  steps: Steps,
  at: number,
  crossed: boolean,
  into: Reading[],
): typeof MISSING | typeof MISFIT | undefined {
  const step = steps[at];
  if (step === undefined) {
    if (value === null || typeof value !== 'object' || !isList(value)) {
      if (!crossed) return MISFIT;
      into.push(value);
    } else {
      // One by one: spreading a list of a hundred thousand elements overflows the stack.
      for (const element of value) into.push(element);
    }
    return undefined;
  }
  if (typeof step === 'string' && value !== null && typeof value === 'object' && isList(value)) {
    for (const element of value) {
      const problem = collect(element, steps, at, true, into);
      if (problem !== undefined) into.push(problem);
    }
    return undefined;
  }
  const next = stepInto(value, step);
  if (typeof next === 'symbol') return next;
  return collect(next, steps, at + 1, crossed, into);
}
