/** Binds the words of a PowerShell command to its parameters: by their names or what these begin with, or in order. */
import { anyShape, joinPieces, type Shape, staticText } from '../../../pattern/text/shape.ts';

/** The parameters of a command. */
export interface Parameters {
  /** Those that take a value by position come first, in order. */
  readonly valued: readonly string[];
  /** How many of `valued` take a value by position. */
  readonly positions: number;
  readonly switches?: readonly string[];
}

/** What a command gives its parameters. */
export interface Bound {
  /** The words of each parameter, in lower case. Words that follow a name count for it up to the next name. */
  readonly given: ReadonlyMap<string, readonly Shape[]>;
  /** Words that belong to no parameter that is known. */
  readonly rest: readonly Shape[];
}

const commonValued = [
  ...[
    'erroraction',
    'warningaction',
    'informationaction',
    'progressaction',
    'errorvariable',
    'warningvariable',
  ],
  ...['informationvariable', 'outvariable', 'outbuffer', 'pipelinevariable'],
];
const commonSwitches = ['verbose', 'debug', 'whatif', 'confirm', 'usetransaction'];
const aliases: ReadonlyMap<string, string> = new Map([
  ['ea', 'erroraction'],
  ['wa', 'warningaction'],
  ['infa', 'informationaction'],
  ['proga', 'progressaction'],
  ['ev', 'errorvariable'],
  ['wv', 'warningvariable'],
  ['iv', 'informationvariable'],
  ['ov', 'outvariable'],
  ['ob', 'outbuffer'],
  ['pv', 'pipelinevariable'],
  ['vb', 'verbose'],
  ['db', 'debug'],
  ['wi', 'whatif'],
  ['cf', 'confirm'],
  ['lp', 'literalpath'],
  ['pspath', 'literalpath'],
  ['args', 'argumentlist'],
]);

/** The name and the attached value of a parameter: `-Path`, `-Path:x`. Undefined for other words. */
export function parameterIn(
  word: Shape,
): { readonly name: string; readonly attached: Shape | undefined } | undefined {
  // In quotes it is a value.
  if (/^["'\u2018-\u201E]/.test(word.source)) return undefined;
  const [first, ...others] = word.pieces;
  const [written, name] =
    first?.kind === 'text' ? (/^[-\u2013\u2014\u2015]([a-z_]\w*)(?::|$)/i.exec(first.text) ?? []) : [];
  if (first?.kind !== 'text' || written === undefined || name === undefined) return undefined;
  const hasColon = written.endsWith(':');
  if (!hasColon && others.length > 0) return undefined;
  const attached = joinPieces(
    [{ kind: 'text', text: first.text.slice(written.length) }, ...others],
    word.source,
  );
  return {
    name: name.toLowerCase(),
    attached: hasColon && attached.pieces.length > 0 ? attached : undefined,
  };
}

/** Binds the words of a command. */
export function bindParameters(
  words: readonly Shape[],
  { valued, positions, switches = [] }: Parameters,
): Bound {
  const given = new Map<string, Shape[]>();
  const loose: Shape[] = [];
  const rest: Shape[] = [];
  const all = [...valued, ...commonValued];
  const named = (name: string): string | undefined => {
    const known = aliases.get(name) ?? name;
    const find = (names: readonly string[]): string | undefined =>
      names.find((each) => each === known) ?? names.find((each) => each.startsWith(known));
    return find([...valued, ...switches]) ?? find([...all, ...commonSwitches]);
  };
  let current: string | undefined;
  for (const word of words) {
    const parameter = parameterIn(word);
    if (parameter !== undefined) {
      const name = named(parameter.name);
      current = name !== undefined && all.includes(name) ? name : undefined;
      if (name === undefined) rest.push(word);
      else given.set(name, [...(given.get(name) ?? []), ...(parameter.attached ? [parameter.attached] : [])]);
      if (parameter.attached !== undefined) current = undefined;
    } else if (current !== undefined) {
      given.set(current, [...(given.get(current) ?? []), word]);
      // Only a parameter that takes a list has more words. Such a word may also belong to the next parameter.
      if (!lists.has(current)) current = undefined;
    } else loose.push(word);
  }
  for (const name of valued.slice(0, positions)) {
    if (given.has(name) || loose.length === 0) continue;
    const taken = lists.has(name) ? loose.splice(0) : loose.splice(0, 1);
    given.set(name, taken);
  }
  return { given, rest: [...loose, ...rest] };
}

/** Parameters that take all words up to the next name. */
const lists: ReadonlySet<string> = new Set(['argumentlist', 'additionalchildpath']);

/** The one word of a parameter; unknown if there are several. */
export function wordOfParameter({ given }: Bound, name: string): Shape | undefined {
  const [first, ...others] = given.get(name) ?? [];
  return first !== undefined && others.length > 0 ? anyShape(first.source) : first;
}

/** The text of a word in lower case; empty if it is not known. */
export const lowerText = (word: Shape | undefined): string =>
  (word === undefined ? undefined : staticText(word))?.toLowerCase() ?? '';
