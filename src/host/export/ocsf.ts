/**
 * Records as events of the Open Cybersecurity Schema Framework, version 1.5.0. Each decision is an API Activity (6003)
 * with the profile `security_control`; a denial is a Detection Finding (2004) too, which names that activity. What the
 * log says of itself (records that were lost, other policies, a bundle or policies that were refused) is a Base Event,
 * so that a gap is seen. Observed events, and the answers of a compared bundle, are left out. Nothing is said that is
 * not in the record.
 */
import type { JsonObject } from '../../language/json.ts';
import type { LoggedFinding, LogRecord } from '../../store/decision-log/record.ts';
import type { Severity } from '../../vocabulary/kinds.ts';
import { decidingRule } from './csv.ts';
import { observablesOf } from './observables.ts';
import { type ServiceRecord, sentenceOf } from './record-text.ts';

const schemaVersion = '1.5.0';

type DecisionRecord = Extract<LogRecord, { readonly type: 'decision' }>;

/** The events of a record, none to two. `version` is that of bylaw. */
export function ocsfEvents(record: LogRecord, version: string): readonly JsonObject[] {
  switch (record.type) {
    case 'decision':
      return record.effect === 'deny'
        ? [activityOf(record, version), findingOf(record, version)]
        : [activityOf(record, version)];
    case 'observed':
    case 'shadow':
      return [];
    default:
      return [serviceEventOf(record, version)];
  }
}

// ── a decision as an activity ─────────────────────────────────────────────────────────────

const activities = {
  1: 'Create',
  2: 'Read',
  3: 'Update',
  4: 'Delete',
  99: 'Other',
} as const;

/** What a kind of tool does to its object; other kinds are not known in advance. */
const activityIds: Readonly<Record<string, keyof typeof activities>> = {
  file_read: 2,
  search: 2,
  fetch: 2,
  file_write: 3,
  file_edit: 3,
};

const activityUid = ({ hash }: DecisionRecord): string => `${hash}-activity`;

function activityOf(record: DecisionRecord, version: string): JsonObject {
  const { effect, tool } = record;
  const activity = activityIds[tool?.kind ?? ''] ?? 99;
  const isDenied = effect === 'deny';
  return {
    ...classOf(6, 'Application Activity', 6003, 'API Activity', activity),
    activity_name: activity === 99 ? (tool?.kind ?? 'Other') : activities[activity],
    ...severityOf(record),
    ...timeOf(record),
    // The call is asked about before it is made: what comes of one that passes is not known yet.
    ...(isDenied ? { status_id: 2, status: 'Failure' } : { status_id: 0, status: 'Unknown' }),
    ...(record.code === null ? {} : { status_code: record.code }),
    message: messageOf(record),
    metadata: metadataOf(record, version, activityUid(record), ['security_control']),
    ...controlOf(record),
    actor: actorOf(record),
    api: apiOf(record),
    src_endpoint: endpointOf(record),
    ...resourcesOf(record),
    ...observablesOf(record),
    unmapped: unmappedOf(record),
  };
}

/** What the profile `security_control` says: what was answered, and by which policy. */
function controlOf(record: DecisionRecord): JsonObject {
  const rule = decidingRule(record);
  return {
    ...dispositionOf(record),
    policy: {
      uid: record.policies,
      ...(rule === undefined
        ? {}
        : { name: rule.path, ...(rule.layer === undefined ? {} : { type: rule.layer }) }),
    },
  };
}

function dispositionOf({ effect, unenforceable, watched }: DecisionRecord): JsonObject {
  // The harness takes no denial, and got an error: what it does then is not known here.
  if (effect === 'deny' && unenforceable === true)
    return { action_id: 0, action: 'Unknown', disposition_id: 27, disposition: 'Error' };
  if (effect === 'deny') return { action_id: 2, action: 'Denied', disposition_id: 2, disposition: 'Blocked' };
  return watched.length > 0
    ? { action_id: 1, action: 'Allowed', disposition_id: 15, disposition: 'Detected' }
    : { action_id: 1, action: 'Allowed', disposition_id: 1, disposition: 'Allowed' };
}

// ── a denial as a finding ─────────────────────────────────────────────────────────────────

function findingOf(record: DecisionRecord, version: string): JsonObject {
  const rule = decidingRule(record);
  const code = record.code ?? 'unknown';
  const at = Date.parse(record.time);
  return {
    ...classOf(2, 'Findings', 2004, 'Detection Finding', 1),
    activity_name: 'Create',
    ...severityOf(record),
    ...timeOf(record),
    status_id: 1,
    status: 'New',
    is_alert: true,
    message: messageOf(record),
    metadata: metadataOf(record, version, `${record.hash}-finding`, ['security_control']),
    ...controlOf(record),
    finding_info: {
      uid: record.hash,
      title: code,
      ...(record.reason === null ? {} : { desc: record.reason }),
      created_time: at,
      ...(rule?.tags === undefined ? {} : { types: [...rule.tags] }),
      analytic: { type_id: 1, type: 'Rule', uid: code, name: code },
      related_events: [
        { uid: activityUid(record), type_uid: 6003 * 100 + (activityIds[record.tool?.kind ?? ''] ?? 99) },
      ],
    },
    evidences: [{ actor: actorOf(record), api: apiOf(record), src_endpoint: endpointOf(record) }],
    ...resourcesOf(record),
    ...observablesOf(record, 'evidences[0].'),
    unmapped: unmappedOf(record),
  };
}

