/**
 * The positions of the operands of a form, as far as they are known before any word is read. The reader of arguments
 * needs them for every word, so they are computed once for each form of the tables.
 */
import type { FormEntry, OperandEntry } from '../table/entry.ts';
import type { UseName } from '../table/use-names.ts';

export interface OperandPlaces {
  /** The operand that takes assignments, which come first and count for nothing else. */
  readonly env: OperandEntry | undefined;
  /** All operands except that of assignments. */
  readonly others: readonly OperandEntry[];
  /** For each operand, whether the words from it on are a command. */
  readonly runs: boolean;
  /** The first operand after which all words belong to a script. */
  readonly isScript: boolean;
  /** That operand is a file, so that the words after it, whatever they are, have no use of their own. */
  readonly isScriptFile: boolean;
  /** The first operand may also be a word of the program itself, unless it is written as a path: `node inspect x.js`. */
  readonly hasOwnWords: boolean;
  /** The operands, for the assignment after all words are read. */
  readonly all: Row;
  /** The same if an option has given the code: `sed -e script file`. Operands that are code each go with it. */
  readonly withoutCode: Row;
}

/** Operands in order: those before the repeated one, and those after it, which are counted from the end. */
export interface Row {
  readonly before: readonly OperandEntry[];
  readonly repeating: OperandEntry | undefined;
  readonly after: readonly OperandEntry[];
}

/** Languages whose interpreters pass all words after the script to it. */
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
  const takesWords = takesScript.has(traits.language ?? '') && !traits.anywhere;
  return {
    env,
    others: operands.filter((each) => each !== env),
    runs: operands.some(isRun),
    isScript:
      first !== undefined &&
      (first.role === 'argument' || isUsed(first, 'script') || isUsed(first, 'shell')) &&
      takesWords,
    isScriptFile: takesWords && first !== undefined && isUsed(first, 'script') && !isRepeated(first),
    hasOwnWords: traits.language === 'node',
    all: rowOf(placed),
    withoutCode: rowOf(placed.filter((each) => !isUsed(each, 'code') || isRepeated(each))),
  };
}

const isRepeated = ({ repeat }: OperandEntry): boolean => repeat === 'any' || repeat === 'some';

function rowOf(operands: readonly OperandEntry[]): Row {
  const at = operands.findIndex(isRepeated);
  return at < 0
    ? { before: operands, repeating: undefined, after: [] }
    : { before: operands.slice(0, at), repeating: operands[at], after: operands.slice(at + 1) };
}
