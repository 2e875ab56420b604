/** The name in the certificate of a client. A name that could be read in two ways does not count. */
import type { PeerCertificate } from 'node:tls';
import { isScope } from '../../host/credentials/tokens.ts';
import type { ShownCertificate } from './access.ts';

/** Where the name is: the common name of the subject, or an alternative name of one kind. */
export const certificateNames = ['subject-cn', 'san-uri', 'san-dns', 'san-email'] as const;
export type CertificateName = (typeof certificateNames)[number];

/** Undefined if the certificate has no such name, or several. */
export function shownCertificate(
  { subject, subjectaltname, valid_to: until }: Partial<PeerCertificate>,
  which: CertificateName,
): ShownCertificate | undefined {
  const names = which === 'subject-cn' ? subject?.CN : alternativeNames(subjectaltname ?? '', sorts[which]);
  const [name, ...others] = typeof names === 'string' ? [names] : (names ?? []);
  const expires = Date.parse(until ?? '');
  if (name === undefined || others.length > 0 || !isScope(name) || Number.isNaN(expires)) return undefined;
  return { name, expires };
}

const sorts: Readonly<Record<Exclude<CertificateName, 'subject-cn'>, string>> = {
  'san-uri': 'URI',
  'san-dns': 'DNS',
  'san-email': 'email',
};

/**
 * The names of one kind in Node's text of all names: `DNS:a, URI:b`. Node writes a name with special
 * characters as a JSON text. Returns none if a piece is not understood, because it may be part of another
 * name.
 */
function alternativeNames(text: string, sort: string): readonly string[] {
  const found: string[] = [];
  const piece = /([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^",]*)(?:, |$)/y;
  while (piece.lastIndex < text.length) {
    const [, name, value = ''] = piece.exec(text) ?? [];
    if (name === undefined) return [];
    const plain = value.startsWith('"') ? unquoted(value) : value;
    if (plain === undefined) return [];
    if (name === sort) found.push(plain);
  }
  return found;
}

function unquoted(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}