// ── what the log says of itself ───────────────────────────────────────────────────────────

function serviceEventOf(record: ServiceRecord, version: string): JsonObject {
  const message = sentenceOf(record);
  const { type } = record;
  const isLoss = type === 'dropped';
  const isRefusal = (type === 'bundle' || type === 'policies') && record.refused !== undefined;
  return {
    ...classOf(0, 'Uncategorized', 0, 'Base Event', 99),
    activity_name: type,
    ...(isLoss ? severityNamed('high') : isRefusal ? severityNamed('medium') : informational),
    ...timeOf(record),
    message,
    metadata: metadataOf(record, version, record.hash, []),
    unmapped: { type, hash: record.hash },
  };
}

// ── parts ─────────────────────────────────────────────────────────────────────────────────

const classOf = (
  category: number,
  categoryName: string,
  uid: number,
  name: string,
  activity: number,
): JsonObject => ({
  category_uid: category,
  category_name: categoryName,
  class_uid: uid,
  class_name: name,
  activity_id: activity,
  type_uid: uid * 100 + activity,
});

const timeOf = ({ time }: LogRecord): JsonObject => ({ time: Date.parse(time), timezone_offset: 0 });

const severityIds: Readonly<Record<Severity, readonly [number, string]>> = {
  low: [2, 'Low'],
  medium: [3, 'Medium'],
  high: [4, 'High'],
  critical: [5, 'Critical'],
};
const informational: JsonObject = { severity_id: 1, severity: 'Informational' };

function severityNamed(name: string): JsonObject {
  const [id, caption] = Object.hasOwn(severityIds, name) ? severityIds[name as Severity] : [0, 'Unknown'];
  return { severity_id: id, severity: caption };
}

/** That of the rule that denies. What the engine itself denies is grave: something does not work. */
function severityOf(record: DecisionRecord): JsonObject {
  if (record.effect !== 'deny') return informational;
  return severityNamed(decidingRule(record)?.severity ?? 'high');
}

function messageOf({ effect, code, reason, tool }: DecisionRecord): string {
  const what = tool === null ? 'A call' : `A call of ${tool.name}`;
  if (effect === 'none') return `${what} passes.`;
  return `${what} is denied by ${code ?? 'unknown'}${reason === null ? '.' : `: ${reason}`}`;
}

function metadataOf(
  record: LogRecord,
  version: string,
  uid: string,
  profiles: readonly string[],
): JsonObject {
  const isCall = record.type === 'decision';
  return {
    version: schemaVersion,
    product: { name: 'bylaw', vendor_name: 'bylaw', version },
    uid,
    sequence: record.seq,
    log_name: 'decisions',
    log_provider: 'bylaw',
    logged_time: Date.parse(record.time),
    ...(profiles.length === 0 ? {} : { profiles: [...profiles] }),
    ...(isCall && record.session !== null ? { correlation_uid: record.session } : {}),
    ...(isCall && record.masked.length > 0 ? { labels: ['masked'] } : {}),
  };
}

/** Who called: the agent in its harness, for the user that was proved. What an event claims is the application alone. */
function actorOf({ agent, harness, source, session, client }: DecisionRecord): JsonObject {
  const user = {
    ...(client?.user === undefined ? {} : { name: client.user }),
    ...(client?.token === undefined ? {} : { uid: client.token }),
  };
  return {
    app_name: agent ?? harness ?? source,
    app_uid: source,
    ...(harness === null ? {} : { invoked_by: harness }),
    ...(session === null ? {} : { session: { uid: session } }),
    ...(Object.keys(user).length === 0 ? {} : { user }),
  };
}

function apiOf({ tool, call, id, harness }: DecisionRecord): JsonObject {
  const service = tool?.mcp?.server ?? harness;
  return {
    operation: tool?.name ?? 'unknown',
    ...(service === null ? {} : { service: { name: service } }),
    request: { uid: call ?? id },
  };
}

const endpointOf = ({ source, harness }: DecisionRecord): JsonObject => ({
  uid: source,
  svc_name: harness ?? source,
});

/** What rules that hold were about, as they name it. */
function resourcesOf(record: DecisionRecord): JsonObject {
  const names = new Set([...record.matched, ...record.watched].flatMap(({ objects }) => objects));
  return names.size === 0 ? {} : { resources: [...names].map((name) => ({ name })) };
}

/** What has no place of its own in the schema. */
function unmappedOf(record: DecisionRecord): JsonObject {
  const { hash, id, latency, matched, watched, unsure, faults, excused, repeated, unenforceable, trace } =
    record;
  const codes = (findings: readonly LoggedFinding[]): string[] => findings.map(({ code }) => code);
  return {
    hash,
    event_id: id,
    latency_microseconds: latency,
    matched: codes(matched),
    watched: codes(watched),
    unsure: codes(unsure),
    ...(excused === undefined
      ? {}
      : {
          excused: excused.map(({ code, exception, owner, expires }) => ({
            code,
            exception,
            owner,
            expires,
          })),
        }),
    ...(faults.length === 0 ? {} : { faults: faults.map(({ code, message }) => ({ code, message })) }),
    ...(repeated === undefined ? {} : { repeated }),
    ...(unenforceable === undefined ? {} : { unenforceable }),
    ...(trace === undefined ? {} : { traceparent: trace.traceparent }),
    ...(record.client?.way === undefined ? {} : { client_way: record.client.way }),
  };
}
