// What the policies say to calls whose answer rests on files: without a disk, with one that has nothing on it, and with the
// tree of files that each call would have found. The calls are lines of a corpus; which of them, and on which tree, is in
// `test/corpora/commands.txt`, and the trees are in `test/corpora/trees`.
//
//   node scripts/measure-fixtures.mjs [--policies DIR] [--corpora DIR] [--unsure] [--changed]
//
//   --unsure    each call that is unsure with its tree, with the rules and why
//   --changed   each call that is denied or unsure in one of the three ways, and in which
//
// Of a tree: `home DIR`; `--- PATH` with the text of a file below it; `text PATH …`, a file with one plain line;
// `binary PATH …`, a program; `folder PATH …`; `link PATH -> TARGET`; `X=DIR` for a `$X` in what follows; `a{b,c}` is
// `ab` and `ac`. The trees are laid in a throw-away folder, and looked at there.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { eventOf, share } from './corpora.mjs';
import { importSource, root } from './import-source.mjs';
import { readOptions } from './read-options.mjs';

const options = readOptions(import.meta.url, {
  policies: { type: 'string', default: join(root, 'policies') },
  corpora: { type: 'string', default: join(root, '..', 'shared', 'corpora') },
  unsure: { type: 'boolean', default: false },
  changed: { type: 'boolean', default: false },
});

const { loadPolicies, obstacles, evaluate, derive, writtenDisk, openDisk } = await importSource(`
  export { loadPolicies, obstacles } from './src/host/load/load.ts';
  export { evaluate } from './src/engine/evaluate.ts';
  export { derive } from './src/facts/facts.ts';
  export { writtenDisk } from './src/facts/disk/written-disk.ts';
  export { openDisk } from './src/host/disk/disk.ts';
`);

const corpus = join(options.corpora, 'real-agents.jsonl');
if (!existsSync(corpus)) {
  console.log(`there is no file ${corpus}: nothing to measure`);
  process.exit(0);
}
const loaded = loadPolicies([resolve(options.policies)], root);
const { program } = loaded;
if (program === undefined || obstacles(loaded).length > 0) process.exit(2);

const lines = new Map(
  readFileSync(corpus, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
    .map((line) => [line.id, line]),
);
const ways = ['without', 'empty', 'fixture'];
const titles = { without: 'without a disk', empty: 'with an empty one', fixture: 'with the tree' };
const place = join(root, 'test', 'corpora');
const folder = mkdtempSync(join(tmpdir(), 'bylaw-fixtures-'));
try {
  measure();
} finally {
  rmSync(folder, { recursive: true });
}

function measure() {
  const calls = readCalls();
  const trees = new Map([...new Set(calls.map(({ tree }) => tree))].map((tree) => [tree, lay(tree)]));
  const results = calls.map(({ id, tree, cwd }) => {
    const { home, project, disk } = trees.get(tree);
    const event = eventOf(lines.get(id), cwd, project);
    const judge = (looked) => evaluate(program, derive(event, undefined, undefined, { disk: looked }));
    return {
      line: lines.get(id),
      without: judge(undefined),
      empty: judge(writtenDisk(new Map(), home)),
      fixture: judge(disk),
    };
  });
  console.log(`${results.length} calls on ${trees.size} trees`);
  for (const way of ways) {
    const denied = results.filter((each) => each[way].effect === 'deny');
    const unsure = results.filter((each) => each[way].unsure.length > 0);
    console.log(
      `${titles[way].padEnd(18)} denied ${share(denied, results)}   unsure ${share(unsure, results)}`,
    );
  }
  if (options.unsure) for (const each of results) showUnsure(each);
  if (options.changed) for (const each of results) showChanged(each);
}

function showUnsure({ line, fixture: { unsure } }) {
  if (unsure.length === 0) return;
  const why = unsure.flatMap(({ unknowns }) => unknowns.map(({ cause, detail }) => detail ?? cause));
  console.log(`  unsure by ${unsure.length} rules: ${line.id} ${show(line)}`);
  for (const each of new Set(why)) console.log(`    ${each}`);
  if (unsure.length <= 3) console.log(`    ${unsure.map(({ code }) => code).join(', ')}`);
}

function showChanged(result) {
  const answers = ways.map((way) =>
    result[way].effect === 'deny'
      ? `deny ${result[way].code}`
      : result[way].unsure.length > 0
        ? 'unsure'
        : 'no',
  );
  if (answers.some((answer) => answer !== 'no'))
    console.log(`  ${answers.join(' | ')}: ${result.line.id} ${show(result.line)}`);
}

function show({ input }) {
  return JSON.stringify(input.command).slice(0, 300);
}

/** `= TREE DIR`, and the calls that are made there. */
function readCalls() {
  const calls = [];
  let at = {};
  for (const line of readFileSync(join(place, 'commands.txt'), 'utf8').split('\n')) {
    const [, tree, cwd] = /^= (\S+) (\S+)$/.exec(line) ?? [];
    if (tree !== undefined) at = { tree, cwd };
    else if (lines.has(line)) calls.push({ id: line, ...at });
    else if (line !== '' && !line.startsWith('#')) throw new Error(`no line of the corpus: ${line}`);
  }
  return calls;
}

/** Lays a tree in the throw-away folder. */
function lay(name) {
  const top = join(folder, name);
  const variables = new Map();
  const filled = (text) => text.replace(/\$([A-Z])\b/g, (all, each) => variables.get(each) ?? all);
  const put = (path, text) => {
    mkdirSync(dirname(top + path), { recursive: true });
    writeFileSync(top + path, text);
  };
  let home;
  let file;
  let text = [];
  const close = () => {
    if (file !== undefined) put(file, `${text.join('\n').trimEnd()}\n`);
    file = undefined;
    text = [];
  };
  const keyword = /^(?:home|text|binary|folder|link) \S*[/$]|^[A-Z]=\/|^--- |^# [A-Z].*\.$/;
  for (const line of readFileSync(join(place, 'trees', `${name}.txt`), 'utf8').split('\n')) {
    if (file !== undefined && !keyword.test(line)) {
      text.push(line);
      continue;
    }
    close();
    const [, word, rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    const paths = filled(rest).split(' ').flatMap(braces);
    if (word === '---') file = filled(rest);
    else if (word === 'home') home = rest;
    else if (word === 'text') for (const path of paths) put(path, 'plain\n');
    else if (word === 'binary')
      for (const path of paths) put(path, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]));
    else if (word === 'folder') for (const path of paths) mkdirSync(top + path, { recursive: true });
    else if (word === 'link') {
      const [from, to] = filled(rest).split(' -> ');
      mkdirSync(dirname(top + from), { recursive: true });
      symlinkSync(to, top + from);
    } else if (/^[A-Z]=/.test(line)) variables.set(line[0], line.slice(2));
  }
  close();
  // The project is the first repository of the tree.
  return { home, project: variables.get('G') ?? variables.get('M'), disk: diskAt(top, home) };
}

/** `a{b,c}` is `ab` and `ac`. */
function braces(word) {
  const [, start, list, end] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(word) ?? [];
  return list === undefined ? [word] : list.split(',').map((each) => start + each + end);
}

/** The disk of this machine, with a folder as its root. */
function diskAt(top, home) {
  const disk = openDisk();
  return {
    home,
    entry: (path) => disk.entry(top + path),
    names: (path) => disk.names(top + path),
    text: (path) => disk.text(top + path),
  };
}
