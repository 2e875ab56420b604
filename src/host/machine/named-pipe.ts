/** Whether a path is a name of Windows, which is no file and in no folder: the first process that opens it has it. */
export const isNamedPipe = (path: string): boolean => /^\\\\[.?]\\pipe\\/i.test(path);
