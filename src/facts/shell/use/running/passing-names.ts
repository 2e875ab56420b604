/** Names of files to which an option limits a search through folders: `rg -g '*.ts'`. */
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { patternOf } from './filter-of.ts';

/**
 * The patterns of these names. Undefined if all files are searched, if the patterns are unknown, or if they may
 * name a folder.
 */
export function passingNames({ traits: { passes }, options }: Invocation): readonly string[] | undefined {
  if (passes.length === 0) return undefined;
  const given = options.filter(({ names }) => names.some((name) => passes.includes(name)));
  // `rg -g '!x'` only excludes files.
  const patterns = given.map(({ value }) => patternOf(value)).filter((pattern) => !pattern?.startsWith('!'));
  const plain = patterns.filter((pattern) => pattern !== undefined && /^[\w.*?-]*\.\w+$/.test(pattern));
  return patterns.length > 0 && plain.length === patterns.length ? (plain as readonly string[]) : undefined;
}
