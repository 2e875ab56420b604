/** The certificate of a server, read for the first time. */
import { type TlsFiles, TlsKeeper } from '../../server/sockets/tls.ts';
import { asUsageError } from './listen-mistake.ts';

/** Throws `UsageError` where the files cannot be used. */
export function openTls(files: TlsFiles): TlsKeeper {
  try {
    return new TlsKeeper(files, Date.now);
  } catch (error) {
    throw asUsageError(error);
  }
}
