/** Words of Windows scripts as words of commands: with slashes, and without marks and providers of files. */
import { joinPieces, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import type { InputSpan } from '../../effect/effect.ts';
import { variableSource } from '../../effect/environment-source.ts';
import { unmark } from '../expand/placeholder.ts';
import type { Shell } from '../shell.ts';
import { noOrigins, type Word } from '../word.ts';

/** A word of a script, with the texts and files that its marks mean, and the variables that it has. */
export function wordFrom(shape: Shape, shell: Shell, span: InputSpan): Word {
  const { pieces, origins } = unmark(shape.pieces, shell);
  const variables = pieces.flatMap((piece) =>
    piece.kind === 'any' && piece.variable !== undefined ? (variableSource(piece.variable, span) ?? []) : [],
  );
  return {
    ...noOrigins,
    ...origins,
    sources: [...origins.sources, ...variables],
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
export function withSlashes(shape: Shape): Shape {
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
