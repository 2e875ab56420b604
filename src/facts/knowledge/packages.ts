/** Filled next. */
export const packages = `
`;
