/** `bylaw log`: the decision log for people: its last records, whether it is intact, and what it comes to. */
import type { Command, CommandContext, ExitCode } from '../context.ts';
import { filterHelp } from '../log/log-filter.ts';

type Part = (args: readonly string[], context: CommandContext) => Promise<ExitCode>;

/** One loader for each part; without a name it is the first. */
const parts: Readonly<Record<string, () => Promise<Part>>> = {
  tail: async () => (await import('../log/tail.ts')).tail,
  verify: async () => (await import('../log/verify.ts')).verify,
  stats: async () => (await import('../log/stats.ts')).stats,
};

export const log: Command = {
  name: 'log',
  summary: 'look at the decision log: tail, verify, stats',
  help: `Usage: bylaw log [tail] [DIR] [-n N] [--follow] [--json] [FILTERS]
       bylaw log verify [DIR] [--json]
       bylaw log stats [DIR] [--policies DIR… | --layers FILE] [--json]
                       [FILTERS]

Reads the log that \`bylaw serve\`, and others with \`--log DIR\`, write. Without DIR
it is the one of \`bylaw serve\`: bylaw/decisions in the user's state folder.

  tail     the last records, one a line; --follow waits for more
  verify   whether every line is what was written and none is missing: altered,
           removed, inserted and reordered lines with their place
  stats    decisions, denials by code, unsure rules and why, tools, agents, time to
           decide; with --policies also the rules that no decision was about

Options:
  -n, --lines N       how many records, or \`all\` (default: 20)
  -f, --follow        go on with records as they are written, until Ctrl-C
  --json              for programs: the records as they are, or one document
  --policies DIR      the policies whose rules are looked for

Filters:
${filterHelp}
Examples:
  bylaw log --follow --effect deny
  bylaw log --tool Bash --since 2h -n all
  bylaw log verify
  bylaw log stats --since 7d --policies policies

Exit codes: 0 fine, 1 the log is not intact (\`verify\`), 2 the policies are not valid,
3 wrong usage, or no log there.
`,
  async run(args, context) {
    const [first = ''] = args;
    const isNamed = Object.hasOwn(parts, first);
    const load = parts[isNamed ? first : 'tail'];
    if (load === undefined) throw new Error('the list of parts has no `tail`');
    return await (await load())(isNamed ? args.slice(1) : args, context);
  },
};
