/**
 * A policy file, or a file of tests → its canonical text. Declarations, clauses and comments stay in
 * the order in which the author wrote them. What is canonical is where lines
 * begin and end and how synonyms are spelt; where a list, a chain of conditions or
 * an object may be set out in two ways, the author's choice stays.
 */
import type { Declaration, Policy, TestsFile } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { parse } from '../parse.ts';
import { beginsAsTests, parseTests } from '../parse-tests.ts';
import type { Source } from '../source.ts';
import { placeDeclaration } from './declaration.ts';
import { type Block, layOut } from './lay-out.ts';
import { noOrigin, type Origin, originOf } from './origin.ts';
import { isSameTree } from './same-tree.ts';
import { placeScenario, placeTest, placeTestsHeader } from './test-lines.ts';

export type Formatted =
  | { readonly kind: 'formatted'; readonly text: string }
  /** The text has syntax errors. */
  | { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** What was made of the text would not mean the same: an error of the formatter. */
  | { readonly kind: 'unsafe' };

/**
 * The canonical text of a file, with its comments; lines end with `\n`.
 * What is given back was parsed again: it has the same tree and the same comments,
 * in the same order. Never throws for any text.
 */
export function formatSource(source: Source): Formatted {
  const read = beginsAsTests(source.text) ? readTests : readPolicy;
  const { tree, blocksOf, diagnostics } = read(source);
  if (diagnostics.length > 0) return { kind: 'invalid', diagnostics };
  const origin = originOf(source.text);
  const text = layOut(blocksOf(origin), origin);
  const again = read({ path: source.path, text });
  const isSafe =
    again.diagnostics.length === 0 &&
    isSameTree(again.tree, tree) &&
    isSameTree(commentTexts(originOf(text)), commentTexts(origin));
  return isSafe ? { kind: 'formatted', text } : { kind: 'unsafe' };
}

/**
 * The canonical text of a tree alone, without comments: of one that was made and not
 * read. Its declarations come in the order of their spans, then of the tree's parts.
 * `parse` gives the same tree but for spans, for every tree that it could have given.
 */
export const formatPolicy = (policy: Policy): string => layOut(policyBlocks(policy, noOrigin), noOrigin);

/** A file of either sort, and how it is laid out. */
interface Read {
  readonly tree: Policy | TestsFile;
  readonly diagnostics: readonly Diagnostic[];
  blocksOf(origin: Origin): readonly Block[];
}

function readPolicy(source: Source): Read {
  const { policy, diagnostics } = parse(source);
  return { tree: policy, diagnostics, blocksOf: (origin) => policyBlocks(policy, origin) };
}

function readTests(source: Source): Read {
  const { tests, diagnostics } = parseTests(source);
  return { tree: tests, diagnostics, blocksOf: (origin) => testsBlocks(tests, origin) };
}

const policyBlocks = (policy: Policy, origin: Origin): readonly Block[] =>
  declarationsOf(policy).map((declaration) => ({
    group: declaration.kind,
    span: declaration.span,
    pieces: placeDeclaration(origin, declaration),
  }));

function testsBlocks({ header, sections }: TestsFile, origin: Origin): readonly Block[] {
  const blocks = sections.map((section) => ({
    group: section.kind,
    span: section.span,
    pieces: section.kind === 'section' ? placeTest(origin, section, 0) : placeScenario(origin, section, 0),
  }));
  if (header === undefined) return blocks;
  return [{ group: header.kind, span: header.span, pieces: placeTestsHeader(origin, header) }, ...blocks];
}

const commentTexts = ({ comments }: Origin): readonly string[] => comments.map(({ text }) => text);

function declarationsOf(policy: Policy): readonly Declaration[] {
  const { headers, imports, defaults, lists, conditions, rules, labels, limits, knowledge } = policy;
  const all: Declaration[] = [
    ...[...headers, ...imports, ...defaults],
    // Before the lists: behind an empty one, `command` and `tool` would be read as the type of its items.
    ...[...knowledge, ...lists, ...conditions, ...labels, ...limits, ...rules],
  ];
  return all.sort((a, b) => a.span.start - b.span.start);
}
