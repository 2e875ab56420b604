/**
 * What a call does, as rules ask for it: one row for every verb. The grammar's rules for verbs (scripts/build/parser.mjs),
 * the words for objects (`written path`) and the suggestions of messages are made from it. What can follow a verb depends on
 * the sort of its object.
 */

/** The sort of thing that a predicate is about. A send has a path and a host, a pipe two commands. */
export type ObjectType = 'path' | 'command' | 'host' | 'package' | 'agent' | 'send' | 'pipe' | 'elevation';

/** What is done to one path. */
type PathUse = 'read' | 'write' | 'delete' | 'empty' | 'move' | 'copy';

export interface VerbEntry {
  /** As it is written. */
  readonly verb: string;
  readonly object: ObjectType;
  /** The word after `any`, where there is one: `any path`. */
  readonly word: 'path' | 'command' | 'host' | 'package' | 'agent' | undefined;
  /** For a verb about paths: which uses of a path it asks for. */
  readonly uses: readonly PathUse[];
  /** The word before `path` where a rule asks more about this object: `written path`. */
  readonly participle: string | undefined;
  /** Whether a `command` or `tool` block can say that a program does it. */
  readonly describes: boolean;
  readonly example: string;
  readonly meaning: string;
  /** How messages write it, the most general form first. */
  readonly forms: readonly string[];
  /** Its names in other languages, without words that are verbs themselves. */
  readonly foreign: readonly string[];
}

// biome-ignore format: what a verb is, in one line of each row.
export const effectTable = {
  reads: {
    verb: 'reads', object: 'path', word: 'path', uses: ['read'], participle: 'read', describes: true,
    example: 'reads @secret-files',
    meaning: 'what a path holds is read',
    forms: ['reads "…"'],
    foreign: ['read', 'opens', 'accesses', 'access', 'views', 'prints', 'touches'],
  },
  writes: {
    verb: 'writes', object: 'path', word: 'path', uses: ['write'], participle: 'written', describes: true,
    example: 'writes any path outside workspace',
    meaning: 'a path is made or changed',
    forms: ['writes "…"', 'writes any path outside workspace'],
    foreign: ['write', 'edits', 'modifies', 'creates', 'changes', 'appends', 'overwrites', 'saves'],
  },
  deletes: {
    verb: 'deletes', object: 'path', word: 'path', participle: 'deleted', describes: true,
    // To empty a file is to delete what it held.
    uses: ['delete', 'empty'],
    example: 'deletes ".git/**"',
    meaning: 'a path is removed',
    forms: ['deletes "…"', 'deletes any path outside workspace'],
    foreign: ['delete', 'removes', 'remove', 'unlinks', 'erases'],
  },
  empties: {
    verb: 'empties', object: 'path', word: 'path', uses: ['empty'], participle: 'emptied', describes: false,
    example: 'empties "**/*.log"',
    meaning: 'a file that is there is left with nothing in it; `deletes` includes it',
    forms: ['empties "…"'],
    foreign: [],
  },
  moves: {
    verb: 'moves', object: 'path', word: 'path', uses: ['move'], participle: 'moved', describes: false,
    example: 'moves "src/**"',
    meaning: 'a path is moved away',
    forms: ['moves "…"'],
    foreign: ['move', 'renames'],
  },
  copies: {
    verb: 'copies', object: 'path', word: 'path', uses: ['copy'], participle: 'copied', describes: false,
    example: 'copies "**/*.pem"',
    meaning: 'a path is copied',
    forms: ['copies "…"'],
    foreign: ['copy'],
  },
  runs: {
    verb: 'runs', object: 'command', word: 'command', uses: [], participle: undefined, describes: true,
    example: 'runs "git push" with --force or -f',
    meaning: 'a command runs, however it is reached',
    forms: ['runs "…"'],
    foreign: ['run', 'executes', 'execute', 'exec', 'calls', 'invokes', 'starts', 'uses', 'pushes', 'commits'],
  },
  connects: {
    verb: 'connects to', object: 'host', word: 'host', uses: [], participle: undefined, describes: true,
    example: 'connects to outside @our-hosts',
    meaning: 'a host is connected to',
    forms: ['connects to any host', 'connects to "…"'],
    foreign: ['connect', 'fetches', 'downloads', 'visits', 'contacts', 'requests'],
  },
  sends: {
    verb: 'sends', object: 'send', word: 'path', uses: [], participle: 'sent', describes: false,
    example: 'sends @secret-files to any host',
    meaning: 'what a path holds goes to a host',
    forms: ['sends anything to any host', 'sends "…" to any host'],
    foreign: ['send', 'uploads', 'upload', 'posts', 'leaks', 'exfiltrates'],
  },
  pipes: {
    verb: 'pipes', object: 'pipe', word: 'command', uses: [], participle: undefined, describes: false,
    example: 'pipes "curl" or "wget" into "sh" or "bash"',
    meaning: 'what one command prints, another takes in',
    forms: ['pipes "curl" into "sh"'],
    foreign: ['pipe'],
  },
  installs: {
    verb: 'installs', object: 'package', word: 'package', uses: [], participle: undefined, describes: true,
    example: 'installs from url or git',
    meaning: 'a package is installed',
    forms: ['installs any package'],
    foreign: ['install'],
  },
  spawns: {
    verb: 'spawns', object: 'agent', word: 'agent', uses: [], participle: undefined, describes: true,
    example: 'spawns any agent',
    meaning: 'another agent is started',
    forms: ['spawns any agent'],
    foreign: ['spawn', 'delegates', 'launches'],
  },
  elevates: {
    verb: 'elevates', object: 'elevation', word: undefined, uses: [], participle: undefined, describes: true,
    example: 'elevates',
    meaning: 'the rights of another user are taken',
    forms: ['elevates'],
    foreign: ['elevate', 'escalates', 'sudo'],
  },
} as const satisfies Readonly<Record<string, VerbEntry>>;

