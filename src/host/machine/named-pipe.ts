/** Whether a path is a name of Windows, which is no file and in no folder: whoever takes it first has it. */
export const isNamedPipe = (path: string): boolean => /^\\\\[.?]\\pipe\\/i.test(path);
