// What the policies say to commands and tool calls that other people wrote down: how many they deny, by
// which rules, and where they disagree with what the line expects.
//
//   node scripts/measure-corpora.mjs [--policies DIR] [--corpora DIR] [--file NAME] [--list] [--denied] [--unsure] [--variants] [--empty-disk]
//
//   --policies DIR  the policies, `policies` if nothing is said
//   --corpora DIR   where the `*.jsonl` are: `../shared/corpora` if nothing is said
//   --file NAME     only files whose name has NAME in it
//   --list          each disagreement with the line's `expect`, with the code that denied
//   --denied        each line that is denied and expects nothing
//   --unsure        each line of which a rule is unsure, with the rules and why
//   --empty-disk    with a look at a disk that has nothing on it, as a hook has where no file is
//   --variants      spell the denied simple commands in all ways, and say which spellings are denied no more;
//                   and mention them in all ways, and say which mentions are denied
//
// A line: `{ id, source, tool_kind, tool_name, input, cwd?, expect?, category? }`. A line without `cwd` is taken to
// be made at the root of the project that its source is about, as far as the paths in the same repository tell:
// the folder named like the repository that most absolute paths are below; else `/home/user/project`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { eventOf, percent, share } from './corpora.mjs';
import { importSource, root } from './import-source.mjs';
import { readOptions } from './read-options.mjs';
import { median, percentile } from './statistics.mjs';

const options = readOptions(import.meta.url, {
  policies: { type: 'string', default: join(root, 'policies') },
  corpora: { type: 'string', default: join(root, '..', 'shared', 'corpora') },
  file: { type: 'string', default: '' },
  list: { type: 'boolean', default: false },
  denied: { type: 'boolean', default: false },
  unsure: { type: 'boolean', default: false },
  variants: { type: 'boolean', default: false },
  'empty-disk': { type: 'boolean', default: false },
});

const { loadPolicies, obstacles, evaluate, derive, renderDiagnostic, spellings, mentions, writtenDisk } =
  await importSource(`
  export { loadPolicies, obstacles } from './src/host/load/load.ts';
  export { evaluate } from './src/engine/evaluate.ts';
  export { derive } from './src/facts/facts.ts';
  export { renderDiagnostic } from './src/language/render.ts';
  export { writtenDisk } from './src/facts/disk/written-disk.ts';
  export { spellings } from './test/variants/spellings.ts';
  export { mentions } from './test/variants/mentions.ts';
`);

if (!existsSync(options.corpora)) {
  console.log(`there is no folder ${options.corpora}: nothing to measure`);
  process.exit(0);
}
const loaded = loadPolicies([resolve(options.policies)], root);
const problems = obstacles(loaded);
for (const problem of problems.slice(0, 5)) console.error(renderDiagnostic(problem, loaded.lookup));
if (problems.length > 0)
  console.error(`${problems.length} problems of the policies: what follows may be wrong\n`);
const { program } = loaded;
if (program === undefined) process.exit(2);

const disk = options['empty-disk'] ? writtenDisk(new Map(), '/home/user') : undefined;
const defaultRoot = '/home/user/project';
const names = readdirSync(options.corpora)
  .filter((name) => name.endsWith('.jsonl') && name.includes(options.file))
  .sort();
for (const name of names) measure(name);

