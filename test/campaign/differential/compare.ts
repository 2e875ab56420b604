/**
 * What a script did, held against what is derived of its text: each change needs a delete or a write that may name it,
 * each file whose text came out a read, each program a command, each connection and each text that was sent the like;
 * or there is an unknown part. A home is the one that scripts are run with.
 */
import type { Command, Effects, PathEffect } from '../../../src/facts/effect/effect.ts';
import { derive, type Facts } from '../../../src/facts/facts.ts';
import { compileProgramOf } from '../../../src/pattern/command.ts';
import type { HostShape } from '../../../src/pattern/host.ts';
import { compilePath } from '../../../src/pattern/path/path.ts';
import type { PathPattern } from '../../../src/pattern/path/path-pattern.ts';
import { isKnown, type PathShape, showPathShape } from '../../../src/pattern/path/path-shape.ts';
import { isOpen, type Shape, showShape, staticText } from '../../../src/pattern/text/shape.ts';
import { NO } from '../../../src/pattern/text/truth.ts';
import { shellEvent } from '../../variants/shell-event.ts';
import { type Change, type Deed, home, workspace } from './sandbox.ts';
import type { Ran } from './trace.ts';

/**
 * How a deed is covered, the best of: `certain`: by its path. `possible`: perhaps, or by a path of which parts are not
 * known. `anywhere`: by a path of which nothing is known. `unknown`: only by what is said not to be known.
 */
export type Coverage = 'certain' | 'possible' | 'anywhere' | 'unknown' | 'missed';
const order: readonly Coverage[] = ['certain', 'possible', 'anywhere', 'unknown', 'missed'];

export const factsOf = (text: string): Facts => derive(shellEvent(text, workspace));
export const effectsOf = (text: string): Effects => factsOf(text).effects;

const homeSegments = home.slice(1).split('/');
const atHome = (path: PathShape): PathShape =>
  path.anchor === 'home' ? { anchor: 'root', segments: [...homeSegments, ...path.segments] } : path;

/** What no pattern may hold. */
const unwritable = /\\(?=[A-Za-z0-9])|[\u0000-\u001f\u007f]/g;

const patterns = new Map<string, PathPattern>();
function patternOf(path: string): PathPattern {
  const known = patterns.get(path);
  if (known !== undefined) return known;
  const { pattern, problem } = compilePath(path.replace(/[*?[\]{}()!+@]/g, '\\$&').replace(unwritable, '?'));
  if (pattern === undefined) throw new Error(`${path}: ${problem}`);
  patterns.set(path, pattern);
  return pattern;
}

const mayBe = (shape: PathShape, path: string): boolean =>
  patternOf(path).testShape(atHome(shape), undefined, { exact: true, below: false }) !== NO;

function* above(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at);
}

const elsewhere = '/nowhere/at/all';

function coverageBy({ path, others, recursive, certain }: PathEffect, wanted: readonly string[]): Coverage {
  const [real = ''] = wanted;
  const names = recursive ? [real, ...above(real)] : wanted;
  const covers = (shape: PathShape): boolean => names.some((name) => mayBe(shape, name));
  if (!covers(path)) return others.some(covers) ? 'possible' : 'missed';
  if (certain && isKnown(path) && path.anchor !== 'floating') return 'certain';
  return mayBe(path, elsewhere) ? 'anywhere' : 'possible';
}

const better = (one: Coverage, other: Coverage): Coverage =>
  order.indexOf(other) < order.indexOf(one) ? other : one;
const best = (found: readonly Coverage[]): Coverage => found.reduce(better, 'missed');

/** How a deed is covered by what is derived. */
export function coverageOf(deed: Deed, effects: Effects): Coverage {
  const found = coverageWithout(deed, effects);
  return effects.unknowns.length > 0 ? better(found, 'unknown') : found;
}

function coverageWithout(deed: Deed, effects: Effects): Coverage {
  switch (deed.what) {
    case 'opened':
      return best([coverageOfRead(deed.path, effects), coverageOfWay(deed.path, effects.paths)]);
    case 'leaked':
      return coverageOfRead(deed.path, effects);
    case 'ran':
      return coverageOfProgram(deed, effects.commands);
    case 'connected':
      return best(effects.connects.map(({ host, certain }) => coverageOfHost(deed.host, host, certain)));
    case 'sent':
      return best(effects.sends.map(({ host, certain }) => coverageOfHost(deed.host, host, certain)));
    case 'deleted':
    case 'created':
    case 'changed':
      return coverageOfChange(deed, effects.paths);
    default:
      return deed satisfies never;
  }
}

function coverageOfChange({ path, what, kind }: Change, paths: readonly PathEffect[]): Coverage {
  const wanted = what === 'deleted' ? 'delete' : 'write';
  const found = best(
    paths.filter((effect) => effect.kind === wanted).map((effect) => coverageBy(effect, [path])),
  );
  // A folder is made on the way to what is written below it.
  if (found === 'missed' && what !== 'deleted' && kind === 'folder' && makesBelow(path, paths))
    return 'possible';
  return found;
}

function coverageOfRead(path: string, { paths, executed }: Effects): Coverage {
  const reads = paths.filter(({ kind }) => kind === 'read').map((effect) => coverageBy(effect, [path]));
  const runs = executed
    .filter((file) => [file.path, ...file.others].some((shape) => mayBe(shape, path)))
    .map(({ certain }): Coverage => (certain ? 'certain' : 'possible'));
  return best([...reads, ...runs]);
}

