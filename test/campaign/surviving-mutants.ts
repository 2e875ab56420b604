/** The document that lists the mutants of the shipped policies that no test notices, sorted by a person. */
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'docs/development/surviving-mutants.md';
const unsorted = 'Not sorted yet';

/** The names that are listed, by the heading that they are under. */
function read(): { readonly head: string; readonly sorts: ReadonlyMap<string, readonly string[]> } {
  const [head = '', ...parts] = readFileSync(file, 'utf8').split(/^## /m);
  const sorts = parts.map((part) => {
    const heading = part.split('\n', 1)[0] ?? '';
    const names = [...part.matchAll(/^- (.+)$/gm)].map(([, name = '']) => name);
    return [heading.replace(/ \(\d+\)$/, ''), names] as const;
  });
  return { head, sorts: new Map(sorts) };
}

export const listedSurvivors = (): readonly string[] => [...read().sorts.values()].flat();

/** Writes the list anew: each where it stood, and those that stood nowhere by themselves at the end. */
export function writeSurvivors(survivors: readonly string[]): void {
  const { head, sorts } = read();
  const known = new Set([...sorts.values()].flat());
  const all = new Map([...sorts, [unsorted, sorts.get(unsorted) ?? []]]);
  const parts = [...all].flatMap(([heading, names]) => {
    const own = survivors.filter(
      (each) => names.includes(each) || (heading === unsorted && !known.has(each)),
    );
    const list = own.map((each) => `- ${each}\n`).join('');
    return own.length === 0 ? [] : [`## ${heading} (${own.length})\n\n${list}`];
  });
  writeFileSync(file, head + parts.join('\n'));
}
