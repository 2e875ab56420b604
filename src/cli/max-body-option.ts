/** The option `--max-body`, as `bylaw serve` takes it and `bylaw check` reckons with it. */
import { defaultLimits } from '../server/limits.ts';
import { parseInteger } from './options.ts';

const smallestBody = 1024;
const largestBody = 64 * 1024 * 1024;

/** The octets that a message may have, where the option is not given too. Throws `UsageError`. */
export const parseMaxBody = (text: string | undefined): number =>
  text === undefined
    ? defaultLimits.maxMessageBytes
    : parseInteger('max-body', text, smallestBody, largestBody);
