/** The first word of `yq`: an expression, or a file that has its name. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import { part, perhaps, startOf, unknownPart, type ValuePart } from './value-part.ts';

/** `.key`, or a name with an ending or a folder. A path of several keys (`.a.b`) is most often no file. */
const isLikeFile = /^(?:\.[\w-]+|(?:\.{0,2}\/|~\/)?[\w@+-](?=.*[./])[\w.@+/-]*)$/;

/** An expression of `yq`, which may load files and run code, or the first file, where one has that name. */
export function yqExpression(value: Shape): readonly ValuePart[] {
  const text = staticText(value);
  if (text === undefined && startOf(value) === '') return [unknownPart(value)];
  const file = isLikeFile.test(text ?? '') ? [perhaps(value, 'read')] : [];
  return /(?<![.\w])(?:load|eval|system|env)/.test(text ?? startOf(value))
    ? [...file, part(value, 'code')]
    : file;
}
