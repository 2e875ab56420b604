/** `bylaw log ship`: the records of a log to a destination, each at least once, until it is asked to end. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { clusterWord } from '../../host/bundle/cluster-place.ts';
import { clusterStream } from '../../host/ship/cluster-stream.ts';
import { linesIn, openDestination, shipFormats } from '../../host/ship/destination.ts';
import { type ShipStatus, ship } from '../../host/ship/ship.ts';
import { atMostOneOperand } from '../options/operands.ts';
import { choice, flag, parseChoice, pathArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { clusterNamed } from '../settings/cluster-named.ts';
import { type CommandContext, exitCodes, timeIn, UsageError, write } from '../terminal/context.ts';
import { waitOrStop } from '../terminal/wait.ts';
import { number } from './charts.ts';
import { filterOptions, recordFilter } from './log-filter.ts';
import { logPlace } from './log-place.ts';

export const shipLog = asPart(
  'log ship',
  {
    options: {
      ...filterOptions,
      to: pathArg,
      format: choice(shipFormats),
      'secret-file': pathArg,
      ca: pathArg,
      config: pathArg,
      once: flag,
    },
    operands: 'folder',
  },
  async ({ values, positionals }, context) => {
    atMostOneOperand(positionals, '`bylaw log ship` takes one folder');
    if (values.to === undefined) throw new UsageError('name where records go with `--to ADDRESS`');
    const place = logPlace(positionals[0], context);
    if (place.files.some(({ path }) => path === place.path))
      throw new UsageError(`\`${place.name}\` is a file: a log is shipped by its folder`);
    const format = parseChoice('format', values.format ?? 'ndjson', shipFormats);
    const destination =
      values.to === clusterWord
        ? clusterStream(clusterNamed(values.config, context), linesIn(format))
        : openDestination({
            to: values.to,
            format,
            secret: shipSecret(values['secret-file'], context),
            ca: values.ca === undefined ? undefined : textOf(values.ca, context),
          });
    if (typeof destination === 'string') throw new UsageError(destination);
    const { name } = destination;
    const report = shipTeller(name, (text) => void write(context.stderr, text));
    const status = await ship({
      folder: place.path,
      destination,
      once: values.once === true,
      stop: context.stop,
      wanted: recordFilter(values, timeIn(context)),
      wait: (milliseconds) => waitOrStop(milliseconds, context.stop),
      report,
    }).catch((error: unknown) => {
      // How far the log was shipped cannot be read.
      throw new UsageError(error instanceof Error ? error.message : String(error));
    });
    await write(context.stderr, `bylaw: ${number(status.shipped)} records were shipped to ${name} so far\n`);
    return status.problem === undefined ? exitCodes.fine : exitCodes.findings;
  },
);

/** Says when shipping stops, when it goes on, and when something was deleted before. */
export function shipTeller(name: string, say: (text: string) => void): (status: ShipStatus) => void {
  let isStuck = false;
  let lost = 0;
  return ({ problem, lostFiles }) => {
    if (lostFiles > lost)
      say(
        `bylaw: ${number(lostFiles - lost)} files of the log were deleted before they were shipped to ${name}: see \`--log-keep\`
`,
      );
    if (problem !== undefined && !isStuck)
      say(`bylaw: records cannot be shipped to ${name}, and are tried again: ${problem}
`);
    if (problem === undefined && isStuck)
      say(`bylaw: records go to ${name} again
`);
    isStuck = problem !== undefined;
    lost = lostFiles;
  };
}

/** The secret of a file, or of the environment. Throws `UsageError`. */
const shipSecret = (file: string | undefined, context: CommandContext): string | undefined =>
  file === undefined ? context.env.BYLAW_SHIP_SECRET || undefined : textOf(file, context).trim();

function textOf(file: string, { cwd }: CommandContext): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(
      `\`${file}\` cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