type Table = typeof effectTable;
export type EffectVerb = keyof Table;
/** Verbs of `command` and `tool` blocks. */
export type DescribingVerb = {
  [Verb in EffectVerb]: Table[Verb]['describes'] extends true ? Verb : never;
}[EffectVerb];

/** All verbs, in the order of the table. */
export const effectVerbs = Object.keys(effectTable) as readonly EffectVerb[];

/** As it is written: `connects to`; a word that is no verb is given back. */
export const writtenVerb = (word: string): string => (isEffectVerb(word) ? effectTable[word].verb : word);

export const isEffectVerb = (word: string): word is EffectVerb => Object.hasOwn(effectTable, word);

export const isDescribingVerb = (word: string): word is DescribingVerb =>
  isEffectVerb(word) && effectTable[word].describes;

/** The verb for a word of another language. */
export const foreignVerbs: ReadonlyMap<string, EffectVerb> = new Map(
  effectVerbs.flatMap((verb) => effectTable[verb].foreign.map((word) => [word, verb] as const)),
);

/** For each use of a path the verbs that ask for it. */
export const verbsOfUse = (use: PathUse): readonly EffectVerb[] =>
  effectVerbs.filter((verb) => (effectTable[verb].uses as readonly PathUse[]).includes(use));

// ── objects ───────────────────────────────────────────────────────────────────────────────

/** A word by which a rule asks more about its object: `path in …`, `written path under …`. */
interface ObjectWordEntry {
  /** Sorts of objects that it can name. */
  readonly types: readonly ObjectType[];
  /** Which part of the object it is. */
  readonly of: 'path' | 'host' | 'command' | 'package' | 'agent' | 'directory';
  /** For `written path`: the verb of the predicate that gives the object. */
  readonly verb?: EffectVerb;
  /** A predicate with such an object. */
  readonly givenBy: string;
  /** A comparison with it. */
  readonly compared: string;
}

