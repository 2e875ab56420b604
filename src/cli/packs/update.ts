/** `bylaw packs update`: installed packs become those of this version, without what somebody changed. */
import { rmSync } from 'node:fs';
import { type LoadedPolicies, loadPolicies } from '../../host/load/load.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { applyChanges, type FileChange, fileChange } from '../../install/file-change.ts';
import { checkPolicies, keepCompiled } from '../../install/keep-compiled.ts';
import { typedPacks } from '../../install/other-packs.ts';
import {
  isUndecided,
  type PackChoices,
  type PackFile,
  type Packs,
  readPacks,
  updatePacks,
  waitsForUpdate,
} from '../../install/packs.ts';
import { type Diagnostic, isError, isObstacle } from '../../language/diagnostic.ts';
import { answerBeforeWriting, sayKept, sayNotApplied } from '../init/output.ts';
import { showChanges } from '../init/show-changes.ts';
import { flag, several, textArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { countOf, renderAll } from '../policies/policies.ts';
import { areValid } from '../policies/valid-policies.ts';
import { type CommandContext, type ExitCode, exitCodes, UsageError, write } from '../terminal/context.ts';
import {
  filesNamed,
  type InstalledPacks,
  installedPacks,
  packsOptions,
  stateWords,
} from './installed-packs.ts';

export const packsUpdate = asPart(
  'packs update',
  {
    options: {
      ...packsOptions,
      keep: several(textArg),
      overwrite: several(textArg),
      'dry-run': flag,
      yes: flag,
    },
  },
  async ({ values, positionals: [first] }, context) => {
    if (first !== undefined)
      throw new UsageError(
        `\`bylaw packs update\` takes all that were not changed: name \`${first}\` with \`--keep\` or \`--overwrite\``,
      );
    const installed = installedPacks(values, context);
    const choices = choicesOf(values, installed.packs);
    const changes = updatePacks(installed.packs, choices);
    const open = installed.packs.files.filter((file) => isUndecided(file) && !isChosen(file, choices));
    await showUpdate(installed, choices, open, context);
    const how = { dryRun: values['dry-run'] === true, yes: values.yes === true };
    const isOpen = open.length > 0;
    if (changes.length === 0) {
      if (!isOpen) await write(context.stdout, nothingToWrite(installed));
      return isOpen ? exitCodes.findings : exitCodes.fine;
    }
    const answer = await answerBeforeWriting(true, how, context);
    if (answer !== undefined) return isOpen ? exitCodes.findings : answer;
    const code = await writeUpdate(changes, installed, context);
    return code === exitCodes.fine && isOpen ? exitCodes.findings : code;
  },
);

/** Files that the user changed or deleted are left alone; they are named, since they are not those of this version. */
function nothingToWrite({ packs, policies, machine }: InstalledPacks): string {
  const own = (['changed', 'deleted'] as const).map((state) =>
    listed(
      'Leaves',
      stateWords[state],
      packs.files.filter((file) => file.state === state),
    ),
  );
  if (own.join('') === '') return 'The packs are those of this version; nothing to write.\n';
  const taking = typedPacks(policies, machine, ' update --overwrite NAME');
  return `${own.join('')}Nothing to write: all other packs are those of this version. \`${taking}\` takes one of these as this version has it.\n`;
}

/** What `--keep` and `--overwrite` name. Throws `UsageError` for a name that has nothing to be decided. */
function choicesOf(
  {
    keep = [],
    overwrite = [],
  }: { readonly keep?: readonly string[]; readonly overwrite?: readonly string[] },
  packs: Packs,
): PackChoices {
  const undecided = packs.files.filter(isUndecided).map(({ name }) => name);
  const named = (names: readonly string[]): ReadonlySet<string> =>
    new Set(
      names.flatMap((name) =>
        name === 'all' ? undecided : filesNamed([name], packs).map((file) => file.name),
      ),
    );
  const choices = { keep: named(keep), overwrite: named(overwrite) };
  const both = [...choices.keep].find((name) => choices.overwrite.has(name));
  if (both !== undefined) throw new UsageError(`\`${both}\` is to be kept and overwritten: say one of both`);
  return choices;
}

const isChosen = ({ name }: PackFile, { keep, overwrite }: PackChoices): boolean =>
  keep.has(name) || overwrite.has(name);

/** What is written without a question, by names; and what is to be decided, with its differences. */
async function showUpdate(
  { packs, policies, machine }: InstalledPacks,
  choices: PackChoices,
  open: readonly PackFile[],
  { stdout }: CommandContext,
): Promise<void> {
  const { files } = packs;
  for (const state of ['outdated', 'new', 'dropped'] as const)
    await write(
      stdout,
      listed(
        verbs[state],
        stateWords[state],
        files.filter((file) => file.state === state),
      ),
    );
  await write(
    stdout,
    listed(
      'Keeps',
      'as you say',
      files.filter(({ name }) => choices.keep.has(name)),
    ),
  );
  const taken = files.filter(
    (file) => choices.overwrite.has(file.name) && !waitsForUpdate(file) && file.state !== 'current',
  );
  if (taken.length > 0) await write(stdout, `${showChanges(taken.map(asChange), machine, stdout)}\n`);
  if (open.length === 0) return;
  const differences = open.map((file) => ({ ...asChange(file), backup: false }));
  await write(stdout, `${showChanges(differences, machine, stdout, ['left as it is, until you decide'])}\n`);
  for (const state of ['diverged', 'unrecorded'] as const)
    await write(
      stdout,
      listed(
        'Leaves',
        stateWords[state],
        open.filter((file) => file.state === state),
      ),
    );
  await write(
    stdout,
    `To keep such a file as it is, add \`--keep NAME\` to \`${typedPacks(policies, machine, ' update')}\`; to take that of this version, \`--overwrite NAME\`. \`all\` means all of these.\n`,
  );
}

const verbs = { outdated: 'Replaces', new: 'Adds', dropped: 'Deletes' } as const;

/** A line with what happens to files and why, and their names below it; nothing where there are none. */
const listed = (verb: string, why: string, files: readonly PackFile[]): string =>
  files.length === 0
    ? ''
    : `${verb} ${countOf(files.length, 'file')}: ${why}\n${files.map(({ name }) => `    ${name}\n`).join('')}`;

const asChange = ({ path, here, shipped }: PackFile): FileChange =>
  fileChange(path, here, shipped, here !== undefined);

/** Writes all or nothing: what would make policies invalid, or an exception idle, is put back. */
async function writeUpdate(
  changes: readonly FileChange[],
  { policies, scope, machine }: InstalledPacks,
  context: CommandContext,
): Promise<ExitCode> {
  const now = new Date().toISOString();
  const idleBefore = idleExceptions(loadPolicies([policies], '/', { runsTests: false, lints: false }));
  const applied = applyChanges(changes, now);
  if (!applied.ok) {
    await sayNotApplied(applied, context);
    return exitCodes.findings;
  }
  const checked = checkPolicies(policies);
  const problems = [...(checked?.problems ?? []), ...(checked?.broken ?? [])];
  const isValid = checked !== undefined && problems.length === 0;
  const idle = isValid ? newlyIdle(idleExceptions(checked.loaded), idleBefore) : [];
  if (!isValid || idle.length > 0) {
    if (isValid) await sayIdle(idle, checked.loaded, context);
    else await areValid(policies, context);
    applyChanges(
      changes.map((change) => ({ ...change, before: change.after, after: change.before, backup: false })),
      now,
    );
    for (const backup of applied.backups) rmSync(backup, { force: true });
    return exitCodes.invalidPolicy;
  }
  keepCompiled(policies, checked, context.env, scope === 'managed');
  const rules = countOf(checked.loaded.program?.rules.length ?? 0, 'rule');
  const others = (readPacks(policies)?.files ?? []).filter(({ state }) => state !== 'current').length;
  const but = others === 0 ? '' : `, but for ${countOf(others, 'file')} of yours`;
  await write(
    context.stdout,
    `\nWritten: the packs of version ${versionOfBylaw()}${but}. ${rules} are valid.\n`,
  );
  await sayKept(applied.backups, machine, context);
  return exitCodes.fine;
}

/** The errors of exceptions, and of rules that are switched to watching, which have no effect. They let no call pass. */
const idleExceptions = ({ diagnostics }: LoadedPolicies): readonly Diagnostic[] =>
  diagnostics.filter((each) => isError(each) && !isObstacle(each));

/** Those that had an effect before. */
function newlyIdle(now: readonly Diagnostic[], before: readonly Diagnostic[]): readonly Diagnostic[] {
  const nameOf = ({ code, path, span }: Diagnostic): string => `${code} ${path} ${span.start}`;
  const known = new Set(before.map(nameOf));
  return now.filter((each) => !known.has(nameOf(each)));
}

/** Says which exceptions the update would leave without an effect, and that nothing is written. */
async function sayIdle(
  idle: readonly Diagnostic[],
  loaded: LoadedPolicies,
  context: CommandContext,
): Promise<void> {
  const sum = `After this update ${countOf(idle.length, 'exception')} of yours would have no effect, so nothing was written. Name the rules of this version in them, or take them away, and update again.`;
  await write(context.stderr, `${renderAll(idle, loaded, context)}\n${sum}\n`);
}
