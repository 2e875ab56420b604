/**
 * Where this very bylaw is on this machine, as path patterns: its program, its node, the policies in force, its memory, log
 * and socket, and the configuration that puts it in front of harnesses. Each place counts by the name that leads there and by
 * what that name leads to. It is looked up when a rule first asks for `@bylaw`.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { OwnPlaces } from '../../compile/program.ts';
import { movedFolders, usualPlaces } from '../../facts/own-places.ts';
import { defaultSocket, userCacheFolder, userConfigFolder, userStateFolder } from './user-folders.ts';

/** The places that a process was started with; all absolute. */
export interface StartedPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the package. */
  readonly program: string;
  /** The folders and files that policies come from, with what they import. */
  readonly policies: readonly string[];
  /** Other folders and files: of the memory, the log, the socket, tokens; those that there are. */
  readonly others?: readonly (string | undefined)[];
}

/** The places of bylaw in this process. */
export const ownPlaces =
  ({ env, program, policies, others = [] }: StartedPlaces): OwnPlaces =>
  () => {
    const started = [...policies, ...others.flatMap((place) => place ?? [])];
    const usual = [userConfigFolder(env), userStateFolder(env), userCacheFolder(env), defaultSocket(env)];
    const wholes = [...started, ...usual, running(program)].flatMap(withReal);
    const files = [program, join(program, 'package.json'), process.execPath];
    const single = [...files, ...startersIn(env.PATH, program), ...harnessFiles(env)].flatMap(withReal);
    const below = wholes.map((place) => `${patternOf(place)}/**`);
    const places = [...[...wholes, ...single].map(patternOf), ...below, ...movedPlaces(env), ...usualPlaces];
    return [...new Set(places)].filter((place) => place.length <= longestPattern);
  };

/** What is installed runs, all of it. A clone in which bylaw is worked on has much that does not. */
const running = (program: string): string =>
  existsSync(join(program, '.git')) ? join(program, 'dist') : program;

/** The files that start bylaw and its node by name, and the one that started this process. */
function startersIn(searchPath: string | undefined, program: string): readonly string[] {
  const own = new Set([realOf(join(program, 'dist', 'bylaw.cjs')), realOf(process.execPath)]);
  const found = (searchPath ?? '')
    .split(delimiter)
    .flatMap((folder) =>
      isAbsolute(folder) ? ['bylaw', 'bylaw.cmd', 'node', 'node.exe'].map((name) => join(folder, name)) : [],
    );
  const [, started] = process.argv;
  const named = started !== undefined && isAbsolute(started) ? [...found, started] : found;
  // What is called bylaw on the search path starts it, though it may be a script of a package manager.
  return named.filter(
    (file) => own.has(realOf(file)) || (/[\\/]bylaw(?:\.cmd)?$/.test(file) && isFile(file)),
  );
}

/** Files of harnesses that a variable names. */
const harnessFiles = ({
  GEMINI_CLI_SYSTEM_SETTINGS_PATH: settings,
}: StartedPlaces['env']): readonly string[] =>
  settings !== undefined && isAbsolute(settings) ? [settings] : [];

/** The usual places of a folder, in the folder that a variable moves it to. */
function movedPlaces(env: StartedPlaces['env']): readonly string[] {
  return Object.entries(movedFolders).flatMap(([variable, folder]) => {
    const moved = env[variable];
    if (moved === undefined || !isAbsolute(moved)) return [];
    return usualPlaces.flatMap((place) =>
      place.startsWith(`${folder}/`) ? patternOf(moved) + place.slice(folder.length) : [],
    );
  });
}

/** A place by its name, and by where that leads. */
const withReal = (place: string): readonly string[] => [...new Set([place, realOf(place)])];

function realOf(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    return place;
  }
}

const isFile = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isFile() === true;

/** The longest path that a pattern can have. */
const longestPattern = 1024;

/** A pattern for one place. What would mean something else in a pattern may be any character. */
const patternOf = (place: string): string =>
  place
    .replace(/\\/g, '/')
    .replace(/\/+$/, '')
    .replace(/[*?[\]{}()]/g, '?') || '/';
