/** A line that shows that something is going on, for people at a terminal only. */
import type { CommandContext } from './context.ts';

export interface Progress {
  stop(): void;
}

/**
 * Redraws `text()` on the terminal each second, beginning after the first; does
 * nothing elsewhere. `output` is where answers go meanwhile, if they do.
 */
export function startProgress(
  terminal: CommandContext['stderr'],
  output: CommandContext['stdout'] | undefined,
  text: () => string,
): Progress {
  // Where answers go to the same terminal they are progress enough.
  if (terminal.isTTY !== true || output?.isTTY === true) return { stop: () => {} };
  let drawn = false;
  const timer = setInterval(() => {
    drawn = true;
    terminal.write(`\r\u001b[K${text()}…`);
  }, 1000);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      if (drawn) terminal.write('\r\u001b[K');
    },
  };
}

/** What a command does that keeps its process busy, so that no timer runs meanwhile. */
export interface Stages {
  /** Draws what begins now. */
  stage(text: string): void;
  /** Draws how far it has come, at most ten times a second. */
  count(text: () => string): void;
}

/** Works, and shows its stages on a terminal; the line is cleared afterwards. `now` is in milliseconds. */
export function withStages<Result>(
  terminal: CommandContext['stderr'],
  work: (stages: Stages) => Result,
  now: () => number = () => performance.now(),
): Result {
  if (terminal.isTTY !== true) return work({ stage: () => {}, count: () => {} });
  let drawnAt: number | undefined;
  const draw = (text: string): void => {
    drawnAt = now();
    terminal.write(`\r\u001b[K${text}…`);
  };
  const count = (text: () => string): void => {
    if (drawnAt === undefined || now() - drawnAt >= 100) draw(text());
  };
  try {
    return work({ stage: draw, count });
  } finally {
    if (drawnAt !== undefined) terminal.write('\r\u001b[K');
  }
}

/** Twenty cells, as full as `part` of 1, and the part in per cent. */
export function progressBar(part: number): string {
  const bounded = Math.min(1, Math.max(0, Number.isNaN(part) ? 0 : part));
  const full = Math.floor(bounded * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${Math.floor(bounded * 100)} %`;
}

const cells = 20;
