/** `bylaw replay`: what policies that are not in force would have answered to recorded calls. */
import { describeError } from '../../host/policy-files/policy-files.ts';
import { openTraffic, type Traffic, type TrafficReading } from '../../host/recorded/traffic.ts';
import { digest } from '../../host/remembering.ts';
import { Replay } from '../../replay/replay.ts';
import { select } from '../../replay/selection.ts';
import { openPackedStore } from '../../store/memory/packed.ts';
import { type ReplayOutcome, renderReplay, replayJson } from '../explain/replay-report.ts';
import { logPlace } from '../log/log-place.ts';
import { flag, parseInteger, pathArg, several, textArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { parseTime } from '../options/time-option.ts';
import { loadForUse } from '../policies/policies.ts';
import { policiesOfTrial } from '../policies/usual-policies.ts';
import { policiesFrom, policiesOrBundle } from '../settings/bundle-option.ts';
import { hasColor } from '../terminal/color.ts';
import {
  type CliCommand,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../terminal/context.ts';
import { progressBar, startProgress } from '../terminal/progress.ts';

export const replay: CliCommand = {
  name: 'replay',
  summary: 'what other policies would have answered to recorded calls',
  help: `Usage: bylaw replay [LOG] [--policies DIR… | --layers FILE] [--against DIR]
                    [OPTIONS]

Runs recorded calls, in order and with the memory of their sessions, through
policies that are not in force yet, and shows what would change: calls newly
denied, newly passing, denied with another code, and rules that are newly, or no
longer, unsure; by rule, tool and agent, with counts for each day and examples.

LOG is the folder of a decision log, a file of it, or a file of messages or
events as \`bylaw eval\` reads them; without it the log of \`bylaw serve\`. Answers
are held against those in the log; a file of events has none, and is taken for one
where everything passed. Nothing is written, and nothing that is remembered for
running agents is touched.

Options:
  --policies DIR    the policies to try (default: policies, or those of this
                    user); given again, each is a layer, from the highest to the lowest
  --layers FILE     the layers that a file such as bylaw.yaml names
  --bundle PLACE    a signed bundle in their place: a file, a folder or an address; with
                    --bundle-key FILE, the public keys that are trusted
  --against DIR     hold them against these policies instead of the record
  --fail-on-change  end with 1 if an answer changes
  --json            one JSON document (docs/replay.schema.json)
  --examples N      at most N calls shown for each change (default 3, at most 20)

Which calls are compared (earlier ones still count for what is remembered):
  --since TIME, --until TIME
                    RFC 3339 (\`2026-11-21T14:00:00Z\`, \`2026-11-21\`), or how long ago
                    (\`30m\`, \`2h\`, \`7d\`)
  --source SOURCE   of one source
  --session ID      of one session
  --tool NAME       of one tool, or of one MCP server; \`*\` means anything

  --sessions N      how many sessions are remembered at once (default 100000)
  --tolerate-missing-harness
                    accept draft messages without \`harness\`, as \`serve\` does with it

Examples:
  bylaw replay --policies next/
  bylaw replay log/ --policies next/ --since 7d --fail-on-change
  bylaw replay log/ --policies next/ --against policies/ --json
  bylaw replay recorded.ndjson --policies policies/

What is not known is counted and said: calls whose inputs the log hashed or
left out, answers that may rest on what it masked, lines that are damaged.

Exit codes: 0 replayed, 1 something changed and --fail-on-change is given,
2 the policies are not valid, 3 wrong usage, or nothing could be compared.
`,
  ...asPart(
    'replay',
    {
      options: {
        ...policiesOrBundle,
        against: several(pathArg),
        'fail-on-change': flag,
        json: flag,
        examples: textArg,
        since: textArg,
        until: textArg,
        source: textArg,
        session: textArg,
        tool: textArg,
        sessions: pathArg,
        'tolerate-missing-harness': flag,
      },
      operands: 'path',
    },
    async ({ values, positionals }, context) => {
      const now = Date.now();
      const time = (name: 'since' | 'until'): number | undefined =>
        values[name] === undefined ? undefined : parseTime(name, values[name], now);
      const { source, session, tool } = values;
      const selection = select({ since: time('since'), until: time('until'), source, session, tool });
      const examples = parseInteger('examples', values.examples ?? '3', 0, 20);
      const sessions = parseInteger('sessions', values.sessions ?? '100000', 1, 10_000_000);
      const traffic = open(positionals, context, values['tolerate-missing-harness'] === true);
      // Written texts may be cut or masked in a log.
      const candidate = await loadForUse(
        context,
        (await policiesFrom(values, context)) ?? (await policiesOfTrial(context)),
        {
          mode: { forgetsFiles: true },
        },
      );
      if (candidate === undefined) return exitCodes.invalidPolicy;
      const against =
        values.against === undefined
          ? undefined
          : await loadForUse(context, values.against, { mode: { forgetsFiles: true } });
      if (values.against !== undefined && against === undefined) return exitCodes.invalidPolicy;
      const run = new Replay({
        candidate: candidate.program,
        policies: candidate.loaded.digest,
        against: against?.program,
        selection,
        examples,
        openStore: () => openPackedStore({ sessions }),
        digest,
      });
      const isWhole = await runThrough(run, traffic, context);
      const { reading } = traffic;
      const { report } = run;
      if (reading.records === 0 && reading.torn + reading.unreadable === 0)
        throw new UsageError(`there is no record and no event in \`${traffic.name}\``);
      const outcome: ReplayOutcome = {
        comparedWith: against !== undefined ? 'policies' : reading.form === 'log' ? 'record' : 'nothing',
        isWhole,
        sessions,
        report,
        reading,
      };
      const color = hasColor(context.stdout, context);
      await write(
        context.stdout,
        values.json === true ? `${JSON.stringify(replayJson(outcome))}\n` : renderReplay(outcome, { color }),
      );
      return exitCodeOf(outcome, values['fail-on-change'] === true, context);
    },
  ),
};

/** The exit code for `--fail-on-change`. That nothing was seen is no proof that nothing changes. */
async function exitCodeOf(
  { report, isWhole }: ReplayOutcome,
  failOnChange: boolean,
  { stderr }: CommandContext,
): Promise<ExitCode> {
  if (!failOnChange) return exitCodes.fine;
  if (report.changed > 0) return exitCodes.findings;
  if (report.compared > 0 && isWhole) return exitCodes.fine;
  const why = isWhole
    ? 'no call could be compared, so nothing is known of what would change'
    : 'the replay was stopped before its end, so not all is known of what would change';
  await write(stderr, `bylaw: ${why}\n`);
  return exitCodes.wrongUsage;
}

function open(names: readonly string[], context: CommandContext, tolerateMissingHarness: boolean): Traffic {
  if (names.length > 1)
    throw new UsageError(
      `\`bylaw replay\` takes one log, and \`${names[1]}\` is another; replay each by itself`,
    );
  const { path, name } = logPlace(names[0], context);
  try {
    return openTraffic(path, name, { tolerateMissingHarness });
  } catch (error) {
    throw unreadable(name, error);
  }
}

const unreadable = (name: string, error: unknown): UsageError =>
  new UsageError(`\`${name}\` cannot be read: ${describeError(error)}`);

/** False where it was stopped before the end. */
async function runThrough(
  run: Replay,
  { steps, reading, name }: Traffic,
  { stderr, stop }: CommandContext,
): Promise<boolean> {
  const began = performance.now();
  const progress = startProgress(stderr, undefined, () =>
    describeProgress(reading, performance.now() - began),
  );
  try {
    for await (const each of steps) {
      if (stop.aborted) return false;
      for (const step of each) run.take(step);
    }
    return true;
  } catch (error) {
    if (isFileError(error)) throw unreadable(name, error);
    throw error;
  } finally {
    progress.stop();
  }
}

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** How far it is, after some milliseconds. */
function describeProgress({ octets, size, records }: TrafficReading, after: number): string {
  const rate = Math.round(records / Math.max(after / 1000, 0.001));
  return `${progressBar(octets / size)}  ${records.toLocaleString('en-US')} records, ${rate.toLocaleString('en-US')} a second`;
}
