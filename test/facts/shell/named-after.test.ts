/** Written settings run with the program that they are named after, and with no other. */
import { expect, test } from 'vitest';
import { derive } from '../../../src/facts/facts.ts';
import { eventWith } from '../events.ts';

const script = `echo 'require("child_process").execSync("touch ran")' >`;

const runsTouch = (command: string): boolean =>
  derive(
    eventWith({ tool: { name: 'Bash', kind: 'shell', input: { command } }, session: { cwd: '/w/p' } }),
  ).effects.commands.some(({ program }) => program === 'touch');

test.each([
  `${script} docusaurus.config.js; npx docusaurus build`,
  `${script} .storybook/main.ts; start-storybook`,
  `${script} .foorc.cjs; npx foo`,
])('%s', (command) => {
  expect(runsTouch(command)).toBe(true);
});

test.each([
  `${script} docusaurus.config.js; npx prettier x`,
  `${script} docusaurus.config.js; cat docusaurus.config.js`,
  `${script} .storybook/main.ts; npx docusaurus build`,
  `${script} docusaurus.js; npx docusaurus build`,
  `${script} docusaurus.config.json; npx docusaurus build`,
])('not: %s', (command) => {
  expect(runsTouch(command)).toBe(false);
});
