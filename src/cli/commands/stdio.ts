/** `bylaw stdio`: the protocol over standard input and output. */
import { askedBy } from '../../engine/asked-by.ts';
import { Engine } from '../../engine/engine.ts';
import { withLog } from '../../host/decision-log/logged.ts';
import { ownUser } from '../../host/machine/own-user.ts';
import { createHandler } from '../../protocol/handle.ts';
import { defaultLimits } from '../../server/limits.ts';
import { serveLines, serveOnce } from '../../server/stdio.ts';
import { policiesFrom, policiesOrBundle } from '../bundles/bundle-option.ts';
import { type Command, exitCodes, UsageError } from '../context.ts';
import { logHelp, logOptions, logSettings, openLogFor } from '../log-options.ts';
import { flag, folder } from '../options.ts';
import { part } from '../parts.ts';
import { loadForUse, memoryForUse } from '../policies.ts';

export const stdio: Command = {
  name: 'stdio',
  summary: 'speak the protocol over standard input and output',
  help: `Usage: bylaw stdio [--policies DIR… | --layers FILE] [--once]
                   [--tolerate-missing-harness] [--log DIR]

Reads JSON-RPC messages from standard input, one a line, and writes each answer
as one line to standard output, which carries nothing else. Ends when the input
does. This is what a harness starts as a child process.

Options:
  --policies DIR   the policies to enforce (default: policies); given again, each
                   is a layer, from the highest to the lowest
  --layers FILE    the layers that a file such as bylaw.yaml names
  --bundle PLACE   a signed bundle in their place: a file, a folder or an address; with
                   --bundle-key FILE, the public keys that are trusted
  --memory DIR     where earlier calls and what they wrote are remembered
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
  ...part(
    'stdio',
    {
      options: {
        ...policiesOrBundle,
        memory: folder,
        'forget-files': flag,
        watch: flag,
        once: flag,
        'tolerate-missing-harness': flag,
        ...logOptions,
      },
    },
    async ({ values, positionals }, context) => {
      if (positionals.length > 0)
        throw new UsageError('`bylaw stdio` takes no files: messages come from standard input');
      const settings = logSettings(values, values.log, context);
      const use = await loadForUse(context, await policiesFrom(values, context), {
        mode: { forgetsFiles: values['forget-files'], watches: values.watch },
        beside: [values.memory, values.log],
      });
      if (use === undefined) return exitCodes.invalidPolicy;
      const tolerateMissingHarness = values['tolerate-missing-harness'] === true;
      const { digest: policies } = use.loaded;
      const log =
        settings && (await openLogFor(settings, 'stdio', policies, 'name another folder with `--log DIR`'));
      const engine = new Engine({ program: use.program, memory: memoryForUse(context, use, values.memory) });
      const point = log === undefined ? engine : withLog(engine, log, { policies });
      const handler = createHandler(askedBy({ way: 'stdio', user: ownUser() }, point), {
        tolerateMissingHarness,
      });
      try {
        if (values.once !== true) {
          await serveLines(context.stdin, context.stdout, handler, defaultLimits);
          return exitCodes.fine;
        }
        const found = await serveOnce(context.stdin, context.stdout, handler, defaultLimits);
        if (!found) throw new UsageError('there was no message on standard input, so nothing was decided');
        return exitCodes.fine;
      } finally {
        await log?.close();
      }
    },
  ),
};
