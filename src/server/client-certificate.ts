/** The name in the certificate of a client. One that could be read in two ways is none. */
import type { PeerCertificate } from 'node:tls';
import { isScope } from '../host/credentials/tokens.ts';
import type { ShownCertificate } from './access.ts';

/** Where the name stands: the common name of the subject, or an alternative name of a sort. */
export const certificateNames = ['subject-cn', 'san-uri', 'san-dns', 'san-email'] as const;
export type CertificateName = (typeof certificateNames)[number];

/** Undefined where the certificate has no such name, or several. */
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
 * The names of a sort in what Node makes of all of them: `DNS:a, URI:b`, where a name that has something in it
 * which could be taken for more is a text of JSON. None where a piece is not understood: it may be part of another name.
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
