/** `bylaw test --watch`: runs now, and again after every change, until it is asked to stop. */
import { dirname, join, resolve } from 'node:path';
import { policyStamp } from '../../host/policy-files/policy-folder.ts';
import { countOf } from '../policies/policies.ts';
import { type CommandContext, type ExitCode, exitCodes, UsageError, write } from '../terminal/context.ts';
import type { WatchFiles } from '../terminal/watch-files.ts';
import type { TestPlan, TestRun } from './test-run.ts';

export interface Watching {
  readonly plan: TestPlan;
  readonly watch: WatchFiles;
  /** Runs once, and writes the report. */
  run(): Promise<{ readonly run: TestRun; readonly code: ExitCode }>;
}

/** Returns the exit code of the last run when the process is asked to end. Nothing that was written is wiped. */
export async function watchTests({ plan, watch, run }: Watching, context: CommandContext): Promise<ExitCode> {
  let code: ExitCode = exitCodes.fine;
  while (!context.stop.aborted) {
    const before = stampOf(plan, []);
    let files: readonly string[] = [];
    try {
      const ended = await run();
      code = ended.code;
      files = filesOf(ended.run);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // A path that is gone: an editor may be about to write it again.
      await write(context.stderr, `bylaw: ${error.message}\n`);
      code = exitCodes.wrongUsage;
    }
    // What has changed meanwhile was perhaps not read.
    if (stampOf(plan, []) !== before) continue;
    await write(context.stderr, `Watching ${countOf(plan.paths.length, 'path')}; Ctrl-C ends.\n`);
    await nextChange(watch, () => stampOf(plan, files), context.stop);
  }
  return code;
}

/** Resolves after a change, or when it is time to stop. */
function nextChange(watch: WatchFiles, stamp: () => string, stop: AbortSignal): Promise<void> {
  return new Promise((resolveChange) => {
    const done = (): void => {
      watching.close();
      stop.removeEventListener('abort', done);
      resolveChange();
    };
    const watching = watch(stamp, done);
    stop.addEventListener('abort', done);
    if (stop.aborted) done();
  });
}

const stampOf = ({ paths, cwd }: TestPlan, files: readonly string[]): string =>
  policyStamp(
    paths.map((path) => resolve(cwd, path)),
    files,
    { withTests: true },
  );

/** Everything that a run has read, and the folders where more events could come to lie. */
function filesOf({ loaded, events }: TestRun): string[] {
  const { root, sources, testFiles } = loaded;
  const read = [...sources, ...testFiles].map(({ path }) => path);
  const names = new Set([...read, ...events, ...events.map((file) => dirname(file))]);
  return [...names].map((name) => join(root, name));
}
