// src → dist: few files that start fast, each made by esbuild from the sources.
//
//   bylaw.cjs       the command: `hook` at once, everything else by command.cjs
//   hook-*.cjs      what a hook needs beside that, each loaded only where it is needed
//   command.cjs     what runs every other command, by program.cjs; loading-process.cjs runs what reads policies in a process
//                   of its own, deciding-thread.cjs what decides in a thread of a server
//   program.cjs     all of these as one source, which runs with the code that V8 kept of it
//   index.js        the library; disk-worker.cjs the thread of a server that looks at the disk
//   tables-*.txt    the tables of commands, of which each process reads the few lines that it needs
//   tested-policies.txt   which shipped policies pass their tests: see src/host/load/tested-files.ts and tested-policies.mjs
//   build.txt       the version with a digest of the code: what one build keeps is nothing to another
//
// All dependencies are in the bundles, but for the one that has code of the machine in it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommands } from './commands.mjs';
import { bundleHook, bundleHookCommand } from './hook.mjs';
import { noticesOf } from './notices.mjs';
import { root } from './root.mjs';
import { cutTables } from './tables.mjs';

/** @returns {Promise<Record<string, string>>} every file of the build but the types, by its path below the root */
export async function bundle() {
  const tables = await cutTables();
  const [hook, commands] = [await bundleHook(tables), await bundleCommands(tables)];
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // A build only reads what the same build has kept: its checks and its engine belong together.
  const id = `${version}-${digestOf({ ...hook.files, ...commands.files })}`;
  const command = await bundleHookCommand(id);
  const files = {
    ...hook.files,
    ...commands.files,
    ...command.files,
    [tables.file]: tables.text,
    'build.txt': `${id}\n`,
    'THIRD-PARTY-NOTICES.txt': noticesOf([...hook.inputs, ...commands.inputs, ...command.inputs]),
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`dist/${name}`, text]));
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const name of Object.keys(files).sort()) hash.update(`${name}\0${files[name]}\0`);
  return hash.digest('hex').slice(0, 16);
}
