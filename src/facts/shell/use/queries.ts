/**
 * What clients of databases are told, for rules that ask for `any query`: beside the words of the command the files that it runs
 * and what comes in. Which programs these are says the manner `scripts=query`. A script that cannot be seen is a query
 * that is not known.
 */
import { anyShape, type Shape, staticText } from '../../../pattern/shape.ts';
import type { CommandOperand } from '../../effect.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import { givenVariables } from './given-variables.ts';
import { usePath } from './paths.ts';
import { isFor, type Running } from './running.ts';

/** Notes a script that the command runs: it is no word of it, and has no place among them. */
export function noteScript(value: Shape, { invocation, operands }: Running): void {
  if (mannersOf(invocation.program).scripts === 'query')
    operands.push({ value, role: 'query', implied: true });
}

/** Behind all that a command runs: what its queries run in turn, and whether they change the file of a database. */
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

/** `\i FILE` of psql, `source FILE` of mysql, `.read FILE` of sqlite3, `load("FILE")` of mongosh; `\gexec` runs what a query gives. */
const runsFile =
  /^\s*(?:\\ir?|\\include(?:_relative)?|\\\.|!?source|\.read|@@?)\s*\S|\bload\s*\(|\\gexec\b/im;

/** A longer text is not searched for statements. */
const longestSearched = 65_536;

const noise = /'(?:[^']|'')*'|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g;
const changing =
  /(?:^|[;)])\s*(?:insert|update|delete|replace|create|drop|alter|vacuum|reindex|truncate|merge|import|\.(?:import|restore)\b)/im;

/** Whether a query has a statement that changes what is in the database, or the database itself. */
const changes = (text: string): boolean =>
  text.length <= longestSearched && changing.test(text.replace(noise, ' '));
