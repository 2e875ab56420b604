/**
 * The fields that a policy can name: one row for every field, with the type that chooses its pattern language, whether an
 * event can lack it, and whether it is an unverified claim.
 */

/**
 * `kind`, `origin`, `way`: fixed words. `name`: `*` is any run of characters. `text`:
 * exact. `path`, `paths`: path patterns. `any`: JSON of the tool's own design.
 */
export type FieldType = 'kind' | 'origin' | 'way' | 'name' | 'text' | 'path' | 'paths' | 'any';

export type FieldId =
  | 'kind'
  | 'tool'
  | 'origin'
  | 'mcp.server'
  | 'mcp.tool'
  | 'repository.branch'
  | 'repository.host'
  | 'session.id'
  | 'session.cwd'
  | 'session.workspaceRoots'
  | 'session.model'
  | 'session.agent.id'
  | 'session.agent.type'
  | 'harness.name'
  | 'harness.version'
  | 'source'
  | 'client.way'
  | 'client.token'
  | 'client.certificate'
  | 'client.user'
  | 'client.source'
  | 'client.harness'
  | 'client.agent'
  | 'input'
  | 'extension'
  | 'event';

export interface FieldEntry {
  readonly id: FieldId;
  readonly type: FieldType;
  /** Other ways to write it; the first is the one that messages use. */
  readonly spellings: readonly string[];
  /** An event may lack it, so that a rule about it may be unsure. */
  readonly optional: boolean;
  /** A claim of the client about itself, which is not verified. */
  readonly claim: boolean;
  /** Steps below it are of the event's own design. */
  readonly open: boolean;
  readonly meaning: string;
}

const row = (
  id: FieldId,
  type: FieldType,
  spellings: readonly string[],
  flags: { optional?: boolean; claim?: boolean; open?: boolean },
  meaning: string,
): FieldEntry => ({
  id,
  type,
  spellings,
  optional: flags.optional ?? false,
  claim: flags.claim ?? false,
  open: flags.open ?? false,
  meaning,
});

// biome-ignore format: one aligned row for each field reads better than a column of arguments.
export const fieldTable: readonly FieldEntry[] = [
  row('tool',                   'name',   ['tool', 'tool.name'],                      {}, 'the name of the tool, as the harness exposes it'),
  row('kind',                   'kind',   ['kind', 'tool.kind'],                      { optional: true }, 'what sort of tool it is: shell, file_read, …'),
  row('origin',                 'origin', ['origin', 'tool.origin'],                  {}, 'native, or mcp'),
  row('mcp.server',             'name',   ['mcp server', 'mcp.server', 'mcp'],        { optional: true }, 'the MCP server that owns the tool'),
  row('mcp.tool',               'name',   ['mcp tool', 'mcp.tool'],                   { optional: true }, 'the name of the tool at its MCP server'),
  row('input',                  'any',    ['input', 'tool.input'],                    { open: true }, 'what the tool is given; steps below it are the tool’s own'),
  row('session.id',             'text',   ['session.id'],                             { optional: true }, 'the session'),
  row('session.cwd',            'path',   ['session.cwd', 'cwd'],                     { optional: true }, 'the current directory'),
  row('session.workspaceRoots', 'paths',  ['workspace', 'session.workspaceRoots'],    { optional: true }, 'the roots of the workspace'),
  row('repository.branch',      'text',   ['repository.branch'],                      { optional: true }, 'the branch that is checked out in the current directory as the call begins, where a disk says'),
  row('repository.host',        'name',   ['repository.host'],                        { optional: true }, 'the host that this repository is pushed to where no other is named, where a disk says'),
  row('session.model',          'name',   ['session.model', 'model'],                 { optional: true, claim: true }, 'the model, as the harness reports it'),
  row('session.agent.id',       'name',   ['session.agent', 'session.agent.id', 'agent', 'agent.id'], { optional: true, claim: true }, 'the subagent that makes the call'),
  row('session.agent.type',     'name',   ['session.agent.type', 'agent.type'],       { optional: true, claim: true }, 'the type of the subagent'),
  row('harness.name',           'name',   ['harness', 'harness.name'],                { optional: true, claim: true }, 'the harness product'),
  row('harness.version',        'text',   ['harness.version'],                        { optional: true, claim: true }, 'the version of the harness product'),
  row('source',                 'text',   ['source'],                                 { claim: true }, 'the URI of the harness installation'),
  row('client.way',             'way',    ['client.way'],                             { optional: true }, 'by which way the question came: token, certificate, socket, port, hook, mcp, stdio or library'),
  row('client.token',           'name',   ['client.token'],                           { optional: true }, 'the scope of the token that came with the event'),
  row('client.certificate',     'name',   ['client.certificate'],                     { optional: true }, 'the name in the certificate that the client has shown'),
  row('client.user',            'name',   ['client.user'],                            { optional: true }, 'the user of the system who asks'),
  row('client.source',          'text',   ['client.source'],                          { optional: true }, 'the source that the configuration pins to the client'),
  row('client.harness',         'name',   ['client.harness'],                         { optional: true }, 'the harness that the configuration pins to the client'),
  row('client.agent',           'name',   ['client.agent'],                           { optional: true }, 'the agent that the configuration pins to the client'),
  row('extension',              'any',    ['extension'],                              { optional: true, claim: true, open: true }, 'an extension of the event, by its key in quotes'),
  row('event',                  'any',    ['event'],                                  { optional: true, open: true }, 'the event as it was sent, by the protocol’s names'),
];

const bySpelling: ReadonlyMap<string, FieldEntry> = new Map(
  fieldTable.flatMap((entry) => entry.spellings.map((spelling) => [spelling, entry] as const)),
);

/** A field by its id, as kept policies name it. */
export const fieldById: ReadonlyMap<string, FieldEntry> = new Map(
  fieldTable.map((entry) => [entry.id, entry]),
);

/** Every spelling of a field, without steps below it. */
export const fieldSpellings: readonly string[] = [...bySpelling.keys()];

/** The first words of fields; no condition can have such a name. */
export const fieldRoots: ReadonlySet<string> = new Set(
  fieldSpellings.map((spelling) => spelling.split(/[ .]/)[0] ?? ''),
);

/**
 * The field that a word and its steps name, and how many of the steps belong to the name: `tool.input.a` is `input` with one
 * step left. Undefined where there is no such field.
 */
export function findField(
  root: string,
  steps: readonly (string | number)[],
): { readonly entry: FieldEntry; readonly taken: number } | undefined {
  for (let taken = Math.min(steps.length, 2); taken >= 0; taken--) {
    const spelling = [root, ...steps.slice(0, taken)].join('.');
    const entry = bySpelling.get(spelling);
    if (entry === undefined) continue;
    return entry.open || taken === steps.length ? { entry, taken } : undefined;
  }
  return undefined;
}
