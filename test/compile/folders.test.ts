/**
 * Folders and what is in them, in rules and in calls, beside a slow reference: sets of files of a small tree. A rule
 * never says no where a file is both touched and named, never yes where none is, and an exception excuses only what
 * it names all of.
 */
import fc from 'fast-check';
import { minimatch } from 'minimatch';
import { describe, expect, test } from 'vitest';
import type { CompiledRule } from '../../src/compile/compiled-rule.ts';
import { judgeRule } from '../../src/engine/rule-result.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { derive, type Facts } from '../../src/facts/facts.ts';
import { truthName } from '../../src/pattern/text/truth.ts';
import { eventOf } from '../../src/scenario/call.ts';
import { effort } from '../campaign/effort.ts';
import { ruleOf } from './outcomes.ts';

// ── the tree ──────────────────────────────────────────────────────────────────────────────

const names = ['a', 'b', 'ab', 'c', 'keep.conf', 'k.pem', '.git'];
const below = (folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));
const first = ['/srv', '/tmp'];
const second = below(first);
const third = below(second);
const fourth = below(third);
const tree: readonly string[] = [...first, ...second, ...third, ...fourth, ...below(fourth)];

const isIn = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);
const all = (folder: string): readonly string[] =>
  tree.filter((path) => path === folder || isIn(path, folder));
const inside = (folder: string): readonly string[] => tree.filter((path) => isIn(path, folder));
const only = (path: string): readonly string[] => [path];

const named = new Map<string, ReadonlySet<string>>();

/** The files that a pattern names, by the words of the language: `dir/**` is what is below, not the directory. */
function filesOf(pattern: string): ReadonlySet<string> {
  let files = named.get(pattern);
  if (files === undefined) {
    const glob = pattern.replace(/(?<=.)\/$/, '');
    files = new Set(
      tree.filter(
        (path) =>
          minimatch(path, glob, { dot: true, nonegate: true }) &&
          !(glob.endsWith('/**') && minimatch(path, glob.slice(0, -3), { dot: true })),
      ),
    );
    named.set(pattern, files);
  }
  return files;
}

// ── the calls ─────────────────────────────────────────────────────────────────────────────

type Verb = 'reads' | 'writes' | 'deletes' | 'moves' | 'copies' | 'sends';

interface Operation {
  readonly call: string | { readonly tool: string; readonly input: JsonObject };
  readonly verbs: readonly Verb[];
  readonly touches: (folder: string) => readonly string[];
}

const tool = (name: string, input: JsonObject): Operation['call'] => ({ tool: name, input });
const moving: readonly Verb[] = ['moves', 'deletes', 'reads'];
const copying: readonly Verb[] = ['copies', 'reads'];

