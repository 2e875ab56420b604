// Holds the formatter to its laws (test/language/format/laws.ts): on generated trees, which must be read back as they
// were, and on as many of their texts laid out anyhow, with comments in any place. What breaks one is printed, and the
// exit code is 1.
//
//   node scripts/format-trees.mjs [COUNT [SEED]]     10,000 of each and seed 1 if nothing is said
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isInteger(count) || !Number.isInteger(seed) || count < 1) {
  console.error('usage: node scripts/format-trees.mjs [COUNT [SEED]]');
  process.exit(3);
}

const { outputFiles } = await build({
  stdin: {
    contents: `
      export * from './test/language/format/laws.ts';
      export { laidOutAnyhow } from './test/language/format/laid-out-anyhow.ts';
      export { loosePolicy } from './test/reference/loose-policy.ts';
      export { formatPolicy } from './src/language/format/format.ts';
      export { sample } from 'fast-check';`,
    resolveDir: root,
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { formatPolicy, keepsWhatItSays, laidOutAnyhow, loosePolicy, readsBack, sample } = await import(
  `data:text/javascript;base64,${code}`
);

let broken = 0;
let characters = 0;
let comments = 0;
const texts = laidOutAnyhow(loosePolicy.map(formatPolicy));

function hold(law, given) {
  try {
    law(given);
  } catch (error) {
    broken++;
    console.log(
      `${error.stack}\n${typeof given === 'string' ? JSON.stringify(given) : formatPolicy(given)}\n`,
    );
  }
}

const batch = 500;
for (let done = 0; done < count; done += batch) {
  const some = { numRuns: Math.min(batch, count - done), seed: seed + done };
  for (const policy of sample(loosePolicy, some)) hold(readsBack, policy);
  for (const text of sample(texts, some)) {
    characters += text.length;
    comments += text.split('#').length - 1;
    hold(keepsWhatItSays, text);
  }
  if (process.stdout.isTTY) process.stdout.write(`\r${Math.min(done + batch, count)} of ${count}`);
}
if (process.stdout.isTTY) process.stdout.write('\r');

const number = (value) => value.toLocaleString('en-US');
console.log(
  `${number(count)} trees and ${number(count)} texts (${number(characters)} characters, some ${number(comments)} comments): ` +
    `${number(broken)} broke a law`,
);
process.exitCode = broken === 0 ? 0 : 1;
