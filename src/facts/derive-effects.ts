/**
 * Event → what the call does. Finds the tool in the tables and has its input
 * read; a tool of a known kind that is not there is guessed at, and said to be.
 * Nothing here catches a fault: one must become a denial, not an empty answer.
 */
import type { PathShape } from '../pattern/path-shape.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import { type Effects, noEffects } from './effect.ts';
import type { Event, Json, JsonObject, Tool } from './event.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { Recorder } from './recorder.ts';
import { applyEntry } from './tool/apply.ts';
import { isObject, parseJson } from './tool/fields.ts';
import { guessEntry } from './tool/guess.ts';
import { nameKey } from './tool/name-key.ts';
import { findTool, inferKind, type ToolKnowledge } from './tool/tables.ts';

export interface EffectContext {
  readonly cwd: PathShape | undefined;
  readonly roots: readonly PathShape[] | undefined;
  /** Of the tool, declared or inferred; undefined where neither tells. */
  readonly kind: Kind | undefined;
  readonly commands: Knowledge;
  readonly tools: ToolKnowledge;
}

export interface DerivedEffects {
  readonly effects: Effects;
  /** The tool, in a few words, where it is of a kind that is known and not in the tables, or none of its fields is. */
  readonly unmapped: string | undefined;
}

/** Calls inside calls, of which no honest tool has many. */
const deepest = 4;

/** What a call does. Events that are no calls do nothing. */
export function deriveEffects(event: Event, context: EffectContext): DerivedEffects {
  const { tool } = event;
  if (tool === undefined) return { effects: noEffects, unmapped: undefined };
  const recorder = new Recorder();
  const unmapped = recordTool(tool, context.kind, [], 0, context, recorder);
  return { effects: recorder.effects, unmapped };
}

function recordTool(
  tool: Tool,
  kind: Kind | undefined,
  prefix: readonly (string | number)[],
  depth: number,
  context: EffectContext,
  recorder: Recorder,
): string | undefined {
  const { cwd, roots, commands, tools } = context;
  const span = { field: prefix, start: 0, end: 0 };
  const apply = {
    cwd,
    roots,
    knowledge: commands,
    tool: tool.name,
    prefix,
    call: (value: JsonObject, field: readonly (string | number)[]) => {
      const inner = innerTool(value, tool);
      if (inner === undefined || depth >= deepest) {
        recorder.unknown({ text: '', why: 'which tool this calls is not known', span: { ...span, field } });
        return;
      }
      const { steps, ...call } = inner;
      recordTool(call, innerKind(call), [...field, ...steps], depth + 1, context, recorder);
    },
  };
  const entry = findTool(tools, tool);
  if (entry !== undefined && applyEntry(entry, tool.input, apply, recorder)) return undefined;
  const told = kind ?? entry?.kind;
  const guess = told === undefined ? undefined : guessEntry(told);
  if (told === undefined || guess === undefined) return undefined;
  const isKnown = applyEntry(guess, tool.input, apply, recorder);
  const why =
    entry === undefined
      ? `the tool \`${tool.name.slice(0, 100)}\` of kind ${told} is not in the table of tools: which of its fields say what it does is not known`
      : `none of the fields that the tool \`${tool.name.slice(0, 100)}\` is known for is there`;
  // A command of a shell, and an agent that is started, are all there is to such a call.
  if (!isKnown || (told !== 'shell' && told !== 'task')) recorder.unknown({ text: '', why, span });
  return `\`${tool.name.slice(0, 100)}\` (${told})`;
}

interface InnerTool extends Tool {
  /** From the call to its input. */
  readonly steps: readonly string[];
}

const nameFields = ['tool_name', 'tool', 'name', 'recipient_name', 'function'].map(nameKey);
const inputFields = ['arguments', 'args', 'input', 'parameters', 'tool_input', 'params', 'tool_args'].map(
  nameKey,
);
const serverFields = ['server_name', 'server', 'mcp_server_name', 'mcp_server'].map(nameKey);

/** A call that is the input of another: a tool with its own input, of an MCP server where one is named. */
function innerTool(value: JsonObject, outer: Tool): InnerTool | undefined {
  const field = (names: readonly string[]): [string, Json] | undefined =>
    Object.entries(value).find(([key]) => key.length < 100 && names.includes(nameKey(key)));
  const name = field(nameFields)?.[1];
  const server = field(serverFields)?.[1];
  const [key, given = {}] = field(inputFields) ?? [];
  const input = typeof given === 'string' ? (parseJson(given === '' ? '{}' : given) ?? given) : given;
  if (typeof name !== 'string' || !isObject(input)) return undefined;
  const isMcp = typeof server === 'string' || outer.kind === 'mcp';
  return {
    name: name.replace(/^functions\./, ''),
    kind: undefined,
    input,
    origin: isMcp ? 'mcp' : 'native',
    mcp: isMcp ? { server: typeof server === 'string' ? server : undefined, tool: name } : undefined,
    steps: key === undefined ? [] : [key],
  };
}

const innerKind = (tool: Tool): Kind | undefined =>
  tool.origin === 'mcp' ? undefined : inferKind(tool.name);
