/**
 * Finishes the queries that clients of databases get: runs the files that they name, and finds what they change.
 */
import { type PathShape, parentShape, readPathShape } from '../../../../pattern/path/path-shape.ts';
import { anyShape, joinPieces, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { hiddenCalls } from '../../../code/hidden-calls.ts';
import { ofEveryPartner } from '../../../code/sql/every-partner.ts';
import { droppedAfterAll, sqlStatements } from '../../../code/sql/statements.ts';
import type { CommandOperand } from '../../../effect/effect.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { Stream } from '../../word.ts';
import { usePath } from '../files/paths.ts';
import { givenVariables } from '../running/given-variables.ts';
import { noteScript } from '../running/note-script.ts';
import { isFor, type Running } from '../running/running.ts';
import { isFilledIn } from '../text/filled-in.ts';
import { scriptIfThere, withFileRead } from '../written/disk-script.ts';
import { runStream } from './script-stream.ts';

/**
 * Finishes the queries of a command: runs the files that they load, and records whether they change the file of
 * a database.
 */
export function finishQueries(running: Running): void {
  const { invocation, operands, state } = running;
  const { scripts, loads = [], fills = [] } = mannersOf(invocation.program);
  if (scripts !== 'query') return;
  if (givenVariables(state).some((name) => loads.includes(name))) noteScript(anyShape('…'), running);
  const isKnown = operands
    .filter(({ role }) => role === 'query')
    .map(({ value, implied }) => {
      const text = staticText(value);
      // The folder of a file that the command names is not kept with its text.
      return text === undefined || runIncluded(text, implied ? undefined : running.base, running, 0);
    });
  const queries = queriesIn(operands);
  if (isKnown.includes(false) || queries.some((text) => isFilledIn(text, fills)))
    noteScript(anyShape('…'), running);
  noteCalls(queries, running);
  noteStatements(running);
  if (!queries.some(changes)) return;
  const databases = invocation.values.flatMap(({ role, at }) => (role === 'database' ? at : []));
  for (const { value, uses, at } of invocation.values)
    if (databases.includes(at) && isFor(uses, 'write'))
      usePath({ name: 'write', certain: true }, value, running);
}

/**
 * Adds the statements that the queries run, for rules with `any statement`. A query that is not known may run any. A table
 * that is redefined or discarded may lose something, so that statement may be a `drop` as well, and each row may have a partner.
 */
function noteStatements({ invocation, operands }: Running): void {
  if (invocation.traits.language === 'node') return;
  const option = invocation.options.findLast(({ names }) => names.includes('--delimiter'));
  const delimiter = option === undefined ? ';' : (option.value && staticText(option.value)) || undefined;
  const found = new Set<string>();
  let isKnown = true;
  for (const { value, role } of operands) {
    if (role !== 'query') continue;
    const text = staticText(value);
    const isRead = text !== undefined && delimiter !== undefined;
    const statements = isRead ? sqlStatements(text.replaceAll(delimiter, ';')) : undefined;
    if (statements === undefined) isKnown = false;
    for (const each of statements ?? []) found.add(each);
  }
  const add = (value: Shape): void => void operands.push({ value, role: 'statement', implied: true });
  for (const each of found) {
    add(textShape(each));
    const dropped = droppedAfterAll(each);
    if (dropped !== undefined)
      add(
        joinPieces([{ kind: 'text', text: 'drop' }, { kind: 'any' }, { kind: 'text', text: dropped }], each),
      );
    const everywhere = ofEveryPartner(each);
    if (everywhere !== undefined)
      add(joinPieces([{ kind: 'text', text: everywhere }, { kind: 'any' }], each));
  }
  if (!isKnown) add(anyShape('…'));
}

/** Adds the calls of scripts that the text of the scripts does not show, for rules with `any query`. */
function noteCalls(queries: readonly string[], running: Running): void {
  const { language } = running.invocation.traits;
  if (language === undefined) return;
  for (const query of queries) {
    const { texts, isKnown } = hiddenCalls(language, query);
    for (const text of texts) noteScript(textShape(text), running);
    if (!isKnown) noteScript(anyShape('…'), running);
  }
}

const queriesIn = (operands: readonly CommandOperand[]): readonly string[] =>
  operands.flatMap(({ value, role }) => (role === 'query' ? (staticText(value) ?? []) : []));

/**
 * Commands that run a file: `\\i FILE` of psql, `source FILE` of mysql, `.read FILE` of sqlite3, `@FILE` of sqlplus. Those
 * of psql may follow a statement in its line.
 */
const runsFile =
  /(?:^|;)[^\S\n]*((?:\\ir?|\\include(?:_relative)?|!?source|\.read)(?![\w-])|\\\.|@@?)[^\S\n]*(['"]?)([^\s;'"|][^\n;'"]*)\2/gim;

/**
 * Other ways in which a client runs a text that is not in the query: `load("FILE")` of mongosh, the results of
 * `\\gexec`, a pipe.
 */
const runsOther = /\bload[^\S\n]*\(|\\gexec\b|(?:^|;)[^\S\n]*(?:\\ir?|\.read|source)[^\S\n]*(?:['"]?\||$)/im;

/** The most files in one another. */
const mostIncluded = 4;

/**
 * Runs the files that a query names, each as a script of the same client. `folder`: that of the query, if it is a file.
 * Gives whether all of them are known.
 */
function runIncluded(text: string, folder: PathShape | undefined, running: Running, depth: number): boolean {
  if (runsOther.test(text)) return false;
  let isKnown = true;
  for (const [, command = '', , name = ''] of text.slice(0, longestSearched).matchAll(runsFile)) {
    const isBeside = /^(?:\\ir|\\include_relative|@@)$/i.test(command);
    const base = isBeside ? folder : running.base;
    const path = base && readPathShape(textShape(name.trim()), base);
    const script = path && depth < mostIncluded ? scriptAt(path, running) : undefined;
    const included = script && staticText(script.shape);
    if (path === undefined || script === undefined || included === undefined) {
      isKnown = false;
      continue;
    }
    const { language = running.invocation.program } = running.invocation.traits;
    runStream(script, language, running, false);
    const around = parentShape(path);
    if (!runIncluded(included, around, running, depth + 1)) isKnown = false;
  }
  return isKnown;
}

const scriptAt = (path: PathShape, running: Running): Stream | undefined =>
  withFileRead(running.state.file(path), running) ?? scriptIfThere(path, running);

/** A longer text is not searched for statements. */
const longestSearched = 65_536;

const noise = /'(?:[^']|'')*'|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g;
const changing =
  /(?:^|[;)])\s*(?:insert|update|delete|replace|create|drop|alter|vacuum|reindex|truncate|merge|import|\.(?:import|restore)\b)/im;

/** Whether a query has a statement that changes a database. */
const changes = (text: string): boolean =>
  text.length <= longestSearched && changing.test(text.replace(noise, ' '));
