/**
 * Records as rows of CSV (RFC 4180): a row for each record, with the columns of a table that says what they hold. It has what
 * can be counted and sorted; the event itself is in the log.
 */
import type { LoggedFinding, LogRecord } from '../../store/decision-log/record.ts';
import { sentenceOf } from './record-text.ts';

type Cell = string | number | boolean | null | undefined;

/** The columns in their order; docs/decision-log.md says what each holds. */
const columns = {
  time: ({ time }) => time,
  type: ({ type }) => type,
  effect: (record) => decision(record)?.effect,
  code: (record) => decision(record)?.code,
  reason: (record) =>
    record.type === 'decision' || record.type === 'observed' ? decision(record)?.reason : sentenceOf(record),
  severity: (record) => decidingRule(record)?.severity,
  layer: (record) => decidingRule(record)?.layer,
  tool: (record) => call(record)?.tool?.name,
  kind: (record) => call(record)?.tool?.kind,
  mcp_server: (record) => call(record)?.tool?.mcp?.server,
  mcp_tool: (record) => call(record)?.tool?.mcp?.tool,
  outcome: (record) => (record.type === 'observed' ? (record.outcome ?? record.of) : undefined),
  watched: (record) => codes(decision(record)?.watched),
  unsure: (record) => codes(decision(record)?.unsure.slice(0, mostUnsure)),
  unsure_count: (record) => decision(record)?.unsure.length,
  unsure_because: (record) => causes(decision(record)?.unsure),
  exceptions: (record) =>
    decision(record)
      ?.excused?.map(({ exception }) => exception)
      .join(' '),
  harness: (record) => call(record)?.harness,
  agent: (record) => call(record)?.agent,
  client_way: (record) => call(record)?.client?.way,
  client_token: (record) => call(record)?.client?.token,
  client_user: (record) => call(record)?.client?.user,
  source: (record) => call(record)?.source,
  session: (record) => call(record)?.session,
  call: (record) => call(record)?.call,
  id: (record) => call(record)?.id,
  latency_microseconds: (record) => decision(record)?.latency,
  repeated: (record) => decision(record)?.repeated,
  unenforceable: (record) => decision(record)?.unenforceable,
  policies: (record) => ('policies' in record ? record.policies : undefined),
  traceparent: (record) => call(record)?.trace?.traceparent,
  process: ({ process }) => process,
  seq: ({ seq }) => seq,
  hash: ({ hash }) => hash,
} as const satisfies Readonly<Record<string, (record: LogRecord) => Cell>>;

/** One part of a call that is not known can leave most rules unsure: a cell for people has so many of them, and the log has all. */
const mostUnsure = 5;

export const csvColumns: readonly string[] = Object.keys(columns);

/** The first line, with its end. */
export const csvHeader = `${csvColumns.join(',')}\r\n`;

/** A record as one row, with its end. */
export const csvRow = (record: LogRecord): string =>
  `${Object.values(columns)
    .map((column) => cellText(column(record)))
    .join(',')}\r\n`;

/**
 * A text in quotes, a number or a truth as it is, and nothing for what there is not. What a program for tables would take for
 * a formula gets an apostrophe before it: agents write these texts, and people open the table.
 */
export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  return `"${formula.test(cell) ? "'" : ''}${cell.replaceAll('"', '""')}"`;
}

/** Also behind blanks, and in the full width of East Asian type, which some programs fold. */
const formula = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

type Call = Extract<LogRecord, { readonly type: 'decision' | 'observed' }>;
type Decision = Extract<LogRecord, { readonly type: 'decision' }>;

const decision = (record: LogRecord): Decision | undefined =>
  record.type === 'decision' ? record : undefined;

const call = (record: LogRecord): Call | undefined =>
  record.type === 'decision' || record.type === 'observed' ? record : undefined;

const codes = (findings: readonly LoggedFinding[] | undefined): string | undefined =>
  findings?.map(({ code }) => code).join(' ');

/** What is not known, once each: the causes that most rules have come first. */
function causes(findings: readonly LoggedFinding[] | undefined): string | undefined {
  const counts = new Map<string, number>();
  for (const { unknowns = [] } of findings ?? [])
    for (const { field, cause, detail = `${field}: ${cause}` } of unknowns)
      counts.set(detail, (counts.get(detail) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a).map(([why]) => why);
  return sorted.length === 0 ? undefined : sorted.slice(0, mostUnsure).join('; ');
}

/** The rule whose code is the answer. */
export function decidingRule(record: LogRecord): LoggedFinding | undefined {
  if (record.type !== 'decision' || record.code === null) return undefined;
  return [...record.matched, ...record.unsure].find(({ code }) => code === record.code);
}
