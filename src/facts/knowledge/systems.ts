/** Filled next. */
export const systems = `
`;
