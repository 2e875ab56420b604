/**
 * What is known of a tool: its kind, and what it does with the fields of its
 * input. Tables of these are text, in the format of `format.ts`; policies add
 * their own.
 */
import type { Kind } from '../../vocabulary/kinds.ts';

/**
 * What happens with the value of a field.
 *
 * Commands: `shell` `posix` `powershell`: text for a shell, or a list of words.
 * `typed`: the same, typed into a program that runs already. `args`: words that
 * follow the command. `python` `node`: code. `page`: code that runs in a web
 * page. `cwd`: the directory that the paths of the call stand on. `dialect`: the
 * shell that reads the command. `env`: variables that are set for it. `words`: the call does what this command does.
 *
 * Paths: `read` `write` `delete` `move` `copy`; `edit` is a read and a write;
 * `target`: where a move or a copy goes. `list`: a folder whose names are shown.
 * `search`: a folder whose files are read, `.` where none is given; `include`:
 * which of these; `globs`: names and patterns of files that are read. `content`:
 * what is written; `replaces`: the old text that an edit replaces; `patch`: a patch. `recursive`: whether paths count with all
 * below them.
 *
 * Network: `url`; `resource`: a URL of which only some kinds leave the machine;
 * `urls-in`: text that may hold some; `host`; `query`: words for a search engine;
 * `data`: what is sent to the hosts of the call; `upload`: a path whose content
 * is; `recipient`: an address that `data` goes to. `connect`: a host that it
 * always connects to.
 *
 * Others, which policies may say: `package`: what is installed; `elevate`: it runs
 * with other rights. `spawn`: an agent is started; `agent`: one of this type; `calls`: calls
 * of other tools; `nothing`: nothing of all this.
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
  'words',
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

/** A use that counts only where one of the fields is there, or is one of these words. */
export interface UseCondition {
  readonly fields: readonly FieldSteps[];
  /** As `nameKey` makes them; undefined where it is enough that the field is there. */
  readonly values: readonly string[] | undefined;
  readonly negated: boolean;
}

export interface ToolUse {
  readonly name: ToolUseName;
  readonly certain: boolean;
  /** Spellings of the field; every one that is there counts. */
  readonly fields: readonly FieldSteps[];
  /** Of `words`: a word, a field, or an option that stands for a field. Of others: values that are always the same. */
  readonly words: readonly WordTemplate[];
  readonly condition: UseCondition | undefined;
}

/**
 * `text`: the word itself. `field`: the values of a field, each a word. `flag`: the
 * word where the field is true. `option`: the word and the value, where there is one.
 * `split`: the value of a field, taken apart into words as a shell would.
 */
export type WordTemplate =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field' | 'split'; readonly field: FieldSteps }
  | { readonly kind: 'flag' | 'option'; readonly text: string; readonly field: FieldSteps };

/** Where relative paths are: on the machine, in a repository of which the workspace is one, or somewhere else. */
export type PathsOf = 'here' | 'repository' | 'elsewhere';

export interface ToolEntry {
  /** By `nameKey`; a `*` is any run of characters. */
  readonly names: readonly string[];
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
