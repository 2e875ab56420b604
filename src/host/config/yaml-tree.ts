/**
 * A text of YAML → a tree in which everything knows its place. The lexer and the parser are those of `yaml`; a tree is made
 * here of the part that configuration needs: maps, lists and scalars. Anchors, aliases, tags and a second document are
 * reported as errors. Every scalar is a text.
 */
import { CST, Parser } from 'yaml';
import type { Span } from '../../language/source.ts';

export type YamlNode =
  | { readonly kind: 'map'; readonly entries: readonly YamlEntry[]; readonly span: Span }
  | { readonly kind: 'list'; readonly items: readonly YamlNode[]; readonly span: Span }
  | { readonly kind: 'text'; readonly text: string; readonly span: Span }
  | { readonly kind: 'nothing'; readonly span: Span };

export interface YamlEntry {
  readonly key: string;
  readonly span: Span;
  readonly value: YamlNode;
}

export interface YamlProblem {
  readonly span: Span;
  readonly message: string;
}

/** Reads a text. Never throws: what is wrong is reported, and the tree has the rest. */
export function readYamlTree(text: string): {
  readonly tree: YamlNode;
  readonly problems: readonly YamlProblem[];
} {
  const problems: YamlProblem[] = [];
  const reader: Reader = {
    depth: 0,
    report: (start, end, message) => void problems.push({ span: { start, end }, message }),
  };
  let tree: YamlNode | undefined;
  for (const token of new Parser().parse(text)) {
    if (token.type === 'error')
      reader.report(token.offset, token.offset + token.source.length, token.message);
    else if (token.type === 'directive') refuse(reader, token, 'a directive');
    else if (token.type === 'document') {
      if (tree !== undefined) reader.report(token.offset, token.offset + 3, 'there is a second document');
      const read = readNode(reader, token.value, token.start, token.offset);
      reportAround(reader, token.end);
      tree ??= read;
    }
  }
  return { tree: tree ?? { kind: 'nothing', span: { start: 0, end: 0 } }, problems };
}

/** Far deeper than anything that configuration has. */
const deepest = 64;

interface Reader {
  /** How deep the node that is read is nested. */
  depth: number;
  report(start: number, end: number, message: string): void;
}

type Token = CST.Token;
/** What may be around a value; blanks and comments have no meaning. */
type Around = readonly Token[] | undefined;

const refuse = (reader: Reader, { offset, source }: { offset: number; source: string }, what: string): void =>
  reader.report(offset, offset + source.length, `${what} has no meaning here`);

/** Reports what is around a value and has no meaning here. */
function reportAround(reader: Reader, tokens: Around): void {
  for (const token of tokens ?? []) {
    if (token.type === 'anchor') refuse(reader, token, 'an anchor');
    else if (token.type === 'tag') refuse(reader, token, 'a tag');
    else if (token.type === 'error')
      reader.report(token.offset, token.offset + token.source.length, token.message);
  }
}

function readNode(reader: Reader, token: Token | null | undefined, around: Around, offset: number): YamlNode {
  reportAround(reader, around);
  const nothing: YamlNode = { kind: 'nothing', span: { start: offset, end: offset } };
  if (token == null) return nothing;
  if (reader.depth >= deepest) {
    reader.report(offset, offset + 1, `this is nested deeper than ${deepest} levels`);
    return nothing;
  }
  reader.depth++;
  const node = readKnown(reader, token, nothing);
  reader.depth--;
  return node;
}

function readKnown(reader: Reader, token: Token, nothing: YamlNode): YamlNode {
  switch (token.type) {
    case 'block-map':
      return { kind: 'map', entries: readEntries(reader, token.items), span: spanOf(token.offset) };
    case 'block-seq':
      return {
        kind: 'list',
        items: readItems(reader, token.items, token.offset),
        span: spanOf(token.offset),
      };
    case 'flow-collection':
      return readFlow(reader, token);
    case 'alias':
      refuse(reader, token, 'an alias');
      return nothing;
    default:
      return readScalar(reader, token) ?? nothing;
  }
}

function readScalar(reader: Reader, token: Token): YamlNode | undefined {
  if (!CST.isScalar(token)) {
    if ('source' in token) refuse(reader, token, `\`${token.source}\``);
    return undefined;
  }
  const props = token.type === 'block-scalar' ? token.props : token.end;
  reportAround(reader, props);
  const scalar = CST.resolveAsScalar(token, true, (at, _code, message) => {
    reader.report(token.offset + at, token.offset + at + 1, lowered(message));
  });
  const text = scalar?.value ?? '';
  const span = { start: token.offset, end: token.offset + token.source.length };
  const isNothing = token.type === 'scalar' && /^(?:~|null|Null|NULL|)$/.test(text);
  return isNothing ? { kind: 'nothing', span } : { kind: 'text', text, span };
}

const lowered = (message: string): string => `${message.charAt(0).toLowerCase()}${message.slice(1)}`;

function readFlow(reader: Reader, token: CST.FlowCollection): YamlNode {
  const { items, start, end, offset } = token;
  reportAround(reader, end);
  const isMap = start.type === 'flow-map-start';
  if (!end.some(({ type }) => type === (isMap ? 'flow-map-end' : 'flow-seq-end')))
    reader.report(offset, offset + 1, `the \`${start.source}\` is not closed`);
  const rest = items.filter(
    (item, at) => at < items.length - 1 || item.key !== undefined || item.value !== undefined,
  );
  const span = spanOf(offset);
  return isMap
    ? { kind: 'map', entries: readEntries(reader, rest), span }
    : { kind: 'list', items: readItems(reader, rest, offset), span };
}

const readItems = (
  reader: Reader,
  items: readonly CST.CollectionItem[],
  offset: number,
): readonly YamlNode[] =>
  items.flatMap((item) => {
    // Behind the last item there may be comments alone.
    if (item.value === undefined && item.key === undefined && !item.start.some(isItemMark)) {
      reportAround(reader, item.start);
      return [];
    }
    // `[a: 1]` is a map of one entry in a list.
    if (item.sep !== undefined) {
      const entries = readEntries(reader, [item]);
      return [{ kind: 'map', entries, span: entries[0]?.span ?? { start: offset, end: offset } } as const];
    }
    const mark = item.start.find(isItemMark)?.offset ?? offset;
    return [readNode(reader, item.value ?? item.key, item.start, mark)];
  });

const isItemMark = ({ type }: Token): boolean => type === 'seq-item-ind';

function readEntries(reader: Reader, items: readonly CST.CollectionItem[]): readonly YamlEntry[] {
  const seen = new Set<string>();
  return items.flatMap(({ start, key, sep, value }): readonly YamlEntry[] => {
    // Behind the last entry there may be comments alone.
    if (key === undefined && sep === undefined && value === undefined) {
      reportAround(reader, start);
      return [];
    }
    const node = readNode(reader, key ?? value, start, start[0]?.offset ?? 0);
    if (node.kind !== 'text') {
      reader.report(node.span.start, node.span.end, 'the name of an entry is a plain text');
      return [];
    }
    const { text, span } = node;
    if (sep === undefined || !sep.some(({ type }) => type === 'map-value-ind'))
      reader.report(span.start, span.end, `\`${text}\` has no \`:\` behind it`);
    if (seen.has(text)) reader.report(span.start, span.end, `\`${text}\` is here twice`);
    seen.add(text);
    return [{ key: text, span, value: readNode(reader, key == null ? undefined : value, sep, span.end) }];
  });
}

/** The first character: a map or list is pointed at where it begins. */
const spanOf = (start: number): Span => ({ start, end: start + 1 });
