/**
 * `bylaw init`: puts bylaw in front of the harnesses that are here. It shows every
 * change before it makes one, asks, and makes all of them or none.
 */
import { Writable } from 'node:stream';
import { harnessIds } from '../../adapters/harnesses.ts';
import { machinePolicies } from '../../host/machine/user-folders.ts';
import { tokenVariable } from '../../install/command-line.ts';
import { setUpLocal } from '../init/local.ts';
import { initOptions, readInit, writtenOptions } from '../init/options.ts';
import { setUpRemote, withServerAddress } from '../init/remote.ts';
import { initJson } from '../init/report.ts';
import { parseOptions } from '../options/options.ts';
import { type CliCommand, write } from '../terminal/context.ts';

export const init: CliCommand = {
  name: 'init',
  summary: 'put bylaw in front of the harnesses that are installed here',
  help: `Usage: bylaw init [HARNESS…] [--user|--project|--managed]
                  [--policies DIR | --layers FILE] [--profile NAME] [--server]
                  [--http PORT] [--log DIR] [--root DIR] [--dry-run] [--diff] [--yes]
       bylaw init [HARNESS…] [--user|--project|--managed] --server ADDRESS
                  [--token-file FILE|--token-command WORDS] [--server-ca FILE]
                  [--server-certificate FILE --server-key FILE]
                  [--unreachable last-bundle --bundle PLACE --bundle-key FILE]
                  [--watch] [--root DIR] [--dry-run] [--diff] [--yes]

Writes the hook of bylaw into the configuration of each harness, and a folder of
policies to start from. Without HARNESS it is for all that are found, by a program on
the search path or by what they keep in your home (docs/harnesses.md); those that are
not found are named. It shows every change first and asks; what it replaces is kept
beside it as NAME.bylaw-backup-TIME. What is there already stays, and a second run
changes nothing.

Options:
  --user           for this user (default); policies in bylaw/policies of the user's
                   configuration folder, $XDG_CONFIG_HOME or ~/.config
  --project        for the project in this folder; policies in .bylaw/policies
  --managed        for everybody on the machine, so that users cannot take it away
                   where the harness has such a form; policies in ${machinePolicies}
  --policies DIR   policies to use instead; where there are none, they are made there
  --layers FILE    a file of layers to use instead (docs/layers.md); it is there already
  --profile NAME   \`default\` for everyday work; \`strict\` for agents that no one watches: it
                   denies also what the packs otherwise only record; \`watch\` for the first
                   week: rules deny nothing, everything is recorded, bylaw's own protection too; a
                   hook that cannot decide still denies. Without it the profile in
                   force stays
  --server         for a server of this user that is always there: a shell asks it with
                   \`curl\`, which takes half the time of starting node, and starts the hook
                   where it gets no answer. It says how to keep the server running
  --server ADDRESS
                   hooks that ask a server on another machine, policy.acme.example:4517 say, and have no
                   policies of their own; the other options are those of \`bylaw hook --help\`
  --http PORT      a harness that can post its hooks itself, and be set to block where that
                   fails (Claude Code), posts them to \`bylaw serve --tokens FILE\` at PORT of this
                   machine, with the token in $${tokenVariable}. The disk is not looked at then
  --log DIR        hooks keep a log of decisions in DIR; \`default\` is the folder that
                   \`bylaw log\` reads, \`none\` takes the log away. Without it the log that hooks
                   have stays
  --watch          with --server ADDRESS: the hooks deny nothing, and the server records what
                   rules would deny. A server with \`watch\` answers only such hooks
  --root DIR       put DIR in front of the places of the system, to try \`--managed\`
  --dry-run        show what would be written, and write nothing
  --diff           show every line that changes, as a patch
  --yes            do not ask
  --json           one JSON document in the place of texts, with --yes or --dry-run:
                   what changes, what is left to do (docs/cli.md)

Examples:
  bylaw init
  bylaw init claude-code codex --dry-run
  sudo bylaw init --managed --yes

Exit codes: 0 fine, 1 nothing was written, 2 policies not valid, 3 wrong usage.
`,
  options: writtenOptions,
  operands: harnessIds,
  async run(args, context) {
    const parsed = parseOptions('init', withServerAddress(args), initOptions);
    const wanted = await readInit(parsed, context);
    const isJson = parsed.values.json === true;
    const streams = isJson ? { ...context, stdout: nowhere() } : context;
    const outcome =
      wanted.kind === 'remote'
        ? await setUpRemote(wanted.setUp, streams)
        : await setUpLocal(wanted.setUp, streams);
    if (isJson) await write(context.stdout, `${initJson(outcome, wanted.setUp)}\n`);
    return outcome.code;
  },
};

/** Takes texts for people where a program asks. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
