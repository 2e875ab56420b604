/**
 * Joins what a call does by the knowledge of one layer with what a lower layer adds. The result is a union: it keeps
 * everything that the higher layer knows. The additions are marked, because they count only towards a denial.
 */
import type { DerivedEffects } from './derive-effects.ts';
import type { Command, Effects } from './effect/effect.ts';
import type { Moment } from './effect/way.ts';

type Lists = Omit<Effects, 'commands' | 'moments' | 'elsewhere' | 'succeeded' | 'added' | 'hiddenFiles'>;
const lists = [
  ...(['paths', 'connects', 'sends', 'pipes', 'installs', 'spawns', 'elevates', 'executed'] as const),
  ...(['copies', 'unknowns'] as const),
] as const satisfies readonly (keyof Lists)[];

/** The union of both; undefined where the lower layer adds nothing. */
export function joinEffects(upper: DerivedEffects, lower: DerivedEffects): DerivedEffects | undefined {
  const { effects } = upper;
  const added = new Set<object>(effects.added);
  const moments = new Map<object, Moment>(effects.moments);
  const add = (one: object, as: object): void => {
    added.add(as);
    const moment = lower.effects.moments.get(one);
    if (moment !== undefined) moments.set(as, moment);
  };
  const { commands, placeOf } = joinCommands(effects.commands, lower.effects.commands, add);
  const joined: { -readonly [Key in keyof Lists]?: readonly object[] } = {};
  const places = effects.commands.map((_, place) => place);
  for (const name of lists) {
    // If the end of a pipe is unknown, it is none of the commands that are added.
    const own: readonly object[] =
      name === 'pipes' ? effects.pipes.map((each) => withPlaces(each, places)) : effects[name];
    const known = new Set(own.map(keyOf));
    const more = (lower.effects[name] as readonly object[]).flatMap((each) => {
      const placed = withPlaces(each, placeOf);
      if (known.has(keyOf(placed))) return [];
      add(each, placed);
      return [placed];
    });
    joined[name] = more.length === 0 ? own : [...own, ...more];
  }
  const knownFiles = new Set(upper.files.map(keyOf));
  const files = lower.files.filter((file) => !knownFiles.has(keyOf(file)));
  if (added.size === (effects.added?.size ?? 0) && files.length === 0) return undefined;
  const { hiddenFiles = lower.effects.hiddenFiles } = effects;
  return {
    effects: {
      ...{ ...effects, ...(joined as unknown as Lists), commands, moments, added },
      ...(hiddenFiles === undefined ? {} : { hiddenFiles }),
    },
    unmapped: upper.unmapped,
    files: [...upper.files, ...files],
  };
}

/** The commands of both, and the index of each command of the lower layer in that list. */
function joinCommands(
  own: readonly Command[],
  lower: readonly Command[],
  add: (one: object, as: object) => void,
): { readonly commands: readonly Command[]; readonly placeOf: readonly number[] } {
  const commands = [...own];
  const places = new Map(own.map((command, place) => [keyOf(command), place]));
  const placeOf = lower.map((command) => {
    const known = places.get(keyOf(command));
    if (known !== undefined) return known;
    add(command, command);
    places.set(keyOf(command), commands.length);
    return commands.push(command) - 1;
  });
  return { commands, placeOf };
}

/** An effect with its command indices changed to those of the joined list; the same object where nothing changes. */
function withPlaces(effect: object, placeOf: readonly number[]): object {
  const placed = (['command', 'from', 'to'] as const).flatMap((name) => {
    const place = (effect as Readonly<Record<string, unknown>>)[name];
    const among = typeof place === 'number' ? (placeOf[place] ?? nowhere) : place;
    return among === place ? [] : [[name, among] as const];
  });
  return placed.length === 0 ? effect : { ...effect, ...Object.fromEntries(placed) };
}

/** An index that no command has. */
const nowhere = -1;

const keyOf = (thing: object): string => JSON.stringify(thing);
