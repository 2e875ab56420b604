/**
 * Tools of a kind that say what they are for, but are not in the tables: their
 * fields with well-known names could be what they look like. What is found is
 * possible only, and an unknown part says that it is all a guess; but text that
 * a tool of kind `shell` is given as its command is a command.
 */
import type { Kind } from '../../vocabulary/kinds.ts';
import type { ToolEntry } from './entry.ts';
import { readToolTables } from './format.ts';

const path = 'path file_path filename file target_file absolute_path relative_path notebook_path uri';

const { native } = readToolTables(`
native
shell (shell): shell command cmd script code command_line commands[]; args args arguments; cwd cwd workdir working_dir working_directory directory; dialect shell
read (file_read): read? ${path} paths[] files[]
write (file_write): write? ${path} paths[] files[].path; content content text file_text
edit (file_edit): edit? ${path} paths[] files[].path edits[].path; content new_string content new_str
search (search): list? ${path} directory dir_path folder
fetch (fetch): url? url uri urls[] href link
task (task): spawn; agent agent_type subagent_type agent
`);

const guesses: ReadonlyMap<Kind, ToolEntry> = new Map(native.map((entry) => [entry.kind, entry]));

/** How a tool of this kind is read where its name tells nothing; undefined for kinds that say nothing of what it does. */
export const guessEntry = (kind: Kind): ToolEntry | undefined => guesses.get(kind);
