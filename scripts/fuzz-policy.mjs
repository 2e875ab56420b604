// Throws texts at the parser and the checker, and counts what they say. Any text that breaks a law
// (test/check/arbitrary-text.ts) is printed, and the exit code is 1.
//
//   node scripts/fuzz-policy.mjs [COUNT [SEED]]     100,000 texts and seed 1 if nothing is said
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isInteger(count) || !Number.isInteger(seed) || count < 1) {
  console.error('usage: node scripts/fuzz-policy.mjs [COUNT [SEED]]');
  process.exit(3);
}

const { outputFiles } = await build({
  stdin: {
    contents: "export * from './test/check/arbitrary-text.ts'; export { sample } from 'fast-check';",
    resolveDir: root,
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { anyPolicyText, obeysLaws, sample } = await import(`data:text/javascript;base64,${code}`);

const policies = join(root, 'policies');
const examples = readdirSync(policies, { recursive: true })
  .filter((name) => name.endsWith('.policy') && !name.endsWith('.tests.policy'))
  .map((name) => readFileSync(join(policies, name), 'utf8'));

const codes = new Map();
const counts = { good: 0, warned: 0, bad: 0, broken: 0, characters: 0 };
const batch = 1000;
for (let done = 0; done < count; done += batch) {
  const texts = sample(anyPolicyText(examples), {
    numRuns: Math.min(batch, count - done),
    seed: seed + done,
  });
  for (const text of texts) {
    counts.characters += text.length;
    try {
      const outcome = obeysLaws(text);
      if (outcome.errors > 0) counts.bad++;
      else if (outcome.warnings > 0) counts.warned++;
      else counts.good++;
      for (const each of outcome.codes) codes.set(each, (codes.get(each) ?? 0) + 1);
    } catch (error) {
      counts.broken++;
      console.log(`${error.stack}\n${JSON.stringify(text)}\n`);
    }
  }
  if (process.stdout.isTTY) process.stdout.write(`\r${Math.min(done + batch, count)} of ${count}`);
}
if (process.stdout.isTTY) process.stdout.write('\r');

console.log(`${count} texts, ${counts.characters} characters, seed ${seed}`);
console.log(`${counts.good} good, ${counts.warned} with warnings only, ${counts.bad} with errors`);
for (const [each, times] of [...codes].sort((a, b) => b[1] - a[1]))
  console.log(`${String(times).padStart(8)}  ${each}`);
console.log(counts.broken === 0 ? 'every law held' : `${counts.broken} texts broke a law`);
process.exitCode = counts.broken === 0 ? 0 : 1;
