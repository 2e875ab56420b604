/** `bylaw stdio`: the protocol over standard input and output. */
import { Engine } from '../../engine/engine.ts';
import { createHandler } from '../../protocol/handle.ts';
import { defaultLimits } from '../../server/limits.ts';
import { serveLines, serveOnce } from '../../server/stdio.ts';
import { type Command, exitCodes, UsageError } from '../context.ts';
import { parseOptions } from '../options.ts';
import { loadForUse, memoryForUse } from '../policies.ts';

export const stdio: Command = {
  name: 'stdio',
  summary: 'speak the protocol over standard input and output',
  help: `Usage: bylaw stdio [--policies DIR] [--once] [--tolerate-missing-harness]

Reads JSON-RPC messages from standard input, one a line, and writes each answer
as one line to standard output, which carries nothing else. Ends when the input
does. This is what a harness starts as a child process.

Options:
  --policies DIR   the policies to enforce (default: policies)
  --memory DIR     where earlier calls are remembered, for rules that ask for them
                   (default: bylaw/memory in the user's state folder)
  --once           answer one message and end: for harnesses that start a process
                   for each event
  --tolerate-missing-harness
                   accept draft events without \`harness\`, which older clients send

Example:
  bylaw stdio --policies policies < messages.ndjson

Exit codes: 0 the exchange is complete (the line says what was decided), 2 the
policies are not valid, 3 wrong usage.
`,
  async run(args, context) {
    const { values, positionals } = parseOptions(stdio, args, {
      policies: { type: 'string' },
      memory: { type: 'string' },
      once: { type: 'boolean' },
      'tolerate-missing-harness': { type: 'boolean' },
    });
    if (positionals.length > 0)
      throw new UsageError('`bylaw stdio` takes no files: messages come from standard input');
    const use = await loadForUse(context, values.policies);
    if (use === undefined) return exitCodes.invalidPolicy;
    const tolerateMissingHarness = values['tolerate-missing-harness'] === true;
    const memory = memoryForUse(context, use, values.memory);
    const handler = createHandler(new Engine({ program: use.program, memory }), { tolerateMissingHarness });
    if (values.once !== true) {
      await serveLines(context.stdin, context.stdout, handler, defaultLimits);
      return exitCodes.fine;
    }
    const found = await serveOnce(context.stdin, context.stdout, handler, defaultLimits);
    if (!found) throw new UsageError('there was no message on standard input, so nothing was decided');
    return exitCodes.fine;
  },
};
