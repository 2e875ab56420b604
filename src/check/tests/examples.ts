/**
 * Rows of examples. A line of the test that names a column in braces is one test for each row, with the text of the row in
 * place of the name. A line that names no column is one test. Other braces stay as they are.
 */
import type { Name } from '../../language/expression.ts';
import type { Json } from '../../language/json.ts';
import type { Examples } from '../../language/test-tree.ts';
import { type Context, reportError, reportWarning } from '../names/context.ts';
import type { Scene, TestCall } from '../tree/checked-tests.ts';

export interface ExampleTable {
  readonly columns: readonly Name[];
  readonly rows: readonly (readonly string[])[];
  /** Columns that some line has named. */
  readonly used: Set<string>;
}

/** A table with more rows is for a program to write, and for several tests. */
const mostRows = 1000;

/** The table of an `examples` line. Rows with an error are reported and left out. */
export function resolveExamples(context: Context, { columns, rows, span }: Examples): ExampleTable {
  const seen = new Set<string>();
  for (const { text, span: own } of columns) {
    if (seen.has(text))
      reportError(context, 'duplicate-name', own, `the column \`${text}\` is there twice`, {
        help: 'rename one of the two',
      });
    seen.add(text);
  }
  if (rows.length > mostRows)
    reportError(context, 'out-of-range', span, `a table cannot have ${rows.length} rows`, {
      help: `write at most ${mostRows}, or several tests`,
    });
  const sound = rows.slice(0, mostRows).flatMap((row) => {
    if (row.texts.length === columns.length) return [row.texts.map(({ value }) => value)];
    reportError(
      context,
      'wrong-type',
      row.span,
      `the row has ${counted(row.texts.length, 'text')}, and the table ${counted(columns.length, 'column')}`,
      { help: 'a comma joins the texts of a row, and there is none between two rows' },
    );
    return [];
  });
  return { columns, rows: sound, used: new Set() };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

interface Filled {
  readonly call: TestCall;
  readonly scene: Scene;
}

/** The rows that a line is filled in with, and what comes of that. */
interface Rows {
  /** Undefined where the line names no column. */
  readonly table: ExampleTable | undefined;
  readonly calls: number;
  /** Characters of all calls together that are made of rows. */
  readonly characters: number;
}

/** Which columns a line names, and how much it comes to with every row. */
export function rowsOf({ call, scene }: Filled, table: ExampleTable | undefined): Rows {
  const alone = { table: undefined, calls: 1, characters: 0 };
  if (table === undefined) return alone;
  const text = JSON.stringify([call, [...scene.values()]]);
  const places = table.columns.map((column) => text.split(`{${column.text}}`).length - 1);
  if (!places.some((count) => count > 0)) return alone;
  for (const [at, column] of table.columns.entries()) if (places[at] !== 0) table.used.add(column.text);
  const filledIn = (row: readonly string[]): number =>
    row.reduce((sum, { length }, at) => sum + length * (places[at] ?? 0), text.length);
  const characters = table.rows.reduce((sum, row) => sum + filledIn(row), 0);
  return { table, calls: table.rows.length, characters };
}

/** A line with each row of the table in its places; the line itself where it has none. */
export function fillExamples(
  line: Filled,
  { table }: Rows,
): readonly (Filled & { readonly example: string | undefined })[] {
  if (table === undefined) return [{ ...line, example: undefined }];
  return table.rows.map((row) => {
    const texts = new Map(table.columns.map(({ text }, at) => [text, row[at] ?? ''] as const));
    const fill = (text: string): string =>
      text.replace(/\{([A-Za-z][\w-]*)\}/g, (place, name: string) => texts.get(name) ?? place);
    const scene = new Map(
      [...line.scene].map(([id, value]) => [id, value === 'missing' ? value : value.map(fill)] as const),
    );
    const example = row.map((text) => JSON.stringify(text)).join(', ');
    return { call: fillCall(line.call, fill), scene, example };
  });
}

/** Reports columns that no line has named: their tests would all be the same. */
export function reportUnusedColumns(context: Context, table: ExampleTable | undefined): void {
  for (const { text, span } of table?.columns ?? [])
    if (table?.used.has(text) === false)
      reportWarning(context, 'unused-given', span, `no line behind this one has \`{${text}}\` in it`, {
        help: 'write it where the text of the row is meant, or remove the column',
      });
}

function fillCall(call: TestCall, fill: (text: string) => string): TestCall {
  switch (call.kind) {
    case 'command':
      return { ...call, command: fill(call.command) };
    case 'action':
      return { ...call, target: fill(call.target), content: call.content && fill(call.content) };
    case 'tool':
      return { ...call, name: fill(call.name), input: fillJson(call.input, fill) };
    case 'mcp':
      return { ...call, server: fill(call.server), tool: fill(call.tool), input: fillJson(call.input, fill) };
    case 'recorded':
      return { ...call, file: fill(call.file) };
    default:
      return call satisfies never;
  }
}

/** Values of any depth; keys are left alone. */
function fillJson<Value extends Json>(value: Value, fill: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'string' ? fill(each) : each,
  ) as Value;
}
