/** What programs make of a path that they pack or unpack: another name, or files below a folder. */
import { type PathShape, pathShapeOfText } from '../../../../pattern/path/path-shape.ts';
import { type Shape, textShape } from '../../../../pattern/text/shape.ts';
import type { Invocation, UsedValue } from '../../../knowledge/words/invocation.ts';
import { noOrigins, unknownStream } from '../../word.ts';
import { baseAt, isFor, type Running } from '../running/running.ts';
import { clonedName, packedName, repackedName } from '../text/derived-name.ts';
import { hasWritten } from '../written/written-module.ts';
import { recordBelow, usePath } from './paths.ts';

/**
 * Fills the folder that `git clone URL` and `gh repo clone a/b` make. Without a folder in the call it has the
 * name of the repository.
 */
export function keepClone(running: Running): void {
  const { traits, values } = running.invocation;
  if (!traits.clones) return;
  const operands = values.filter(({ option }) => option === undefined);
  const [repository] = operands;
  if (repository === undefined || operands.length > 1) return;
  const folder = clonedName(repository.value);
  fill(folder ?? textShape('.'), folder !== undefined, running);
}

/** Records that a folder is written, and perhaps anything in it. Only the program knows which files. */
export function fill(folder: Shape, certain: boolean, running: Running, value?: UsedValue): void {
  const { invocation, state, shell } = running;
  // What is made of a project that nothing has changed is as it.
  const isOfProject = invocation.traits.keeps === 'program' && !hasWritten(shell, state);
  const isNew = invocation.traits.clones || invocation.traits.anew;
  const keeps = isNew ? 'nothing on success' : 'all';
  // A folder that the command itself changes to is relative to the directory before it.
  const isPlace = value !== undefined && isFor(value.uses, 'cwd');
  const around = isPlace ? { ...running, base: baseAt(value.at, invocation, state, running.shell) } : running;
  usePath({ name: 'write', certain }, folder, around, value, keeps);
  const effects = recordBelow('write', folder, around, isOfProject ? 'project' : undefined);
  if (!isPlace) for (const { path } of effects) mayChangeBelow(path, running);
}

/** Whether an archive is only listed or printed, or unpacked into a named folder. */
export function onlyLooks({ invocation: { traits, options } }: Running): boolean {
  const { unpacks = [] } = traits;
  return options.some(({ names }) => names.some((name) => unpacks.includes(name)));
}

/** Makes the contents unknown that the call has written below a folder. */
function mayChangeBelow(folder: PathShape, { state }: Running): void {
  const { files } = state;
  if (files.size === 0) return;
  const start = `${files.nameOf(folder)}/`.replace('//', '/');
  const isAny = folder.segments.length === 0 && folder.anchor === 'floating';
  for (const path of files.paths)
    if (isAny || path.startsWith(start))
      state.write(pathShapeOfText(path, undefined), { ...unknownStream(noOrigins) }, false);
}

/** `unzip a.zip` fills the current directory, unless it gets another, or only lists. */
export function keepUnpacked(running: Running): void {
  if (running.invocation.traits.unpacks === undefined || onlyLooks(running)) return;
  fill(textShape('.'), true, running);
}

/** The path that is written, if its name changes: `gzip a` makes `a.gz`, and `gunzip a.gz` makes `a`. */
export function repacked({ value, option, role }: UsedValue, { invocation }: Running): Shape | undefined {
  if (option !== undefined || role === 'output') return undefined;
  const ending = invocation.options.find(({ names }) => names.includes('-S'))?.value;
  return repackedName(invocation.program, unpacks(invocation), value, ending);
}

/** The path that is read and deleted, if the program adds an ending to the name: `gunzip a` takes `a.gz`. */
export const packed = ({ value, option }: UsedValue, { invocation }: Running): Shape | undefined =>
  option === undefined ? packedName(invocation.program, unpacks(invocation), value) : undefined;

const unpacks = ({ options }: Invocation): boolean => options.some(({ names }) => names.includes('-d'));
