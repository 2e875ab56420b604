/**
 * A configuration to which nothing is added but one command in several places: the command once, and the places. The diff of it
 * repeats a line of two thousand characters for each event.
 */
import type { FileChange } from '../../install/file-change.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';

/** What is added to a configuration. */
export interface HookSummary {
  readonly command: string;
  /** The events, as the configuration names them. */
  readonly events: readonly string[];
}

/** A shorter command is as well read in the diff. */
const long = 200;

/** Undefined where anything else changes, too: a person has to see all of that. */
export function summarizeHooks({ before = '', after }: FileChange): HookSummary | undefined {
  const [old, now] = [
    before.trim() === '' ? {} : objectIn(before),
    after === undefined ? undefined : objectIn(after),
  ];
  if (old === undefined || now === undefined) return undefined;
  const [command, ...others] = new Set(
    textsIn(now).filter((text) => text.length > long && !textsIn(old).includes(text)),
  );
  if (command === undefined || others.length > 0) return undefined;
  const events: string[] = [];
  const rest = without(now, command, '', events);
  const isAll = JSON.stringify(rest ?? {}) === JSON.stringify(without(old, command, '', []) ?? {});
  return isAll ? { command, events } : undefined;
}

/** One command that becomes another, in several places. */
export interface CommandChange {
  /** The words that are in one of the two alone, each once. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly events: readonly string[];
}

/** Undefined where anything else changes, too, or where no few words say what does. */
export function summarizeChange({ before = '', after = '' }: FileChange): CommandChange | undefined {
  const [old, now] = [objectIn(before), objectIn(after)];
  if (old === undefined || now === undefined) return undefined;
  const [from, ...gone] = only(textsIn(old), textsIn(now));
  const [to, ...come] = only(textsIn(now), textsIn(old));
  if (from === undefined || to === undefined || gone.length + come.length > 0) return undefined;
  const events: string[] = [];
  const [rest, others] = [without(now, to, '', events), without(old, from, '', [])];
  if (JSON.stringify(rest) !== JSON.stringify(others)) return undefined;
  const [removed, added] = [only(wordsOf(from), wordsOf(to)), only(wordsOf(to), wordsOf(from))];
  const count = removed.length + added.length;
  return count > 0 && count <= mostWords ? { removed, added, events } : undefined;
}

/** More words are as well read in the diff. */
const mostWords = 12;

/** What one has and the other has not, each once. */
const only = (these: readonly string[], those: readonly string[]): readonly string[] => [
  ...new Set(these.filter((each) => !those.includes(each))),
];

/** An option with its value is one word. */
const wordsOf = (command: string): readonly string[] => {
  const words = command.split(/\s+/).map((word) => word.replace(/^["']+|["';]+$/g, ''));
  const isOption = (word = '-'): boolean => word.startsWith('--');
  const isValue = (word = '-'): boolean => !word.startsWith('-');
  return words.flatMap((word, at) => {
    if (isOption(words[at - 1]) && isValue(word)) return [];
    return isOption(word) && isValue(words[at + 1]) ? `${word} ${words[at + 1]}` : word;
  });
};

function objectIn(text: string): JsonObject | undefined {
  const json = readJson(text);
  return json.ok && isJsonObject(json.value) ? json.value : undefined;
}

const textsIn = (json: Json): readonly string[] =>
  typeof json === 'string'
    ? [json]
    : typeof json === 'object' && json !== null
      ? Object.values(json as Readonly<Record<string, Json>>).flatMap(textsIn)
      : [];

/** Without the elements of lists that have the command, and what is empty then. `events`: takes the names of those lists. */
function without(json: Json, command: string, name: string, events: string[]): Json | undefined {
  if (Array.isArray(json)) {
    const kept = json.filter((each) => !textsIn(each).includes(command));
    if (kept.length < json.length) events.push(name);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isJsonObject(json)) return json;
  const members = Object.keys(json).flatMap((key) => {
    const value = without(own(json, key) ?? null, command, key, events);
    return value === undefined ? [] : [[key, value] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
