/** Objects that say a command in two fields: a program, and a list of its arguments. */
import type { JsonObject } from '../../facts/event/event.ts';
import { own } from '../../protocol/json.ts';

/** No program has a longer name than this. */
const longestName = 1024;

/** What a list of arguments in an object is given to: `{"command": "mysql", "args": ["-p…"]}`. */
export function programBeside(object: JsonObject): string | undefined {
  for (const name of ['command', 'program', 'cmd', 'executable', 'file', 'path']) {
    const value = own(object, name);
    if (typeof value === 'string') return value.length <= longestName ? value : undefined;
  }
  return undefined;
}
