/** `bylaw log`: the decision log for people: its last records, whether it is intact, and what it comes to. */
import { filterHelp } from '../log/log-filter.ts';
import { withParts } from '../options/parts.ts';
import { remoteServerHelp } from '../options/remote-server.ts';
import type { CliCommand } from '../terminal/context.ts';

export const log: CliCommand = {
  name: 'log',
  summary: 'look at the decision log: tail, verify, stats, export, ship',
  help: `Usage: bylaw log [tail] [DIR|--server ADDRESS [--server-…]] [-n N] [--follow]
                        [--json|--verbose] [FILTERS]
       bylaw log verify [DIR] [--json]
       bylaw log stats [DIR] [--policies DIR… | --layers FILE] [--json]
                       [FILTERS]
       bylaw log export [DIR|--server ADDRESS [--server-…]]
                        [--format ndjson|csv|ocsf] [--out FILE] [FILTERS]
       bylaw log ship [DIR] --to ADDRESS [--format ndjson|ocsf] [--secret-file FILE]
                      [--ca FILE] [--config FILE] [--once] [FILTERS]

Reads the log that \`bylaw serve\`, and others with \`--log DIR\`, write. Without DIR
it is the one of \`bylaw serve\`: bylaw/decisions in the user's state folder.

  tail     the last records, one a line; --follow waits for more
  verify   whether every line is what was written and none is missing: altered,
           removed, inserted and reordered lines with their place
  stats    decisions, denials by code, unsure rules and why, tools, agents, clients,
           time to decide; with --policies also the rules that no decision was about
  export   all records for other programs: the lines of the log (ndjson), a table (csv),
           or events of the Open Cybersecurity Schema Framework 1.5.0 (ocsf)
  ship     records to a webhook (https://…), a syslog server (syslog+tls://HOST:PORT,
           syslog+tcp://…, syslog+udp://…) or a stream of NATS (cluster), each at least once, until Ctrl-C; how far
           it has come is kept beside the log

Options:
  -n, --lines N       how many records, or \`all\` (default: 20)
  -f, --follow        go on with records as they are written, until Ctrl-C
  --verbose           name every rule that a call left unsure, also where there are many
  --json              for programs: the records as they are, or one document
${remoteServerHelp('read-log')}  --policies DIR      the policies whose rules are looked for
  --format FORMAT     ndjson, csv or ocsf (default: ndjson)
  -o, --out FILE      write a file for its owner alone, in the place of standard output
  --to ADDRESS        where records go
  --secret-file FILE  the secret that batches for a webhook are signed with; or it is in
                      the environment as BYLAW_SHIP_SECRET
  --ca FILE           authorities of the syslog server, in PEM
  --config FILE       where \`cluster.servers\` is set (default: bylaw.yaml in this folder)
  --once              end when all is shipped, or with 1 where it is not taken

Filters:
${filterHelp}
Examples:
  bylaw log --follow --effect deny
  bylaw log --tool Bash --since 2h -n all
  bylaw log verify
  bylaw log stats --since 7d --policies policies
  bylaw log ship --to syslog+tls://logs.example.com:6514 --effect deny
  bylaw log export --since 1d --format ocsf --out yesterday.ndjson

Exit codes: 0 fine, 1 the log is not intact (\`verify\`) or
not taken (\`ship --once\`), 2 the policies are not valid,
3 wrong usage, or no log there.
`,
  ...withParts(
    'log',
    {
      tail: async () => (await import('../log/tail.ts')).tail,
      verify: async () => (await import('../log/verify.ts')).verifyLogPart,
      stats: async () => (await import('../log/stats.ts')).stats,
      export: async () => (await import('../log/export.ts')).exportLog,
      ship: async () => (await import('../log/ship.ts')).shipLog,
    },
    { usual: 'tail' },
  ),
};
