/** Where more rules than this are unsure, the call cannot be followed: that says nothing about a single rule. */
export const fewUnsure = 10;
