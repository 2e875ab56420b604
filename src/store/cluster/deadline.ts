/** Deadlines: times of `performance.now` until which something must be done. */

/** Milliseconds between two attempts. */
const pause = 50;

/** Repeats something while it fails and there is time. Rejects with the last error. */
export async function until<Result>(deadline: number, action: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await inTime(deadline, action());
    } catch (error) {
      if (deadline - performance.now() <= pause) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The result, if it comes in time; a later one is dropped. */
export function inTime<Result>(deadline: number, result: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const left = Math.max(0, deadline - performance.now());
    timer = setTimeout(() => reject(new Error('it does not answer in time')), left);
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
