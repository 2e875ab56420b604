/** Durations of memories and exceptions: a number with a unit, within bounds. */
import type { NumberValue } from '../../language/expression.ts';
import { type Context, reportError } from '../names/context.ts';
import { resolveNumber } from './number.ts';

export const day = 24 * 60 * 60 * 1000;

/**
 * Milliseconds, more than 0 and at most `longest`; undefined for another value, which is reported. `what` names the
 * thing that lasts so long.
 */
export function resolveDuration(
  context: Context,
  value: NumberValue,
  longest: number,
  what: string,
): number | undefined {
  const milliseconds = resolveNumber(context, value, 'duration');
  if (milliseconds === undefined) return undefined;
  if (value.unit === undefined) {
    return reportError(context, 'wrong-type', value.span, `\`${value.raw}\` has no unit`, {
      help: `durations are written \`30s\`, \`10m\`, \`2h\`: is \`${value.raw}m\` meant?`,
    });
  }
  if (milliseconds >= 1 && milliseconds <= longest) return milliseconds;
  return reportError(context, 'out-of-range', value.span, `${what} cannot last ${value.raw}`, {
    help: `write a duration from 1ms to ${longest / day}d, such as \`30m\``,
  });
}
