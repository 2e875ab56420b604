/** The files that a file of the session was made from, as reads: a call that sends the file also sends their content. */
import { pathShapeOfText } from '../../pattern/path/path-shape.ts';
import type { PathEffect } from '../effect/effect.ts';
import type { DiskView } from './disk-view.ts';

export function madeOf(path: string, { session }: DiskView): readonly PathEffect[] {
  const { of, open } = session.file(path) ?? { of: [], open: [] };
  return of.map((source) => ({
    kind: 'read',
    text: source,
    path: pathShapeOfText(source, undefined),
    others: [],
    recursive: false,
    certain: open.length === 0,
    content: undefined,
    command: undefined,
    span: { field: [], start: 0, end: 0 },
  }));
}
