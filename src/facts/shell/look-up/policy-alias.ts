/**
 * Aliases that policies declare. An alias of a shell only holds for a name without quotes. An alias of a policy
 * may be a link or a small script as well, so it holds wherever its name is the program: quoted, behind `sudo`,
 * by path.
 */
import type { Knowledge } from '../../knowledge/table/knowledge.ts';
import { programOf } from '../use/named-program.ts';
import { type Word, wordOf } from '../word.ts';

/** The words after the policy alias at their start is resolved. Each name is resolved once, so that this ends. */
export function resolveAlias(words: readonly Word[], { aliases }: Knowledge): readonly Word[] {
  if (aliases.size === 0) return words;
  const seen = new Set<string>();
  let all = words;
  for (;;) {
    const [first, ...rest] = all;
    const name = first && programOf(first.shape);
    const meant = name === undefined || seen.has(name) ? undefined : aliases.get(name);
    if (name === undefined || meant === undefined) return all;
    seen.add(name);
    all = [...meant.map((each) => wordOf(each)), ...rest];
  }
}
