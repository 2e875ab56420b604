/**
 * Members of an event that the protocol does not have: rules never see them but as raw fields, so that a misspelt one is as good
 * as left out. The input of a tool and extensions may have any member.
 */
import type { Json, JsonObject } from '../../language/json.ts';
import { nearest } from '../../language/words.ts';
import { isJsonObject } from '../../protocol/json.ts';
import { isKind, kinds } from '../../vocabulary/kinds.ts';

/** The members that either revision has. */
const members = {
  event: words(
    `id source type time harness session call path tool extensions turn gaps
     parentEventId synthesized native batch items outcome execution error durationMs
     fileChanges capabilities content messages output`,
  ),
  'event.session': words('id cwd workspaceRoots model agent synthesized gaps turn'),
  'event.session.agent': words('id type name'),
  'event.tool': words('name kind input origin mcp callId output error gaps synthesized'),
  'event.harness': words('name version'),
};

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}

/** What is said of each: its place, and the member that was probably meant. */
export function unknownMembers(event: JsonObject): readonly string[] {
  return Object.entries(members).flatMap(([place, known]) => {
    const object = place.split('.').slice(1).reduce<Json | undefined>(memberOf, event);
    if (object === undefined || !isJsonObject(object)) return [];
    return Object.keys(object).flatMap((name) =>
      known.includes(name) ? [] : [describe(place, name, known)],
    );
  });
}

/** A kind of tool that rules do not know, where one of theirs was probably meant. The protocol allows any. */
export function unknownKind(event: JsonObject): string | undefined {
  const kind = memberOf(memberOf(event, 'tool'), 'kind');
  if (typeof kind !== 'string' || isKind(kind.toLowerCase())) return undefined;
  const near = nearest(kind, kinds);
  return near === undefined ? undefined : `\`${kind}\` (did you mean \`${near}\`?)`;
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Names of the protocol that others write in their own way, and members that belong elsewhere. */
const others: Readonly<Record<string, string>> = {
  cwd: 'session.cwd',
  command: 'tool.input.command',
  input: 'tool.input',
  arguments: 'tool.input',
  args: 'tool.input',
  parameters: 'tool.input',
  params: 'tool.input',
  workspace: 'session.workspaceRoots',
  model: 'session.model',
  agent: 'session.agent',
};

function describe(place: string, name: string, known: readonly string[]): string {
  const path = [...place.split('.').slice(1), name].join('.').slice(0, 80);
  const near = nearest(name, known);
  const meant =
    near === undefined
      ? Object.hasOwn(others, name)
        ? others[name]
        : undefined
      : [...place.split('.').slice(1), near].join('.');
  return meant === undefined ? `\`${path}\`` : `\`${path}\` (did you mean \`${meant}\`?)`;
}
