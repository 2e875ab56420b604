/**
 * An entry of the decision log as attributes of OpenTelemetry. They never have the input of a tool, in any
 * mode of the log.
 */
import type { Attributes } from '@opentelemetry/api';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { sentenceOf } from '../../host/export/record-text.ts';
import type { DecisionEntry, LogEntry, ObservedEntry } from '../../store/decision-log/record.ts';

/**
 * `span`: for a trace; `log`: the members of the record without the event, with the reason, which may quote
 * text that is not masked.
 */
export function attributesOf(entry: LogEntry, of: 'span' | 'log'): Attributes {
  switch (entry.type) {
    case 'decision':
      return {
        ...aboutCall(entry),
        ...aboutDecision(entry),
        ...(of === 'log' && entry.reason !== null ? { 'bylaw.reason': entry.reason } : {}),
      };
    case 'observed':
      return { ...aboutCall(entry), 'bylaw.observed': entry.of, 'bylaw.outcome': entry.outcome ?? undefined };
    default:
      return {};
  }
}

const aboutCall = ({
  tool,
  harness,
  agent,
  session,
  call,
  id,
  source,
  client,
}: DecisionEntry | ObservedEntry): Attributes => ({
  'bylaw.tool.name': tool?.name,
  'bylaw.tool.kind': tool?.kind ?? undefined,
  'bylaw.mcp.server': tool?.mcp?.server ?? undefined,
  'bylaw.harness': harness ?? undefined,
  'bylaw.agent': agent ?? undefined,
  'bylaw.session.id': session ?? undefined,
  'bylaw.call.id': call ?? undefined,
  'bylaw.event.id': id,
  'bylaw.source': source,
  'bylaw.client.way': client?.way,
  'bylaw.client.token': client?.token,
});

const aboutDecision = (entry: DecisionEntry): Attributes => ({
  'bylaw.effect': entry.effect,
  'bylaw.code': entry.code ?? undefined,
  'bylaw.policies': entry.policies,
  'bylaw.latency.microseconds': entry.latency,
  'bylaw.watched': entry.watched.map(({ code }) => code),
  'bylaw.unsure': entry.unsure.map(({ code }) => code),
  'bylaw.faults': entry.faults.length,
  'bylaw.repeated': entry.repeated,
  'bylaw.unenforceable': entry.unenforceable,
});

/** One sentence. */
export function bodyOf(entry: LogEntry): string {
  switch (entry.type) {
    case 'decision':
      return entry.effect === 'deny'
        ? `${entry.tool?.name ?? 'A call'} is denied by ${entry.code ?? 'unknown'}.`
        : `${entry.tool?.name ?? 'A call'} passes.`;
    case 'observed':
      return `${entry.tool?.name ?? 'The session'}: ${entry.outcome ?? entry.of}.`;
    default:
      return sentenceOf(entry);
  }
}

export function levelOf(entry: LogEntry): { severityNumber: SeverityNumber; severityText: string } {
  const isWarning =
    entry.type === 'decision'
      ? entry.effect === 'deny'
      : entry.type === 'bundle' && entry.refused !== undefined;
  return isWarning
    ? { severityNumber: SeverityNumber.WARN, severityText: 'WARN' }
    : { severityNumber: SeverityNumber.INFO, severityText: 'INFO' };
}
