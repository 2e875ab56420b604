// What is asked of every engine: rules and events, the same for all, made by a generator with a seed. A rule is
// said twice, as a clause of bylaw and as plain tests of prepared values, which is the most that the other engines
// need to know of it; the events are made so that each is for one rule, or for none and close to one.
// Nothing here knows an engine.
import { randomFrom } from './random.mjs';

/**
 * A test of one value of an event: it has a `value`, which it is compared with, or a text that it `contains`, or a
 * `pattern`, a regular expression that RE2, Go and JavaScript read alike. `like` says the same as the last two with `*`
 * for any characters, for engines without expressions, where that can be said.
 * @typedef {{ field: Field, value?: string, contains?: string, pattern?: string, like?: string }} Test
 *
 * The values that rules ask about, prepared: paths absolute, hosts taken out of their addresses.
 * @typedef {'kind' | 'tool' | 'owner' | 'path' | 'host' | 'text' | 'command'} Field
 *
 * `declares` is what the clause of bylaw needs beside its rule.
 * @typedef {{ name: string, declares?: string, clause: string, tests: readonly Test[] }} Rule
 *
 * @typedef {Readonly<Record<Field, string>>} View
 *
 * @typedef {{ id: string, source: string, type: string, time: string,
 *   session?: { id: string, cwd: string, workspaceRoots: string[] },
 *   tool: { name: string, kind: string, origin: string, input: Record<string, string> } }} Sent
 *
 * One call: as it is sent, as the other engines are given it, and the rule that denies it, if one does.
 * @typedef {{ sent: Sent, view: View, expected: string | undefined }} Call
 *
 * @typedef {{ family: string, rules: readonly Rule[], calls: readonly Call[], fields: readonly Field[] }} Workload
 */

/** Every so many calls one that a rule denies: 5 %. */
const matchEvery = 20;

const isDenied = (number) => number % matchEvery === matchEvery >> 1;

const home = '/home/sam/shop';
const words =
  'order cart price stock ship label total round check merge build trace draft note item list'.split(' ');

/** The fields that a call can have, with what is there when it has none. */
const nothing = { kind: 'other', tool: 'Note', owner: '', path: '', host: '', text: '', command: '' };

/**
 * What a family has: a rule for each number, and calls that are for such a rule (`hit`) or only look like it (`miss`).
 * A call is said by the view's fields; the event is made of them.
 */
const families = {
  kind: {
    title: 'kind',
    // There are few kinds: one rule is for a kind that is called, all others for kinds that are not.
    rule: (at) => equal({ kind: at === 0 ? 'task' : ['search', 'fetch', 'mcp'][at % 3] }),
    hit: () => ({ at: 0, call: { kind: 'task', tool: 'Delegate' } }),
    miss: ({ at }) => ({
      kind: ['shell', 'file_read', 'file_write', 'file_edit'][at % 4],
      tool: `Tool_${pad(at)}`,
    }),
  },
  name: {
    title: 'kind and name of the tool',
    rule: (at) => equal({ kind: kindAt(at), tool: `Tool_${pad(at)}` }),
    hit: ({ at }) => ({ at, call: { kind: kindAt(at), tool: `Tool_${pad(at)}` } }),
    // The name of a rule with another kind, or a name of none.
    miss: ({ at }) => ({ kind: kindAt(at + 1), tool: at % 2 === 0 ? `Tool_${pad(at)}` : `Tool_${pad(at)}x` }),
  },
  'tool-glob': {
    title: 'glob of the tool',
    rule: (at) => {
      const glob = toolGlob(at);
      const pattern = `^${glob.replaceAll('*', '.*')}$`;
      return { clause: `tool is "${glob}"`, tests: [{ field: 'tool', pattern, like: glob }] };
    },
    hit: ({ at, word }) => ({ at, call: { tool: toolGlob(at).replaceAll('*', word) } }),
    miss: ({ at, word }) => ({ tool: `svc${pad(at)}${word}_op` }),
  },
  field: {
    title: 'literal field',
    rule: (at) => ({
      clause: `input.owner is "team-${pad(at)}"`,
      tests: [{ field: 'owner', value: `team-${pad(at)}` }],
    }),
    hit: ({ at }) => ({ at, call: { owner: `team-${pad(at)}` } }),
    miss: ({ at }) => ({ owner: `team-${pad(at)}x` }),
  },
  'path-field': {
    title: 'glob of a path in a field',
    rule: (at) => ({
      declares: `list paths-${pad(at)} = paths "${pathGlob(at)}"`,
      clause: `input.file_path in @paths-${pad(at)}`,
      tests: [pathTest(at)],
    }),
    hit: ({ at, word }) => ({ at, call: readsKey(at, word) }),
    miss: ({ at, word }) => readsSource(at, word),
  },
  path: {
    title: 'glob of a path that is read',
    rule: (at) => ({ clause: `reads "${pathGlob(at)}"`, tests: [pathTest(at)] }),
    hit: ({ at, word }) => ({ at, call: readsKey(at, word) }),
    miss: ({ at, word }) => readsSource(at, word),
  },
  host: {
    title: 'host',
    rule: (at) =>
      at % 2 === 0
        ? {
            clause: `connects to "api${pad(at)}.example.com"`,
            tests: [{ field: 'host', value: `api${pad(at)}.example.com` }],
          }
        : {
            clause: `connects to "*.zone${pad(at)}.example.net"`,
            tests: [
              {
                field: 'host',
                pattern: `^.+[.]zone${pad(at)}[.]example[.]net$`,
                like: `*.zone${pad(at)}.example.net`,
              },
            ],
          },
    hit: ({ at, word }) => ({
      at,
      call: fetches(at % 2 === 0 ? `api${pad(at)}.example.com` : `${word}.zone${pad(at)}.example.net`),
    }),
    miss: ({ at, word }) => fetches(`${word}${pad(at)}.example.org`),
  },
  regex: {
    title: 'regular expression',
    rule: (at) => ({
      clause: `any text in input matches /ticket-${pad(at)}-[0-9]+x/`,
      tests: [{ field: 'text', pattern: `ticket-${pad(at)}-[0-9]+x` }],
    }),
    hit: ({ at, prose }) => ({ at, call: { text: `${prose} ticket-${pad(at)}-4711x ${prose}` } }),
    miss: ({ at, prose }) => ({ text: `${prose} ticket-${pad(at)}-4711y ${prose}` }),
  },
  command: {
    title: 'shell command',
    rule: (at) => ({
      clause: `runs "acme${pad(at)} push" with --force`,
      tests: [
        {
          field: 'command',
          pattern: `(^|[ ;&|])acme${pad(at)} push .*--force( |$)`,
          like: `*acme${pad(at)} push *--force*`,
        },
      ],
    }),
    hit: ({ at, word }) => ({
      at,
      call: runs(`cd ${word} && acme${pad(at)} push --tag ${word} --force origin main`),
    }),
    miss: ({ at, word }) => runs(`cd ${word} && acme${pad(at)} push --tag ${word} --dry-run origin main`),
  },
};

