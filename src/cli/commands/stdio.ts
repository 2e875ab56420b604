/** `bylaw stdio`: the protocol over standard input and output. */
import { createHandler } from '../../protocol/handle.ts';
import { defaultLimits } from '../../server/limits/limits.ts';
import { serveLines, serveOnce } from '../../server/sockets/stdio.ts';
import { decisionOptions, openDecisions } from '../open-decisions.ts';
import { logHelp } from '../options/log-options.ts';
import { refuseOperands } from '../options/operands.ts';
import { flag } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { policiesHelp } from '../options/policies-option.ts';
import { type CliCommand, exitCodes, UsageError } from '../terminal/context.ts';

export const stdio: CliCommand = {
  name: 'stdio',
  summary: 'speak the protocol over standard input and output',
  help: `Usage: bylaw stdio [--policies DIR… | --layers FILE] [--once]
                   [--tolerate-missing-harness] [--log DIR]

Reads JSON-RPC messages from standard input, one a line, and writes each answer
as one line to standard output, which carries nothing else. Ends when the input
does. This is what a harness starts as a child process.

Options:
${policiesHelp}  --memory DIR     where earlier calls and what they wrote are remembered
                   (default: bylaw/memory in the user's state folder)
  --forget-files   keep nothing of what calls write to files
  --watch          deny nothing: record what rules would deny
  --once           answer one message and end: for harnesses that start a process
                   for each event
  --tolerate-missing-harness
                   accept draft events without \`harness\`, which older clients send
  --log DIR        where decisions are written down; see \`bylaw log --help\`
${logHelp}
Example:
  bylaw stdio --policies policies < messages.ndjson

Exit codes: 0 the exchange is complete (the line says what was decided), 2 the
policies are not valid, 3 wrong usage.
`,
  ...asPart(
    'stdio',
    {
      options: {
        ...decisionOptions,
        once: flag,
        'tolerate-missing-harness': flag,
      },
    },
    async ({ values, positionals }, context) => {
      refuseOperands(positionals, '`bylaw stdio` takes no files: messages come from standard input');
      const decisions = await openDecisions('stdio', values, context);
      if (decisions === undefined) return exitCodes.invalidPolicy;
      const tolerateMissingHarness = values['tolerate-missing-harness'] === true;
      const handler = createHandler(decisions.point, { tolerateMissingHarness });
      try {
        if (values.once !== true) {
          await serveLines(context.stdin, context.stdout, handler, defaultLimits);
          return exitCodes.fine;
        }
        const found = await serveOnce(context.stdin, context.stdout, handler, defaultLimits);
        if (!found) throw new UsageError('there was no message on standard input, so nothing was decided');
        return exitCodes.fine;
      } finally {
        await decisions.close();
      }
    },
  ),
};
