/** The version of bylaw that runs. */
import { readFileSync } from 'node:fs';
import { packageFile } from './package-files.ts';

/** As package.json has it; `unknown` where that cannot be read. */
export function versionOfBylaw(): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
    const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
    return isManifest ? String(manifest.version) : 'unknown';
  } catch {
    return 'unknown';
  }
}
