/**
 * What a replay found, for people and as one JSON document. The document is held to
 * docs/replay.schema.json: members are added to it, and none changes its meaning.
 */
import type { TrafficReading } from '../../host/recorded/traffic.ts';
import { printable } from '../../language/render.ts';
import type { ChangeGroup, Example } from '../../replay/change-groups.ts';
import { type ChangeKind, changeKinds } from '../../replay/compare.ts';
import type { DayCount } from '../../replay/day-counts.ts';
import { fewUnsure } from '../../replay/few-unsure.ts';
import type { Baseline, ReplayReport } from '../../replay/replay.ts';
import { type ReplayObstacle, replayObstacles } from '../../replay/step.ts';
import { type Paint, painter } from '../terminal/paint.ts';

export interface ReplayOutcome {
  readonly comparedWith: Baseline;
  /** False where it was stopped before the end. */
  readonly isWhole: boolean;
  /** How many sessions were remembered at once, at most. */
  readonly sessions: number;
  readonly report: ReplayReport;
  readonly reading: TrafficReading;
}

/** The document of `--json`. */
export function replayJson({ comparedWith, isWhole, report, reading }: ReplayOutcome): object {
  const { octets: _octets, size: _size, form: _form, policies, otherPolicies, ...read } = reading;
  const { compared, changed, kinds, from, to, days, groups, ...rest } = report;
  return {
    version: 1,
    comparedWith,
    isWhole,
    compared,
    changed,
    from,
    to,
    kinds,
    groups,
    days,
    ...rest,
    log: {
      ...read,
      policies: [...policies].map(([digest, decisions]) => ({ digest, decisions })),
      otherPolicies,
    },
  };
}

/** Groups of one kind that people are shown; the document has all. */
const mostShown = 25;

const titles: Readonly<Record<ChangeKind, string>> = {
  'newly-denied': 'Newly denied',
  'newly-passing': 'Newly passing',
  'code-changed': 'Denied with another code',
  'newly-unsure': 'Newly unsure',
  'no-longer-unsure': 'No longer unsure',
};

export function renderReplay(outcome: ReplayOutcome, { color }: { readonly color: boolean }): string {
  const paint = painter(color);
  const notes = notesOf(outcome).map((note) => `  ${note}`);
  const uses = Object.entries(outcome.report.exceptions);
  const blocks = [
    [headline(outcome)],
    ...changeKinds.map((kind) => sectionOf(kind, outcome.report, paint)),
    uses.length === 0 ? [] : [paint('bold', 'Exceptions'), ...uses.map(useLine)],
    notes.length === 0 ? [] : [paint('bold', 'What this does not show'), ...notes],
  ];
  return `${blocks.flatMap((lines) => (lines.length === 0 ? [] : lines.join('\n'))).join('\n\n')}\n`;
}

const useLine = ([code, calls]: readonly [string, number]): string =>
  `  ${printable(code)}: ${calls === 0 ? 'never used' : `used for ${counted(calls, 'call')}`}`;

const baselines: Readonly<Record<Baseline, string>> = {
  record: 'what was answered then',
  policies: 'the answers of the other policies',
  nothing: 'letting everything pass, because no answers were recorded',
};

function headline({ comparedWith, report }: ReplayOutcome): string {
  const { compared, changed, from, to, samePolicies } = report;
  if (from === null || to === null) return 'No call could be compared.';
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  const when = first === last ? `of ${first}` : `from ${first} to ${last}`;
  const change = changed === 0 ? 'no answer changes' : counted(changed, 'answer changes', 'answers change');
  const isSame = changed > 0 && samePolicies.changed === changed;
  return `${counted(compared, 'call')} ${when}, compared with ${baselines[comparedWith]}: ${change}${isSame ? ', and not because of the policies, which are the same' : ''}.`;
}

function sectionOf(kind: ChangeKind, { kinds, groups }: ReplayReport, paint: Paint): string[] {
  const own = groups.filter((group) => group.kind === kind);
  if (kinds[kind] === 0) return [];
  const shown = own.slice(0, mostShown);
  const rest = own.slice(mostShown);
  const more = rest.reduce((sum, { events }) => sum + events, 0);
  return [
    paint('bold', `${titles[kind]}: ${counted(kinds[kind], 'call')}`),
    ...shown.flatMap((group) => linesOf(group, paint)),
    ...(rest.length === 0
      ? []
      : [`  and ${counted(more, 'call')} in ${counted(rest.length, 'more group')}; --json has them all`]),
  ];
}

function linesOf(group: ChangeGroup, paint: Paint): string[] {
  const { rule, was, tool, agent, events, masked, days, examples } = group;
  const code = was === null ? rule : `${rule} instead of ${was}`;
  const whose = agent === null ? '' : `, agent ${agent}`;
  const doubt =
    masked === 0 ? '' : `, ${masked === events ? 'all' : masked.toLocaleString('en-US')} masked in part`;
  const what = tool === '' ? 'no tool' : tool;
  return [
    `  ${paint('cyan', printable(code))}  ${printable(`${what}${whose}`)}: ${counted(events, 'call')}${doubt}`,
    ...(days.length > 1 ? [`    ${perDay(days)}`] : []),
    ...examples.flatMap((example) => exampleLines(example)),
  ];
}

