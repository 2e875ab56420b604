/**
 * Variables that the client of a database fills in before it sends a query: `:a` of psql, `$(a)` of sqlcmd. The
 * database gets another text than the one that was written, so it is not known what the query is not. The trait `fills`
 * says how they are written.
 */
import type { FillForm } from '../../../knowledge/table/entry.ts';

/** Where a client fills a variable in, also in texts and comments. Only psql and its kind leave these alone. */
const references: Readonly<Record<FillForm, RegExp>> = {
  ampersand: /&[\w{]/,
  braces: /\$\{/,
  brackets: /\$\(/,
  // `::` is a cast, and `a[1:2]` a part of an array.
  colon: /(?<!:|\[[^\S\n]*\d*[^\S\n]*):(?:['"]?[\p{L}\p{N}_]|\{\?)/u,
  template: /<%|\{\{|&[{]/,
  typed: /\{[^\S\n]*\w+[^\S\n]*:/,
};

/** Whether a query has a place for a variable, or may have one. */
export const isFilledIn = (text: string, forms: readonly FillForm[]): boolean =>
  forms.some((form) => references[form].test(form === 'colon' ? withoutTexts(text) : text));

/**
 * A text or a comment as it is usually written. Behind anything else that could begin one, such as a backslash or a comment in
 * a comment, it is not known what is one, and nothing is left out.
 */
const plainText =
  /--[^\n]*|\/\*(?:[^*/]|\*(?!\/)|\/(?!\*))*\*\/|(?<![\w$:])'[^'\\]*'|(?<![\w$:&])"[^"\\]*"|(\/\*|[\\'"$])/g;

function withoutTexts(text: string): string {
  let kept = '';
  let last = 0;
  for (const { 0: found, 1: odd, index } of text.matchAll(plainText)) {
    if (odd !== undefined) break;
    kept += `${text.slice(last, index)} `;
    last = index + found.length;
  }
  return kept + text.slice(last);
}
