/** A record as one line for people. What agents wrote is shown without anything that a terminal would obey. */
import type { Json } from '../../facts/event/event.ts';
import { isJsonObject, own } from '../../protocol/json.ts';
import {
  describeShadow,
  type LoggedClient,
  type LoggedExcuse,
  type LoggedFinding,
  type LogRecord,
  nameOfClient,
} from '../../store/decision-log/record.ts';
import { describeRollout } from '../explain/describe-rollout.ts';
import type { Colour, Paint } from '../terminal/paint.ts';
import { showMicroseconds } from './charts.ts';

/** `2026-11-21 14:02:11.123  deny  Bash  curl … │ com.example.dev.curl: No downloads. (s1, 0.21 ms)`. */
export function recordLine(record: LogRecord, paint: Paint, isVerbose = false): string {
  const time = paint('faint', onOneLine(record.time).replace('T', ' ').replace('Z', ''));
  const [word, colour] = wordOf(record);
  return `${time}  ${paint(colour, word.padEnd(6))}  ${restOf(record, paint, isVerbose)}`;
}

const excuseOwner = ({ owner, ticket }: LoggedExcuse): string =>
  onOneLine(ticket === undefined ? owner : `${owner}, ${ticket}`);

type Word = readonly [word: string, colour: Colour];

function wordOf(record: LogRecord): Word {
  if (record.type !== 'decision') return [record.type === 'observed' ? '·' : record.type, 'faint'];
  if (record.effect === 'deny') return ['deny', 'red'];
  if (record.unsure.length > 0) return ['unsure', 'yellow'];
  return record.watched.length > 0 ? ['watch', 'blue'] : ['pass', 'green'];
}

function restOf(record: LogRecord, paint: Paint, isVerbose: boolean): string {
  switch (record.type) {
    case 'decision': {
      const {
        code,
        reason,
        unsure,
        watched,
        excused = [],
        latency,
        session,
        client,
        repeated,
        unenforceable,
      } = record;
      const notes = [
        ...(code === null
          ? []
          : [`${paint('bold', onOneLine(code))}${reason === null ? '' : `: ${short(reason, 160)}`}`]),
        ...unsureNotes(
          unsure.map((each) => each.code).filter((each) => each !== code),
          isVerbose,
        ),
        ...watched.map(({ code: each, rollout }) => `watched ${onOneLine(each)}${laterOf(rollout)}`),
        ...excused.map(
          (each) =>
            `excused from ${onOneLine(each.code)} by ${onOneLine(each.exception)} (${excuseOwner(each)})`,
        ),
        ...(repeated ? ['a retry'] : []),
        ...(unenforceable ? ['the harness cannot deny'] : []),
      ];
      const end = paint(
        'faint',
        `(${[...byWhom(client), ...(session === null ? [] : [short(session, 40)]), showMicroseconds(latency)].join(', ')})`,
      );
      return `${callOf(record, paint)}${notes.length === 0 ? '' : ` │ ${notes.join('; ')}`} ${end}`;
    }
    case 'observed':
      return paint(
        'faint',
        `${record.of}${record.outcome === null ? '' : ` ${onOneLine(record.outcome)}`}  ${callOf(record, (_, text) => text)}`,
      );
    case 'start':
      return `bylaw ${onOneLine(record.bylaw)} ${onOneLine(record.by)}, inputs ${record.inputs}, policies ${record.policies.slice(0, 12)}`;
    case 'stop':
      return record.problem === undefined
        ? `process ${record.process} ends`
        : `process ${record.process} ends before it answers: ${paint('red', onOneLine(record.problem))}`;
    case 'dropped':
      return paint('red', `${record.records} records were lost: ${reasonsOf(record.reasons)}`);
    case 'evicted':
      return `${record.memories} memories of earlier calls were forgotten to make room`;
    case 'policies':
      return record.refused === undefined
        ? `other policies from here on: ${record.policies.slice(0, 12)}`
        : `${paint('red', 'policies were refused')}, and ${record.policies.slice(0, 12)} go on: ${onOneLine(record.refused)}`;
    case 'bundle': {
      const { sequence, digest, refused } = record;
      const which = `bundle ${sequence} (${digest.slice(0, 16)})`;
      return refused === undefined
        ? `${which} from here on`
        : `${paint('red', 'a bundle was refused')}, and ${which} goes on: ${onOneLine(refused)}`;
    }
    case 'shadow': {
      const changes = record.changes
        .map(({ kind, rule }) => `${onOneLine(kind)} ${onOneLine(rule)}`)
        .join(', ');
      return paint('faint', `${describeShadow(record)}: ${changes}`);
    }
    case 'admin':
      return `${onOneLine(record.action)} by ${onOneLine(nameOfClient(record.client) ?? 'unknown')}${record.requests === 1 ? '' : `, ${record.requests} requests`}`;
    case 'deleted':
      return `files up to ${record.upTo} were removed as too old`;
    default:
      return record satisfies never;
  }
}

const byWhom = (client: LoggedClient | undefined): readonly string[] => {
  const name = nameOfClient(client);
  return name === undefined ? [] : [`by ${short(name, 40)}`];
};

/** The most unsure rules that a line names: of a call that cannot be read nearly all rules are unsure. */
const namedUnsure = 5;

const unsureNotes = (codes: readonly string[], isVerbose: boolean): readonly string[] =>
  codes.length > namedUnsure && !isVerbose
    ? [`unsure about ${codes.length} rules`]
    : codes.map((each) => `unsure ${onOneLine(each)}`);

const laterOf = (rollout: LoggedFinding['rollout']): string =>
  rollout === undefined ? '' : `, which denies ${onOneLine(describeRollout(rollout))}`;

const reasonsOf = (reasons: Readonly<Record<string, number>>): string =>
  Object.entries(reasons)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');

type AboutCall = LogRecord & { type: 'decision' | 'observed' };

function callOf({ tool, event }: AboutCall, paint: Paint): string {
  if (tool === null) return '';
  const name = tool.mcp === null ? tool.name : `${tool.mcp.server ?? '?'}/${tool.mcp.tool ?? tool.name}`;
  const inner = event === null ? undefined : own(event, 'tool');
  const input = isJsonObject(inner) ? own(inner, 'input') : undefined;
  const said = input === undefined ? '' : gistOf(input);
  return `${paint('bold', short(name, 40))}${said === '' ? '' : `  ${short(said, 80)}`}`;
}

/** The first text that says what a call is about; field names of commands and paths come before others. */
function gistOf(input: Json): string {
  if (!isJsonObject(input)) return '';
  const telling = ['command', 'cmd', 'file_path', 'path', 'url', 'query', 'pattern'];
  const entries = Object.entries(input);
  const found =
    telling.map((name) => own(input, name)).find((value) => typeof value === 'string') ??
    entries.map(([, value]) => value).find((value) => typeof value === 'string');
  if (typeof found === 'string') return found;
  return entries.length === 0 ? '' : JSON.stringify(input);
}

/** Control characters and what turns the direction of writing could make a line say something else. */
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ');

/** A text on one line, cut to so many characters. */
export function short(text: string, longest: number): string {
  const line = onOneLine(text.slice(0, longest * 4))
    .replace(/ +/g, ' ')
    .trim();
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join('')}…`;
}
