/** Filled next. */
export const containers = `
`;