/** What is deleted with all below may be opened to see whether it is a folder. */
const coverageOfWay = (path: string, paths: readonly PathEffect[]): Coverage =>
  best(
    paths
      .filter(({ kind, recursive }) => kind === 'delete' && recursive)
      .map((effect) => coverageBy(effect, [path])),
  );

/** What programs start to do their own work, which no text names. */
const ownWork = /^(?:tar|git|gunzip|zcat)$/;
/** Shells that the C library starts for `system`, and no shell does by its path. */
const isOfLibrary = ({ path }: Ran): boolean => path === '/bin/sh';

function coverageOfProgram(ran: Ran, commands: readonly Command[]): Coverage {
  if (ownWork.test(ran.by ?? '') || isOfLibrary(ran)) return 'possible';
  return best(commands.map((command) => coverageByCommand(ran, command)));
}

function coverageByCommand({ path, words }: Ran, command: Command): Coverage {
  const names = [path, words[0] ?? ''].map((name) => name.slice(name.lastIndexOf('/') + 1));
  if (command.program === undefined) return 'anywhere';
  if (names.every((name) => programOf(name)(command) === NO)) return 'missed';
  if (!mayHaveWords(command, words.slice(1))) return 'missed';
  return command.certain && !command.open && command.args.every((arg) => staticText(arg) !== undefined)
    ? 'certain'
    : 'possible';
}

const programs = new Map<string, ReturnType<typeof compileProgramOf>>();
function programOf(name: string): ReturnType<typeof compileProgramOf> {
  const test = programs.get(name) ?? compileProgramOf(name === '' ? '-' : name);
  programs.set(name, test);
  return test;
}

/** Programs that put words of their own into what they run, or paths that a program of theirs worked out. */
const fillsIn = /^(?:find|xargs|python|node|perl|awk|split|s\.\w+)$/;

/** Ends each word where words are compared. */
const end = '\u0001';

/** Whether a command may have been given these words. A word that is not known may be any number of them. */
function mayHaveWords({ args, open, via }: Command, words: readonly string[]): boolean {
  // What these put into a command is shown as the place where it comes from.
  if (open || via.some((name) => fillsIn.test(name))) return true;
  const pattern = args
    .map((arg) => (isOpen(arg) ? `(?:[^${end}]*${end})*` : patternOfWord(arg) + end))
    .join('');
  return new RegExp(`^${pattern}$`, 's').test(words.map((word) => word + end).join(''));
}

const patternOfWord = ({ pieces }: Shape): string =>
  pieces
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace('~', `(?:~|${home})`)
        : piece.kind === 'home'
          ? home
          : `[^${end}]*`,
    )
    .join('');

function coverageOfHost(name: string, { value, suffix, others }: HostShape, certain: boolean): Coverage {
  if (value?.name === name) return certain ? 'certain' : 'possible';
  if (others.some((other) => other.name === name)) return 'possible';
  if (value !== undefined) return 'missed';
  return suffix === undefined ? 'anywhere' : name.endsWith(suffix) ? 'possible' : 'missed';
}

const makesBelow = (folder: string, paths: readonly PathEffect[]): boolean =>
  paths.some(
    ({ kind, path: own, others }) =>
      kind === 'write' &&
      [own, ...others].some(({ anchor, segments }) =>
        segments.some((_, end) => mayBe({ anchor, segments: segments.slice(0, end) }, folder)),
      ),
  );

/** What is derived, of the sorts of deeds that are asked about. */
export function showEffects(
  { paths, commands, connects, sends, unknowns }: Effects,
  deeds: readonly Deed[],
): string {
  const asked = (...what: readonly Deed['what'][]): boolean => deeds.some((deed) => what.includes(deed.what));
  const isRead = asked('opened', 'leaked');
  const isWritten = asked('created', 'changed', 'deleted');
  const mark = (certain: boolean): string => (certain ? '' : ' ?');
  return [
    ...paths
      .filter(({ kind }) => (kind === 'read' ? isRead : isWritten))
      .map(
        ({ kind, path, recursive, certain }) =>
          `${kind} ${showPathShape(path)}${recursive ? ' and below' : ''}${mark(certain)}`,
      ),
    ...(asked('ran') ? commands : []).map(
      ({ program = '…', args, certain }) =>
        `run ${[program, ...args.map(showShape)].join(' ')}${mark(certain)}`,
    ),
    ...(asked('connected') ? connects : []).map(
      ({ host, certain }) => `connect ${host.text}${mark(certain)}`,
    ),
    ...(asked('sent') ? sends : []).map(({ host, certain }) => `send to ${host.text}${mark(certain)}`),
    ...unknowns.map(({ why }) => `unknown: ${why}`),
  ].join('; ');
}

export function showDeed(deed: Deed): string {
  switch (deed.what) {
    case 'ran':
      return `ran ${deed.words.join(' ')}`;
    case 'connected':
      return `connected to ${deed.host}`;
    case 'sent':
      return `sent ${deed.path} to ${deed.host}`;
    default:
      return `${deed.what} ${deed.path}`;
  }
}
