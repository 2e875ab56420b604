/** The operands of a command: how many it takes. A wrong count is a wrong use, and the error says what to write. */
import { UsageError } from '../terminal/context.ts';

/** Throws `UsageError` with this message if there is any operand. */
export function refuseOperands(operands: readonly string[], message: string): void {
  if (operands.length > 0) throw new UsageError(message);
}

/** The operand, if there is one. Throws `UsageError` with this message if there are more. */
export function atMostOneOperand(operands: readonly string[], message: string): string | undefined {
  refuseOperands(operands.slice(1), message);
  return operands[0];
}

/** The one operand. Throws `UsageError` with this message if there is none, or there are more. */
export function oneOperand(operands: readonly string[], message: string): string {
  const operand = atMostOneOperand(operands, message);
  if (operand === undefined) throw new UsageError(message);
  return operand;
}