/** The families in the order of the table, with what they are called there. */
export const familyTitles = Object.fromEntries(
  Object.entries(families).map(([name, { title }]) => [name, title]),
);

/** What the mixed workload has beside its rules of kind and name; `plain` is the same without. */
export const mixture = { name: 1000, 'tool-glob': 100, path: 100, regex: 200, command: 200 };

/**
 * @param {string} family a key of `familyTitles`
 * @param {{ rules: number, calls: number, size: number, seed?: number }} plan how many, and the least size of an
 *   event in bytes of JSON
 * @returns {Workload}
 */
export function workloadOf(family, { rules, calls, size, seed = 7 }) {
  const { rule, hit, miss } = familyOf(family);
  const random = randomFrom(seed);
  const made = Array.from({ length: rules }, (_, at) => ({ name: `${family}-${pad(at)}`, ...rule(at) }));
  return {
    family,
    rules: made,
    calls: Array.from({ length: calls }, (_, number) => {
      const from = situation(random, rules, size, family === 'regex');
      if (!isDenied(number)) return callOf(number, miss(from), size, undefined);
      const { at, call } = hit(from);
      return callOf(number, call, size, `${family}-${pad(at)}`);
    }),
    fields: fieldsOf(made),
  };
}

/**
 * Calls of all sorts: rules of kind and name, alone (`plain`) or with rules of four other families beside them. The
 * calls are the same either way, and what is denied is denied by a rule of kind and name.
 *
 * A tool that no table knows and whose kind says that it acts, a shell or a reader of files, may do anything: every
 * rule about effects has to be asked, and is unsure. `unknown` has such calls; else tools that no table knows are of
 * the kind `other`, which says nothing.
 * @param {{ plain?: boolean, unknown?: boolean, calls: number, size: number, seed?: number }} plan
 * @returns {Workload}
 */
export function mixedWorkload({ plain = false, unknown = false, calls, size, seed = 7 }) {
  const random = randomFrom(seed);
  const parts = Object.entries(mixture).filter(([family]) => !plain || family === 'name');
  const rules = parts.flatMap(
    ([family, count]) => workloadOf(family, { rules: count, calls: 0, size }).rules,
  );
  const sorts = Object.keys(mixture);
  const silent = kinds.indexOf('other');
  return {
    family: plain ? 'plain' : 'mixed',
    rules,
    calls: Array.from({ length: calls }, (_, number) => {
      const isHit = isDenied(number);
      const family = isHit ? 'name' : sorts[number % sorts.length];
      const from = situation(random, mixture[family] - kinds.length, size, family === 'regex');
      const { hit, miss } = familyOf(family);
      const { at } = from;
      const turned = family === 'name' && !unknown ? at - (at % kinds.length) + silent - (isHit ? 0 : 1) : at;
      const call = isHit ? hit({ ...from, at: turned }).call : miss({ ...from, at: turned });
      return callOf(number, call, size, isHit ? `name-${pad(turned)}` : undefined);
    }),
    fields: fieldsOf(rules),
  };
}

