/**
 * Guesses the effects of a tool from its kind, if the tables do not help: the tool is not in them, or its input has none
 * of the listed fields. Fields with well-known names may have the use that the name suggests. All effects are only
 * possible, and an unknown part says that they are a guess. One exception: the command of a tool for commands is certain.
 */
import type { Kind } from '../../vocabulary/kinds.ts';
import type { ToolEntry, ToolUse, ToolUseName } from './entry.ts';
import { cutToolTables } from './format.ts';
import { type ToolsByName, toolsByName } from './tool-lines.ts';

const path =
  'path file_path filename file file_name target_file absolute_path relative_path notebook_path uri file_uri';
const paths = `${path} paths[] files[] file_paths[] filenames[] uris[]`;
const command =
  'command cmd script code command_line cmdline shell_command bash_command full_command commands[] command.text program executable exe';
/** Names that say little, and count only if none of the others is present. */
const text = 'args argv arguments input text keys exec run';
/** The fields of the command, as a condition. */
const listed = command.replaceAll('[]', '').replaceAll(' ', ',');
const stdin = 'stdin input text std_in standard_input stdin_data stdin_text';
const url = 'url uri urls[] href link address endpoint page_url target_url website';

const guessTable = `
native
shell (shell): shell ${command}; shell ${text} unless ${listed}; args args arguments argv params parameters positional positionals flags options operands cmd_args command_args command_arguments extra_args; stdin ${stdin} if ${listed}; cwd cwd workdir working_dir working_directory directory; dialect shell; env env environment
read (file_read): read? ${paths}
write (file_write): write? ${paths} files[].path; content content text file_text
edit (file_edit): edit? ${paths} files[].path edits[].path; content new_string content new_str; replaces old_string old_str
search (search): list? ${paths} directory dir_path folder
fetch (fetch): url? ${url}
task (task): spawn; agent agent_type subagent_type agent
moving (other): move? source src from old ${paths} files[].path; write? target dest dst destination to new_path new_name files[].path
sql (other): nothing if sql,query,statement
`;

let guesses: ToolsByName | undefined;
/** The table is parsed when a tool first needs it. */
function guessNamed(name: string): ToolEntry | undefined {
  guesses ??= toolsByName(cutToolTables(guessTable).native);
  return guesses(name);
}

const nameOfKind: Readonly<Partial<Record<Kind, string>>> = {
  shell: 'shell',
  file_read: 'read',
  file_write: 'write',
  file_edit: 'edit',
  search: 'search',
  fetch: 'fetch',
  task: 'task',
};

const named = (name: string | undefined): ToolEntry | undefined =>
  name === undefined ? undefined : guessNamed(name);

/** How to read a tool of this kind; undefined for kinds that do not say what the tool does. */
export const guessEntry = (kind: Kind): ToolEntry | undefined => named(nameOfKind[kind]);

/** The guesses by use: the one with the fields that this use could be in. */
const groups: readonly (readonly [guess: string, uses: readonly ToolUseName[]])[] = [
  ['shell', ['shell', 'posix', 'powershell', 'typed']],
  ['read', ['read', 'edit', 'write', 'delete', 'list', 'search', 'globs', 'upload']],
  ['moving', ['move', 'copy']],
  ['fetch', ['url', 'resource', 'host', 'urls-in']],
];

/** How to read a tool of the tables whose input has none of the listed fields: as what the tool usually does. */
export function guessLike(entry: ToolEntry): ToolEntry {
  const names = new Set(entry.uses.map(({ name }) => name));
  const uses = groups.flatMap(([guess, members]): readonly ToolUse[] => {
    const own = members.filter((name) => names.has(name));
    const known = named(guess)?.uses ?? [];
    if (own.length === 0) return [];
    if (guess !== 'read')
      return known.map((use) => (use.name === 'move' && own[0] === 'copy' ? { ...use, name: 'copy' } : use));
    return own.flatMap((name) =>
      known.map((use) => ({ ...use, name: name === 'upload' ? 'read' : name, certain: false })),
    );
  });
  return {
    ...entry,
    uses: [...uses, ...entry.uses.filter(({ name }) => ['content', 'replaces', 'cwd'].includes(name))],
  };
}
