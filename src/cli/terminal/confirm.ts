/** A question to a person, answered with y or n. */
import { createInterface } from 'node:readline';
import type { CommandContext } from './context.ts';

/** Asks at the terminal; everything but a yes is a no, and so is the end of the input. */
export function confirm(question: string, { stdin, stdout }: CommandContext): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stdout });
  return new Promise((resolve) => {
    lines.once('close', () => resolve(false));
    lines.question(`${question} [y/N] `, (answer) => {
      resolve(/^y(?:es)?$/i.test(answer.trim()));
      lines.close();
    });
  });
}
