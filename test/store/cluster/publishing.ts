/** Servers of bylaw as they are built, which take their bundles from a cluster, and somebody who publishes. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const command = new URL('../../../dist/bylaw.cjs', import.meta.url).pathname;
const policy = `policy com.example

deny shell
  when runs "rm"
  test
    denies "rm x"
`;

export interface Publishing {
  /** Publishes the next bundle; milliseconds from the end of the command until each server decides by it. */
  publish(): Promise<readonly number[]>;
  close(): Promise<void>;
}

export async function openPublishing(servers: readonly string[], count: number): Promise<Publishing> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-publishing-'));
  mkdirSync(join(folder, 'policies'));
  writeFileSync(join(folder, 'policies', 'example.policy'), policy);
  const cluster = `cluster: { servers: [${servers.join(', ')}], name: bundled }`;
  writeFileSync(join(folder, 'bylaw.yaml'), `bundle: { from: cluster, keys: release.pub }\n${cluster}\n`);
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  const bundle = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [command, 'bundle', ...args], { cwd: folder, env });
  let sequence = 0;
  const make = async (): Promise<void> => {
    sequence++;
    await bundle('build', '--policies', 'policies', '--sequence', `${sequence}`, '--output', 'a.bundle');
    await bundle('sign', 'a.bundle', '--key', 'release.key');
  };
  const put = () => bundle('publish', 'a.bundle', '--to', 'cluster', '--bundle-key', 'release.pub');
  await bundle('keygen', 'release');
  await make();
  await put();
  const children: ChildProcess[] = [];
  const urls = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const child = spawn(process.execPath, [command, 'serve', '--port', '0', '--no-log'], {
        cwd: folder,
        env: { ...env, XDG_STATE_HOME: join(folder, `state-${at}`) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      children.push(child);
      const said = String(await new Promise((resolve) => child.stderr?.once('data', resolve)));
      child.stderr?.resume();
      const url = /http:\S+(?=\/hooks)/.exec(said)?.[0];
      if (url === undefined) throw new Error(said);
      return url;
    }),
  );
  const decidesByLast = async (url: string): Promise<boolean> => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return metrics.includes(`\nbylaw_bundle_sequence ${sequence}\n`);
  };
  return {
    async publish() {
      await make();
      await put();
      const began = performance.now();
      return await Promise.all(
        urls.map(async (url) => {
          while (!(await decidesByLast(url))) await new Promise((resolve) => setTimeout(resolve, 5));
          return performance.now() - began;
        }),
      );
    },
    async close() {
      await Promise.all(
        children.map((child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGKILL');
          return ended;
        }),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