const operations: readonly Operation[] = [
  { call: 'rm -r D', verbs: ['deletes'], touches: all },
  { call: 'rm -rf -- D', verbs: ['deletes'], touches: all },
  { call: 'rm -r D/*', verbs: ['deletes'], touches: inside },
  { call: 'find D -delete', verbs: ['deletes'], touches: all },
  { call: 'find D -name "*" -exec rm -rf {} +', verbs: ['deletes'], touches: all },
  { call: 'git clean -fdx D', verbs: ['deletes'], touches: inside },
  { call: 'mv D /home/user/x', verbs: moving, touches: all },
  { call: 'mv -t /home/user/x D', verbs: moving, touches: all },
  { call: 'cp -r D /home/user/x', verbs: copying, touches: all },
  { call: 'cp -a D /home/user/x', verbs: copying, touches: all },
  { call: 'tar czf /home/user/x.tgz D', verbs: ['reads'], touches: all },
  { call: 'tar -C D -cf /home/user/x.tar .', verbs: ['reads'], touches: all },
  { call: 'zip -r /home/user/x.zip D', verbs: ['reads'], touches: all },
  { call: 'rsync -a D /home/user/x', verbs: ['reads'], touches: all },
  { call: 'rsync -a D/ user@host.example:x', verbs: ['reads', 'sends'], touches: all },
  { call: 'scp -r D host.example:x', verbs: ['reads', 'sends'], touches: all },
  { call: 'grep -r x D', verbs: ['reads'], touches: all },
  { call: 'chmod -R 600 D', verbs: ['writes'], touches: all },
  { call: 'git add D', verbs: ['reads'], touches: all },
  { call: 'git rm -r D', verbs: ['deletes'], touches: all },
  { call: 'git mv D /home/user/project/x', verbs: moving, touches: all },
  { call: '7z a /home/user/x.7z D', verbs: ['reads'], touches: all },
  { call: '7z a -sdel /home/user/x.7z D', verbs: ['reads', 'deletes'], touches: all },
  { call: 'zip -rm /home/user/x.zip D', verbs: ['deletes'], touches: all },
  { call: 'tar --remove-files -cf /home/user/x.tar D', verbs: ['reads', 'deletes'], touches: all },
  { call: 'rsync -a --remove-source-files D /home/user/x', verbs: ['deletes'], touches: all },
  { call: 'rsync -a --delete /home/user/x/ D', verbs: ['deletes', 'writes'], touches: inside },
  { call: 'aws s3 sync D s3://bucket', verbs: ['reads', 'sends'], touches: all },
  { call: 'aws s3 cp --recursive D s3://bucket', verbs: ['reads', 'sends'], touches: all },
  { call: 'gsutil -m cp -r D gs://bucket', verbs: ['reads', 'sends'], touches: all },
  { call: 'rclone copy D remote:x', verbs: ['reads'], touches: all },
  { call: 'docker cp D box:/x', verbs: ['reads'], touches: all },
  { call: 'docker build D', verbs: ['reads'], touches: all },
  { call: 'kubectl cp D pod:/x', verbs: ['reads'], touches: all },
  { call: 'trash D', verbs: ['deletes'], touches: all },
  { call: 'npx rimraf D', verbs: ['deletes'], touches: all },
  { call: 'chown -R me D', verbs: ['writes'], touches: all },
  { call: 'rg x D', verbs: ['reads'], touches: all },
  { call: 'ag x D', verbs: ['reads'], touches: all },
  { call: 'ack x D', verbs: ['reads'], touches: all },
  { call: 'diff -r D /home/user/x', verbs: ['reads'], touches: all },
  { call: 'jar cf /home/user/x.jar D', verbs: ['reads'], touches: all },
  { call: 'find D -type f | xargs rm', verbs: ['deletes'], touches: all },
  { call: 'find D -type f -exec cat {} ;', verbs: ['reads'], touches: all },
  { call: 'fd . D -x rm', verbs: ['deletes'], touches: all },
  { call: 'python3 -c "import shutil; shutil.rmtree(\'D\')"', verbs: ['deletes'], touches: all },
  {
    call: "python3 -c \"import shutil; shutil.copytree('D', '/home/user/x')\"",
    verbs: ['reads'],
    touches: all,
  },
  {
    call: "python3 -c \"import shutil; shutil.move('D', '/home/user/x')\"",
    verbs: ['deletes'],
    touches: all,
  },
  { call: "python3 -c \"import os; os.rename('D', '/home/user/x')\"", verbs: ['deletes'], touches: all },
  { call: 'node -e "fs.rmSync(\'D\', { recursive: true })"', verbs: ['deletes'], touches: all },
  { call: "node -e \"fs.cpSync('D', '/home/user/x', { recursive: true })\"", verbs: ['reads'], touches: all },
  { call: "node -e \"fs.renameSync('D', '/home/user/x')\"", verbs: ['deletes'], touches: all },
  { call: 'ruby -e "FileUtils.rm_rf(\'D\')"', verbs: ['deletes'], touches: all },
  { call: 'pwsh -c "Remove-Item -Recurse -Force D"', verbs: ['deletes'], touches: all },
  { call: 'pwsh -c "Move-Item D /home/user/x"', verbs: ['deletes'], touches: all },
  { call: 'pwsh -c "Copy-Item -Recurse D /home/user/x"', verbs: ['reads'], touches: all },
  { call: 'restic backup D', verbs: ['reads'], touches: all },
  { call: 'borg create repo::x D', verbs: ['reads'], touches: all },
  { call: 'ln -s D /home/user/x', verbs: ['reads'], touches: only },
  { call: 'gzip -r D', verbs: ['reads', 'writes'], touches: inside },
  {
    call: 'sed -i s/a/b/ D/*',
    verbs: ['writes'],
    touches: (folder) => below([folder]).filter((path) => !path.includes('/.')),
  },
  { call: 'cp -rT D /home/user/x', verbs: copying, touches: all },
  { call: 'cat D', verbs: ['reads'], touches: only },
  {
    call: 'cat D/*',
    verbs: ['reads'],
    touches: (folder) => below([folder]).filter((path) => !path.includes('/.')),
  },
  { call: 'rm D', verbs: ['deletes'], touches: only },
  { call: 'echo x > D', verbs: ['writes'], touches: only },
  { call: 'curl -F f=@D https://host.example', verbs: ['reads', 'sends'], touches: only },
  { call: tool('delete_directory', { path: 'D' }), verbs: ['deletes'], touches: all },
  { call: tool('Delete', { path: 'D' }), verbs: ['deletes'], touches: all },
  { call: tool('move_directory', { source: 'D', destination: '/home/user/x' }), verbs: moving, touches: all },
  { call: tool('move_file', { source: 'D', destination: '/home/user/x' }), verbs: moving, touches: all },
  {
    call: tool('copy_directory', { source: 'D', destination: '/home/user/x' }),
    verbs: copying,
    touches: all,
  },
  { call: tool('Grep', { pattern: 'x', path: 'D' }), verbs: ['reads'], touches: all },
  { call: tool('Edit', { file_path: 'D', new_string: 'x' }), verbs: ['reads', 'writes'], touches: only },
];