function measure(name) {
  const lines = readFileSync(join(options.corpora, name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
  const roots = projectRoots(lines);
  const results = lines.map((line) => judge(line, line.cwd ?? roots.get(repositoryOf(line)) ?? defaultRoot));
  const denied = results.filter(({ decision }) => decision.effect === 'deny');
  const unsure = results.filter(({ decision }) => decision.unsure.length > 0);
  const opaque = results.filter(({ unknowns }) => unknowns > 0);
  const faults = results.filter(({ decision }) => decision.faults.length > 0);
  console.log(`\n=== ${name}: ${lines.length} calls`);
  console.log(
    `denied ${share(denied, results)}   unsure ${share(unsure, results)}   with unknown parts ${share(opaque, results)}`,
  );
  const watched = results.filter(({ decision }) => decision.watched.length > 0);
  console.log(`watched ${share(watched, results)}   faults ${faults.length}`);
  for (const { line, decision } of faults.slice(0, 5))
    console.log(`  fault ${decision.faults[0].code}: ${decision.faults[0].message}: ${show(line)}`);
  for (const [place, of] of [...roots].slice(0, 10)) console.log(`root of ${place}: ${of}`);
  table('by pack', denied, ({ decision }) => packOf(decision.code));
  table('by rule', denied, ({ decision }) => decision.code);
  table('unsure by rule', unsure, ({ decision }) => decision.unsure.map(({ code }) => code));
  table('watched by rule', watched, ({ decision }) => decision.watched.map(({ code }) => code));
  const judged = results.filter(({ line }) => line.expect !== undefined);
  if (judged.length > 0) agreement(judged);
  if (options.denied) {
    for (const { line, decision } of denied.filter((each) => each.line.expect === undefined))
      console.log(`  denied by ${decision.code}: ${show(line)}`);
  }
  if (options.unsure) for (const each of unsure) showUnsure(each);
  times(results);
  if (options.variants) variants(denied.filter(({ line }) => line.expect === 'deny'));
}

function showUnsure({ line, decision }) {
  console.log(`  unsure: ${show(line)}`);
  for (const { code, objects, unknowns } of decision.unsure) {
    const why = unknowns.map(({ field, cause, detail }) => `${field}: ${detail ?? cause}`);
    console.log(
      `    ${code.replace('io.bylaw.', '')}  ${objects.join(', ')}  ${[...new Set(why)].join('; ')}`,
    );
  }
}

function judge(line, cwd) {
  const event = eventOf(line, cwd, cwd);
  const start = performance.now();
  const facts = derive(event, undefined, undefined, { disk });
  const decision = evaluate(program, facts);
  const time = performance.now() - start;
  return { line, cwd, decision, time, unknowns: facts.effects?.unknowns.length ?? 0 };
}

function repositoryOf({ source = '' }) {
  return source.split(':')[0];
}

/** For each repository, the folder of its name that most absolute paths in its lines are below. */
function projectRoots(lines) {
  const votes = new Map();
  for (const line of lines) {
    const repository = repositoryOf(line);
    const project = basename(repository);
    if (project === '') continue;
    const texts = Object.values(line.input).filter((value) => typeof value === 'string');
    for (const text of texts) {
      for (const [path] of text.matchAll(
        /(?<![\w.~$:/-])\/(?:Users|home|root|srv|workspace|workspaces|Volumes)\/[\w./@+-]+/g,
      )) {
        const steps = path.split('/');
        const at = steps.indexOf(project);
        if (at < 0) continue;
        const folder = steps.slice(0, at + 1).join('/');
        const of = votes.get(repository) ?? new Map();
        of.set(folder, (of.get(folder) ?? 0) + 1);
        votes.set(repository, of);
      }
    }
  }
  return new Map(
    [...votes].map(([repository, of]) => [repository, [...of].sort((a, b) => b[1] - a[1])[0][0]]),
  );
}

function agreement(judged) {
  for (const expected of ['deny', 'allow']) {
    const those = judged.filter(({ line }) => line.expect === expected);
    const agreed = those.filter(({ decision }) => (decision.effect === 'deny') === (expected === 'deny'));
    console.log(`expected ${expected}: agreed with ${share(agreed, those)}`);
    const categories = groupBy(those, ({ line }) => line.category ?? '-');
    for (const [category, of] of [...categories].sort((a, b) => b[1].length - a[1].length))
      console.log(
        `${share(
          of.filter((each) => agreed.includes(each)),
          of,
        ).padStart(24)}  ${category}`,
      );
    if (!options.list) continue;
    for (const { line, decision } of those.filter((each) => !agreed.includes(each))) {
      const unsure = decision.unsure.map(({ code }) => code).join(', ');
      const by = decision.code ?? (unsure === '' ? 'nothing' : `nothing; unsure: ${unsure}`);
      console.log(`  expected ${expected}, denied by ${by} [${line.category ?? '-'}]: ${show(line)}`);
    }
  }
}

function times(results) {
  const sorted = results.map(({ time }) => time).sort((a, b) => a - b);
  const micro = (value) => `${(value * 1000).toFixed(0)} µs`;
  console.log(
    `time per call: median ${micro(median(sorted))}, p95 ${micro(percentile(sorted, 0.95))}, most ${micro(sorted.at(-1) ?? 0)}`,
  );
  const slowest = [...results].sort((a, b) => b.time - a.time).slice(0, 10);
  for (const { line, time } of slowest)
    console.log(`${micro(time).padStart(12)}  ${show(line).slice(0, 120)}`);
}

/** Every spelling of the denied commands that are simple: which are denied too, by the name of the spelling. */
function variants(denied) {
  const tally = new Map();
  const mentioned = new Map();
  let commands = 0;
  for (const { line, cwd } of denied) {
    const command = line.input.command;
    if (typeof command !== 'string' || command.includes('\n')) continue;
    const all = spellings(command);
    if (all.length === 0) continue;
    commands++;
    for (const { name, text } of all)
      note(tally, name, judge({ ...line, input: { command: text } }, cwd), 'none');
    for (const { name, text } of mentions(command))
      note(mentioned, name, judge({ ...line, input: { command: text } }, cwd), 'deny');
  }
  const total = [...tally.values()].reduce((sum, { all }) => sum + all, 0);
  const survivors = [...tally.values()].reduce((sum, { wrong }) => sum + wrong.length, 0);
  console.log(`\n${commands} denied simple commands in ${total} spellings of ${tally.size} sorts`);
  console.log(`denied in disguise: ${percent(total - survivors, total)} (${survivors} survivors)`);
  report(tally);
  const mentionsTotal = [...mentioned.values()].reduce((sum, { all }) => sum + all, 0);
  const alarms = [...mentioned.values()].reduce((sum, { wrong }) => sum + wrong.length, 0);
  console.log(`mentions denied: ${percent(alarms, mentionsTotal)} (${alarms} of ${mentionsTotal})`);
  report(mentioned);
}

function note(tally, name, result, wrong) {
  const entry = tally.get(name) ?? { all: 0, wrong: [] };
  entry.all++;
  if (result.decision.effect === wrong) entry.wrong.push(result);
  tally.set(name, entry);
}

function report(tally) {
  const wrong = [...tally].filter(([, entry]) => entry.wrong.length > 0);
  for (const [name, { all, wrong: results }] of wrong.sort((a, b) => b[1].wrong.length - a[1].wrong.length)) {
    console.log(`${`${results.length} of ${all}`.padStart(14)}  ${name}`);
    for (const { line, decision } of results.slice(0, options.list ? 5 : 1))
      console.log(`${' '.repeat(16)}${decision.code ?? ''} ${show(line)}`);
  }
}

function table(title, results, keyOf) {
  const counts = new Map();
  for (const result of results)
    for (const key of [keyOf(result)].flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  if (counts.size === 0) return;
  console.log(`${title}:`);
  for (const [key, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(8)}  ${key}`);
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function packOf(code) {
  return code.slice(0, code.lastIndexOf('.'));
}

function show({ input }) {
  return JSON.stringify(input.command ?? input.file_path ?? input.path ?? input.url ?? input).slice(0, 300);
}
