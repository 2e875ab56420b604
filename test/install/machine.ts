/** A machine of its own for a test: a home, a project and a root in a folder that is removed afterwards. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HookCommand } from '../../src/install/command-line.ts';
import type { Machine } from '../../src/install/machine.ts';

export interface TestMachine extends Machine {
  readonly folder: string;
  /** Writes a file, given by its path from the folder of the machine. */
  write(path: string, text: string): string;
}

export async function withMachine<Result>(
  use: (machine: TestMachine) => Result | Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-machine-'));
  const [home, project, root] = ['home', 'project', 'root'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [home, project, root]) mkdirSync(each);
  try {
    return await use({
      folder,
      home,
      project,
      root,
      platform: 'linux',
      env: { HOME: home, PATH: '/usr/bin:/bin' },
      write(path, text) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        return file;
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const command: HookCommand = {
  node: '/usr/bin/node',
  script: '/opt/a b/bylaw/dist/bylaw.cjs',
  policies: '/etc/bylaw/policies',
};

/** Every file below a folder with its text and whether it can be run. */
export function filesBelow(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(
    files.map((name) => {
      const runs = (statSync(join(folder, name)).mode & 0o111) !== 0;
      return [runs ? `${name} (runs)` : name, readFileSync(join(folder, name), 'utf8')];
    }),
  );
}
