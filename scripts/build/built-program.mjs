// The program that was built, as it is now.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { root } from './root.mjs';

/** @returns {typeof import('../../src/cli/parts.ts')} its parts */
export function builtProgram() {
  const file = join(root, 'dist', 'program.cjs');
  const holder = { exports: /** @type {any} */ ({}) };
  const source = new Script(readFileSync(file, 'latin1'), { filename: file });
  const url = pathToFileURL(file).href;
  source.runInThisContext()(holder.exports, createRequire(url), holder, dirname(file), url);
  return holder.exports;
}
