/**
 * Why another machine cannot be reached, in words that say what to do. What TLS and the resolver say is a code or a text
 * for developers, which the administrator of a fleet reads in the denial of every call.
 */

/**
 * A sentence without its end. `authorities`: how its reader names the authorities that are trusted, such as `--server-ca`; `certificate`:
 * how its reader shows a certificate of its own, where it can.
 */
export function whyNoConnection(error: unknown, authorities: string, certificate?: string): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = codeOf(cause);
  if (untrusted.has(code))
    return `its certificate is of an authority that is not trusted here: name that authority with ${authorities} (${message})`;
  if (code === 'CERT_HAS_EXPIRED')
    return 'its certificate has expired: the person who runs it has to renew it';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another name: use a name that is in it (${message})`;
  if (code === 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' || message.includes('alert certificate required'))
    return `it asks for a certificate of the client: ${certificate === undefined ? 'none can be shown here' : `show one with ${certificate}`}`;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || message.includes('wrong version number'))
    return 'it does not speak TLS there: look at the port';
  if (code === 'UND_ERR_SOCKET' && message === 'other side closed')
    return 'it closed the connection without an answer: perhaps it asks for a certificate of the client';
  if (code === 'ECONNRESET' && message === 'socket hang up')
    return 'it closed the connection without an answer: perhaps the port speaks TLS, so write `https://`';
  // The failure of a name with several addresses has an empty message, so the code has to do.
  return message === '' ? code : message;
}

const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
