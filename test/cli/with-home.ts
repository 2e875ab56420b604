/** Runs `bylaw ARGS…` in this process with a home, a project and a root of its own, removed afterwards. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '../../src/cli/run.ts';
import { type TestMachine, withMachine } from '../install/machine.ts';
import type { Outcome } from './command.ts';

export interface Home extends TestMachine {
  /** `answer` is typed at a terminal; without it there is none. */
  bylaw(args: readonly string[], answer?: string): Promise<Outcome>;
}

/** The least that denies what `bylaw doctor` asks about. */
export const ownPolicy = 'policy local.own\ndeny downloads\n  when runs "curl"\n  reason "Not from there."\n';

class Gathered extends Writable {
  text = '';
  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** A folder with a link to this bylaw, as `npm install --global` makes it. */
const binaries = mkdtempSync(join(tmpdir(), 'bylaw-bin-'));
symlinkSync(fileURLToPath(new URL('../../dist/bylaw.cjs', import.meta.url)), join(binaries, 'bylaw'));
process.on('exit', () => rmSync(binaries, { recursive: true, force: true }));

/** `folders` are made in the home: the harnesses that are installed. `more`: what else is in the environment. */
export async function withHome<Result>(
  folders: readonly string[],
  use: (home: Home) => Promise<Result>,
  more: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return await withMachine(async (machine) => {
    const env = { ...machine.env, PATH: `${binaries}:/usr/bin:/bin`, ...more };
    for (const folder of folders) mkdirSync(join(machine.home, folder), { recursive: true });
    const bylaw = async (args: readonly string[], answer?: string): Promise<Outcome> => {
      const [stdout, stderr] = [new Gathered(), new Gathered()];
      const terminal = Object.assign(new PassThrough(), { isTTY: true });
      if (answer !== undefined) terminal.end(`${answer}\n`);
      const code = await run(args, {
        stdin: answer === undefined ? Readable.from([]) : terminal,
        stdout,
        stderr,
        cwd: machine.project,
        env,
        stop: new AbortController().signal,
      });
      return { code, stdout: stdout.text, stderr: stderr.text };
    };
    return await use({ ...machine, env, bylaw });
  });
}

/** A small policy in the home's own folder, which `bylaw init` leaves as it is: reading the shipped ones takes most of a second. */
export const withOwnPolicy = <Result>(
  folders: readonly string[],
  use: (home: Home) => Promise<Result>,
  more: Readonly<Record<string, string>> = {},
): Promise<Result> =>
  withHome(
    folders,
    async (home) => {
      home.write('home/.config/bylaw/policies/own.policy', ownPolicy);
      return await use(home);
    },
    more,
  );
