/** Whether and where a server sends telemetry: by its own setting, or by the variables that all programs with OpenTelemetry read. */
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { mistake } from './invalid-config.ts';
import { namedBy, type ServerSettings } from './server-settings.ts';

export interface TelemetrySettings {
  /** Undefined where variables of the environment say it. */
  readonly endpoint: string | undefined;
}

const variables = ['', 'TRACES_', 'METRICS_', 'LOGS_'].map(
  (signal) => `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`,
);

/** Undefined where nothing is sent. Throws `UsageError` and `InvalidConfig`. */
export function telemetryFrom(
  settings: ServerSettings,
  { env }: Pick<CommandContext, 'env'>,
): TelemetrySettings | undefined {
  const endpoint = settings.get('telemetry.endpoint');
  const named: readonly (readonly [string, string])[] =
    endpoint === undefined
      ? variables.flatMap((name) => (env[name] ? [[`\`${name}\``, env[name]] as const] : []))
      : [[namedBy(settings, 'telemetry.endpoint'), endpoint]];
  const mayBePlain = settings.get('telemetry.insecure-plain') === true;
  for (const [name, address] of named) {
    const problem = problemOf(address, mayBePlain);
    if (problem === undefined) continue;
    const message = `${name} ${problem}`;
    throw endpoint === undefined
      ? new UsageError(message)
      : mistake(settings, 'telemetry.endpoint', message, ['telemetry.insecure-plain']);
  }
  if (named.length > 0) return env.OTEL_SDK_DISABLED === 'true' ? undefined : { endpoint };
  if (!mayBePlain) return undefined;
  throw mistake(
    settings,
    'telemetry.insecure-plain',
    `${namedBy(settings, 'telemetry.insecure-plain')} is about a collector, and there is none: name it with \`telemetry.endpoint\``,
    ['telemetry.endpoint'],
  );
}

function problemOf(address: string, mayBePlain: boolean): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return `takes an address such as \`http://127.0.0.1:4318\`, not \`${address}\``;
  if (url.username !== '' || url.password !== '')
    return 'takes an address without a user and a password: put credentials into `OTEL_EXPORTER_OTLP_HEADERS`';
  const isOwn = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || isOwn || mayBePlain
    ? undefined
    : `sends codes and reasons of denials to \`${url.host}\` without TLS: write \`https://\`, or say \`--telemetry-insecure-plain\` where the network between is trusted`;
}
