/** Values that name variables of the environment, whose values a program prints. */
import { anyShape, type Shape, showShape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { part, type ValuePart } from './value-part.ts';

export const variableNotations = {
  /** An item of PowerShell that is listed: `env:NAME`, in capitals or not. */
  item: (value) => itemVariable(value) ?? [part(value, 'text')],
  /** One whose content is read, which may be a file. */
  'item-read': (value) => itemVariable(value) ?? [part(value, 'read')],
  /** `set NAME` of `cmd.exe` prints it, `set NAME=x` does not. */
  'set-name': (value) => {
    const [name] = /^\w+$/.exec(staticText(value) ?? '') ?? [];
    return name === undefined ? [] : [variable(name.toUpperCase())];
  },
  /** A filter of `jq`. A variable that is only compared, or asked for its length, is not printed. */
  'jq-filter': (value) => {
    const filter = showShape(value);
    const named = [...filter.matchAll(variablesOfJq)].flatMap(([, name = '', sign, next = '']) =>
      sign !== undefined && (sign !== '|' || asks.has(next)) ? [] : [variable(name)],
    );
    return chosenLater.test(filter) ? [...named, part(anyShape(filter), 'variable')] : named;
  },
} as const satisfies Record<string, (value: Shape) => readonly ValuePart[]>;

const variable = (name: string): ValuePart => part(textShape(name), 'variable');

function itemVariable(value: Shape): readonly ValuePart[] | undefined {
  const [, name] = /^env:[\\/]?(\w+)$/i.exec(staticText(value) ?? '') ?? [];
  return name === undefined ? undefined : [variable(name.toUpperCase())];
}

/** `env.NAME`, `$ENV.NAME`, `env["NAME"]`, with what comes behind it; `.env.NAME` is a key of the input. */
const variablesOfJq =
  /(?:\$ENV|(?<![\w.$"])env)\s*(?:\.\s*"?|\[\s*")([A-Za-z_]\w*)"?\]?\s*(\||[!=]=)?\s*([a-z]\w*)?/g;

/** `env | .NAME`, `env as $e | …`, `$ENV[$name]`: what the filter takes of all variables is not looked at. */
const chosenLater =
  /(?:\$ENV|(?<![\w.$"])env)\s*(?:as\b|\[(?!\s*")|\|(?!\s*(?:keys|length|has|type|map_values\(length\))\b))/;

/** Functions of `jq` whose results only depend on a value, and do not show it. */
const asks: ReadonlySet<string> = new Set([
  'length',
  'type',
  'test',
  'startswith',
  'endswith',
  'not',
  'contains',
]);
