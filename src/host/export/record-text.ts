/** What a record that is no decision says, as a sentence for other programs. */
import {
  describeShadow,
  type LogEntry,
  type LogRecord,
  type OwnEntry,
} from '../../store/decision-log/record.ts';

type About = { readonly type: 'decision' | 'observed' };
type ServiceEntry = Exclude<LogEntry | OwnEntry, About>;
export type ServiceRecord = Exclude<LogRecord, About>;

/** One sentence without markup. */
export function sentenceOf(record: ServiceEntry): string {
  switch (record.type) {
    case 'start':
      return `bylaw ${record.bylaw} ${record.by} begins, with policies ${record.policies}.`;
    case 'stop':
      return record.problem === undefined
        ? 'The process ends.'
        : `The process ends before it answers: ${record.problem}.`;
    case 'dropped':
      return `${record.records} records were lost: ${reasonsOf(record.reasons)}.`;
    case 'deleted':
      return `Files of the log up to number ${record.upTo} were removed as too old.`;
    case 'policies':
      return record.refused === undefined
        ? `Policies ${record.policies} decide from here on.`
        : `Policies were refused, and ${record.policies} go on: ${record.refused}`;
    case 'bundle':
      return record.refused === undefined
        ? `Bundle ${record.sequence} decides from here on.`
        : `A bundle was refused, and bundle ${record.sequence} goes on: ${record.refused}`;
    case 'shadow':
      return `${describeShadow(record).replace(/^b/, 'B')}: ${record.changes.map(({ kind, rule }) => `${kind} ${rule}`).join(', ')}.`;
    case 'admin':
      return `${record.client.token ?? record.client.certificate ?? 'Somebody'} asked the server for ${record.action}, in ${record.requests} request${record.requests === 1 ? '' : 's'}.`;
    case 'evicted':
      return `${record.memories} memories of earlier calls were forgotten to make room.`;
    default:
      return record satisfies never;
  }
}

const reasonsOf = (reasons: Readonly<Record<string, number>>): string =>
  Object.entries(reasons)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');