/** Days that are listed one by one. */
const mostDays = 10;

function perDay(days: readonly DayCount[]): string {
  const show = ({ day, events }: DayCount): string => `${events.toLocaleString('en-US')} on ${day}`;
  if (days.length <= mostDays) return days.map(show).join(', ');
  const busiest = days.reduce((most, each) => (each.events > most.events ? each : most));
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  return `on ${days.length} days from ${first} to ${last}, most often ${show(busiest)}`;
}

function exampleLines({ time, session, input, place, after, before, unknowns, masked }: Example): string[] {
  const who = session === null ? '' : `  session ${session}`;
  const mark = masked ? '  (masked in part)' : '';
  const reason = after.effect === 'deny' ? after.reason : before.reason;
  const causes = unknowns.map(
    ({ field, cause, detail }) => `unsure about ${field}: ${detail ?? causesInWords[cause] ?? cause}`,
  );
  return [
    `    ${printable(`${time}${who}  ${input}`)}${mark}  (${printable(place)})`,
    ...(causes.length === 0 && reason !== null ? [`      ${printable(reason)}`] : []),
    ...causes.map((cause) => `      ${printable(cause)}`),
  ];
}

const causesInWords: Readonly<Record<string, string>> = {
  missing: 'it is not in the event',
  type: 'it is of a type that cannot be compared',
  ambiguous: 'it is open to more than one reading',
  size: 'it is longer than such a thing can be',
  unresolved: 'it is not known',
};

const obstacleNotes: Readonly<Record<ReplayObstacle, string>> = {
  hashed: 'the log has digests of the inputs only (`--log-inputs hashed`)',
  'left-out': 'the log has no inputs (`--log-inputs none`)',
  'too-large': 'too large for the log to keep',
  unreadable: 'what the log has is no event',
};

/** Everything that was not seen or is not sure, one sentence each. */
function notesOf({ report, reading, isWhole, sessions, comparedWith }: ReplayOutcome): string[] {
  const {
    notReplayed,
    notCompared,
    masked,
    samePolicies,
    outcomes,
    retries,
    filtered,
    forgotten,
    ungrouped,
    unsureForMany,
  } = report;
  const ofTheMasked = masked.changed.toLocaleString('en-US');
  const advice =
    comparedWith === 'record' ? '; `--against` compares two sets of policies on the same masked calls' : '';
  const bound = sessions.toLocaleString('en-US');
  // A count, what is counted, and what the sentence says of it.
  const notes: readonly (readonly [number, string, string])[] = [
    ...replayObstacles.map(
      (why) =>
        [
          notReplayed[why],
          'call',
          `not replayed, nor remembered for later ones: ${obstacleNotes[why]}`,
        ] as const,
    ),
    [
      masked.compared,
      'call',
      `replayed with parts masked; answers change for ${ofTheMasked}, perhaps because of that${advice}`,
    ],
    [
      samePolicies.changed,
      'call',
      'answered otherwise than by the same policies then: a replay does not look at the disk, which the hook did, and another build of bylaw may know more',
    ],
    [
      notCompared.memoryFailed,
      'call',
      'not compared: denied then only because what is remembered could not be read',
    ],
    [notCompared.retryAlone, 'call', 'not compared: asked again, and the first time is not in the log'],
    [outcomes.lost, 'call', 'with an end that is not kept, and counts as not reported'],
    [retries, 'call', 'not compared: asked again about a call that was asked before'],
    [filtered, 'call', 'left out by the filters'],
    [reading.torn, 'line', 'torn: a process was stopped in the middle of writing'],
    [
      reading.altered,
      'record',
      'with another hash than was written, replayed anyway: see `bylaw log verify`',
    ],
    [reading.unreadable, reading.form === 'log' ? 'line' : 'document', 'could not be read'],
    [reading.dropped, 'record', 'missing that could not be written, as the log says'],
    [reading.late, 'record', 'replayed in their place in the log, behind others that are much later'],
    [reading.undated, 'event', 'without a time, replayed as of the one before'],
    [
      forgotten,
      'session',
      `forgotten, the least recently used first, to keep no more than ${bound}; \`--sessions\` keeps more`,
    ],
    [reading.evicted, 'session', 'forgotten while the log was written; the replay may remember more'],
    [ungrouped, 'change', 'in no group, because there are too many groups'],
    [
      unsureForMany,
      'call',
      `with more than ${fewUnsure} rules that become unsure, or sure, and are not listed: what the call does cannot be followed`,
    ],
  ];
  const sets = `${reading.otherPolicies === 0 ? '' : 'more than '}${reading.policies.size}`;
  return [
    ...(isWhole ? [] : ['The replay was stopped: what follows in the log was not looked at.']),
    ...notes.flatMap(([count, one, what]) => (count > 0 ? `${counted(count, one)} ${what}.` : [])),
    ...(reading.deletedUpTo > 0
      ? [
          `Older files of the log were removed: what sessions did before ${report.from ?? 'its first record'} is not known.`,
        ]
      : []),
    ...(comparedWith === 'record' && reading.policies.size + reading.otherPolicies > 1
      ? [`The answers in the log are those of ${sets} different sets of policies.`]
      : []),
  ];
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
