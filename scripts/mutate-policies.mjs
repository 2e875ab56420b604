// No silent no-op: every token of every shipped policy is dropped, and changed, and
// each mutant has to be an error, a new warning, or change the result of a test.
//   npm run build && node scripts/mutate-policies.mjs [--every N [--offset K]] [--list] [FOLDER…]
// `--every N` tries each Nth mutant, from the Kth on; `--list` shows every survivor. Texts for people
// (reasons, hints, titles, tags) decide nothing, and a line of a test that is changed
// is another test: both are counted apart.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { compile } from '../dist/compile/program.js';
import { checkSources } from '../dist/host/load.js';
import { loadTests } from '../dist/host/load-tests.js';
import { readPolicyFiles } from '../dist/host/policy-files.js';
import { parse } from '../dist/language/parse.js';
import { tokensOf } from '../dist/language/scan.js';
import { indexLines } from '../dist/language/source.js';
import { runSuite } from '../dist/scenario/run-suite.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const numberOf = (name, usual) => Number(args.includes(name) ? args[args.indexOf(name) + 1] : usual);
const every = numberOf('--every', 1);
const offset = numberOf('--offset', 0);
const folders = args.filter(
  (each, at) => !each.startsWith('--') && !['--every', '--offset'].includes(args[at - 1]),
);

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

/** Where texts stand that only people read, and where tests. */
function regionsOf({ path, text }) {
  const { policy } = parse({ path, text });
  const clauses = [...policy.rules, ...policy.limits, ...policy.labels].flatMap((each) => each.clauses);
  const spans = (kinds) => clauses.filter(({ kind }) => kinds.includes(kind)).map(({ span }) => span);
  const titles = policy.headers.flatMap(({ title }) => title?.span ?? []);
  return { people: [...spans(['reason', 'hint', 'tags']), ...titles], tests: spans(['test', 'scenario']) };
}

const isIn = (spans, { start, end }) => spans.some((span) => start >= span.start && end <= span.end);

const totals = { mutants: 0, error: 0, warning: 0, test: 0, survived: 0, people: 0, tests: 0 };
const survivors = [];
/** A profile imports what stands above it, which has had its turn. */
const done = new Set();
for (const folder of folders.length > 0 ? folders : [`${root}policies`, `${root}policies/strict`]) {
  const { sources, tests } = readPolicyFiles([folder], root);
  let tried = 0;
  let count = 0;
  for (const [at, source] of sources.entries()) {
    if (done.has(source.path)) continue;
    done.add(source.path);
    // What a file does shows in the tests of the files that import it as well.
    const involved = closure(sources, source.path);
    const own = sources.filter(({ path }) => involved.has(path));
    const beside = tests.filter(({ path }) => involved.has(path.replace(/\.tests\.policy$/, '.policy')));
    const base = results(own, beside);
    tried += base.tests.size;
    const regions = regionsOf(source);
    const tokens = tokensOf(source.text, { start: 0, end: source.text.length });
    const lines = indexLines(source.text);
    for (const [place, { start, end }] of tokens.entries()) {
      const token = source.text.slice(start, end);
      const instead = changed(token);
      for (const [how, put] of [['dropped', ''], ...(instead === undefined ? [] : [['changed', instead]])]) {
        if (count++ % every !== offset) continue;
        totals.mutants++;
        const apart = ['people', 'tests'].find((kind) => isIn(regions[kind], tokens[place]));
        if (apart !== undefined && how === 'changed') {
          totals[apart]++;
          continue;
        }
        const text = source.text.slice(0, start) + put + source.text.slice(end);
        const mutant = own.map((each) => (each.path === source.path ? { ...each, text } : each));
        const kind = judge(base, results(mutant, beside));
        const isApart = kind === 'survived' && apart !== undefined;
        totals[isApart ? apart : kind]++;
        if (kind !== 'survived' || isApart) continue;
        const { line } = lines.positionAt(start);
        const shown = source.text.split('\n')[line - 1].trim();
        survivors.push(
          `${source.path}:${line}: \`${token}\` ${how}${put === '' ? '' : ` to \`${put}\``}: ${shown}`,
        );
      }
    }
    process.stderr.write(
      `${at + 1} of ${sources.length} files with ${tried} tests so far: ${totals.mutants} mutants, ${totals.survived} survive\n`,
    );
  }
}

const { mutants, ...parts } = totals;
process.stdout.write(
  `${mutants} mutants: ${parts.error} errors, ${parts.warning} new warnings, ${parts.test} change a test, ` +
    `${parts.people} words for people, ${parts.tests} words of tests, ${parts.survived} survive (${((100 * parts.survived) / mutants).toFixed(2)} %)\n`,
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

function results(sources, beside) {
  const { diagnostics, bundle, policyNames } = checkSources(sources);
  const outside = loadTests({ testFiles: beside, policyNames, bundle });
  const codes = [...diagnostics, ...outside.diagnostics]
    .map(({ code, path, severity }) => `${severity} ${code} ${path}`)
    .sort();
  const tests = new Map();
  if (bundle !== undefined) {
    const program = compile(bundle);
    const none = () => 'no event is recorded';
    for (const { passed } of runSuite(program, outside.tests, none).results) tests.set(tests.size, passed);
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
