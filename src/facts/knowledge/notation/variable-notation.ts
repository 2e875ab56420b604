/** A filter of `jq`: it may print variables of the environment. */
import { type Shape, showShape, textShape } from '../../../pattern/text/shape.ts';
import { part, type ValuePart } from './value-part.ts';

/** `env.NAME`, `$ENV.NAME`, `env["NAME"]`, with what comes behind it; `.env.NAME` is a key of the input. */
const named =
  /(?:\$ENV|(?<![\w.$"])env)\s*(?:\.\s*"?|\[\s*")([A-Za-z_]\w*)"?\]?\s*(\||[!=]=)?\s*([a-z]\w*)?/g;

/** What only depends on a value, and does not show it. */
const asks: ReadonlySet<string> = new Set([
  'length',
  'type',
  'test',
  'startswith',
  'endswith',
  'not',
  'contains',
]);

/** The variables that a filter prints. One that is only compared, or asked for its length, is not printed. */
export function jqFilter(value: Shape): readonly ValuePart[] {
  return [...showShape(value).matchAll(named)].flatMap(([, name = '', sign, next = '']) =>
    sign !== undefined && (sign !== '|' || asks.has(next)) ? [] : [part(textShape(name), 'variable')],
  );
}
