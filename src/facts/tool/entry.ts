/**
 * What is known of a tool: its kind, and how it uses the fields of its input. The tables are text in the format of
 * `format.ts`; policies can add to them.
 */
import type { Kind } from '../../vocabulary/kinds.ts';

/**
 * How a tool uses the value of a field.
 *
 * Commands: `shell` `posix` `powershell`: text for a shell, or a list of words. `typed`: the same, typed into a program
 * that already runs. `args`: words after the command. `python` `node`: code. `page`: code that runs in a web page. `cwd`:
 * the directory of relative paths. `dialect`: the shell of the command. `env`: variables for it. `stdin`: what the
 * command reads. `words`: the call does the same as this command. `sql`: a query of a database, which may also reach files
 * and programs of the machine.
 *
 * Paths: `read` `write` `delete` `move` `copy`; `edit` is a read and a write; `target`: where a move or a copy goes.
 * `list`: a folder whose names are listed. `search`: a folder whose files are read, `.` if absent; `include`: which files
 * of it; `globs`: names and patterns of files that are read. `content`: what is written; `replaces`: the old text of an
 * edit; `patch`: a patch. `recursive`: whether effects include everything below a path.
 *
 * Network: `url`; `resource`: a URL that leaves the machine only with some schemes; `urls-in`: text that may contain
 * URLs; `host`; `query`: words for a search engine; `data`: what is sent to the hosts of the call; `upload`: a path whose
 * content is sent; `recipient`: an address that `data` goes to. `connect`: a host that it always connects to.
 *
 * Others, for policies: `package`: what is installed; `elevate`: it runs with higher rights. `spawn`: it starts an agent;
 * `agent`: the type of that agent; `calls`: calls of other tools; `nothing`: none of these.
 */
export const toolUseNames = [
  'shell',
  'posix',
  'powershell',
  'typed',
  'args',
  'python',
  'node',
  'page',
  'cwd',
  'dialect',
  'env',
  'stdin',
  'words',
  'sql',
  'read',
  'write',
  'edit',
  'delete',
  'move',
  'copy',
  'target',
  'list',
  'search',
  'include',
  'globs',
  'content',
  'replaces',
  'patch',
  'recursive',
  'url',
  'resource',
  'urls-in',
  'host',
  'query',
  'data',
  'upload',
  'recipient',
  'connect',
  'package',
  'elevate',
  'spawn',
  'agent',
  'calls',
  'nothing',
] as const;
export type ToolUseName = (typeof toolUseNames)[number];

/** Steps to a field; `[]` is every element of a list. Names are compared by `nameKey`. */
export type FieldSteps = readonly string[];

/** A use that counts only if the field is present, or has one of these words. */
export interface UseCondition {
  readonly fields: readonly FieldSteps[];
  /** Keys of `nameKey`; undefined if any value is enough. */
  readonly values: readonly string[] | undefined;
  readonly negated: boolean;
}

export interface ToolUse {
  readonly name: ToolUseName;
  readonly certain: boolean;
  /** Spellings of the field; every one that is present counts. */
  readonly fields: readonly FieldSteps[];
  /** With `words`: the words of the command. With other uses: constant values. */
  readonly words: readonly WordTemplate[];
  readonly condition: UseCondition | undefined;
}

/**
 * One word of a command that a tool equals. `text`: the word itself. `field`: each value of a field is a word. `flag`:
 * the word, if the field is true. `option`: the word and the value, if there is one. `split`: the value of a field, split
 * into words as a shell does.
 */
export type WordTemplate =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field' | 'split'; readonly field: FieldSteps }
  | { readonly kind: 'flag' | 'option'; readonly text: string; readonly field: FieldSteps };

/** Where relative paths are: on the machine, in a repository that contains the workspace, or elsewhere. */
export type PathsOf = 'here' | 'repository' | 'elsewhere';

export interface ToolEntry {
  /** Keys of `nameKey`; a `*` matches any characters. */
  readonly names: readonly string[];
  /** The tool is known by its name alone: the server is in no table, and may have fields of its own. */
  readonly ofAnyServer?: true;
  readonly kind: Kind;
  readonly paths: PathsOf;
  readonly uses: readonly ToolUse[];
}

/** The tools of an MCP server. */
export interface ServerEntry {
  /** As words: `['desktop', 'commander']`; empty for tools of any server. */
  readonly servers: readonly (readonly string[])[];
  readonly tools: readonly ToolEntry[];
}

export interface ToolTables {
  readonly native: readonly ToolEntry[];
  readonly servers: readonly ServerEntry[];
}
