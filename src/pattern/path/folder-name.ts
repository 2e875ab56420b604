/** Whether a name could be that of a folder: it has no ending, or one that folders have. */
export function mayNameFolder(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot < 1 || name.startsWith('..') || ['.d', '.git', '.'].includes(name.slice(dot));
}
