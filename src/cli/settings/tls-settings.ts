/** The settings of TLS, tried against one another. */
import { resolve } from 'node:path';
import type { TlsFiles } from '../../server/sockets/tls.ts';
import type { CommandContext } from '../terminal/context.ts';
import { mistake } from './invalid-config.ts';
import { namedBy, type ServerSettings } from './server-settings.ts';
import { passphraseVariable } from './strange-variables.ts';

/** The files of TLS; undefined where there are none. Throws `UsageError` and `InvalidConfig` where one is missing. */
export function tlsFrom(settings: ServerSettings, { cwd, env }: CommandContext): TlsFiles | undefined {
  const files = (['tls.certificate', 'tls.key', 'tls.client-ca'] as const).map((key) => settings.get(key));
  const [certificate, key, clientCa] = files.map((file) =>
    file === undefined ? undefined : resolve(cwd, file),
  );
  const clientName = settings.get('tls.client-name');
  refuseClientNames(settings, clientCa);
  if (certificate !== undefined && key !== undefined)
    return { certificate, key, clientCa, clientName, passphrase: env[passphraseVariable] || undefined };
  if (files.every((file) => file === undefined)) return undefined;
  const missing = certificate === undefined ? 'tls.certificate' : 'tls.key';
  throw mistake(
    settings,
    missing,
    `TLS needs a certificate and its key: ${namedBy(settings, missing)} is missing`,
  );
}

/** What is said of certificates of clients where none is asked for. Throws `UsageError` and `InvalidConfig`. */
function refuseClientNames(settings: ServerSettings, clientCa: string | undefined): void {
  const { get, origin } = settings;
  if (get('tls.client-name') !== undefined && clientCa === undefined)
    throw mistake(
      settings,
      'tls.client-name',
      `${namedBy(settings, 'tls.client-name')} is about certificates of clients, and none is asked for: name their authorities with ${namedBy(settings, 'tls.client-ca')}`,
      ['tls.client-ca'],
    );
  if (get('tls.client-name') === undefined && origin('tls.client-permissions').kind !== 'default')
    throw mistake(
      settings,
      'tls.client-permissions',
      `${namedBy(settings, 'tls.client-permissions')} is about clients that a certificate names, and none does: say which name it is with ${namedBy(settings, 'tls.client-name')}`,
      ['tls.client-name'],
    );
}
