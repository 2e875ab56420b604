/** What a fleet needs, worked out of what one call costs. A straight line: every call costs the same, on however many machines. */

/** What one call costs, as it was measured. */
export interface Cost {
  /** Processor seconds of the servers. */
  readonly server: number;
  /** Processor seconds of the busiest node of NATS. */
  readonly node: number;
  /** Octets of the decision log. */
  readonly log: number;
}

/** Not measured: said beside the table. */
export const assumed = {
  /** Seconds between two calls of an agent at work: a model answers, a tool runs. */
  secondsBetweenCalls: 12,
  /** Of all agents at the busiest time. */
  shareAtWork: 0.5,
  /** Hours a day that an agent is at work. */
  hoursAtWork: 6,
  /** Of a core, so that a server or node that is lost and a burst find room. */
  utilisation: 0.5,
} as const;

export interface Needs {
  readonly agents: number;
  readonly callsPerSecond: number;
  /** Cores of servers, each with one process of `bylaw serve`. */
  readonly serverCores: number;
  /** Clusters of three nodes, since a bucket has one leader, which uses one core for what it writes. */
  readonly clusters: number;
  readonly logGibibytesADay: number;
}

export function needsOf(agents: number, { server, node, log }: Cost): Needs {
  const callsPerSecond = (agents * assumed.shareAtWork) / assumed.secondsBetweenCalls;
  const callsADay = (agents * assumed.hoursAtWork * 3600) / assumed.secondsBetweenCalls;
  return {
    agents,
    callsPerSecond,
    serverCores: Math.max(2, Math.ceil((callsPerSecond * server) / assumed.utilisation)),
    clusters: Math.max(1, Math.ceil((callsPerSecond * node) / assumed.utilisation)),
    logGibibytesADay: (callsADay * log) / 2 ** 30,
  };
}

export function showNeeds(all: readonly Needs[]): string {
  const rows = all.map(({ agents, callsPerSecond, serverCores, clusters, logGibibytesADay }) => [
    agents.toLocaleString('en-US'),
    Math.round(callsPerSecond).toLocaleString('en-US'),
    String(serverCores),
    `${clusters} × 3`,
    `${logGibibytesADay.toFixed(1)} GiB`,
  ]);
  const heads = ['agents', 'calls a second', 'cores of servers', 'nodes of NATS', 'log a day'];
  const table = [heads, heads.map((head) => '-'.repeat(head.length)), ...rows];
  return table
    .map((row) => `| ${row.map((cell, at) => cell.padStart(heads[at]?.length ?? 0)).join(' | ')} |`)
    .join('\n');
}