const folders = ['/srv', '/srv/a', '/srv/ab', '/srv/a/b', '/srv/a/b/c', '/srv/.git', '/tmp/a'];

const spellings: readonly ((folder: string) => string)[] = [
  (folder) => folder,
  (folder) => `${folder}/`,
  (folder) => `${folder}/.`,
  (folder) => `${folder}//`,
  (folder) => `${folder}/x/..`,
  (folder) => `/srv/..${folder}`,
];

const shownCall = ({ call }: Operation, spelled: string): string =>
  typeof call === 'string'
    ? call.replace('D', spelled)
    : JSON.stringify(call).replace('"D"', JSON.stringify(spelled));

const knownFacts = new Map<string, Facts>();
function factsOf(operation: Operation, spelled: string): Facts {
  const shown = shownCall(operation, spelled);
  const facts = knownFacts.get(shown) ?? deriveFacts(operation, shown);
  knownFacts.set(shown, facts);
  return facts;
}

function deriveFacts(operation: Operation, shown: string): Facts {
  if (typeof operation.call === 'string')
    return derive(eventOf({ kind: 'command', command: shown }, new Map()));
  const { tool: name, input } = JSON.parse(shown) as { tool: string; input: JsonObject };
  return derive(eventOf({ kind: 'tool', name, toolKind: undefined, input }, new Map()));
}

// ── the rules ─────────────────────────────────────────────────────────────────────────────

const patterns = [
  ...[
    '/srv',
    '/srv/',
    '/srv/**',
    '/srv/*',
    '/srv/a',
    '/srv/a/',
    '/srv/a/**',
    '/srv/a/*',
    '/srv/a/b',
    '/srv/a/b/**',
  ],
  ...[
    '/srv/a/keep.conf',
    '/srv/a/b/keep.conf',
    '/srv/a/b/c/k.pem',
    '/srv/ab',
    '/srv/ab/**',
    '/srv/ab/keep.conf',
  ],
  ...[
    '/srv/a/**/*.pem',
    '/srv/**/keep.conf',
    '/srv/**/*.pem',
    '/srv/*/b',
    '/srv/*/b/**',
    '/srv/a?/**',
    '/srv/[ab]/**',
  ],
  ...[
    '/srv/{a,ab}/**',
    '/srv/a/{b,c}/k.pem',
    '/srv/.git/**',
    '/srv/a/.git/**',
    '/**',
    '/tmp/**',
    '/tmp/a',
    '/srv/a*',
  ],
];

