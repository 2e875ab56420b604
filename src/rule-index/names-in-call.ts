/** The names that the paths and commands of a call have. Rules and patterns are looked up by them. */
import type { Command, PathEffect } from '../facts/effect/effect.ts';
import type { Facts } from '../facts/facts.ts';
import { programsSpelling } from '../facts/knowledge/table/command-names.ts';
import type { Knowledge } from '../facts/knowledge/table/knowledge.ts';
import { programsOfCommand } from '../pattern/command.ts';
import { namesFromHome, namesOfWhole } from '../pattern/path/path-names.ts';
import type { PathReading } from '../pattern/path/path-readings.ts';
import { isKnown, type PathShape } from '../pattern/path/path-shape.ts';
import { longestPath } from '../pattern/path/path-value.ts';
import { isAscii } from '../pattern/text/composed.ts';
import { fold } from '../pattern/text/fold.ts';

/** A path that a call does something to, as path patterns see it. */
export type TouchedPath = Pick<PathEffect, 'path' | 'others' | 'recursive' | 'filter' | 'text'>;

/** The names in all readings of a path in a field, folded; undefined where a reading has no known root: it may have any name. */
export function namesOfPath(text: string, facts: Facts, exact: boolean): readonly string[] | undefined {
  if (text.length > longestPath) return undefined;
  const views = facts.pathViews(text, exact);
  if (views.some(({ anchor }) => anchor !== 'root')) return undefined;
  return views.flatMap((view) => facts.namesOf(view));
}

/** The names of paths that have several readings or all that lies below them, where a match denies: many patterns ask for them. */
const namesOfMany = new WeakMap<TouchedPath, readonly string[] | null>();

/**
 * The names in all readings of a path. Where a match denies, a directory with everything below it also has the names that
 * stand for whole directories. Undefined where a reading is not known.
 */
export function namesOfTouched(
  touched: TouchedPath,
  facts: Facts,
  exact: boolean,
): readonly string[] | undefined {
  const { path, others, recursive } = touched;
  const isPlain = others.length === 0 && !recursive;
  if (isPlain) return hasNames(path) ? namesOfView(path, facts) : undefined;
  if (exact) return namesInReadings(touched, facts, exact);
  let names = namesOfMany.get(touched);
  if (names === undefined) {
    names = namesInReadings(touched, facts, exact) ?? null;
    namesOfMany.set(touched, names);
  }
  return names ?? undefined;
}

function namesInReadings(touched: TouchedPath, facts: Facts, exact: boolean): readonly string[] | undefined {
  const views = readingsOfPath(touched, exact);
  if (!views.every(hasNames)) return undefined;
  const names = views.flatMap((view) => namesOfView(view, facts));
  return touched.recursive && !exact ? [...names, ...views.flatMap(namesOfWhole)] : names;
}

const hasNames = (view: PathShape): boolean => view.anchor !== 'floating' && isKnown(view);

const namesOfView = (view: PathShape, facts: Facts): readonly string[] =>
  view.anchor === 'home' ? [...facts.namesOf(view), ...namesFromHome] : facts.namesOf(view);

/** The readings of a path that count: all of them where a match denies; where it excuses, aliases are left out. */
export const readingsOfPath = ({ path, others }: TouchedPath, exact: boolean): readonly PathReading[] =>
  exact ? [path, ...others.filter(({ isAlias }) => isAlias !== true)] : [path, ...others];

/**
 * Names as one text with a slash before, between and behind them. Undefined where there are none, and where one goes
 * beyond ASCII: it can be written in more than one way.
 */
export function betweenSlashes(names: readonly string[] | undefined): string | undefined {
  const text = names && `/${names.join('/')}/`;
  return text !== undefined && isAscii(text) ? text : undefined;
}

interface ProgramNames {
  readonly commands: Knowledge;
  readonly names: readonly string[] | undefined;
}

/** The names of commands: many rules ask for them. */
const namesOfCommands = new WeakMap<Command, ProgramNames>();

/** Every name, folded, that the program of a command has; undefined where the program is not known. */
export function programNamesOf(command: Command, commands: Knowledge): readonly string[] | undefined {
  const known = namesOfCommands.get(command);
  if (known?.commands === commands) return known.names;
  const names = readProgramNames(command, commands);
  namesOfCommands.set(command, { commands, names });
  return names;
}

function readProgramNames(command: Command, commands: Knowledge): readonly string[] | undefined {
  const own = programsOfCommand(command);
  const others = spellingsOf(command, commands);
  return own === undefined || others.size === 0 ? own : [...own, ...[...others].flatMap(foldedNames)];
}

const noSpellings: ReadonlySet<string> = new Set();

/** Other programs under whose names the command is known as well: `npx` and `npm exec`. */
export const spellingsOf = ({ program }: Command, commands: Knowledge): ReadonlySet<string> =>
  program === undefined ? noSpellings : programsSpelling(program, commands);

/** A folded name, and its last part where it has slashes: patterns name either. */
const foldedNames = (name: string): readonly string[] => {
  const folded = fold(name);
  return folded.includes('/') ? [folded, folded.slice(folded.lastIndexOf('/') + 1)] : [folded];
};
