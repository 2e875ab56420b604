/**
 * What a reader of a call says of one path, before the recorder makes effects of it. A path that is mounted elsewhere, or
 * that names an open file, gives further records: those are made here.
 */
import { readPathShape } from '../../pattern/path/path-shape.ts';
import type { Shape } from '../../pattern/text/shape.ts';
import type { InputSpan, Kept, PathEffect, PathUse } from '../effect/effect.ts';
import type { Filter } from '../effect/filter.ts';
import type { Directory } from './directory.ts';
import type { MountedFolders } from './mounted-paths.ts';
import { filesBehind, isBelowDescriptor, isSystemName, type OpenFile, type OpenFiles } from './open-files.ts';

export interface PathRecord {
  readonly use: PathUse;
  readonly path: Shape;
  /** The target of a move or copy. `into`: whether it is a directory that takes the source under its own name. `if there`: it is, if it exists; else the source becomes the target. */
  readonly target?:
    | { readonly path: Shape; readonly into: 'yes' | 'no' | 'perhaps' | 'if there' }
    | undefined;
  readonly base: Directory | undefined;
  readonly certain: boolean;
  readonly span: InputSpan;
  readonly command: number | undefined;
  readonly recursive?: boolean;
  /** What it leaves out of a folder. */
  readonly filter?: Filter | undefined;
  readonly content?: string | undefined;
  /** The content is appended to the file. */
  readonly appends?: boolean;
  readonly keeps?: Kept | undefined;
  /** How sure it is that a write without content empties the file; undefined: as sure as the write. */
  readonly empties?: 'if there' | 'perhaps' | undefined;
  /** The path itself is made, linked or given other rights: nothing is written to the file. */
  readonly ofName?: boolean;
  /** It is exactly one of the words of its command. */
  readonly isWord?: boolean;
}

/** Possible records on the folders of this machine behind a path: a container sees them at other places. */
export function recordsOfMounts(record: PathRecord, mounts: MountedFolders): readonly PathRecord[] {
  if (mounts.isEmpty) return [];
  const { target, use } = record;
  const plain = { ...record, target: undefined, isWord: false, certain: false };
  const at = (path: Shape, as: PathUse): readonly PathRecord[] =>
    mounts.behind(path, record.base).flatMap(({ path, base, isWhole, writes }) => {
      if ((isWhole && record.recursive !== true && use !== 'move') || (!writes && as !== 'read')) return [];
      return [{ ...plain, path, base, use: as, recursive: isWhole || record.recursive === true }];
    });
  const isMoved = use === 'move';
  return [
    ...at(record.path, isMoved ? 'delete' : use === 'copy' ? 'read' : use),
    ...(isMoved ? at(record.path, 'read') : []),
    ...(target === undefined ? [] : at(target.path, 'write')),
  ];
}

/** Records on open files that are reached by names of descriptors, or by links to these. `effects`: those of the record. */
export function recordsOfOpenFiles(
  record: PathRecord,
  effects: readonly PathEffect[],
  opened: OpenFiles,
): readonly PathRecord[] {
  if (opened.size === 0) return [];
  // Almost no path is the name of a descriptor or leads to one.
  if (effects.length > 0 && !effects.some(({ path, leads }) => isSystemName(path) || leads !== undefined))
    return [];
  const { use, path, target } = record;
  const isCopied = use === 'copy' || use === 'move';
  const behind = (kind: 'read' | 'write', shape: Shape | undefined): readonly OpenFile[] => {
    const named = shape === undefined ? [] : [readPathShape(shape, record.base)];
    const linked = effects.flatMap((effect) => (effect.kind === kind && effect.leads) || []);
    return [...new Set([...named, ...linked].flatMap((each) => filesBehind(each, opened)))];
  };
  const read = behind('read', (use === 'read' && record.ofName !== true) || isCopied ? path : undefined);
  const written = behind('write', use === 'write' ? path : isCopied ? target?.path : undefined);
  const plain = { ...record, target: undefined, isWord: false, recursive: false };
  return [
    ...read.map((file): PathRecord => ({ ...plain, ...file, use: 'read' })),
    ...written.map((file): PathRecord => ({ ...plain, ...file, use: 'write' })),
    ...deletedBehind(record, opened).map(
      (file): PathRecord => ({ ...plain, ...file, use: 'delete', recursive: record.recursive === true }),
    ),
  ];
}

/** The open files that a record deletes. To delete only the name of a descriptor deletes nothing. */
function deletedBehind({ use, path, base, recursive }: PathRecord, opened: OpenFiles): readonly OpenFile[] {
  const named = readPathShape(path, base);
  const deletes =
    (use === 'delete' && recursive === true) ||
    ((use === 'delete' || use === 'move') && isBelowDescriptor(named));
  return deletes ? filesBehind(named, opened) : [];
}
