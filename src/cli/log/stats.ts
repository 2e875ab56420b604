/** `bylaw log stats`: what a log comes to, drawn small. */
import type { Program } from '../../compile/program.ts';
import { fewUnsure } from '../../replay/few-unsure.ts';
import { readLine } from '../../store/decision-log/line.ts';
import { readLog } from '../../store/decision-log/read-log.ts';
import { atMostOneOperand } from '../options/operands.ts';
import { flag } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { policiesNamed, policiesOptions } from '../options/policies-option.ts';
import { countOf, loadForUse } from '../policies/policies.ts';
import { hasColor } from '../terminal/color.ts';
import { exitCodes, write } from '../terminal/context.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { startProgress } from '../terminal/progress.ts';
import { bar, barChart, number, percent, showMicroseconds, sparkline } from './charts.ts';
import { filterOptions, recordFilter } from './log-filter.ts';
import { logPlace } from './log-place.ts';
import { LogStatistics, type NameTally } from './log-statistics.ts';
import { short } from './record-line.ts';

const quantiles = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p99', 0.99],
] as const;

export const stats = asPart(
  'log stats',
  {
    options: {
      ...filterOptions,
      ...policiesOptions,
      json: flag,
    },
    operands: 'folder',
  },
  async ({ values, positionals }, context) => {
    atMostOneOperand(positionals, '`bylaw log stats` takes one folder');
    const place = logPlace(positionals[0], context);
    const filter = recordFilter(values, Date.now());
    const named = policiesNamed(values);
    const use = named && (await loadForUse(context, named));
    if (use === undefined && named !== undefined) return exitCodes.invalidPolicy;
    const statistics = new LogStatistics();
    let records = 0;
    const progress = startProgress(context.stderr, context.stdout, () => `${number(records)} records`);
    for (const lines of readLog(place.files)) {
      for (const { text } of lines) {
        const reading = readLine(text);
        if (reading.kind !== 'record' && reading.kind !== 'behind-torn') continue;
        records++;
        if (filter(reading.record)) statistics.add(reading.record);
      }
    }
    progress.stop();
    const never = use && unusedOf(use.program, statistics);
    const text =
      values.json === true
        ? `${JSON.stringify(documentOf(statistics, never))}\n`
        : drawn(statistics, never, painter(hasColor(context.stdout, context)));
    await write(context.stdout, text);
    return exitCodes.fine;
  },
);

/** What no decision was about. */
interface Unused {
  readonly rules: readonly string[];
  readonly exceptions: readonly string[];
}

const unusedOf = ({ rules, exceptions }: Program, all: LogStatistics): Unused => ({
  rules: all.neverHit(rules.map(({ code }) => code)),
  exceptions: all.neverUsed(exceptions.map(({ code }) => code)),
});

const countsOf = (tally: NameTally): Readonly<Record<string, number>> =>
  Object.fromEntries(tally.rows.map(({ name, count }) => [name, count]));

function documentOf(all: LogStatistics, never: Unused | undefined): object {
  const { latencies, timeline } = all;
  return {
    from: all.from ?? null,
    to: all.to ?? null,
    decisions: all.decisions,
    denied: all.denied,
    repeated: all.repeated,
    unsure: all.unsureDecisions,
    faults: all.faults,
    unenforceable: all.unenforceable,
    observed: all.observed,
    dropped: all.dropped,
    masked: all.masked,
    denialsByCode: countsOf(all.denials),
    matchedByCode: countsOf(all.matched),
    watchedByCode: countsOf(all.watched),
    rollouts: countsOf(all.rollouts),
    unsureByCode: countsOf(all.unsure),
    unsureAmongFewByCode: countsOf(all.unsureAmongFew),
    unsureForMany: all.unsureForMany,
    excusedByException: countsOf(all.excused),
    byTag: countsOf(all.tags),
    doubts: countsOf(all.doubts),
    differences: countsOf(all.differences),
    tools: countsOf(all.tools),
    kinds: countsOf(all.kinds),
    agents: countsOf(all.agents),
    clients: countsOf(all.clients),
    latencyMicroseconds: {
      ...Object.fromEntries(quantiles.map(([name, share]) => [name, latencies.quantile(share)])),
      max: latencies.largest,
    },
    timeline: { stepMilliseconds: timeline.width, decisions: timeline.counts },
    ...(never === undefined ? {} : { neverHit: never.rules, neverUsed: never.exceptions }),
  };
}

