/** The effects of another derivation, as ones that may happen: what code that may never run would do. */
import type { Effects } from './effect.ts';

/** The same effects, none of them certain. `offset`: how many commands come before theirs. */
export function asPossible(effects: Effects, offset: number): Effects {
  const perhaps = <Item extends { readonly command: number | undefined }>(item: Item): Item => ({
    ...item,
    certain: false,
    command: item.command === undefined ? undefined : item.command + offset,
  });
  const paths = new Map(effects.paths.map((path) => [path, perhaps(path)]));
  return {
    ...effects,
    commands: effects.commands.map((command) => ({ ...command, certain: false })),
    paths: [...paths.values()],
    connects: effects.connects.map(perhaps),
    sends: effects.sends.map((send) => ({
      ...perhaps(send),
      source: send.source && (paths.get(send.source) ?? send.source),
    })),
    pipes: effects.pipes.map((pipe) => ({
      ...pipe,
      certain: false,
      from: pipe.from + offset,
      to: pipe.to + offset,
    })),
    installs: effects.installs.map(perhaps),
    spawns: effects.spawns.map(perhaps),
    elevates: effects.elevates.map(perhaps),
    executed: effects.executed.map(perhaps),
    copies: effects.copies.map((copy) => ({ ...copy, certain: false })),
  };
}
