/** Certificates for tests, made by openssl: an authority, and what it has signed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  readonly folder: string;
  /** The paths of a certificate and its key. */
  of(name: string): { readonly certificate: string; readonly key: string };
  /** Signs one that is good for this machine. `days` below 0: it has expired. `passphrase`: its key is encrypted. */
  sign(name: string, options?: { readonly days?: number; readonly passphrase?: string }): void;
  remove(): void;
}

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-tls-'));
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  openssl(
    'req',
    '-x509',
    ...fresh,
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-subj',
    '/CN=Test',
    '-days',
    '2',
  );
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  return {
    folder,
    of: (name) => ({ certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) }),
    sign(name, { days = 2, passphrase } = {}) {
      const secret = passphrase === undefined ? ['-nodes'] : ['-passout', `pass:${passphrase}`];
      openssl(
        'req',
        ...fresh,
        ...secret,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.csr`,
        '-subj',
        `/CN=${name}`,
      );
      const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
      openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-days', String(days), '-out', `${name}.crt`);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
