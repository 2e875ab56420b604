/**
 * The budget of one call: how many commands, how much text and how much work its analysis may take. Scripts
 * double lists and texts, nest loops, and send everything everywhere; what is beyond the budget becomes
 * unknown. The budget counts work and reads no clock, so that a call always has the same result.
 */

/** What is left for one call. */
export interface Budget {
  /** The commands that are left. Each round of a loop counts. */
  commands: number;
  /** The commands without any effect that are left. They do not count as `commands`. */
  idle: number;
  /** The words of those that were recorded: where none are left, the first of its words still counts as one of `commands`. */
  readonly idleSeen: Set<string>;
  /** The characters of nested scripts that are left, all together. */
  text: number;
  /** The work that is left: about one for each word, for each of its origins, and for some dozens of characters. */
  work: number;
  /** Whether the analysis has recorded that the budget is used up. */
  exhausted: boolean;
}

/** The most commands of one call. */
export const mostCommands = 1100;
const mostText = 262_144;
/** An honest call takes some hundreds. This much takes a few tenths of a second. */
const mostWork = 72_000;

/** The budget at the start of a call. */
export const createBudget = (): Budget => ({
  commands: mostCommands,
  idle: 64,
  idleSeen: new Set(),
  text: mostText,
  work: mostWork,
  exhausted: false,
});

/** Takes work off the budget; gives whether some is left. */
export function spend(budget: Budget, work: number): boolean {
  budget.work -= work;
  return budget.work > 0;
}

/** The work for a text of so many characters. */
export const costOfText = (length: number): number => length >> 6;
