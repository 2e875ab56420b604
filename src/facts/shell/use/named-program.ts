/** What the first word of a command names: a program by its name or by a path, perhaps one of Windows. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { Shell } from '../shell.ts';

/** The name of a program, without its directory and without an ending such as `.exe`. */
export function programOf(shape: Shape): string | undefined {
  const last = shape.pieces[shape.pieces.length - 1];
  const text =
    staticText(shape) ?? (last?.kind === 'text' && /[\\/]/.test(last.text) ? last.text : undefined);
  if (text === undefined) return undefined;
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  return name.includes('.') ? name.replace(/\.(?:exe|cmd|bat|com)$/i, '') : name;
}

/** Whether a program is named by a path, so that the search path is not used. `\ls` and `r\m` are no paths. */
export function isPathLike(shape: Shape, { knowledge }: Shell): boolean {
  const { pieces, source } = shape;
  for (const piece of pieces) {
    if (piece.kind === 'home') return true;
    if (piece.kind === 'text' && (piece.text.includes('/') || piece.text.includes('\\'))) return true;
  }
  if (!source.includes('\\') || knowledge.programs.has(staticText(shape) ?? '')) return false;
  return /^(?:[\w.:-]|\\\\)[\w.:\\-]*\\[\w.\\-]+$/.test(source.slice(0, 1000));
}

/** Whether a name is that of a program of Windows, and so of no cmdlet: `curl.exe` is not the alias `curl`. */
export const isOfWindows = (shape: Shape): boolean =>
  /^(?:[a-z]:|\.{0,2}\\)|\.(?:exe|com|cmd|bat)$/i.test(staticText(shape) ?? '');

/** Whether a path of Windows is in no folder of the system itself. */
export const isOutsideOfWindows = (shape: Shape): boolean => {
  const text = staticText(shape) ?? '';
  return text.includes('\\') && !/^[a-z]:\\windows\\/i.test(text);
};
