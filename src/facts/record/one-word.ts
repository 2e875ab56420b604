/** Whether the text of a path is one word wherever it is printed: no blanks, no quotes, nothing that is not known. */
export const isOneWord = (text: string): boolean => !/[\s'"\\$\u2026]/.test(text);
