/** A record as a message of syslog (RFC 5424): what filters go by in its head and its structured data, the record as its text. */
import type { LogRecord } from '../../store/decision-log/record.ts';
import { decidingRule } from '../export/csv.ts';

/** Facility 13, `log audit`. */
const facility = 13;
/** Severities of syslog. */
const severities = { critical: 2, error: 3, warning: 4, notice: 5, informational: 6 } as const;

export interface SyslogSender {
  readonly host: string;
  readonly processId: number;
}

/** The message without a frame around it. `text`: its content, one line. */
export function syslogMessage(record: LogRecord, text: string, { host, processId }: SyslogSender): Buffer {
  const head = [
    `<${facility * 8 + severities[severityOf(record)]}>1`,
    record.time,
    name(host, 255),
    'bylaw',
    String(processId),
    name(record.type, 32),
    dataOf(record),
  ].join(' ');
  // The mark says that the text is UTF-8.
  return Buffer.concat([Buffer.from(`${head} `), Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
}

function severityOf(record: LogRecord): keyof typeof severities {
  if (record.type === 'dropped') return 'error';
  if (record.type === 'bundle') return record.refused === undefined ? 'notice' : 'warning';
  if (record.type !== 'decision') return 'informational';
  if (record.effect === 'none') return record.watched.length > 0 ? 'notice' : 'informational';
  return decidingRule(record)?.severity === 'critical' ? 'critical' : 'warning';
}

/** The number 32473 is that of examples (RFC 5612): bylaw has none of its own. */
function dataOf(record: LogRecord): string {
  if (record.type !== 'decision' && record.type !== 'observed') return '-';
  const parameters: Readonly<Record<string, string | null | undefined>> = {
    ...(record.type === 'decision' ? { effect: record.effect, code: record.code } : {}),
    tool: record.tool?.name,
    session: record.session,
    source: record.source,
  };
  const written = Object.entries(parameters).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [` ${key}="${quoted(value)}"`],
  );
  return `[bylaw@32473${written.join('')}]`;
}

const quoted = (value: string): string => value.replace(/[\\"\]]/g, '\\$&').replace(/\p{Cc}/gu, ' ');

/** Printable ASCII of a length, or `-`. */
const name = (value: string, longest: number): string =>
  value.replace(/[^!-~]/g, '').slice(0, longest) || '-';
