/** `bylaw log verify`: whether a log is what was written, and where it is not. */
import { verifyLog } from '../../store/decision-log/verify-log.ts';
import { atMostOneOperand } from '../options/operands.ts';
import { flag } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { countOf } from '../policies/policies.ts';
import { hasColor } from '../terminal/color.ts';
import { exitCodes, write } from '../terminal/context.ts';
import { painter } from '../terminal/paint.ts';
import { startProgress } from '../terminal/progress.ts';
import { number } from './charts.ts';
import { logPlace } from './log-place.ts';

export const verifyLogPart = asPart(
  'log verify',
  { options: { json: flag }, operands: 'folder' },
  async ({ values, positionals }, context) => {
    atMostOneOperand(positionals, '`bylaw log verify` takes one folder');
    const place = logPlace(positionals[0], context);
    let records = 0;
    const progress = startProgress(context.stderr, context.stdout, () => `${number(records)} records`);
    const found = verifyLog(place.files, (count) => {
      records = count;
    });
    progress.stop();
    const isFine = found.issues.length === 0;
    if (values.json === true) {
      await write(context.stdout, `${JSON.stringify({ intact: isFine, ...found })}\n`);
      return isFine ? exitCodes.fine : exitCodes.findings;
    }
    const paint = painter(hasColor(context.stdout, context));
    for (const { kind, path, line, message } of found.issues)
      await write(context.stdout, `${paint('red', kind.padEnd(12))}  ${path}:${line}: ${message}\n`);
    if (found.moreIssues > 0) await write(context.stdout, `and ${number(found.moreIssues)} more\n`);
    for (const { path, line, isLast } of found.torn.slice(0, 20)) {
      const what =
        isLast === true
          ? 'the last line of its process has no end: the process was stopped in the middle of it, or a person cut it off or wrote it, which cannot be distinguished here; what it would have said is not known'
          : isLast === false
            ? 'a line has no end; its process wrote that record again or went on, so nothing is missing'
            : 'the beginning of a line, too short to tell whose; a process that is stopped leaves such a line, and so may a person';
      await write(context.stdout, `${paint('yellow', 'torn'.padEnd(12))}  ${path}:${line}: ${what}\n`);
    }
    const { files, processes, open, torn, dropped, deletedUpTo, from, to } = found;
    const summary = [
      `${countOf(found.records, 'record')} of ${number(processes)} ${processes === 1 ? 'process' : 'processes'} in ${countOf(files, 'file')}`,
      ...(from === undefined || to === undefined ? [] : [`from ${from} to ${to}`]),
      ...(open === 0
        ? []
        : [
            `${number(open)} ${open === 1 ? 'process runs' : 'processes run'} still, or ended without saying so`,
          ]),
      ...(torn.length === 0 ? [] : [`${number(torn.length)} torn`]),
      ...(dropped === 0 ? [] : [`${number(dropped)} records were never written, as the log says`]),
      ...(deletedUpTo === 0 ? [] : [`files up to ${deletedUpTo} were removed as too old, as the log says`]),
    ];
    const verdict = isFine ? paint('green', 'intact') : paint('red', 'NOT INTACT');
    await write(context.stdout, `${verdict}: ${summary.join('; ')}\n`);
    return isFine ? exitCodes.fine : exitCodes.findings;
  },
);
