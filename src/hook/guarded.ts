/** How a hook shows the shell around it that it has answered: by exit codes that nothing else ends with by chance. */

/** Set where there is such a shell. */
export const guardVariable = 'BYLAW_GUARDED';

/** Instead of 0 and 2. */
export const guardExits = { 0: 79, 2: 78 } as const;

/** The descriptor that the answer goes to: on standard output others may print as well. */
export const guardOutput = 5;