function drawn(all: LogStatistics, never: Unused | undefined, paint: Paint): string {
  const { decisions, latencies, timeline } = all;
  if (decisions === 0) return 'No decision in this log was asked for.\n';
  const head = [
    countOf(decisions, 'decision'),
    `${number(all.denied)} denied (${percent(all.denied, decisions)})`,
    `${number(all.unsureDecisions)} unsure (${percent(all.unsureDecisions, decisions)})`,
    `${number(all.repeated)} ${all.repeated === 1 ? 'retry' : 'retries'}`,
    countOf(all.faults, 'fault'),
  ].join(', ');
  const lost = all.dropped === 0 ? '' : `${paint('red', `${number(all.dropped)} records were lost`)}\n`;
  const notDenied =
    all.unenforceable === 0
      ? ''
      : `${paint('red', `${countOf(all.unenforceable, 'denial')} that the harness did not accept`)}\n`;
  const series = `${paint('blue', sparkline(timeline.counts))}  ${paint('faint', `${showSpan(timeline.width)} each`)}`;
  const section = (title: string, tally: NameTally, most = 10): string =>
    tally.rows.length === 0
      ? ''
      : `\n${paint('bold', title)}\n${barChart(
          tally.rows.map(({ name, count }) => ({
            name: short(name, 120),
            count,
            note: percent(count, decisions),
          })),
          most,
          paint,
        )}`;
  const forMany =
    all.unsureForMany === 0
      ? ''
      : `\n${countOf(all.unsureForMany, 'call')} with more than ${fewUnsure} unsure rules, left out above: what they do cannot be followed.\n`;
  const times = [
    ...quantiles.map(([name, share]) => [name, latencies.quantile(share)] as const),
    ['max', latencies.largest] as const,
  ];
  const latency = `\n${paint('bold', 'Time to decide')}\n  ${times.map(([name, value]) => `${name} ${showMicroseconds(value)}`).join('   ')}\n${decadesOf(all, paint)}`;
  const listed = (title: string, codes: readonly string[], none: string): string =>
    `\n${paint('bold', title)}\n${codes.length === 0 ? `  ${none}\n` : codes.map((code) => `  ${code}\n`).join('')}`;
  const unused =
    never === undefined
      ? ''
      : listed('Rules that no decision was about', never.rules, 'none: every rule had something to say') +
        (never.exceptions.length === 0
          ? ''
          : listed('Exceptions that were never used', never.exceptions, ''));
  return [
    `${head}\n${paint('faint', `${all.from} to ${all.to}`)}\n${lost}${notDenied}${series}\n`,
    section('Denials by code', all.denials),
    section('Watched by code', all.watched),
    section('Watched, and denied later or for others', all.rollouts),
    section('Unsure by code', all.unsureAmongFew),
    forMany,
    section('Excused by exception', all.excused),
    section('Why rules were unsure', all.doubts),
    section('Compared bundles', all.differences),
    section('Tags', all.tags),
    section('Tools', all.tools),
    section('Kinds', all.kinds),
    section('Agents', all.agents),
    section('Clients', all.clients),
    latency,
    unused,
  ].join('');
}

function decadesOf({ latencies }: LogStatistics, paint: Paint): string {
  const rows = latencies.decades.map(({ upTo, count }) => ({ name: `≤ ${showMicroseconds(upTo)}`, count }));
  const width = Math.max(...rows.map(({ name }) => name.length));
  const most = Math.max(...rows.map(({ count }) => count));
  const digits = number(most).length;
  return rows
    .map(({ name, count }) => {
      const drawing = paint('blue', bar(count, most, 24));
      return `  ${name.padEnd(width)}  ${number(count).padStart(digits)}  ${drawing}\n`;
    })
    .join('');
}

function showSpan(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}
