/**
 * A bundle as a folder, from which everything reads policies as from any other: a file of layers, and a folder for
 * each layer. Its name is the digest of the bundle, and what lies there is looked at each time, octet for octet.
 */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../store/make-folder.ts';
import { readRegularFile } from '../machine/regular-file.ts';
import type { BundleContent } from './bundle-content.ts';
import type { Bundle } from './open-bundle.ts';

const layersFile = 'bylaw.yaml';

/** Puts a bundle below a folder, and gives its file of layers. Throws where nothing can be written. */
export function unpackBundle(
  folder: string,
  { digest, content }: Pick<Bundle, 'digest' | 'content'>,
): string {
  const target = join(folder, digest);
  if (!isWhole(target, content)) {
    makeFolder(folder, 0o700);
    const partial = mkdtempSync(join(folder, `.${digest.slice(0, 16)}-`));
    try {
      writeContent(partial, content);
      putInPlace(partial, target, content);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      throw error;
    }
  }
  return join(target, layersFile);
}

/** Another process may have put the bundle there just now; then that one is used. Only an incomplete one is removed. */
function putInPlace(partial: string, target: string, content: BundleContent): void {
  try {
    renameSync(partial, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    if (isWhole(target, content)) rmSync(partial, { recursive: true, force: true });
    else {
      rmSync(target, { recursive: true, force: true });
      renameSync(partial, target);
    }
  }
}

/** Writes the files of a content into an empty folder, and gives the file of layers. */
export function writeContent(folder: string, content: BundleContent): string {
  for (const [path, text] of filesOf(content)) {
    const file = join(folder, path);
    makeFolder(dirname(file), 0o700);
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  }
  for (const { name } of content.layers) makeFolder(join(folder, name), 0o700);
  return join(folder, layersFile);
}

/** Every file by its path. */
function filesOf({ layers, clients }: BundleContent): ReadonlyMap<string, string> {
  const pins = clients.map(({ token, certificate, user, source, harness, agent }) => ({
    ...{ token, certificate, user },
    ...(source.length === 0 ? {} : { source }),
    ...(harness.length === 0 ? {} : { harness }),
    ...(agent.length === 0 ? {} : { agent }),
  }));
  const config = {
    layers: layers.map(({ files: _, isOptional, ...layer }) => ({
      ...layer,
      ...(layer.workspace.length === 0 ? { workspace: undefined } : {}),
      policies: layer.name,
      optional: isOptional,
    })),
    ...(pins.length === 0 ? {} : { clients: pins }),
  };
  const texts = layers.flatMap(({ name, files }) =>
    files.map(({ path, text }) => [`${name}/${path}`, text] as const),
  );
  return new Map([[layersFile, `${JSON.stringify(config, undefined, 2)}\n`], ...texts]);
}

/** Whether all of a content lies in a folder, and nothing else. */
function isWhole(folder: string, content: BundleContent): boolean {
  const files = filesOf(content);
  try {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true });
    const [folders, others] = [
      found.filter((each) => each.isDirectory()),
      found.filter((each) => !each.isDirectory()),
    ];
    return (
      others.length === files.size &&
      folders.every(({ name }) => !name.startsWith('.')) &&
      [...files].every(([path, text]) => readRegularFile(join(folder, path)).equals(Buffer.from(text)))
    );
  } catch {
    return false;
  }
}
