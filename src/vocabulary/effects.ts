/**
 * What a call does, as rules ask for it: one row for every verb, with the sort of
 * thing it is about. The grammar knows the verbs by their shape only; what may
 * stand behind each is here.
 */

export type EffectObject = 'path' | 'command' | 'host' | 'package' | 'agent' | 'send' | 'pipe' | 'elevation';

export interface EffectEntry {
  readonly verb: string;
  readonly object: EffectObject;
  /** The word behind `any`, where there is one: `any path`. */
  readonly word: 'path' | 'command' | 'host' | 'package' | 'agent' | undefined;
  readonly example: string;
  readonly meaning: string;
}

// biome-ignore format: a table.
export const effectTable = {
  reads:     { verb: 'reads',       object: 'path',      word: 'path',    example: 'reads @secret-files',                       meaning: 'what a path holds is read' },
  writes:    { verb: 'writes',      object: 'path',      word: 'path',    example: 'writes any path outside workspace',         meaning: 'a path is made or changed' },
  deletes:   { verb: 'deletes',     object: 'path',      word: 'path',    example: 'deletes ".git/**"',                         meaning: 'a path is removed' },
  empties:   { verb: 'empties',     object: 'path',      word: 'path',    example: 'empties "**/*.log"',                        meaning: 'a file that is there is left with nothing in it; `deletes` includes it' },
  moves:     { verb: 'moves',       object: 'path',      word: 'path',    example: 'moves "src/**"',                            meaning: 'a path is moved away' },
  copies:    { verb: 'copies',      object: 'path',      word: 'path',    example: 'copies "**/*.pem"',                         meaning: 'a path is copied' },
  runs:      { verb: 'runs',        object: 'command',   word: 'command', example: 'runs "git push" with --force or -f',        meaning: 'a command runs, however it is reached' },
  connects:  { verb: 'connects to', object: 'host',      word: 'host',    example: 'connects to outside @our-hosts',            meaning: 'a host is connected to' },
  sends:     { verb: 'sends',       object: 'send',      word: 'path',    example: 'sends @secret-files to any host',           meaning: 'what a path holds goes to a host' },
  pipes:     { verb: 'pipes',       object: 'pipe',      word: 'command', example: 'pipes "curl" or "wget" into "sh" or "bash"', meaning: 'what one command prints, another takes in' },
  installs:  { verb: 'installs',    object: 'package',   word: 'package', example: 'installs from url or git',                  meaning: 'a package is installed' },
  spawns:    { verb: 'spawns',      object: 'agent',     word: 'agent',   example: 'spawns any agent',                          meaning: 'another agent is started' },
  elevates:  { verb: 'elevates',    object: 'elevation', word: undefined, example: 'elevates',                                  meaning: 'the rights of another user are taken' },
} as const satisfies Readonly<Record<string, EffectEntry>>;

export type EffectVerb = keyof typeof effectTable;

export const isEffectVerb = (word: string): word is EffectVerb => Object.hasOwn(effectTable, word);

/** Objects of predicates that a rule may ask more about, as it writes them. */
export const objectWords = {
  path: ['path', 'send'],
  host: ['host', 'send'],
  command: ['command', 'pipe'],
  package: ['package'],
  'spawned agent': ['agent'],
  'working directory': ['command'],
  'read path': ['path'],
  'written path': ['path'],
  'deleted path': ['path'],
  'emptied path': ['path'],
  'moved path': ['path'],
  'copied path': ['path'],
  'sent path': ['send'],
} as const satisfies Readonly<Record<string, readonly EffectObject[]>>;

export type ObjectWord = keyof typeof objectWords;

export const isObjectWord = (word: string): word is ObjectWord => Object.hasOwn(objectWords, word);

/** The verb that an object's name asks for: `written path` is one that `writes` is about. */
export const verbOfObject: Readonly<Partial<Record<ObjectWord, EffectVerb>>> = {
  'read path': 'reads',
  'written path': 'writes',
  'deleted path': 'deletes',
  'emptied path': 'empties',
  'moved path': 'moves',
  'copied path': 'copies',
  'sent path': 'sends',
};

/**
 * What the words of a command are taken for: `every refspec is "agent/*"`. These are
 * the names that the tables of commands give them (`src/facts/knowledge/`), but for
 * those that say nothing; `argument` is any word that is no option.
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
  'database', 'query', 'package', 'module', 'project', 'version', 'plan', 'playbook',
  // Scripts and all the rest.
  'script', 'code', 'task', 'action', 'prompt', 'name', 'target', 'type', 'size', 'user', 'key', 'value', 'setting',
  'pattern', 'expression', 'filter', 'program', 'template', 'assignment',
] as const;
export type Role = (typeof roles)[number];

/** Where a package can come from: `installs from url or git`. */
export const packageSources = ['registry', 'url', 'git', 'file', 'index', 'unknown'] as const;

/** Classes of hosts, written as bare words. */
export const hostClassWords = ['loopback', 'private', 'link-local', 'metadata', 'public'] as const;
