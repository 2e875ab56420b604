/**
 * How much one call may come to: its commands, the text of its scripts, and the
 * work that following it is. Scripts double lists and texts, run loops inside of
 * loops, and send everything everywhere; what is beyond the budget is unknown.
 * Work is counted, and no clock is read, so that a call always comes to the same.
 */

export interface Budget {
  /** Commands, with loops written out. */
  commands: number;
  /** Commands that do nothing, which cost no other. */
  idle: number;
  /** Characters of all scripts inside scripts together. */
  text: number;
  /** About one for each word that is made, for each file that one may hold, and for some dozens of characters. */
  work: number;
  /** Whether word has been left that there is more. */
  exhausted: boolean;
}

/** Commands of one call. */
export const mostCommands = 2000;
const mostText = 262_144;
/** An honest call comes to some hundreds; so much takes a few tenths of a second. */
const mostWork = 100_000;

export const createBudget = (): Budget => ({
  commands: mostCommands,
  idle: 64,
  text: mostText,
  work: mostWork,
  exhausted: false,
});

/** Pays for work; gives whether there was enough left for it. */
export function spend(budget: Budget, work: number): boolean {
  budget.work -= work;
  return budget.work > 0;
}

/** What handling so many characters costs. */
export const costOfText = (length: number): number => length >> 6;
