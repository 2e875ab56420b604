/** Filled next. */
export const builds = `
`;
