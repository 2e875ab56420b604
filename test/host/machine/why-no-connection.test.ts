import { expect, test } from 'vitest';
import { whyNoConnection } from '../../../src/host/machine/why-no-connection.ts';

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test.each([
  [
    failure('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'),
    'its certificate is of an authority that is not trusted here: name that authority with `--ca` (unable to verify the first certificate)',
  ],
  [
    failure('CERT_HAS_EXPIRED', 'certificate has expired'),
    'has expired: the person who runs it has to renew it',
  ],
  [
    failure('ERR_TLS_CERT_ALTNAME_INVALID', 'Host: a. is not cert`s'),
    'is for another name: use a name that is in it (Host: a.',
  ],
  [
    failure('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', '80:error:0A:SSL routines:x.c:1601:'),
    'it asks for a certificate of the client: show one with `--cert`',
  ],
  [
    failure('EPROTO', 'write EPROTO 80:error:wrong version number:'),
    'it does not speak TLS there: look at the port',
  ],
  [
    new TypeError('fetch failed', { cause: failure('ECONNREFUSED', 'connect ECONNREFUSED ::1:1') }),
    'connect ECONNREFUSED ::1:1',
  ],
  [
    new TypeError('fetch failed', { cause: failure('UND_ERR_SOCKET', 'other side closed') }),
    'perhaps it asks for a certificate of the client',
  ],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
])('%s is told in words', (error, said) => {
  expect(whyNoConnection(error, '`--ca`', '`--cert`')).toContain(said);
});

test('who can show no certificate is not told of an option', () => {
  const error = failure('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'x');
  expect(whyNoConnection(error, '`--ca`')).toBe(
    'it asks for a certificate of the client: none can be shown here',
  );
});
