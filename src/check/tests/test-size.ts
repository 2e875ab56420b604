/**
 * How much the tests of all policies together may do. A few lines can mean very many calls (rows of examples, repeated
 * steps) and very long ones (`text of 8 MiB`). All of them are made when policies are loaded.
 */
import type { Span } from '../../language/source.ts';
import { type Context, reportError } from '../names/context.ts';

/** Calls, each row of a table and each turn of a step. */
const mostCalls = 100_000;
/** Characters of made-up texts, and of calls that are made from rows. */
const mostCharacters = 64 * 1024 * 1024;

/** Counts what the tests at `span` add; the first that are too much are reported. */
export function checkTestSize(context: Context, span: Span, calls: number, characters = 0): boolean {
  const { counts } = context.shared;
  const wasFine = isFine(counts);
  counts.calls += calls;
  counts.characters += characters;
  if (isFine(counts)) return true;
  if (wasFine)
    reportError(
      context,
      'policies-too-large',
      span,
      counts.calls > mostCalls
        ? `with this, the tests of all policies make ${counts.calls} calls; at most ${mostCalls} are allowed`
        : `with this, the calls of all tests have ${counts.characters} characters that are made up or filled in; at most ${mostCharacters} are allowed`,
      { help: 'write fewer rows, fewer turns and shorter texts: one call on each side of a bound shows it' },
    );
  return false;
}

const isFine = ({ calls, characters }: Context['shared']['counts']): boolean =>
  calls <= mostCalls && characters <= mostCharacters;
