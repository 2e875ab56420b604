/**
 * Collects the queries that clients of databases get, for rules with `any query`: words of the command, the
 * files that it runs, and its input. The tables name these programs with `scripts=query`. A script that cannot
 * be read is an unknown query.
 */
import type { Shape } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { Running } from './running.ts';

/** Adds a script that the command runs to its operands. It is not a word, so it has no position. */
export function noteScript(value: Shape, { invocation, operands }: Running): void {
  if (mannersOf(invocation.program).scripts === 'query')
    operands.push({ value, role: 'query', implied: true });
}
