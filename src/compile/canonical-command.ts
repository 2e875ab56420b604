/** A command pattern with its subcommands in their canonical spelling, as the tables of commands have them. */
import type { Knowledge } from '../facts/knowledge/knowledge.ts';

/** `npm i --global` → `npm install --global`. What the tables do not know, and words with `*`, stay as they are. */
export function canonicalCommand(text: string, { programs }: Knowledge): string {
  const [name = '', ...rest] = text.trim().split(/\s+/);
  const entry = programs.get(name);
  if (entry === undefined) return text;
  let forms = entry.forms;
  let depth = 0;
  const words = rest.map((word) => {
    if (word.startsWith('-') || forms.length === 0) return word;
    const at = depth++;
    forms = forms.filter((form) => form.words[at]?.includes(word) === true);
    return forms[0]?.words[at]?.[0] ?? word;
  });
  return [name, ...words].join(' ');
}
