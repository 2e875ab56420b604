/** Filled next. */
export const dos = `
`;
