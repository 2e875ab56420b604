/** Which records a person wants to see. */
import { clientMembers } from '../../facts/event/client.ts';
import { type LoggedClient, type LogRecord, nameOfClient } from '../../store/decision-log/record.ts';
import { isOneOf } from '../../vocabulary/kinds.ts';
import { choice, flag, type GivenOptions, parseChoice, textArg } from '../options/options.ts';
import { parseTime } from '../options/time-option.ts';

const effects = ['deny', 'none'];

export const filterOptions = {
  session: textArg,
  tool: textArg,
  code: textArg,
  effect: choice(effects),
  source: textArg,
  client: textArg,
  since: textArg,
  until: textArg,
  unsure: flag,
} as const;

export const filterHelp = `  --session ID        of one session
  --tool NAME         of one tool, or of one MCP server
  --code CODE         with this rule: denied by it, or matched, unsure or watched, or
                      excused from it; or with this exception;
                      \`com.example.*\` for all rules that begin so
  --effect EFFECT     deny or none
  --source SOURCE     of one source
  --client NAME       asked by this client: its token, its certificate or its user;
                      \`token=NAME\`, as \`eval\` has it, is only that one of a token
  --since TIME, --until TIME
                      RFC 3339 (\`2026-11-21T14:00:00Z\`, \`2026-11-21\`), or how long ago
                      (\`30m\`, \`2h\`, \`7d\`)
  --unsure            with a rule that could not be decided
`;

type Values = GivenOptions<typeof filterOptions>['values'];

export type RecordFilter = (record: LogRecord) => boolean;

/** The filter that options name. `now` is in milliseconds since 1970. Throws `UsageError`. */
export function recordFilter(values: Values, now: number): RecordFilter {
  const { session, tool, code, effect, source, client, since, until, unsure } = values;
  if (effect !== undefined) parseChoice('effect', effect, effects);
  const from = since === undefined ? undefined : parseTime('since', since, now);
  const to = until === undefined ? undefined : parseTime('until', until, now);
  const isAboutEvent = session ?? tool ?? source ?? client;
  const isAboutDecision = code ?? effect ?? (unsure === true ? 'unsure' : undefined);
  return (record) => {
    const at = Date.parse(record.time);
    if ((from !== undefined && at < from) || (to !== undefined && at > to)) return false;
    if (record.type !== 'decision' && isAboutDecision !== undefined) return false;
    if (record.type !== 'decision' && record.type !== 'observed') return isAboutEvent === undefined;
    if (session !== undefined && record.session !== session) return false;
    if (source !== undefined && record.source !== source) return false;
    if (client !== undefined && !isClient(record.client, client)) return false;
    if (tool !== undefined && ![record.tool?.name, record.tool?.mcp?.server].includes(tool)) return false;
    if (record.type === 'observed') return true;
    if (effect !== undefined && record.effect !== effect) return false;
    if (unsure === true && record.unsure.length === 0) return false;
    return code === undefined || codesOf(record).some((each) => isCode(each, code));
  };
}

/** Whether a client has a name, or as `token=ci` what is proved of it. */
function isClient(client: LoggedClient | undefined, wanted: string): boolean {
  if (nameOfClient(client) === wanted) return true;
  const at = wanted.indexOf('=');
  const member = wanted.slice(0, Math.max(0, at));
  return isOneOf(clientMembers, member) && client?.[member] === wanted.slice(at + 1);
}

const codesOf = ({
  code,
  matched,
  unsure,
  watched,
  excused = [],
}: LogRecord & { type: 'decision' }): readonly string[] => [
  ...(code === null ? [] : [code]),
  ...[...matched, ...unsure, ...watched].flatMap(({ code: each, rollout }) => [
    each,
    ...(rollout?.by === undefined ? [] : [rollout.by.exception]),
  ]),
  ...excused.flatMap((excuse) => [excuse.code, excuse.exception]),
];

const isCode = (code: string, wanted: string): boolean =>
  wanted.endsWith('*') ? code.startsWith(wanted.slice(0, -1)) : code === wanted;
