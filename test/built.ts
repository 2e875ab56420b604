/**
 * Runs before tests of the built command. If the build is older than its sources, the tests do not run, and
 * say what to do.
 */
import process from 'node:process';
import { steps } from '../scripts/build/steps.mjs';
import { outOfDate, unknownFiles } from '../scripts/build/up-to-date.mjs';

export default function setup(): void {
  const names = [...outOfDate(steps), ...unknownFiles()];
  if (names.length === 0) return;
  // An error would be shown with the code around it, which vitest cannot read here.
  console.error(`the build in dist/ is not of these sources (${names.join(', ')}): run \`npm run build\``);
  process.exit(1);
}
