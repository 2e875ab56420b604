/**
 * Tools whose kind is known by their name, for events that declare none (the
 * draft revision leaves `kind` out at will). Names are folded; a name that
 * stands for different things in different harnesses is not here.
 */
import type { Kind } from '../vocabulary/kinds.ts';

const toolsOfKind: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  shell: [
    'bash',
    'bashoutput',
    'execute_bash',
    'exec_command',
    'local_shell',
    'powershell',
    'run_command',
    'run_in_terminal',
    'run_shell_command',
    'run_terminal_cmd',
    'shell',
    'shell_command',
    'unified_exec',
    'developer__shell',
  ],
  file_read: ['read', 'read_file', 'read_many_files', 'fs_read', 'notebookread', 'view_image'],
  file_write: ['write', 'write_file', 'fs_write', 'create_file', 'developer__write'],
  file_edit: [
    'apply_patch',
    'edit',
    'edit_file',
    'multiedit',
    'notebookedit',
    'str_replace',
    'developer__edit',
  ],
  search: ['glob', 'grep', 'grep_search', 'list_directory', 'ls', 'search_file_content', 'codebase_search'],
  fetch: ['fetch', 'web_fetch', 'webfetch', 'websearch', 'web_search', 'google_web_search'],
  task: ['agent', 'task', 'spawn_agent'],
};

const kindOfTool: ReadonlyMap<string, Kind> = new Map(
  Object.entries(toolsOfKind).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind] as const)),
);

/** The kind of a tool by its folded name, where the name alone tells. */
export const inferKind = (foldedName: string): Kind | undefined => kindOfTool.get(foldedName);
