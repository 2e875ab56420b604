/**
 * The counts of a server, for Prometheus, and its health, for a supervisor. Only a server loads this file:
 * loading the library takes longer than a hook may run.
 */
import { Gauge, Registry } from 'prom-client';
import type { DecisionPoint } from '../../engine/engine.ts';
import type { Event } from '../../facts/event/event.ts';
import type { Shipping } from '../../host/ship/shipping.ts';
import type { ContentStore } from '../../store/content.ts';
import type { DecisionLog } from '../../store/decision-log/decision-log.ts';
import type { BundleEntry } from '../../store/decision-log/record.ts';
import { countedBy, type Tally } from '../limits/counted.ts';
import type { Load } from '../limits/load.ts';
import type { LoopDelay } from '../limits/loop-delay.ts';
import type { Oauth } from '../oauth/oauth.ts';
import type { ProcessReport } from '../processes/process-report.ts';
import type { TlsKeeper } from '../sockets/tls.ts';
import { countDecisions } from './decision-counts.ts';
import { counts, gauge, total } from './metric.ts';
import { countRequests, type RequestCounts } from './request-counts.ts';
import { addShippingMetrics } from './shipping-metrics.ts';
import { addVersionMetrics } from './version-metrics.ts';

/** How many sessions have a memory, and how many were removed to make room for others. */
export interface RememberedSessions {
  readonly memories: number;
  readonly evicted: number;
}

/** The policies and memories in use; they may change while the server runs. */
export interface InForce {
  /** Digest of the policies. */
  readonly policies: string;
  /** The policies on disk are not valid, and so not in force. */
  readonly isStale: boolean;
  /** Why the published bundle is not in force, as a sentence. */
  readonly bundleProblem?: string | undefined;
  /** The bundle in force; undefined if policies come from folders. */
  readonly bundle?: Pick<BundleEntry, 'sequence' | 'digest' | 'signers'> | undefined;
  /** Sentences about lower layers that are not in force. */
  readonly brokenLayers: readonly string[];
  /** Sentences about what is in force and has no effect. */
  readonly warnings: readonly string[];
  readonly sessions: RememberedSessions;
  /** Why the memory cannot be read, as a sentence; undefined while it can. */
  readonly memoryProblem: string | undefined;
  /** Whether every call is denied while the memory cannot be read. */
  readonly deniesWithoutMemory: boolean;
  /** The digest of the policies that decide an event, where they are others. */
  policiesOf?(event: Event): string | undefined;
  /** Whether an event is a trial, which is not recorded. */
  isTrial?(event: Event): boolean;
}

/** How much was dropped instead of sent, and why the last batch was refused. */
export interface TelemetryStatus {
  readonly dropped: Readonly<Record<string, number>>;
  readonly problem: string | undefined;
}

