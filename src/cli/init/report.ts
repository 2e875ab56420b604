/** What `bylaw init --json` prints: what changes, or has changed, and what is left to do. */
import { unifiedDiff } from '../../install/diff.ts';
import type { FileChange } from '../../install/file-change.ts';
import type { HarnessInstall } from '../../install/harness-install.ts';
import type { InstallScope, Machine } from '../../install/machine.ts';
import type { Plan } from '../../install/plan.ts';
import type { ExitCode } from '../terminal/context.ts';
import { isChanged, type ShownChange } from './show-changes.ts';

/** What it is about. */
export interface InitScope {
  readonly scope: InstallScope;
  readonly machine: Machine;
  /** Those that were looked for and are not here. */
  readonly missing: readonly HarnessInstall[];
}

/** What is to be done, before and after it is. */
export interface Intent {
  readonly plan: Plan;
  /** The folder or the file of layers; undefined where a server on another machine has them. */
  readonly policies: string | undefined;
  /** Files of policies and of services that are written beside the configurations of harnesses. */
  readonly beside: readonly FileChange[];
  /** Sentences about what may go wrong later. */
  readonly notes: readonly string[];
  /** How the server is started, where it is to be. */
  readonly start: readonly string[];
}

/** What has been done. */
export interface Done {
  readonly written: boolean;
  /** Where files are kept that were replaced. */
  readonly backups: readonly string[];
}

export interface InitOutcome {
  readonly code: ExitCode;
  readonly intent: Intent;
  readonly done: Done;
}

export const notWritten = (code: ExitCode, intent: Intent): InitOutcome => ({
  code,
  intent,
  done: { written: false, backups: [] },
});

/**
 * `{"written", "policies", "changes": [{"path", "change", "harnesses", "diff"}], "unchanged": [path…], "notFound": [id…],
 * "withoutScope": [id…], "problems": […], "notes": […], "backups": [path…], "start": […], "next": [{"id", "text"}]}`.
 * A change is `new`, `changed` or `deleted`. Paths are absolute.
 */
export function initJson(
  { intent: { plan, policies, beside, notes, start }, done: { written, backups } }: InitOutcome,
  { missing, scope }: InitScope,
): string {
  const all: readonly ShownChange[] = [...beside, ...plan.changes];
  // Hooks that are as they were read the new policies by themselves.
  const harnesses = [...new Set(plan.changes.filter(isChanged).flatMap((change) => change.harnesses))];
  return JSON.stringify({
    written,
    policies: policies ?? null,
    changes: all.filter(isChanged).map((change) => ({
      path: change.path,
      change: change.before === undefined ? 'new' : change.after === undefined ? 'deleted' : 'changed',
      harnesses: (change.harnesses ?? []).map(({ id }) => id),
      diff: unifiedDiff(change),
    })),
    unchanged: all.flatMap((change) => (isChanged(change) ? [] : change.path)),
    notFound: missing.map(({ id }) => id),
    withoutScope: plan.without.map(({ id }) => id),
    problems: plan.problems,
    notes,
    backups,
    start,
    next: harnesses.flatMap(({ id, next }) => next(scope).map((text) => ({ id, text }))),
  });
}
