/**
 * Branches that a command changes on a host without naming them: `gh pr merge`, `gh api -X PUT …/merge`. Only
 * the host knows which branch that is, so rules about refspecs are unknown for it. The tables list these
 * commands under `unnamed` and `requests`.
 */
import { anyShape, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { compileShapeName } from '../../../../pattern/text/shape-text.ts';
import { NO } from '../../../../pattern/text/truth.ts';
import type { CommandOperand } from '../../../effect/effect.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { isFor } from '../running/running.ts';

/** The operands of a command, with an unknown refspec added if it may change such a branch. */
export function withUnnamedBranch(
  operands: readonly CommandOperand[],
  invocation: Invocation,
): readonly CommandOperand[] {
  const { unnamed = [], requests = [] } = mannersOf(invocation.program);
  if (unnamed.length + requests.length === 0) return operands;
  const endpoint = operands.find(({ role }) => role === 'endpoint')?.value;
  const isRequest =
    endpoint !== undefined && requests.some((each) => fits(each, endpoint)) && changes(invocation);
  const words = [...invocation.words.map((word) => textShape(word)), ...operands.map(({ value }) => value)];
  const isNamed = unnamed.some((each) => each.split('+').every((part, at) => fits(part, words[at])));
  if (!isRequest && !isNamed) return operands;
  return [...operands, { value: anyShape('the branch that it changes'), role: 'refspec', implied: true }];
}

const fits = (pattern: string, word: Shape | undefined): boolean =>
  word !== undefined && compileShapeName(pattern).test(word, false) !== NO;

/** Whether a request may do more than read: its method says so, or it sends data and names no reading method. */
function changes({ values }: Invocation): boolean {
  const method = values.find(({ role, option }) => role === 'method' && option !== undefined);
  if (method !== undefined) return !/^(?:get|head)$/i.test(staticText(method.value) ?? '');
  return values.some(
    ({ uses, option }) =>
      option !== undefined && (isFor(uses, 'data') || isFor(uses, 'upload') || isFor(uses, 'upload-at')),
  );
}
