/** Tests that have passed are not run again, and nothing else counts as having passed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPolicies, obstacles } from '../../../src/host/load/load.ts';
import { isError } from '../../../src/language/diagnostic.ts';
import { withFolder } from '../../cli/command.ts';

/** A text that no other test of this process has loaded, so that none of its tests has passed. */
let texts = 0;
const fresh = (text: string): string => `# ${process.pid} ${++texts}\n${text}`;

const rule = (policy: string, condition: string, tests: string, imported = ''): string =>
  fresh(
    `policy local.${policy}\n${imported}deny it\n  when ${condition}\n  reason "No."\n  test\n    ${tests}\n`,
  );

const a = rule('a', 'runs "left"', 'denies "left"');
const listed = rule('b', 'runs @programs', 'denies "right"', 'import "lists/programs.policy"\n');
const list = fresh('policy local.programs\nlist programs = commands "right"\n');
const files = { 'a.policy': a, 'b.policy': listed, 'lists/programs.policy': list };

/** Of which rules tests were run. */
function ran(folder: string): readonly string[] {
  const { diagnostics, tests } = loadPolicies(['.'], folder);
  expect(diagnostics.filter(isError)).toEqual([]);
  return tests.map(({ code, passed }) => `${code}${passed ? '' : ' fails'}`);
}

test('are not run again, wherever the files lie', async () => {
  await withFolder(files, async (folder) => {
    expect(ran(folder)).toEqual(['local.a.it', 'local.b.it']);
    expect(ran(folder)).toEqual([]);
  });
  const copied = Object.entries(files).map(([path, text]) => [`packs/${path}`, text]);
  await withFolder(Object.fromEntries(copied), async (folder) => expect(ran(folder)).toEqual([]));
});

test('are run where an octet of the file, or of what it imports, is another', async () => {
  await withFolder(files, async (folder) => {
    ran(folder);
    writeFileSync(join(folder, 'a.policy'), `${a}#`);
    expect(ran(folder)).toEqual(['local.a.it']);
    writeFileSync(join(folder, 'lists/programs.policy'), list.replace('right', 'up'));
    expect(ran(folder)).toEqual(['local.b.it fails']);
    writeFileSync(join(folder, 'lists/programs.policy'), list);
    expect(ran(folder)).toEqual([]);
  });
});

test('are run where an import of an import is another', async () => {
  const inner = fresh('policy local.inner\nlist inner = commands "down"\n');
  const outer = fresh('policy local.outer\nimport "inner.policy"\nlist programs = commands @inner\n');
  const user = rule('user', 'runs @programs', 'denies "down"', 'import "outer.policy"\n');
  await withFolder({ 'inner.policy': inner, 'outer.policy': outer, 'user.policy': user }, async (folder) => {
    expect(ran(folder)).toEqual(['local.user.it']);
    writeFileSync(join(folder, 'inner.policy'), inner.replace('down', 'up'));
    expect(ran(folder)).toEqual(['local.user.it fails']);
  });
});

test('are run where another file says what a command is', async () => {
  await withFolder({ 'a.policy': a }, async (folder) => {
    ran(folder);
    writeFileSync(join(folder, 'tables.policy'), fresh('policy local.tables\nalias left = right\n'));
    expect(ran(folder)).toEqual(['local.a.it fails']);
  });
});

test('that fail do so each time', async () => {
  const failing = rule('failing', 'runs "left"', 'denies "right"');
  await withFolder({ 'a.policy': failing }, async (folder) => {
    for (let time = 0; time < 3; time++)
      expect(obstacles(loadPolicies(['.'], folder)).map(({ code }) => code)).toEqual(['failing-test']);
  });
});

test('of recorded events are run each time', async () => {
  const event = { id: 'e', tool: { name: 'Bash', kind: 'shell', input: { command: 'left' } } };
  const recorded = rule('recorded', 'runs "left"', 'denies event "left.json"');
  await withFolder({ 'a.policy': recorded, 'left.json': JSON.stringify(event) }, async (folder) => {
    expect(ran(folder)).toEqual(['local.recorded.it']);
    event.tool.input.command = 'right';
    writeFileSync(join(folder, 'left.json'), JSON.stringify(event));
    expect(ran(folder)).toEqual(['local.recorded.it fails']);
  });
});

test('of several calls, which ask all rules, are run each time', async () => {
  const steps = '    "right" succeeds\n    "left" denied\n';
  const scenario = `${rule('scenario', 'runs "left"', 'denies "left"')}  scenario "one by one"\n${steps}`;
  await withFolder({ 'a.policy': scenario }, async (folder) => {
    expect(ran(folder)).toHaveLength(3);
    expect(ran(folder)).toHaveLength(2);
  });
});

test('count as passed by no file among the policies', async () => {
  const failing = rule('failing', 'runs "left"', 'denies "right"');
  await withFolder(
    { 'a.policy': failing, 'tested-policies.txt': '', 'dist/tested-policies.txt': '' },
    async (folder) => expect(ran(folder)).toEqual(['local.failing.it fails']),
  );
});
