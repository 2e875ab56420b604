/**
 * A policy file, or one of tests → its canonical text. Declarations, clauses and comments stay in
 * the order in which the author wrote them. What is canonical is where lines
 * begin and end and how synonyms are spelt; where a list, a chain of conditions or
 * an object may be set out in two ways, the author's choice stays.
 */
import type { Declaration, Policy } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { parse } from '../parse.ts';
import { beginsAsTests, parseTests } from '../parse-tests.ts';
import type { Source } from '../source.ts';
import type { TestsFile } from '../test-tree.ts';
import { placeDeclaration } from './declaration.ts';
import { layOut } from './lay-out.ts';
import { noOrigin, originOf, type SourceText } from './origin.ts';
import { isSameTree } from './same-tree.ts';
import { placeTestsHeader, placeTestsSection } from './tests.ts';

export type Formatted =
  | { readonly kind: 'formatted'; readonly text: string }
  /** The text has syntax errors. */
  | { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** What was made of the text would not mean the same: an error of the formatter. */
  | { readonly kind: 'unsafe' };

/**
 * The canonical text of a policy file, with its comments; lines end with `\n`.
 * What is given back was parsed again: it has the same tree and the same comments,
 * in the same order. Never throws for any text.
 */
export const formatSource = (source: Source): Formatted =>
  isTestsFile(source) ? formatBy(source, readTests, formatTests) : formatBy(source, readPolicy, format);

function readTests(source: Source): ReadTree<TestsFile> {
  const { tests: tree, diagnostics } = parseTests(source);
  return { tree, diagnostics };
}

function readPolicy(source: Source): ReadTree<Policy> {
  const { policy: tree, diagnostics } = parse(source);
  return { tree, diagnostics };
}

interface ReadTree<Tree> {
  readonly tree: Tree;
  readonly diagnostics: readonly Diagnostic[];
}

const isTestsFile = ({ path, text }: Source): boolean =>
  path.endsWith('.tests.policy') || beginsAsTests(text);

function formatBy<Tree>(
  source: Source,
  read: (source: Source) => ReadTree<Tree>,
  write: (tree: Tree, origin: SourceText) => string,
): Formatted {
  const { tree, diagnostics } = read(source);
  if (diagnostics.length > 0) return { kind: 'invalid', diagnostics };
  const origin = originOf(source.text);
  const text = write(tree, origin);
  const again = read({ path: source.path, text });
  const isSafe =
    again.diagnostics.length === 0 &&
    isSameTree(again.tree, tree) &&
    isSameTree(commentTexts(originOf(text)), commentTexts(origin));
  return isSafe ? { kind: 'formatted', text } : { kind: 'unsafe' };
}

function formatTests({ header, sections }: TestsFile, origin: SourceText): string {
  const head =
    header === undefined
      ? []
      : [{ group: header.kind, span: header.span, pieces: placeTestsHeader(origin, header) }];
  const rest = sections.map((section) => ({
    group: section.kind,
    span: section.span,
    pieces: placeTestsSection(origin, section),
  }));
  return layOut([...head, ...rest], origin);
}

/**
 * The canonical text of a tree alone, without comments: of one that was made and not
 * read. Its declarations come in the order of their spans, then of the tree's parts.
 * `parse` gives the same tree but for spans, for every tree that it could have given.
 */
export const formatPolicy = (policy: Policy): string => format(policy, noOrigin);

const format = (policy: Policy, origin: SourceText): string =>
  layOut(
    declarationsOf(policy).map((declaration) => ({
      group: declaration.kind,
      span: declaration.span,
      pieces: placeDeclaration(origin, declaration),
    })),
    origin,
  );

const commentTexts = ({ comments }: SourceText): readonly string[] => comments.map(({ text }) => text);

function declarationsOf(policy: Policy): readonly Declaration[] {
  const { headers, imports, defaults, lists, conditions, windows, rules, labels, limits } = policy;
  const { exceptions, knowledge } = policy;
  const all: Declaration[] = [
    ...[...headers, ...imports, ...defaults],
    // Before the lists: after an empty list, `command` and `tool` would be read as the type of its items.
    ...[...knowledge, ...lists, ...conditions, ...windows, ...labels, ...limits, ...rules, ...exceptions],
  ];
  return all.sort((a, b) => a.span.start - b.span.start);
}
