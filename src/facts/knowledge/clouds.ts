/** Filled next. */
export const clouds = `
`;
