/** What a hook, a server and the shell around the hook agree on. The hook shows by exit codes that nothing else ends with by chance that it has answered. */

/** Set where there is such a shell. */
export const guardVariable = 'BYLAW_GUARDED';

/** Instead of 0 and 2. */
export const guardExits = { 0: 79, 2: 78 } as const;

/** The descriptor that the answer goes to: on standard output others may print as well. */
export const guardOutput = 5;

/** Where a shell, or a harness that posts its hooks, asks a server: before the name of the harness. */
export const shellHookPath = '/hook/';
