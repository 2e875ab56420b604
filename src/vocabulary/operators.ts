/**
 * How a thing may be compared: one row for every operator, with the types it is
 * about and the values it takes. The grammar knows no operator by name but those
 * of two words; this table is the language.
 */
import type { FieldType } from './fields.ts';

export type Operator =
  | 'is'
  | 'in'
  | 'contains'
  | 'starts with'
  | 'ends with'
  | 'matches'
  | 'under'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'missing'
  | 'present';

/** What an operator compares with. */
export type Operand = 'pattern' | 'text' | 'regex' | 'path' | 'number' | 'nothing';

export interface OperatorEntry {
  readonly operator: Operator;
  readonly subjects: readonly FieldType[];
  readonly operand: Operand;
  readonly example: string;
}

const scalars: readonly FieldType[] = ['kind', 'origin', 'way', 'name', 'text', 'path', 'any'];
const written: readonly FieldType[] = ['kind', 'origin', 'way', 'name', 'text', 'path', 'any'];
const everything: readonly FieldType[] = [...scalars, 'paths'];

// biome-ignore format: a table.
export const operatorTable: Readonly<Record<Operator, OperatorEntry>> = {
  is:            { operator: 'is',          subjects: scalars,         operand: 'pattern', example: 'tool is "Bash" or "Shell"' },
  in:            { operator: 'in',          subjects: scalars,         operand: 'pattern', example: 'mcp server in @approved' },
  contains:      { operator: 'contains',    subjects: written,         operand: 'text',    example: 'input.query contains "drop"' },
  'starts with': { operator: 'starts with', subjects: written,         operand: 'text',    example: 'input.url starts with "http:"' },
  'ends with':   { operator: 'ends with',   subjects: written,         operand: 'text',    example: 'tool ends with "_admin"' },
  matches:       { operator: 'matches',     subjects: written,         operand: 'regex',   example: 'input.id matches /^[a-f0-9]+$/' },
  under:         { operator: 'under',       subjects: ['path', 'any'], operand: 'path',    example: 'session.cwd under "/srv/prod"' },
  '<':           { operator: '<',           subjects: ['any'],         operand: 'number',  example: 'input.depth < 3' },
  '<=':          { operator: '<=',          subjects: ['any'],         operand: 'number',  example: 'input.depth <= 3' },
  '>':           { operator: '>',           subjects: ['any'],         operand: 'number',  example: 'size of input > 1MiB' },
  '>=':          { operator: '>=',          subjects: ['any'],         operand: 'number',  example: 'count of input.files >= 20' },
  missing:       { operator: 'missing',     subjects: everything,      operand: 'nothing', example: 'input.reason is missing' },
  present:       { operator: 'present',     subjects: everything,      operand: 'nothing', example: 'session.agent is present' },
};

export const isOperator = (word: string): word is Operator => Object.hasOwn(operatorTable, word);

/** Operators of other languages, and their names here. */
export const foreignOperators: ReadonlyMap<string, string> = new Map([
  ['=', 'is'],
  ['==', 'is'],
  ['===', 'is'],
  ['equals', 'is'],
  ['eq', 'is'],
  ['!=', 'is not'],
  ['<>', 'is not'],
  ['!==', 'is not'],
  ['=~', 'matches'],
  ['~', 'matches'],
  ['like', 'matches'],
  ['has', 'contains'],
  ['includes', 'contains'],
  ['within', 'under'],
  ['inside', 'under'],
  ['below', 'under'],
  ['starts', 'starts with'],
  ['begins', 'starts with'],
  ['begins with', 'starts with'],
  ['startswith', 'starts with'],
  ['ends', 'ends with'],
  ['endswith', 'ends with'],
  ['regex', 'matches'],
  ['are', 'is'],
  ['exists', 'is present'],
]);
