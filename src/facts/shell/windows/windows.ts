/** Runs scripts of PowerShell and `cmd.exe`: each of their commands, by the tables of its own dialect. */
import { readPathShape } from '../../../pattern/path/path-shape.ts';
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import type { CodeFinding } from '../../code/values/finding.ts';
import type { InputSpan, PathEffect } from '../../effect/effect.ts';
import { startOf } from '../../knowledge/notation/value-part.ts';
import { spend } from '../budget.ts';
import type { ShellDialect } from '../dialect.ts';
import { workingDirectory } from '../expand/parameter.ts';
import { hasUnknown, markUnknown, unmark } from '../expand/placeholder.ts';
import { builtinOf } from '../look-up/builtins.ts';
import type { Io, Shell, TextWithOrigins } from '../shell.ts';
import { isSpent } from '../shell.ts';
import { keep } from '../state/keep.ts';
import type { ShellState } from '../state/state.ts';
import { waysOf } from '../state/ways.ts';
import { applyFindings, setVariables } from '../use/scripts/code.ts';
import { emptyStream, mergeOrigins, noOrigins, type Stream, unknownStream, type Word } from '../word.ts';
import { readDos } from './dos.ts';
import { readPowerShell } from './powershell.ts';
import { pipedPaths } from './powershell-pipe.ts';
import { findingInPlace, withPlaces } from './windows-place.ts';
import { changesLocation, type WindowsCommand } from './windows-script.ts';
import type { Location } from './windows-state.ts';

/** A word without any text in it, or the file that holds none. */
const isNothing = (word: Shape): boolean => staticText(word) === '' || isNowhere(word);

const isNowhere = (path: Shape): boolean => /^(?:nul|\$null)$/i.test(staticText(path) ?? '');

