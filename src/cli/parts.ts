/** The parts of the program: see `installedProgram`. A process evaluates the one that it is for. */

export const command = async (): Promise<typeof import('./main.ts')> => await import('./main.ts');
export const reading = async (): Promise<typeof import('../host/load/loading-process.ts')> =>
  await import('../host/load/loading-process.ts');
export const deciding = async (): Promise<typeof import('./serving/deciding-thread.ts')> =>
  await import('./serving/deciding-thread.ts');
