/** Which files a process sees: two that say the same see the same, so that a path means the same to both. */
import { readlinkSync } from 'node:fs';

/** On Linux: leads to the name of what a process sees. */
export const mountsLink = '/proc/self/ns/mnt';

/**
 * The mount namespace of this process, by mount_namespaces(7); the platform where there are none. Undefined where that
 * is not known; that equals no other namespace.
 */
export function mountsOfProcess(): string | undefined {
  if (process.platform !== 'linux') return process.platform;
  try {
    return readlinkSync(mountsLink);
  } catch {
    return undefined;
  }
}
