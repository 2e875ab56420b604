// bylaw as it would be if it did not record which clauses decided: a copy of the build in which that one line is
// changed. What recording costs is what bylaw takes longer than this.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deriveFor } from '../../dist/compile/program.js';
import { eventOf, programOf } from '../bylaw-program.mjs';
import { ruleOfCode } from '../workloads.mjs';

export const title = 'bylaw, clauses not recorded';

const recording = 'const clauses = unknowns.length === 0 ? decidingClauses(rule) : none;';
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = mkdtempSync(join(tmpdir(), 'bylaw-unrecorded-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
cpSync(join(root, 'package.json'), join(folder, 'package.json'));
const file = join(folder, 'dist', 'engine', 'evaluate.js');
const text = readFileSync(file, 'utf8');
if (!text.includes(recording)) throw new Error(`${title}: the line that records is not what it was`);
writeFileSync(file, text.replace(recording, 'const clauses = none;'));
const { evaluate } = await import(pathToFileURL(file).href);

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare(workload) {
  const program = programOf(workload);
  return {
    ask: ({ sent }) => eventOf(sent),
    decide: (event) => ruleOfCode(evaluate(program, deriveFor(program, event)).code),
  };
}
