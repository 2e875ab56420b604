/** What holds of the formatter for every text and every tree. Each throws where it does not. */
import assert from 'node:assert/strict';
import type { Policy } from '../../../src/language/ast.ts';
import { formatPolicy, formatSource } from '../../../src/language/format/format.ts';
import { type Comment, originOf } from '../../../src/language/format/origin.ts';
import { parse } from '../../../src/language/parse.ts';
import { beginsAsTests, parseTests } from '../../../src/language/parse-tests.ts';
import { withoutSpans } from '../../reference/node.ts';
import { declarationsOf } from '../show-tree.ts';

const path = 'any.policy';

/** A tree is read back as it was, and its text is canonical already. */
export function readsBack(policy: Policy): void {
  const text = formatPolicy(policy);
  assert.deepEqual(withoutSpans(parseWell(policy.path, text)), withoutSpans(policy));
  assert.deepEqual(formatSource({ path, text }), { kind: 'formatted', text });
}

/** A text keeps its tree, its comments and their order; and formatting twice changes nothing. */
export function keepsWhatItSays(text: string): void {
  if (beginsAsTests(text)) {
    keepsWhatTestsSay(text);
    return;
  }
  const policy = parseWell(path, text);
  const formatted = formatSource({ path, text });
  assert(formatted.kind === 'formatted', formatted.kind);
  const again = parseWell(path, formatted.text);
  assert.deepEqual(withoutSpans(again), withoutSpans(policy));
  keepsItsComments(places(policy, text), places(again, formatted.text));
  assert.deepEqual(formatSource({ path, text: formatted.text }), formatted);
  assert.doesNotMatch(formatted.text, /\r|[ \t]\n|\n\n\n|^\ufeff|^\n|\n\n$|[^\n]$/);
}

/** The same of a file of tests. */
function keepsWhatTestsSay(text: string): void {
  const read = (each: string): unknown => {
    const { tests, diagnostics } = parseTests({ path, text: each });
    assert.deepEqual(diagnostics, []);
    return { tests: withoutSpans(tests), comments: originOf(each).comments.map((comment) => comment.text) };
  };
  const formatted = formatSource({ path, text });
  assert(formatted.kind === 'formatted', formatted.kind);
  assert.deepEqual(read(formatted.text), read(text));
  assert.deepEqual(formatSource({ path, text: formatted.text }), formatted);
  assert.doesNotMatch(formatted.text, /\r|[ \t]\n|\n\n\n|^\ufeff|^\n|\n\n$|[^\n]$/);
}

function parseWell(of: string, text: string): Policy {
  const { policy, diagnostics } = parse({ path: of, text });
  assert.deepEqual(diagnostics, []);
  return policy;
}

/** A comment, with how many declarations have ended before it, and how many have begun. */
interface Place {
  readonly comment: Comment;
  readonly ended: number;
  readonly begun: number;
}

function places(policy: Policy, text: string): readonly Place[] {
  const spans = declarationsOf(policy).map(({ span }) => span);
  return originOf(text).comments.map((comment) => ({
    comment,
    ended: spans.filter(({ end }) => end <= comment.span.start).length,
    begun: spans.filter(({ start }) => start <= comment.span.start).length,
  }));
}

function keepsItsComments(before: readonly Place[], after: readonly Place[]): void {
  const textsOf = (comments: readonly Place[]): string[] => comments.map(({ comment }) => comment.text);
  assert.deepEqual(textsOf(after), textsOf(before));
  for (const [index, { comment, ended, begun }] of before.entries()) {
    const now = after[index] ?? { ended: -1, begun: -1 };
    const isSame = ended === now.ended && begun === now.begun;
    // One inside a declaration may come to stand at its edge, but passes no other.
    const isAtEdge = begun > ended && now.ended === now.begun && (now.ended === ended || now.begun === begun);
    assert(isSame || isAtEdge, `${comment.text} passed a declaration`);
  }
}