/**
 * What to make: a family with so many rules, or `mixed`, `plain` or `unknown`, whose rules are counted by `mixture`.
 * @typedef {{ family: string, rules?: number, calls: number, size: number }} Plan
 *
 * @param {Plan} plan
 * @returns {Workload}
 */
export function workloadFor({ family, rules, calls, size }) {
  if (['mixed', 'plain', 'unknown'].includes(family)) return mixedWorkload({ [family]: true, calls, size });
  return workloadOf(family, { rules, calls, size });
}

/** The policy that has the rules of a workload. */
export function policyText({ family, rules }) {
  const texts = rules.map(
    ({ name, declares, clause }) =>
      `${declares === undefined ? '' : `${declares}\n`}deny ${name}\n  when ${clause}\n`,
  );
  return `policy com.example.${family}\n\n${texts.join('\n')}`;
}

/** The code that bylaw gives to a rule of a workload, without the policy's name. */
export const ruleOfCode = (code) => code?.slice(code.lastIndexOf('.') + 1);

function familyOf(name) {
  const family = families[name];
  if (family === undefined) {
    throw new Error(`There is no workload \`${name}\`; there are ${Object.keys(families).join(', ')}.`);
  }
  return family;
}

const kinds = ['shell', 'file_read', 'file_write', 'search', 'fetch', 'other'];
const kindAt = (at) => kinds[at % kinds.length];
const pad = (at) => String(at).padStart(5, '0');

function toolGlob(at) {
  if (at % 3 === 0) return `svc${pad(at)}_*`;
  return at % 3 === 1 ? `*_op${pad(at)}` : `svc_*_x${pad(at)}_*`;
}

function equal(fields) {
  const says = { kind: (value) => `kind is ${value}`, tool: (value) => `tool is "${value}"` };
  const entries = Object.entries(fields);
  return {
    clause: entries.map(([field, value]) => says[field](value)).join(' and '),
    tests: entries.map(([field, value]) => ({ field, value })),
  };
}

const pathGlob = (at) => `src/module${pad(at)}/**/*.pem`;

/** The glob below the one root of the workspace. */
const pathTest = (at) => ({
  field: 'path',
  pattern: `^${home}/src/module${pad(at)}/(.*/)?[^/]*[.]pem$`,
  like: `${home}/src/module${pad(at)}/*.pem`,
});

const readsKey = (at, word) => reads(`${home}/src/module${pad(at)}/${word}/deep/${word}.pem`);
const readsSource = (at, word) => reads(`${home}/src/module${pad(at)}/${word}/${word}.ts`);
const reads = (path) => ({ kind: 'file_read', tool: 'Read', path });
const fetches = (host) => ({ kind: 'fetch', tool: 'WebFetch', host });
const runs = (command) => ({ kind: 'shell', tool: 'Bash', command });

function situation(random, rules, size, isProse) {
  const at = Math.floor(random() * rules);
  const word = words[Math.floor(random() * words.length)];
  return { at, word, prose: isProse ? proseOf(random, Math.max(10, size / 2 - 160)) : '' };
}

function proseOf(random, length) {
  let prose = '';
  while (prose.length < length)
    prose += `${words[Math.floor(random() * words.length)]}-${Math.floor(random() * 1e5)} `;
  return prose;
}

/** An event of the protocol, with a note to fill it up to its size. */
function callOf(number, fields, size, expected) {
  const view = { ...nothing, ...fields };
  const { kind, tool, owner, path, host, text, command } = view;
  const input = {
    ...(owner === '' ? {} : { owner }),
    ...(path === '' ? {} : { file_path: path }),
    ...(host === '' ? {} : { url: `https://${host}/v1/orders?page=2` }),
    ...(text === '' ? {} : { text }),
    ...(command === '' ? {} : { command }),
  };
  const sent = {
    id: `e${number}`,
    source: 'urn:b',
    type: 'tool.before',
    time: '2026-01-01T00:00:00Z',
    ...(size < 300 ? {} : { session: { id: `s${number % 50}`, cwd: home, workspaceRoots: [home] } }),
    tool: { name: tool, kind, origin: 'native', input },
  };
  const missing = size - JSON.stringify(sent).length - '"note":"",'.length;
  if (missing > 0) input.note = proseOf(randomFrom(number), missing).slice(0, missing);
  return { sent, view, expected };
}

const fieldsOf = (rules) => [...new Set(rules.flatMap(({ tests }) => tests.map(({ field }) => field)))];
