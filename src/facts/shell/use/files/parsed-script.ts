/** Scripts that a shell parses and does not run. */
import { isIdleOption } from '../running/idle.ts';
import type { Running } from '../running/running.ts';
import { usePath } from './paths.ts';

/** A script that is only parsed is read: `bash -n x.sh`. */
export function readParsed(running: Running): void {
  const { invocation } = running;
  if (invocation.options.some(({ names }) => names.some(isIdleOption))) return;
  for (const { value, uses, option } of invocation.values)
    if (option === undefined && uses.some(({ name }) => name === 'script'))
      usePath({ name: 'read', certain: true }, value, running);
}
