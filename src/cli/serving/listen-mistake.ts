/** An address that cannot be listened on is a mistake in how the command was started. */
import { ListenError } from '../../server/listen-error.ts';
import { UsageError } from '../context.ts';

/** The `UsageError` for a `ListenError`; every other error as it is. */
export const asUsageError = (error: unknown): unknown =>
  error instanceof ListenError
    ? new UsageError(error.message.replace(/^C/, 'c').replace(/\.$/, ''), { cause: error })
    : error;
