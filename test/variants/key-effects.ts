/**
 * What makes a command that command: the program it runs with its words, what it
 * does to which paths, where it connects and what it sends. Two spellings of one
 * command have the same; a mention has none of them.
 */
import type { Command, Effects } from '../../src/facts/effect/effect.ts';
import { showPathShape } from '../../src/pattern/path/path-shape.ts';
import { showShape } from '../../src/pattern/text/shape.ts';

/** By what is done, as text: whether it is done for certain. */
export type KeyEffects = ReadonlyMap<string, boolean>;

export function keyEffects(effects: Effects): KeyEffects {
  const keys = new Map<string, boolean>();
  const add = (key: string, certain: boolean): void => {
    keys.set(key, certain || keys.get(key) === true);
  };
  for (const command of effects.commands) add(`run ${showCommand(command)}`, command.certain);
  for (const { kind, path, recursive, certain } of effects.paths) {
    add(`${kind} ${showPathShape(path)}${recursive ? ' and all below' : ''}`, certain);
  }
  for (const { host, certain } of effects.connects) add(`connect ${host.value?.name ?? host.text}`, certain);
  for (const { source, host, certain } of effects.sends) {
    const what = source === undefined ? 'data' : showPathShape(source.path);
    add(`send ${what} to ${host.value?.name ?? host.text}`, certain);
  }
  for (const { manager, name, source, certain } of effects.installs) {
    add(`install ${name ?? '-'} by ${manager} from ${source}`, certain);
  }
  return keys;
}

/** Options under their canonical names, once each and sorted: their order and their spelling do not matter. */
function showCommand({ program, words, options, operands }: Command): string {
  // The end of the options is recorded like one, and changes nothing here.
  const real = options.filter(({ names }) => names[0] !== '--');
  const given = real.map(
    ({ names, value }) => `${names[0]}${value === undefined ? '' : ` ${showShape(value)}`}`,
  );
  const all = [
    program ?? '?',
    ...words,
    ...[...new Set(given)].sort(),
    ...operands.map(({ value }) => showShape(value)),
  ];
  return all.join(' | ');
}

/** What of the first is missing in the second, or is only possible there. */
export function lostEffects(
  expected: KeyEffects,
  found: KeyEffects,
): { readonly missing: string[]; readonly weaker: string[] } {
  const missing: string[] = [];
  const weaker: string[] = [];
  for (const [key, certain] of expected) {
    const there = found.get(key);
    if (there === undefined) missing.push(key);
    else if (certain && !there) weaker.push(key);
  }
  return { missing, weaker };
}
