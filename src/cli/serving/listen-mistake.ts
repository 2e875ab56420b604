/** An address that cannot be listened on is a mistake in how the command was started. */
import { ListenError } from '../../server/sockets/listen-error.ts';
import { UsageError } from '../terminal/context.ts';

/** The `UsageError` for a `ListenError`, which names the option; every other error as it is. */
export function asUsageError(error: unknown): unknown {
  if (!(error instanceof ListenError)) return error;
  const { message } = error;
  const option = message.includes(' port ') ? '`--port N`' : '`--socket PATH`';
  const text = message
    .replace(/^C/, 'c')
    .replace(/(choose another) (?:place to listen|path)/, `$1 with ${option}`)
    .replace(/\.$/, '');
  return new UsageError(text, { cause: error });
}
