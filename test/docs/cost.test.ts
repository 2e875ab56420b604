/** The examples of docs/cost.md, run as they are printed. `UPDATE=1` prints them anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mostBindings } from '../../src/compile/candidate.ts';
import { mostEffects } from '../../src/facts/record/ledger.ts';
import { budgetFigures } from '../../src/host/policy-files/over-budget.ts';
import { mostKeys } from '../../src/rule-index/required-keys.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { bylaw, withFolder } from '../cli/command.ts';

const path = 'docs/cost.md';
const page = readFileSync(path, 'utf8');

test('every command prints what the page says', async () => {
  const [, policy = ''] = /^```policy\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const blocks = [...page.matchAll(/^```console\n\$ bylaw (.*)\n([\s\S]*?)^```$/gm)];
  expect(blocks).toHaveLength(2);
  await withFolder({ 'policies/dev.policy': policy }, async (cwd) => {
    let printed = page;
    for (const [block, line = ''] of blocks) {
      const { stdout, stderr } = await bylaw(line.split(' '), { cwd });
      printed = printed.replace(block, () => `\`\`\`console\n$ bylaw ${line}\n${stdout}${stderr}\`\`\``);
    }
    if (process.env.UPDATE === '1') writeFileSync(path, printed);
    else expect(printed).toBe(page);
  });
});

test('its bounds, figures and reasons are those of the source', () => {
  const shown = (count: number): string => count.toLocaleString('en-US');
  expect(page).toContain(`${shown(mostEffects)}; a call that does more`);
  expect(page).toContain(`${shown(mostBindings)}; beyond them`);
  expect(page).toContain(`(more than ${shown(mostKeys)})`);
  expect(page).toContain(`${defaultLimits.maxLineBytes / 1024 / 1024} MiB, the longest line`);
  for (const figure of budgetFigures) expect(page).toMatch(new RegExp(`^\\| \`${figure}\` `, 'm'));
  const source = readFileSync('src/cost/why-always-asked.ts', 'utf8');
  const [, union = ''] = /export type AlwaysAskedReason =([\s\S]*?);/.exec(source) ?? [];
  const reasons = [...union.matchAll(/'([a-z-]+)'/g)].map(([, reason]) => reason);
  const listed = [...page.slice(page.indexOf('| reason in')).matchAll(/^\| `([a-z-]+)` +\|/gm)];
  const known = new Set<string | undefined>(budgetFigures);
  const table = listed.map(([, name]) => name).filter((name) => !known.has(name));
  expect(table.filter((name) => reasons.includes(name)).sort()).toEqual([...reasons].sort());
});
