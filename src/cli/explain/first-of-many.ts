/** The first of many names, on one line. There may be thousands: as many are shown as leave the rest of the output on the screen. */
import { printable } from '../../language/render.ts';

const mostNames = 20;

/** `a, b, c`, or the first so many and how many more there are. */
export function firstOfMany(names: readonly string[], most = mostNames): string {
  const more = names.length - most;
  const first = names.slice(0, most).map(printable).join(', ');
  return more > 0 ? `${first}, and ${more.toLocaleString('en-US')} more` : first;
}
