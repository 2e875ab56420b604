/**
 * Records what a command reads, writes, deletes, moves and copies, and keeps the content of the files that it
 * writes.
 */
import {
  isKnown,
  type PathShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { isUnder } from '../../../../pattern/path/path-shape-test.ts';
import {
  isOpen,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
} from '../../../../pattern/text/shape.ts';
import { NO } from '../../../../pattern/text/truth.ts';
import type { Kept, PathEffect } from '../../../effect/effect.ts';
import type { Use } from '../../../knowledge/table/entry.ts';
import type { Invocation, UsedValue } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { isSystemName, openAt } from '../../../record/open-files.ts';
import { pathInside } from '../../../record/path-inside.ts';
import { spend } from '../../budget.ts';
import { globPieces } from '../../expand/glob-pieces.ts';
import type { Shell } from '../../shell.ts';
import { keep, writeFile } from '../../state/keep.ts';
import type { ShellState } from '../../state/state.ts';
import {
  emptyStream,
  lengthOf,
  mergeOrigins,
  noOrigins,
  type Stream,
  streamOf,
  unknownStream,
} from '../../word.ts';
import { leavesContainer } from '../running/container-work.ts';
import { filterOf } from '../running/filter-of.ts';
import { isIdleOption } from '../running/idle.ts';
import { passingNames } from '../running/passing-names.ts';
import { baseAt, given, isFor, type Running, readsInput } from '../running/running.ts';
import { keepFolder } from '../written/copied-folder.ts';
import { textOnDisk } from '../written/disk-script.ts';
import { foldersLeft } from '../written/folders-left.ts';
import { noteLink, recordLink, recordPassedOn } from '../written/passed-on.ts';
import { mayHaveSources } from './own-sources.ts';

/** How much of the old content a command keeps in a file that it writes, by its options and the tables. */
function keptBy(running: Running): Kept | undefined {
  const { traits, options, open } = running.invocation;
  if (options.some(({ names }) => names.some(isIdleOption))) return 'all';
  if (traits.keeps === 'link') return 'link';
  if (given(traits.spares, running) !== undefined) return 'all';
  if (traits.keeps !== 'content') return undefined;
  const takesOld = open || traits.parents.length === 0 || given(traits.parents, running) !== undefined;
  return takesOld ? 'all' : 'nothing on success';
}

/** Whether a command certainly deletes what it names, if that exists. */
const isSureDelete = (running: Running): boolean =>
  running.io.via.length === 0 && !running.invocation.open && keptBy(running) !== 'all';

/**
 * Records the backup of `cp -b a b` and `sed -i.bak s/x/y/ b`: the old content of `b`, if there is one, under
 * its name with a suffix.
 */
export function keepBefore(path: Shape, running: Running): void {
  const option = given(running.invocation.traits.backs, running);
  if (option === undefined) return;
  const { value } = option;
  const held = heldBefore(path, running);
  // A suffix with `*` or `/` is a pattern for the name.
  const end: readonly Piece[] =
    value === undefined
      ? [{ kind: 'name' }]
      : /[*/]/.test(showShape(value))
        ? [{ kind: 'any' }]
        : value.pieces;
  usePath({ name: 'read', certain: false }, path, running);
  const backup = (last: readonly Piece[]): readonly PathEffect[] =>
    usePath({ name: 'write', certain: false }, joinPieces([...path.pieces, ...last], path.source), running);
  const written = backup(end);
  if (held === undefined) return;
  const { state, shell } = running;
  const named =
    value === undefined ? usualEnds(running).flatMap((text) => backup([{ kind: 'text', text }])) : written;
  for (const effect of named) writeFile(effect, held, false, state, shell.recorder);
}

/** The content of a file before it is overwritten, where it is known. */
function heldBefore(path: Shape, { state, shell, base }: Running): Stream | undefined {
  const file = readPathShape(path, base);
  const held = state.file(file) ?? textOnDisk(file, shell);
  return held === emptyStream ? undefined : held;
}

/** The suffix that the call gives or the default one, and those of numbered backups. */
function usualEnds({ invocation: { options } }: Running): readonly string[] {
  const suffix = options.findLast(({ names }) => names.includes('-S') || names.includes('--suffix'))?.value;
  return [(suffix && staticText(suffix)) ?? '~', '.~1~', '.~2~'];
}

/** Makes the folders on the way: `mkdir -p a/../b` makes `a` as well. */
export function makeParents(path: Shape, running: Running): void {
  if (given(running.invocation.traits.parents, running) === undefined) return;
  for (const folder of foldersLeft(path)) usePath({ name: 'write', certain: false }, folder, running);
}

/** A name in the folder of a path. */
function besideOf({ pieces, source }: Shape, name: Shape): Shape {
  const at = pieces.findLastIndex((piece) => piece.kind === 'text' && /[\\/]/.test(piece.text));
  const last = pieces[at];
  if (last?.kind !== 'text') return name;
  const folder = { kind: 'text', text: last.text.replace(/[^\\/]*$/, '') } as const;
  return joinPieces([...pieces.slice(0, at), folder, ...name.pieces], source);
}

/** Records one source of a command that moves or copies, and keeps the content of the target. */
export function relocate(
  use: Use,
  { value, at }: UsedValue,
  target: UsedValue | undefined,
  count: number,
  running: Running,
): void {
  const { shell, io, span, command, base, recursive } = running;
  const { traits } = running.invocation;
  const isNested = given(traits.nests, running) !== undefined;
  const to =
    target?.role === 'beside'
      ? besideOf(value, target.value)
      : target === undefined || !isNested
        ? target?.value
        : joinPieces([...target.value.pieces, { kind: 'text', text: '/' }, ...value.pieces], value.source);
  const end = to?.pieces[to.pieces.length - 1];
  const isDirectory =
    count > 1 || target?.option !== undefined || (end?.kind === 'text' && /(?:^|\/)\.{0,2}$/.test(end.text));
  const isHome = to?.pieces.length === 1 && to.pieces[0]?.kind === 'home';
  const isPlace = given(traits.places, running) !== undefined;
  // A folder becomes the target if that does not exist: `cp -r a b/`.
  const mayBecome =
    (recursive || use.name === 'move') && count === 1 && end?.kind === 'text' && /[^/.]\/$/.test(end.text);
  const isInto = isDirectory || isHome;
  const into = isNested || isPlace ? 'no' : isInto ? (mayBecome ? 'if there' : 'yes') : 'perhaps';
  // If there is nothing to copy, the target keeps its content.
  const source = readPathShape(value, base);
  const isThere = running.state.file(source) !== undefined || shell.recorder.disk.isFile(source);
  const maySpare = given(traits.spares, running) !== undefined;
  const isJoined = traits.keeps === 'link' || given(traits.joins, running) !== undefined;
  const effects = shell.recorder.path({
    use: use.name === 'move' ? 'move' : 'copy',
    path: value,
    target: to && { path: to, into },
    base,
    certain: io.certain && use.certain && !io.elsewhere,
    span,
    command,
    recursive,
    content: staticText(value) === '/dev/null' ? '' : undefined,
    keeps: keptBy(running),
    ofName: isJoined,
    isWord: staticText(value) !== undefined,
  });
  running.reads.push(...effects.filter(({ kind }) => kind === 'read'));
  if (to !== undefined) {
    if (into !== 'yes') keepBefore(to, running);
    if (into !== 'no') keepBefore(pathInside(to, value, shell.recorder.disk.home), running);
    makeParents(to, running);
  }
  const brings = shell.recorder.notKnown([command]) !== null;
  // The content is also available under the new name.
  const from = effects.find(({ kind }) => kind === 'read');
  const stream = running.words[at]?.stream ?? (readsInput(staticText(value)) ? io.stdin : undefined);
  const isOfImage = to !== undefined && leavesContainer(value, to, running);
  const known = stream ?? (from === undefined || isOfImage ? undefined : running.state.file(from.path));
  const content = known ?? {
    ...unknownStream({
      sources: effects.filter(({ kind }) => kind === 'read'),
      from: brings ? [command] : [],
    }),
    isFile:
      !brings &&
      !isOfImage &&
      (from === undefined || !(mayBeWrittenFile(from.path, running) || isMadeBefore(from.path, running))),
  };
  for (const effect of effects)
    if (effect.kind === 'write') {
      const isSure = isThere && io.via.length === 0 && !maySpare;
      writeFile(effect, content, isSure, running.state, shell.recorder);
      if (from !== undefined && isJoined) {
        running.state.files.join(from.path, effect.path);
        shell.recorder.filesLeft.join(from.path, effect.path);
      }
      // What is written under the new name is in the file, which also keeps its old one.
      if (isJoined && use.name === 'copy') shell.recorder.disk.links.twin(effect.path, source);
      // With an option, or on some systems, the link itself is copied.
      if (from !== undefined) shell.recorder.disk.relink(from.path, effect.path);
      if (from === undefined) continue;
      if (use.name === 'move' || recursive) keepFolder(from.path, effect.path, running);
      else if (!isKnown(from.path)) shell.recorder.filesLeft.move(from.path, effect.path);
    }
}

/** Whether an earlier command may have made a file under a name of its choice, or among many that it writes. */
const isMadeBefore = (path: PathShape, { state, shell: { recorder } }: Running): boolean =>
  recorder.filesLeft.mayBeMade(path) || state.mayBeWritten(path);

/** Whether a partly known path may be one of the files that the call or the session wrote. */
export function mayBeWrittenFile(path: PathShape, { state, shell: { recorder, budget } }: Running): boolean {
  if (isKnown(path)) return false;
  const paths = [...state.files.paths, ...recorder.disk.session.paths];
  spend(budget, paths.length);
  return paths.some(
    (each) => isUnder(pathShapeOfText(each, undefined), path, { exact: true, below: false }) !== NO,
  );
}

/** The files that are read, and those whose content the call itself has put into them. */
export const withContent = (effects: readonly PathEffect[], state: ShellState): readonly PathEffect[] => {
  if (state.files.size === 0) return effects;
  const held = effects.flatMap(({ path }) => state.sourcesAt(path));
  return held.length === 0 ? effects : [...new Set([...effects, ...held])];
};

/** The same, and the files that earlier calls made them of: for data that is sent somewhere. */
export const withEarlierContent = (
  effects: readonly PathEffect[],
  state: ShellState,
): readonly PathEffect[] => {
  const held = withContent(effects, state);
  const earlier = effects.flatMap(({ path }) => state.earlierSourcesAt(path));
  return earlier.length === 0 ? held : [...new Set([...held, ...earlier])];
};

/** Notes that files which the code of a command writes may contain its operands and its input. */
export function keepOfCode(since: number, { shell, state, command, reads, io }: Running): void {
  const input = io.stdin?.sources ?? [];
  if (reads.length + input.length === 0) return;
  const given = [...new Set([...reads, ...input])];
  for (const effect of shell.recorder.effects.paths.slice(since)) {
    if (effect.kind !== 'write' || effect.command !== command || effect.content !== undefined) continue;
    const before = state.file(effect.path)?.sources ?? given;
    const sources = before === given || before.length === 0 ? given : [...new Set([...before, ...given])];
    writeFile(effect, unknownStream({ sources, from: [command] }), false, state, shell.recorder);
  }
}

/**
 * Notes that what a script reads may be in the output, besides what its command is given to read: `sed 'r a' b`. Nothing
 * is known of the output of a script that is given nothing.
 */
export function noteReadsOfCode(since: number, { shell, command, reads, io }: Running): void {
  if (reads.length + (io.stdin?.sources.length ?? 0) === 0) return;
  for (const effect of shell.recorder.effects.paths.slice(since))
    if (effect.kind === 'read' && effect.command === command && !reads.includes(effect))
      reads.push({ ...effect, certain: false });
}

/** Whether a command empties its files: by an option with size zero, or with the data of a device. */
function emptiedBy(running: Running): 'certain' | 'possible' | undefined {
  const { invocation, reads } = running;
  const { traits } = invocation;
  if (traits.keeps === 'input' && reads.length > 0 && reads.every(({ path }) => isSource(path)))
    return 'certain';
  // `sed -i d` deletes every line.
  if (traits.language === 'sed' && deletesAll(invocation)) return 'certain';
  const option = given(traits.empties, running);
  if (option === undefined) return undefined;
  const size = option.value === undefined ? '0' : staticText(option.value);
  if (size === undefined || /^[-<]/.test(size)) return 'possible';
  return /^0+\D*$/.test(size) ? 'certain' : undefined;
}

const deletesAll = ({ values }: Invocation): boolean => {
  const scripts = values.filter(({ uses }) => isFor(uses, 'code'));
  return scripts.some(({ value }) => /^\s*(?:1,\$)?\s*d\s*;?\s*$/.test(staticText(value) ?? ''));
};

/** Devices that give endless data, or none. */
const isSource = (path: PathShape): boolean =>
  /^\/dev\/(?:zero|null|u?random|full)$/.test(showPathShape(path));

/** Keeps the content of the files that a command wrote, for later commands of the same call. */
export function keepWritten(running: Running): void {
  const { invocation, io, reads, writes, held, outputs, command, state, shell } = running;
  if (writes.length === 0) return;
  const { traits } = invocation;
  const { keeps } = traits;
  const input = traits.stdin === 'none' ? undefined : io.stdin;
  const [only] = reads;
  const original = keeps === 'link' && only !== undefined ? state.file(only.path) : undefined;
  const made = mergeOrigins({ sources: reads, from: [command] }, input, ...held, ...outputs);
  const said = textHeld(running);
  let content = unknownStream(made);
  if (original !== undefined) content = original;
  else if (keeps === 'link') {
    const isFile = only === undefined || !isMadeBefore(only.path, running);
    content = { ...unknownStream({ sources: reads, from: [] }), isFile };
  } else if (keeps === 'program' && input === undefined && !mayHaveSources(running))
    content = { ...unknownStream(noOrigins), isFile: true };
  else if (said !== undefined) content = streamOf(said, made);
  else if (traits.stdout === 'input') content = io.stdin ?? emptyStream;
  else if (keeps === 'input' && only === undefined && input !== undefined)
    content = streamOf(input.shape, made);
  const maySpare = given(traits.spares, running) !== undefined;
  const appends = maySpare && (traits.stdout === 'input' || keeps === 'input');
  // `rsync` keeps a file with the same size and time as its source.
  const mayReplace = keeps !== 'source' && (appends || !maySpare);
  const isSure = io.via.length === 0 && !invocation.open && mayReplace;
  const { disk } = shell.recorder;
  const wasThere = new Set(
    writes.filter(
      // Of a path that is not known, another file may have been written.
      ({ path }) =>
        isKnown(path) && (state.file(path) !== undefined || disk.isFile(path)) && !isGone(path, shell),
    ),
  );
  // The files that an earlier command has read, to make what this one reads, do not count.
  const own = reads.filter((read) => read.command === command);
  const readPaths = new Set(own.map(({ path }) => showPathShape(path)));
  for (const effect of writes) {
    // A file with unknown content stays one after a change.
    const isChanged = readPaths.has(showPathShape(effect.path)) && !wasThere.has(effect);
    keep(
      effect,
      isChanged ? { ...content, isFile: true } : content,
      { appends, isSure },
      state,
      shell.recorder,
    );
    if (keeps === 'link' && !(maySpare && wasThere.has(effect)))
      for (const read of reads) if (read.command === command) noteLink(read, effect, shell);
    const emptied = emptiedBy(running);
    if (emptied !== undefined) shell.recorder.empties(effect, effect.certain && emptied === 'certain');
    if (keeps === 'source' || keeps === 'link') for (const read of reads) recordLink(read, effect, shell);
    else recordPassedOn(content, effect, false, shell);
  }
}

/** The text that a command writes because its words say it: `Set-Content x.ps1 'a'`. */
function textHeld({ invocation }: Running): Shape | undefined {
  const names = mannersOf(invocation.program).holds ?? [];
  const [only, ...others] = invocation.values.filter(({ option, role }) =>
    names.includes(option ?? role ?? ''),
  );
  if (only === undefined || others.length > 0 || invocation.open) return undefined;
  return joinPieces([...only.value.pieces, { kind: 'text', text: '\n' }], only.value.source);
}

/** Whether the call may have deleted or moved what was at a path, so that nothing is in the way of a link. */
const isGone = (path: PathShape, { recorder, budget }: Shell): boolean => {
  const { paths } = recorder.effects;
  spend(budget, paths.length >> 3);
  return paths.some(
    (effect) =>
      effect.kind === 'delete' && isUnder(path, effect.path, { exact: true, below: effect.recursive }) !== NO,
  );
};

/**
 * Records one path that a command reads, writes or deletes, and collects it for the parts that follow. Gives
 * the effects; none for a process substitution.
 */
export function usePath(
  use: Use,
  path: Shape,
  running: Running,
  value?: UsedValue,
  keeps?: Kept,
): readonly PathEffect[] {
  if (use.name !== 'read' && use.name !== 'write' && use.name !== 'delete') return [];
  // An empty path names nothing: `rm -rf "$1"` in a script without words.
  if (use.name === 'delete' && staticText(path) === '') return [];
  const { shell, io, span, command, recursive, invocation, state, words } = running;
  // An archive is in the current directory, and each member in that of the option in front of it: `tar cf a.tar
  // -C x y -C z w`.
  const base =
    value === undefined || !invocation.traits.bundled
      ? running.base
      : baseAt(value.option === undefined ? value.at : 0, invocation, state, shell);
  // Every rule about paths compares each of its characters, and more often if a part is unknown.
  spend(shell.budget, isOpen(path) ? lengthOf(path) : lengthOf(path) >> 3);
  const stream = value === undefined ? undefined : words[value.at]?.stream;
  const { traits } = invocation;
  // A link to a descriptor leads to the file that it is open for, and reads nothing yet.
  const isLinked = traits.keeps === 'link' && staticText(path) !== undefined;
  if (stream !== undefined && use.name === 'read' && !isLinked) {
    running.held.push(stream);
    return [];
  }
  const passes = traits.stdout === 'input' && use.name === 'write';
  const content = passes && io.stdin !== undefined ? staticText(io.stdin.shape) : undefined;
  const sink = value === undefined ? undefined : words[value.at]?.sink;
  if (sink !== undefined && use.name === 'write') {
    const given = passes
      ? (io.stdin ?? emptyStream)
      : unknownStream({ sources: running.reads, from: [command] });
    running.outputs.push(sink.feed(given));
    return [];
  }
  const effects = shell.recorder.path({
    use: use.name,
    path,
    base: traits.stays.includes(value?.option ?? '') ? state.cwd : base,
    certain: io.certain && use.certain && !io.elsewhere,
    span,
    command,
    recursive,
    filter: filterOf(value?.at, running),
    content,
    appends: given(traits.spares, running) !== undefined,
    keeps: use.name === 'write' ? (keptBy(running) ?? keeps) : undefined,
    ofName: traits.keeps === 'content' || traits.keeps === 'link',
    isWord: value !== undefined && staticText(path) !== undefined,
  });
  if (use.name === 'delete' && !isSureDelete(running))
    for (const effect of effects) shell.recorder.mayNotHappen(effect);
  if (use.name === 'read') {
    running.reads.push(...withEarlierContent(effects, state));
    for (const effect of effects) {
      const known = state.file(effect.path);
      if (known !== undefined) running.held.push(known);
    }
    const streams = effects.flatMap((effect) => streamsBehind(effect.path, running));
    if (streams.length > 0) {
      running.held.push(...streams);
      const named = new Set(effects.map((effect) => showPathShape(effect.path)));
      const others = mergeOrigins(...streams).sources.filter(({ path }) => !named.has(showPathShape(path)));
      return [...effects, ...others];
    }
    if (traits.recursive === 'perhaps' && value?.option === undefined)
      running.reads.push(...readBelow(path, running));
  }
  if (use.name === 'write' && use.certain && traits.keeps !== 'content') {
    running.writes.push(...effects);
  } else if (use.name === 'write' && traits.keeps === 'content') {
    for (const { path: changed } of effects) state.files.guard(changed);
  }
  return effects;
}

/** What comes from the descriptors that a path names: `curl -d @/dev/fd/3`. */
function streamsBehind(path: PathShape, { io, state }: Running): readonly Stream[] {
  if (!isSystemName(path)) return [];
  const { stdin } = io;
  const open = state.descriptors;
  return openAt(path, stdin === undefined || open.has(0) ? open : new Map([...open, [0, stdin]]));
}

/** Reads everything below a path if it is a directory, except for what the program skips. */
export const readBelow = (path: Shape, running: Running): readonly PathEffect[] =>
  passingNames(running.invocation)?.flatMap((name) => recordNamed(path, name, running)) ??
  recordBelow('read', path, running);

/** Records possible reads of the files with such a name below a folder. */
function recordNamed(folder: Shape, name: string, running: Running): readonly PathEffect[] {
  const { shell, span, command, base } = running;
  const pieces: readonly Piece[] = [
    ...folder.pieces,
    { kind: 'text', text: '/' },
    { kind: 'glob', glob: '**' },
    { kind: 'text', text: '/' },
    ...globPieces(name),
  ];
  const path = joinPieces(pieces, folder.source);
  return shell.recorder.path({ use: 'read', path, base, certain: false, span, command });
}

export const recordBelow = (
  use: 'read' | 'write',
  path: Shape,
  running: Running,
  keeps?: Kept,
): readonly PathEffect[] => {
  const { shell, span, command, base } = running;
  return shell.recorder.path({
    use,
    path,
    base,
    certain: false,
    span,
    command,
    recursive: true,
    filter: filterOf(undefined, running),
    isWord: staticText(path) !== undefined,
    keeps,
  });
};
