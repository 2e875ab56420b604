/**
 * Bundles that follow each other while a server decides. A generation has two files, and each carries its number: the list in
 * `now.policy` says which number a probe is denied for, the reason in `probe.policy` says which number answered. Both come from
 * one bundle, so an answer whose reason has another number than the probe was made of two bundles.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeManyRules } from '../../../bench/many-rules.mjs';
import { command } from '../service/server.ts';

const pack = fileURLToPath(new URL('../../../policies/git.policy', import.meta.url));
const run = promisify(execFile);

export interface Generations {
  /** The file that a server is started with, and its trusted keys. */
  readonly bundle: string;
  readonly publicKey: string;
  /** Makes the next generation. Rejects where the bundle cannot be made. */
  make(): Promise<Generation>;
  /** Puts the next generation in its place and gives its number. Rejects where the bundle cannot be made. */
  next(): Promise<number>;
}

export interface Generation {
  readonly number: number;
  /** Puts it in its place. */
  place(): void;
}

/** Makes the first generation in a folder, which is there. */
export async function openGenerations(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Generations> {
  const policies = join(folder, 'policies');
  mkdirSync(policies);
  // One pack and many rules without tests: a bundle of all packs takes ten seconds, since their tests run.
  cpSync(pack, join(policies, 'git.policy'));
  writeManyRules(join(policies, 'many'), 400);
  const bundle = join(folder, 'acme.bundle');
  const key = join(folder, 'release');
  const bylaw = (...args: readonly string[]) =>
    run(process.execPath, [command, ...args], { cwd: folder, env });
  await bylaw('bundle', 'keygen', key);
  let generation = 0;
  const make = async (): Promise<Generation> => {
    const number = ++generation;
    for (const [name, text] of Object.entries(policiesOf(number))) writeFileSync(join(policies, name), text);
    const made = `${bundle}.${number}`;
    const sequence = String(number);
    await bylaw('bundle', 'build', '--policies', policies, '--sequence', sequence, '--output', made);
    await bylaw('bundle', 'sign', made, '--key', `${key}.key`);
    return { number, place: () => renameSync(made, bundle) };
  };
  const next = async (): Promise<number> => {
    const { number, place } = await make();
    place();
    return number;
  };
  await next();
  return { bundle, publicKey: `${key}.pub`, make, next };
}

const policiesOf = (generation: number): Readonly<Record<string, string>> => ({
  'now.policy': `policy com.example.now

list generation = "${generation}"
`,
  'probe.policy': `policy com.example.probe
import "now.policy"

defaults
  severity low

label secret-read on session lasts 1h
  when reads "/srv/secrets/**"

limit fetches to 50 fetch per 1h per session

deny probe
  when tool is "Probe" and input.generation in @generation
  reason "generation ${generation}"
`,
});

/** The number of the generation in the reason of a probe's denial. */
export const generationIn = (reason: string): number => Number(/generation (\d+)/.exec(reason)?.[1]);
