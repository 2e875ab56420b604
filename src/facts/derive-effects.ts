/**
 * Event → what the call does. Finds the tool in the tables and reads its input by them. If the tool is not in the tables
 * but its kind is known, the effects are guesses, and are marked as such. This file catches no errors: an error has to
 * become a denial, not an empty answer.
 */
import type { PathShape } from '../pattern/path/path-shape.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import type { DiskView } from './disk/disk-view.ts';
import type { FileAfter } from './disk/session-files.ts';
import { type Effects, noEffects } from './effect/effect.ts';
import type { Event, JsonObject, Tool } from './event/event.ts';
import type { Knowledge } from './knowledge/table/knowledge.ts';
import { filesAfter } from './record/files-after.ts';
import { Recorder } from './record/recorder.ts';
import { applyEntry } from './tool/apply.ts';
import { applyUnlisted } from './tool/apply-unlisted.ts';
import type { ToolEntry } from './tool/entry.ts';
import { guessEntry, guessLike } from './tool/guess.ts';
import { innerTools, mostInner } from './tool/inner-call.ts';
import { fieldsOf, hasOthers, isOther } from './tool/listed-fields.ts';
import { findTool, inferKind, type ToolKnowledge } from './tool/tables.ts';

export interface EffectContext {
  readonly cwd: PathShape | undefined;
  readonly roots: readonly PathShape[] | undefined;
  /** The kind of the tool, declared or inferred; undefined where neither is known. */
  readonly kind: Kind | undefined;
  readonly commands: Knowledge;
  readonly tools: ToolKnowledge;
  /** The disk of the machine, where it may be read. */
  readonly disk: DiskView | undefined;
}

export interface DerivedEffects {
  readonly effects: Effects;
  /** The tool in a few words, where its kind is known but it is not in the tables, or has none of the fields there. */
  readonly unmapped: string | undefined;
  /** Files with a known path whose content the call may change. */
  readonly files: readonly FileAfter[];
}

/** The limit of calls inside calls. No honest tool has more. */
const deepest = 4;

/** What a call does. An event that is not a call does nothing. */
export function deriveEffects(event: Event, context: EffectContext): DerivedEffects {
  const { tool } = event;
  if (tool === undefined) return { effects: noEffects, unmapped: undefined, files: [] };
  const recorder = new Recorder(context.disk);
  const unmapped = recordTool(tool, context.kind, [], 0, context, recorder);
  if (recorder.disk.isThere && recorder.disk.isSpent)
    recorder.unknown({
      sort: 'file',
      text: '',
      why: 'more is asked of the disk than is looked up',
      span: { field: [], start: 0, end: 0 },
    });
  if (recorder.disk.unknownPath !== undefined)
    recorder.unknown({
      sort: 'file',
      text: recorder.disk.unknownPath,
      why: 'where this path leads is not known',
      span: { field: [], start: 0, end: 0 },
    });
  return new Derived(recorder, unmapped);
}

/** What a recorder has after a call. Only a memory asks for the files, so these are made when they are asked for. */
class Derived implements DerivedEffects {
  readonly effects: Effects;
  readonly unmapped: string | undefined;
  readonly #recorder: Recorder;
  #files: readonly FileAfter[] | undefined;

  constructor(recorder: Recorder, unmapped: string | undefined) {
    this.effects = recorder.effects;
    this.unmapped = unmapped;
    this.#recorder = recorder;
  }

  get files(): readonly FileAfter[] {
    this.#files ??= filesAfter(this.#recorder);
    return this.#files;
  }
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
  const name = tool.name.slice(0, 100);
  const apply = {
    cwd,
    roots,
    knowledge: commands,
    tool: tool.name,
    prefix,
    call: (value: JsonObject, field: readonly (string | number)[]) => {
      const inner = depth >= deepest || recorder.isFull ? [] : innerTools(value, tool);
      if (inner.length === 0) {
        recorder.unknown({
          sort: 'program',
          text: '',
          why: 'which tool this calls is not known',
          span: { ...span, field },
        });
      }
      if (inner.length > mostInner) {
        recorder.unknown({
          sort: 'budget',
          text: '',
          why: `this may be any of more than ${mostInner} calls`,
          span: { ...span, field },
        });
      }
      for (const { steps, ...call } of inner.slice(0, mostInner)) {
        recordTool(call, innerKind(call), [...field, ...steps], depth + 1, context, recorder);
      }
    },
  };
  const entry = findTool(tools, tool);
  // If a policy describes a tool, that is all that the tool does.
  const isAdded = tools.added.some((each) => each.entry === entry);
  const isRead = entry !== undefined && applyEntry(entry, tool.input, apply, recorder);
  if (isRead && isAdded) return undefined;
  if (isRead) {
    // If a harness calls a tool `shell` that has the name of another one, the harness is right.
    const isShell = kind === 'shell' && entry.kind !== 'shell' && tool.origin !== 'mcp';
    const shell = isShell ? guessEntry('shell') : undefined;
    if (shell !== undefined) applyEntry(shell, tool.input, apply, recorder);
    else if (entry.ofAnyServer === true)
      applyUnlisted(tool.input, apply, recorder, { without: fieldsOf(entry), isShell: runsShell(entry) });
    else if (hasOthers(entry, tool.input))
      applyUnlisted(tool.input, apply, recorder, {
        only: (key) => isOther(entry, key),
        isShell: runsShell(entry),
      });
    return undefined;
  }
  const knownKind = kind ?? entry?.kind;
  const guess =
    entry === undefined
      ? knownKind && guessEntry(knownKind)
      : ((kind && guessEntry(kind)) ?? guessLike(entry));
  if (knownKind === undefined || guess === undefined) {
    // Rules ask about the outer call by its name; they do not see the name of an inner call.
    if (depth > 0 && !isShown(tool, depth)) {
      recorder.unknown({
        sort: 'program',
        text: name,
        why: `the tool \`${name}\` inside the call is not known`,
        span,
      });
    }
    return applyUnlisted(tool.input, apply, recorder)
      ? `\`${name}\` (${knownKind ?? 'of no kind'})`
      : undefined;
  }
  const isKnown = applyEntry(guess, tool.input, apply, recorder);
  const why =
    entry === undefined
      ? `the tool \`${name}\` of kind ${knownKind} is not in the table of tools: which of its fields say what it does is not known`
      : `none of the fields that the tool \`${name}\` is known for is there`;
  // A shell command or the start of an agent is all that such a call does, except in fields for something else.
  if (isKnown && isWhole(guess))
    applyUnlisted(tool.input, apply, recorder, { without: fieldsOf(guess), isShell: runsShell(guess) });
  else recorder.unknown({ sort: 'program', text: '', why, span });
  return `\`${name}\` (${knownKind})`;
}

/** Whether the guess covers all that such a call does: it is a command, or the start of an agent. */
const isWhole = (entry: ToolEntry): boolean =>
  runsShell(entry) || entry.uses.some(({ name }) => name === 'spawn');

const runsShell = ({ uses }: ToolEntry): boolean =>
  uses.some(({ name }) => name === 'shell' || name === 'posix' || name === 'powershell');

/** `asMcpCall` shows the first call of a wrapper to rules about servers. */
const isShown = (tool: Tool, depth: number): boolean => depth === 1 && tool.mcp !== undefined;

const innerKind = (tool: Tool): Kind | undefined =>
  tool.origin === 'mcp' ? undefined : inferKind(tool.name);
