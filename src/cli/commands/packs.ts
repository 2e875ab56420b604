/** `bylaw packs`: the packs beside somebody's policies, and how they get to those of this version. */
import { machinePolicies } from '../../host/machine/user-folders.ts';
import { withParts } from '../options/parts.ts';
import type { CliCommand } from '../terminal/context.ts';

export const packs: CliCommand = {
  name: 'packs',
  summary: 'compare the packs that `init` wrote with this version, and update them',
  help: `Usage: bylaw packs [status] [--user|--project|--managed|--policies DIR] [--json]
       bylaw packs diff [NAME…] [--user|--project|--managed|--policies DIR]
       bylaw packs update [--keep NAME…] [--overwrite NAME…] [--dry-run] [--yes]
                          [--user|--project|--managed|--policies DIR]

\`bylaw init\` copies the packs of policies to \`packs\` beside your own policies, and records
there what it wrote. After an upgrade of bylaw the copies are still those of the version
before.

  status   which files are older, new, changed by you, or no longer part of bylaw
  diff     what each file has, and what this version has instead
  update   replaces the files that were not changed, adds new ones and deletes those that
           are no longer part of bylaw. It shows this first, and asks. A file that you
           changed stays as it is. If this version has something new for it, \`update\`
           shows the difference and ends with 1, until you say \`--keep\` or \`--overwrite\`.
           It writes nothing, and ends with 2, where the policies would not be valid, or an
           exception of yours would name a rule that is gone

Options:
  --user, --project, --managed
                    whose packs: of this user (default), of the project in this folder, or of
                    everybody on the machine (${machinePolicies})
  --policies DIR    the folder that has \`packs\` in it
  --keep NAME       leaves this file as you have it: it is not asked about until bylaw has
                    something new for it again; \`all\` for each that is asked about
  --overwrite NAME  takes this file as this version has it, also if you changed or deleted
                    it. What was there is kept as NAME.bylaw-backup-TIME; \`all\` for each
                    that is asked about
  --root DIR        put DIR in front of the places of the system
  --dry-run         show what would be written, and write nothing
  --yes             do not ask
  --json            one JSON document: {"folder", "version", "current", "files": [{"name",
                    "state"}…]}

Examples:
  bylaw packs
  bylaw packs diff git.policy
  bylaw packs update --keep git.policy --yes

Exit codes: 0 all is of this version, or settled, 1 something is older, or to be decided, or
nothing was written, 2 the policies would not be valid, or an exception would have no
effect, 3 wrong usage.
`,
  ...withParts(
    'packs',
    {
      status: async () => (await import('../packs/status.ts')).packsStatus,
      diff: async () => (await import('../packs/status.ts')).packsDiff,
      update: async () => (await import('../packs/update.ts')).packsUpdate,
    },
    { usual: 'status' },
  ),
};
