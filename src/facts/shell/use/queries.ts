/**
 * Collects the queries that clients of databases get, for rules with `any query`: words of the command, the
 * files that it runs, and its input. The tables name these programs with `scripts=query`. A script that cannot
 * be read is an unknown query.
 */
import { anyShape, type Shape, staticText } from '../../../pattern/shape.ts';
import type { CommandOperand } from '../../effect.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import { givenVariables } from './given-variables.ts';
import { usePath } from './paths.ts';
import { isFor, type Running } from './running.ts';

/** Adds a script that the command runs to its operands. It is not a word, so it has no position. */
export function noteScript(value: Shape, { invocation, operands }: Running): void {
  if (mannersOf(invocation.program).scripts === 'query')
    operands.push({ value, role: 'query', implied: true });
}

/**
 * Finishes the queries of a command: runs the files that they load, and records whether they change the file of
 * a database.
 */
export function finishQueries(running: Running): void {
  const { invocation, operands, state } = running;
  const { scripts, loads = [] } = mannersOf(invocation.program);
  if (scripts !== 'query') return;
  if (givenVariables(state).some((name) => loads.includes(name))) noteScript(anyShape('…'), running);
  const texts = operands.flatMap(({ value, role }: CommandOperand) =>
    role === 'query' ? (staticText(value) ?? []) : [],
  );
  if (texts.some((text) => runsFile.test(text))) noteScript(anyShape('…'), running);
  if (!texts.some(changes)) return;
  const databases = invocation.values.flatMap(({ role, at }) => (role === 'database' ? at : []));
  for (const { value, uses, at } of invocation.values)
    if (databases.includes(at) && isFor(uses, 'write'))
      usePath({ name: 'write', certain: true }, value, running);
}

/**
 * Commands that run a file: `\i FILE` of psql, `source FILE` of mysql, `.read FILE` of sqlite3, `load("FILE")`
 * of mongosh. `\gexec` runs the results of a query.
 */
const runsFile =
  /^\s*(?:\\ir?|\\include(?:_relative)?|\\\.|!?source|\.read|@@?)\s*\S|\bload\s*\(|\\gexec\b/im;

/** A longer text is not searched for statements. */
const longestSearched = 65_536;

const noise = /'(?:[^']|'')*'|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g;
const changing =
  /(?:^|[;)])\s*(?:insert|update|delete|replace|create|drop|alter|vacuum|reindex|truncate|merge|import|\.(?:import|restore)\b)/im;

/** Whether a query has a statement that changes a database. */
const changes = (text: string): boolean =>
  text.length <= longestSearched && changing.test(text.replace(noise, ' '));
