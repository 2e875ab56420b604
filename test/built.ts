/**
 * What runs before tests of the built command. A build that is older than its sources would be tested in their place:
 * the tests do not run then, and say what to do.
 */
import process from 'node:process';
import { steps } from '../scripts/build/steps.mjs';
import { outOfDate, strangers } from '../scripts/build/up-to-date.mjs';

export default function setup(): void {
  const names = [...outOfDate(steps), ...strangers()];
  if (names.length === 0) return;
  // An error would be shown with the code around it, which vitest cannot read here.
  console.error(`the build in dist/ is not of these sources (${names.join(', ')}): run \`npm run build\``);
  process.exit(1);
}
