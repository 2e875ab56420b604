/** Scripts that once did more than was derived of them. */
export const cases: readonly string[] = ['x=sub\nrm -rf "$x"'];
