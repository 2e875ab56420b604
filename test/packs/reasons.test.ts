/** Of several rules that deny a call, the one that says best what is wrong gives the answer. */
import { expect, test } from 'vitest';
import { decide } from './decide.ts';

test.each([
  ['chmod -R 777 /', 'files.change-all-permissions'],
  ['sudo chown -R me /etc', 'files.change-all-permissions'],
  ['chmod -R 755 ~', 'files.change-all-permissions'],
  ['chmod -R 755 ../other', 'files.change-system-permissions'],
  ['rm -rf ~', 'files.delete-everything'],
  ['rm -rf ~/*', 'files.delete-everything'],
  ['rm -rf /', 'files.delete-everything'],
  ['sudo rm -rf /etc', 'files.delete-everything'],
  ['rm -rf .', 'files.delete-workspace'],
  ['rm -rf ../other', 'files.delete-outside'],
  ['rm -rf ~/.claude', 'self-protection.change-guards'],
  ['dd if=/dev/zero of=/dev/sda', 'files.overwrite-device'],
])('%s', (command, code) => {
  expect(decide(command).code).toBe(`io.bylaw.${code}`);
});
