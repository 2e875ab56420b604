/** When V8 makes fast code: what ends soon spends a third to a half of its processor time on fast code that it hardly runs. */
import { setFlagsFromString } from 'node:v8';

/** How much work of a function V8 counts before it makes fast code of it: ten times as much as it does by itself. */
const flagsByVersion: Readonly<Record<string, readonly string[]>> = {
  11: ['--interrupt-budget=600000'],
  12: ['--invocation-count-for-turbofan=30000'],
  13: ['--invocation-count-for-turbofan=30000', '--invocation-count-for-maglev=4000'],
};

/**
 * The flags for a version of V8, such as `12.4.254.21-node.33`. Their names change, and V8 complains on standard error of one
 * that it does not know: a version that is not listed gets none.
 */
export const lateFlags = (version: string): readonly string[] =>
  flagsByVersion[version.split('.', 1)[0] ?? ''] ?? [];

/**
 * For a process that ends soon, such as a hook or a command that checks policies; not for a server. Compiled code is kept for
 * one set of flags: call it before any is loaded.
 */
export function optimizeLate(): void {
  for (const flag of lateFlags(process.versions.v8)) setFlagsFromString(flag);
}
