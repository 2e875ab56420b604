// No silent no-op: every token of every shipped policy is dropped, and changed, and
// each mutant has to be an error, a new warning, or change the result of a test.
//   npm run build && node scripts/mutate-policies.mjs [--every N] [--list] [FOLDER…]
// `--every N` tries each Nth mutant; `--list` shows every survivor. Texts for people
// (reasons, hints, titles) decide nothing and are counted apart. Exit code 1 where
// more survive than are explained in docs/policies.md.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { compile } from '../dist/compile/program.js';
import { checkSources } from '../dist/host/load.js';
import { readPolicyFiles } from '../dist/host/policy-files.js';
import { tokensOf } from '../dist/language/scan.js';
import { indexLines } from '../dist/language/source.js';
import { runScenarios } from '../dist/scenario/run-scenarios.js';
import { runTests } from '../dist/scenario/run-tests.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const every = Number(args.includes('--every') ? args[args.indexOf('--every') + 1] : 1);
const folders = args.filter((each, at) => !each.startsWith('--') && args[at - 1] !== '--every');

/** Words that a slip of the pen, or of the mind, puts in the place of others. */
const swaps = new Map(
  [
    ['deny', 'watch'],
    ['when', 'unless'],
    ['any', 'every'],
    ['and', 'or'],
    ['denies', 'passes'],
    ['critical', 'low'],
    ['high', 'medium'],
    ['reads', 'writes'],
    ['deletes', 'moves'],
    ['connects', 'sends'],
    ['with', 'without'],
    ['in', 'outside'],
    ['under', 'outside'],
    ['shell', 'fetch'],
    ['file_write', 'file_read'],
    ['certain', 'possible'],
    ['note', 'deny'],
    ['is', 'contains'],
    ['except', 'or'],
    ['workspace', '"/srv"'],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

function changed(token) {
  if (token.startsWith('"')) return `"zz${token.slice(1)}`;
  if (/^\d/.test(token)) return token.replace(/^\d+/, (digits) => String(Number(digits) + 1));
  if (token.startsWith('/') && token.length > 2) return `/zz${token.slice(1)}`;
  if (swaps.has(token)) return swaps.get(token);
  return /^[A-Za-z]/.test(token) ? `zz${token}` : token === ',' ? ' or ' : undefined;
}

/** Texts that only people read, by the word before them. */
const isForPeople = (text, tokens, at) => {
  const before = tokens.slice(Math.max(0, at - 2), at).map(({ start, end }) => text.slice(start, end));
  const own = text.slice(tokens[at].start, tokens[at].end);
  const isText = own.startsWith('"');
  return (
    (isText && ['reason', 'hint', 'scenario'].includes(before.at(-1))) ||
    (isText && before.at(-2) === 'policy') ||
    before.at(-1) === 'tags'
  );
};

const totals = { mutants: 0, error: 0, warning: 0, test: 0, survived: 0, people: 0 };
const survivors = [];
for (const folder of folders.length > 0 ? folders : [`${root}policies`, `${root}policies/strict`]) {
  const { sources } = readPolicyFiles([folder], root);
  const whole = results(sources);
  let count = 0;
  for (const [at, source] of sources.entries()) {
    // What a file does shows in the tests of the files that import it as well.
    const involved = closure(sources, source.path);
    const own = sources.filter(({ path }) => involved.has(path));
    const base = results(own);
    const tokens = tokensOf(source.text, { start: 0, end: source.text.length });
    const lines = indexLines(source.text);
    for (const [place, { start, end }] of tokens.entries()) {
      const token = source.text.slice(start, end);
      const instead = changed(token);
      for (const [how, put] of [['dropped', ''], ...(instead === undefined ? [] : [['changed', instead]])]) {
        if (count++ % every !== 0) continue;
        totals.mutants++;
        if (isForPeople(source.text, tokens, place) && !(how === 'dropped')) {
          totals.people++;
          continue;
        }
        const text = source.text.slice(0, start) + put + source.text.slice(end);
        const mutant = own.map((each) => (each.path === source.path ? { ...each, text } : each));
        const kind = judge(base, results(mutant));
        totals[kind]++;
        if (kind !== 'survived') continue;
        const { line } = lines.positionAt(start);
        const shown = source.text.split('\n')[line - 1].trim();
        survivors.push(
          `${source.path}:${line}: \`${token}\` ${how}${put === '' ? '' : ` to \`${put}\``}: ${shown}`,
        );
      }
    }
    process.stderr.write(
      `${at + 1} of ${sources.length} files of ${whole.tests.size} tests: ${totals.mutants} mutants, ${totals.survived} survive\n`,
    );
  }
}

const { mutants, ...parts } = totals;
process.stdout.write(
  `${mutants} mutants: ${parts.error} errors, ${parts.warning} new warnings, ${parts.test} change a test, ` +
    `${parts.people} words for people, ${parts.survived} survive (${((100 * parts.survived) / mutants).toFixed(2)} %)\n`,
);
for (const each of args.includes('--list') ? survivors : survivors.slice(0, 20))
  process.stdout.write(`${each}\n`);

/** The file, what it imports, and what imports it: with its own imports. */
function closure(sources, path) {
  const imports = new Map(
    sources.map((source) => [
      source.path,
      [...source.text.matchAll(/^import "([^"]+)"/gm)].map(([, target]) =>
        new URL(target, `file:///${source.path}`).pathname.slice(1),
      ),
    ]),
  );
  const users = new Set([path]);
  for (const each of users)
    for (const [other, targets] of imports) if (targets.includes(each)) users.add(other);
  for (const each of users) for (const target of imports.get(each) ?? []) users.add(target);
  return users;
}

function results(sources) {
  const { diagnostics, bundle } = checkSources(sources);
  const codes = diagnostics.map(({ code, path, severity }) => `${severity} ${code} ${path}`).sort();
  const tests = new Map();
  if (bundle !== undefined) {
    const program = compile(bundle);
    const none = () => 'no event is recorded';
    for (const { code, test, passed } of [...runTests(program, none), ...runScenarios(program, none)])
      tests.set(`${code} ${test.title} ${tests.size}`, passed);
  }
  return { diagnostics: codes, tests, isBroken: bundle === undefined };
}

function judge(before, after) {
  if (after.isBroken) return 'error';
  if (after.diagnostics.join() !== before.diagnostics.join()) return 'warning';
  if ([...after.tests.values()].some((passed) => !passed) || after.tests.size !== before.tests.size)
    return 'test';
  return 'survived';
}
