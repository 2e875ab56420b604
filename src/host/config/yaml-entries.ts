/**
 * The entries of a file of configuration: which there are and how each is read. Any other name is an error, which says
 * what was probably meant. So no setting is ignored in silence.
 */
import { resolve } from 'node:path';
import type { Span } from '../../language/source.ts';
import { suggestion } from '../../language/words.ts';
import type { YamlEntry, YamlNode } from './yaml-tree.ts';

/** A file that is read. */
export interface ConfigReading {
  /** The folder of the file: relative paths start from it. */
  readonly folder: string;
  /** Reports what is wrong, with its place. */
  fail(span: Span, message: string, help?: string): undefined;
}

/** Reads a node; `what` names it in messages. Undefined where it is wrong; the problem is reported then. */
export type Read<Value> = (reading: ConfigReading, node: YamlNode, what: string) => Value | undefined;

type Readers = Readonly<Record<string, Read<unknown>>>;
type Values<Of extends Readers> = {
  readonly [Key in keyof Of]?: NonNullable<ReturnType<Of[Key]>> | undefined;
};

/** The entries of a map, each read by its reader; others, and those that are missing, are errors. */
export function entriesOf<Of extends Readers>(
  reading: ConfigReading,
  node: YamlNode,
  readers: Of,
  required: readonly string[],
  what: string,
): Values<Of> {
  const known = Object.keys(readers);
  if (node.kind !== 'map') {
    reading.fail(
      node.span,
      `${what} takes entries such as \`${known[0]}: …\`, not ${node.kind === 'text' ? `\`${node.text}\`` : 'a list'}`,
      `they are ${known.map((key) => `\`${key}:\``).join(', ')}`,
    );
    return {};
  }
  const missing = required.filter((key) => !node.entries.some((entry) => entry.key === key));
  for (const key of missing) reading.fail(node.span, `${what} has no \`${key}:\``, `add \`${key}:\``);
  const read = ({ key, span, value }: YamlEntry): readonly [string, unknown][] => {
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (reader !== undefined) return [[key, reader(reading, value, `\`${key}\``)]];
    const help = suggestion(key, known) ?? `it has ${known.map((each) => `\`${each}\``).join(', ')}`;
    reading.fail(span, `${what} has no entry \`${key}\``, help);
    return [];
  };
  return Object.fromEntries(node.entries.flatMap(read)) as Values<Of>;
}

export const readList: Read<readonly YamlNode[]> = (reading, node, what) =>
  node.kind === 'list'
    ? node.items
    : reading.fail(node.span, `${what} is a list`, 'begin each of its items with `- `');

export const readString: Read<string> = (reading, node, what) =>
  node.kind === 'text' && node.text.trim() !== '' ? node.text : reading.fail(node.span, `${what} is a text`);

export const readSwitch: Read<boolean> = (reading, node, what) => {
  if (node.kind === 'text' && (node.text === 'true' || node.text === 'false')) return node.text === 'true';
  return reading.fail(node.span, `${what} is \`true\` or \`false\``);
};

/** No shell reads the file, so `~` would not become a home. */
export const aboutTilde = ['`~` is no home in this file', 'write the whole path'] as const;

/** One path, or several; relative ones start from the folder of the file. */
export const readPaths: Read<readonly string[]> = (reading, node, what) => {
  const nodes = node.kind === 'list' ? node.items : [node];
  if (nodes.length === 0) return reading.fail(node.span, `${what} names nothing`);
  const tilde = nodes.find((each) => each.kind === 'text' && each.text.startsWith('~'));
  if (tilde !== undefined) return reading.fail(tilde.span, ...aboutTilde);
  const paths = nodes.flatMap((each) => readString(reading, each, `a path of ${what}`) ?? []);
  return paths.length < nodes.length ? undefined : paths.map((path) => resolve(reading.folder, path));
};

export const readFigure: Read<number> = (reading, node, what) =>
  node.kind === 'text' && /^[0-9]{1,15}$/.test(node.text)
    ? Number(node.text)
    : reading.fail(node.span, `${what} is a whole number of at most 15 digits`);
