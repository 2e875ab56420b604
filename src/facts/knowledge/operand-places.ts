/**
 * Which operand of a form stands where: what can be told before any word is seen.
 * The reader of arguments asks for it with every word, so it is worked out once
 * for each form of the tables.
 */
import type { FormEntry, OperandEntry, UseName } from './entry.ts';

export interface OperandPlaces {
  /** The one that takes assignments, which come first and count for nothing else. */
  readonly env: OperandEntry | undefined;
  /** All but `env`. */
  readonly others: readonly OperandEntry[];
  /** Whether the words from one of them on are a command of their own. */
  readonly runs: boolean;
  /** Everything behind the first of them belongs to a script. */
  readonly isScript: boolean;
  /** Where the words are given out when all have been seen. */
  readonly all: Row;
  /** The same where code has been given by an option: `sed -e script file`. */
  readonly withoutCode: Row;
}

/** Operands in a row: those before the one that repeats, and those behind it, which are taken from the end. */
export interface Row {
  readonly before: readonly OperandEntry[];
  readonly repeating: OperandEntry | undefined;
  readonly after: readonly OperandEntry[];
}

/** Languages whose interpreters give all words behind the script to it. */
const takesScript: ReadonlySet<string> = new Set(['shell', 'python', 'node', 'ruby', 'perl', 'php', 'lua']);

/** Whether one of the uses of a value is this one. */
export function isUsed({ uses }: Pick<OperandEntry, 'uses'>, wanted: UseName): boolean {
  for (const { name } of uses) if (name === wanted) return true;
  return false;
}

export function operandPlaces({ operands, traits }: FormEntry): OperandPlaces {
  const env = operands.find((each) => isUsed(each, 'env'));
  const [first] = operands;
  const isRun = (each: OperandEntry): boolean => isUsed(each, 'run') || isUsed(each, 'shell-words');
  const placed = operands.filter((each) => !isRun(each));
  return {
    env,
    others: operands.filter((each) => each !== env),
    runs: operands.some(isRun),
    isScript:
      first !== undefined &&
      (first.role === 'argument' || isUsed(first, 'script') || isUsed(first, 'shell')) &&
      takesScript.has(traits.language ?? ''),
    all: rowOf(placed),
    withoutCode: rowOf(placed.filter((each) => !isUsed(each, 'code'))),
  };
}

function rowOf(operands: readonly OperandEntry[]): Row {
  const at = operands.findIndex(({ repeat }) => repeat === 'any' || repeat === 'some');
  return at < 0
    ? { before: operands, repeating: undefined, after: [] }
    : { before: operands.slice(0, at), repeating: operands[at], after: operands.slice(at + 1) };
}
