/** The option `--max-body`, as `bylaw check` reckons with it. */
import { defaultLimits } from '../../server/limits/limits.ts';
import { UsageError } from '../terminal/context.ts';
import { settings } from './table.ts';

/** The octets that a message may have, where the option is not given too. Throws `UsageError`. */
export function parseMaxBody(text: string | undefined): number {
  if (text === undefined) return defaultLimits.maxMessageBytes;
  const { kind } = settings['limits.max-body'];
  const octets = kind.parse(text);
  if (octets === undefined) throw new UsageError(`\`--max-body\` takes ${kind.takes}, not \`${text}\``);
  return octets;
}