/** Runs a script. Only in a script of one command does its success mean that the command has succeeded. */
export function runWindows(
  dialect: Exclude<ShellDialect, 'posix'>,
  script: TextWithOrigins,
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const isOne = !/[;\r\n|&{]/.test((staticText(script.shape) ?? ';').trim());
  return shell.recorder.succeeding(shell.recorder.succeeds && isOne, () =>
    runCommands(dialect, script, shell, state, io),
  );
}

function runCommands(
  dialect: Exclude<ShellDialect, 'posix'>,
  script: TextWithOrigins,
  shell: Shell,
  state: ShellState,
  io: Io,
): Stream {
  const text = markUnknown(script, shell);
  const { whole } = io.source;
  if (text === undefined || hasUnknown(script.shape)) {
    shell.unknown(
      'code',
      script.shape.source,
      `a part of the ${dialect === 'cmd' ? 'batch' : 'PowerShell'} script is not known`,
      whole,
    );
  }
  if (text === undefined) return emptyStream;
  const {
    commands,
    unknowns,
    findings,
    places: marked = [],
  } = dialect === 'powershell' ? readPowerShell(text) : readDos(text);
  const variables = [...findings, ...(dialect === 'cmd' ? variablesOf(commands) : [])];
  const given = setVariables(variables, (shape) => wordFrom(shape, shell).shape, state, shell, io, whole);
  const spanOf = (start: number, end: number): InputSpan =>
    io.source.offset === undefined || staticText(script.shape) === undefined
      ? whole
      : { field: io.source.field, start: io.source.offset + start, end: io.source.offset + end };
  // Behind a branch, or where a command may end the script, it is unknown which commands run.
  const branches = text.search(
    /[{}()]|&&|\|\||\.(?:bat|cmd)\b|\b(?:if|for|goto|call|exit|return|break|continue|throw|trap|requires|ErrorActionPreference|errorlevel|Set-StrictMode|PATH)\b/i,
  );
  const sureUntil = branches < 0 ? text.length : branches;
  const outputs: Stream[] = [];
  /** The state of the shell after each command that changed the location. */
  const places = new Map<Location, ShellState>();
  /** A word with directories in place of its marks. */
  const inPlace = (word: Shape): Shape =>
    withPlaces(word, (index) => {
      const locations = marked[index] ?? [];
      const [place] = locations;
      const known = place === undefined ? state : places.get(place);
      return locations.length === 1 && known !== undefined
        ? workingDirectory(known).shape
        : anyShape(word.source);
    });
  const { paths } = shell.recorder.effects;
  const before = paths.length;
  /** Possible sources of a word that is not known: what the script has read so far. */
  const readSoFar = (): readonly PathEffect[] =>
    paths
      .slice(before)
      .filter(({ kind }) => kind === 'read')
      .map((read) => ({ ...read, certain: false }));
  const shapeOf = (word: Shape): Word => {
    const known = wordFrom(inPlace(word), shell);
    if (paths.length === before || !known.shape.pieces.some(({ kind }) => kind === 'any')) return known;
    return { ...known, sources: [...known.sources, ...readSoFar()] };
  };
  const left = [...findings];
  // What is sent is found among all that the script has read before.
  const areSent = findings.some(({ kind }) => kind === 'connect');
  const applyBefore = (start: number): void => {
    const end = left.findIndex((each) => each.start >= start);
    const due = left.splice(0, end < 0 ? left.length : end).map((each) => findingInPlace(each, inPlace));
    if (due.length > 0) applyFindings(due, shell, state, io, whole, undefined, readSoFar());
  };
  for (const [index, command] of commands.entries()) {
    const { program, words, stdin, certain, locations } = command;
    const redirects = command.redirects.map((each) => ({ ...each, path: inPlace(each.path) }));
    const span = spanOf(command.start, command.end);
    spend(shell.budget, words.length);
    if (isSpent(shell, span)) break;
    if (!areSent) applyBefore(command.start);
    const input = stdin === undefined ? undefined : outputs[stdin];
    const [fed] = redirects.filter(({ use, path }) => use === 'read' && !isNowhere(path));
    const inner: Io = {
      ...io,
      stdin: input ?? (fed && state.file(readPathShape(withSlashes(fed.path), state.cwd))),
      certain: io.certain && certain,
      source: { ...io.source, whole: span },
    };
    /** The state of the shell where a command has found files. */
    const foundIn = (from: number | undefined, here: ShellState): ShellState => {
      const other = from === undefined ? undefined : commands[from]?.locations;
      return other === undefined || isSame(other, locations) ? here : stateAt(other, places, state);
    };
    const act = (here: ShellState): Stream => {
      const output = shell.runWords([shapeOf(program), ...words.map(shapeOf)], here, inner, span, dialect);
      const files = dialect === 'powershell' ? pipedPaths(commands, index) : undefined;
      for (const path of files?.paths ?? (files === undefined ? [] : [anyShape('…')])) {
        shell.recorder.path({
          use: files?.use ?? 'delete',
          path: shapeOf(path).shape,
          base: foundIn(files?.from, here).cwd,
          certain: inner.certain && files?.certain === true,
          span,
          command: output.from[0],
          recursive: true,
        });
      }
      // `type nul > x`, `break > x`, `$null > x`
      const isEmpty = staticText(output.shape) === '' || (words.length > 0 && words.every(isNothing));
      for (const { use, path, appends = false } of redirects) {
        if (isNowhere(path)) continue;
        const [effect] = shell.recorder.path({
          use,
          path: withSlashes(path),
          base: here.cwd,
          certain: inner.certain,
          span,
          command: output.from[0],
          appends,
          content: isEmpty && use === 'write' ? '' : undefined,
          empties: isEmpty ? 'if there' : undefined,
        });
        if (effect !== undefined && use === 'write')
          keep(effect, output, { appends, isSure: false }, here, shell.recorder);
      }
      return output;
    };
    // If a file cannot be opened, the command does not run.
    const opens = redirects.some(({ path }) => !isNowhere(path));
    const run = (here: ShellState): Stream =>
      command.start < sureUntil && !opens
        ? act(here)
        : here.unsurely(() => shell.recorder.during(here.way, () => act(here)));
    const here = stateAt(locations, places, state);
    const ways = waysOf(here, '');
    const all = ways.map(run);
    outputs.push(all.length === 1 && all[0] !== undefined ? all[0] : unknownStream(mergeOrigins(...all)));
    const change = locationChanges.get((staticText(program) ?? '').toLowerCase());
    if (change === undefined) continue;
    const path = changedTo(words.map(shapeOf));
    // Without a path, `cd` prints the directory.
    if (dialect === 'cmd' && change === 'cd' && path.length === 0) {
      places.set(index, here);
      continue;
    }
    const ends = ways.map((way) => {
      const end = way.fork();
      builtinOf(change)?.(path, shell, end, inner, span);
      return end;
    });
    const end = here.fork();
    end.join(ends);
    places.set(index, end);
  }
  for (const { sort, text: part, why, start, end } of unknowns)
    shell.unknown(sort ?? 'code', part, why, spanOf(start, end));
  applyBefore(Number.POSITIVE_INFINITY);
  for (const [name, held] of given) state.put(name, held);
  return outputs[outputs.length - 1] ?? emptyStream;
}

/** The variables that a batch file sets for the programs that it starts: `set x=y`. */
const variablesOf = (commands: readonly WindowsCommand[]): readonly CodeFinding[] =>
  commands.flatMap(({ program, words: [word], start, end }) => {
    const [, name, rest = ''] = /^([^=]+)=(.*)$/s.exec(word === undefined ? '' : startOf(word)) ?? [];
    if (word === undefined || name === undefined || !/^setx?$/i.test(staticText(program) ?? '')) return [];
    const value = joinPieces([{ kind: 'text', text: rest }, ...word.pieces.slice(1)], word.source);
    const about = { kind: 'variable', value, certain: true, start, end } as const;
    // Upper and lower case are the same there.
    return [name.toLowerCase(), name.toUpperCase()].map((each) => ({ ...about, name: each }));
  });

const isSame = (one: readonly Location[], other: readonly Location[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

/** The state of the shell in which a command runs, which may be in one of several places. */
function stateAt(
  locations: readonly Location[],
  places: ReadonlyMap<Location, ShellState>,
  state: ShellState,
): ShellState {
  const states = locations.map((location): ShellState => {
    const known = location === undefined ? state : places.get(location);
    if (known !== undefined) return known;
    const anywhere = state.fork();
    anywhere.cwd = { anchor: 'floating', segments: [] };
    return anywhere;
  });
  const [only] = states;
  if (states.length === 1 && only !== undefined) return only;
  const joined = state.fork();
  joined.join(states);
  return joined;
}

/** The POSIX built-in that does the same as a command that changes the location. */
const locationChanges: ReadonlyMap<string, string> = new Map(
  [...changesLocation].map((name) => [
    name,
    name.startsWith('push') ? 'pushd' : name.startsWith('pop') ? 'popd' : 'cd',
  ]),
);

/** The path among the words of such a command. Several words are one path with blanks in it. */
function changedTo(words: readonly Word[]): readonly Word[] {
  const paths = words.filter(({ shape }) => !/^(?:-[a-z]\w*|\/d)$/i.test(staticText(shape) ?? ''));
  const [first, ...rest] = paths;
  if (first === undefined || rest.length === 0) return paths;
  const pieces = rest.flatMap(({ shape }): readonly Piece[] => [
    { kind: 'text', text: ' ' },
    ...shape.pieces,
  ]);
  return [{ ...first, shape: joinPieces([...first.shape.pieces, ...pieces], first.shape.source) }];
}

function wordFrom(shape: Shape, shell: Shell): Word {
  const { pieces, origins } = unmark(shape.pieces, shell);
  return {
    ...noOrigins,
    ...origins,
    shape: withSlashes(withoutProvider({ ...shape, pieces })),
    splits: false,
  };
}

/** A path without the provider of files in front of it: `FileSystem::C:\\x`; the file without a text has the name it has on other systems. */
function withoutProvider(shape: Shape): Shape {
  if (/^nul$/i.test(staticText(shape) ?? '')) return textShape('/dev/null', shape.source);
  const [first, ...rest] = shape.pieces;
  if (first?.kind !== 'text' || !first.text.includes('::')) return shape;
  const text = first.text.replace(/^(?:[\w.]+\\)?filesystem::/i, '');
  return text === first.text ? shape : joinPieces([{ kind: 'text', text }, ...rest], shape.source);
}

const registryKey = /^(?:HKLM|HKCU|HKCR|HKU|HKCC|HKPD|HKEY_[A-Z_]+)\\/i;

/**
 * A path with slashes in place of backslashes: `~\.ssh\id_rsa`. Other words stay unchanged, and so do paths on
 * a drive and keys of the registry.
 */
function withSlashes(shape: Shape): Shape {
  const text = staticText(shape);
  const isPath =
    shape.pieces[0]?.kind === 'home' ||
    (text !== undefined &&
      text.length < 1000 &&
      /^[\w.-]+(?:\\[\w.@ -]+)+\\?$/.test(text) &&
      !registryKey.test(text));
  if (!isPath) return shape;
  const pieces = shape.pieces.map((piece) =>
    piece.kind === 'text' ? { ...piece, text: piece.text.replaceAll('\\', '/') } : piece,
  );
  return { ...shape, pieces };
}
