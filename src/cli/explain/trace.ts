/** Explanations as lines of text: each clause with its value and what was seen. */
import type { ClauseTrace, Explanation } from '../../engine/explain.ts';
import { printable, renderPlace, type SourceLookup } from '../../language/render.ts';
import {
  areIdleExceptions,
  decidingParts,
  hiddenText,
  idleExceptionsText,
  isDeciding,
  withoutRepeats,
} from './deciding-parts.ts';
import { shownPolicyText } from './policy-text.ts';

/** A rule's clauses that decide, one line each, indented as they are nested. */
export function renderTrace({ when, unless }: Explanation, lookup: SourceLookup): string[] {
  return [...clause('when', when, lookup), ...(unless === undefined ? [] : clause('unless', unless, lookup))];
}

/** A rule's top is a bare `and` or `or` over its clauses: it says nothing of its own, and nothing at all without clauses. */
function clause(word: 'when' | 'unless', trace: ClauseTrace, lookup: SourceLookup): string[] {
  if (word === 'unless' && areIdleExceptions(trace))
    return [`${mark.no} ${word} ${idleExceptionsText(trace, more)}`];
  const isBare = trace.parts.length > 0 || trace.kind === 'and';
  const parts = isBare ? trace.parts : [trace];
  return parts.flatMap((part) => branch(part, part.isException ? 'except ' : `${word} `, 0, lookup));
}

function branch(given: ClauseTrace, prefix: string, depth: number, lookup: SourceLookup): string[] {
  const trace = withoutRepeats(given);
  // The rule that replaces a broken layer is in no file: it has neither a text nor a place to show.
  if (trace.place.path === '') return [];
  const indent = '  '.repeat(depth);
  const text = shownPolicyText(trace.place, lookup);
  const seen = seenText(trace);
  const place = renderPlace(trace.place.path, trace.place.span, lookup);
  const line = `${indent}${mark[trace.value]} ${prefix}${text}: ${trace.value}${seen}  (${place})`;
  const parts = decidingParts(trace);
  const hidden = trace.parts.length - parts.length;
  return [
    line,
    ...parts.flatMap((part) => {
      const lines = branch(part, '', depth + 1, lookup);
      return isDeciding(trace, part) ? lines : lines.slice(0, 1);
    }),
    ...(hidden === 0 ? [] : [`${indent}  ${hiddenText(trace, hidden, more)}`]),
  ];
}

/** How to see the parts that are left out. */
const more = '(`bylaw explain --all` shows them)';

/** What was looked at, and why it gave no answer. */
function seenText({ kind, seen, doubt, isAboutTime }: ClauseTrace): string {
  if (isAboutTime) return `; ${seen === undefined ? (doubt ?? '') : `it is ${seen}`}`;
  // What was looked at is the very thing that is not understood.
  if (seen !== undefined && seen === doubt) return `; ${printable(seen)}`;
  const shown = seen === undefined ? 'none' : `\`${printable(seen)}\``;
  switch (kind) {
    case 'compare':
      return `; the event has ${shown}`;
    case 'effect':
    case 'object':
    case 'opaque':
      return `; the call has ${shown}${doubt === undefined ? '' : `, and ${printable(doubt)}`}`;
    default:
      return doubt === undefined ? '' : `; ${doubt}`;
  }
}

const mark = { yes: '+', no: '-', unknown: '?' } as const;
