/**
 * The certificate of a server, and the authorities of its clients' certificates: read, checked, and read
 * again when the files change. A certificate that cannot be used never replaces one that can.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions, type TLSSocket } from 'node:tls';
import type { ShownCertificate } from '../access/access.ts';
import { type CertificateName, shownCertificate } from '../access/client-certificate.ts';
import { ListenError } from './listen-error.ts';

/** Files in PEM, by their paths. */
export interface TlsFiles {
  /** The certificate, and after it those that lead to its authority. */
  readonly certificate: string;
  readonly key: string;
  /** The authorities of the certificates of clients; without it clients need none. */
  readonly clientCa: string | undefined;
  /** Which name in a certificate is that of the client; undefined if certificates prove no client. */
  readonly clientName: CertificateName | undefined;
  /** The passphrase of the key. */
  readonly passphrase: string | undefined;
}

/** The certificate and key of connections. */
export interface TlsIdentity {
  readonly context: SecureContextOptions;
  /** Milliseconds since 1970. */
  readonly expires: number;
  /** The names that it is for, for people. */
  readonly names: string;
}

/** Reads the files. Throws `ListenError`, whose message names the file and what to do. */
function readTls(files: TlsFiles, now: number): TlsIdentity {
  const cert = readPem(files.certificate, 'certificate');
  const key = readPem(files.key, 'key');
  const ca =
    files.clientCa === undefined ? undefined : readPem(files.clientCa, 'certificates of authorities');
  const certificate = tried(
    files.certificate,
    'it is no certificate in PEM',
    () => new X509Certificate(cert),
  );
  const { passphrase } = files;
  const secret = tried(
    files.key,
    'it is no private key in PEM, or its passphrase is wrong: set `BYLAW_TLS_PASSPHRASE` in the environment',
    () => createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) }),
  );
  if (!certificate.checkPrivateKey(secret))
    throw new ListenError(
      `The certificate ${shown(files.certificate)} is not for the key ${shown(files.key)}. Name the two that belong together.`,
    );
  const expires = Date.parse(certificate.validTo);
  if (expires <= now) throw new ListenError(expired(files, expires));
  if (ca !== undefined)
    tried(files.clientCa ?? '', 'it has no certificate in PEM', () => new X509Certificate(ca));
  const context: SecureContextOptions = {
    cert,
    key,
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
  };
  tried(files.certificate, 'it cannot be used', () => createSecureContext(context));
  return {
    context,
    expires,
    names: certificate.subjectAltName ?? certificate.subject.replaceAll('\n', ', '),
  };
}

const expired = ({ certificate }: TlsFiles, expires: number): string =>
  `The certificate ${shown(certificate)} has expired, at ${new Date(expires).toISOString()}. No client accepts it: renew it.`;

function readPem(file: string, what: string): string {
  return tried(file, `the ${what} cannot be read`, () => readFileSync(file, 'utf8'));
}

function tried<Result>(file: string, problem: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ListenError(`${shown(file)} cannot be used for TLS: ${problem} (${detail}).`, { cause: error });
  }
}

const shown = (file: string): string => JSON.stringify(file);

/** The identity in force, with listeners for changes. */
export class TlsKeeper {
  readonly #files: TlsFiles;
  readonly #now: () => number;
  readonly #takers = new Set<(identity: TlsIdentity) => void>();
  #identity: TlsIdentity;
  #problem: string | undefined;

  /** Throws `ListenError`. */
  constructor(files: TlsFiles, now: () => number) {
    this.#files = files;
    this.#now = now;
    this.#identity = readTls(files, now());
  }

  get identity(): TlsIdentity {
    return this.#identity;
  }

  /** Whether clients need a certificate. */
  get asksClients(): boolean {
    return this.#files.clientCa !== undefined;
  }

  /** The certificate of the client of a connection, if that proves one; for connections after the handshake. */
  certificateOf(connection: TLSSocket): ShownCertificate | undefined {
    const { clientName } = this.#files;
    if (clientName === undefined || !connection.authorized) return undefined;
    return shownCertificate(connection.getPeerCertificate(), clientName);
  }

  /** Why the present files are not in force, or no client accepts them any more, as a sentence; undefined if all is well. */
  get problem(): string | undefined {
    const { expires } = this.#identity;
    return this.#problem ?? (expires <= this.#now() ? expired(this.#files, expires) : undefined);
  }

  /** The files of the identity. */
  get paths(): readonly string[] {
    const { certificate, key, clientCa } = this.#files;
    return [certificate, key, ...(clientCa === undefined ? [] : [clientCa])];
  }

  /** Uses the present files, or keeps the earlier identity; returns a sentence for people that says which. */
  renew(): string {
    try {
      this.#identity = readTls(this.#files, this.#now());
      this.#problem = undefined;
      for (const take of this.#takers) take(this.#identity);
      const until = new Date(this.#identity.expires).toISOString();
      return `A new certificate is in force, until ${until}.`;
    } catch (error) {
      if (!(error instanceof ListenError)) throw error;
      this.#problem = error.message;
      return `${error.message} The earlier certificate stays in force.`;
    }
  }

  /** Calls back for each new identity; the returned function ends that. */
  onRenewed(take: (identity: TlsIdentity) => void): () => void {
    this.#takers.add(take);
    return () => void this.#takers.delete(take);
  }
}
