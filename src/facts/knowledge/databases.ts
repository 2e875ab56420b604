/** Filled next. */
export const databases = `
`;
