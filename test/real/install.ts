/** The newest versions of the harnesses, from the npm registry, each in a folder of its own that is kept between runs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Harness, HarnessName } from './harnesses.ts';
import { start } from './process.ts';

/** Where harnesses are installed, and where the evidence of runs stays. */
export const root = process.env.BYLAW_REAL_ROOT ?? join(tmpdir(), 'bylaw-real-harnesses');

export interface Installed {
  /** With `node_modules`. */
  readonly folder: string;
  readonly version: string;
}

/** Installs a harness, or brings it to its newest version. Throws where npm cannot. */
export async function installed(name: HarnessName, { packages }: Harness): Promise<Installed> {
  const folder = join(root, 'install', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const wanted = packages.map((each) => (/.@/.test(each) ? each : `${each}@latest`));
  // Certificates of a person's proxy are not those of the registry, and what npm was told for this project is not for harnesses.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name !== 'NODE_EXTRA_CA_CERTS' && !name.startsWith('npm_'),
    ),
  );
  const { status, output } = await start(
    { file: 'npm', args: ['install', ...wanted, '--no-audit', '--no-fund', '--no-progress'] },
    { cwd: folder, env, seconds: 600 },
  );
  if (status !== 0) throw new Error(`npm cannot install ${wanted.join(' ')}: ${output.slice(-600)}`);
  const manifest = join(folder, 'node_modules', packages[0] ?? '', 'package.json');
  return { folder, version: JSON.parse(readFileSync(manifest, 'utf8')).version };
}
