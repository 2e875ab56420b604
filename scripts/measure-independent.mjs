// How the shipped policies answer calls that were written down by people who had not seen the rules: attacks by goal, and
// days of ordinary work (`test/packs/independent/`). Prints the rates, and with `--wrong` each call that is answered otherwise.
//
//   node scripts/measure-independent.mjs [--policies DIR] [--wrong]
import { join } from 'node:path';
import { importSource, root } from './import-source.mjs';
import { readOptions } from './read-options.mjs';

const options = readOptions(import.meta.url, {
  policies: { type: 'string', default: 'policies' },
  wrong: { type: 'boolean', default: false },
});
const { loadPolicies, answersOf } = await importSource(`
  export { loadPolicies } from './src/host/load/load.ts';
  export { answersOf } from './test/packs/independent-lists.ts';
`);
const { program } = loadPolicies([options.policies], root);
const answers = answersOf(program, join(root, 'test/packs/independent'));

const groups = new Map();
for (const answer of answers) {
  const { list, group, isBad, line, code, unsure } = answer;
  if (options.wrong && (code !== undefined) !== isBad)
    console.log(`${code ?? 'passes'}  ${line.slice(0, 200)}`);
  const key = `${list.padEnd(7)} ${isBad ? 'bad ' : 'good'}  ${group}`;
  const of = groups.get(key) ?? { calls: 0, denied: 0, unsure: 0 };
  of.calls++;
  if (code !== undefined) of.denied++;
  else if (unsure.length > 0) of.unsure++;
  groups.set(key, of);
}
for (const [key, { calls, denied, unsure }] of groups) {
  const share = ((100 * denied) / calls).toFixed(1);
  console.log(`${key.padEnd(30)} ${calls} calls, ${denied} denied (${share} %), ${unsure} unsure`);
}
