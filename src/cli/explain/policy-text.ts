/** What a policy says at a place, on one line. */
import type { SourcePlace } from '../../check/tree/source-place.ts';
import { printable, type SourceLookup } from '../../language/render.ts';

/** As it is written; empty where the text is not there. */
export const policyText = ({ path, span }: SourcePlace, lookup: SourceLookup): string =>
  (lookup(path)?.text.slice(span.start, span.end) ?? '').replace(/\s+/g, ' ');

/** For a terminal, cut where it is longer; `…` where the text is not there. */
export function shownPolicyText(place: SourcePlace, lookup: SourceLookup, longest = 100): string {
  const text = lookup(place.path) === undefined ? '…' : policyText(place, lookup);
  return printable(text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
}
