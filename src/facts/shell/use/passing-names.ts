/** Names of files that an option lets through where a program goes through folders: `rg -g '*.ts'`. */
import type { Shape } from '../../../pattern/shape.ts';
import type { Invocation } from '../../knowledge/arguments.ts';

/** The patterns of these names; undefined where all files are looked at, or which of them is not known, or a folder may be named. */
export function passingNames({ traits: { passes }, options }: Invocation): readonly string[] | undefined {
  if (passes.length === 0) return undefined;
  const given = options.filter(({ names }) => names.some((name) => passes.includes(name)));
  // `rg -g '!x'` leaves out more, and lets nothing through.
  const patterns = given.map(({ value }) => patternOf(value)).filter((pattern) => !pattern?.startsWith('!'));
  const plain = patterns.filter((pattern) => pattern !== undefined && /^[\w.*?-]*\.\w+$/.test(pattern));
  return patterns.length > 0 && plain.length === patterns.length ? (plain as readonly string[]) : undefined;
}

/** The text of a pattern, also where the shell may have found names that fit it. */
function patternOf(value: Shape | undefined): string | undefined {
  let text = '';
  for (const piece of value?.pieces ?? [{ kind: 'any' } as const]) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'glob') text += piece.glob;
    else return undefined;
  }
  return text;
}