const rules = new Map<string, CompiledRule>();
function ruleFor(text: string): CompiledRule {
  let rule = rules.get(text);
  if (rule === undefined) {
    rule = ruleOf(text);
    rules.set(text, rule);
  }
  return rule;
}

const judged = (text: string, facts: Facts): string => truthName(judgeRule(ruleFor(text), facts).truth);
const asked = (verb: Verb, object: string): string =>
  verb === 'sends' ? `sends ${object} to any host` : `${verb} ${object}`;
const quoted = (given: readonly string[]): string => given.map((each) => `"${each}"`).join(' or ');

const operation = fc.constantFrom(...operations);
const folder = fc.constantFrom(...folders);
const spelling = fc.constantFrom(...spellings);
const some = fc.array(fc.constantFrom(...patterns), { minLength: 1, maxLength: 3 });
const runs = { numRuns: effort(50_000, 120), seed: 1 };

describe('a folder and what is in it', () => {
  test('is never passed over by a rule about either, and never held for another', () => {
    fc.assert(
      fc.property(operation, folder, spelling, some, fc.nat(), (each, place, spell, given, at) => {
        const verb = each.verbs[at % each.verbs.length] ?? 'reads';
        const facts = factsOf(each, spell(place));
        const touched = each.touches(place);
        const isNamed = touched.some((path) => given.some((pattern) => filesOf(pattern).has(path)));
        const truth = judged(`deny r\nwhen ${asked(verb, quoted(given))}`, facts);
        const shown = `${verb} ${quoted(given)}: ${shownCall(each, spell(place))} is ${truth}`;
        if (isNamed) expect(truth, shown).not.toBe('no');
        // All that is in a folder is removed: that is as good as the folder.
        else if (!/\*|clean|--delete|gzip/.test(String(each.call))) expect(truth, shown).not.toBe('yes');
      }),
      runs,
    );
  });

  test('is excused only where all of it is', () => {
    fc.assert(
      fc.property(operation, folder, spelling, some, fc.nat(), (each, place, spell, given, at) => {
        const verb = each.verbs[at % each.verbs.length] ?? 'reads';
        const facts = factsOf(each, spell(place));
        const touched = each.touches(place);
        const areAll = touched.every((path) => given.some((pattern) => filesOf(pattern).has(path)));
        const rest = `any path outside "/home/user"`;
        for (const excuse of [
          `unless path in ${quoted(given)}`,
          `when path not in ${quoted(given)}`,
          `when not path in ${quoted(given)}`,
        ]) {
          const truth = judged(`deny r\nwhen ${asked(verb, rest)}\n${excuse}`, facts);
          const shown = `${excuse}: ${verb} of ${shownCall(each, spell(place))} is ${truth}`;
          if (!areAll) expect(truth, shown).not.toBe('no');
        }
      }),
      runs,
    );
  });

  test.each([
    ['rm -r /srv/a', 'unless path in "/srv/a"', 'unknown'],
    ['rm -r /srv/a', 'unless path in "/srv/a" or "/srv/a/**"', 'no'],
    ['rm -r /srv/a/', 'unless path under "/srv"', 'no'],
    ['rm -r /srv/a', 'unless path in "/srv/**"', 'no'],
    ['rm -rf /srv/a.log', 'unless path in "/srv/*.log"', 'no'],
    ['rm /srv/a', 'unless path in "/srv/a"', 'no'],
  ])('%s, %s', (command, excuse, expected) => {
    const facts = derive(eventOf({ kind: 'command', command }, new Map()));
    const truth = judged(`deny r\nwhen deletes any path\n${excuse}`, facts);
    expect(truth === 'yes' ? 'unknown' : truth).toBe(expected);
  });
});
