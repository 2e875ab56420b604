/**
 * A file that is bylaw's alone: a plugin, a script. It is written whole and
 * deleted whole, and never in place of a file that others wrote.
 */
import { type CommandLine, isOwnCommand } from './command-line.ts';
import type { Edit, FileForm, FoundHooks } from './config-form.ts';

export function installFile(text: string | undefined, form: FileForm): Edit {
  if (text === undefined || text.includes(form.mark)) return { ok: true, text: form.text, isEmpty: false };
  return { ok: false, line: undefined, problem: 'there is a file of this name that bylaw did not write' };
}

export const removeFile = (text: string, form: FileForm): Edit => ({
  ok: true,
  text,
  isEmpty: text.includes(form.mark),
});

/** Whether there is nothing in the file but what bylaw writes, though perhaps for another place of bylaw. */
export function isAsWritten(text: string, form: FileForm): boolean {
  const line = form.script?.lineIn(text);
  if (line !== undefined) return isOwnCommand({ kind: 'shell', text: line });
  return form.script === undefined && withoutCommand(text) === withoutCommand(form.text);
}

const commandList = /^const command = (\[.*\]);?$/m;

const withoutCommand = (text: string): string =>
  commandIn(text) === undefined ? text : text.replace(commandList, '');

/** The command that the file runs, as the file has it. */
export function findInFile(text: string, form: FileForm): FoundHooks {
  if (!text.includes(form.mark)) return { ok: true, hooks: [] };
  const common = { event: undefined, matcher: undefined, entry: {}, isOwn: true };
  if (form.script !== undefined) {
    const line = form.script.lineIn(text);
    if (line === undefined)
      return {
        ok: false,
        line: 1,
        problem: 'it is not as bylaw wrote it; delete it, and run `bylaw init` again',
      };
    return {
      ok: true,
      hooks: [{ ...common, command: { kind: 'shell', text: line }, starts: form.script.starts }],
    };
  }
  const command = commandIn(text);
  return { ok: true, hooks: command === undefined ? [] : [{ ...common, command }] };
}

/** The list of words that the plugin has for its command. */
function commandIn(text: string): CommandLine | undefined {
  const list = commandList.exec(text)?.[1];
  if (list === undefined) return undefined;
  try {
    const words: unknown = JSON.parse(list);
    if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) return undefined;
    const command: CommandLine = { kind: 'words', words };
    return isOwnCommand(command) ? command : undefined;
  } catch {
    return undefined;
  }
}
