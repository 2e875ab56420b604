/** Which bundle a server decides by, as its metrics and its health say. */
import { shortId } from '../../host/bundle/keys.ts';
import { whyNoConnection } from '../../host/machine/why-no-connection.ts';
import { printable } from '../../language/render.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';
import { NamedProblem } from './place.ts';

/** Milliseconds. */
const patience = 10_000;
/** Octets; a server says far less. */
const mostText = 4 * 1024 * 1024;

/** What is in force there, as a sentence for each bundle of its processes, and what is wrong. Throws `NamedProblem`. */
export async function inForceAt(server: URL, token: string | undefined): Promise<string> {
  const metrics = await asked(new URL('/metrics', server), token, [200]);
  const found = [...metrics.matchAll(/^bylaw_bundle_info\{(.*)\} 1$/gm)].map(([, labels = '']) =>
    describe(labels),
  );
  const shadow = [...metrics.matchAll(/^bylaw_shadow_total\{result="([a-z-]+)"\} ([1-9]\d*)$/gm)].map(
    ([, result, count]) => `${result} ${count}`,
  );
  const health = readJson(await asked(new URL('/health', server), token, [200, 503]));
  const problems = health.ok && isJsonObject(health.value) ? own(health.value, 'problems') : undefined;
  const wrong = Array.isArray(problems) ? problems.map((problem) => `  ${String(problem)}`) : [];
  const bundles = found.length === 0 ? ['policies of a folder, and no bundle'] : found;
  const compared = shadow.length === 0 ? [] : [`compared there: ${shadow.join(', ')}`];
  return [...bundles.map((each) => `in force at ${server.origin}: ${each}`), ...compared, ...wrong]
    .map(printable)
    .join('\n');
}

function describe(labels: string): string {
  const values = new Map(
    [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value] as const),
  );
  const of = (name: string): string => values.get(name) ?? '';
  const signers = of('signers').split(' ').map(shortId).join(', ');
  return `bundle ${of('sequence')} (${of('digest').slice(0, 16)}), signed by ${signers}`;
}

async function asked(address: URL, token: string | undefined, fine: readonly number[]): Promise<string> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const options = { headers, redirect: 'error', signal: AbortSignal.timeout(patience) } as const;
    const response = await fetch(address, options);
    if (!fine.includes(response.status))
      throw new NamedProblem(
        `${address.origin} answers with ${response.status}${response.status === 401 || response.status === 403 ? ': a token that may `read-metrics` goes into the environment as `BYLAW_TOKEN`' : ''}`,
      );
    const text = await response.text();
    return text.slice(0, mostText);
  } catch (error) {
    if (error instanceof NamedProblem) throw error;
    throw new NamedProblem(
      `${address.origin} cannot be asked: ${whyNoConnection(error, '`NODE_EXTRA_CA_CERTS=FILE` in the environment')}`,
    );
  }
}
