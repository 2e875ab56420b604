/** Kleene's three answers by their tables, and answers with the cause of not knowing. */
import type { Answer } from './path.ts';

type Table = Readonly<Record<Answer, Readonly<Record<Answer, Answer>>>>;

// biome-ignore format: tables.
const AND: Table = {
  yes:     { yes: 'yes',     unknown: 'unknown', no: 'no' },
  unknown: { yes: 'unknown', unknown: 'unknown', no: 'no' },
  no:      { yes: 'no',      unknown: 'no',      no: 'no' },
};
// biome-ignore format: tables.
const OR: Table = {
  yes:     { yes: 'yes', unknown: 'yes',     no: 'yes' },
  unknown: { yes: 'yes', unknown: 'unknown', no: 'unknown' },
  no:      { yes: 'yes', unknown: 'unknown', no: 'no' },
};
export const NOT: Readonly<Record<Answer, Answer>> = { yes: 'no', unknown: 'unknown', no: 'yes' };
export const MIGHT: Readonly<Record<Answer, Answer>> = { yes: 'yes', unknown: 'yes', no: 'no' };

export const all = (answers: readonly Answer[]): Answer => answers.reduce((a, b) => AND[a][b], 'yes');
export const some = (answers: readonly Answer[]): Answer => answers.reduce((a, b) => OR[a][b], 'no');

export type Cause = 'missing' | 'type' | 'ambiguous' | 'size' | 'no workspace' | 'unresolved';

/** An answer, and for an unknown one its first cause. */
export interface Judgement {
  readonly answer: Answer;
  readonly cause?: Cause;
}

export const yes: Judgement = { answer: 'yes' };
export const no: Judgement = { answer: 'no' };
export const certainly = (does: boolean): Judgement => (does ? yes : no);
export const because = (cause: Cause): Judgement => ({ answer: 'unknown', cause });
/** An answer whose only cause of not knowing is that one. */
export const orElse = (answer: Answer, cause: Cause): Judgement =>
  answer === 'unknown' ? because(cause) : { answer };

export const anyOf = (judgements: readonly Judgement[]): Judgement =>
  withCause(some(judgements.map(({ answer }) => answer)), judgements);
export const everyOf = (judgements: readonly Judgement[]): Judgement =>
  withCause(all(judgements.map(({ answer }) => answer)), judgements);
export const negate = ({ answer, ...rest }: Judgement): Judgement => ({ ...rest, answer: NOT[answer] });

/** In the list, and not among its exceptions. */
export const without = (inside: Judgement, excepted: Judgement): Judgement =>
  everyOf([inside, negate(excepted)]);

function withCause(answer: Answer, judgements: readonly Judgement[]): Judgement {
  const first = judgements.find((each) => each.answer === 'unknown');
  return answer === 'unknown' && first !== undefined ? first : { answer };
}
