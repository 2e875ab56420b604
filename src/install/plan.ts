/**
 * What would be written for which harness, worked out before anything is: every
 * file is read and understood first, so that a file that cannot be is found
 * before another one has been changed.
 */
import { commandWords, type HookCommand, logOptionsOf } from './command-line.ts';
import type { ConfigForm, Edit } from './config-form.ts';
import { find, hasMore, isSameText, putHook, takeHook } from './edit.ts';
import { backupsOf, type FileChange, isLink, readConfig, writeProblem } from './file-change.ts';
import type { HarnessInstall } from './harness-install.ts';
import type { InstallScope, Machine } from './machine.ts';
import { ownCommand } from './own-command.ts';

export interface Plan {
  readonly changes: readonly PlannedChange[];
  /** Sentences with the file, and the line where it is known. If there are any, nothing is to be written. */
  readonly problems: readonly string[];
  /** Harnesses that have no configuration in this scope. */
  readonly without: readonly HarnessInstall[];
}

export interface PlannedChange extends FileChange {
  /** Whose configuration it is. */
  readonly harnesses: readonly HarnessInstall[];
}

/** What `bylaw init` would change. Files that are right already are among the changes, with `before` as `after`. */
export function planInstall(
  harnesses: readonly HarnessInstall[],
  scope: InstallScope,
  machine: Machine,
  command: HookCommand,
): Plan {
  return plan(harnesses, [scope], machine, command, (text, form) => putHook(text, form));
}

/** What the hooks of bylaw that these harnesses have are run with; only what all of them have. */
export interface HooksNow {
  /** They deny nothing. */
  readonly watch: boolean;
  /** The options of their log of decisions; empty where they keep none. */
  readonly log: readonly string[];
}

export function hooksNow(
  harnesses: readonly HarnessInstall[],
  scope: InstallScope,
  machine: Machine,
): HooksNow {
  const commands = harnesses
    .flatMap((harness) => harness.files(scope, machine, ownCommand(machine, '/')))
    .flatMap(({ path, form }) => {
      const reading = readConfig(path);
      const found = reading.ok ? find(reading.text ?? '', form) : undefined;
      return found?.ok === true ? found.hooks.flatMap(({ isOwn, command }) => (isOwn ? [command] : [])) : [];
    });
  const [log = [], ...others] = commands.map(logOptionsOf);
  return {
    watch: commands.length > 0 && commands.every((command) => commandWords(command).includes('--watch')),
    log: others.every((other) => other.join('\0') === log.join('\0')) ? log : [],
  };
}

/** What `bylaw uninstall` would change. */
export function planUninstall(
  harnesses: readonly HarnessInstall[],
  scopes: readonly InstallScope[],
  machine: Machine,
  command: HookCommand,
): Plan {
  return plan(harnesses, scopes, machine, command, (text, form) =>
    text === undefined ? undefined : takeHook(text, form),
  );
}

interface Draft {
  readonly path: string;
  readonly before: string | undefined;
  readonly form: ConfigForm;
  readonly harnesses: HarnessInstall[];
  text: string | undefined;
  isEmpty: boolean;
}

function plan(
  harnesses: readonly HarnessInstall[],
  scopes: readonly InstallScope[],
  machine: Machine,
  command: HookCommand,
  change: (text: string | undefined, form: ConfigForm) => Edit | undefined,
): Plan {
  const drafts = new Map<string, Draft>();
  const problems = new Set<string>();
  const without: HarnessInstall[] = [];
  for (const harness of harnesses) {
    const files = scopes.flatMap((scope) => harness.files(scope, machine, command));
    if (files.length === 0) without.push(harness);
    for (const { path, form } of files) {
      const draft = drafts.get(path) ?? openDraft(path, form);
      if (typeof draft === 'string') {
        problems.add(`${path}: ${draft}`);
        continue;
      }
      drafts.set(path, draft);
      draft.harnesses.push(harness);
      const edit = change(draft.text, form);
      if (edit === undefined) continue;
      // Two harnesses may share a file: for the second one there is then nothing to do.
      if (edit.ok && edit.text === draft.text) draft.isEmpty ||= edit.isEmpty;
      else if (edit.ok) Object.assign(draft, { text: edit.text, isEmpty: edit.isEmpty });
      else problems.add(`${path}${edit.line === undefined ? '' : `:${edit.line}`}: ${edit.problem}`);
    }
  }
  const changes = [...drafts.values()].map(changeOf);
  for (const { path, before, after } of changes) {
    const problem = before === after ? undefined : writeProblem(path);
    if (problem !== undefined) problems.add(`${path}: ${problem}`);
  }
  return { changes, problems: [...problems], without };
}

function openDraft(path: string, form: ConfigForm): Draft | string {
  const reading = readConfig(path);
  if (!reading.ok) return reading.problem;
  return { path, before: reading.text, form, harnesses: [], text: reading.text, isEmpty: false };
}

/** What was there before bylaw came is given back octet for octet where a backup still has it. */
function changeOf({ path, before, form, harnesses, text, isEmpty }: Draft): PlannedChange {
  const executable = form.kind === 'file' && form.executable;
  const common = { path, before, harnesses, executable };
  const isRemoval =
    before !== undefined && text !== undefined && isWithout(text, form) && !isWithout(before, form);
  if (!isRemoval && !isEmpty) {
    // A whole file of bylaw's own is made anew at any time.
    const isAnew = form.kind === 'file' && !hasMore(before ?? form.text, form);
    const backup = before !== undefined && before !== text && !isAnew;
    return { ...common, after: text, backup, outdated: [] };
  }
  if (form.kind === 'file')
    return { ...common, after: undefined, backup: hasMore(before ?? form.text, form), outdated: [] };
  const backups = backupsOf(path).flatMap((file) => {
    const reading = readConfig(file);
    return reading.ok && reading.text !== undefined ? [{ file, text: reading.text }] : [];
  });
  const rest = text ?? '';
  const original = backups.find(
    (backup) => isWithout(backup.text, form) && isSameText(settled(backup.text, form), rest, form),
  );
  // A link belongs to a person, so the file that it leads to stays, even if it is empty now.
  const after = original?.text ?? (isEmpty && !isLink(path) ? undefined : text);
  const backup = original === undefined && !isEmpty;
  // One that a person may want for its layout or its comments stays.
  const outdated = backups.filter(
    (each) =>
      each.text === after ||
      (!isWithout(each.text, form) && isSameText(settled(each.text, form), rest, form)),
  );
  return { ...common, after, backup, outdated: outdated.map(({ file }) => file) };
}

const isWithout = (text: string, form: ConfigForm): boolean => {
  const finding = find(text, form);
  return finding.ok && finding.hooks.every(({ isOwn }) => !isOwn);
};

/** What a file comes to when bylaw was put in and taken out. */
function settled(text: string, form: ConfigForm): string {
  const put = putHook(text, form);
  const taken = put.ok ? takeHook(put.text, form) : put;
  return taken.ok ? taken.text : text;
}
