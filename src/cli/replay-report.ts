/**
 * What a replay found, for people and as one JSON document. The document is held to
 * docs/replay.schema.json: members are added to it, and none changes its meaning.
 */
import type { TrafficReading } from '../host/recorded/traffic.ts';
import { printable } from '../language/render.ts';
import type { ChangeGroup, Example } from '../replay/change-groups.ts';
import { type ChangeKind, changeKinds } from '../replay/compare.ts';
import type { DayCount } from '../replay/day-counts.ts';
import type { Baseline, ReplayReport } from '../replay/replay.ts';
import { type Obstacle, obstacles } from '../replay/step.ts';

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

type Paint = (code: string, text: string) => string;

export function renderReplay(outcome: ReplayOutcome, { color }: { readonly color: boolean }): string {
  const paint: Paint = (code, text) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const notes = notesOf(outcome).map((note) => `  ${note}`);
  const uses = Object.entries(outcome.report.exceptions);
  const blocks = [
    [headline(outcome)],
    ...changeKinds.map((kind) => sectionOf(kind, outcome.report, paint)),
    uses.length === 0 ? [] : [paint('1', 'Exceptions'), ...uses.map(useLine)],
    notes.length === 0 ? [] : [paint('1', 'What this does not tell'), ...notes],
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
  const { compared, changed, from, to } = report;
  if (from === null || to === null) return 'No call could be compared.';
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  const when = first === last ? `of ${first}` : `from ${first} to ${last}`;
  const change = changed === 0 ? 'no answer changes' : counted(changed, 'answer changes', 'answers change');
  return `${counted(compared, 'call')} ${when}, compared with ${baselines[comparedWith]}: ${change}.`;
}

function sectionOf(kind: ChangeKind, { kinds, groups }: ReplayReport, paint: Paint): string[] {
  const own = groups.filter((group) => group.kind === kind);
  if (kinds[kind] === 0) return [];
  const shown = own.slice(0, mostShown);
  const rest = own.slice(mostShown);
  const more = rest.reduce((sum, { events }) => sum + events, 0);
  return [
    paint('1', `${titles[kind]}: ${counted(kinds[kind], 'call')}`),
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
    `  ${paint('36', printable(code))}  ${printable(`${what}${whose}`)}: ${counted(events, 'call')}${doubt}`,
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

const obstacleNotes: Readonly<Record<Obstacle, string>> = {
  hashed: 'the log has digests of the inputs only (`--log-inputs hashed`)',
  'left-out': 'the log has no inputs (`--log-inputs none`)',
  'too-large': 'too large for the log to keep',
  unreadable: 'what the log has is no event',
};

/** Everything that was not seen or is not sure, one sentence each. */
function notesOf({ report, reading, isWhole, sessions, comparedWith }: ReplayOutcome): string[] {
  const { notReplayed, notCompared, masked, outcomes, retries, filtered, forgotten, ungrouped } = report;
  const notes: string[] = [];
  const note = (count: number, one: string, tell: (counted: string) => string): void => {
    if (count > 0) notes.push(`${tell(counted(count, one))}.`);
  };
  if (!isWhole) notes.push('The replay was stopped: what follows in the log was not looked at.');
  for (const why of obstacles)
    note(
      notReplayed[why],
      'call',
      (calls) => `${calls} not replayed, nor remembered for later ones: ${obstacleNotes[why]}`,
    );
  const ofTheMasked = masked.changed.toLocaleString('en-US');
  const advice =
    comparedWith === 'record' ? '; `--against` holds two sets of policies against the same masked calls' : '';
  note(
    masked.compared,
    'call',
    (calls) =>
      `${calls} replayed with parts masked; answers change for ${ofTheMasked}, perhaps because of that${advice}`,
  );
  note(
    notCompared.memoryFailed,
    'call',
    (calls) => `${calls} not compared: denied then only because what is remembered could not be read`,
  );
  note(
    notCompared.retryAlone,
    'call',
    (calls) => `${calls} not compared: asked again, and the first time is not in the log`,
  );
  note(outcomes.lost, 'call', (calls) => `The end of ${calls} is not kept, and counts as not told`);
  note(retries, 'call', (calls) => `${calls} not compared: asked again about a call that was asked before`);
  note(filtered, 'call', (calls) => `${calls} left out by the filters`);
  note(reading.torn, 'line', (lines) => `${lines} torn: a process was stopped in the middle of writing`);
  note(
    reading.altered,
    'record',
    (records) =>
      `${records} with another hash than was written, replayed all the same: see \`bylaw log verify\``,
  );
  note(
    reading.unreadable,
    reading.form === 'log' ? 'line' : 'document',
    (lines) => `${lines} could not be read`,
  );
  note(
    reading.dropped,
    'record',
    (records) => `${records} missing that could not be written, as the log says`,
  );
  note(
    reading.late,
    'record',
    (records) => `${records} replayed where they stand, behind others that are much later`,
  );
  note(reading.undated, 'event', (events) => `${events} without a time, replayed as of the one before`);
  note(
    forgotten,
    'session',
    (memories) =>
      `${memories} forgotten, the least recently used first, to keep no more than ${sessions.toLocaleString('en-US')}; \`--sessions\` keeps more`,
  );
  note(
    reading.evicted,
    'session',
    (memories) => `${memories} forgotten while the log was written; the replay may remember more`,
  );
  if (reading.deletedUpTo > 0)
    notes.push(
      `Older files of the log were removed: what sessions did before ${report.from ?? 'its first record'} is not known.`,
    );
  note(ungrouped, 'change', (changes) => `${changes} in no group, because there are too many groups`);
  if (comparedWith === 'record' && reading.policies.size + reading.otherPolicies > 1) {
    const count =
      reading.otherPolicies === 0 ? `${reading.policies.size}` : `more than ${reading.policies.size}`;
    notes.push(`The answers in the log are those of ${count} different sets of policies.`);
  }
  return notes;
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
