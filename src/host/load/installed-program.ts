/**
 * The program of an installed bylaw: all commands but the hook, and what reads policies for others. It is one source, which
 * a small file beside it runs with the code that V8 made of it in an earlier process: to compile it takes longer than
 * most commands do.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getHeapCodeStatistics } from 'node:v8';
import { Script } from 'node:vm';
import { readCode, writeCode } from '../machine/kept-code.ts';
import { optimizeLate } from '../machine/optimize-late.ts';
import { isCacheOff } from '../policy-cache/cache-switch.ts';

/** Set when the bundle is built: changes with every build. */
declare const BYLAW_BUILD: string;

export interface ProgramUse {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the process ends soon. */
  readonly isShort: boolean;
  /** Whether kept code may run. Anyone who can write the files of this user may have put it there. */
  readonly mayKeep: boolean;
}

export interface InstalledProgram<Parts> {
  readonly parts: Parts;
  /** Keeps what V8 has compiled by now, where that is much more than was kept. */
  keep(): void;
}

/** As much code, in octets, is compiled anew by a process to which all that it needs was kept. */
const little = 256 * 1024;

/** Call it before anything else is loaded that takes long. Throws where the installation is broken. */
export function installedProgram<Parts>({ env, isShort, mayKeep }: ProgramUse): InstalledProgram<Parts> {
  // Compiled code is kept for one set of flags.
  if (isShort) optimizeLate();
  const file = join(__dirname, 'program.cjs');
  const key = { name: isShort ? 'late-program' : 'program', build: BYLAW_BUILD, env, sumOf } as const;
  const keeps = mayKeep && !isCacheOff(env);
  const code = keeps ? readCode(key) : undefined;
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(code === undefined ? {} : { cachedData: code }),
  });
  // What was kept is there at once.
  let kept = code !== undefined && script.cachedDataRejected !== true ? compiled() : 0;
  const holder: { exports: unknown } = { exports: {} };
  // The source is a function that is called with these: see scripts/build/commands.mjs.
  script.runInThisContext()(holder.exports, require, holder, __dirname, pathToFileURL(file).href);
  return {
    parts: holder.exports as Parts,
    keep() {
      if (!keeps || compiled() - kept < little) return;
      writeCode(key, script.createCachedData());
      kept = compiled();
    },
  };
}

/** Most commands load this module of Node anyway, and of so many octets it is the fastest. */
const sumOf = (code: Buffer): string => createHash('sha256').update(code).digest('hex').slice(0, 8);

const compiled = (): number => getHeapCodeStatistics().bytecode_and_metadata_size;
