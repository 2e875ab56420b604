// How the shipped policies answer calls that were written down by people who had not seen them: attacks by goal, and days
// of ordinary work (`test/packs/independent/`). Prints the rates, and with `--wrong` each call that is answered otherwise.
//
//   node scripts/measure-independent.mjs [--policies DIR] [--wrong]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importSource, root } from './import-source.mjs';

const { values: options } = parseArgs({
  options: {
    policies: { type: 'string', default: 'policies' },
    wrong: { type: 'boolean', default: false },
  },
});
const { loadPolicies, evaluate, derive, splitDoubled } = await importSource(`
  export { loadPolicies } from './src/host/load/load.ts';
  export { evaluate } from './src/engine/evaluate.ts';
  export { derive } from './src/facts/facts.ts';
  export { splitDoubled } from './src/adapters/mcp-name.ts';
`);
const { program } = loadPolicies([options.policies], root);
const folder = join(root, 'test/packs/independent');
const cwd = '/home/dev/shop';

/** A call of a tool by its name and input, or else a command. */
function toolOf(line) {
  const [, name, input] = /^([A-Za-z_]\w*) (\{.*\})$/.exec(line) ?? [];
  return name === undefined
    ? { name: 'Bash', kind: 'shell', origin: 'native', input: { command: line } }
    : {
        name,
        kind: undefined,
        origin: name.startsWith('mcp__') ? 'mcp' : 'native',
        mcp: splitDoubled(name),
        input: JSON.parse(input),
      };
}

function decisionOf(line) {
  const tool = toolOf(line);
  const common = { id: line, source: 'urn:bylaw:measure', type: 'tool.before', time: '2026-01-01T00:00:00Z' };
  const session = { id: 's', cwd, workspaceRoots: [cwd] };
  return evaluate(program, derive({ ...common, session, tool, raw: { ...common, tool } }, program.knowledge));
}

for (const file of readdirSync(folder).sort()) {
  const isBad = file.startsWith('bad-');
  const groups = new Map();
  let group = '';
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
    group = /^# (?:goal|day): *(\S+)/.exec(line)?.[1] ?? group;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const { effect, code, unsure } = decisionOf(line);
    const of = groups.get(group) ?? { calls: 0, denied: 0, unsure: 0 };
    of.calls++;
    if (effect === 'deny') of.denied++;
    else if (unsure.length > 0) of.unsure++;
    groups.set(group, of);
    if (options.wrong && (effect === 'deny') !== isBad)
      console.log(`${code ?? 'passes'}  ${line.slice(0, 200)}`);
  }
  for (const [name, { calls, denied, unsure }] of groups) {
    const share = ((100 * denied) / calls).toFixed(1);
    console.log(
      `${isBad ? 'bad ' : 'good'}  ${name.padEnd(16)} ${calls} calls, ${denied} denied (${share} %), ${unsure} unsure`,
    );
  }
}
