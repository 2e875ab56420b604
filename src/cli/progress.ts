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

/** Twenty cells, as full as `part` of 1, and the part in per cent. */
export function progressBar(part: number): string {
  const bounded = Math.min(1, Math.max(0, Number.isNaN(part) ? 0 : part));
  const full = Math.floor(bounded * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${Math.floor(bounded * 100)} %`;
}

const cells = 20;
