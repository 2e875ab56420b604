/**
 * Names that harnesses give to events and fields, compared as a careless reader
 * would: without regard to case, separators, space and invisible characters. A
 * harness that respells an event must not thereby slip past its adapter.
 */
import { fold } from '../pattern/text/fold.ts';

/** Far above any name that a harness has. */
const longestName = 200;

/** A name as it is compared: `pre_tool_use`, ` PreToolUse` and `PRE-TOOL-USE` are one. */
export const foldedName = (name: string): string =>
  fold(name.slice(0, longestName + 1)).replace(/[\s_.:/\\-]+/g, '');

/** The one of the known names that this is, in the spelling of the list; undefined for a name that is none of them. */
export function eventNamed<Name extends string>(given: string, known: readonly Name[]): Name | undefined {
  const exact = known.find((name) => name === given);
  if (exact !== undefined || given.length > longestName) return exact;
  const plain = foldedName(given);
  return known.find((name) => foldedName(name) === plain);
}
