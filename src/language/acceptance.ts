/**
 * Warnings that an author accepts, by a comment in the text:
 *
 *     # bylaw: accept wide-host because the partner has no other name
 *
 * A comment on its own line is for the declaration, clause or step that follows it; at the end of a line, for that line. It
 * needs a reason. An error cannot be accepted. A comment that accepts nothing is a warning itself, so that it is removed
 * together with its cause.
 */
import { type Diagnostic, errorAt, isError, warningAt } from './diagnostic.ts';
import { type CommentSpan, commentsOf, tokensOf } from './scan.ts';
import type { Source, Span } from './source.ts';
import { splitClauses, splitDeclarations, splitSteps } from './split.ts';
import { nearest } from './words.ts';

/** A warning that is not to be shown, and why. */
export interface Accepted {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
  /** The comment, in the file of the diagnostic. */
  readonly span: Span;
}

export interface Accepting {
  /** The other diagnostics, and those about the comments themselves. */
  readonly diagnostics: readonly Diagnostic[];
  readonly accepted: readonly Accepted[];
}

interface Acceptance {
  readonly path: string;
  readonly code: string;
  readonly reason: string;
  readonly span: Span;
  /** The part of the text that it is for. */
  readonly region: Span;
}

/** Splits the diagnostics of files into accepted ones and others. Never throws. */
export function acceptWarnings(sources: readonly Source[], diagnostics: readonly Diagnostic[]): Accepting {
  // Where no file says so, nothing has to be scanned.
  const read = sources.filter(({ text }) => /# *bylaw/i.test(text)).map(readAcceptances);
  if (read.length === 0) return { diagnostics, accepted: [] };
  const acceptances = read.flatMap((each) => each.acceptances);
  const used = new Set<Acceptance>();
  const accepted: Accepted[] = [];
  const left: Diagnostic[] = read.flatMap((each) => each.diagnostics);
  for (const diagnostic of diagnostics) {
    const acceptance = acceptances.find((each) => isAbout(each, diagnostic));
    if (acceptance === undefined) {
      left.push(diagnostic);
      continue;
    }
    used.add(acceptance);
    if (isError(diagnostic)) left.push(diagnostic, errorAccepted(acceptance));
    else accepted.push({ diagnostic, reason: acceptance.reason, span: acceptance.span });
  }
  // Some checks need everything to be right: with an error in any file it is not known what they would warn of.
  const unneeded = diagnostics.some(isError) ? [] : acceptances.filter((each) => !used.has(each));
  const nearOf = ({ path, code }: Acceptance): string | undefined =>
    nearest(
      code,
      left.filter((each) => each.path === path && !isError(each)).map((each) => each.code),
    );
  return {
    diagnostics: [...left, ...unneeded.map((each) => nothingAccepted(each, nearOf(each)))],
    accepted,
  };
}

const isAbout = ({ path, code, region }: Acceptance, diagnostic: Diagnostic): boolean =>
  diagnostic.path === path &&
  diagnostic.code === code &&
  diagnostic.span.start >= region.start &&
  diagnostic.span.start < region.end;

const example = 'write `# bylaw: accept CODE because …`, with the code that `bylaw check` shows, and why';

const errorAccepted = ({ path, code, span }: Acceptance): Diagnostic =>
  errorAt('invalid-acceptance', path, span, `\`${code}\` is an error, and an error cannot be accepted`, {
    help: 'fix its cause, and remove the comment',
  });

const nothingAccepted = ({ path, code, span }: Acceptance, near: string | undefined): Diagnostic =>
  warningAt('unneeded-acceptance', path, span, `there is no warning \`${code}\` here to be accepted`, {
    // Never fixed automatically: an author gave the reason, and the code may only be misspelt.
    help:
      near === undefined
        ? 'take the comment away, or put it right before what the warning is about'
        : `did you mean \`${near}\`?`,
  });

function readAcceptances({ path, text }: Source): {
  readonly acceptances: readonly Acceptance[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const acceptances: Acceptance[] = [];
  const diagnostics: Diagnostic[] = [];
  const tokens = tokensOf(text, { start: 0, end: text.length });
  const parts = partsOf(text);
  for (const comment of commentsOf(text, tokens)) {
    const { span } = comment;
    const said = /^#\s*bylaw(?::|(?=\s+accept\b))(.*)$/i.exec(text.slice(span.start, span.end))?.[1]?.trim();
    if (said === undefined) continue;
    const isAddressed =
      text[span.start + text.slice(span.start, span.end).toLowerCase().indexOf('bylaw') + 5] === ':';
    const [, code, reason] = (isAddressed && /^accept\s+([a-z][a-z-]*)\s+because\s+(\S.*)$/.exec(said)) || [];
    if (code === undefined || reason === undefined) {
      const what = /^accept\s+[a-z-]+/.test(said) ? 'it does not say why' : 'nothing can be made of it';
      diagnostics.push(
        errorAt('invalid-acceptance', path, span, `this comment speaks to bylaw, and ${what}`, {
          help: example,
        }),
      );
      continue;
    }
    const region = comment.isTrailing ? lineOf(text, span) : partBehind(comment, tokens, parts, text);
    acceptances.push({ path, code, reason, span, region });
  }
  return { acceptances, diagnostics };
}

/** Declarations, then clauses, then steps: the first that begins where a token does is the largest. */
function partsOf(text: string): readonly Span[] {
  const declarations = splitDeclarations(text);
  const clauses = declarations.flatMap((each) => splitClauses(text, each).slice(1));
  return [...declarations, ...clauses, ...clauses.flatMap((each) => splitSteps(text, each).slice(1))];
}

function partBehind(
  { span }: CommentSpan,
  tokens: readonly Span[],
  parts: readonly Span[],
  text: string,
): Span {
  const next = tokens.find(({ start }) => start >= span.end);
  if (next === undefined) return span;
  const isHere = ({ start, end }: Span): boolean =>
    start <= next.start &&
    next.start < end &&
    text.slice(start, next.start).replace(/#.*/g, '').trim() === '';
  return parts.find(isHere) ?? lineOf(text, next);
}

function lineOf(text: string, { start }: Span): Span {
  const isEnd = (at: number): boolean => text[at] === '\n' || text[at] === '\r';
  let from = start;
  let end = start;
  while (from > 0 && !isEnd(from - 1)) from--;
  while (end < text.length && !isEnd(end)) end++;
  return { start: from, end };
}
