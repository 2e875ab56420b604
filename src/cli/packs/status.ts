/** `bylaw packs status` and `bylaw packs diff`: how installed packs differ from those of this version. */
import { versionOfBylaw } from '../../host/machine/version.ts';
import { fileChange } from '../../install/file-change.ts';
import { typedPacks } from '../../install/other-packs.ts';
import { isUndecided, type PackState, type Packs, waitsForUpdate } from '../../install/packs.ts';
import { suggestion } from '../../language/words.ts';
import { showChanges } from '../init/show-changes.ts';
import { shownPath } from '../options/harness-options.ts';
import { flag } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { countOf } from '../policies/policies.ts';
import { exitCodes, UsageError, write } from '../terminal/context.ts';
import { filesNamed, installedPacks, packsOptions, stateWords } from './installed-packs.ts';

export const packsStatus = asPart(
  'packs',
  { options: { ...packsOptions, json: flag } },
  async ({ values, positionals: [word] }, context) => {
    if (word !== undefined)
      throw new UsageError(
        `\`bylaw packs\` has no \`${word}\`; ${suggestion(word, ['status', 'diff', 'update']) ?? `\`bylaw packs diff ${word}\` shows one file`}`,
      );
    const installed = installedPacks(values, context);
    const { packs, machine } = installed;
    const open = packs.files.filter((file) => waitsForUpdate(file) || isUndecided(file));
    const code = open.length === 0 ? exitCodes.fine : exitCodes.findings;
    if (values.json === true) {
      await write(context.stdout, `${packsJson(packs)}\n`);
      return code;
    }
    await write(context.stdout, `${shownPath(packs.folder, machine)}: ${whence(packs)}\n`);
    await write(context.stdout, listByState(packs));
    if (open.length > 0)
      await write(
        context.stdout,
        `\nSee what is different with \`${typedPacks(installed.policies, machine, ' diff')}\`, and take it with \`${typedPacks(installed.policies, machine, ' update')}\`.\n`,
      );
    return code;
  },
);

export const packsDiff = asPart(
  'packs diff',
  { options: packsOptions, operands: 'text' },
  async ({ values, positionals }, context) => {
    const { packs, machine } = installedPacks(values, context);
    const files = positionals.length > 0 ? filesNamed(positionals, packs) : packs.files;
    const changes = files
      .filter(({ state }) => state !== 'current')
      .map(({ path, here, shipped }) => fileChange(path, here, shipped));
    await write(
      context.stdout,
      changes.length === 0
        ? 'There is no difference.\n'
        : `${showChanges(changes, machine, context.stdout)}\n`,
    );
    return exitCodes.fine;
  },
);

/** Which version wrote them, and which one this is. */
function whence({ version, files }: Packs): string {
  const all = countOf(files.length, 'file');
  const this_ = `this is version ${versionOfBylaw()}`;
  return version === undefined
    ? `${all}; nothing is recorded of the version that wrote them, and ${this_}.`
    : `${all}, written by version ${version}; ${this_}.`;
}

const order: readonly PackState[] = [
  'current',
  'outdated',
  'new',
  'dropped',
  'changed',
  'deleted',
  'diverged',
  'unrecorded',
];

/** A line for each state, with how many files are in it, and below it their names. */
const listByState = ({ files }: Packs): string =>
  order
    .flatMap((state) => {
      const names = files.filter((file) => file.state === state).map(({ name }) => name);
      const title = `  ${names.length} ${stateWords[state]}\n`;
      if (names.length === 0) return [];
      return state === 'current' ? [title] : [title, ...names.map((name) => `      ${name}\n`)];
    })
    .join('');

const packsJson = ({ folder, version, files }: Packs): string =>
  JSON.stringify({
    folder,
    version: version ?? null,
    current: versionOfBylaw(),
    files: files.map(({ name, state }) => ({ name, state })),
  });
