/** What a server opens when it starts, tried before: policies, certificates, keys and folders. Nothing is left of it. */
import { join, resolve } from 'node:path';
import type { OpenConfigFile } from '../../host/config/config-file.ts';
import { readLayersOf, reportAbsent } from '../../host/config/layers-file.ts';
import { userStateFolder } from '../../host/machine/user-folders.ts';
import { mistake } from '../settings/invalid-config.ts';
import { publicKeysOf } from '../settings/key-files.ts';
import type { Mistakes } from '../settings/mistakes.ts';
import { namedBy, type ServerSettings } from '../settings/server-settings.ts';
import type { Key } from '../settings/table.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { openTls } from './open-tls.ts';
import type { ServeSettings } from './serve-settings.ts';
import { whyNotUsable } from './usable-folder.ts';

export async function tryPlaces(
  read: ServeSettings,
  settings: ServerSettings,
  mistakes: Mistakes,
  context: CommandContext,
): Promise<void> {
  const { tls, bundle, shadow, oauth } = read;
  /** What is wrong with a place is wrong with the setting that names it. */
  const tried = (key: Key, open: () => void): void =>
    mistakes.tried(() => {
      try {
        open();
      } catch (error) {
        throw error instanceof UsageError ? mistake(settings, key, error.message) : error;
      }
    });
  if (settings.file !== undefined) tryPolicies(settings.file);
  if (tls !== undefined) tried('tls.certificate', () => openTls(tls));
  for (const each of [bundle, shadow])
    if (each !== undefined) tried('bundle.keys', () => publicKeysOf(each.keys, context));
  for (const [key, folder] of foldersOf(read, context))
    tried(key, () => {
      const why = whyNotUsable(folder, key !== 'content.folder');
      if (why !== undefined)
        throw new UsageError(`${namedBy(settings, key)}: the folder \`${folder}\` cannot be used: ${why}`);
    });
  if (oauth?.keys.areInFile !== true) return;
  await oauth.keys.keepFresh();
  const { problem } = oauth;
  if (problem !== undefined)
    tried('oauth.jwks', () => {
      throw new UsageError(problem.replace(/\.$/, ''));
    });
}

/** The policies that the file names: whether they are there. */
function tryPolicies(file: OpenConfigFile): void {
  const layers = readLayersOf(file) ?? [];
  const named = file.sections.get('layers')?.value;
  // Of a layer that cannot be read it is not known which policies it names.
  if (named === undefined || (named.kind === 'list' && named.items.length === layers.length))
    reportAbsent(file, layers);
}

/** Where this server writes. */
function foldersOf(
  { log, memory, cluster, content, processes }: ServeSettings,
  { env, cwd }: CommandContext,
): readonly (readonly [Key, string])[] {
  const usual = (name: string): string => join(userStateFolder(env), name);
  const isShared = cluster !== undefined;
  const takesUploads = processes === 1 && !(isShared && content === undefined);
  return [
    ...(log === undefined ? [] : [['log.folder', log.folder] as const]),
    ...(isShared ? [] : [['memory.folder', resolve(cwd, memory ?? usual('memory'))] as const]),
    ...(takesUploads ? [['content.folder', resolve(cwd, content ?? usual('content'))] as const] : []),
  ];
}
