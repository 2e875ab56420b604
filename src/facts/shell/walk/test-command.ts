/** `[[ … ]]`: it only tests, but its words may run commands. */
import type { TestExpression, Word as WordNode } from 'unbash';
import { evaluateAgain } from '../expand/evaluate-again.ts';
import { expandSingle } from '../expand/expand.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';

/** Expands the words of a test, for the commands in them. The test itself changes nothing. */
export function walkTest(expression: TestExpression, shell: Shell, state: ShellState, io: Io): void {
  // The words behind `&&` and `||` may not be expanded.
  if (expression.type === 'TestLogical') state.unsurely(() => walkOperands(expression, shell, state, io));
  else walkOperands(expression, shell, state, io);
}

function walkOperands(expression: TestExpression, shell: Shell, state: ShellState, io: Io): void {
  const open: TestExpression[] = [expression];
  while (open.length > 0) {
    const next = open.pop();
    if (next === undefined) continue;
    switch (next.type) {
      case 'TestUnary':
        walkOperand(next.operand, next.operator === '-v', shell, state, io);
        break;
      case 'TestBinary':
        for (const each of [next.left, next.right])
          walkOperand(each, numeric.has(next.operator), shell, state, io);
        break;
      case 'TestLogical':
        open.push(...next.operands);
        break;
      case 'TestNot':
        open.push(next.operand);
        break;
      case 'TestGroup':
        open.push(next.expression);
        break;
      default:
        next satisfies never;
    }
  }
}

/** Comparisons whose two sides are arithmetic. */
const numeric: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

function walkOperand(node: WordNode, evaluates: boolean, shell: Shell, state: ShellState, io: Io): void {
  const word = expandSingle(node, shell, state, io);
  if (evaluates) evaluateAgain(word, shell, state, io);
}