/** A bundle that is compared with the one in force. */
export interface ComparedBundle {
  readonly sequence: number;
  readonly digest: string;
  /** The digest of its policies, as records have it. */
  readonly policies: string;
  /** How many of the sessions it is compared on, and how many it answers, in percent. */
  readonly compared: number;
  readonly answers: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A comparison: how many calls had which result, and with which bundle. */
interface Shadow {
  readonly counts: Readonly<Record<string, number>>;
  readonly candidate: ComparedBundle | undefined;
}

export interface ServerMetrics extends RequestCounts {
  /** A decision point whose decisions are counted and, if there is a log, recorded. */
  counted(point: DecisionPoint): DecisionPoint;
  /** Counts decisions of another thread. */
  readonly tally: Tally;
  /** The text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
  /** Sentences about problems; empty if there are none. */
  problems(): readonly string[];
  /** Sentences about why bylaw cannot decide calls and denies them; empty if it can decide. */
  unready(): readonly string[];
  /** Sentences about what is unknown to rules while bylaw goes on deciding; empty if nothing is. */
  hindered(): readonly string[];
  /** Sentences about what is in force and has no effect. */
  warnings(): readonly string[];
  /** Adds metrics of uploads. */
  addContent(content: Pick<ContentStore, 'status'>): void;
  /** Adds metrics of a bundle that is compared with the policies in force. */
  addShadow(shadow: Shadow): void;
  /** Adds metrics of the destinations that the log is shipped to. */
  addShipping(shipping: () => readonly Shipping[]): void;
  /** Adds a count of the calls that a bundle answers for a share of the sessions. */
  addCanary(answered: () => number): void;
  /** Adds metrics of the certificate. */
  addTls(tls: Pick<TlsKeeper, 'identity' | 'problem'>): void;
  /** Adds metrics of what could not be sent to a collector. */
  addTelemetry(status: () => TelemetryStatus): void;
  /** Adds problems of the file of tokens. */
  addTokens(problem: () => string | undefined): void;
  /** Adds problems of the keys of an issuer of tokens. */
  addOauth(oauth: Pick<Oauth, 'problem' | 'unready'>): void;
  /** Adds metrics of the scopes whose tokens expire, with the end of the last token, in milliseconds since 1970. */
  addExpiry(ends: () => ReadonlyMap<string, number>): void;
  /** The same for other processes of a group. */
  report(): Promise<ProcessReport>;
}

/** The load of the server, and its delay. */
export interface Pressure {
  readonly load: Load;
  readonly delay: Pick<LoopDelay, 'most'>;
}

export function createMetrics(
  log: DecisionLog | undefined,
  inForce: InForce,
  { load, delay }: Pressure,
): ServerMetrics {
  const registry = new Registry();
  const tally = countDecisions(registry);
  const requests = countRequests(registry);
  if (log !== undefined) addLogMetrics(registry, log);
  addVersionMetrics(registry, inForce);
  if (inForce.bundle !== undefined) addBundleMetrics(registry, inForce);
  addMemoryMetrics(registry, inForce);
  addPressureMetrics(registry, { load, delay });

  const others: (() => string | undefined)[] = [];
  /** The causes that stop the server from deciding calls. */
  const needed: (() => string | undefined)[] = [];
  const memoryProblems = (): readonly string[] =>
    inForce.memoryProblem === undefined ? [] : [inForce.memoryProblem];
  const problems = (): readonly string[] => [
    ...(log === undefined ? [] : problemsOf(log)),
    ...memoryProblems(),
    ...(inForce.isStale ? [stalePolicies] : []),
    ...(inForce.bundleProblem === undefined ? [] : [inForce.bundleProblem]),
    ...inForce.brokenLayers,
    ...others.flatMap((problem) => problem() ?? []),
    ...(delay.most < longestDelay ? [] : [lateSentence(delay.most)]),
  ];
  return {
    ...requests,
    counted: (point) => countedBy(tally, point, log, inForce),
    tally,
    text: () => registry.metrics(),
    contentType: registry.contentType,
    addContent: (content) => addContentMetrics(registry, content),
    addShadow: (shadow) => addShadowMetrics(registry, shadow),
    addShipping: (shipping) => addShippingMetrics(registry, shipping),
    addCanary: (answered) =>
      total(
        registry,
        'bylaw_canary_answers_total',
        'Calls of the sessions that a new bundle answers.',
        answered,
      ),
    addTls(tls) {
      others.push(() => tls.problem);
      gauge(
        registry,
        'bylaw_tls_certificate_expiry_timestamp_seconds',
        'When the certificate in force expires, in seconds since 1970.',
        () => Math.floor(tls.identity.expires / 1000),
      );
    },
    addTelemetry: (status) => addTelemetryMetrics(registry, status),
    addTokens: (problem) => void others.push(problem),
    addOauth(oauth) {
      others.push(() => oauth.problem);
      needed.push(() => oauth.unready);
    },
    addExpiry: (ends) => addExpiryMetrics(registry, ends),
    problems,
    unready: () => [
      ...(log?.status.problem === undefined || !log.status.blocks ? [] : problemsOf(log)),
      ...(inForce.deniesWithoutMemory ? memoryProblems() : []),
      ...needed.flatMap((problem) => problem() ?? []),
    ],
    warnings: () => inForce.warnings,
    hindered: () => (inForce.deniesWithoutMemory ? [] : memoryProblems()),
    report: async () => ({ metrics: await registry.getMetricsAsJSON(), problems: problems() }),
  };
}

/** Milliseconds of delay before the server counts as unhealthy. */
const longestDelay = 2000;

const lateSentence = (delay: number): string =>
  `The server is overloaded: messages had to wait for ${(delay / 1000).toFixed(1)} s within the last 10 s.`;

const stalePolicies =
  'The policies on disk, or the file that names their layers, are not valid, so older ones are in force: standard error of the server said what is wrong, and `bylaw check` and `bylaw test` say it again (with `--layers FILE` for layers, and with the `--budget` of the server, if it has one).';

function addMemoryMetrics(registry: Registry, inForce: Pick<InForce, 'sessions' | 'memoryProblem'>): void {
  gauge(
    registry,
    'bylaw_sessions',
    'Memories of sessions, workspaces and agents.',
    () => inForce.sessions.memories,
  );
  total(
    registry,
    'bylaw_sessions_evicted_total',
    'Memories that were removed to make room.',
    () => inForce.sessions.evicted,
  );
  gauge(registry, 'bylaw_memory_failing', '1 while memories cannot be read or written.', () =>
    inForce.memoryProblem === undefined ? 0 : 1,
  );
}

function addPressureMetrics(registry: Registry, { load, delay }: Pressure): void {
  total(
    registry,
    'bylaw_refused_total',
    'Messages that were refused because there were too many.',
    () => load.refused,
  );
  gauge(registry, 'bylaw_in_flight', 'Messages that are being answered.', () => load.answering);
  gauge(
    registry,
    'bylaw_loop_delay_seconds',
    'The longest delay of messages in the last ten seconds.',
    () => delay.most / 1000,
  );
}

function addLogMetrics(registry: Registry, log: DecisionLog): void {
  total(
    registry,
    'bylaw_log_records_total',
    'Records written to the decision log.',
    () => log.status.written,
  );
  total(registry, 'bylaw_log_bytes_total', 'Octets written to the decision log.', () => log.status.bytes);
  gauge(registry, 'bylaw_log_pending', 'Records that wait to be written.', () => log.status.pending);
  gauge(
    registry,
    'bylaw_log_lag_seconds',
    'How long the oldest of them has been waiting.',
    () => log.status.lag / 1000,
  );
  gauge(registry, 'bylaw_log_failing', '1 while records cannot be written.', () =>
    log.status.problem === undefined ? 0 : 1,
  );
  counts(
    registry,
    'bylaw_log_dropped_total',
    'Records that were lost, by reason.',
    'reason',
    () => log.status.dropped,
  );
}

function addContentMetrics(registry: Registry, content: Pick<ContentStore, 'status'>): void {
  gauge(
    registry,
    'bylaw_content_bytes',
    'The room that uploads take, in octets.',
    () => content.status.octets,
  );
  gauge(
    registry,
    'bylaw_content_limit_bytes',
    'The room that uploads may take, in octets.',
    () => content.status.maxTotalBytes,
  );
  total(
    registry,
    'bylaw_content_removed_total',
    'Uploads that were removed because of their age.',
    () => content.status.removed,
  );
  counts(registry, 'bylaw_uploads_total', 'Uploads, by result.', 'result', () => content.status.uploads);
}

function addTelemetryMetrics(registry: Registry, status: () => TelemetryStatus): void {
  counts(
    registry,
    'bylaw_telemetry_dropped_total',
    'Spans and logs that a collector of OpenTelemetry did not accept, or that were too many.',
    'signal',
    () => status().dropped,
  );
  gauge(registry, 'bylaw_telemetry_failing', '1 while a collector of OpenTelemetry accepts nothing.', () =>
    status().problem === undefined ? 0 : 1,
  );
}

function addExpiryMetrics(registry: Registry, ends: () => ReadonlyMap<string, number>): void {
  new Gauge({
    name: 'bylaw_token_expiry_timestamp_seconds',
    help: 'When the last token of a scope ends, in seconds since 1970; not for scopes with a token that does not end.',
    labelNames: ['scope'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      for (const [scope, end] of ends()) this.set({ scope }, end / 1000);
    },
  });
}

/** Which bundle decides. For a group, all bundles that decide until each process has taken the last one. */
function addBundleMetrics(registry: Registry, inForce: Pick<InForce, 'bundle' | 'policies'>): void {
  const sequence = (): number => inForce.bundle?.sequence ?? 0;
  gauge(registry, 'bylaw_bundle_sequence', 'The sequence of the bundle in force.', sequence);
  new Gauge({
    name: 'bylaw_bundle_info',
    help: 'The bundle in force: its sequence, its digest, that of its policies, and the keys that signed it.',
    labelNames: ['sequence', 'digest', 'policies', 'signers'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      const { sequence = 0, digest = '', signers = [] } = inForce.bundle ?? {};
      this.set({ sequence, digest, policies: inForce.policies, signers: signers.join(' ') }, 1);
    },
  });
}

function addShadowMetrics(registry: Registry, shadow: Shadow): void {
  counts(
    registry,
    'bylaw_shadow_total',
    'Calls on which a bundle was compared, by how its answer would differ.',
    'result',
    () => shadow.counts,
  );
  addCandidateMetrics(registry, () => shadow.candidate);
}

/** Which bundle is compared, since when; nothing while there is none. */
function addCandidateMetrics(registry: Registry, candidate: () => ComparedBundle | undefined): void {
  new Gauge({
    name: 'bylaw_shadow_start_timestamp_seconds',
    help: 'The time since which a bundle is compared, in seconds since 1970, with its sequence, its digest, the digest of its policies, and the percentages of the sessions for which it is compared and which it answers.',
    labelNames: ['sequence', 'digest', 'policies', 'compared', 'answers'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      const found = candidate();
      if (found === undefined) return;
      const { since, ...labels } = found;
      this.set(labels, Math.floor(since / 1000));
    },
  });
}

/** Milliseconds that a record may wait before the server counts as unhealthy. */
const longestLag = 5000;

function problemsOf({ status }: DecisionLog): readonly string[] {
  const { problem, lag, pending } = status;
  return [
    ...(problem === undefined ? [] : [`The decision log cannot be written: ${problem}.`]),
    ...(lag < longestLag
      ? []
      : [`The decision log is slow: ${pending} records wait, the oldest for ${Math.round(lag / 1000)} s.`]),
  ];
}
