/** Which bundle a server decides by, as its metrics and its health say. */
import { shortId } from '../../host/bundle/keys.ts';
import { printable } from '../../language/render.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';
import { NoAnswer, type RemoteServer, tokenAdvice } from '../options/remote-server.ts';
import { NamedProblem } from './place.ts';

/** Milliseconds. */
const patience = 10_000;
/** Characters; a server says far less. */
const mostText = 4 * 1024 * 1024;

/**
 * The bundles in force there, with a sentence for each bundle of its processes, and the problems. Throws
 * `NamedProblem`.
 */
export async function inForceAt(server: RemoteServer): Promise<string> {
  const metrics = await asked(server, '/metrics', [200]);
  const found = [...metrics.matchAll(/^bylaw_bundle_info\{(.*)\} 1$/gm)].map(([, labels = '']) =>
    describe(valuesOf(labels)),
  );
  const candidates = [...metrics.matchAll(/^bylaw_shadow_start_timestamp_seconds\{(.*)\} ([\d.]+)$/gm)].map(
    ([, labels = '', since]) => describeCandidate(valuesOf(labels), Number(since)),
  );
  const shadow = [...metrics.matchAll(/^bylaw_shadow_total\{result="([a-z-]+)"\} ([1-9]\d*)$/gm)].map(
    ([, result, count]) => `${result} ${count}`,
  );
  const health = readJson(await asked(server, '/health', [200, 503]));
  const problems = health.ok && isJsonObject(health.value) ? own(health.value, 'problems') : undefined;
  const wrong = Array.isArray(problems)
    ? problems.map((problem) => `  ${typeof problem === 'string' ? problem : JSON.stringify(problem)}`)
    : [];
  const bundles = found.length === 0 ? ['policies of a folder, and no bundle'] : found;
  const compared = shadow.length === 0 ? [] : [`compared there: ${shadow.join(', ')}`];
  return [
    ...bundles.map((each) => `in force at ${server.origin}: ${each}`),
    ...candidates.map((each) => `candidate at ${server.origin}: ${each}`),
    ...compared,
    ...wrong,
  ]
    .map(printable)
    .join('\n');
}

/** Policies by their digest, as records of decisions have it. */
export const inTheLog = (policies: string): string => `policies ${policies.slice(0, 16)} in the log`;

/** The value of a label; nothing where an older server does not have it. */
type Labels = (name: string) => string;

function valuesOf(labels: string): Labels {
  const values = new Map(
    [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value] as const),
  );
  return (name) => values.get(name) ?? '';
}

const describeContent = (of: Labels): string => `bundle ${of('sequence')} (${of('digest').slice(0, 16)})`;

const describeEnd = (of: Labels): string => (of('policies') === '' ? '' : `; ${inTheLog(of('policies'))}`);

function describe(of: Labels): string {
  const signers = of('signers').split(' ').map(shortId).join(', ');
  return `${describeContent(of)}, signed by ${signers}${describeEnd(of)}`;
}

/** `since`: seconds since 1970. */
function describeCandidate(of: Labels, since: number): string {
  const share = of('answers') === '0' ? 'answers no session' : `answers ${of('answers')} % of the sessions`;
  const from = new Date(since * 1000).toISOString().slice(0, 19);
  return `${describeContent(of)}, compared on ${of('compared')} % of the sessions, ${share}, since ${from}Z${describeEnd(of)}`;
}

async function asked(server: RemoteServer, path: string, fine: readonly number[]): Promise<string> {
  try {
    const { status, text } = await server.ask(path, { patience, most: mostText });
    if (fine.includes(status)) return text;
    const advice = status === 401 || status === 403 ? `: ${tokenAdvice('read-metrics')}` : '';
    throw new NamedProblem(`${server.origin} answers with ${status}${advice}`);
  } catch (error) {
    if (error instanceof NoAnswer) throw new NamedProblem(error.message);
    throw error;
  }
}