// biome-ignore format: the same.
const plainWords = {
  path: {
    types: ['path', 'send'], of: 'path',
    givenBy: 'writes any path outside workspace', compared: 'path under "/tmp"',
  },
  host: {
    types: ['host', 'send'], of: 'host',
    givenBy: 'connects to any host', compared: 'host in "*.example.com"',
  },
  command: {
    types: ['command', 'pipe'], of: 'command',
    givenBy: 'runs "git push"', compared: 'command is "git status"',
  },
  package: {
    types: ['package'], of: 'package',
    givenBy: 'installs any package', compared: 'package is "left-pad"',
  },
  'spawned agent': {
    types: ['agent'], of: 'agent',
    givenBy: 'spawns any agent', compared: 'spawned agent is "reviewer"',
  },
  'working directory': {
    types: ['command'], of: 'directory',
    givenBy: 'runs "psql"', compared: 'working directory under "/srv"',
  },
} as const satisfies Readonly<Record<string, ObjectWordEntry>>;

/** Words before `path`: `read`, `written`. */
export const participles = effectVerbs.flatMap((verb) => effectTable[verb].participle ?? []);

type PathWord = `${Exclude<Table[EffectVerb]['participle'], undefined>} path`;
export type ObjectWord = keyof typeof plainWords | PathWord;

/** `written path`: one row for each verb with a participle. */
const pathWords = effectVerbs.flatMap((verb): readonly (readonly [PathWord, ObjectWordEntry])[] => {
  const { participle, object } = effectTable[verb];
  if (participle === undefined) return [];
  const word: PathWord = `${participle} path`;
  const givenBy = `${verb} any path${object === 'send' ? ' to any host' : ''}`;
  return [[word, { types: [object], of: 'path', verb, givenBy, compared: `${word} under "/tmp"` }]];
});

export const objectWords: Readonly<Record<ObjectWord, ObjectWordEntry>> = {
  ...plainWords,
  ...(Object.fromEntries(pathWords) as Record<PathWord, ObjectWordEntry>),
};

export const isObjectWord = (word: string): word is ObjectWord => Object.hasOwn(objectWords, word);

/**
 * Roles of the words of a command: `every refspec is "agent/*"`. The tables of commands (`src/facts/knowledge/`) give them;
 * `argument` is any word that is no option.
 */
// biome-ignore format: words by what they belong to.
export const roles = [
  'argument',
  // Paths and hosts, as the command is given them.
  'path', 'file', 'directory', 'source', 'destination', 'archive', 'output', 'device', 'volume', 'mode', 'owner',
  'group', 'link', 'host', 'url', 'address', 'port', 'header', 'method', 'endpoint',
  // Repositories.
  'remote', 'refspec', 'branch', 'revision', 'commit', 'tag', 'ref', 'stash', 'patch', 'message', 'repository',
  // Containers, clusters and clouds.
  'image', 'container', 'pod', 'node', 'network', 'mount', 'capability', 'security-opt', 'userns', 'pid', 'ipc', 'env',
  'entrypoint', 'secret', 'resource', 'namespace', 'context', 'release', 'chart', 'stack', 'service', 'unit', 'instance',
  'machine', 'server', 'bucket', 'location', 'account', 'profile',
  // Databases and packages.
  'database', 'query', 'statement', 'package', 'module', 'project', 'version', 'plan', 'playbook',
  // Scripts and all the rest.
  'script', 'code', 'task', 'action', 'prompt', 'name', 'target', 'type', 'size', 'user', 'key', 'value', 'setting',
  'pattern', 'expression', 'filter', 'program', 'template', 'assignment',
] as const;
export type Role = (typeof roles)[number];

/** Where a package can come from: `installs from url or git`. */
export const packageSources = ['registry', 'url', 'git', 'file', 'index', 'unknown'] as const;

/** Classes of hosts, written as bare words. */
export const hostClassWords = ['loopback', 'private', 'link-local', 'metadata', 'public'] as const;
