/** Filled next. */
export const powershell = `
`;
